# Runs the bench of the generator of slots.
# SPDX-License-Identifier: Apache-2.0
from cocotb_bench import parameters, simulate


@parameters({"BMAX": 3}, {"BMAX": 4, "NBUF": 8}, {"BMAX": 4, "LANES": 2}, {"BMAX": 5, "LANES": 4},
            {"BMAX": 3, "GROUP": 4}, {"BMAX": 4, "GROUP": 8, "LANES": 2})
def test_orb_slot_gen(request, parameters):
    simulate(request, "orb_slot_gen", parameters)
