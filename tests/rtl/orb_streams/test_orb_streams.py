# Runs the bench of both streams beside the stages.
# SPDX-License-Identifier: Apache-2.0
from cocotb_bench import parameters, simulate

BYTE = {"W": 8, "CW": 8, "IN_BITS": 8, "OUT_BITS": 8}


@parameters({**BYTE, "P": 2, "BMAX": 2, "NBUF": 3, "BLOCK": 4, "CA": 4},
            {**BYTE, "P": 2, "BMAX": 3, "NBUF": 4, "BLOCK": 9, "CA": 6, "IO_WORDS": 2, "MEM_LAT": 1},
            {**BYTE, "P": 4, "BMAX": 1, "NBUF": 3, "BLOCK": 1, "CA": 3, "MEM_LAT": 1},
            {**BYTE, "P": 3, "BMAX": 2, "NBUF": 2, "BLOCK": 4, "CA": 5})
def test_orb_streams(request, parameters):
    simulate(request, "orb_streams", parameters)
