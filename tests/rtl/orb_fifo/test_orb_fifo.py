# Runs the bench of the FIFO.
# SPDX-License-Identifier: Apache-2.0
from cocotb_bench import parameters, simulate


@parameters({"WIDTH": 18, "DEPTH": 16}, {"WIDTH": 1, "DEPTH": 2}, {"WIDTH": 25, "DEPTH": 64})
def test_orb_fifo(request, parameters):
    simulate(request, "orb_fifo", parameters)
