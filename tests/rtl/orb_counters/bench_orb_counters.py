# Bench of the counters: random events, and a count of clipped results that stays at its largest value.
# SPDX-License-Identifier: Apache-2.0
import random

import cocotb
from bench import PERIOD, cycles, start

COUNTERS = ("busy", "compute", "waiting", "coef", "load", "unload")


WAY = 32  # cycles from a piece of a counter to its next turn

IDLE = dict(clear=1, sat_en=0, sat_count=0, keep=0, **dict.fromkeys(COUNTERS, 0))


async def start_at_zero(dut):
    """Waits until all counters have been cleared."""
    await start(dut, **IDLE)
    await cycles(dut)
    dut.clear.value = 0
    await cycles(dut, 2 * WAY)


async def read(dut):
    """All counters: the pieces of each as they come by, from a lowest one on."""
    pieces = {}
    for _ in range(2 * WAY):
        await cycles(dut)
        place = int(dut.place.value)
        if dut.piece_valid.value and (place % 4 == 0 or place - 1 in pieces):
            pieces[place] = int(dut.piece.value)
    return [sum(pieces[4 * n + k] << 16 * k for k in range(4)) for n in range(len(COUNTERS))]


async def place_count(dut, counter, count):
    """Lets a counter stand at this count; it must not count meanwhile."""
    for piece in range(4):
        while int(dut.place.value) != 4 * 6:  # none of the real counters is under way
            await cycles(dut)
        dut.pieces.mem[4 * counter + piece].value = count >> 16 * piece & 0xFFFF
        await cycles(dut)


async def read_while_it_counts(dut, counter):
    """The count as orb_regs reads it: the low word, which keeps the high one, and after a while that one."""
    while not (int(dut.place.value) == 4 * counter and dut.piece_valid.value):
        await cycles(dut)
    dut.keep.value = 1
    low = int(dut.piece.value)
    await cycles(dut)
    dut.keep.value = 0
    low |= int(dut.piece.value) << 16
    await cycles(dut, random.randint(1, 3 * WAY))
    while int(dut.place.value) != 4 * 6 + 2:
        await cycles(dut)
    high = int(dut.piece.value)
    await cycles(dut)
    return low | (high | int(dut.piece.value) << 16) << 32


@cocotb.test()
async def both_words_of_a_count_are_of_one_moment(dut):
    """Each counter is read while its low word overflows: low and high word together never go back or leap ahead."""
    await start_at_zero(dut)
    for counter, event in enumerate(COUNTERS):
        begin = random.getrandbits(31) + 1 << 32
        await place_count(dut, counter, begin - random.randint(1, 20 * WAY))
        last = await read_while_it_counts(dut, counter)
        getattr(dut, event).value = 1
        crossed = False
        for _ in range(30):
            before = cocotb.utils.get_sim_time("ns")
            now = await read_while_it_counts(dut, counter)
            passed = int(cocotb.utils.get_sim_time("ns") - before) // PERIOD + 4 * WAY
            assert last <= now <= last + passed
            crossed |= last < begin <= now
            last = now
        assert crossed
        getattr(dut, event).value = 0


@cocotb.test()
async def random_events(dut):
    bits = int(dut.SB.value)
    await start(dut, **IDLE)
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
            shown = int(dut.saturations.value)
            # that there were too many shows a cycle later, until when the count stands still
            assert shown == clipped or (shown == before and clipped == (1 << 32) - 1)
        for event in COUNTERS:
            getattr(dut, event).value = 0
        dut.sat_en.value = 0
        await cycles(dut)
        assert dut.saturations.value == clipped
        if run % 3:  # else the next run begins wherever this one is
            await cycles(dut)
            assert await read(dut) == list(counts.values())
            assert await read(dut) == list(counts.values())


@cocotb.test()
async def carries(dut):
    """Counts that fill their lower pieces go on in the next ones."""
    await start_at_zero(dut)
    full = (1 << 48) - 40
    await place_count(dut, 3, full)
    dut.coef.value = 1
    await cycles(dut, 100)
    dut.coef.value = 0
    await cycles(dut)
    assert await read(dut) == [0, 0, 0, full + 100, 0, 0]
