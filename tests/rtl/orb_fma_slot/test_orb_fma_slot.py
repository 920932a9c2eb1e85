# Runs the bench of the multiply-add of a slot.
# SPDX-License-Identifier: Apache-2.0
from cocotb_bench import parameters, simulate


@parameters(*[{"LATENCY": latency} for latency in (1, 2, 3, 5)], {"W": 25, "CW": 18, "PS": 0, "BMAX": 2},
            {"W": 8, "CW": 10, "PS": 7, "BMAX": 9})
def test_orb_fma_slot(request, parameters):
    simulate(request, "orb_fma_slot", parameters)
