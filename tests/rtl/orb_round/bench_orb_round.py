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


def random_sum(w, aw):
    shift = random.randint(0, aw - w)
    unit, edge = 1 << shift, 1 << w - 1
    near = random.choice([-edge, edge, random.randint(-edge, edge)]) * unit + random.choice([0, unit // 2])
    v = random.choice([signed(aw), near + random.randint(-1, 1)])
    return min(max(v, -(1 << aw - 1)), (1 << aw - 1) - 1), shift


def sums(w, ly):
    """(sum, bits, shift) of sums of several lengths, all of them where they are few."""
    least = -(-w // ly)
    for parts in range(least, min(least + 4, 63 // ly) + 1):
        bits = parts * ly
        if bits < 10:
            yield from ((v, bits, shift) for shift in range(bits - w + 1)
                        for v in range(-(1 << bits - 1), 1 << bits - 1))
        else:
            yield from ((v, bits, shift) for v, shift in (random_sum(w, bits) for _ in range(500)))


def cycles_of(v, bits, shift, w, ly):
    """What goes in for each part of a sum: with it, and in the cycle after."""
    end = shift + w                                # first bit above the result
    windows = -(-w // ly)
    for low in range(0, bits, ly):                 # lowest bit of the part
        left = end - low                           # a window covers bits low+1+place-ly .. low+place
        with_it = dict(part_en=1, part_first=low == 0, part=v >> low & (1 << ly) - 1, place=(end - 1) % ly)
        differ = sum(((v >> n ^ v >> n - 1) & 1 if n else 0) << n - low for n in range(low, low + ly))
        after = dict(en=1, first=low == 0, counts=0 < left <= windows * ly, low=left > (windows - 1) * ly,
                     differ=differ, above=sum(1 << n - low for n in range(low, low + ly) if n > end))
        yield with_it, after


IDLE = dict(part_en=0, part_first=0), dict(en=0, first=0)


def schedule(w, ly):
    """For each cycle what goes in with it and in the next, and the sum whose last part it is; sums follow at once or
    after a pause."""
    for job in sums(w, ly):
        *others, last = cycles_of(*job, w, ly)
        yield from ((*step, None) for step in others)
        yield *last, job
        if random.random() < 0.3:
            yield from [(*IDLE, None)] * random.randint(1, 3)
    yield *IDLE, None


@cocotb.test()
async def sums_pass(dut):
    """Each result is there when the window of the last part has passed, whatever the ports show between sums."""
    w, ly = int(dut.W.value), int(dut.LY.value)
    ports = "part_en part_first part previous place en first counts low differ above"
    await start(dut, **{port: 0 for port in ports.split()})
    previous, after, waits = 0, IDLE[1], None
    for with_it, then, ends in schedule(w, ly):
        inputs = dict(part=random.getrandbits(ly), place=random.randrange(ly), previous=previous,
                      counts=random.getrandbits(1), low=random.getrandbits(1), differ=random.getrandbits(ly),
                      above=random.getrandbits(ly))
        inputs |= with_it | after
        for port, value in inputs.items():
            getattr(dut, port).value = int(value)
        await cycles(dut)
        if waits:
            v, _, shift = waits
            expected, clipped = rounded(v, shift, w)
            assert (bool(dut.sat.value), bool(dut.sign.value)) == (clipped, v < 0), f"{v} >> {shift}"
            assert clipped or dut.q.value.to_signed() == expected, f"{v} >> {shift}"
        previous, after, waits = inputs["part"], then, ends
