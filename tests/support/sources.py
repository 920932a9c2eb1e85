# Which files the repository holds, and which the lists of Verilog sources name.
# SPDX-License-Identifier: Apache-2.0
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


LISTS = ("rtl/orbital_core.f", "rtl/orbital_axi.f", "rtl/orbital_link.f", "rtl/ports.f", "rtl/eth.f",
         "rtl/orbital_hls.f")


def listed(*lists):
    """The Verilog sources that lists name, in their order, each once; those of all lists without any."""
    lines = [line for name in lists or LISTS for line in (ROOT / name).read_text().splitlines()]
    return list(dict.fromkeys(line for line in lines if line.startswith("rtl/")))


def tracked(*endings):
    """Files that git knows and that are there, relative to the root, with one of the endings; all without any."""
    names = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    return sorted(n for n in names.split("\0") if n and n.endswith(endings or "") and (ROOT / n).exists())
