# docs/hls.md: its example, from the page's text, as gates and as gcc compiles it; the commands that it names.
# SPDX-License-Identifier: Apache-2.0
import re
import shutil
import subprocess

import numpy as np
import pytest
from kernel_bench import ROOT, Compiled, Gates, translate

pytestmark = pytest.mark.long


def test_fir(tmp_path, rng):
    source = re.search(r"```c\n(.*?)```", (ROOT / "docs/hls.md").read_text(), re.DOTALL)[1]
    (tmp_path / "fir.c").write_text(source)
    # gcc has no _BitInt; no number of the example needs more than the bits that it states
    plain = re.sub(r"(unsigned )?_BitInt\(\d+\)", lambda found: "unsigned long" if found[1] else "long", source)
    (tmp_path / "plain.c").write_text(plain)
    made = translate([tmp_path / "fir.c"], "fir", tmp_path)
    assert made["interval"] == 1
    gates = Gates(made, tmp_path)
    compiled = Compiled([tmp_path / "plain.c"], "fir", tmp_path, ["u64", "i64*", "i64*", "i64*"], "")
    for _ in range(20):
        n = int(rng.integers(1016))
        arrays = {"x": rng.integers(-1 << 15, 1 << 15, 1024), "c": rng.integers(-1 << 15, 1 << 15, 8),
                  "y": np.zeros(1024, int)}
        _, kept = compiled.run([n, arrays["x"], arrays["c"], arrays["y"]])
        _, written = gates.run([n], arrays)
        np.testing.assert_array_equal(written["y"], kept[3])
        assert gates.cycles <= 8 * n + 12


def test_make_hls_takes_a_function_of_ones_own(tmp_path):
    (tmp_path / "twice.c").write_text("int twice(int v) { return 2 * v; }\n")
    command = ["make", "hls", "SETUP=no", f"SOURCE={tmp_path}/twice.c", "FUNCTION=twice", f"HLS_GATES={tmp_path}"]
    subprocess.run(command, cwd=ROOT, check=True)
    assert "module twice(" in (tmp_path / "twice.v").read_text()


def test_make_hls_translates_the_functions_of_hls(tmp_path):
    subprocess.run(["make", "hls", "SETUP=no", f"HLS_GATES={tmp_path}"], cwd=ROOT, check=True)
    for name in ("orb_hls_step", "orb_hls_node_step", "orb_hls_float32_fma"):
        assert f"module {name}(" in (tmp_path / f"{name}.v").read_text()


def test_report_measures_and_writes_its_table(tmp_path):
    page = tmp_path / "hls.md"
    shutil.copy(ROOT / "docs/hls.md", page)
    before, mark, _ = page.read_text().partition("<!-- make hls-report -->")
    command = ["make", "hls-report", "SETUP=no", "HLS_DESIGNS=slot_gen fma_fixed", f"HLS_PAGE={page}"]
    subprocess.run(command, cwd=ROOT, check=True)
    text, mark_after, table = page.read_text().partition(mark)
    assert text == before and mark_after == mark
    row = next(line for line in table.splitlines() if "orb_fma_fixed" in line)
    assert [cell.strip() for cell in row.split("|")][5] == "1"  # multiplier
