# Whole transforms on a model of any kind: with lanes, with wide streams, on small tori.
# SPDX-License-Identifier: Apache-2.0
import numpy as np
from exact import FORWARD_AXES, INVERSE_AXES
from pair import in_beats
from places import skew, unskew
from program import coefficients, ended, load, stages, unload


def axes_of(inverse):
    """Axes in the order of the stages."""
    return INVERSE_AXES if inverse else FORWARD_AXES


def blockwise_transposed(matrix, b):
    """Each b by b block transposed where it stands."""
    blocks = len(matrix) // b
    return matrix.reshape(blocks, b, blocks, b).transpose(0, 3, 2, 1).reshape(matrix.shape)


def matrix_words(m, matrices, block, inverse=False):
    """What a coefficient operation on all axes takes. Lanes read matrices as they are, so for an inverse the blocks
    come transposed there."""
    if inverse and m.lanes > 1:
        matrices = [blockwise_transposed(np.asarray(matrix), b) for matrix, b in zip(matrices, block)]
    return in_beats(m, np.concatenate([np.ravel(matrix) for matrix in matrices]))


def set_matrices(m, matrices, block, bank=0, ring=None, inverse=False):
    """Loads a set of matrices into a bank."""
    m.program([coefficients(bank=bank, last=True)], block, ring=ring)
    m.run(matrix_words(m, matrices, block, inverse))


def to_stream(m, cube):
    """The words of a cube as its stream has them: a beat takes one from each of io_words slabs."""
    return np.reshape(cube, (m.io_words, -1)).T.ravel()


def from_stream(m, words, shape):
    """The reverse of to_stream."""
    return np.reshape(words, (-1, m.io_words)).T.reshape(shape)


def streams_sort(m, ring=None):
    """Whether load and unload can take blocks from any placement: else the host skews and unskews them."""
    return m.io_words == 1 and (ring or m.p) == m.p


def into_array(m, cubes, block, placement=0, ring=None):
    """(placement of the load, words of it) that bring independent cubes, one a torus, to a placement of blocks."""
    ring = ring or m.p
    if streams_sort(m, ring):
        return placement, to_stream(m, cubes[0])
    return 0, to_stream(m, join([skew(cube, block, placement) for cube in cubes], m.p // ring))


def out_of_array(m, words, shape, block, placement=0, ring=None):
    """The cubes whose blocks are at a placement, from the words of an unload by unload_placement."""
    ring = ring or m.p
    cubes = split(from_stream(m, words, [n * m.p // ring for n in shape]), m.p // ring)
    return cubes if streams_sort(m, ring) else [unskew(cube, block, placement) for cube in cubes]


def unload_placement(m, placement, ring=None):
    """What the descriptor of an unload says, so that out_of_array finds the cubes."""
    return placement if streams_sort(m, ring) else 0


def join(cubes, tori):
    """tori**3 cubes side by side, in C order."""
    shape = cubes[0].shape
    grid = np.stack(cubes).reshape(tori, tori, tori, *shape).transpose(0, 3, 1, 4, 2, 5)
    return grid.reshape([tori * n for n in shape])


def split(cube, tori):
    """The reverse of join."""
    n1, n2, n3 = (n // tori for n in cube.shape)
    grid = cube.reshape(tori, n1, tori, n2, tori, n3).transpose(0, 2, 4, 1, 3, 5)
    return list(grid.reshape(-1, n1, n2, n3))


def run_transform(m, cubes, block, shifts, inverse=False, ring=None, bank=0):
    """Transforms independent cubes, one a torus, with matrices that are there. Returns the cubes."""
    ring = ring or m.p
    before, after = (3, 0) if inverse else (0, 3)
    placement, words = into_array(m, cubes, block, before, ring)
    body, buffer = stages(ring, shifts, inverse, bank=bank, lanes=m.lanes)
    m.program(ended([load(0, placement), *body, unload(buffer, unload_placement(m, after, ring))]), block, ring=ring)
    return out_of_array(m, m.run(words, words.size), cubes[0].shape, block, after, ring)
