# Runs the bench of the receive ring.
# SPDX-License-Identifier: Apache-2.0
from cocotb_bench import parameters, simulate


@parameters({"BITS": 9}, {"BITS": 9, "CRC_BITS": 1})
def test_orb_frame_ring(request, parameters):
    simulate(request, "orb_frame_ring", parameters)
