# Runs the bench of the folded order of places.
# SPDX-License-Identifier: Apache-2.0
from cocotb_bench import parameters, simulate


@parameters(*[{"P": p, "ALL": every} for p in (2, 3, 4, 5, 6, 8, 12) for every in (0, 1)])
def test_orb_fold(request, parameters):
    simulate(request, "orb_fold", parameters)
