# Bench of the counters: random events, and a count of clipped results that stays at its largest value.
# SPDX-License-Identifier: Apache-2.0
import random

import cocotb
from bench import cycles, start

COUNTERS = ("busy", "compute", "waiting", "coef", "load", "unload")


WAY = 32  # cycles from a piece of a counter to its next turn


async def read(dut):
    """All counters: the pieces of each as they come by, from a lowest one on."""
    pieces = {}
    for _ in range(2 * WAY):
        await cycles(dut)
        place = int(dut.place.value)
        if dut.piece_valid.value and (place % 4 == 0 or place - 1 in pieces):
            pieces[place] = int(dut.piece.value)
    return [sum(pieces[4 * n + k] << 16 * k for k in range(4)) for n in range(len(COUNTERS))]


@cocotb.test()
async def random_events(dut):
    bits = int(dut.SB.value)
    await start(dut, clear=1, sat_en=0, sat_count=0, **dict.fromkeys(COUNTERS, 0))
    for run in range(30):
        chance = random.choice([0.1, 0.5, 1.0])
        counts, clipped = dict.fromkeys(COUNTERS, 0), 0
        dut.clear.value = 1
        await cycles(dut, random.randint(1, 3))
        dut.clear.value = 0
        for _ in range(random.randint(1, 400)):
            for event in COUNTERS:
                now = random.random() < chance
                getattr(dut, event).value = now
                counts[event] += now
            en, count = random.random() < 0.5, random.getrandbits(bits)
            dut.sat_en.value, dut.sat_count.value = en, count
            before, clipped = clipped, min(clipped + en * count, (1 << 32) - 1)
            await cycles(dut)
            if clipped == before or clipped < (1 << 32) - 1:  # else that it was too many shows a cycle later
                assert dut.saturations.value == clipped
        for event in COUNTERS:
            getattr(dut, event).value = 0
        dut.sat_en.value = 0
        if run % 3:  # else the next run begins wherever this one is
            await cycles(dut)
            assert await read(dut) == list(counts.values())
            assert await read(dut) == list(counts.values())


@cocotb.test()
async def carries(dut):
    """Counts that fill their lower pieces go on in the next ones."""
    await start(dut, clear=1, sat_en=0, sat_count=0, **dict.fromkeys(COUNTERS, 0))
    await cycles(dut)
    dut.clear.value = 0
    await cycles(dut, 2 * WAY)
    full = (1 << 48) - 40
    for piece in range(3):  # of counter 3, while none is under way
        while int(dut.place.value) != 4 * 6:
            await cycles(dut)
        dut.pieces.mem[4 * 3 + piece].value = full >> 16 * piece & 0xFFFF
        await cycles(dut)
    dut.coef.value = 1
    await cycles(dut, 100)
    dut.coef.value = 0
    await cycles(dut)
    assert await read(dut) == [0, 0, 0, full + 100, 0, 0]
