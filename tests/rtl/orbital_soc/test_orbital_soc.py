# The example of a SoC made with LiteX: a cube from its memory through the array and back.
# SPDX-License-Identifier: Apache-2.0
import subprocess
import sys

from cocotb_bench import simulate
from configs import configurations
from sources import ROOT

CONFIGURATION = "p2_b4_f4_w16"


def test_a_cube_from_memory_and_back(request, tmp_path, monkeypatch):
    parameters = [f"{key}={value}" for key, value in configurations()[CONFIGURATION].items()]
    done = subprocess.run([sys.executable, ROOT / "integration/litex/orbital_soc.py", tmp_path, *parameters],
                          capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    monkeypatch.setenv("ORBITAL_SOC", str(tmp_path / "orbital_soc.json"))
    monkeypatch.setenv("ORBITAL_SOC_CONFIGURATION", CONFIGURATION)
    simulate(request, "orbital_soc", more=[tmp_path / "orbital_soc.v"])
