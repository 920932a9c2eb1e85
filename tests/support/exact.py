# What the array has to compute, by the definition of the transform, in exact integers. Knows no node, step or roll.
# SPDX-License-Identifier: Apache-2.0
from dataclasses import dataclass

import numpy as np

FORWARD_AXES, INVERSE_AXES = (2, 0, 1), (1, 0, 2)  # order of the three stages


@dataclass
class Result:
    cube: np.ndarray
    saturations: int = 0
    magnitudes: tuple = ()


def contract(x, matrix, axis, ps):
    """Sums over n of x[..n..] * matrix[n, k], each product rounded half up to drop its low ps bits."""
    x = np.moveaxis(np.asarray(x, dtype=np.int64), axis, -1)
    sums = np.zeros(x.shape[:-1] + matrix.shape[1:], dtype=np.int64)
    half = (1 << ps) >> 1
    for n, row in enumerate(np.asarray(matrix, dtype=np.int64)):
        sums += (x[..., n, None] * row + half) >> ps
    return np.moveaxis(sums, -1, axis)


def wrap(sums, aw):
    """As a register of aw bits holds them."""
    return sums << (64 - aw) >> (64 - aw)


def round_even(sums, shift, w):
    """Right shift to nearest even, clipped to w bits. Returns (words, how many were clipped)."""
    rest = sums & ((1 << shift) - 1)
    words = sums >> shift
    half = (1 << shift) >> 1
    if shift:
        words = words + ((rest > half) | ((rest == half) & (words & 1 == 1)))
    clipped = np.clip(words, -(1 << w - 1), (1 << w - 1) - 1)
    return clipped, int(np.count_nonzero(clipped != words))


def bit_length(sums):
    """Smallest n with -2^n <= every sum < 2^n."""
    return int(np.where(sums < 0, ~sums, sums).max()).bit_length()


def stage(x, matrix, axis, shift, model):
    """One stage on whole cubes: contract, round, saturate. model: anything with w, aw and ps."""
    sums = wrap(contract(x, matrix, axis, model.ps), model.aw)
    words, clipped = round_even(sums, shift, model.w)
    return Result(words, clipped, (bit_length(sums),))


def transform(cube, matrices, shifts, model, inverse=False):
    """Three stages, with matrices[axis][n, k] forward and transposed inverse."""
    result = Result(np.asarray(cube))
    for axis, shift in zip(INVERSE_AXES if inverse else FORWARD_AXES, shifts):
        matrix = matrices[axis].T if inverse else matrices[axis]
        one = stage(result.cube, matrix, axis, shift, model)
        result = Result(one.cube, result.saturations + one.saturations, result.magnitudes + one.magnitudes)
    return result
