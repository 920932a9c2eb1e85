# Programs that bring in the next cube and take out the last while the array transforms one.
# SPDX-License-Identifier: Apache-2.0
from program import load, stages, unload

OPERATIONS = 5  # of a cube: load, three stages, unload


def period_of(p, nbuf):
    """Which buffers each cube uses until they are the same again: (of the cube, the other one of its stages, of its
    result, of the next cube). With three buffers the next cube comes on the heels of the last result, which leaves."""
    src, other, following, period = 0, 1, 2, []
    while (src, other, following) not in [(one[0], one[1], one[3]) for one in period]:
        result = stages(p, (0, 0, 0), src=src, other=other)[1]
        period.append((src, other, result, following))
        spare = next(n for n in range(nbuf) if n not in (src, other, following)) if nbuf > 3 else result
        src, other, following = following, src + other - result, spare
    return period


def can_stream(parameters):
    """Whether a configuration has the buffers, and the program memory for a period of them."""
    nbuf = parameters.get("NBUF", 2)
    return nbuf > 2 and OPERATIONS * len(period_of(parameters["P"], nbuf)) <= parameters.get("DEPTH", 16)


def steady(m, shifts, placement):
    """What is to be repeated for one period, after the first cube has come into buffer 0: load the next cube, transform
    this one, unload it from a placement."""
    program = []
    for src, other, result, following in period_of(m.p, m.nbuf):
        body = stages(m.p, shifts, src=src, other=other)[0]
        program += [load(following), *body, unload(result, placement, last=False)]
    return program
