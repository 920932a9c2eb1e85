# `make sim` leaves a waveform of one transform, in which the registers' handshakes can be seen.
# SPDX-License-Identifier: Apache-2.0
import re
import subprocess

from model import Model
from program import transform


def test_waveform(root, build):
    done = subprocess.run(["make", "trace"], cwd=root, stdin=subprocess.DEVNULL, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    waveform = build / "run" / "transform.fst"
    assert waveform.stat().st_size > 10_000
    cycles = int(re.search(r"(\d+) cycles", done.stdout).group(1))
    with Model("hls", "p2_b4_f4_w16") as model:  # counts as the device does, see docs/cycles.md
        points = (model.p * model.bmax) ** 3
        model.program(transform(model.p, (8, 8, 8)), (model.bmax,) * 3)
        model.run([0] * points, points)
        assert cycles == model.read64("COMPUTE")
