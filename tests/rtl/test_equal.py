# The Verilated core does bit for bit what its reference in C does: random programs on random cubes and matrices.
# SPDX-License-Identifier: Apache-2.0
from itertools import product

import numpy as np
import pytest
from configs import configurations, fewer
from pair import Pair
from random_program import random_block, random_job, random_words, run_random, smallest
from registers import registers


def run_programs(name, rng, count, draw_block=random_block):
    with Pair(name, rng) as pair:
        pair.initialise()
        for _ in range(count):
            run_random(pair, draw_block(rng, pair.hls))


@pytest.mark.quick
@pytest.mark.parametrize("name", configurations())
def test_some_programs(name, rng):
    run_programs(name, rng, fewer(name, 20))


@pytest.mark.parametrize("name", configurations())
def test_programs(name, rng):
    run_programs(name, rng, fewer(name, 300))


def mostly_small_block(rng, model):
    """Three extents: the largest everywhere in one block of fifty, else large ones rarely."""
    least = smallest(model)
    if rng.random() < 0.02:
        return (model.bmax,) * 3
    return tuple(int(least + (model.bmax - least + 1) * u**3) for u in rng.random(3))


@pytest.mark.long
@pytest.mark.parametrize("part", range(10))
@pytest.mark.parametrize("name", configurations())
def test_many_programs(name, part, seed):
    """10,000 programs on each core, in parts that workers share. With blocks of eight along each axis a program takes
    60 times as long as with blocks of two: test_programs has more of those."""
    run_programs(name, np.random.default_rng([seed, part]), 1000, mostly_small_block)


@pytest.mark.parametrize("name", configurations())
def test_host_that_interferes(name, rng):
    """While a program runs, the host reads registers at any time and writes those that count at the next start."""
    with Pair(name, rng) as pair:
        pair.initialise()
        readable = [register for register in registers().values() if register.name != "CONTROL"]
        for _ in range(20):
            job = random_job(rng, pair.hls, (min(2, pair.hls.bmax),) * 3)
            words = random_words(rng, pair.hls, job)
            pair.program(job.descriptors, job.block, job.repeat, job.ring)
            pair.host_reads()
            expected = pair.hls.run(words, job.count)
            results, complete = [], False
            while not complete:
                complete, sent, result = pair.sim.attempt(words, job.count, max_cycles=int(rng.integers(1, 200)))
                words, job.count = words[sent:], job.count - result.size
                results.append(result)
                register = rng.choice(readable)
                pair.sim.read(register.name, int(rng.integers(min(register.count, pair.sim.depth))))
                setting = str(rng.choice(["BLOCK", "REPEAT"]))
                pair.sim.write(setting, int(rng.integers(1 << 24)))
            np.testing.assert_array_equal(np.concatenate(results), expected)
            for setting in ("BLOCK", "REPEAT"):
                pair.hls.write(setting, pair.sim.read(setting))
            pair.compare_registers(compute=pair.stages_only)


@pytest.mark.parametrize("name", configurations())
def test_block_shapes(name, rng):
    """Every triple of extents where they are few, else every triple of the smallest two and the largest."""
    with Pair(name, rng) as pair:
        pair.initialise()
        largest = pair.hls.bmax
        extents = range(min(2, largest), largest + 1) if largest <= 5 else (2, 3, largest)
        for shape in product(extents, repeat=3):
            run_random(pair, shape)
