# Plots and tables of the simulated products of matrices.
# SPDX-License-Identifier: Apache-2.0
import math

from plots import COLOURS, Line, Panel, draw_lines
from tables import number, table

RINGS = {"systolic": "systolic", "panels": "hyper-systolic", "one": "hyper-systolic, one panel"}
RING_TITLES = {"fat-tree": "fat tree", "torus": "3D torus", "galera": "Galera, local products are free"}


def ring_of(row):
    """Which of the rings it is."""
    if row["product"] == "systolic":
        return "systolic"
    return "panels" if row["panel"] == "0" else "one"


def gain(ranks):
    """Theorem 5 of Lippert et al. with K the root of the ranks, which divides them here."""
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
    return ("Square matrices of 2048 floats. A factor is that of the systolic ring by the hyper-systolic one: in the "
            "bytes that a rank sends, in the seconds of communication alone, and in Theorem 5 of Lippert et al.\n\n" +
            table(["machine", "ranks", *heads, "factor: bytes", "seconds", "in the paper"], lines) +
            "\nSeconds of communication alone by those of work, for blocks of 128×128 complex floats, as in their "
            "Figure 9:\n\n" + table(["machine", "ranks", "side", "systolic", "hyper-systolic"], weak))


# Table 5: N, alignment, local products, shifts, all, in seconds on 256 processors
TABLE_5 = ((256, .030, .020, .089, .139), (512, .117, .133, .362, .613), (1024, .473, .968, 1.447, 2.889),
           (2048, 1.914, 7.529, 5.789, 15.232), (4096, 7.758, 59.738, 23.153, 90.650))


def matrices(rows, pictures):
    def at(ranks, size, grid=None, stationary="c"):
        m, k, n = size
        return next((r for r in rows if r["ranks"] == ranks and r["mnk"] == f"{m},{n},{k}" and
                     r["stationary"] == stationary and r["grid"] == (grid or r["grid"])), None)

    def text(size):
        return "×".join(map(str, size))

    square = [[str(n), f"{aligned + shifts:.3f}", number(at(256, (n, n, n), "16,16")["idle"]), f"{local:.3f}",
               number(at(256, (n, n, n), "16,16")["work"]), f"{total:.3f}",
               number(at(256, (n, n, n), "16,16")["seconds"])] for n, aligned, local, shifts, total in TABLE_5]
    shapes = list(dict.fromkeys(r["mnk"] for r in rows if r["ranks"] == 512))
    grids = {256: "16,16", 512: "32,16"}
    rates = []
    for mnk in shapes:
        m, n, k = map(int, mnk.split(","))
        rates.append([text((m, k, n)), *[f"{2e-6 * m * n * k / at(p, (m, k, n), g)['seconds']:,.0f}"
                                         for p, g in grids.items()]])
    panels = [(1024, 1024, r) for r in (1, 4, 16, 64, 256, 1024, 4096)]
    stays = [[text(size), *[number(1e3 * at(256, size, "16,16", s)["seconds"]) for s in ("a", "b", "c", "largest")]]
             for size in panels]
    aspects = [(1024, 1024, 1024), (2048, 1024, 128), (128, 1024, 2048)]
    drawn = [Line(text(size), [(int(r["grid"].split(",")[0]), r["seconds"]) for r in sorted(
        (r for r in rows if r["ranks"] == 256 and r["stationary"] == "c" and
         r["mnk"] == f"{size[0]},{size[2]},{size[1]}"), key=lambda r: int(r["grid"].split(",")[0]))], colour, False)
        for size, colour in zip(aspects, COLOURS)]
    others = [Line(f"{name} stays", [(size[2], at(256, size, "16,16", s)["seconds"]) for size in panels], colour, False)
              for (s, name), colour in zip((("a", "A"), ("b", "B"), ("c", "C")), COLOURS[3:])]
    draw_lines(pictures / "matrices.svg",
               [Panel("Shape of the grid, 256 ranks, C stays", drawn, "rows of the grid", "seconds"),
                Panel("1024 × 1024 times 1024 × R, 16 × 16 ranks", others, "R", "seconds")], drawn + others)
    return ("Square matrices on 16×16 ranks, C stays, s, measured there / simulated here (Table 5):\n\n" +
            table(["N", "communication", "here", "local products", "here", "all", "here"], square) +
            "\nMflop/s, C stays (Table 3):\n\n" + table(["m×k×n", *[f"{p} ranks" for p in grids]], rates) +
            "\nWhat stays, 16×16 ranks, ms (Table 6):\n\n" +
            table(["m×k×n", "A", "B", "C", "chosen"], stays))
