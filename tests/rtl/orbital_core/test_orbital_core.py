# Runs the bench of the whole core: configurations with few nodes and small blocks, as four-state simulation is slow.
# SPDX-License-Identifier: Apache-2.0
import pytest
from cocotb_bench import parameters, simulate
from configs import all_configurations, configurations

SMALL = {name: p for name, p in all_configurations().items() if p["P"] == 2 and p["BMAX"] < 8}
MIDDLE = {name: p for name, p in all_configurations().items() if p["P"] in (3, 4) and p["BMAX"] < 4}


@parameters(*SMALL.values())
def test_orbital_core(request, parameters):
    simulate(request, "orbital_core", parameters)


@pytest.mark.parametrize("name", MIDDLE)
def test_one_program(request, name):
    simulate(request, "orbital_core", MIDDLE[name], testcase="one_program")


@pytest.mark.parametrize("name", sorted(set(configurations()) - set(SMALL)))
def test_one_transform(request, name):
    simulate(request, "orbital_core", configurations()[name], testcase="one_transform")
