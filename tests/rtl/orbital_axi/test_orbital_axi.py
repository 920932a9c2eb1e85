# Runs the bench of the core with the ports of a system on a chip: small nodes, fine nodes, and beats of two words.
# SPDX-License-Identifier: Apache-2.0
import pytest
from cocotb_bench import simulate
from configs import all_configurations

ARRAYS = {"small": "p2_b4_f4_w16", "fine": "p3_b1_f1_w18_n3", "wide": "p2_b1_f1_w12_n4_io2"}


@pytest.mark.parametrize("name", ARRAYS.values(), ids=ARRAYS.keys())
def test_orbital_axi(request, name):
    simulate(request, "orbital_axi", all_configurations()[name])
