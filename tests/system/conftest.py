# What the tests of the command share: running it in a folder of their own, on a small array.
# SPDX-License-Identifier: Apache-2.0
import json
import os
import subprocess
from pathlib import Path

import pytest

LEAKS = Path(__file__).resolve().parent / "leaks.txt"
FAULTS = ("LOSE", "FLIP", "TWICE", "DELAY", "SHORT", "STALL")  # of a simulated board
LONG = 1800  # seconds after which the command must hang, on a machine that does much else


@pytest.fixture(scope="session")
def engine():
    """A small array in its C model, quick to run: blocks of up to 8 points an axis, 16-bit words."""
    return "hls:p=2,b=4,full=4,w=16,jobs=1"


@pytest.fixture
def sanitized(build, monkeypatch):
    """The command under sanitizers: a read or write out of bounds, a leak or an overflow ends it with exit code 99."""
    path = build / "tests" / "system" / "orbital"
    assert path.exists(), "build/tests/system/orbital is missing: make build-tests"
    monkeypatch.setenv("ORB_MODEL_PATH", str(build / "lib" / "orbital"))
    monkeypatch.setenv("ASAN_OPTIONS", "detect_leaks=1:exitcode=99")
    monkeypatch.setenv("LSAN_OPTIONS", f"suppressions={LEAKS}:print_suppressions=0")
    monkeypatch.setenv("UBSAN_OPTIONS", "halt_on_error=1:exitcode=99")
    return path


@pytest.fixture
def orbital(request, orbital):
    """The command, as most take it, or under sanitizers where a test is marked so."""
    return request.getfixturevalue("sanitized") if request.node.get_closest_marker("sanitized") else orbital


@pytest.fixture
def values(rng):
    """A small volume of integers, which all element types hold."""
    return rng.integers(0, 100, (5, 4, 3))


@pytest.fixture
def run(orbital, tmp_path):
    """run(*arguments, code=0, under=(), ...) runs the command, by another where one is given, in tmp_path, and checks
    its exit code."""
    def run_command(*arguments, code=0, timeout=LONG, under=(), **options):
        done = subprocess.run([*under, orbital, *map(str, arguments)], cwd=tmp_path, capture_output=True, text=True,
                              timeout=timeout, stdin=subprocess.DEVNULL, **options)
        assert done.returncode == code, f"{arguments}: {done.returncode}, not {code}\n{done.stdout}{done.stderr}"
        return done
    return run_command


@pytest.fixture
def fails(run, tmp_path):
    """fails(*arguments, says=...) expects failure: one line on stderr, nothing on stdout, no file made or changed."""
    def state():
        return {path.name: (os.stat(path).st_mtime_ns, os.stat(path).st_size) for path in tmp_path.iterdir()}

    def run_failing(*arguments, says, code=1, **options):
        before = state()
        done = run(*arguments, code=code, **options)
        assert done.stdout == ""
        assert done.stderr.startswith("orbital: ") and done.stderr.endswith("\n") and done.stderr.count("\n") == 1
        for part in [says] if isinstance(says, str) else says:
            assert part in done.stderr
        assert state() == before
    return run_failing


@pytest.fixture
def copy(run):
    """copy(input, output, ...) leaves the numbers as they are."""
    return lambda source, target, *options: run("forward", source, "-o", target, "--engine", "cpu:threads=1", "--kind",
                                                "identity", *options)


@pytest.fixture
def report(tmp_path):
    """report() is what --json r.json wrote."""
    return lambda: json.loads((tmp_path / "r.json").read_text())


@pytest.fixture
def board(build, tmp_path):
    """board(name, KEY=value, ...) is the environment in which a program finds that board on its USB; faults is the
    chance of each kind of fault, in each block of 512 bytes or in each packet."""
    def environment(*names, faults=0, **settings):
        models = ":".join(str(build / "lib" / "board" / f"{name}.so") for name in names)
        settings = {"MODELS": models, "LOCK": tmp_path.parent / f"{tmp_path.name}.lock",
                    "REPORT": tmp_path.parent / f"{tmp_path.name}.report"} | dict.fromkeys(FAULTS, faults) | settings
        return {**os.environ, "LD_PRELOAD": str(build / "lib" / "libusb-sim.so"),
                **{f"ORB_BOARD_{key}": str(value) for key, value in settings.items()}}
    return environment


@pytest.fixture
def happened(tmp_path):
    """happened() is what the simulated board of the last run counted, and the sum of its faults."""
    def report_of_the_run():
        seen = json.loads((tmp_path.parent / f"{tmp_path.name}.report").read_text())[0]
        return seen | {"faults": sum(seen[fault.lower()] for fault in FAULTS)}
    return report_of_the_run
