# The Verilated core does bit for bit what its reference in C does: random programs on random cubes and matrices.
# SPDX-License-Identifier: Apache-2.0
from itertools import product

import numpy as np
import pytest
from configs import configurations
from pair import WORDS, Pair, words_of
from random_program import random_job
from registers import decode

STALLS = ((0.0, 0.0), (0.0, 0.0), (0.1, 0.1), (0.5, 0.0), (0.0, 0.5), (0.8, 0.8))  # chances a cycle, input and output


def describe(job, kinds, stalls):
    """A failing program, readable."""
    lines = [f"block {job.block}, repeat {job.repeat}, words {list(map(str, kinds))}, stalls {stalls}"]
    for low, high in job.descriptors:
        fields = {**decode("PROGRAM_LO", low), **decode("PROGRAM_HI", high)}
        lines.append("  " + " ".join(f"{key}={value}" for key, value in fields.items()))
    return "\n".join(lines)


def run_random(pair, block=None):
    rng = pair.rng
    job = random_job(rng, pair.hls, block)
    kinds = rng.choice(WORDS, size=len(job.inputs))
    words = [words_of(kind, rng, *which) for kind, which in zip(kinds, job.inputs)]
    stalls = STALLS[rng.integers(len(STALLS))]
    pair.program(job.descriptors, job.block, job.repeat)
    try:
        pair.run(np.concatenate(words) if words else (), job.count, stalls)
    except Exception as problem:
        raise AssertionError(f"{problem}\n{describe(job, kinds, stalls)}") from problem


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
