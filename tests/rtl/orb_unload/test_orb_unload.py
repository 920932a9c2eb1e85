# Runs the bench of the output of cubes.
# SPDX-License-Identifier: Apache-2.0
from cocotb_bench import parameters, simulate


@parameters({"P": 2, "BMAX": 4}, {"P": 3, "HOPS": 1, "BMAX": 3, "MEM_LAT": 1, "W": 25, "NBUF": 3},
            {"P": 4, "HOPS": 1, "BMAX": 2, "IO_WORDS": 2, "NBUF": 4},
             {"P": 4, "HOPS": 1, "BMAX": 1, "IO_WORDS": 4, "MEM_LAT": 1},
            {"P": 2, "BMAX": 4, "OUT_DEPTH": 1, "MEM_LAT": 1}, {"P": 2, "BMAX": 3, "OUT_DEPTH": 4})
def test_orb_unload(request, parameters):
    simulate(request, "orb_unload", parameters)
