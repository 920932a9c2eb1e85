# The corners of the parameters: the Verilated core against its reference, and cycles against the formula.
# SPDX-License-Identifier: Apache-2.0
import pytest
from configs import CORNER_FOLDER, CORNERS, configurations
from cycles import compute
from model import Model
from pair import Pair
from program import STAGE, descriptor
from random_program import run_random

NAMES = pytest.mark.parametrize("name", configurations(CORNERS))


@NAMES
def test_programs(name, rng):
    with Pair(name, rng, CORNER_FOLDER) as pair:
        pair.initialise()
        for _ in range(300):
            run_random(pair)


@NAMES
def test_cycles(name, rng):
    with Model("sim", name, folder=CORNER_FOLDER) as m:
        for _ in range(200):
            block = tuple(int(b) for b in rng.integers(2, m.bmax + 1, 3))
            sequence = [(int(rng.integers(3)), int(rng.integers(1, m.p + 1))) for _ in range(rng.integers(1, m.depth))]
            program = [descriptor(STAGE, clear=1, axis=axis, steps=steps, last=n == len(sequence) - 1)
                       for n, (axis, steps) in enumerate(sequence)]
            m.program(program, block)
            m.run()
            assert (m.read64("COMPUTE"), m.read64("WAIT")) == compute(m, block, sequence), (block, sequence)
