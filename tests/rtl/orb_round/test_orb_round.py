# Runs the bench of the rounding.
# SPDX-License-Identifier: Apache-2.0
from cocotb_bench import parameters, simulate


@parameters({"W": 3, "LY": 2}, {"W": 4, "LY": 4}, {"W": 5, "LY": 7})
def test_all_sums(request, parameters):
    simulate(request, "orb_round", parameters)


@parameters({"W": 18, "LY": 9}, {"W": 18, "LY": 5}, {"W": 16, "LY": 8}, {"W": 25, "LY": 22}, {"W": 8, "LY": 32},
            {"W": 12, "LY": 1})
def test_random_sums(request, parameters):
    simulate(request, "orb_round", parameters)
