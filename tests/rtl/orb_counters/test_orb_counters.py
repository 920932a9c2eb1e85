# Runs the bench of the counters.
# SPDX-License-Identifier: Apache-2.0
import pytest
from cocotb_bench import parameters, simulate


@pytest.mark.quick
@parameters({"SB": 7}, {"SB": 32})
def test_orb_counters(request, parameters):
    simulate(request, "orb_counters", parameters)
