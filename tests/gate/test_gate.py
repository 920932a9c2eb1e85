# The gates that Yosys makes of the core do bit for bit what its reference in C does.
# SPDX-License-Identifier: Apache-2.0
import pytest
from pair import Pair
from random_program import run_random

CONFIG = "p2_b4_f4_w16"


@pytest.mark.parametrize("family", ["ecp5", "ice40"])
def test_gates(family, build, rng):
    with Pair(CONFIG, rng, folder=build / "tests/gate" / family) as pair:
        pair.initialise()
        run_random(pair, (4, 4, 4))
        for _ in range(20):
            run_random(pair)
