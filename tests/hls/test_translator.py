# Functions in C as gates do what gcc makes of the same source, on random data.
# SPDX-License-Identifier: Apache-2.0
import re
from dataclasses import replace

import numpy as np
import pytest
from kernel_cases import CASES, FOLDER, Bench
from random_function import random_case

pytestmark = pytest.mark.long
TRIALS = 200


@pytest.mark.parametrize("name", CASES)
def test_gates_do_what_gcc_does(name, tmp_path, rng):
    case = CASES[name]
    bench = Bench(case, tmp_path)
    assert bench.made["interval"] == case.interval
    for _ in range(TRIALS):
        bench.trial(rng)


@pytest.mark.parametrize("name", ["product", "chosen", "several", "pairs", "chase"])
@pytest.mark.parametrize("stages", [4, 11])
def test_depth_of_the_pipeline_changes_nothing(name, stages, tmp_path, rng):
    bench = Bench(CASES[name], tmp_path, stages=stages)
    for _ in range(TRIALS // 4):
        bench.trial(rng)


def test_a_clock_that_is_too_fast_for_a_turn_makes_it_longer(tmp_path, rng):
    """The product of a turn is needed in the next."""
    case = replace(CASES["horner"], flow=("--period", "1200", "--multiply", "1000"))
    fast = Bench(case, tmp_path, stages=12)
    assert fast.made["interval"] > 1
    for _ in range(TRIALS // 4):
        fast.trial(rng)


def test_turns_take_a_cycle(tmp_path):
    """So many cycles as products, and those of the pipeline."""
    bench = Bench(CASES["product"], tmp_path)
    arrays = {"a": np.zeros(256), "b": np.zeros(256), "out": np.zeros(256)}
    for shape in ((15, 15, 15), (3, 4, 5), (1, 1, 1)):
        bench.gates.run(shape, arrays)
        assert bench.gates.cycles <= np.prod(shape) + 8


@pytest.mark.parametrize("name", ["product", "filtered", "several", "pairs", "chase"])
@pytest.mark.parametrize("latency", [1, 2, 4])
def test_slow_memories_and_calls_that_overlap_change_nothing(name, latency, tmp_path, rng):
    bench = Bench(replace(CASES[name], flow=("--latency", str(latency))), tmp_path, stages=12)
    for _ in range(TRIALS // 4):
        bench.trial(rng, int(rng.integers(1, 5)), int(rng.integers(2) * rng.integers(1, 1 << 31)))


@pytest.mark.parametrize("number", range(30))
def test_random_functions(number, tmp_path, rng):
    case, stages = random_case(rng, tmp_path, FOLDER), int(rng.integers(5, 12))
    try:
        bench = Bench(case, tmp_path, stages=stages)
    except AssertionError as refusal:  # a chain of loads may need more
        least = re.search(r"stages are too few: use --stages (\d+)", str(refusal))
        if not least:
            raise
        bench = Bench(case, tmp_path, stages=int(least[1]))
    for _ in range(TRIALS // 4):
        bench.trial(rng)
