# orbital.mpi, the Python package on a cluster: its declarations, and plans on 1 to 6 ranks beside scipy.fft.
# SPDX-License-Identifier: Apache-2.0
import os
import subprocess
import sys

import pytest

ARRAY = "hls:p=2,b=4,full=4,w=16,jobs=1"


@pytest.fixture
def environment(root, build, seed):
    return {"PYTHONPATH": str(root / "python"), "ORB_LIBRARY": str(build / "lib/liborbital.so"),
            "ORB_MPI_LIBRARY": str(build / "lib/liborbital_mpi.so"), "ORB_MODEL_PATH": str(build / "lib/orbital"),
            "LD_LIBRARY_PATH": str(build / "lib"), "ORB_SEED": str(seed)}


@pytest.mark.parametrize("ranks, cases", [(1, 20), (2, 20), (3, 10), (6, 5)])
def test_plans(launch, root, environment, tmp_path, ranks, cases):
    script = tmp_path / "run"
    # By mpi4py, which ends all ranks when one has an exception.
    script.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m mpi4py "{root}/tests/mpi/python_plan.py" "$@"\n')
    script.chmod(0o755)
    done = launch(ranks, script, cases, ARRAY, **environment)
    assert done.returncode == 0 and done.stdout.count(f"{cases} cases on rank") == ranks, done.stdout + done.stderr


def test_declarations_are_those_of_the_header(root, environment, tmp_path):
    """Sizes and places of all members, and all numbers, as the compiler sees them."""
    shown = """
import ctypes, orbital.mpi as m
for name, ours in (("orb_mpi_desc", m.Desc), ("orb_mpi_report", m.Report), ("orb_mpi_box", m.Box)):
    print(f"sizeof({name})", ctypes.sizeof(ours))
    for member, _ in ours._fields_:
        field = getattr(ours, member)
        print(f"offsetof({name},{member})", field.offset)
        print(f"sizeof((({name}*)0)->{member})", field.size)
for prefix, names in (("", m.ALGORITHM), ("", m.LAYOUT)):
    for name, value in names.items():
        print(f"ORB_MPI_{name.upper()}", value)
print("ORB_MPI_AXES", m.AXES)
"""
    lines = subprocess.run([sys.executable, "-c", shown], env={**os.environ, **environment}, capture_output=True,
                           text=True, check=True).stdout.splitlines()
    pairs = [line.rsplit(" ", 1) for line in lines]
    prints = "".join(f'printf("%zu\\n", (size_t)({term}));\n' for term, _ in pairs)
    (tmp_path / "m.c").write_text("#include <orbital/orbital_mpi.h>\n#include <stddef.h>\n#include <stdio.h>\n"
                                  f"int main(void) {{ {prints} return 0; }}")
    subprocess.run(["mpicc", f"-I{root}/host/include", f"-I{root}/mpi/include", "m.c", "-o", "m"], cwd=tmp_path,
                   check=True)
    done = subprocess.run([tmp_path / "m"], capture_output=True, text=True, check=True)
    assert len(pairs) > 30 and done.stdout.split() == [number for _, number in pairs]


def test_a_missing_library_is_named(environment):
    done = subprocess.run([sys.executable, "-c", "import orbital.mpi"], capture_output=True, text=True,
                          env={**os.environ, **environment, "ORB_MPI_LIBRARY": "/nowhere/liborbital_mpi.so"})
    assert done.returncode and "make install install-mpi" in done.stderr.splitlines()[-1]
