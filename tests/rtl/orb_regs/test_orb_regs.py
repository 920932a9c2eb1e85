# Runs the bench of the registers.
# SPDX-License-Identifier: Apache-2.0
from cocotb_bench import parameters, simulate


@parameters({"DEPTH": 16}, {"DEPTH": 2, "P": 64}, {"DEPTH": 32})
def test_orb_regs(request, parameters):
    simulate(request, "orb_regs", parameters)
