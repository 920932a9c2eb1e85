# The tests of the translator see faults in it: each is planted in a copy of the package.
# SPDX-License-Identifier: Apache-2.0
import shutil

import pytest
from kernel_bench import ROOT
from kernel_cases import CASES, Bench
from translator_faults import FAULTS

pytestmark = pytest.mark.long
TRIALS = 200


def seen(name, package, folder, rng):
    """Whether the test of a case fails: nothing is made, or it does something else than gcc's, or in another time."""
    folder.mkdir()
    try:
        bench = Bench(CASES[name], folder, package=package)
        assert bench.made["interval"] == CASES[name].interval
        for _ in range(TRIALS):
            bench.trial(rng)
    except AssertionError:
        return True
    return False


@pytest.mark.parametrize("fault", FAULTS)
def test_fault_is_seen(fault, tmp_path, rng):
    name, right, wrong, cases = FAULTS[fault]
    shutil.copytree(ROOT / "hls/flow", tmp_path / "flow")
    path = tmp_path / "flow" / name
    assert path.read_text().count(right) == 1, f"{name} has not exactly one {right!r}"
    path.write_text(path.read_text().replace(right, wrong))
    assert any(seen(case, tmp_path, tmp_path / f"of_{case}", rng) for case in cases)
