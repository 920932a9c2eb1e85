# Transforms by the array, Verilated and in C, against their definition in exact integers.
# SPDX-License-Identifier: Apache-2.0
import numpy as np
import pytest
from configs import configurations
from exact import FORWARD_AXES, INVERSE_AXES, contract, round_even, stage, transform
from model import Model
from program import FORWARD, INVERSE, coefficients, descriptor, load, stages, unload

NAMES = pytest.mark.parametrize("name", configurations())
KIND = pytest.mark.parametrize("kind", ["sim", "hls"])


def cubes(rng, shape, w):
    """Random cubes and those that strain the number format most."""
    low, high = -(1 << w - 1), (1 << w - 1) - 1
    odd = np.indices(shape).sum(axis=0) % 2 == 1
    return {"random": rng.integers(low, high + 1, shape),
            "largest": np.full(shape, high), "lowest": np.full(shape, low),
            "checkerboard": np.where(odd, low, high), "planes": np.where(np.indices(shape)[2] % 2, low, high),
            "zero": np.zeros(shape, int)}


def random_matrices(rng, shape, cw):
    """Full range but for the lowest value, with which a sum could wrap."""
    high = (1 << cw - 1) - 1
    return [rng.integers(-high, high + 1, (n, n)) for n in shape]


def random_shifts(rng, m, shape, axes):
    """Shifts with which most results fit, one stage with some clipping."""
    return [int(np.clip(m.cw - m.ps + round(np.log2(shape[a]) / 2) + rng.integers(-2, 3), 0, m.aw - m.w)) for a in axes]


def blocks(rng, m):
    yield (m.bmax,) * 3
    yield tuple(int(b) for b in rng.integers(2, m.bmax + 1, 3))


def set_matrices(m, matrices, block, bank=0):
    m.program([coefficients(last=True, bank=bank)], block)
    m.run(np.concatenate([matrix.ravel() for matrix in matrices]))


def check(m, result, cube, saturations, magnitudes):
    np.testing.assert_array_equal(result.reshape(cube.shape), cube)
    assert m.read("SATURATIONS") == saturations
    assert [m.read("MAGNITUDE", index) for index in range(1, 1 + len(magnitudes))] == list(magnitudes)


@KIND
@NAMES
def test_forward_and_inverse(kind, name, rng):
    with Model(kind, name) as m:
        for block in blocks(rng, m):
            shape = tuple(m.p * b for b in block)
            matrices = random_matrices(rng, shape, m.cw)
            set_matrices(m, matrices, block)
            for cube in cubes(rng, shape, m.w).values():
                for inverse, axes in ((False, FORWARD_AXES), (True, INVERSE_AXES)):
                    shifts = random_shifts(rng, m, shape, axes)
                    body, buffer = stages(m.p, shifts, inverse)
                    m.program([load(0, 3 if inverse else 0), *body, unload(buffer, 0 if inverse else 3)], block)
                    expected = transform(cube, matrices, shifts, m, inverse)
                    check(m, m.run(cube, cube.size), expected.cube, expected.saturations, expected.magnitudes)


@KIND
@NAMES
def test_forward_then_inverse_without_reload(kind, name, rng):
    with Model(kind, name) as m:
        block = tuple(int(b) for b in rng.integers(2, m.bmax + 1, 3))
        shape = tuple(m.p * b for b in block)
        matrices = random_matrices(rng, shape, m.cw)
        set_matrices(m, matrices, block)
        there = random_shifts(rng, m, shape, FORWARD_AXES)
        back = random_shifts(rng, m, shape, INVERSE_AXES)
        body, buffer = stages(m.p, there)
        more, last = stages(m.p, back, inverse=True, src=buffer, other=1 - buffer)
        batch = [rng.integers(-(1 << m.w - 1), 1 << m.w - 1, shape) for _ in range(3)]
        m.program([load(0), *body, *more, unload(last, 0)], block, repeat=len(batch))  # back to back
        results = m.run(np.stack(batch), 3 * batch[0].size).reshape(3, *shape)
        for cube, result in zip(batch, results):
            middle = transform(cube, matrices, there, m)
            np.testing.assert_array_equal(result, transform(middle.cube, matrices, back, m, inverse=True).cube)


@KIND
@NAMES
@pytest.mark.parametrize("inverse", [False, True], ids=["forward", "inverse"])
def test_one_axis_alone(kind, name, inverse, rng):
    """Each stage on its own: loaded where it wants its operand, unloaded where it leaves its result."""
    with Model(kind, name) as m:
        block = tuple(int(b) for b in rng.integers(2, m.bmax + 1, 3))
        shape = tuple(m.p * b for b in block)
        matrices = random_matrices(rng, shape, m.cw)
        set_matrices(m, matrices, block)
        before = 3 if inverse else 0
        shifts = random_shifts(rng, m, shape, INVERSE_AXES if inverse else FORWARD_AXES)
        body, _ = stages(m.p, shifts, inverse)
        for one, (axis, *_, after), shift in zip(body, INVERSE if inverse else FORWARD, shifts):
            source, target = one[1] & 15, one[1] >> 12 & 15
            cube = rng.integers(-(1 << m.w - 1), 1 << m.w - 1, shape)
            m.program([load(source, before), one, unload(target, after)], block)
            expected = stage(cube, matrices[axis].T if inverse else matrices[axis], axis, shift, m)
            check(m, m.run(cube, cube.size), expected.cube, expected.saturations, expected.magnitudes)
            before = after


@KIND
@NAMES
def test_raw_read_out(kind, name, rng):
    """Without deskewing, node (Q,R,S) gives the block (S,Q,T) that it holds, T = (Q+R+S) mod P."""
    with Model(kind, name) as m:
        block = tuple(int(b) for b in rng.integers(2, m.bmax + 1, 3))
        shape = tuple(m.p * b for b in block)
        matrices = random_matrices(rng, shape, m.cw)
        set_matrices(m, matrices, block)
        shifts = random_shifts(rng, m, shape, FORWARD_AXES)
        body, buffer = stages(m.p, shifts)
        cube = rng.integers(-(1 << m.w - 1), 1 << m.w - 1, shape)
        m.program([load(0), *body, unload(buffer, 0)], block)
        raw = m.run(cube, cube.size).reshape(shape)
        expected = transform(cube, matrices, shifts, m).cube

        def part(array, *index):
            return array[tuple(slice(n * b, (n + 1) * b) for n, b in zip(index, block))]

        for q, r, s in np.ndindex(m.p, m.p, m.p):
            np.testing.assert_array_equal(part(raw, q, r, s), part(expected, s, q, (q + r + s) % m.p))


@KIND
@NAMES
def test_partial_sums_stay(kind, name, rng):
    """Two operands, two matrices, one sum: the first stage does not store, the second does not clear."""
    with Model(kind, name) as m:
        block = (m.bmax,) * 3
        shape = tuple(m.p * b for b in block)
        low, high = -(1 << m.w - 1), (1 << m.w - 1) - 1
        # half of the range, as two lines are added
        pair = [(rng.integers(low, high + 1, shape), random_matrices(rng, shape, m.cw - 1)) for _ in range(2)]
        axis, x_roll, y_roll, c_roll, placement = FORWARD[0]
        shift = random_shifts(rng, m, shape, [axis])[0]
        rolls = dict(axis=axis, x_roll=x_roll, y_roll=y_roll, c_roll=c_roll, steps=m.p)
        m.program([coefficients(), load(0), descriptor(0, clear=1, **rolls, src=0),
                   coefficients(), load(0), descriptor(0, store=1, **rolls, src=0, dst=1, shift=shift),
                   unload(1, placement)], block)
        words = [np.concatenate([*(matrix.ravel() for matrix in matrices), cube.ravel()]) for cube, matrices in pair]
        result = m.run(np.concatenate(words), pair[0][0].size).reshape(shape)
        sums = sum(contract(cube, matrices[axis], axis, m.ps) for cube, matrices in pair)
        np.testing.assert_array_equal(result, round_even(sums, shift, m.w)[0])
