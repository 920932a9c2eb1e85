# Where points of a cube and words of a matrix are, by the definition: what node (Q,R,S) holds.
# SPDX-License-Identifier: Apache-2.0
from itertools import product

import numpy as np

BLOCK_OF_NODE = (lambda q, r, s, t: (q, r, s), lambda q, r, s, t: (q, r, t), lambda q, r, s, t: (s, r, t),
                 lambda q, r, s, t: (s, q, t))  # by placement; T = (Q+R+S) mod P


def nodes(p):
    """(Q, R, S, T) of all nodes."""
    return [(q, r, s, (q + r + s) % p) for q, r, s in product(range(p), repeat=3)]


def cube_places(p, block, placement):
    """((Q, R, S), address inside the block) of each point in C order."""
    holder = {BLOCK_OF_NODE[placement](*node): node[:3] for node in nodes(p)}
    for point in product(*(range(p * b) for b in block)):
        i, j, k = (n % b for n, b in zip(point, block))
        yield holder[tuple(n // b for n, b in zip(point, block))], (i * block[1] + j) * block[2] + k


def holds_coefficients(axis, row, column, q, r, s):
    """Whether the node holds this block of C1, C2 or C3."""
    return ((row, column) == (q, s), (row, column) == (r, q), row == s)[axis]


def rings(p):
    """The sizes of torus into which p places fold."""
    return [ring for ring in range(2, p + 1) if ring == p or p % ring == ring % 2 == 0]


def fold(ring, index):
    """The place of a block along an axis: up over the even places of its torus, back over the odd ones."""
    first, along = index // ring * ring, index % ring
    return first + sorted(range(ring), key=lambda place: place if place % 2 == 0 else 2 * ring - place)[along]


def unfold(ring, place):
    """Which of its torus's blocks is at a place."""
    return next(index for index in range(ring) if fold(ring, index) == place % ring)


def cube_beats(p, block, placement, ring, parts):
    """([place of the node of each part], address inside the block) of each beat: parts are slabs of the first axis."""
    points = list(cube_places(p, block, placement))
    beats = len(points) // parts
    for n in range(beats):
        nodes = [points[n + part * beats][0] for part in range(parts)]
        yield [tuple(fold(ring, x) for x in node) for node in nodes], points[n][1]


def coefficient_places(p, bmax, block, axes, ring=None, lanes=1):
    """(axis, block row, block column, [address in a bank for T = 0, 1, ...]) of each word that comes."""
    ring = ring or p
    area = bmax * (-(-bmax // lanes) * lanes)
    for axis in (a for a in range(3) if axes >> a & 1):
        b = block[axis]
        for row, column in product(range(ring * b), repeat=2):
            inside = row % b * (-(-b // lanes) * lanes) + column % b
            places = [(column // b - t) % ring if axis == 2 else p + axis for t in range(ring)]
            yield axis, row // b, column // b, [place * area + inside for place in places]


def unskew(cube, block, placement):
    """A cube in order, from what the nodes of a torus hold: node (Q,R,S) the block that the placement says."""
    p = cube.shape[0] // block[0]
    result = np.empty_like(cube)
    for q, r, s, t in nodes(p):
        result[_part(block, BLOCK_OF_NODE[placement](q, r, s, t))] = cube[_part(block, (q, r, s))]
    return result


def skew(cube, block, placement):
    """The reverse of unskew."""
    p = cube.shape[0] // block[0]
    result = np.empty_like(cube)
    for q, r, s, t in nodes(p):
        result[_part(block, (q, r, s))] = cube[_part(block, BLOCK_OF_NODE[placement](q, r, s, t))]
    return result


def _part(block, index):
    return tuple(slice(n * b, (n + 1) * b) for n, b in zip(index, block))
