# Runs the bench of the walk over coefficient matrices.
# SPDX-License-Identifier: Apache-2.0
from cocotb_bench import parameters, simulate


@parameters({"P": 2, "BMAX": 4, "BLOCK": 16, "CA": 6}, {"P": 3, "BMAX": 3, "BLOCK": 9, "CA": 7},
            {"P": 4, "BMAX": 3, "LANES": 2, "BLOCK": 12, "CA": 8}, {"P": 5, "BMAX": 2, "BLOCK": 4, "CA": 5},
            {"P": 6, "BMAX": 1, "BLOCK": 1, "CA": 4}, {"P": 2, "BMAX": 5, "LANES": 4, "BLOCK": 40, "CA": 9})
def test_orb_coef_walk(request, parameters):
    simulate(request, "orb_coef_walk", parameters)
