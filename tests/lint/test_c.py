# Static checks of all C and C++: no warning from two compilers or cppcheck, and the project's style.
# SPDX-License-Identifier: Apache-2.0
import subprocess
from pathlib import PurePath

import pytest
from configs import configurations
from sources import ROOT, tracked

WARNINGS = ["-Wall", "-Wextra", "-Wpedantic", "-Werror"]
FOLDERS = ["host/include", "host/lib",
           *(f"host/lib/{name}" for name in ["array", "cpu", "link", "ftdi", "model", "udp"]), "host/volume",
           "host/volume/formats", "host/volume/io", "host/cli", "hls", "sim", "sim/board", "tests/host", "build/gen",
           "mpi/include", "mpi/lib", "mpi/gemm", "tests/mpi"]
INCLUDES = [*(f"-I{name}" for name in FOLDERS), "-isystem", "/usr/include/nifti", "-isystem", "/usr/include/libusb-1.0",
            "-isystem", "/usr/include/hdf5/serial", "-isystem", "/usr/include/libftdi1",
            "-isystem", "/usr/include/cairo",
            *subprocess.run(["pkg-config", "--cflags", "ompi-c"], capture_output=True,
                            text=True).stdout.replace("-I", "-isystem ").split()]
# What has another MPI.
FIRST = {"mpi/sim": ["-D_GNU_SOURCE", "-isystem", "/usr/include/smpi"]}
# The array in C is compiled for one configuration at a time.
CONFIGURATION = ["-DORB_MODEL_NAME=\"\"", *[f"-DORB_{k}={v}" for k, v in configurations()["p3_b5_f5_w18_n3"].items()]]


def run(*command):
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, f"{' '.join(command)}\n{done.stdout}{done.stderr}"


@pytest.mark.quick
@pytest.mark.parametrize("compiler", ["gcc", "clang"])
@pytest.mark.parametrize("source", tracked(".c"))
def test_compiles_without_warning(source, compiler):
    run(compiler, "-std=c11", "-O2", "-fopenmp", "-fsyntax-only", *WARNINGS,
        *FIRST.get(str(PurePath(source).parent), []), *INCLUDES,
        *(CONFIGURATION if "hls" in source else []), source)


def test_cppcheck():
    run("cppcheck", "--quiet", "--error-exitcode=1", "--std=c11", "--enable=warning,portability,performance",
        "--inline-suppr", "--suppress=missingIncludeSystem", "-UORB_EXACT",
        *[i for i in INCLUDES if i.startswith("-I")], *tracked(".c"))


@pytest.mark.quick
def test_style():
    run("clang-format", "--dry-run", "--Werror", *tracked(".c", ".h", ".cpp"))
