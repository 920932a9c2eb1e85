# Engines in long use: no wrong word, no leak, no descriptor that stays open.
# SPDX-License-Identifier: Apache-2.0
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

SOAK = Path(__file__).resolve().parent / "soak.py"
ARRAY = "p=2,b=4,full=4,w=16,jobs=1"


@pytest.fixture(params=[pytest.param(10, id="seconds"),
                        pytest.param(3600, id="hour", marks=[pytest.mark.long, pytest.mark.hour])])
def soak(request, root, build, seed):
    """soak(engine, reference, environment) runs random transforms on both for some time, and leaves the processors to
    other tests."""
    def run(engine, reference, environment=os.environ):
        print(f"seed {seed}")
        command = [sys.executable, SOAK, engine, reference, str(request.param), str(seed)]
        done = subprocess.run(["nice", "-n", "5", *command], capture_output=True, text=True,
                              timeout=1800 + 2 * request.param, cwd=root,
                              env={**environment, "PYTHONPATH": str(root / "python"),
                                   "ORB_LIBRARY": str(build / "lib" / "liborbital.so")})
        assert done.returncode == 0, done.stdout + done.stderr
        print(done.stdout)
        used = json.loads(done.stdout)
        runs = used["transforms"] + used["refused"]
        assert used["transforms"] >= 30 and used["seconds"] >= request.param
        # Python's own caches grow by 100 KiB at most; a block that is lost in each transform takes 16 bytes or more.
        assert used["last"]["bytes"] - used["first"]["bytes"] < 256 * 1024 + 4 * runs
        assert used["last"]["files"] == used["first"]["files"]
        return used
    return run


def test_the_simulated_array(soak):
    used = soak(f"sim:{ARRAY}", f"hls:{ARRAY}")
    assert used["refused"]


def test_a_simulated_board_with_faults(soak, board, happened, seed):
    """One in a hundred blocks of 512 bytes, or packets, has each kind of fault."""
    soak("ftdi:", f"sim:{ARRAY}", board("link_uart", SEED=seed, faults=0.01))
    assert happened()["faults"] and not happened()["overruns"]
