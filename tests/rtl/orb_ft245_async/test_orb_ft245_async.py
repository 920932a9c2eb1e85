# Runs the bench of the asynchronous FIFO port.
# SPDX-License-Identifier: Apache-2.0
from cocotb_bench import simulate


def test_orb_ft245_async(request):
    simulate(request, "orb_ft245_async", {"CLOCK_HZ": 100_000_000})
