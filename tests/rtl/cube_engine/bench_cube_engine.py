# Bench of the instantiation in docs/integration.md: a transform, bit for bit as hls/ computes it.
# SPDX-License-Identifier: Apache-2.0
import random
import sys
from pathlib import Path

import cocotb
import numpy as np
from bench import start
from pair import words_of
from program import coefficients, load, stages, unload

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "orbital_core"))
from bench_orbital_core import LIMIT, Core  # noqa: E402


@cocotb.test(**LIMIT)
async def one_cube(dut):
    core = Core(dut, dut.core)
    assert len(dut.s_axis_tdata) == len(dut.m_axis_tdata) == 32
    await start(dut)
    rng, m, extent = np.random.default_rng(random.getrandbits(32)), core.hls, 2
    core.pause(0.2, 0.2)
    points = (m.p * extent)**3
    body, result = stages(m.p, [m.cw - m.ps + 1] * 3)
    words = [words_of("random", rng, 3 * (m.p * extent)**2, m, True), words_of("random", rng, points, m)]
    await core.run([coefficients(), load(), *body, unload(result, 3)], (extent,) * 3, np.concatenate(words), points)
