# The corners of the parameters: the Verilated core against its reference.
# SPDX-License-Identifier: Apache-2.0
import pytest
from configs import CORNERS, configurations, fewer
from pair import Pair
from random_program import run_random


@pytest.mark.parametrize("name", configurations(CORNERS))
def test_programs(name, rng):
    with Pair(name, rng) as pair:
        pair.initialise()
        for _ in range(fewer(name, 300)):
            run_random(pair)
