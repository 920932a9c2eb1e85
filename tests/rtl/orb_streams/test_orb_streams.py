# Runs the bench of both streams beside the stages.
# SPDX-License-Identifier: Apache-2.0
from cocotb_bench import parameters, simulate

BYTE = {"W": 8, "CW": 8, "IN_BITS": 8, "OUT_BITS": 8, "HOPS": 1}


@parameters({**BYTE, "P": 2, "BMAX": 2, "NBUF": 3},
            {**BYTE, "P": 2, "BMAX": 3, "NBUF": 4, "IO_WORDS": 2, "MEM_LAT": 1},
            {**BYTE, "P": 4, "BMAX": 1, "NBUF": 3, "MEM_LAT": 1},
            {**BYTE, "P": 3, "BMAX": 2, "NBUF": 2})
def test_orb_streams(request, parameters):
    simulate(request, "orb_streams", parameters)
