# The example of docs/hls.md, from the page's text, as gates and as gcc compiles it.
# SPDX-License-Identifier: Apache-2.0
import re

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
