# Runs the bench of the generator of slots.
# SPDX-License-Identifier: Apache-2.0
import pytest
from cocotb_bench import parameters, simulate


@pytest.mark.quick
@parameters({"P": 2, "BMAX": 3}, {"P": 3, "BMAX": 4, "NBUF": 3, "CBANKS": 2})
def test_orb_slot_gen(request, parameters):
    simulate(request, "orb_slot_gen", parameters)
