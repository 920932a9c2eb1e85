# The package in the sources, with the library of the build folder.
# SPDX-License-Identifier: Apache-2.0
import os
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
os.environ["ORB_LIBRARY"] = str(ROOT / "build" / "lib" / "liborbital.so")
sys.path.insert(0, str(ROOT / "python"))
