# Each fuzz target runs over its seeds and hundreds of mutations of them, and finds nothing.
# SPDX-License-Identifier: Apache-2.0
import re
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
import fuzz  # noqa: E402

TARGETS = ["volume.nii", "volume.nii.gz", "volume.nrrd", "volume.mrc", "volume.tif", "volume.npy", "volume.raw", "hdf5",
           "orb", "plan", "link", "options"]
SLOW = ["volume.nii.gz", "hdf5"]  # deflate asks for megabytes; libhdf5 makes a file of each input


@pytest.mark.parametrize("target", TARGETS)
def test_smoke(build, target, seed, tmp_path):
    """Seeds are good files: were they all refused, nothing would be tried."""
    folder = build / "fuzz"
    seeds = len(list((folder / "seeds" / target).iterdir()))
    runs = 300 if target in SLOW else 1000
    code, output = fuzz.fuzz(folder, target, f"-runs={runs}", seed % 2**31 or 1, tmp_path)
    assert code == 0, output[-6000:]
    good, tried, again = map(int, re.search(r"^(\d+) of (\d+) inputs .*?(\d+) ", output, re.MULTILINE).groups())
    assert tried >= runs and good >= seeds / 2 and again > 0, output[-2000:]
