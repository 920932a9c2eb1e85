# Static checks of the Verilog by three tools: no warning in any configuration, and no illegal parameter accepted.
# SPDX-License-Identifier: Apache-2.0
import subprocess

import pytest
from configs import CORNERS, configurations
from sources import ROOT

TOP = "orbital_core"
INCLUDE = "build/gen"
ODD = [
    {"P": 2, "BMAX": 2, "BFULL": 2, "W": 8},
    {"P": 3, "BMAX": 3, "BFULL": 36, "W": 25, "CW": 18, "NBUF": 3, "CBANKS": 2, "MEM_LAT": 1, "FMA_LAT": 1},
    {"P": 4, "BMAX": 3, "IO_WORDS": 4, "LANES": 2},
    {"P": 6, "BMAX": 2, "BFULL": 2, "IO_WORDS": 2},
    {"P": 2, "BMAX": 1, "IO_WORDS": 2, "DEPTH": 2},
    {"P": 3, "BMAX": 1, "CBANKS": 15, "NBUF": 15},
    {"P": 8, "BMAX": 1, "IO_WORDS": 4},
    {"P": 2, "BMAX": 2, "EXP": 5, "W": 16, "FMA_LAT": 4, "ACC_LAT": 2},
    {"P": 2, "BMAX": 3, "EXP": 5, "W": 16, "AW": 32, "LANES": 4, "FMA_LAT": 8, "ACC_LAT": 5, "IO_WORDS": 2},
    {"P": 2, "BMAX": 4, "EXP": 8, "W": 32, "LANES": 2, "FMA_LAT": 4, "ACC_LAT": 3, "GROUP": 8},
]
# More than one parameter where an illegal one needs company to be the one that is found.
ILLEGAL = [{"P": 1}, {"BMAX": 0}, {"BFULL": 1}, {"BFULL": 4, "BMAX": 1}, {"EXP": 4, "W": 16},
           {"EXP": 8, "W": 16, "BMAX": 1, "FMA_LAT": 5, "ACC_LAT": 4}, {"W": 7, "CW": 8}, {"W": 26},
           {"W": 18, "EXP": 8}, {"W": 32, "EXP": 5}, {"CW": 7}, {"CW": 19}, {"CW": 16, "EXP": 8, "W": 32}, {"AW": 64},
           {"AW": 24, "EXP": 8, "W": 16}, {"PS": 0}, {"PS": 8, "EXP": 8, "W": 32}, {"NBUF": 1}, {"CBANKS": 0},
           {"DEPTH": 12}, {"LANES": 3}, {"LANES": 2, "BMAX": 1}, {"IO_WORDS": 3}, {"IO_WORDS": 2, "P": 3},
           {"MEM_LAT": 3}, {"MEM_LAT": 2, "BMAX": 1}, {"FMA_LAT": 0}, {"FMA_LAT": 2, "BMAX": 1},
           {"ACC_LAT": 2, "GROUP": 2}, {"GROUP": 4}, {"GROUP": 2, "EXP": 8, "W": 16, "ACC_LAT": 3, "FMA_LAT": 5},
           {"COUNT": 32}, {"IN_BITS": 16}, {"OUT_BITS": 20}]


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
@pytest.mark.parametrize("parameters", [*{**configurations(), **configurations(CORNERS)}.values(), *ODD], ids=name)
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
    named = any(f"{TOP}_{parameter}_" in output for parameter in parameters)
    assert tool is verilator or named, f"stopped for another reason\n{output}"


@pytest.mark.quick
def test_a_node_maps_to_block_ram_and_a_multiplier():
    files = " ".join(str(path) for path in sorted((ROOT / "rtl/cell").glob("*.v")))
    script = f"read_verilog {files}; synth_ecp5 -run begin:map_ffs -top orb_cell_block; stat"
    done = subprocess.run(["yosys", "-p", script], cwd=ROOT, capture_output=True, text=True, check=True)
    summary = done.stdout.rsplit("Number of cells", 1)[1]
    counts = dict(line.split() for line in summary.splitlines() if len(line.split()) == 2)
    assert {cell: counts.get(cell) for cell in ("DP16KD", "MULT18X18D")} == {"DP16KD": "2", "MULT18X18D": "1"}
