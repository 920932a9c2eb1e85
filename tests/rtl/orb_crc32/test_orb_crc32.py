# Runs the bench of the CRC-32.
# SPDX-License-Identifier: Apache-2.0
from cocotb_bench import parameters, simulate


@parameters({"BITS": 8}, {"BITS": 1})
def test_orb_crc32(request, parameters):
    simulate(request, "orb_crc32", parameters)
