# Runs the bench of the asynchronous FIFO port.
# SPDX-License-Identifier: Apache-2.0
import pytest
from cocotb_bench import simulate


@pytest.mark.quick
def test_orb_ft245_async(request):
    simulate(request, "orb_ft245_async", {"CLOCK_HZ": 100_000_000})
