# What all tests share: where things are, and random numbers that can be repeated.
# SPDX-License-Identifier: Apache-2.0
import os
import secrets
import zlib
from pathlib import Path

import numpy as np
import pytest
from seeds import Seeds

ROOT = Path(__file__).resolve().parent.parent
BUILD = ROOT / "build"


def pytest_addoption(parser):
    parser.addoption("--seeds", type=int, default=0, help="run random tests only, each with so many seeds")
    parser.addoption("--seconds", type=float, default=60, help="with --seeds: no run of a test begins after this time")


def pytest_configure(config):
    # Workers of pytest-xdist and every program that a test starts inherit the seed.
    os.environ.setdefault("ORB_SEED", str(secrets.randbits(32)))
    os.environ["COCOTB_RANDOM_SEED"] = os.environ["ORB_SEED"]
    if config.option.seeds:
        config.pluginmanager.register(
            Seeds(int(os.environ["ORB_SEED"], 0), config.option.seeds, config.option.seconds))
    # The network of the laboratory, and whatever boards are on it, are no part of a test.
    os.environ["ORB_UDP_FIND"] = ""
    # A make that a test starts has no part in the jobs of the one that started us, and does not name its folder.
    for name in ("MAKEFLAGS", "MFLAGS", "MAKELEVEL"):
        os.environ.pop(name, None)


def pytest_collection_modifyitems(items):
    items.sort(key=lambda item: item.get_closest_marker("hour") is None)


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
