# Plots and tables of what was simulated, from the CSV files that study.py leaves.
# SPDX-License-Identifier: Apache-2.0
"""Usage: report.py FOLDER PAGE PICTURES

FOLDER has the CSV files of study.py. PAGE is written in Markdown, its plots go to the folder PICTURES."""
import argparse
import math
import os
import sys
from pathlib import Path

import lirkov
from platforms import PLATFORMS
from plots import COLOURS, Line, Panel, draw_lines
from points import QUADRICS_SIDE
from product_report import matrices, rings
from tables import NUMBERS, names, number, read, table, where

TITLES = {"torus": "3D torus", "fat-tree": "fat tree"}
MACHINES = {"bgp": "Blue Gene/P", "galera": "Galera"}
CAUTION = """
This study does not show which algorithm is the fastest: grids are fixed, `remap` is missing, and copies and starts of \
messages are free. The study [`grids`](#grids-copies-and-the-cost-of-a-message) compares the algorithms.

The shortest simulated time in this model, ms, and in brackets the next one:

"""
TRANSFORMS = {"f64": "DCT, double", "c128": "DFT, double"}


def volume(row):
    return int(row["n"].split(",")[0])


def hidden(row):
    """The part of the communication that local work hides: 1 - (execution - work) / communication alone. None if there
    is no communication."""
    return max(0.0, 1 - (row["seconds"] - row["work"]) / row["idle"]) if row["messages"] else None


def exponent(points):
    """The slope of the least squares line through the logarithms."""
    x, y = ([math.log(point[i]) for point in points] for i in range(2))
    at = sum(x) / len(x), sum(y) / len(y)
    return sum((a - at[0]) * (b - at[1]) for a, b in zip(x, y)) / sum((a - at[0])**2 for a in x)


def scaling(rows, pictures):
    """Seconds of all algorithms, the hidden part of their communication, and the fastest ones by ranks."""
    algorithms = names(rows, "algorithm")
    colour = dict(zip(algorithms, COLOURS))
    panels, overlaps, lines = [], [], []
    cases = list(dict.fromkeys((row["n"], row["kind"], row["element"]) for row in rows))
    for platform in names(rows, "platform"):
        for n, kind, element in cases:
            some = {a: where(rows, platform=platform, n=n, kind=kind, element=element, algorithm=a) for a in algorithms}
            title = f"{TITLES[platform]}, {kind.upper()} of {n.split(',')[0]}³, {element}"
            panels.append(Panel(title, [Line(a, [(r["ranks"], r["seconds"]) for r in some[a]], colour[a], False)
                                        for a in algorithms], "ranks", "seconds"))
            if n.startswith("400") and kind == "dct":
                overlaps.append(Panel(title, [Line(a, [(r["ranks"], 100 * hidden(r)) for r in some[a]
                                                       if r["messages"]], colour[a], False) for a in algorithms],
                                      "ranks", "% of communication hidden", False))
            lines.append([title, *[best(some, ranks) for ranks in (8, 64, 256, 1024)]])
    legend = [Line(a, [], colour[a], False) for a in algorithms]
    draw_lines(pictures / "scaling.svg", panels, legend)
    draw_lines(pictures / "overlap.svg", overlaps, legend)
    costs = []
    for algorithm in algorithms:
        for ranks in (8, 64, 512):
            for row in where(rows, platform="torus", n=cases[0][0], kind=cases[0][1], algorithm=algorithm, ranks=ranks):
                costs.append([f"`{algorithm}`", str(ranks), f"{row['steps']:.0f}", f"{row['messages']:.0f}",
                              number(row["bytes"] / 1e6), number(1e3 * row["work"]), number(1e3 * row["idle"]),
                              number(1e3 * row["seconds"]), f"{100 * hidden(row):.0f} %"])
    return (f"Figures per rank, DCT of {cases[0][0].split(',')[0]}³ in float on the torus:\n\n" +
            table(["algorithm", "ranks", "steps", "messages", "MB", "work, ms", "communication alone, ms",
                   "both, ms", "hidden"], costs) + CAUTION +
            table(["", "8 ranks", "64", "256", "1024"], lines))


def best(some, ranks):
    found = sorted((row["seconds"], algorithm) for algorithm, rows in some.items() for row in rows
                   if row["ranks"] == ranks)
    text = [f"`{algorithm}` {number(1e3 * seconds)}" for seconds, algorithm in found[:2]]
    return text[0] + (f" ({text[1]})" if len(text) > 1 else "") if text else "–"


def simulated(rows):
    """By machine, element, direction and size: seconds by nodes, where no inverse was simulated a forward one's."""
    found = {}
    for row in rows:
        key = row["platform"], row["element"], row["direction"], volume(row)
        found.setdefault(key, {})[row["ranks"]] = row["seconds"]
    for (platform, element, way, n), at in found.items():
        if way == "inverse":
            for nodes, seconds in found[platform, element, "forward", n].items():
                at.setdefault(nodes, seconds)
    return found


def beside(rows, pictures):
    """The paper's tables, and Figure 1."""
    ours = simulated(rows)
    out, ratios, speed = [], {}, []
    for row in lirkov.rows():
        at = ours.get((row["machine"], row["element"], lirkov.DIRECTIONS[row["direction"]], row["n"]), {})
        if row["quantity"] == "seconds":
            cells = [f"{theirs:.2f} / {at[nodes]:.2f}" if theirs and nodes in at else "" for nodes, theirs in
                     row["at"].items()]
            for nodes, theirs in row["at"].items():
                if theirs and theirs >= 0.1 and nodes in at:
                    ratios.setdefault((row["machine"], row["element"], nodes), []).append(at[nodes] / theirs)
        else:
            cells = [f"{theirs:.1f} / {at[1] / at[nodes]:.1f}" if theirs and nodes in at and 1 in at else ""
                     for nodes, theirs in row["at"].items()]
        speed.append((row["table"], [row["kind"].upper() + ", " + row["precision"], row["direction"], str(row["n"]),
                                     *cells]))
    heads = ["transform", "direction", "N", *map(str, lirkov.NODES)]
    for name in dict.fromkeys(name for name, _ in speed):
        quantity = "speed-up" if name in ("III", "VI") else "seconds"
        out.append(f"Table {name}, {quantity}, measured there / simulated here, by nodes:\n\n" +
                   table(heads, [line for n, line in speed if n == name]))
    short = []
    for machine in MACHINES:
        for element in lirkov.ELEMENTS.values():
            by_nodes = [sorted(ratios.get((machine, element, nodes), [])) for nodes in lirkov.NODES]
            short.append([MACHINES[machine], element,
                          *[f"{some[len(some) // 2]:.2f}" if some else "" for some in by_nodes]])
    panels = []
    for n in (400, 600):
        drawn = []
        for (machine, title), colours in zip(MACHINES.items(), ((COLOURS[0], COLOURS[2]), (COLOURS[1], COLOURS[3]))):
            for element, colour in zip(("c64", "c128"), colours):
                there = [r["at"] for r in lirkov.rows() if r["machine"] == machine and r["element"] == element
                         and r["n"] == n and r["quantity"] == "seconds"]
                here = [ours.get((machine, element, way, n), {}) for way in ("forward", "inverse")]
                drawn.append(Line(f"{title}, {element}, simulated",
                                  [(p, here[0][p] + here[1][p]) for p in lirkov.NODES if all(p in h for h in here)],
                                  colour, False))
                drawn.append(Line(f"{title}, {element}, measured",
                                  [(p, there[0][p] + there[1][p]) for p in lirkov.NODES if all(t[p] for t in there)],
                                  colour, True))
        panels.append(Panel(f"Forward and backward DFT of {n}³", drawn, "nodes", "seconds"))
    draw_lines(pictures / "lirkov.svg", panels, panels[0].lines)
    return ("A node has one rank, as in the paper. Its products have as many threads as it has cores, eight on Galera "
            "and four on Blue Gene/P: the rates are those of such nodes (the columns of one node). Sums, look-ups and "
            "copies are free.\n\n"
            "Simulated by measured seconds, the median of those of 0.1 s and more, by nodes:\n\n" +
            table(["", "element", *map(str, lirkov.NODES)], short) + "\n" + "\n".join(out))


def threads(rows, _):
    """Ranks with threads beside more ranks: communication alone, and whole executions."""
    found = {(row["platform"], row["element"], volume(row), row["ranks"] // PLATFORMS[row["platform"]].ranks): row
             for row in rows}
    nodes = sorted({key[3] for key in found})
    out = []
    for what, key, heading in (("Communication alone", "idle", "ms"), ("Whole transforms", "seconds", "ms")):
        lines = []
        for element, n in dict.fromkeys((row["element"], volume(row)) for row in rows):
            pairs = [[1e3 * found[platform, element, n, p][key] for platform in ("galera", "galera-cores")]
                     for p in nodes]
            lines.append([TRANSFORMS[element], str(n), *[" / ".join(map(number, pair)) for pair in pairs]])
        out.append(f"{what}, {heading}, one rank / eight ranks on a node, by nodes:\n\n" +
                   table(["transform", "N", *map(str, nodes)], lines))
    return ("Lirkov et al. had one rank on each node, and a BLAS with as many threads as the node has cores (section "
            "III.B). Here, that is compared with eight ranks on a node, which share its link, and compute as fast "
            "together as one rank does with its threads. The paper has no rates of a single core, so this comparison "
            "is one of communication only.\n\n" + "\n".join(out))


def way_of(row):
    if row["shift"] == str(row["ranks"]):
        return "ring, both ways"
    return {"2": "powers of 2, one way", "3": "powers of 3, both ways"}.get(row["shift"], "torus, both ways")


def sizes(rows, ways):
    """Figure 7 of the paper: times by the side of the matrix, on two machines. Returns its panel, and a table."""
    some = sorted((row for row in rows if way_of(row) == ways), key=volume)
    machines = sorted({row["ranks"] for row in some if volume(row) != volume(some[-1])} &
                      {row["ranks"] for row in some if volume(row) == volume(some[-1])})
    at = {ranks: {volume(row): row["seconds"] for row in some if row["ranks"] == ranks} for ranks in machines}
    panel = Panel("One transposition of n × n numbers, torus",
                  [Line(f"{ranks} ranks", list(at[ranks].items()), colour, False)
                   for ranks, colour in zip(machines, COLOURS[2:])], "n", "seconds")
    sides = list(at[machines[0]])
    return panel, table(["shifts through the torus", *map(str, sides)],
                        [[f"{ranks} ranks", *[number(1e3 * at[ranks][side]) for side in sides]] for ranks in machines])


def transpositions(rows, pictures):
    panel, by_size = sizes(rows, "torus, both ways")
    rows = [row for row in rows if volume(row) == QUADRICS_SIDE]
    ways = {way: [row for row in sorted(rows, key=lambda r: r["ranks"]) if way_of(row) == way]
            for way in dict.fromkeys(map(way_of, rows))}
    measured, expected = -0.76, -0.66
    drawn = [Line(f"{way}: {exponent([(r['ranks'], r['seconds']) for r in some]):.2f}",
                  [(r["ranks"], r["seconds"]) for r in some], colour, False)
             for (way, some), colour in zip(ways.items(), COLOURS)]
    first = ways["torus, both ways"][0]
    drawn += [Line(f"{name}: {slope}", [(r["ranks"], first["seconds"] * (r["ranks"] / first["ranks"])**slope)
                                        for r in ways["torus, both ways"]], colour, True)
              for name, slope, colour in (("measured by Lippert et al.", measured, COLOURS[4]),
                                          ("expected there", expected, COLOURS[5]))]
    relative = []
    for way, some in ways.items():
        base = some[0]["ranks"] * some[0]["seconds"]
        relative.append(Line(way, [(r["ranks"], base / (r["ranks"] * r["seconds"])) for r in some],
                             COLOURS[len(relative)], False))
    side = f"{QUADRICS_SIDE} × {QUADRICS_SIDE}"
    panels = [Panel(f"One transposition of {side} complex numbers", drawn, "ranks", "seconds"),
              Panel("Relative performance (that of 32 ranks is 1)", relative, "ranks", "efficiency", False)]
    draw_lines(pictures / "quadrics.svg", panels, drawn)
    draw_lines(pictures / "quadrics-sizes.svg", [panel], panel.lines)
    lines = [[way, *[f"{1e3 * r['seconds']:.1f}" for r in some],
              f"{exponent([(r['ranks'], r['seconds']) for r in some]):.2f}"] for way, some in ways.items()]
    return (f"One transposition of {side} complex numbers, ms, local work left out (Figure 8):\n\n" +
            table(["shifts", *[f"{r['ranks']} ranks" for r in ways["torus, both ways"]], "exponent of p"], lines) +
            "\nThe same of n × n complex numbers, ms, by n (Figure 7):\n\n" + by_size)


def real(rows, _):
    """Real data gave what was expected, in the seconds of the model."""
    worst = max((row["error"] for row in rows), key=lambda error: (math.isnan(error), error))
    pairs = {}
    for row in rows:
        pairs.setdefault((row["algorithm"], row["n"], row["ranks"]), set()).add(
            tuple(row[key] for key in NUMBERS[:-1]))
    differing = [key for key, values in pairs.items() if len(values) > 1]
    if differing or not worst < 1e-5:
        sys.exit(f"report.py: largest error {worst}; real data take other seconds than the model: {differing}")
    return (f"{len(pairs)} transforms with real data: the largest error of a result is {worst:.1e} of the largest "
            "result; seconds, messages and bytes are those of the model.\n")


def grids(rows, _):
    """For each machine, the best grid of each algorithm; and what the cost of a message changes."""
    cases = list(dict.fromkeys((row["n"], row["kind"], row["element"], row["ranks"]) for row in rows))
    algorithms = names(rows, "algorithm")
    out = []
    for n, kind, element, ranks in cases:
        lines = []
        for platform in names(rows, "platform"):
            for layout in ("canonical", "skewed"):
                some = where(rows, platform=platform, n=n, kind=kind, element=element, ranks=ranks, layout=layout)
                cells = []
                for algorithm in algorithms:
                    row = min(where(some, algorithm=algorithm), key=lambda r: r["seconds"], default=None)
                    cells.append(f"{number(1e3 * row['seconds'])} ({row['grid'].replace(',', '×')}, "
                                 f"{100 * hidden(row):.0f} %)" if row else "–")
                if some:
                    lines.append([platform, layout, *cells])
        out.append(f"{kind.upper()} of {n.split(',')[0]}³, {element}, {ranks} ranks, ms; in brackets the grid and the "
                   "part of the communication that is hidden:\n\n" +
                   table(["machine", "coefficients", *[f"`{a}`" for a in algorithms]], lines))
    return "\n".join(out)


WRITTEN = "<!-- written by make scale (mpi/sim/report.py) -->"
OWN_PAGES = ("lirkov",)  # hundreds of lines

INTRODUCTION = f"""# Simulated clusters

{WRITTEN}

These are the results of `make scale`; [cluster-simulation.md](cluster-simulation.md) explains the simulation and draws
conclusions. Nothing here was measured on a cluster, except the figures that are marked as those of a paper. All other
seconds are those of SimGrid's model of a machine.

| machine | |
|---|---|
"""

# of each study: its heading, and its picture
SECTIONS = {"real": ("Real data", None, real),
            "scaling": ("The algorithms of transforms", ("scaling", "overlap"), scaling),
            "lirkov": ("Beside the measurements of Lirkov et al.", ("lirkov",), beside),
            "threads": ("One rank on each node, with threads", None, threads),
            "quadrics": ("Transpositions on a torus", ("quadrics", "quadrics-sizes"), transpositions),
            "rings": ("Products of matrices on rings", ("rings",), rings),
            "matrices": ("Products of matrices on grids", ("matrices",), matrices),
            "grids": ("Grids, copies and the cost of a message", None, grids)}


def write(folder, page, pictures):
    pictures.mkdir(parents=True, exist_ok=True)
    out = [INTRODUCTION + "".join(f"| `{name}` | {p.about} |\n" for name, p in PLATFORMS.items())]
    for name, (heading, drawn, report) in SECTIONS.items():
        rows = read(folder / f"{name}.csv")
        if rows:
            text = report(rows, pictures)
            images = "".join(f"![{heading}]({os.path.relpath(pictures, page.parent)}/{picture}.svg)\n\n"
                             for picture in drawn or ())
            if name in OWN_PAGES:
                own = page.with_name(f"{page.stem}-{name}.md")
                title = f"# Simulated clusters: {heading[0].lower()}{heading[1:]}"
                own.write_text(f"{title}\n\n{WRITTEN}\n\n{images}{text}")
                text, images = f"The tables are on [a separate page]({own.name}).\n", ""
            out.append(f"## {heading}\n\n{images}{text}")
    page.write_text("\n".join(out))
    print(f"{page}, {page.stem}-*.md, {pictures}/*.svg")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("page", type=Path)
    parser.add_argument("pictures", type=Path)
    options = parser.parse_args()
    write(options.folder, options.page, options.pictures)


if __name__ == "__main__":
    main()
