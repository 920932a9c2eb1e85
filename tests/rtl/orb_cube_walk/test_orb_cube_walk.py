# Runs the bench of the walk over a cube.
# SPDX-License-Identifier: Apache-2.0
from cocotb_bench import parameters, simulate


@parameters({"P": 2, "BMAX": 4}, {"P": 3, "BMAX": 3}, {"P": 4, "BMAX": 3}, {"P": 5, "BMAX": 2}, {"P": 3, "BMAX": 1},
            {"P": 4, "BMAX": 2, "IO_WORDS": 2}, {"P": 4, "BMAX": 3, "IO_WORDS": 4})
def test_orb_cube_walk(request, parameters):
    simulate(request, "orb_cube_walk", parameters)
