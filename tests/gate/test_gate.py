# The gates that Yosys makes of the core do bit for bit what its reference in C does.
# SPDX-License-Identifier: Apache-2.0
import pytest
from pair import Pair
from random_program import run_random


@pytest.mark.parametrize("family, config", [("ecp5", "p2_b4_f4_w16"), ("ice40", "p2_b4_f4_w16"),
                                            ("gowin", "p2_b4_f4_w18_l4")])
def test_gates(family, config, build, rng):
    with Pair(config, rng, folder=build / "tests/gate" / family) as pair:
        pair.initialise()
        run_random(pair, (4, 4, 4))
        for _ in range(20):
            run_random(pair)
