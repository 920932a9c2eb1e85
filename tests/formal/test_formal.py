# Proves each tests/formal/*.sby with SymbiYosys; every task of a file is a case.
# SPDX-License-Identifier: Apache-2.0
#
# Paths in the .sby files are relative to the root of the repository. Tasks of the group `quick` are part of
# `make check`.
from pathlib import Path

import pytest
import sby

CASES = [pytest.param(path, task, id=f"{path.stem}-{task}", marks=[pytest.mark.quick] if "quick" in groups else [])
         for path in sorted(Path(__file__).parent.glob("*.sby")) for task, groups in sby.tasks(path)]


@pytest.mark.parametrize("path, task", CASES)
def test_proof(path, task, build, root):
    done = sby.run(path, task, build / "formal" / f"{path.stem}_{task}", root)
    assert done.returncode == sby.PASSED, done.stdout + done.stderr
