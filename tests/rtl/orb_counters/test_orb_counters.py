# Runs the bench of the counters.
# SPDX-License-Identifier: Apache-2.0
import pytest
from cocotb_bench import parameters, simulate


@pytest.mark.quick
@parameters({"BITS": 48, "SB": 7}, {"BITS": 64, "SB": 32}, {"BITS": 33, "SB": 32})
def test_orb_counters(request, parameters):
    simulate(request, "orb_counters", parameters)
