# Runs the bench of the synchronous FIFO port.
# SPDX-License-Identifier: Apache-2.0
from cocotb_bench import simulate


def test_orb_ft245_sync(request):
    simulate(request, "orb_ft245_sync")
