# The table of sizes in docs/integration.md is current, and Yosys finds the same multipliers and memories.
# SPDX-License-Identifier: Apache-2.0
import json
import subprocess
import sys
from collections import Counter

import pytest
from sources import ROOT, listed

sys.path.insert(0, str(ROOT / "scripts"))
import sizes  # noqa: E402

# What the array needs besides; with so few registers, a product of significands is not cut into parts.
FLOAT = {"FMA_LAT": 5, "ACC_LAT": 4}
ODD = [{"P": 2, "BMAX": 3, "NBUF": 3, "CBANKS": 2, "LANES": 2}, {"P": 3, "BMAX": 5, "LANES": 4, "W": 25, "AW": 50},
       {"P": 2, "BMAX": 5, "EXP": 5, "W": 16, "LANES": 4}, {"P": 5, "BMAX": 2, "W": 8, "CW": 10}]
PRODUCTS = ("orb_multiply", "orb_float_multiply", "orb_node_fine")
QUEUES = ("orb_lane_float",)  # of a few words


def name_of(module):
    """The name of a module, of one with parameters too."""
    return next(part for part in module.split("\\") if not part.startswith("$paramod"))


def counted(parameters, folder):
    """What Yosys finds in the mesh: modules of products, and (words, bits) of memories."""
    netlist = folder / "netlist.json"
    settings = " ".join(f"-set {key} {value}" for key, value in parameters.items())
    script = (f"read_verilog -defer -Irtl/include {' '.join(listed('rtl/orbital_core.f'))}; chparam {settings} "
              f"orbital_core; hierarchy -check -top orbital_core; proc; opt_clean; memory_collect; "
              f"write_json {netlist}")
    subprocess.run(["yosys", "-q", "-p", script], cwd=ROOT, check=True)
    modules, found = json.loads(netlist.read_text())["modules"], [Counter(), Counter()]

    def walk(module, in_mesh):
        for cell in modules[module]["cells"].values():
            if in_mesh and cell["type"] == "$mul":
                found[0][name_of(module)] += 1
            elif in_mesh and cell["type"] == "$mem_v2" and name_of(module) not in QUEUES:
                found[1][tuple(int(cell["parameters"][key], 2) for key in ("SIZE", "WIDTH"))] += 1
            elif cell["type"] in modules:
                walk(cell["type"], in_mesh or name_of(cell["type"]) == "orb_mesh")

    walk(next(name for name in modules if "top" in modules[name]["attributes"]), False)
    return found


@pytest.mark.parametrize("parameters", [
    pytest.param(one, id=",".join(f"{key}={value}" for key, value in one.items()),
                 marks=[pytest.mark.quick] if one["P"] < 3 else [])
    for one in [*sizes.ROWS, *ODD]])
def test_yosys_finds_these_sizes(parameters, tmp_path):
    more = FLOAT if "EXP" in parameters else {}
    products, memories = counted({**parameters, **more}, tmp_path)
    expected = sizes.Sizes(**parameters)
    assert memories == expected.memories()
    assert sum(products[name] for name in PRODUCTS) == expected.multipliers


@pytest.mark.quick
def test_the_table_is_current():
    page = (ROOT / "docs/integration.md").read_text()
    assert sizes.page(page) == page and sizes.table() in page, "docs/integration.md is not current: make generated"
