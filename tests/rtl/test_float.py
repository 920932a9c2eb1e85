# Floating-point transforms by the array, Verilated and in C: exact where that is possible, within a proven bound else.
# SPDX-License-Identifier: Apache-2.0
import numpy as np
import pytest
from configs import all_configurations
from exact import FORWARD_AXES
from floats import fraction_bits, sum_format, to_numbers, to_words, unit
from model import Model
from program import FORWARD, descriptor, load, unload
from random_program import smallest
from scipy.fft import dct, dctn
from transforms import (axes_of, matrix_words, out_of_array, run_transform, set_matrices, to_stream,
                        unload_placement)

FLOAT = {name: p for name, p in all_configurations().items() if p.get("EXP")}
NAMES = pytest.mark.parametrize("name", FLOAT)
KIND = pytest.mark.parametrize("kind", ["sim", "hls"])
NO_SHIFT = (0, 0, 0)


def random_block(rng, m):
    return tuple(int(b) for b in rng.integers(smallest(m), m.bmax + 1, 3))


def apply(cube, matrix, axis):
    """Sums over n of cube[..n..] * matrix[n, k], in double precision."""
    return np.moveaxis(np.moveaxis(cube, axis, -1) @ matrix, -1, axis)


def array_transform(m, cube, matrices, block, inverse=False):
    """The array's, with numbers that are words already."""
    set_matrices(m, [to_words(m, matrix) for matrix in matrices], block, inverse=inverse)
    return to_numbers(m, run_transform(m, [to_words(m, cube)], block, NO_SHIFT, inverse)[0])


@KIND
@NAMES
@pytest.mark.parametrize("inverse", [False, True], ids=["forward", "inverse"])
def test_small_integers_are_exact(kind, name, inverse, rng):
    """Where no sum has more bits than the format of sums, all that is rounded is the result of each stage."""
    with Model(kind, name) as m:
        for block in ((m.bmax,) * 3, random_block(rng, m)):
            shape = tuple(m.p * b for b in block)
            matrices = [rng.integers(-1, 2, (n, n)).astype(float) for n in shape]
            cube = rng.integers(-1, 2, shape).astype(float)
            expected = cube
            for axis in axes_of(inverse):
                expected = apply(expected, matrices[axis].T if inverse else matrices[axis], axis)
                assert np.abs(expected).max() <= 2**(fraction_bits(*sum_format(m)) + 1), "not exact"
                expected = to_numbers(m, to_words(m, expected))
            np.testing.assert_array_equal(array_transform(m, cube, matrices, block, inverse), expected)
            assert m.read("SATURATIONS") == 0
            assert all(m.read("MAGNITUDE", n) == 0 for n in range(m.depth))


@KIND
@NAMES
def test_powers_of_two_are_exact(kind, name, rng):
    """Matrices with one power of two in each row and column scale and permute full-precision numbers, none so small
    that a product leaves binary16's normal ones and is rounded."""
    with Model(kind, name) as m:
        block = random_block(rng, m)
        shape = tuple(m.p * b for b in block)
        matrices = [np.eye(n)[rng.permutation(n)] * rng.choice([-2.0, -0.5, 0.25, 1.0], n) for n in shape]
        cube = rng.choice([-1.0, 1.0], shape) * rng.uniform(1, 2, shape) * 2.0**rng.integers(-7, 4, shape)
        cube = expected = to_numbers(m, to_words(m, cube))
        for axis in FORWARD_AXES:
            expected = apply(expected, matrices[axis], axis)
        np.testing.assert_array_equal(array_transform(m, cube, matrices, block), expected)


def with_bound(cube, bound, matrix, axis, m):
    """A stage in double precision, and how far the array's may be from it: N roundings of sums, one of the result, and
    what the operand was off by. Numbers below the normal ones are off by half the smallest one at most."""
    n = len(matrix)
    u_sum, u_word = unit(*sum_format(m)), unit(m.exp, m.w)
    gamma = n * u_sum / (1 - n * u_sum)
    tiny = 2.0**(2 - (1 << m.exp - 1) - fraction_bits(m.exp, m.w))
    exact = apply(cube, matrix, axis)
    sums = apply(bound, np.abs(matrix), axis) + gamma * apply(np.abs(cube) + bound, np.abs(matrix), axis) + n * tiny
    return exact, sums + u_word * (np.abs(exact) + sums) + tiny


@KIND
@NAMES
@pytest.mark.parametrize("inverse", [False, True], ids=["forward", "inverse"])
def test_within_the_bound(kind, name, inverse, rng):
    """Random matrices and numbers of many magnitudes: each result lies within the bound of a running error analysis."""
    with Model(kind, name) as m:
        for block in ((m.bmax,) * 3, random_block(rng, m)):
            shape = tuple(m.p * b for b in block)
            matrices = [to_numbers(m, to_words(m, rng.standard_normal((n, n)))) for n in shape]
            cube = to_numbers(m, to_words(m, rng.standard_normal(shape) * 2.0**rng.integers(-6, 4, shape)))
            expected, bound = cube, np.zeros(shape)
            for axis in axes_of(inverse):
                expected, bound = with_bound(expected, bound, matrices[axis].T if inverse else matrices[axis], axis, m)
            error = np.abs(array_transform(m, cube, matrices, block, inverse) - expected)
            print(f"largest error {error.max():.3g}, {np.max(error / bound):.2f} of its bound")
            assert np.all(error <= bound)
            assert m.read("SATURATIONS") == 0


# Largest error of a DCT over the largest coefficient, in roundings of a word: one in the matrices and one in the result
# of each of three stages, and as much again for sums.
ROUNDINGS = 12


@KIND
@NAMES
def test_dct(kind, name, rng):
    """The orthonormal DCT against the one in double precision."""
    with Model(kind, name) as m:
        block = (m.bmax,) * 3
        n = m.p * m.bmax
        cube = to_numbers(m, to_words(m, rng.standard_normal((n,) * 3)))
        result = array_transform(m, cube, [dct(np.eye(n), norm="ortho", axis=1)] * 3, block)
        expected = dctn(cube, norm="ortho")
        error = np.abs(result - expected).max() / np.abs(expected).max()
        print(f"N = {n}: relative error {error:.3g}, {error / unit(m.exp, m.w):.2f} roundings")
        assert error <= ROUNDINGS * unit(m.exp, m.w)
        assert m.w < 32 or error <= 2e-6


@KIND
@NAMES
def test_sums_stay_and_operands_stay(kind, name, rng):
    """Two cubes into one sum, and then the second, still there, by another set of matrices."""
    with Model(kind, name) as m:
        block = random_block(rng, m)
        shape = tuple(m.p * b for b in block)
        size = int(np.prod(shape))
        axis, x_roll, y_roll, c_roll, placement = FORWARD[0]
        rolls = dict(axis=axis, x_roll=x_roll, y_roll=y_roll, c_roll=c_roll, steps=m.p, src=0)
        pair = [(rng.integers(-1, 2, shape), [rng.integers(-1, 2, (n, n)) for n in shape]) for _ in range(2)]
        results = []
        for number, (cube, matrices) in enumerate(pair):
            set_matrices(m, [to_words(m, matrix) for matrix in matrices], block)
            last = dict(store=1, dst=1) if number else {}
            ends = [unload(1, unload_placement(m, placement))] if number else []
            stage = descriptor(0, clear=number == 0, last=not number, **rolls, **last)
            m.program([load(0), stage, *ends], block)
            results.append(m.run(to_stream(m, to_words(m, cube)), size if number else 0))
        sums = sum(apply(cube.astype(float), matrices[axis], axis) for cube, matrices in pair)
        np.testing.assert_array_equal(to_numbers(m, out_of_array(m, results[1], shape, block, placement)[0]), sums)

        set_matrices(m, [to_words(m, matrix) for matrix in pair[0][1]], block)
        m.program([descriptor(0, clear=1, store=1, dst=1, **rolls), unload(1, unload_placement(m, placement))], block)
        again = to_numbers(m, out_of_array(m, m.run((), size), shape, block, placement)[0])
        np.testing.assert_array_equal(again, apply(pair[1][0].astype(float), pair[0][1][axis], axis))


@KIND
@NAMES
def test_results_that_are_not_finite_are_counted(kind, name, rng):
    """The largest number doubled overflows; what else is doubled stays; each overflow is counted."""
    with Model(kind, name) as m:
        block = random_block(rng, m)
        shape = tuple(m.p * b for b in block)
        top = (2 - 2.0**-fraction_bits(m.exp, m.w)) * 2.0**((1 << m.exp - 1) - 1)
        cube = np.where(rng.random(shape) < 0.25, top, 3.0)
        axis, x_roll, y_roll, c_roll, placement = FORWARD[0]
        m.program([descriptor(3, axes=7, last=1)], block)
        m.run(matrix_words(m, [to_words(m, 2 * np.eye(n)) for n in shape], block))
        stage = descriptor(0, clear=1, store=1, axis=axis, x_roll=x_roll, y_roll=y_roll, c_roll=c_roll, steps=m.p,
                           src=0, dst=1)
        m.program([load(0), stage, unload(1, unload_placement(m, placement))], block)
        words = m.run(to_stream(m, to_words(m, cube)), cube.size)
        result = to_numbers(m, out_of_array(m, words, shape, block, placement)[0])
        np.testing.assert_array_equal(result, np.where(cube == top, np.inf, 6.0))
        assert m.read("SATURATIONS") == np.count_nonzero(cube == top)
