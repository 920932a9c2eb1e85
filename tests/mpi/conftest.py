# Programs of MPI on as many ranks as a test wants.
# SPDX-License-Identifier: Apache-2.0
import os
import shutil
import subprocess
from pathlib import Path

import pytest

HERE = Path(__file__).resolve().parent

ENVIRONMENT = {
    # More ranks than processors, also as root, in a container, and beside other tests.
    "OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1", "OMPI_MCA_mpi_yield_when_idle": "1",
    "OMPI_MCA_btl_vader_single_copy_mechanism": "none",
    "ASAN_OPTIONS": "detect_leaks=1:exitcode=99:allocator_may_return_null=1",
    "UBSAN_OPTIONS": "print_stacktrace=1:halt_on_error=1",
    "LSAN_OPTIONS": f"suppressions={HERE / 'leaks.txt'}:print_suppressions=0",
}


@pytest.fixture
def launch(tmp_path):
    """launch(ranks, path, argument...) runs a program in tmp_path and returns what subprocess.run does; 0 ranks are one
    without mpirun, which takes its time to end ranks that failed."""
    assert shutil.which("mpirun"), "mpirun is missing: make setup-mpi"

    def launches(ranks, path, *arguments, timeout=600, **environment):
        assert path.exists(), f"{path} is missing: make build-tests"
        through = ["mpirun", "--oversubscribe", "--bind-to", "none", "-n", str(ranks)] if ranks else []
        return subprocess.run([*through, str(path), *[str(argument) for argument in arguments]], cwd=tmp_path,
                              stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=timeout,
                              env={**os.environ, **ENVIRONMENT, "TMPDIR": "/tmp", **environment})
    return launches


@pytest.fixture
def mpirun(build, launch):
    """mpirun(ranks, program, argument...) is what the program says; it fails unless all of its ranks end well."""
    def runs(ranks, program, *arguments):
        done = launch(ranks, build / "tests/mpi" / program, *arguments)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout
    return runs


@pytest.fixture
def command(build):
    path = build / "bin/orbital-mpi"
    assert path.exists(), f"{path} is missing: make mpi"
    return path


@pytest.fixture
def run(launch, command, build):
    """run(ranks, argument..., code=0) is what it said, one line of error at most."""
    def runs(ranks, *arguments, code=0, sanitized=False, **environment):
        path = build / "tests/mpi/san/orbital-mpi" if sanitized else command
        done = launch(ranks, path, *arguments, timeout=120, **environment)
        assert done.returncode == code, done.stdout + done.stderr
        return done
    return runs


@pytest.fixture
def orbital(orbital, tmp_path):
    return lambda *arguments: subprocess.run([orbital, *map(str, arguments)], cwd=tmp_path, check=True, text=True,
                                             capture_output=True).stdout
