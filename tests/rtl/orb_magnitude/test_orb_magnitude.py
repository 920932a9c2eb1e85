# Runs the bench of the record of the largest sums.
# SPDX-License-Identifier: Apache-2.0
from cocotb_bench import parameters, simulate


@parameters({"LY": 9, "DEPTH": 16}, {"LY": 1, "DEPTH": 4}, {"LY": 16, "DEPTH": 2}, {"LY": 36, "DEPTH": 32})
def test_orb_magnitude(request, parameters):
    simulate(request, "orb_magnitude", parameters)
