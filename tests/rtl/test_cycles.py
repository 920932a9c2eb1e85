# The device's cycle counters: what a transform costs, and what the streams cost.
# SPDX-License-Identifier: Apache-2.0
from itertools import product

import numpy as np
import pytest
from configs import all_configurations, configurations, deep
from cycles import compute, period
from exact import FORWARD_AXES, INVERSE_AXES
from model import Model
from pair import in_beats
from program import STAGE, coefficients, descriptor, ended, load, stages, unload
from random_program import smallest

NAMES = pytest.mark.parametrize("name", deep(4))
DEEP = pytest.mark.parametrize("name", deep(5))
FULL = pytest.mark.parametrize("name", configurations())
FINE = pytest.mark.parametrize("name", [name for name, p in all_configurations().items() if p["BMAX"] == 1])
DIRECTION = pytest.mark.parametrize("axes", [FORWARD_AXES, INVERSE_AXES], ids=["forward", "inverse"])
STREAM_OVERHEAD = 9  # cycles at most that a load, an unload or a coefficient load takes besides its words
AROUND = 17  # cycles at most from start to done besides those of stages


def body(m, axes):
    """The stages of a transform that can follow themselves."""
    return stages(m.p, (0, 0, 0), axes == INVERSE_AXES, lanes=m.lanes)[0]


def run_stages(m, block, program, repeat=1):
    """Runs stages alone; returns (COMPUTE, WAIT)."""
    m.program(ended(program), block, repeat)
    m.run()
    return m.read64("COMPUTE"), m.read64("WAIT")


def random_extents(rng, m, largest):
    return tuple(int(b) for b in rng.integers(smallest(m), min(m.bmax, largest) + 1, 3))


@pytest.mark.quick
@FULL
@DIRECTION
def test_full_rate(name, axes):
    """3*P*b^4/LANES cycles and at most 40 more, with several lanes 32, wherever the links keep up; where sums are
    interleaved the last group of each stage besides."""
    with Model("sim", name) as m:
        for b in range(m.bfull, m.bmax + 1):
            if b % m.lanes == 0:
                ideal, more = 3 * m.p * b**4 // m.lanes, (42 if m.lanes == 1 else 32) + 3 * (m.group - 1) * b
                cycles, _ = run_stages(m, (b,) * 3, body(m, axes))
                print(f"P={m.p} b={b}: {cycles} cycles for {ideal}, utilisation {100 * ideal / cycles:.2f} %")
                assert ideal < cycles <= ideal + more


@FULL
def test_utilisation(name):
    """Transforms that follow each other keep every multiply-add busy in 99 of 100 cycles at b = 8."""
    with Model("sim", name) as m:
        if m.bmax == 8:
            first, fourth = (run_stages(m, (8,) * 3, body(m, FORWARD_AXES), repeat)[0] for repeat in (1, 4))
            utilisation = 3 * (3 * m.p * 8**4 / m.lanes) / (fourth - first)
            print(f"{100 * utilisation:.2f} % of {m.p**3 * m.lanes} multiply-adds a cycle")
            assert utilisation >= 0.99
            assert (fourth - first) / 3 == period(m, (8,) * 3, FORWARD_AXES)


@pytest.mark.quick
@FINE
@DIRECTION
def test_fine_cell_takes_3n_cycles(name, axes):
    """Exactly 3*P a transform of P^3 points, and 2 to drain; from start to done so many more, however many transforms
    there are: the first descriptor's way to the nodes, and the end of the program."""
    with Model("sim", name) as m:
        for repeat in (1, 2, 10):
            counted, waited = run_stages(m, (1,) * 3, body(m, axes), repeat)
            ends = m.read64("CYCLES") - counted
            print(f"P={m.p}: {repeat} transforms: {counted} cycles, {ends} around them")
            assert (counted, waited) == (3 * m.p * repeat + 2, 0)
            assert ends <= AROUND


@NAMES
@DIRECTION
def test_formula_in_every_shape(name, axes):
    with Model("sim", name) as m:
        for block in product(range(smallest(m), m.bmax + 1), repeat=3):
            if m.bmax > 5 and min(block) > 4:
                continue  # waits are where blocks are small
            assert run_stages(m, block, body(m, axes)) == compute(m, block, [(a, m.p) for a in axes]), block


@NAMES
def test_formula_for_any_sequence_of_stages(name, rng):
    with Model("sim", name) as m:
        for _ in range(200):
            block = random_extents(rng, m, 4)
            sequence = [(int(rng.integers(3)), int(rng.integers(1, m.p + 1)))
                        for _ in range(rng.integers(1, min(m.depth, 8)))]
            program = [descriptor(STAGE, clear=1, axis=axis, steps=steps) for axis, steps in sequence]
            assert run_stages(m, block, program) == compute(m, block, sequence), (block, sequence)


@NAMES
def test_repeats_follow_without_a_drain(name):
    with Model("sim", name) as m:
        block = (m.bmax,) * 3
        expected = compute(m, block, [(a, m.p) for a in FORWARD_AXES] * 5)
        assert run_stages(m, block, body(m, FORWARD_AXES), repeat=5) == expected


@pytest.mark.quick
@NAMES
def test_streams_take_a_beat_a_cycle(name, rng):
    with Model("sim", name) as m:
        for block in ((m.bmax,) * 3, random_extents(rng, m, m.bmax)):
            shape = [m.p * b for b in block]
            cube, matrices = int(np.prod(shape)), sum(n * n for n in shape)
            m.program([coefficients(), load(0), unload(0, 0)], block)
            m.run(np.concatenate([in_beats(m, np.zeros(matrices)), np.zeros(cube)]), cube)
            beats = cube // m.io_words
            for counter, count in (("COEF", matrices), ("LOAD", beats), ("UNLOAD", beats)):
                assert count <= m.read64(counter) <= count + STREAM_OVERHEAD, counter
            assert m.read64("CYCLES") <= matrices + 2 * beats + 6 * STREAM_OVERHEAD  # and fetches
            assert m.read64("COMPUTE") == m.read64("WAIT") == 0


@DEEP
def test_stalls_are_counted_with_the_streams(name):
    """A load, stages and an unload that wait for one another: what the streams wait is theirs alone."""
    with Model("sim", name) as m:
        block = (smallest(m),) * 3
        cube = (block[0] * m.p)**3
        counts = []
        for stall in (0.0, 0.5):
            m.program([load(0), *body(m, FORWARD_AXES), unload(1, 0)], block)
            m.run(np.zeros(cube), cube, in_stall=stall, out_stall=stall, seed=1)
            counts.append({counter: m.read64(counter) for counter in ("CYCLES", "COMPUTE", "LOAD", "UNLOAD")})
        free, stalled = counts
        assert stalled["COMPUTE"] == free["COMPUTE"]
        assert stalled["LOAD"] + stalled["UNLOAD"] > free["LOAD"] + free["UNLOAD"]
        more = {counter: stalled[counter] - free[counter] for counter in free}
        assert more["CYCLES"] == more["LOAD"] + more["UNLOAD"]
