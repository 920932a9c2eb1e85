# Runs the bench of the rounding.
# SPDX-License-Identifier: Apache-2.0
import pytest
from cocotb_bench import parameters, simulate


@pytest.mark.quick
@parameters({"W": 3, "AW": 8}, {"W": 4, "AW": 9}, {"W": 6, "AW": 7}, {"W": 5, "AW": 5})
def test_all_sums(request, parameters):
    simulate(request, "orb_round", parameters)


@parameters({"W": 18, "AW": 36}, {"W": 25, "AW": 43}, {"W": 8, "AW": 63}, {"W": 16, "AW": 32}, {"W": 8, "AW": 8})
def test_random_sums(request, parameters):
    simulate(request, "orb_round", parameters)
