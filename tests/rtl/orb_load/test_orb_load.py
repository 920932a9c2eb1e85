# Runs the bench of the input of cubes and coefficients.
# SPDX-License-Identifier: Apache-2.0
from cocotb_bench import parameters, simulate


@parameters({"P": 2, "BMAX": 3, "BLOCK": 9},
            {"P": 3, "BMAX": 2, "W": 8, "CW": 18, "NBUF": 3, "BLOCK": 4},
            {"P": 4, "BMAX": 2, "W": 16, "CW": 16, "IW": 16, "NBUF": 4, "BLOCK": 4, "IO_WORDS": 2, "CA": 6},
            {"P": 4, "BMAX": 1, "BLOCK": 1, "IO_WORDS": 4, "CA": 3}, {"P": 2, "BMAX": 3, "LANES": 2, "BLOCK": 12})
def test_orb_load(request, parameters):
    simulate(request, "orb_load", parameters)
