# Runs the bench of the counters.
# SPDX-License-Identifier: Apache-2.0
from cocotb_bench import parameters, simulate


@parameters({"SB": 7}, {"SB": 32})
def test_orb_counters(request, parameters):
    simulate(request, "orb_counters", parameters)
