# Static checks of the Verilog by three tools: no warning in any configuration, and no illegal parameter accepted.
# SPDX-License-Identifier: Apache-2.0
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from configs import CORNERS, configurations
from sources import LISTS, ROOT, listed, tracked

CORE, AXI, LINK = "orbital_core", "orbital_axi", "orbital_link"
CORE_LIST, AXI_LIST, LINK_LIST, PORTS_LIST, ETH_LIST, HLS_LIST = LISTS
ODD = [
    {"P": 2, "BMAX": 2, "BFULL": 2, "W": 8},
    {"P": 3, "BMAX": 3, "BFULL": 36, "W": 25, "CW": 18, "NBUF": 3, "CBANKS": 2, "MEM_LAT": 1, "FMA_LAT": 1},
    {"P": 4, "BMAX": 3, "IO_WORDS": 4, "LANES": 2},
    {"P": 6, "BMAX": 2, "BFULL": 2, "IO_WORDS": 2},
    {"P": 2, "BMAX": 4, "W": 16, "MEM_LAT": 1, "SUM_LAT": 0},
    {"P": 3, "BMAX": 2, "BFULL": 36, "CBANKS": 2, "SUM_LAT": 0},
    {"P": 2, "BMAX": 1, "IO_WORDS": 2, "DEPTH": 2},
    {"P": 3, "BMAX": 1, "CBANKS": 15, "NBUF": 15},
    {"P": 4, "BMAX": 1, "IO_WORDS": 4},
    {"P": 2, "BMAX": 2, "EXP": 5, "W": 16, "FMA_LAT": 4, "ACC_LAT": 2},
    {"P": 2, "BMAX": 3, "EXP": 5, "W": 16, "AW": 32, "LANES": 4, "FMA_LAT": 8, "ACC_LAT": 5, "IO_WORDS": 2},
    {"P": 2, "BMAX": 4, "EXP": 8, "W": 32, "LANES": 2, "FMA_LAT": 4, "ACC_LAT": 3, "GROUP": 8},
]
# Nodes of each kind, with the fewest bits of addresses, which bring widths to their limits in arrays of each size.
KINDS = [{"BMAX": 1}, {"BMAX": 2, "BFULL": 2}, {"BMAX": 2, "BFULL": 2, "SUM_LAT": 0},
         {"BMAX": 2, "BFULL": 2, "EXP": 5, "W": 16, "FMA_LAT": 4, "ACC_LAT": 2}]
SIZES = [{"P": p, **kind} for p in range(2, 10) for kind in KINDS]
# More than one parameter where an illegal one needs company to be the one that is found.
ILLEGAL = [{"P": 1}, {"BMAX": 0}, {"BFULL": 1}, {"BFULL": 4, "BMAX": 1}, {"EXP": 4, "W": 16},
           {"EXP": 8, "W": 16, "BMAX": 1, "FMA_LAT": 5, "ACC_LAT": 4}, {"W": 7, "CW": 8}, {"W": 26},
           {"W": 18, "EXP": 8}, {"W": 32, "EXP": 5}, {"CW": 7}, {"CW": 19}, {"CW": 16, "EXP": 8, "W": 32}, {"AW": 64},
           {"AW": 24, "EXP": 8, "W": 16}, {"PS": 0}, {"PS": 8, "EXP": 8, "W": 32}, {"NBUF": 1}, {"CBANKS": 0},
           {"DEPTH": 12}, {"LANES": 3}, {"LANES": 2, "BMAX": 1}, {"IO_WORDS": 3}, {"IO_WORDS": 2, "P": 3},
           {"MEM_LAT": 3, "SUM_LAT": 2}, {"MEM_LAT": 2, "BMAX": 1}, {"SUM_LAT": 3}, {"SUM_LAT": 0, "LANES": 2},
           {"SUM_LAT": 0, "BMAX": 1}, {"SUM_LAT": 0, "HOPS": 2}, {"HOPS": 3}, {"FMA_LAT": 0}, {"FMA_LAT": 2, "BMAX": 1},
           {"ACC_LAT": 2, "GROUP": 2}, {"GROUP": 4},
           {"GROUP": 2, "EXP": 8, "W": 16, "ACC_LAT": 3, "FMA_LAT": 5}, {"OUT_DEPTH": 12}, {"IN_BITS": 16},
           {"OUT_BITS": 20}]
AXIS = [{"P": 2, "BMAX": 2, "BFULL": 2, "W": 8, "STREAM_BITS": 8}, {"P": 4, "BMAX": 2, "IO_WORDS": 4},
        {"P": 2, "BMAX": 2, "EXP": 8, "W": 32, "FMA_LAT": 4, "ACC_LAT": 2, "STREAM_BITS": 64}]
# The link: beats of 1 to 16 bytes, smallest and largest memories, clocks slow and fast.
LINKS = [
    {"P": 2, "BMAX": 4, "W": 16, "AW": 32, "PS": 8, "CW": 16, "RING": 9, "REPLAY": 8, "CLOCK_HZ": 24_000_000},
    {"P": 2, "BMAX": 2, "W": 8, "CW": 8, "AW": 18, "PS": 0, "RING": 14, "REPLAY": 14, "STALL": 23, "PORT": 3},
    {"P": 4, "BMAX": 2, "EXP": 8, "W": 32, "IO_WORDS": 4, "FMA_LAT": 5, "ACC_LAT": 3, "REPLAY": 8, "STALL": 8},
    {"P": 4, "CLOCK_HZ": 140_000_000, "PORT": 2},
    {"P": 2, "BMAX": 4, "W": 16, "RING": 14, "REPLAY": 13, "STALL": 16, "PORT": 4},
]
ILLEGAL_AXIS = [{"STREAM_BITS": 16}, {"STREAM_BITS": 20, "W": 16}]
ILLEGAL_LINKS = [{"RING": 8}, {"RING": 15}, {"REPLAY": 7}, {"REPLAY": 15}, {"STALL": 7}, {"STALL": 24}, {"PORT": 5}]
PORTS = [("orb_uart", {}), ("orb_uart", {"CLOCK_HZ": 4_000_000}), ("orb_uart", {"CLOCK_HZ": 300_000_000}),
         ("orb_ft245_async", {"CLOCK_HZ": 1_000_000}), ("orb_ft245_async", {"CLOCK_HZ": 200_000_000}),
         ("orb_ft245_sync", {}), ("orb_spi_slave", {}), ("orb_udp", {}),
         ("orb_udp", {"IN_BITS": 9, "OUT_BITS": 12, "LEASE": 10, "REST": 7}), ("orb_udp_cross", {})]
ILLEGAL_PORTS = [("orb_uart", {"CLOCK_HZ": 3_999_999}), ("orb_ft245_async", {"CLOCK_HZ": 999_999}),
                 ("orb_ft245_async", {"CLOCK_HZ": 200_000_001})]


def name(value):
    return value if isinstance(value, str) else ",".join(f"{key}={value}" for key, value in value.items())


def tops(top, parameters):
    return [(top, one) for one in parameters]


def lists(top):
    """The lists of sources that a top needs, and no more."""
    return {CORE: [CORE_LIST], "sized": [CORE_LIST], AXI: [CORE_LIST, AXI_LIST],
            LINK: [CORE_LIST, LINK_LIST]}.get(
                top, [CORE_LIST, LINK_LIST, PORTS_LIST, ETH_LIST] if top.startswith("orb_udp") else [PORTS_LIST])


def command_files(top):
    return [word for name in lists(top) for word in ("-f", name)]


def verilator(top, parameters):
    return ["verilator", "--lint-only", "-Wall", *command_files(top), "--top-module", top,
            *[f"-G{key}={value}" for key, value in parameters.items()]]


def icarus(top, parameters):
    return ["iverilog", "-g2005", "-Wall", "-t", "null", *command_files(top), "-s", top,
            *[f"-P{top}.{key}={value}" for key, value in parameters.items()]]


def yosys(top, parameters):
    chosen = [f"-set {key} {value}" for key, value in parameters.items()]
    script = [f"read_verilog -defer -Irtl/include {' '.join(listed(*lists(top)))}",
              f"chparam {' '.join(chosen)} {top}" if chosen else "",
              f"hierarchy -check -top {top}", "proc", "check -assert"]
    return ["yosys", "-q", "-p", "; ".join(script)]


TOOLS = pytest.mark.parametrize("tool", [verilator, icarus, yosys], ids=lambda tool: tool.__name__)


def level(tool, parameters):
    """Icarus elaborates a large array in a second, the other two take ten or more."""
    nodes = int(parameters.get("P", 2)) ** 3
    if tool is not icarus and nodes > 216:
        return [pytest.mark.long]
    return [pytest.mark.quick] if nodes <= (64 if tool is icarus else 8 if tool is verilator else 0) else []


@pytest.mark.parametrize("tool, top, parameters", [
    pytest.param(tool, top, parameters, id=f"{top}-{name(parameters)}-{tool.__name__}", marks=level(tool, parameters))
    for top, parameters in [*tops(CORE, [*{**configurations(), **configurations(CORNERS)}.values(), *ODD, *SIZES]),
                            *tops(AXI, AXIS), *tops(LINK, LINKS), *PORTS]
    for tool in (verilator, icarus, yosys)])
def test_no_warning(tool, top, parameters):
    done = subprocess.run(tool(top, parameters), cwd=ROOT, capture_output=True, text=True)
    output = done.stdout + done.stderr
    assert done.returncode == 0, output
    assert not output.strip(), output


@TOOLS
@pytest.mark.parametrize("top, parameters", [*tops(CORE, ILLEGAL), *tops(AXI, ILLEGAL_AXIS),
                                             *tops(LINK, ILLEGAL_LINKS), *ILLEGAL_PORTS], ids=name)
def test_illegal_parameter_stops_elaboration(tool, top, parameters):
    done = subprocess.run(tool(top, parameters), cwd=ROOT, capture_output=True, text=True)
    output = done.stdout + done.stderr
    assert done.returncode != 0, f"accepted\n{output}"
    # Verilator may come upon an impossible width first.
    named = any(f"{top}_{parameter}_" in output for parameter in parameters)
    assert tool is verilator or named, f"stopped for another reason\n{output}"


@pytest.mark.quick
def test_each_source_is_in_one_list():
    """All but those of a family of chips, each once."""
    verilog = [name for name in tracked(".v") if name.startswith("rtl/")]
    portable = [name for name in verilog if not name.startswith("rtl/vendor/") or "/generic/" in name]
    assert sorted(listed()) == portable


@pytest.fixture(scope="module")
def clean(tmp_path_factory):
    """The files of the repository, and nothing that was built."""
    folder = tmp_path_factory.mktemp("clean")
    for name in tracked():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(ROOT / name, folder / name)
    return folder


@pytest.mark.quick
@TOOLS
@pytest.mark.parametrize("top", [CORE, LINK, "orb_uart", "orb_ft245_async", "orb_ft245_sync", "orb_spi_slave",
                                 "orb_udp", "orb_udp_cross"])
def test_lists_elaborate_without_a_build(tool, top, clean):
    done = subprocess.run(tool(top, {"P": 2} if top in (CORE, LINK) else {}), cwd=clean, capture_output=True, text=True)
    assert done.returncode == 0 and not (done.stdout + done.stderr).strip(), done.stdout + done.stderr


@pytest.mark.parametrize("target", ["lint", "lint_axi"])
def test_fusesoc_lints_the_core(target, clean):
    """What a user of FuseSoC gets from orbital.core, without a configuration or libraries of this machine's."""
    home = clean / "home"
    home.mkdir(exist_ok=True)
    alone = {name: str(home) for name in ("HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME")}
    done = subprocess.run([Path(sys.executable).parent / "fusesoc", "--cores-root", ".", "run", "--target", target,
                           "orbital"], cwd=clean, capture_output=True, text=True, env={**os.environ, **alone})
    output = done.stdout + done.stderr
    assert done.returncode == 0, output
    assert "verilator -f orbital" in output and "%Warning" not in output, output


SIZED = """`default_nettype none
module sized (input wire clk, input wire rst, output wire [23:0] out);
    orbital_core #(
        .P(4'd2), .BMAX(4'd8), .BFULL(4'd8), .W(5'd18), .CBANKS(2'd3), .DEPTH(6'd16)
    ) core (
        .clk(clk), .rst(rst), .m_axis_tdata(out)
    );
endmodule
"""


@pytest.mark.quick
@TOOLS
def test_parameters_may_be_constants_of_few_bits(tool, tmp_path):
    """Generators of code write 4'd8 where a person writes 8; the sizes that follow need more bits."""
    wrapper = tmp_path / "sized.v"
    wrapper.write_text(SIZED)
    command = tool("sized", {})
    if tool is yosys:
        command[-1] = command[-1].replace("hierarchy", f"read_verilog {wrapper}; hierarchy")
    else:
        command = [*command, str(wrapper), *(["-Wno-PINMISSING"] if tool is verilator else ["-Wno-portbind"])]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.quick
def test_a_node_maps_to_block_ram_and_a_multiplier():
    files = " ".join(str(path) for folder in ("node", "vendor/generic") for path in (ROOT / "rtl" / folder).glob("*.v"))
    script = f"read_verilog -Irtl/include {files}; synth_ecp5 -run begin:map_ffs -top orb_node_fixed; stat"
    done = subprocess.run(["yosys", "-p", script], cwd=ROOT, capture_output=True, text=True, check=True)
    summary = done.stdout.rsplit("Number of cells", 1)[1]
    counts = dict(line.split() for line in summary.splitlines() if len(line.split()) == 2)
    assert {cell: counts.get(cell) for cell in ("DP16KD", "MULT18X18D")} == {"DP16KD": "2", "MULT18X18D": "1"}
