# `pytest --seeds N` runs each random test with N seeds, says so, and reports the seed of a failure.
# SPDX-License-Identifier: Apache-2.0
import re
import subprocess
import sys

import pytest

pytestmark = pytest.mark.quick

TESTS = """import time
from pathlib import Path
import pytest

def test_fixed():
    assert False

@pytest.mark.parametrize("case", range(3))
def test_random(case, seed):
    (Path(__file__).parent / f"{case}-{seed}").touch()

def test_fails_sometimes(seed):
    import os
    assert int(os.environ["ORB_SEED"]) != 1004

def test_slow(rng):
    time.sleep(0.3)
"""


@pytest.fixture
def run(root, tmp_path):
    """run(*arguments): the exit code and the output of pytest on the tests above."""
    (tmp_path / "conftest.py").write_text((root / "tests/conftest.py").read_text())
    (tmp_path / "test_these.py").write_text(TESTS)

    def run_pytest(*arguments):
        done = subprocess.run([sys.executable, "-m", "pytest", "-o", f"pythonpath={root / 'tests/support'}",
                               "-p", "no:cacheprovider", "-c", "/dev/null", f"--rootdir={tmp_path}", *arguments,
                               "test_these.py"], cwd=tmp_path, capture_output=True, text=True)
        return done.returncode, done.stdout + done.stderr
    return run_pytest


def test_make_passes_the_numbers_on(root):
    done = subprocess.run(["make", "-n", "SETUP=no", "SEEDS=3", "SECONDS=5", "test-seeds"], cwd=root,
                          capture_output=True, text=True)
    assert done.returncode == 0 and "tests/run.py test --seeds 3 --seconds 5" in done.stdout, done.stderr


@pytest.mark.slow
@pytest.mark.parametrize("workers", [(), ("-n", "2")], ids=["alone", "workers"])
def test_each_run_has_its_seed(run, tmp_path, monkeypatch, workers):
    monkeypatch.setenv("ORB_SEED", "1000")
    code, output = run("--seeds", "10", "--seconds", "1", *workers)
    assert code == 1 and "test_fixed" not in output
    runs = {name: int(count) for count, name in re.findall(r"^ +(\d+)  test_these.py::(\w+)$", output, re.MULTILINE)}
    assert runs["test_random"] == runs["test_fails_sometimes"] == 10 and 2 <= runs["test_slow"] < 10
    assert len(set(tmp_path.glob("[012]-*"))) == 10
    assert output.count("ORB_SEED=1004") == 1 and "1 failed" in output
