# The example in docs/integration.md, as it stands there, transforms a cube.
# SPDX-License-Identifier: Apache-2.0
import os
import re
import subprocess

from cocotb_bench import simulate
from sources import ROOT

PAGE = (ROOT / "docs/integration.md").read_text()


def blocks(language):
    """The blocks of the page in this language, in their order."""
    return re.findall(rf"^```{language}\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)


def run(script, folder):
    done = subprocess.run(["sh", "-e", "-c", script], cwd=folder, env={**os.environ, "ORBITAL": str(ROOT)},
                          capture_output=True, text=True)
    assert done.returncode == 0 and not done.stderr, done.stdout + done.stderr
    return done.stdout.splitlines()


def test_the_example_transforms_a_cube(request, tmp_path):
    example, = blocks("verilog")
    source = tmp_path / "cube_engine.v"
    source.write_text(example)
    simulate(request, "cube_engine", more=[source])


def test_the_commands_of_the_page_simulate_the_example(tmp_path):
    """In an empty folder, with the test bench of the page."""
    (tmp_path / "cube_engine.v").write_text(blocks("verilog")[0])
    output = run(blocks("sh")[0], tmp_path)
    assert output[-1] == "cube_engine: 512 words received, 0 wrong"
    assert f"`{output[-1]}`" in PAGE


def test_the_page_selects_the_files_of_a_family():
    names = run(blocks("sh")[1], ROOT)
    own = sorted(path.name for path in (ROOT / "rtl/vendor/ecp5").glob("*.v"))
    assert sorted(name.removeprefix("rtl/vendor/ecp5/") for name in names if "/ecp5/" in name) == own
    assert len({name.rpartition("/")[2] for name in names}) == len(names) and "rtl/orbital_axi.v" in names
