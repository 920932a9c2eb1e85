# Runs the bench of the receive ring.
# SPDX-License-Identifier: Apache-2.0
import pytest
from cocotb_bench import simulate


@pytest.mark.quick
def test_orb_frame_ring(request):
    simulate(request, "orb_frame_ring", {"BITS": 9})
