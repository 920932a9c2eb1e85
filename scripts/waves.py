# Timing diagrams: WaveDrom sources that are simulated, so that what they show is what the Verilog does.
# SPDX-License-Identifier: Apache-2.0
"""Usage: waves.py check SOURCE.json...   say where a diagram and its simulation differ
       waves.py update SOURCE.json...  write waves of the simulation into the diagram
       waves.py svg OUTPUT.svg SOURCE.json

A source is a diagram of WaveDrom with a few keys more:
  top, parameters  the module that is simulated, with its clock `clk`
  constants        its inputs that are not drawn
  values           labels in the waves that stand for numbers; other labels are numbers themselves
  program          of descriptors, for orbital_core only: the core runs it, on blocks of the extents `block`
  begin, before    with a program: the diagram begins so many cycles before this signal first rises
The wave of an input is what the simulation drives. Before the diagram begins, it has its first value, and rst, if that
is not drawn, is 1. With a program, inputs are AXI4-Streams: tvalid of the source and tready of the sink; where they are
not drawn, they are 1, and the words in count from 0. All other waves are compared; `x` stands for a value without a
meaning. A name is that of a signal in the top, unless the key `signal` gives another one."""
import json
import re
import subprocess
import sys
import tempfile
from functools import cache
from itertools import zip_longest
from pathlib import Path

import rdl_map
import yowasp_wavedrom

ROOT = Path(__file__).resolve().parents[1]
CLOCK = "p"
LIMIT = 100000  # cycles until the diagram begins
STREAMS = ("s_axis_tvalid", "m_axis_tready")


def lanes(diagram):
    """All signals but the clock, those within groups too."""
    def flat(items):
        for item in items:
            if isinstance(item, list):
                yield from flat(item[1:])
            elif item and not item["wave"].startswith(CLOCK):
                yield item
    return list(flat(diagram["signal"]))


def path(lane):
    return lane.get("signal", lane["name"])


def number(diagram, label):
    value = diagram.get("values", {}).get(label, label)
    return int(value, 0) if isinstance(value, str) else value


def values(diagram, lane):
    """The value of a signal in each cycle; None where it has no meaning."""
    labels, result = iter(lane.get("data", ())), []
    for mark in lane["wave"]:
        if mark in "01":
            result.append(int(mark))
        elif mark == "x":
            result.append(None)
        elif mark == ".":
            result.append(result[-1])
        else:
            result.append(number(diagram, next(labels)))
    return result


def wave(diagram, lane, trace):
    """The reverse, for a trace of a simulation."""
    marks, labels, narrow = "", [], set(trace) <= {0, 1, None} and "data" not in lane
    names = {number(diagram, label): label for label in lane.get("data", ())}
    for now, before in zip(trace, [object(), *trace]):
        if now == before:
            marks += "."
        elif now is None or narrow:
            marks += "x" if now is None else str(now)
        else:
            marks += "="
            labels.append(names.get(now, str(now)))
    return {"wave": marks, "data": labels} if labels else {"wave": marks}


def ports(top):
    """Name -> direction of each port of a module."""
    text = next((ROOT / "rtl").rglob(f"{top}.v")).read_text()
    return {name: direction for direction, name in
            re.findall(r"^ +(input|output) +(?:wire|reg)? *(?:\[[^]]*\])? *(\w+),? *(?://.*)?$", text, re.MULTILINE)}


def descriptor(fields):
    """The two words of a descriptor."""
    registers = {reg.name: reg for reg in rdl_map.load(str(ROOT / "rtl/regs/orbital.rdl"))[1]}
    words = [sum(fields.get(field.inst_name, 0) << field.lsb for field in registers[f"PROGRAM_{half}"].fields)
             for half in ("LO", "HI")]
    assert set(fields) <= {f.inst_name for half in ("LO", "HI") for f in registers[f"PROGRAM_{half}"].fields}, fields
    return words


def writes(diagram):
    """(address, word) of each register that a program takes, its start the last."""
    address = {reg.name: reg.address for reg in rdl_map.load(str(ROOT / "rtl/regs/orbital.rdl"))[1]}
    result = [(address["BLOCK"], sum(extent << 8 * n for n, extent in enumerate(diagram["block"])))]
    for index, fields in enumerate(diagram["program"]):
        low, high = descriptor(fields)
        result += [(address["PROGRAM_LO"] + 8 * index, low), (address["PROGRAM_HI"] + 8 * index, high)]
    return [*result, (address["CONTROL"], 1)]


# What the bench of a program has besides: words that count, and writes of registers.
WRITE = """    always @(posedge clk) if (s_axis_tvalid && top.s_axis_tready) s_axis_tdata <= #1 s_axis_tdata + 1;
    task write(input [11:0] where, input [31:0] word); begin
        s_axil_awaddr = where; s_axil_wdata = word; s_axil_awvalid = 1; s_axil_wvalid = 1;
        fork
            begin @(negedge clk) while (!top.s_axil_awready) @(negedge clk); cycle; s_axil_awvalid = 0; end
            begin @(negedge clk) while (!top.s_axil_wready) @(negedge clk); cycle; s_axil_wvalid = 0; end
        join
    end endtask"""


def driven(diagram):
    """Signals that the diagram draws and the bench drives."""
    inputs = STREAMS if "program" in diagram else \
        [name for name, direction in ports(diagram["top"]).items() if direction == "input"]
    return [lane for lane in lanes(diagram) if path(lane) in inputs]


def bench(diagram):
    """A Verilog bench that prints what the signals are at the end of each cycle."""
    top, cycles = diagram["top"], max(len(lane["wave"]) for lane in lanes(diagram))
    stimulus = {path(lane): ["64'bx" if value is None else value for value in values(diagram, lane)]
                for lane in driven(diagram)}
    directions = ports(top)
    inputs = [name for name, direction in directions.items() if direction == "input" and name != "clk"]
    held = {"rst": 0, **diagram.get("constants", {})}
    parameters = ", ".join(f".{key}({value})" for key, value in diagram.get("parameters", {}).items())
    connections = ", ".join(f".{name}({name})" for name in ["clk", *inputs])
    prints = "".join(f' $write("%b ", {"" if path(lane) in stimulus else "top."}{path(lane)});'
                     for lane in lanes(diagram))
    if "program" in diagram:
        held.update({name: 1 for name in (*STREAMS, "s_axil_bready")}, s_axil_wstrb=15)
    first = {name: stimulus.get(name, [held.get(name, 0)])[0] for name in inputs}
    lines = ["`timescale 1ns / 1ps", "module bench;", "    integer at = -1;", "    reg clk = 0;",
             "    always #5 clk = !clk;", *(f"    reg [63:0] {name} = {value};" for name, value in first.items()),
             f"    {top} #({parameters}) top ({connections});", "    task cycle; begin @(posedge clk); #1; end endtask",
             f"    always @(posedge clk) begin #1; if (at >= 0) at = at + 1; if (at == {cycles}) $finish;",
             *(f"        if (at == {n}) {name} = {trace[n]};" for name, trace in stimulus.items()
               for n in range(1, cycles) if trace[n] != trace[n - 1]), "    end"]
    reset = "rst" in inputs and "rst" not in stimulus
    lines += ["    initial begin", "        rst = 1;" * reset, "        repeat (8) cycle;", "        rst = 0;" * reset]
    if "program" in diagram:
        lines += [*(f"        write({where}, {word});" for where, word in writes(diagram)), "    end", WRITE,
                  f"    always @(posedge clk) begin #8; if (at < 0 && top.{diagram['begin']} === 1'b1) at = 0;"
                  f"{prints} $display(at); end", f"    initial #{10 * LIMIT} $finish;"]
    else:
        lines += ["        at = 0;", "    end", f"    always @(posedge clk) begin #8;{prints} $display(at); end"]
    return "\n".join([*lines, "endmodule", ""])


@cache  # tests ask for the same simulation several times
def printed(text):
    """What a bench prints."""
    with tempfile.TemporaryDirectory() as folder:
        source, program = Path(folder) / "bench.v", Path(folder) / "bench"
        source.write_text(text)
        subprocess.run(["iverilog", "-g2005", "-o", program, "-s", "bench", "-f", "rtl/orbital_core.f", source],
                       cwd=ROOT, check=True, capture_output=True)
        return subprocess.run([program], cwd=ROOT, check=True, capture_output=True, text=True).stdout


def simulate(diagram):
    """The values of all signals, in the order of lanes(), in each cycle of the diagram."""
    rows = [line.split() for line in printed(bench(diagram)).splitlines()]
    cycles = max(len(lane["wave"]) for lane in lanes(diagram))
    begins = [n for n, row in enumerate(rows) if row[-1] == "0"]
    assert begins, f"{diagram['begin']} never rises"
    rows = rows[begins[0] - diagram.get("before", 0):][:cycles]
    return [[None if set(row[n]) - {"0", "1"} else int(row[n], 2) for row in rows]
            for n in range(len(lanes(diagram)))]


def differences(diagram):
    """What the diagram shows and the simulation does not."""
    found = []
    for lane, trace in zip(lanes(diagram), simulate(diagram)):
        expected = values(diagram, lane)
        if len(expected) != len(trace) or set(expected) == {None}:
            found.append(f"{lane['name']}: {len(expected)} cycles of {len(trace)}, or nothing to compare")
        for cycle, (shown, value) in enumerate(zip(expected, trace)):
            if shown is not None and shown != value:
                found.append(f"{lane['name']}, cycle {cycle}: {shown} in the diagram, {value} in the simulation")
    return found


def updated(text):
    """The text of a source with the waves of its simulation; a value without a meaning remains one."""
    diagram = json.loads(text)
    for lane, trace in zip(lanes(diagram), simulate(diagram)):
        old = values(diagram, lane)
        trace = [None if mark is None and len(old) == len(trace) else now for mark, now in zip_longest(old, trace)]
        new = ", ".join(f'"{key}": {json.dumps(value)}' for key, value in wave(diagram, lane, trace).items())
        place = rf'("name": *"{re.escape(lane["name"])}", *)"wave": *"[^"]*"(, *"data": *\[[^\]]*\])?'
        text, count = re.subn(place, lambda found: found[1] + new, text)
        assert count == 1, f"{lane['name']}: a name is unique, and its wave and data follow it"
    return text


def drawn(diagram):
    """The SVG, without those of WaveDrom's shapes that the diagram does not use."""
    shapes, rest = yowasp_wavedrom.render(diagram).split("</defs>")
    shapes = re.sub(r'<g id="([^"]*)">.*?</g>', lambda shape: shape[0] if f'"#{shape[1]}"' in rest else "", shapes)
    return f"{shapes}</defs>{rest}\n"


def main(command, *names):
    if command == "svg":
        output, source = names
        Path(output).write_text(drawn(json.loads(Path(source).read_text())))
    if command == "update":
        for name in names:
            Path(name).write_text(updated(Path(name).read_text()))
    wrong = []
    if command == "check":
        wrong = [f"{name}: {line}" for name in names for line in differences(json.loads(Path(name).read_text()))]
        print("".join(f"{line}\n" for line in wrong), end="")
    return 1 if wrong else 0


if __name__ == "__main__":
    if len(sys.argv) < 3 or sys.argv[1] not in ("check", "update", "svg"):
        sys.exit(__doc__)
    sys.exit(main(*sys.argv[1:]))
