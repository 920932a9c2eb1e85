# Runs the bench of the SPI slave.
# SPDX-License-Identifier: Apache-2.0
from cocotb_bench import simulate


def test_orb_spi_slave(request):
    simulate(request, "orb_spi_slave")
