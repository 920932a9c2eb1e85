# What all tests share: where things are, and random numbers that can be repeated.
# SPDX-License-Identifier: Apache-2.0
import os
import secrets
import zlib
from pathlib import Path

import numpy as np
import pytest

ROOT = Path(__file__).resolve().parent.parent
BUILD = ROOT / "build"


def pytest_configure(config):
    # Workers of pytest-xdist and every program that a test starts inherit the seed.
    os.environ.setdefault("ORB_SEED", str(secrets.randbits(32)))
    os.environ["COCOTB_RANDOM_SEED"] = os.environ["ORB_SEED"]
    # A make that a test starts has no part in the jobs of the one that started us, and does not name its folder.
    for name in ("MAKEFLAGS", "MFLAGS", "MAKELEVEL"):
        os.environ.pop(name, None)


def pytest_report_header():
    return f"random seed: ORB_SEED={os.environ['ORB_SEED']} (set it to repeat this run)"


@pytest.fixture(scope="session")
def root():
    """The repository."""
    return ROOT


@pytest.fixture(scope="session")
def build():
    """The folder of all that is built."""
    return BUILD


@pytest.fixture(scope="session")
def orbital():
    """The command."""
    path = BUILD / "bin" / "orbital"
    assert path.exists(), "build/bin/orbital is missing: make all"
    return path


@pytest.fixture(scope="session")
def brain():
    """The demonstration volume of Debian's mricron-data."""
    path = Path("/usr/share/mricron/templates/ch2.nii.gz")
    if not path.exists():
        pytest.skip("mricron-data is not installed")
    return path


@pytest.fixture
def seed(request):
    """A number of this test's own, from ORB_SEED."""
    return zlib.crc32(f"{os.environ['ORB_SEED']} {request.node.nodeid}".encode())


@pytest.fixture
def rng(seed):
    """NumPy random generator of this test's own."""
    return np.random.default_rng(seed)
