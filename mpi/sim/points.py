# What is simulated: studies, each a list of points.
# SPDX-License-Identifier: Apache-2.0
from collections import namedtuple

import lirkov
from platforms import shape

# case: a line for the program; sides: of the torus
Point = namedtuple("Point", "study platform ranks sides case")

# The algorithms of transforms, a row each: on which numbers of ranks, and the grid on that many; None: the library's.
Algorithm = namedtuple("Algorithm", "ranks grid")

CUBES = tuple(p**3 for p in range(1, 11))
POWERS = tuple(2**p for p in range(11))
ALGORITHMS = {
    "orbital": Algorithm(CUBES, lambda ranks: (round(ranks ** (1 / 3)),) * 3),
    "cuboid": Algorithm(tuple(sorted({*CUBES, *POWERS})), shape),
}

SCALING = (("dct", "f32"), ("dft", "c64"))
SCALING_SIZES = (100, 400, 800)
REAL_SIZES, REAL_RANKS = (100, 200, 400), (1, 8, 64)


def case(**pairs):
    values = {k: ",".join(map(str, v)) if isinstance(v, tuple) else v for k, v in pairs.items()}
    return " ".join(f"{k}={v}" for k, v in values.items())


def transform(study, platform, ranks, algorithm, n, kind, element, **more):
    grid = ALGORITHMS[algorithm].grid(ranks)
    return Point(study, platform, ranks, grid, case(algorithm=algorithm, n=(n, n, n), kind=kind, element=element,
                                                     grid=grid, **more))


def scaling():
    """Strong scaling of all algorithms; a size on one rank has to have messages that a model can have."""
    for platform in ("torus", "fat-tree"):
        for algorithm, facts in ALGORITHMS.items():
            for kind, element in SCALING:
                for n in SCALING_SIZES:
                    for ranks in facts.ranks:
                        yield transform("scaling", platform, ranks, algorithm, n, kind, element, model=1, idle=1)


def real():
    """Real data: results are compared, and seconds have to be those of the model."""
    for algorithm, facts in ALGORITHMS.items():
        for n in REAL_SIZES:
            for ranks in REAL_RANKS:
                for model in (0, 1):
                    if ranks in facts.ranks:
                        yield transform("real", "torus", ranks, algorithm, n, "dct", "f32", model=model)


def tables():
    """What Lirkov et al. measured."""
    for row in lirkov.rows():
        for nodes, seconds in row["at"].items():
            if row["quantity"] == "seconds" and seconds:
                yield transform("lirkov", row["machine"], nodes, "cuboid", row["n"], row["kind"], row["element"],
                                direction=lirkov.DIRECTIONS[row["direction"]], model=1)


STUDIES = {"real": real, "scaling": scaling, "lirkov": tables}
