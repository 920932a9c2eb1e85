# Which files the repository holds.
# SPDX-License-Identifier: Apache-2.0
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def tracked(*endings):
    """Files that git knows and that are there, relative to the root, with one of the endings; all without any."""
    names = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    return sorted(n for n in names.split("\0") if n and n.endswith(endings or "") and (ROOT / n).exists())
