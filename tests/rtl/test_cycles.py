# The device's cycle counters: what a transform costs, and what the streams cost.
# SPDX-License-Identifier: Apache-2.0
from itertools import product

import numpy as np
import pytest
from configs import configurations
from cycles import compute
from exact import FORWARD_AXES, INVERSE_AXES
from model import Model
from program import STAGE, coefficients, descriptor, load, stages, unload

NAMES = pytest.mark.parametrize("name", configurations())
STREAM_OVERHEAD = 9  # cycles at most that a load, an unload or a coefficient load takes besides its words


def run_stages(m, block, program):
    """Runs stages alone; returns (COMPUTE, WAIT)."""
    program = [*program[:-1], (program[-1][0] | 1 << 2, program[-1][1])]  # last
    m.program(program, block)
    m.run()
    return m.read64("COMPUTE"), m.read64("WAIT")


@pytest.mark.quick
@NAMES
@pytest.mark.parametrize("inverse", [False, True], ids=["forward", "inverse"])
def test_full_rate(name, inverse):
    """3*P*b^4 cycles and at most 32 more, wherever the links keep up."""
    with Model("sim", name) as m:
        for b in range(m.bfull, m.bmax + 1):
            cycles, _ = run_stages(m, (b,) * 3, stages(m.p, (8, 8, 8), inverse)[0])
            print(f"P={m.p} b={b}: {cycles} cycles for {3 * m.p * b**4}")
            assert 3 * m.p * b**4 < cycles <= 3 * m.p * b**4 + 32


@NAMES
@pytest.mark.parametrize("inverse", [False, True], ids=["forward", "inverse"])
def test_formula_in_every_shape(name, inverse):
    with Model("sim", name) as m:
        program = stages(m.p, (8, 8, 8), inverse)[0]
        axes = INVERSE_AXES if inverse else FORWARD_AXES
        for block in product(range(2, m.bmax + 1), repeat=3):
            if m.bmax > 5 and min(block) > 4:
                continue  # waits are where blocks are small
            assert run_stages(m, block, program) == compute(m, block, [(a, m.p) for a in axes]), block


@NAMES
def test_formula_for_any_sequence_of_stages(name, rng):
    with Model("sim", name) as m:
        for _ in range(200):
            block = tuple(int(b) for b in rng.integers(2, min(m.bmax, 4) + 1, 3))
            sequence = [(int(rng.integers(3)), int(rng.integers(1, m.p + 1))) for _ in range(rng.integers(1, 8))]
            program = [descriptor(STAGE, clear=1, axis=axis, steps=steps) for axis, steps in sequence]
            assert run_stages(m, block, program) == compute(m, block, sequence), (block, sequence)


@NAMES
def test_repeats_follow_without_a_drain(name):
    with Model("sim", name) as m:
        block = (m.bmax,) * 3
        body = stages(m.p, (8, 8, 8))[0]
        m.program([*body[:-1], (body[-1][0] | 1 << 2, body[-1][1])], block, repeat=5)
        m.run()
        assert (m.read64("COMPUTE"), m.read64("WAIT")) == compute(m, block, [(a, m.p) for a in FORWARD_AXES] * 5)


@pytest.mark.quick
@NAMES
def test_streams_take_a_word_a_cycle(name, rng):
    with Model("sim", name) as m:
        for block in ((m.bmax,) * 3, tuple(int(b) for b in rng.integers(2, m.bmax + 1, 3))):
            shape = [m.p * b for b in block]
            cube, matrices = int(np.prod(shape)), sum(n * n for n in shape)
            m.program([coefficients(), load(0), unload(0, 0)], block)
            m.run(np.zeros(matrices + cube), cube)
            for name, words in (("COEF", matrices), ("LOAD", cube), ("UNLOAD", cube)):
                assert words <= m.read64(name) <= words + STREAM_OVERHEAD, name
            assert m.read64("CYCLES") <= matrices + 2 * cube + 6 * STREAM_OVERHEAD  # and fetches
            assert m.read64("COMPUTE") == m.read64("WAIT") == 0


@NAMES
def test_stalls_are_counted_with_the_streams(name):
    with Model("sim", name) as m:
        block = (2,) * 3
        cube = (2 * m.p)**3
        body = stages(m.p, (8, 8, 8))[0]
        counts = []
        for stall in (0.0, 0.5):
            m.program([load(0), *body, unload(1, 3)], block)
            m.run(np.zeros(cube), cube, in_stall=stall, out_stall=stall, seed=1)
            counts.append({name: m.read64(name) for name in ("CYCLES", "COMPUTE", "LOAD", "UNLOAD")})
        free, stalled = counts
        assert stalled["COMPUTE"] == free["COMPUTE"]
        assert stalled["LOAD"] > 1.2 * free["LOAD"] and stalled["UNLOAD"] > 1.2 * free["UNLOAD"]
        more = {name: stalled[name] - free[name] for name in free}
        assert more["CYCLES"] == more["LOAD"] + more["UNLOAD"]
