# The libraries and commands are hardened: read-only relocations, no executable stack, checked stacks and copies. The
# sanitized programs call the checks of each sanitizer.
# SPDX-License-Identifier: Apache-2.0
import re
import subprocess

import pytest

pytestmark = pytest.mark.quick
LIBRARIES = ["lib/liborbital.so", "lib/liborbital_mpi.so", "lib/liborbital_mpi_gemm.so"]
COMMANDS = ["bin/orbital", "bin/orbital-mpi"]
SANITIZED = ["tests/host/san/test_link", "tests/system/orbital", "tests/mpi/san/cluster_random",
             "tests/mpi/san/orbital-mpi"]


def readelf(option, path):
    assert path.exists(), f"{path} is missing: make build build-mpi"
    return subprocess.run(["readelf", "--wide", option, path], capture_output=True, text=True, check=True).stdout


@pytest.mark.parametrize("name", LIBRARIES + COMMANDS)
def test_relocations_are_read_only_from_the_start(build, name):
    assert re.search(r"^ *GNU_RELRO ", readelf("--segments", build / name), re.MULTILINE)
    assert re.search(r"\(FLAGS(_1)?\).*\b(BIND_)?NOW\b", readelf("--dynamic", build / name))


@pytest.mark.parametrize("name", LIBRARIES + COMMANDS)
def test_no_segment_can_be_written_and_executed(build, name):
    flags = re.findall(r"^ *(LOAD|GNU_STACK) +(?:0x\S+ +){5}([RWE ]{3})", readelf("--segments", build / name),
                       re.MULTILINE)
    assert {segment for segment, _ in flags} == {"LOAD", "GNU_STACK"}
    assert not [one for one in flags if "W" in one[1] and "E" in one[1]]


@pytest.mark.parametrize("name", LIBRARIES + COMMANDS)
def test_stacks_and_copies_are_checked(build, name):
    """The compiler calls these functions of the C library where it found a buffer on the stack, or of a known size."""
    symbols = readelf("--dyn-syms", build / name)
    assert "__stack_chk_fail" in symbols
    assert re.search(r"\b__(mem(cpy|move|set)|str\w+|v?s?n?f?printf|fread|read|pread|fgets)_chk\b", symbols)


@pytest.mark.parametrize("name", COMMANDS)
def test_commands_are_independent_of_their_place(build, name):
    assert re.search(r"Type: +DYN ", readelf("--file-header", build / name))


@pytest.mark.parametrize("name", SANITIZED)
@pytest.mark.parametrize("call", ["__asan_report_load8", "__ubsan_handle_shift_out_of_bounds",
                                  "__ubsan_handle_float_cast_overflow"])
def test_sanitizers_check(build, name, call):
    """-fsanitize=undefined does not include float-cast-overflow, which finds numbers that no integer of a type can be.
    Without it the tests of devices that lie would pass over such casts."""
    assert (build / name).exists(), f"build/{name} is missing: make build-tests"
    listed = subprocess.run(["nm", "--undefined-only", build / name], capture_output=True, text=True, check=True)
    assert re.search(rf"\b{call}\b", listed.stdout)
