# docs/hls.md: its example, from the page's text, as gates and as gcc compiles it; the commands that it names.
# SPDX-License-Identifier: Apache-2.0
import os
import re
import shutil
import subprocess
import sys

import numpy as np
import pytest
from kernel_bench import ROOT, Compiled, Gates, translate
from kernel_cases import CASES
from test_refusals import REFUSED
from translator_faults import FAULTS

pytestmark = pytest.mark.long


def test_the_page_counts_what_is_tested():
    page = (ROOT / "docs/hls.md").read_text()
    for text in (f"{len(CASES)} functions and variants", f"{len(REFUSED)} programs", f"{len(FAULTS)} faults planted"):
        assert text in page, text


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


def test_the_page_s_bench(tmp_path):
    page = (ROOT / "docs/hls.md").read_text()
    (tmp_path / "fir.c").write_text(re.search(r"```c\n(.*?)```", page, re.DOTALL)[1])
    (tmp_path / "try_fir.py").write_text(re.search(r"```python\n(.*?)```", page, re.DOTALL)[1])
    (tmp_path / "build").mkdir()
    done = subprocess.run([sys.executable, "try_fir.py"], cwd=tmp_path, capture_output=True, text=True,
                          env={**os.environ, "PYTHONPATH": str(ROOT / "tests/hls")})
    assert re.fullmatch(r"\[-1 -1 -1 -1\] 8\d\d\n", done.stdout), done.stdout + done.stderr


@pytest.mark.parametrize("words", [["SOURCE=f.c"], ["FUNCTION=f"]])
def test_make_hls_asks_for_what_is_missing(words):
    done = subprocess.run(["make", "hls", "SETUP=no", *words], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode != 0 and "give both, or neither" in done.stderr


def test_ports_are_those_of_the_verilog(tmp_path):
    (tmp_path / "f.c").write_text("int f(int v, short u, const int x[restrict static 8], int y[restrict static 9])\n"
                                  "{\n    y[u & 7] = x[v & 7];\n    return v;\n}\n")
    made = translate([tmp_path / "f.c"], "f", tmp_path)
    declared = re.findall(r"^  (input|output) wire (?:\[(\d+):0\] )?(\w+),?$", (tmp_path / "f.v").read_text(),
                          re.MULTILINE)
    assert {(name, direction, int(high or 0) + 1) for direction, high, name in declared} == \
        {(port["name"], port["direction"], port["bits"]) for port in made["ports"]}
    fields = {port["name"]: port.get("fields") for port in made["ports"]}
    assert fields["go_data"] == [["v", 32], ["u", 16]] and fields["y_wr_req_data"] == [["address", 4], ["word", 32]]


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
