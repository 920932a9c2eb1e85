# The Verilog of the nodes from C, with their kernel: no warning from two tools beyond what XLS writes.
# SPDX-License-Identifier: Apache-2.0
import subprocess

import pytest
from configs import configurations
from kernel_bench import ROOT
from sources import listed

pytestmark = pytest.mark.long

SOURCES = [*listed("rtl/orbital_core.f"), *listed("rtl/orbital_hls.f")]


def verilator(parameters, kernel):
    return ["verilator", "--lint-only", "-Wall", "-Wno-UNUSED", "--top-module", "orbital_core", "-Irtl/include",
            *SOURCES, kernel, *(f"-G{name}={value}" for name, value in parameters.items())]


def icarus(parameters, kernel):
    return ["iverilog", "-g2005", "-Wall", "-t", "null", "-s", "orbital_core", "-Irtl/include", *SOURCES, kernel,
            *(f"-Porbital_core.{name}={value}" for name, value in parameters.items())]


@pytest.mark.parametrize("tool", [verilator, icarus], ids=lambda tool: tool.__name__)
@pytest.mark.parametrize("name", configurations("tests/hls/hls_tests.mk"))
def test_shell(tool, name):
    parameters = {**configurations("tests/hls/hls_tests.mk")[name], "NODE_HLS": 1}
    kernel = f"build/tests/hls/{name}/orb_hls_node_step.v"
    done = subprocess.run(tool(parameters, kernel), cwd=ROOT, capture_output=True, text=True)
    said = [line for line in (done.stdout + done.stderr).splitlines() if kernel not in line]
    assert done.returncode == 0 and not said, done.stdout + done.stderr


@pytest.mark.parametrize("change", [{"P": 3}, {"BFULL": 4}, {"LANES": 2}, {"IO_WORDS": 2}, {"HOPS": 0}, {"MEM_LAT": 1},
                                    {"NODE_HLS": 2}], ids=lambda change: next(iter(change)))
def test_other_arrays_are_refused(change):
    name = "p2_b4_f2_w18_n3"
    parameters = {**configurations("tests/hls/hls_tests.mk")[name], "NODE_HLS": 1, **change}
    done = subprocess.run(icarus(parameters, f"build/tests/hls/{name}/orb_hls_node_step.v"), cwd=ROOT,
                          capture_output=True, text=True)
    assert done.returncode != 0 and "orbital_core_NODE_HLS_must_be" in done.stdout + done.stderr
