# Runs the bench of the whole core, small.
# SPDX-License-Identifier: Apache-2.0
from cocotb_bench import parameters, simulate
from configs import CORNERS, configurations


@parameters(*[corner for corner in configurations(CORNERS).values() if corner["P"] == 2])
def test_orbital_core(request, parameters):
    simulate(request, "orbital_core", parameters)
