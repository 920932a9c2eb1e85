# Plots and tables of the simulated products of matrices.
# SPDX-License-Identifier: Apache-2.0
import math

from plots import COLOURS, Line, Panel, draw_lines
from points import grid_of
from tables import number, table

RINGS = {"systolic": "systolic", "panels": "hyper-systolic", "one": "hyper-systolic, one panel"}
RING_TITLES = {"fat-tree": "fat tree", "torus": "3D torus", "galera": "Galera, local products are free"}


def ring_of(row):
    """The key of RINGS for a row."""
    if row["product"] == "systolic":
        return "systolic"
    return "panels" if row["panel"] == "0" else "one"


def gain(ranks):
    """The factor in Theorem 5 of Lippert et al., if K is the square root of the ranks and divides them."""
    base = math.isqrt(ranks)
    return (ranks - 1) / (base + ranks // base - 1)


def rings(rows, pictures):
    squares = [row for row in rows if row["element"] == "f32"]
    blocks = [row for row in rows if row["element"] == "c64"]
    found = {(row["platform"], row["element"], row["ranks"], ring_of(row)): row for row in rows}
    panels = [Panel(f"{title}, 2048²", [Line(name, [(row["ranks"], row["idle"]) for row in squares
                                                    if (row["platform"], ring_of(row)) == (platform, ring)],
                                             colour, False) for (ring, name), colour in zip(RINGS.items(), COLOURS)],
                    "ranks", "seconds of communication alone") for platform, title in RING_TITLES.items()]
    ranks = sorted({row["ranks"] for row in squares})
    factors = [Line(title, [(p, found[platform, "f32", p, "systolic"]["idle"] /
                             found[platform, "f32", p, "panels"]["idle"]) for p in ranks], colour, False)
               for (platform, title), colour in zip(RING_TITLES.items(), COLOURS[3:])]
    factors.append(Line("Theorem 5 of Lippert et al.", [(p, gain(p)) for p in ranks], COLOURS[7], True))
    draw_lines(pictures / "rings.svg", [*panels, Panel("Systolic by hyper-systolic", factors, "ranks",
                                                       "factor of these seconds", False)], panels[0].lines + factors)
    lines, weak = [], []
    for platform, title in RING_TITLES.items():
        for p in ranks:
            some = [found[platform, "f32", p, ring] for ring in RINGS]
            lines.append([title, str(p), *[number(1e3 * row["idle"]) for row in some],
                          *[number(1e3 * row["seconds"]) for row in some],
                          number(some[0]["bytes"] / some[1]["bytes"]), number(some[0]["idle"] / some[1]["idle"]),
                          number(gain(p))])
        if platform != "galera":
            for p in sorted({row["ranks"] for row in blocks}):
                some = [found[platform, "c64", p, ring] for ring in ("systolic", "panels")]
                weak.append([title, str(p), str(128 * p), *[f"{row['idle'] / row['work']:.3f}" for row in some]])
    heads = [(f"{what}: " if ring == "systolic" else "") + name for what in ("communication alone, ms", "all, ms")
             for ring, name in RINGS.items()]
    return ("Square matrices of 2048 floats. A factor is the value for the systolic ring divided by that for the "
            "hyper-systolic one: of the bytes that a rank sends, of the seconds of communication alone, and in Theorem "
            "5 of Lippert et al.\n\n" +
            table(["machine", "ranks", *heads, "factor: bytes", "seconds", "in the paper"], lines) +
            "\nSeconds of communication alone divided by seconds of work, for blocks of 128×128 complex floats, as in "
            "their Figure 9:\n\n" + table(["machine", "ranks", "side", "systolic", "hyper-systolic"], weak))


# The tables of Mathur and Johnsson. Table 5: N, and the seconds on 256 processors of alignment, local products, shifts
# and all together.
TABLE_5 = ((256, .030, .020, .089, .139), (512, .117, .133, .362, .613), (1024, .473, .968, 1.447, 2.889),
           (2048, 1.914, 7.529, 5.789, 15.232), (4096, 7.758, 59.738, 23.153, 90.650))
# Table 1: milliseconds on 256, 512 and 1024 processors, by P; None: not measured
TABLE_1 = {"matrix–vector": {512: (4.9, 5.0, 4.1), 1024: (9.0, 7.5, 5.2), 2048: (18.9, 14.0, 9.2),
                             4096: (48.2, 31.4, 20.4), 8192: (None, None, 43.9)},
           "vector–matrix": {512: (5.0, 4.2, 4.2), 1024: (7.9, 6.5, 5.2), 2048: (16.9, 10.0, 9.1),
                             4096: (42.5, 22.9, 15.8), 8192: (None, None, 34.3)},
           "rank-1 update": {512: (5.3, 4.7, 4.4), 1024: (9.9, 7.5, 5.5), 2048: (24.3, 14.5, 11.0),
                             4096: (74.1, 40.8, 23.1), 8192: (None, None, 70.6)}}
VECTOR_SHAPES = {"matrix–vector": "{0},1,{0}", "vector–matrix": "1,{0},{0}", "rank-1 update": "{0},{0},1"}
# Table 4: Gflop/s on 2048 processors, of some of its 38 sizes
TABLE_4 = {("f64", 6400): 9.3, ("f64", 8192): 10.6, ("f64", 10240): 11.5, ("c128", 10240): 14.3}
# Table 3: Mflop/s on 256, 512 and 1024 processors
TABLE_3 = {(256, 256, 256): (240, 320, 497), (512, 512, 512): (439, 609, 987), (1024, 1024, 1024): (744, 1079, 1788),
           (2048, 2048, 2048): (1128, 1724, 2975), (4096, 4096, 4096): (1517, 2348, 4327),
           (1024, 1024, 128): (300, 365), (1024, 1024, 512): (559, 736), (4096, 4096, 512): (706, 1033),
           (4096, 4096, 2048): (None, 1892), (128, 1024, 1024): (271, 389), (512, 1024, 1024): (534, 844),
           (512, 4096, 4096): (786, 1152), (2048, 4096, 4096): (1263, 2031)}
GRIDS = {256: "16,16", 512: "32,16", 1024: "32,32"}


def text(size):
    return "×".join(map(str, size))


def row_of(rows, mnk, grid, **wanted):
    wanted = {"product": "grid", "stationary": "c", "both_ways": "1", **wanted}
    if wanted["product"] == "vector":
        wanted = {"product": "vector"}
    return next(r for r in rows if r["mnk"] == mnk and r["grid"] == grid and
                all(r[key] == value for key, value in wanted.items()))


def squares(rows):
    """Table 5."""
    lines = []
    for n, aligned, local, shifts, total in TABLE_5:
        both, one = (row_of(rows, f"{n},{n},{n}", GRIDS[256], both_ways=ways) for ways in "10")
        lines.append([str(n), f"{aligned + shifts:.3f}", number(both["idle"]), number(one["idle"]), f"{local:.3f}",
                      number(both["work"]), f"{total:.3f}", number(both["seconds"]), number(one["seconds"])])
    return table(["N", "communication: measured", "both ways", "one way", "local products: measured", "both ways",
                  "all: measured", "both ways", "one way"], lines)


def rates_of_shapes(rows):
    """Table 3."""
    lines = []
    for (m, k, n), measured in TABLE_3.items():
        cells = []
        for ranks, there in zip(GRIDS, measured):
            grid = grid_of(ranks, (m, k, n))
            here = row_of(rows, f"{m},{n},{k}", ",".join(map(str, grid)))
            cells.append(f"{there or '–'} / {2e-6 * m * n * k / here['seconds']:.0f} ({text(grid)})")
        lines.append([text((m, k, n)), *cells, *[""] * (len(GRIDS) - len(cells))])
    return table(["m×k×n", *[f"{p} ranks" for p in GRIDS]], lines)


def vectors(rows):
    """Table 1."""
    lines = []
    for name, sizes in TABLE_1.items():
        for n, measured in sizes.items():
            found = [row_of(rows, VECTOR_SHAPES[name].format(n), grid, product="vector") if there else None
                     for there, grid in zip(measured, GRIDS.values())]
            lines.append([name, str(n), *[f"{there:.1f} / {1e3 * (here['work'] + here['wait']):.1f}" if there else "–"
                                          for there, here in zip(measured, found)],
                          f"{1e3 * found[0]['work']:.1f}" if found[0] else "–"])
    return table(["", "P", *[f"{p} ranks" for p in GRIDS], "work of 256 ranks"], lines)


def large(rows):
    """Table 4."""
    lines = []
    for (element, n), measured in TABLE_4.items():
        found = row_of(rows, f"{n},{n},{n}", "64,32", element=element)
        flops = 2e-9 * n**3 * (4 if element == "c128" else 1)
        lines.append([str(n), {"f64": "real", "c128": "complex"}[element], f"{measured:.1f}",
                      f"{flops / found['seconds']:.1f}", f"{flops / found['work']:.1f}"])
    return table(["P", "elements", "measured", "simulated", "local products alone"], lines)


def matrices(rows, pictures):
    panels = [(1024, 1024, r) for r in (1, 4, 16, 64, 256, 1024, 4096)]
    staying = {size: {s: row_of(rows, f"{size[0]},{size[2]},{size[1]}", GRIDS[256], stationary=s)["seconds"]
                      for s in ("a", "b", "c", "largest")} for size in panels}
    aspects = [(1024, 1024, 1024), (2048, 1024, 128), (128, 1024, 2048)]
    drawn = [Line(text(size), [(rows_of_grid, row_of(rows, f"{size[0]},{size[2]},{size[1]}",
                                                     f"{rows_of_grid},{256 // rows_of_grid}")["seconds"])
                               for rows_of_grid in (2**i for i in range(9))], colour, False)
             for size, colour in zip(aspects, COLOURS)]
    others = [Line(f"{name} stays", [(size[2], staying[size][s]) for size in panels], colour, False)
              for (s, name), colour in zip((("a", "A"), ("b", "B"), ("c", "C")), COLOURS[3:])]
    draw_lines(pictures / "matrices.svg",
               [Panel("Shape of the grid, 256 ranks, C stays", drawn, "rows of the grid", "seconds"),
                Panel("1024 × 1024 times 1024 × R, 16 × 16 ranks", others, "R", "seconds")], drawn + others)
    return ("Half of each operand moves in the opposite direction, unless stated otherwise.\n\n"
            "Square matrices on 16×16 ranks, C stays, s (Table 5):\n\n" + squares(rows) +
            "\nMflop/s, C stays, measured there / simulated here, and the grid here (Table 3):\n\n" +
            rates_of_shapes(rows) +
            "\nThe stationary operand, 16×16 ranks, ms (Table 6):\n\n" +
            table(["m×k×n", "A", "B", "C", "chosen"],
                  [[text(size), *[number(1e3 * seconds) for seconds in staying[size].values()]] for size in panels]) +
            "\nProducts with vectors, P×P matrices, ms, measured there / simulated here: work and waiting, without the "
            "agreement of all ranks on a status (Table 1):\n\n" + vectors(rows) +
            "\nLarge square matrices on 64×32 ranks, C stays, Gflop/s; a complex multiply-add counts as four real ones "
            "(Table 4):\n\n" + large(rows))
