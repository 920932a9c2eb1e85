# Runs the bench of the true dual-port memory.
# SPDX-License-Identifier: Apache-2.0
from cocotb_bench import parameters, simulate


@parameters({"WIDTH": 18, "DEPTH": 54, "LATENCY": 1}, {"WIDTH": 18, "DEPTH": 54, "LATENCY": 2})
def test_orb_ram_tdp(request, parameters):
    simulate(request, "orb_ram_tdp", parameters)


@parameters({"WIDTH": 18, "DEPTH": 1024, "LATENCY": 2}, {"WIDTH": 25, "DEPTH": 54, "LATENCY": 1},
            {"WIDTH": 18, "DEPTH": 1500, "LATENCY": 2}, {"WIDTH": 8, "DEPTH": 4000, "LATENCY": 2})
def test_orb_ram_tdp_of_an_ecp5(request, parameters):
    simulate(request, "orb_ram_tdp", parameters, family="ecp5")
