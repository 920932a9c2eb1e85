# Bench of the slot generator: stages in a row give the products, addresses and marks of the definition, cycle by cycle.
# SPDX-License-Identifier: Apache-2.0
import random
from itertools import product

import cocotb
from bench import cycles, start

def random_stage(p, bmax, nbuf, banks, block, shortest):
    axis = random.randrange(3)
    buffers = [random.randrange(nbuf) * bmax**3 for _ in range(3)]
    return dict(axis=axis, transposed=random.getrandbits(1), clear=random.getrandbits(1), store=random.getrandbits(1),
                x_rolls=random.getrandbits(1), c_rolls=random.getrandbits(1) if axis == 2 else 0,
                steps=random.randint(1, p), extent=block[axis], slot=max(block[axis], shortest),
                src=buffers[0], roll0=buffers[1], roll1=buffers[2], gap=random.choice([0, 0, 1, 7]),
                bank=(random.randrange(banks) * (p + 2) + (0 if axis == 2 else p + axis)) * bmax**2)


def expected_cycles(stage, block, bmax):
    """What happens in each cycle of a stage, its gap first: only what matters in that cycle."""
    s = stage
    for _ in range(s["gap"]):
        yield dict(product=0, slot_end=0, first=0, fresh=0, grab=0)
    read, write, other = s["src"], s["roll0"], s["roll1"]
    strides = (block[1] * block[2], block[2], 1)
    for step in range(s["steps"]):
        last = step == s["steps"] - 1
        rolls = s["x_rolls"] and not last
        coefficients = s["bank"] + step * bmax**2 * s["c_rolls"]
        for slot, point in enumerate(product(*map(range, block))):
            index = point[s["axis"]]
            line = sum(n * stride for n, stride in zip(point, strides)) - index * strides[s["axis"]]
            for phase in range(s["slot"]):
                now = dict(product=phase < s["extent"], first=phase == 0, fresh=phase == 0 and slot == 0,
                           grab=rolls and phase == index, slot_end=phase == s["slot"] - 1)
                if now["product"]:
                    row, column = (index, phase) if s["transposed"] else (phase, index)
                    now["x_addr"] = read + line + phase * strides[s["axis"]]
                    now["c_addr"] = coefficients + row * s["extent"] + column
                if now["first"]:
                    now["zero"] = s["clear"] and step == 0
                if now["slot_end"]:
                    now |= dict(step_first=slot == 0, rolling=rolls, storing=s["store"] and last)
                    if rolls:
                        now["roll_base"] = write
                yield now
        if s["x_rolls"]:
            read, write, other = write, other, write


@cocotb.test()
@cocotb.parametrize(shortest=[2, 5])
async def stages_in_a_row(dut, shortest):
    p, bmax, nbuf, banks = (int(getattr(dut, name).value) for name in ("P", "BMAX", "NBUF", "CBANKS"))
    block = [random.randint(2, bmax) for _ in range(3)]
    await start(dut, valid=0, b1=block[0], b2=block[1], b3=block[2], b23=block[1] * block[2])
    stages = [random_stage(p, bmax, nbuf, banks, block, shortest) for _ in range(8)]
    waiting = iter(stages)

    def offer():
        stage = next(waiting, None)
        dut.valid.value = stage is not None
        for pin, value in (stage or {}).items():
            getattr(dut, pin).value = value

    offer()
    await cycles(dut)  # the first is taken
    offer()
    for number, stage in enumerate(stages):
        for cycle, expected in enumerate(expected_cycles(stage, block, bmax)):
            assert dut.running.value, "a bubble"
            assert bool(dut.waiting.value) == (cycle < stage["gap"])
            taken = bool(dut.ready.value)  # in the last cycle of a stage, the next is taken
            await cycles(dut)
            seen = {pin: int(getattr(dut, pin).value) for pin in expected}
            assert seen == {pin: int(value) for pin, value in expected.items()}, f"stage {number}, cycle {cycle}"
            if taken:
                offer()
        assert taken
    assert not dut.running.value
