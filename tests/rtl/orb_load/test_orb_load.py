# Runs the bench of the input of cubes and coefficients.
# SPDX-License-Identifier: Apache-2.0
import pytest
from cocotb_bench import parameters, simulate


@pytest.mark.quick
@parameters({"P": 2, "BMAX": 3}, {"P": 3, "BMAX": 2, "W": 8, "CW": 18, "NBUF": 3, "CBANKS": 2})
def test_orb_load(request, parameters):
    simulate(request, "orb_load", parameters)
