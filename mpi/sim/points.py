# The studies of the simulation, each of which is a list of points.
# SPDX-License-Identifier: Apache-2.0
import math
from collections import namedtuple

import lirkov
from platforms import PLATFORMS, STARTS, shape

# case: a line of input for the program; sides: those of the torus
Point = namedtuple("Point", "study platform ranks sides case")

# For each algorithm of transforms: the numbers of ranks, and the grid for a number of ranks.
Algorithm = namedtuple("Algorithm", "ranks grid")

CUBES = tuple(p**3 for p in range(1, 11))
POWERS = tuple(2**p for p in range(11))


def rings(ranks):
    """One ring, or rings along two axes."""
    return (ranks, 1, 1) if ranks <= 64 else (*shape(ranks, 2), 1)


ALGORITHMS = {
    "orbital": Algorithm(CUBES[:6] + CUBES[7::2], lambda ranks: (round(ranks ** (1 / 3)),) * 3),
    "cuboid": Algorithm(tuple(sorted({27, 216, *POWERS})), shape),
    "transpose": Algorithm(POWERS, rings),
    "alltoall": Algorithm(POWERS, rings),
}

# All of these on up to SCALING_ALL ranks; beyond that only the first one, because the simulator takes long.
SCALING = (("dct", "f32", 400), ("dct", "f32", 100), ("dct", "f32", 800), ("dft", "c64", 400))
SCALING_ALL = 256

# An inverse of the cuboid algorithm takes the same steps. On more nodes, only forward transforms are simulated.
BOTH_WAYS = 128

REAL = ((100, 1), (100, 8), (100, 64), (200, 8), (200, 64), (400, 64))

# One rank on each node with threads, and a rank on each of its cores: nodes, and points an axis.
THREAD_NODES = (1, 2, 4, 8, 16, 32)
THREAD_SIDES = (200, 400, 600)

# The machines of Lippert et al. Rows are shifted along a ring or through the torus, both ways; or by powers of two.
QUADRICS = ((8, 2, 2), (8, 4, 4), (8, 8, 4), (8, 8, 8))
QUADRICS_SIDE = 2048
# Their Figure 7: the sides of the matrices, on the smallest and the largest machine.
QUADRICS_SIDES = tuple(2**i for i in range(6, 14))

# Rings: square numbers of ranks, for which K = K~ is the square root; the blocks in Figure 9 of Lippert et al.
RINGS = (4, 16, 36, 64, 144, 256)
RING_SIDE = 2048
RING_BLOCK = 128

# Mathur and Johnsson, Tables 3 and 6: sizes m, k, n of products.
SHAPES = (*((n, n, n) for n in (256, 512, 1024, 2048, 4096)),
          *((n, n, m) for n in (1024, 4096) for m in (n // 8, n // 2)),
          *((m, n, n) for n in (1024, 4096) for m in (n // 8, n // 2)))
PANELS = tuple((1024, 1024, r) for r in (1, 4, 16, 64, 256, 1024, 4096))
STAYING = ("a", "b", "c", "largest")
# Mathur and Johnsson, Tables 1 and 4: grids, and sides of square matrices.
VECTOR_GRIDS = ((16, 16), (32, 16), (32, 32))
VECTOR_SIDES = (512, 1024, 2048, 4096, 8192)
LARGE_GRID = (64, 32)
LARGE_SIDES = {"f64": (6400, 8192, 10240), "c128": (10240,)}
ASPECTS = tuple((2**i, 2**(8 - i)) for i in range(9))


def case(**pairs):
    values = {k: ",".join(map(str, v)) if isinstance(v, tuple) else v for k, v in pairs.items()}
    return " ".join(f"{k}={v}" for k, v in values.items())


def transform(study, platform, ranks, algorithm, n, kind, element, **more):
    grid = ALGORITHMS[algorithm].grid(ranks)
    sides = grid if algorithm in ("orbital", "cuboid") else shape(ranks)
    return Point(study, platform, ranks, sides, case(algorithm=algorithm, n=(n, n, n), kind=kind, element=element,
                                                      grid=grid, **more))


def scaling():
    """Strong scaling of all algorithms."""
    for platform in ("torus", "fat-tree"):
        for algorithm, facts in ALGORITHMS.items():
            for kind, element, n in SCALING:
                for ranks in facts.ranks:
                    if ranks <= SCALING_ALL or (kind, element, n) == SCALING[0]:
                        yield transform("scaling", platform, ranks, algorithm, n, kind, element, model=1, idle=1)


def real():
    """Real data: the results are compared, and the seconds must be those of the model."""
    for algorithm in ALGORITHMS:
        for n, ranks in REAL:
            for model in (0, 1):
                yield transform("real", "torus", ranks, algorithm, n, "dct", "f32", model=model)


def transposition(sides, side, shift):
    ranks = math.prod(sides)
    return Point("quadrics", "quadrics", ranks, sides, case(
        algorithm="transpose", n=(side, side), kind="dft", element="c64", layout="skewed", grid=(ranks, 1), shift=shift,
        model=1))


def quadrics():
    """Transpositions of complex matrices, as measured by Lippert et al.; local work is free. One size on all machines,
    with several shifts; then all sizes, through the torus."""
    for sides in QUADRICS:
        for shift in ((math.prod(sides),), tuple(reversed(sides)), (2,), (3,)):
            yield transposition(sides, QUADRICS_SIDE, shift)
    for sides in (QUADRICS[0], QUADRICS[-1]):
        for side in QUADRICS_SIDES:
            if side != QUADRICS_SIDE:
                yield transposition(sides, side, tuple(reversed(sides)))


def rings_of(ranks, side, element):
    """The systolic ring, and the hyper-systolic one with default panels and with B and C in one panel."""
    for platform in ("fat-tree", "torus", "galera"):
        for product, panel in (("systolic", 0), ("hypersystolic", 0), ("hypersystolic", side)):
            yield Point("rings", platform, ranks, shape(ranks), case(
                product=product, mnk=(side, side, side), element=element, panel=panel, model=1, idle=1))


def ring_products():
    """Square matrices on rings: matrices of one size, and blocks of one size. Local products on galera are free."""
    for ranks in RINGS:
        yield from rings_of(ranks, RING_SIDE, "f32")
        if ranks <= 64:
            yield from rings_of(ranks, RING_BLOCK * ranks, "c64")


def grid_of(ranks, shape_of):
    """The grid that sends the fewest elements if C is stationary. As in the paper, it has about the shape of C."""
    m, k, n = shape_of

    def shifted(rows):
        columns = ranks // rows
        return m / rows * k / columns * (columns - 1) + k / rows * n / columns * (rows - 1)
    rows = min((rows for rows in range(1, ranks + 1) if ranks % rows == 0), key=shifted)
    return rows, ranks // rows


def product(shape_of, grid, **more):
    m, k, n = shape_of
    return Point("matrices", "cm200", math.prod(grid), grid,
                 case(**{"product": "grid", "mnk": (m, n, k), "element": "f64", "grid": grid, "model": 1, **more}))


def matrices():
    """What Mathur and Johnsson measured: shapes with C stationary, the stationary operand, the aspect ratio of the
    grid, products with vectors, large matrices. Half of each operand moves in the opposite direction, as there."""
    both = {"stationary": "c", "both_ways": 1}
    for shape_of in SHAPES[:5]:
        for ways in (0, 1):
            yield product(shape_of, (16, 16), stationary="c", both_ways=ways, idle=1)
    for ranks in (256, 512, 1024):
        for shape_of in SHAPES if ranks < 1024 else SHAPES[:5]:
            yield product(shape_of, grid_of(ranks, shape_of), **both)
    for shape_of in PANELS:
        for stationary in STAYING:
            yield product(shape_of, (16, 16), stationary=stationary, both_ways=1)
    for sides in ASPECTS:
        for shape_of in ((1024, 1024, 1024), (2048, 1024, 128), (128, 1024, 2048)):
            yield product(shape_of, sides, **both)
    for sides in VECTOR_GRIDS:
        for side in VECTOR_SIDES if math.prod(sides) == 1024 else VECTOR_SIDES[:-1]:
            for shape_of in ((side, side, 1), (1, side, side), (side, 1, side)):
                yield product(shape_of, sides, product="vector", idle=1)
    for element, all_sides in LARGE_SIDES.items():
        for side in all_sides:
            yield product((side, side, side), LARGE_GRID, **both, element=element)


def tables():
    """What Lirkov et al. measured."""
    for row in lirkov.rows():
        for nodes, seconds in row["at"].items():
            way = lirkov.DIRECTIONS[row["direction"]]
            if row["quantity"] == "seconds" and seconds and (way == "forward" or nodes <= BOTH_WAYS):
                yield transform("lirkov", row["machine"], nodes, "cuboid", row["n"], row["kind"], row["element"],
                                direction=way, model=1)


def threads():
    """Nodes of Galera with one rank on each, whose BLAS has threads, as in the paper, and with eight ranks on each."""
    for platform in ("galera", "galera-cores"):
        for nodes in THREAD_NODES:
            for n in THREAD_SIDES:
                for kind, element in (("dct", "f64"), ("dft", "c128")):
                    yield transform("threads", platform, nodes * PLATFORMS[platform].ranks, "cuboid", n, kind, element,
                                    model=1, idle=1)


# Transforms, the ranks, and the costs of a message in ns on the torus. On the fat tree, only the second cost.
GRID_CASES = (("dct", "f32", 400, 8, STARTS[1:2]), ("dct", "f32", 400, 64, STARTS),
              ("dft", "c64", 400, 64, STARTS[1:2]), ("dct", "f32", 100, 64, STARTS))


def grids_of(algorithm, ranks):
    """The grids on which an algorithm is tried. Slabs on 64 ranks and more take the simulator too long."""
    if algorithm == "orbital":
        side = round(ranks ** (1 / 3))
        return [(side,) * 3] if side**3 == ranks else []
    pencils = (*shape(ranks, 2), 1)
    if algorithm == "cuboid":
        return [shape(ranks), pencils]
    others = {8: [(8, 1, 1), (2, 4, 1)], 64: [(16, 4, 1)]}
    return [pencils, *others.get(ranks, [])]


def grids():
    """Each algorithm on several grids, with copies that are charged and three costs of a message."""
    for machine in ("torus", "fat-tree"):
        for kind, element, n, ranks, starts in GRID_CASES:
            for start in starts if machine == "torus" else STARTS[1:2]:
                for algorithm in (*ALGORITHMS, "remap"):
                    for grid in grids_of(algorithm, ranks):
                        for layout in ("canonical", "skewed") if algorithm == "alltoall" else ("canonical",):
                            sides = grid if algorithm in ("orbital", "cuboid") else shape(ranks)
                            yield Point("grids", f"{machine}-{start}", ranks, sides, case(
                                algorithm=algorithm, n=(n, n, n), kind=kind, element=element, layout=layout,
                                grid=grid, model=1, idle=1))


STUDIES = {"real": real, "scaling": scaling, "lirkov": tables, "threads": threads, "quadrics": quadrics,
           "rings": ring_products, "matrices": matrices, "grids": grids}
