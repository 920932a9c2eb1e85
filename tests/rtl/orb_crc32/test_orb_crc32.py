# Runs the bench of the CRC-32.
# SPDX-License-Identifier: Apache-2.0
import pytest
from cocotb_bench import simulate


@pytest.mark.quick
def test_orb_crc32(request):
    simulate(request, "orb_crc32")
