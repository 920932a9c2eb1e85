# Runs the bench of the walk over coefficient matrices.
# SPDX-License-Identifier: Apache-2.0
from cocotb_bench import parameters, simulate


@parameters({"P": 2, "BMAX": 4}, {"P": 3, "BMAX": 3},
            {"P": 4, "BMAX": 3, "LANES": 2}, {"P": 5, "BMAX": 2},
            {"P": 6, "BMAX": 1}, {"P": 2, "BMAX": 5, "LANES": 4})
def test_orb_coef_walk(request, parameters):
    simulate(request, "orb_coef_walk", parameters)
