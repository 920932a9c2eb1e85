# Runs the bench of the memory with one write and one read port.
# SPDX-License-Identifier: Apache-2.0
from cocotb_bench import parameters, simulate


@parameters({"WIDTH": 36, "DEPTH": 27, "LATENCY": 1}, {"WIDTH": 36, "DEPTH": 27, "LATENCY": 2})
def test_orb_ram_sdp(request, parameters):
    simulate(request, "orb_ram_sdp", parameters)


@parameters({"WIDTH": 36, "DEPTH": 512, "LATENCY": 2}, {"WIDTH": 43, "DEPTH": 27, "LATENCY": 2},
            {"WIDTH": 18, "DEPTH": 700, "LATENCY": 1}, {"WIDTH": 32, "DEPTH": 16, "LATENCY": 1})
def test_orb_ram_sdp_of_an_ecp5(request, parameters):
    simulate(request, "orb_ram_sdp", parameters, family="ecp5")
