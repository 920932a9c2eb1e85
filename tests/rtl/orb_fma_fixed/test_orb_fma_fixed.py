# Runs the bench of the fixed-point multiply-add.
# SPDX-License-Identifier: Apache-2.0
import pytest
from cocotb_bench import parameters, simulate


@parameters(*[{"LATENCY": latency} for latency in (1, 2, 3, 4, 5, 8)],
            {"W": 25, "CW": 18, "AW": 43}, {"W": 25, "CW": 8, "AW": 33, "PS": 5}, {"W": 8, "CW": 8, "AW": 24, "PS": 0},
            {"W": 8, "CW": 18, "AW": 63, "PS": 0, "LATENCY": 1}, {"W": 16, "CW": 16, "AW": 24, "PS": 1})
def test_orb_fma_fixed(request, parameters):
    simulate(request, "orb_fma_fixed", parameters)


@pytest.mark.parametrize("family", ["ecp5", "gowin"])
@parameters(*[{"LATENCY": latency} for latency in (1, 2, 3, 4, 8)], {"W": 8, "CW": 10, "AW": 24, "PS": 0},
            {"W": 25, "CW": 18, "AW": 43})
def test_orb_fma_fixed_of_a_family(request, parameters, family):
    cells = {"ecp5": [request.path.with_name("CCU2C.v")], "gowin": []}
    simulate(request, "orb_fma_fixed", parameters, family=family, more=cells[family])
