# Runs the bench of the COBS decoder.
# SPDX-License-Identifier: Apache-2.0
from cocotb_bench import simulate


def test_orb_cobs_decode(request):
    simulate(request, "orb_cobs_decode")
