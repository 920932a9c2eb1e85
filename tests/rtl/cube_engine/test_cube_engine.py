# The instantiation in docs/integration.md, as it stands there, transforms a cube.
# SPDX-License-Identifier: Apache-2.0
import re

from cocotb_bench import simulate
from sources import ROOT


def test_the_example_transforms_a_cube(request, tmp_path):
    page = (ROOT / "docs/integration.md").read_text()
    example, = re.findall(r"^```verilog\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    source = tmp_path / "cube_engine.v"
    source.write_text(example)
    simulate(request, "cube_engine", more=[source])
