# The example of a SoC made with LiteX: a cube from its memory through the array and back.
# SPDX-License-Identifier: Apache-2.0
import subprocess
import sys

import pytest
from cocotb_bench import simulate
from configs import all_configurations
from sources import ROOT


@pytest.mark.parametrize("name", ["p2_b4_f4_w16", "p2_b1_f1_w12_n4_io2"])
def test_a_cube_from_memory_and_back(request, tmp_path, monkeypatch, name):
    parameters = [f"{key}={value}" for key, value in all_configurations()[name].items()]
    done = subprocess.run([sys.executable, ROOT / "integration/litex/orbital_soc.py", tmp_path, *parameters],
                          capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    monkeypatch.setenv("ORBITAL_SOC", str(tmp_path / "orbital_soc.json"))
    monkeypatch.setenv("ORBITAL_SOC_CONFIGURATION", name)
    simulate(request, "orbital_soc", more=[tmp_path / "orbital_soc.v"])
