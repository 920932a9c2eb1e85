# Runs the bench of the whole core: configurations with few nodes and small blocks, as four-state simulation is slow.
# SPDX-License-Identifier: Apache-2.0
import pytest
from cocotb_bench import simulate
from configs import all_configurations, configurations, deep

SMALL = {name: p for name, p in all_configurations().items() if p["P"] == 2 and p["BMAX"] < 8 and name in deep(4)}
MIDDLE = {name: p for name, p in all_configurations().items() if p["P"] in (3, 4) and p["BMAX"] < 4}
LARGE = {name: p for name, p in configurations().items() if name not in SMALL}
# With those left to make test-long that take the longest: the corners in floating point, the largest tori, and blocks
# of five.
SLOW = [name for name, p in all_configurations().items()
        if (("EXP" in p or p["BMAX"] == 5) and name not in configurations()) or p["P"] > 4]


def cases(names):
    return [pytest.param(name, marks=[pytest.mark.long] if name in SLOW else []) for name in names]


@pytest.mark.parametrize("name", cases(SMALL))
def test_orbital_core(request, name):
    simulate(request, "orbital_core", SMALL[name])


@pytest.mark.parametrize("name", [*MIDDLE, *(name for name in SMALL if name in SLOW)])
def test_one_program(request, name):
    simulate(request, "orbital_core", all_configurations()[name], testcase="one_program")


@pytest.mark.parametrize("name", cases(LARGE))
def test_one_transform(request, name):
    simulate(request, "orbital_core", LARGE[name], testcase="one_transform")
