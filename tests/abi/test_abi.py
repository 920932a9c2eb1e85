# The binary interfaces of the libraries are the recorded ones: a program that was linked with them goes on running.
# SPDX-License-Identifier: Apache-2.0
import struct
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
import abi  # noqa: E402

HEADER = "host/include/orbital/orbital.h"
RECORD = HERE / "orbital_1.abi"
# The variables of each library, which are all the state that its header admits.
STATE = {
    "orbital": {"line",    # of orb_last_error, in each thread
                "owner",   # the process whose threads of OpenMP a fork does not have
                "library", "is_loaded", "planner"},  # FFTW's functions, and the lock of its planner
    "orbital_mpi": {"before", "inside", "lock",  # the number of threads of OpenBLAS,
                    "reserved",  # ... and for how many of them it has buffers
                    "last",    # of orb_mpi_failed_rank, in each thread
                    "text",    # of orb_mpi_last_error, in each thread
                    "line"},   # what of liborbital is linked in writes it, and nobody can read it
    "orbital_mpi_gemm": set(),
}
COMPILER = {"completed", "__cpu_model", "__cpu_features2"}  # variables that the compiler adds
CLUSTER = {"orbital_mpi": 2, "orbital_mpi_gemm": 2}  # the libraries for clusters, and the versions of their interfaces

pytestmark = [pytest.mark.quick,
              pytest.mark.skipif(struct.calcsize("P") != 8, reason="recorded for machines of 64 bits")]


def complaint(recorded, found):
    """What differs and what to do about it; empty if nothing does."""
    gone, new = sorted(set(recorded) - set(found)), sorted(set(found) - set(recorded))
    lines = [*(f"- {line}" for line in gone), *(f"+ {line}" for line in new)]
    # A new member takes the place of a reserved number, which old programs have set to 0.
    if any(" reserved: " not in line for line in gone):
        cure = ("Programs that were linked before would break. Keep what was there, or raise ABI in host/lib/lib.mk "
                "(mpi/mpi.mk, mpi/gemm/gemm.mk), and with it the names in the library's map, in this test and in "
                "debian/; then: make abi")
    else:
        cure = "It has grown, and old programs run on. If that is meant: make abi"
    return "\n".join([*lines, cure]) if lines else ""


def test_interface_is_the_recorded_one(root, build):
    found = abi.listing(root / HEADER, build / "lib/liborbital.so", "orb_")
    problem = complaint(RECORD.read_text().splitlines(), found)
    assert not problem, f"the binary interface of liborbital changed:\n{problem}"


@pytest.mark.parametrize("name", CLUSTER)
def test_interface_of_the_cluster_is_the_recorded_one(root, build, name):
    library = build / f"lib/lib{name}.so"
    assert library.exists(), f"{library} is missing: make mpi"
    mpi = subprocess.run(["pkg-config", "--cflags", "ompi-c"], capture_output=True, text=True)
    if mpi.returncode:
        pytest.skip("recorded for Open MPI, which is not installed")
    flags = [f"-I{root / 'mpi/include'}", f"-I{root / 'host/include'}", *mpi.stdout.split()]
    found = abi.listing(root / f"mpi/include/orbital/{name}.h", library, "orb_mpi_", flags)
    problem = complaint((HERE / f"{name}_{CLUSTER[name]}.abi").read_text().splitlines(), found)
    assert not problem, f"the binary interface of lib{name} changed:\n{problem}"


@pytest.mark.parametrize("name", STATE)
def test_state_is_what_the_headers_say(build, name):
    library = build / f"lib/lib{name}.so"
    assert library.exists(), f"{library} is missing: make build build-mpi"
    listed = subprocess.run(["nm", "--format=sysv", library], capture_output=True, text=True, check=True).stdout
    rows = [[field.strip() for field in line.split("|")] for line in listed.splitlines() if line.count("|") == 6]
    found = {row[0].partition(".")[0] for row in rows if row[6] in (".data", ".bss", ".tdata", ".tbss") and row[4]}
    assert found - COMPILER == STATE[name]


@pytest.mark.parametrize("old, new, shows", [
    ("size_t block[3]", "unsigned block[3]", "struct orb_plan_desc: 12 at 24 block: unsigned int[3]"),
    ("    ORB_SATURATED,\n", "", "constant ORB_SILENT: 16"),
    ("uint64_t blocks; ", "uint64_t more;\n    uint64_t blocks; ", "struct orb_report: 8 at 168 more: uint64_t"),
    ("double send, compute,", "double compute, send,", "struct orb_report: 8 at 376 seconds.compute: double"),
    ("orb_plan_padded(const orb_plan *plan,", "orb_plan_padded(orb_plan *plan,",
     "function orb_plan_padded: orb_status (orb_plan *, size_t *)"),
    ("size_t done, size_t total", "int done, size_t total", "type orb_progress: int (*)(void *, int, size_t)"),
])
def test_a_change_shows(root, build, tmp_path, old, new, shows):
    text = (root / HEADER).read_text()
    assert text.count(old) == 1
    header = tmp_path / "orbital.h"
    header.write_text(text.replace(old, new))
    problem = complaint(RECORD.read_text().splitlines(), abi.listing(header, build / "lib/liborbital.so", "orb_"))
    assert "would break" in problem
    assert any(line.startswith("+ ") and line.endswith(shows) for line in problem.splitlines()), problem


def test_growth_is_told_from_breaking():
    recorded = RECORD.read_text().splitlines()
    assert complaint(recorded, recorded) == ""
    assert complaint(recorded, [*recorded, "symbol orb_new@ORBITAL_1"]).endswith("make abi")
    assert "would break" not in complaint(recorded, [*recorded, "symbol orb_new@ORBITAL_1"])
    assert "would break" in complaint(recorded, [line for line in recorded if "orb_open@" not in line])
    member = next(line for line in recorded if "orb_plan_desc: " in line and " reserved: " in line)
    others = [line for line in recorded if line != member]
    taken = ["struct orb_plan_desc: 8 at 216 next: uint64_t", "struct orb_plan_desc: 64 at 224 reserved: uint64_t[8]"]
    assert complaint(recorded, [*others, *taken]).endswith("make abi")
    assert "would break" not in complaint(recorded, [*others, *taken])
