# Runs the bench of the UART.
# SPDX-License-Identifier: Apache-2.0
from cocotb_bench import simulate


def test_orb_uart(request):
    simulate(request, "orb_uart", {"CLOCK_HZ": 4000000, "TICK": 10})
