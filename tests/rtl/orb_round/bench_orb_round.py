# Bench of the rounding: every sum and shift where they are few, random ones and those near a tie or a bound else.
# SPDX-License-Identifier: Apache-2.0
import random
from fractions import Fraction

import cocotb
from bench import cycles, signed, start


def rounded(v, shift, w):
    """(result, clipped), by the definition: Python rounds fractions to nearest even."""
    exact = round(Fraction(v, 1 << shift))
    result = min(max(exact, -(1 << w - 1)), (1 << w - 1) - 1)
    return result, result != exact


def all_sums(w, aw):
    return [(v, shift) for shift in range(aw - w + 1) for v in range(-(1 << aw - 1), 1 << aw - 1)]


def random_sums(w, aw, count):
    for _ in range(count):
        shift = random.randint(0, aw - w)
        unit, edge = 1 << shift, 1 << w - 1
        near = random.choice([-edge, edge, random.randint(-edge, edge)]) * unit + random.choice([0, unit // 2])
        v = random.choice([signed(aw), near + random.randint(-1, 1)])
        yield min(max(v, -(1 << aw - 1)), (1 << aw - 1) - 1), shift


def vectors(dut):
    w, aw = int(dut.W.value), int(dut.AW.value)
    return all_sums(w, aw) if aw < 10 else list(random_sums(w, aw, 20000))


@cocotb.test()
async def a_sum_each_cycle(dut):
    """The three stages work at once: the shift comes a cycle after its sum, the result two cycles later."""
    w, work = int(dut.W.value), vectors(dut)
    await start(dut, en=7, v=0, shift=0)
    for n in range(len(work) + 2):
        dut.v.value = work[min(n, len(work) - 1)][0]
        dut.shift.value = work[max(n - 1, 0)][1] if n <= len(work) else 0
        await cycles(dut)
        if n >= 2:
            v, shift = work[n - 2]
            assert (dut.q.value.to_signed(), bool(dut.sat.value)) == rounded(v, shift, w), f"{v} >> {shift}"


@cocotb.test()
async def one_stage_at_a_time(dut):
    """With gaps between sums, and inputs that change when they are not taken."""
    w, aw = int(dut.W.value), int(dut.AW.value)
    await start(dut, en=0, v=0, shift=0)
    for v, shift in random.choices(vectors(dut), k=300):
        for stage in range(3):
            dut.en.value = 1 << stage
            dut.v.value = v if stage == 0 else signed(aw)
            dut.shift.value = shift if stage == 1 else random.randint(0, aw - w)
            await cycles(dut)
        dut.en.value = 0
        if random.random() < 0.5:
            await cycles(dut, random.randint(1, 2))
        assert (dut.q.value.to_signed(), bool(dut.sat.value)) == rounded(v, shift, w), f"{v} >> {shift}"
        assert dut.v_q.value.to_signed() == v
