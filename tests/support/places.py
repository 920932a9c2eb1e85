# Where points of a cube and words of a matrix are, by the definition: what node (Q,R,S) holds.
# SPDX-License-Identifier: Apache-2.0
from itertools import product

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


def coefficient_places(p, bmax, block, axes):
    """(axis, block row, block column, [address in a bank for T = 0, 1, ...]) of each word that comes."""
    for axis in (a for a in range(3) if axes >> a & 1):
        b = block[axis]
        for row, column in product(range(p * b), repeat=2):
            inside = row % b * b + column % b
            places = [(column // b - t) % p if axis == 2 else p + axis for t in range(p)]
            yield axis, row // b, column // b, [place * bmax**2 + inside for place in places]
