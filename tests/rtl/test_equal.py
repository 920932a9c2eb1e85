# The Verilated core does bit for bit what its reference in C does: random programs on random cubes and matrices.
# SPDX-License-Identifier: Apache-2.0
from itertools import product

import pytest
from configs import configurations
from pair import Pair
from random_program import run_random


def run_programs(name, rng, count):
    with Pair(name, rng) as pair:
        pair.initialise()
        for _ in range(count):
            run_random(pair)


@pytest.mark.quick
@pytest.mark.parametrize("name", configurations())
def test_some_programs(name, rng):
    run_programs(name, rng, 10)


@pytest.mark.parametrize("name", configurations())
def test_programs(name, rng):
    run_programs(name, rng, 60 if "p4" in name else 600)


@pytest.mark.long
@pytest.mark.parametrize("part", range(16))
@pytest.mark.parametrize("name", configurations())
def test_many_programs(name, part, rng):
    run_programs(name, rng, 1000 if "p4" in name else 10000)


@pytest.mark.parametrize("name", configurations())
def test_block_shapes(name, rng):
    """Every triple of extents where they are few, else every triple of the smallest two and the largest."""
    with Pair(name, rng) as pair:
        pair.initialise()
        largest = pair.hls.bmax
        extents = range(2, largest + 1) if largest <= 5 else (2, 3, largest)
        for shape in product(extents, repeat=3):
            run_random(pair, shape)
