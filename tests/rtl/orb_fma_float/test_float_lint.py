# Static checks of the float arithmetic by itself: no warning from three tools at any latency and format.
# SPDX-License-Identifier: Apache-2.0
import subprocess

import pytest
from sources import ROOT

FORMATS = {"binary32": (8, 23, 8, 23), "bfloat16": (8, 7, 8, 7), "binary16": (5, 10, 5, 10),
           "bfloat16_binary32": (8, 7, 8, 23), "binary16_binary32": (5, 10, 8, 23)}
LATENCIES = [(1, 1, 1), (2, 2, 4), (2, 3, 4), (2, 4, 4), (3, 5, 8)]
FILES = sorted(str(path.relative_to(ROOT)) for name in ("orb_reg", "orb_float_*", "orb_fma_float", "orb_round_float")
               for path in (ROOT / "rtl/node").glob(name + ".v"))


def verilator(top, parameters):
    return ["verilator", "--lint-only", "-Wall", "--top-module", top, *[f"-G{p}" for p in parameters], *FILES]


def icarus(top, parameters):
    return ["iverilog", "-g2005", "-Wall", "-t", "null", "-s", top, *[f"-P{top}.{p}" for p in parameters], *FILES]


def yosys(top, parameters):
    chosen = " ".join("-set " + p.replace("=", " ") for p in parameters)
    script = [f"read_verilog {' '.join(FILES)}", f"chparam {chosen} {top}", f"hierarchy -check -top {top}", "proc",
              "check -assert"]
    return ["yosys", "-q", "-p", "; ".join(script)]


def check(command):
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    output = done.stdout + done.stderr
    assert done.returncode == 0, output
    assert not output.strip(), output


TOOLS = pytest.mark.parametrize("tool", [verilator, icarus, yosys], ids=lambda tool: tool.__name__)
EACH_FORMAT = pytest.mark.parametrize("widths", FORMATS.values(), ids=FORMATS.keys())


def formats(widths):
    return [f"{key}={value}" for key, value in zip(("EXP", "MAN", "AEXP", "AMAN"), widths)]


@TOOLS
@EACH_FORMAT
@pytest.mark.parametrize("latency", LATENCIES, ids=lambda latency: "_".join(map(str, latency)))
def test_multiply_add(tool, widths, latency):
    latencies = [f"{key}={value}" for key, value in zip(("MUL_LAT", "ADD_LAT", "GROUP"), latency)]
    check(tool("orb_fma_float", [*formats(widths), *latencies]))


@TOOLS
@EACH_FORMAT
def test_rounding(tool, widths):
    check(tool("orb_round_float", formats(widths)))
