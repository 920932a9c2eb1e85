# Proves each tests/formal/*.sby with SymbiYosys; every task of a file is a case.
# SPDX-License-Identifier: Apache-2.0
#
# Paths in the .sby files are relative to the root of the repository. Tasks of the groups `quick` and `long` are part of
# `make check` and `make test-long`.
from pathlib import Path

import pytest
import sby

LEVELS = {"quick": pytest.mark.quick, "long": pytest.mark.long}
CASES = [pytest.param(path, task, id=f"{path.stem}-{task}", marks=[LEVELS[g] for g in groups if g in LEVELS])
         for path in sorted(Path(__file__).parent.glob("*.sby")) for task, groups in sby.tasks(path)]


@pytest.mark.parametrize("path, task", CASES)
def test_proof(path, task, build, root):
    done = sby.run(path, task, build / "formal" / f"{path.stem}_{task}", root)
    assert done.returncode == sby.PASSED, done.stdout + done.stderr
