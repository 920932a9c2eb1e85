# Runs the bench of the accumulator memory on the portable one and on that of an iCE40.
# SPDX-License-Identifier: Apache-2.0
import pytest
from cocotb_bench import parameters, simulate


@pytest.mark.parametrize("family", [None, "ice40"])
@parameters({"WIDTH": 32, "DEPTH": 64, "LATENCY": 1, "HALVES": 2},
            {"WIDTH": 24, "DEPTH": 27, "LATENCY": 1, "HALVES": 3})
def test_orb_ram_sums(request, parameters, family):
    simulate(request, "orb_ram_sums", parameters, family=family)
