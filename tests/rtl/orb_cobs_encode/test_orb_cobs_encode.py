# Runs the bench of the COBS encoder.
# SPDX-License-Identifier: Apache-2.0
from cocotb_bench import simulate


def test_orb_cobs_encode(request):
    simulate(request, "orb_cobs_encode")
