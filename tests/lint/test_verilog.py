# Static checks of the Verilog by three tools: no warning in any configuration, and no illegal parameter accepted.
# SPDX-License-Identifier: Apache-2.0
import subprocess

import pytest
from configs import configurations
from sources import ROOT

TOP = "orbital_core"
INCLUDE = "build/gen"
ODD = [
    {"P": 2, "BMAX": 2, "BFULL": 2, "W": 8},
    {"P": 3, "BMAX": 3, "BFULL": 36, "W": 25, "CW": 18, "NBUF": 3, "CBANKS": 2, "MEM_LAT": 1, "FMA_LAT": 1},
]
ILLEGAL = [{"P": 1}, {"BMAX": 1}, {"BFULL": 1}, {"W": 7, "CW": 8}, {"W": 26}, {"CW": 7}, {"CW": 19}, {"AW": 64},
           {"PS": 0}, {"NBUF": 1}, {"CBANKS": 0}, {"DEPTH": 12}, {"MEM_LAT": 3}, {"FMA_LAT": 0}, {"COUNT": 32}]


def name(parameters):
    return ",".join(f"{key}={value}" for key, value in parameters.items())


def verilator(parameters):
    return ["verilator", "--lint-only", "-Wall", f"-I{INCLUDE}", "-f", "rtl/orbital.f", "--top-module", TOP,
            *[f"-G{key}={value}" for key, value in parameters.items()]]


def icarus(parameters):
    return ["iverilog", "-g2005", "-Wall", "-t", "null", f"-I{INCLUDE}", "-f", "rtl/orbital.f", "-s", TOP,
            *[f"-P{TOP}.{key}={value}" for key, value in parameters.items()]]


def yosys(parameters):
    lines = (ROOT / "rtl/orbital.f").read_text().splitlines()
    files = [line for line in lines if line and not line.startswith("//")]
    chosen = [f"-set {key} {value}" for key, value in parameters.items()]
    script = [f"read_verilog -I{INCLUDE} {' '.join(files)}", f"chparam {' '.join(chosen)} {TOP}",
              f"hierarchy -check -top {TOP}", "proc", "check -assert"]
    return ["yosys", "-q", "-p", "; ".join(script)]


TOOLS = pytest.mark.parametrize("tool", [verilator, icarus, yosys], ids=lambda tool: tool.__name__)


@pytest.mark.quick
@TOOLS
@pytest.mark.parametrize("parameters", [*configurations().values(), *ODD], ids=name)
def test_no_warning(tool, parameters):
    done = subprocess.run(tool(parameters), cwd=ROOT, capture_output=True, text=True)
    output = done.stdout + done.stderr
    assert done.returncode == 0, output
    assert not output.strip(), output


@TOOLS
@pytest.mark.parametrize("parameters", ILLEGAL, ids=name)
def test_illegal_parameter_stops_elaboration(tool, parameters):
    done = subprocess.run(tool(parameters), cwd=ROOT, capture_output=True, text=True)
    output = done.stdout + done.stderr
    assert done.returncode != 0, f"accepted\n{output}"
    # Verilator may come upon an impossible width first.
    assert tool is verilator or f"{TOP}_{next(iter(parameters))}_" in output, f"stopped for another reason\n{output}"


@pytest.mark.quick
def test_a_node_maps_to_block_ram_and_a_multiplier():
    files = " ".join(str(path) for path in sorted((ROOT / "rtl/cell").glob("*.v")))
    script = f"read_verilog {files}; synth_ecp5 -run begin:map_ffs -top orb_cell_block; stat"
    done = subprocess.run(["yosys", "-p", script], cwd=ROOT, capture_output=True, text=True, check=True)
    summary = done.stdout.rsplit("Number of cells", 1)[1]
    counts = dict(line.split() for line in summary.splitlines() if len(line.split()) == 2)
    assert {cell: counts.get(cell) for cell in ("DP16KD", "MULT18X18D")} == {"DP16KD": "2", "MULT18X18D": "1"}
