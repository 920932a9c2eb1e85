# Runs the bench of the input of cubes and coefficients.
# SPDX-License-Identifier: Apache-2.0
from cocotb_bench import parameters, simulate


@parameters({"P": 2, "BMAX": 3},
            {"P": 3, "BMAX": 2, "W": 8, "CW": 18, "NBUF": 3},
            {"P": 4, "BMAX": 2, "W": 16, "CW": 16, "IN_BITS": 16, "NBUF": 4, "IO_WORDS": 2},
            {"P": 4, "BMAX": 1, "IO_WORDS": 4}, {"P": 2, "BMAX": 3, "LANES": 2})
def test_orb_load(request, parameters):
    simulate(request, "orb_load", parameters)
