# Runs the bench of the operand memory on the portable one and on that of an iCE40.
# SPDX-License-Identifier: Apache-2.0
import pytest
from cocotb_bench import parameters, simulate


@pytest.mark.parametrize("family", [None, "ice40"])
@parameters({"WIDTH": 16, "DEPTH": 128, "LATENCY": 1, "ONE_READ": 1},
            {"WIDTH": 18, "DEPTH": 54, "LATENCY": 2, "ONE_READ": 1})
def test_orb_ram_operand(request, parameters, family):
    simulate(request, "orb_ram_operand", parameters, family=family)
