# Bench of the counters: random events, and a count of clipped results that stays at its largest value.
# SPDX-License-Identifier: Apache-2.0
import random

import cocotb
from bench import cycles, start

COUNTERS = ("busy", "compute", "waiting", "coef", "load", "unload")


@cocotb.test()
async def random_events(dut):
    bits = int(dut.SB.value)
    await start(dut, clear=1, sat_en=0, sat_count=0, **dict.fromkeys(COUNTERS, 0))
    for _ in range(5):
        counts, clipped = dict.fromkeys(COUNTERS, 0), 0
        dut.clear.value = 1
        await cycles(dut)
        dut.clear.value = 0
        for _ in range(400):
            for event in COUNTERS:
                now = random.random() < 0.5
                getattr(dut, event).value = now
                counts[event] += now
            en, count = random.random() < 0.5, random.getrandbits(bits)
            dut.sat_en.value, dut.sat_count.value = en, count
            clipped = min(clipped + en * count, (1 << 32) - 1)
            await cycles(dut)
            assert dut.saturations.value == clipped
        for n, event in enumerate(COUNTERS):
            assert int(dut.cycles.value) >> 64 * n & (1 << 64) - 1 == counts[event], event
        assert bits < 32 or clipped == (1 << 32) - 1
