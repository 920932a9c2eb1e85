# Fixed-point transforms by the array, Verilated and in C, against their definition in exact integers.
# SPDX-License-Identifier: Apache-2.0
import numpy as np
import pytest
from configs import all_configurations, deep
from exact import FORWARD_AXES, INVERSE_AXES, contract, round_even, stage, transform
from model import Model
from places import rings, unskew
from program import FORWARD, INVERSE, coefficients, descriptor, ended, load, stages, unload
from random_program import smallest
from transforms import (axes_of, from_stream, into_array, matrix_words, out_of_array, run_transform, set_matrices,
                        to_stream, unload_placement)

LONGEST = 12  # descriptors of a program
FIXED = {name: p for name, p in all_configurations().items() if not p.get("EXP") and name in deep(LONGEST)}
NAMES = pytest.mark.parametrize("name", FIXED)
KIND = pytest.mark.parametrize("kind", ["sim", "hls"])
DIRECTION = pytest.mark.parametrize("inverse", [False, True], ids=["forward", "inverse"])


def random_cube(rng, m, shape):
    return rng.integers(-(1 << m.w - 1), 1 << m.w - 1, shape)


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


def random_block(rng, m):
    return tuple(int(b) for b in rng.integers(smallest(m), m.bmax + 1, 3))


def shape_of(ring, block):
    return tuple(ring * b for b in block)


def check_registers(m, expected):
    """Saturations and magnitudes of all cubes of a program whose stages come second."""
    assert m.read("SATURATIONS") == sum(one.saturations for one in expected)
    largest = [max(lengths) for lengths in zip(*(one.magnitudes for one in expected))]
    assert [m.read("MAGNITUDE", 1 + index) for index in range(len(largest))] == largest


@KIND
@NAMES
def test_forward_and_inverse(kind, name, rng):
    with Model(kind, name) as m:
        for block in ((m.bmax,) * 3, random_block(rng, m)):
            shape = shape_of(m.p, block)
            matrices = random_matrices(rng, shape, m.cw)
            for inverse in (False, True):
                set_matrices(m, matrices, block, inverse=inverse)
                for cube in cubes(rng, shape, m.w).values():
                    shifts = random_shifts(rng, m, shape, axes_of(inverse))
                    result = run_transform(m, [cube], block, shifts, inverse)
                    expected = transform(cube, matrices, shifts, m, inverse)
                    np.testing.assert_array_equal(result[0], expected.cube)
                    check_registers(m, [expected])


@KIND
@pytest.mark.parametrize("name", [name for name, p in FIXED.items() if len(rings(p["P"])) > 1])
def test_a_cube_in_each_torus(kind, name, rng):
    """On every legal ring: as many independent cubes at once as there are tori."""
    with Model(kind, name) as m:
        for ring in rings(m.p):
            block = random_block(rng, m)
            shape = shape_of(ring, block)
            matrices = random_matrices(rng, shape, m.cw)
            for inverse in (False, True):
                set_matrices(m, matrices, block, ring=ring, inverse=inverse)
                shifts = random_shifts(rng, m, shape, axes_of(inverse))
                batch = [random_cube(rng, m, shape) for _ in range((m.p // ring)**3)]
                results = run_transform(m, batch, block, shifts, inverse, ring)
                expected = [transform(cube, matrices, shifts, m, inverse) for cube in batch]
                for result, one in zip(results, expected):
                    np.testing.assert_array_equal(result, one.cube)
                check_registers(m, expected)


@KIND
@NAMES
def test_forward_then_inverse_without_reload(kind, name, rng):
    """Cubes back to back; coefficients come in between where lanes want those of the inverse in another order."""
    with Model(kind, name) as m:
        block = random_block(rng, m)
        shape = shape_of(m.p, block)
        matrices = random_matrices(rng, shape, m.cw)
        set_matrices(m, matrices, block)
        there, back = (random_shifts(rng, m, shape, axes) for axes in (FORWARD_AXES, INVERSE_AXES))
        body, buffer = stages(m.p, there)
        more, last = stages(m.p, back, inverse=True, src=buffer, other=1 - buffer, lanes=m.lanes)
        sets = [[], []]
        if m.lanes > 1:
            sets = [[matrix_words(m, matrices, block, inverse)] for inverse in (False, True)]
        reload = [coefficients()] * len(sets[0])
        batch = [random_cube(rng, m, shape) for _ in range(3)]
        words = np.concatenate([part for cube in batch for part in (*sets[0], to_stream(m, cube), *sets[1])])
        m.program([*reload, load(0), *body, *reload, *more, unload(last, 0)], block, repeat=len(batch))
        results = m.run(words, 3 * batch[0].size).reshape(3, -1)
        for cube, result in zip(batch, (from_stream(m, words, shape) for words in results)):
            middle = transform(cube, matrices, there, m)
            np.testing.assert_array_equal(result, transform(middle.cube, matrices, back, m, inverse=True).cube)


@KIND
@NAMES
@DIRECTION
def test_one_axis_alone(kind, name, inverse, rng):
    """Each stage on its own: loaded where it wants its operand, unloaded where it leaves its result."""
    with Model(kind, name) as m:
        block = random_block(rng, m)
        shape = shape_of(m.p, block)
        matrices = random_matrices(rng, shape, m.cw)
        set_matrices(m, matrices, block, inverse=inverse)
        before = 3 if inverse else 0
        shifts = random_shifts(rng, m, shape, axes_of(inverse))
        body, _ = stages(m.p, shifts, inverse, lanes=m.lanes)
        for one, (axis, *_, after), shift in zip(body, INVERSE if inverse else FORWARD, shifts):
            source, target = one[1] & 15, one[1] >> 12 & 15
            cube = random_cube(rng, m, shape)
            placement, words = into_array(m, [cube], block, before)
            m.program([load(source, placement), one, unload(target, unload_placement(m, after))], block)
            result = out_of_array(m, m.run(words, cube.size), shape, block, after)[0]
            expected = stage(cube, matrices[axis].T if inverse else matrices[axis], axis, shift, m)
            np.testing.assert_array_equal(result, expected.cube)
            check_registers(m, [expected])
            before = after


@KIND
@NAMES
def test_raw_read_out(kind, name, rng):
    """Without deskewing, node (Q,R,S) gives the block (S,Q,T) that it holds, T = (Q+R+S) mod P."""
    with Model(kind, name) as m:
        block = random_block(rng, m)
        shape = shape_of(m.p, block)
        matrices = random_matrices(rng, shape, m.cw)
        set_matrices(m, matrices, block)
        shifts = random_shifts(rng, m, shape, FORWARD_AXES)
        body, buffer = stages(m.p, shifts)
        cube = random_cube(rng, m, shape)
        m.program([load(0), *body, unload(buffer, 0)], block)
        raw = from_stream(m, m.run(to_stream(m, cube), cube.size), shape)
        np.testing.assert_array_equal(unskew(raw, block, 3), transform(cube, matrices, shifts, m).cube)


@KIND
@NAMES
def test_partial_sums_stay(kind, name, rng):
    """Three operands, three matrices, one sum: only the first stage clears, only the last stores."""
    with Model(kind, name) as m:
        block = (m.bmax,) * 3
        shape = shape_of(m.p, block)
        # a quarter of the range, as three lines are added
        parts = [(random_cube(rng, m, shape), random_matrices(rng, shape, m.cw - 2)) for _ in range(3)]
        axis, x_roll, y_roll, c_roll, placement = FORWARD[0]
        shift = random_shifts(rng, m, shape, [axis])[0]
        rolls = dict(axis=axis, x_roll=x_roll, y_roll=y_roll, c_roll=c_roll, steps=m.p)
        program = []
        for n in range(len(parts)):
            ends = dict(store=1, dst=1, shift=shift) if n == len(parts) - 1 else {}
            program += [coefficients(), load(0), descriptor(0, clear=n == 0, src=0, **rolls, **ends)]
        words = np.concatenate([part for cube, matrices in parts
                                for part in (matrix_words(m, matrices, block), to_stream(m, cube))])
        m.program([*program, unload(1, unload_placement(m, placement))], block)
        result = out_of_array(m, m.run(words, parts[0][0].size), shape, block, placement)[0]
        sums = sum(contract(cube, matrices[axis], axis, m.ps) for cube, matrices in parts)
        np.testing.assert_array_equal(result, round_even(sums, shift, m.w)[0])


@KIND
@NAMES
def test_several_matrices_along_one_axis(kind, name, rng):
    """A cube that was loaded once stays, while one set of coefficients after the other is applied to it."""
    with Model(kind, name) as m:
        block = random_block(rng, m)
        shape = shape_of(m.p, block)
        axis, x_roll, y_roll, c_roll, placement = FORWARD[0]
        sets = [random_matrices(rng, shape, m.cw) for _ in range(3)]
        shift = random_shifts(rng, m, shape, [axis])[0]
        one = descriptor(0, axis=axis, x_roll=x_roll, y_roll=y_roll, c_roll=c_roll, steps=m.p, clear=1, store=1, src=0,
                         dst=1, shift=shift)
        cube = random_cube(rng, m, shape)
        out = unload(1, unload_placement(m, placement), last=False)
        m.program(ended([load(0), *[coefficients(), one, out] * len(sets)]), block)
        words = np.concatenate([to_stream(m, cube), *(matrix_words(m, matrices, block) for matrices in sets)])
        results = m.run(words, len(sets) * cube.size).reshape(len(sets), -1)
        for matrices, result in zip(sets, results):
            expected = stage(cube, matrices[axis], axis, shift, m).cube
            np.testing.assert_array_equal(out_of_array(m, result, shape, block, placement)[0], expected)


@KIND
@pytest.mark.parametrize("name", [name for name, p in FIXED.items() if p.get("NBUF", 2) > 2])
def test_several_transforms_of_a_resident_cube(kind, name, rng):
    """The same with whole transforms, in two buffers beside it, from as many banks as there are."""
    with Model(kind, name) as m:
        block = random_block(rng, m)
        shape = shape_of(m.p, block)
        sets = [random_matrices(rng, shape, m.cw) for _ in range(min(m.cbanks, 2))]
        shifts = [random_shifts(rng, m, shape, FORWARD_AXES) for _ in sets]
        for bank, matrices in enumerate(sets):
            set_matrices(m, matrices, block, bank)
        cube = random_cube(rng, m, shape)
        m.program([load(0, last=True)], block)
        m.run(to_stream(m, cube))
        for turn in range(2):  # the second time shows that the first has left the operand as it was
            for bank, matrices in enumerate(sets):
                body, buffer = stages(m.p, shifts[bank], src=0, other=1, keep=2, bank=bank)
                m.program(ended([*body, unload(buffer, unload_placement(m, 3))]), block)
                result = out_of_array(m, m.run((), cube.size), shape, block, 3)[0]
                expected = transform(cube, matrices, shifts[bank], m).cube
                np.testing.assert_array_equal(result, expected, f"turn {turn}, bank {bank}")
