# Bench of the slot generator: stages in a row give the products, addresses and marks of the definition, cycle by cycle.
# SPDX-License-Identifier: Apache-2.0
import random
from itertools import count, product

import cocotb
from bench import cycles, start
from bundles import Driver


class Shape:
    """Parameters of the generator, and the block."""

    def __init__(self, dut):
        self.bmax, self.lanes, self.group, xa, ca = (int(getattr(dut, name).value)
                                                     for name in ("BMAX", "LANES", "GROUP", "XA", "CM"))
        self.xa, self.ca = 1 << xa, 1 << ca
        self.cube, self.words = self.bmax**3, self.bmax * -(-self.bmax // self.lanes)
        self.block = [random.randint(2, self.bmax) for _ in range(3)]

    def random_buffer(self):
        """Where one begins: at a multiple of its size, which lets the generator join addresses in place of adding."""
        return random.randrange(self.xa // self.cube) * self.cube

    def random_stage(self, shortest):
        axis = random.randrange(3)
        transposed = random.getrandbits(1) if self.lanes == 1 else 0
        return dict(axis=axis, transposed=transposed, clear=random.getrandbits(1), store=random.getrandbits(1),
                    x_rolls=random.getrandbits(1), c_rolls=random.getrandbits(1) if axis == 2 else 0,
                    steps=random.randint(1, 3), extent=self.block[axis],
                    slot=max(self.block[axis], shortest, self.lanes), src=self.random_buffer(),
                    roll0=self.random_buffer(), roll1=self.random_buffer(),
                    bank_axis=random.randrange(self.ca // self.words) * self.words * self.lanes,
                    gap=random.choice([0, 0, 1, 7]), step_gap=random.choice([0, 0, 1, 5]))

    def slots(self, axis):
        """(index along the axis, address of the line's first element) of each slot of a step; lanes take neighbours."""
        _, b2, b3 = self.block
        extents = [range(0, b, self.lanes if a == axis else 1) for a, b in enumerate(self.block)]
        for point in product(*extents):
            line = [0 if a == axis else n for a, n in enumerate(point)]
            yield point[axis], (line[0] * b2 + line[1]) * b3 + line[2]

    def stride(self, axis):
        return (self.block[1] * self.block[2], self.block[2], 1)[axis]


IDLE = dict(product=0, first=0, keep=0, group_end=0, stage_last=0)


def expected_cycles(shape, stage, groups, odd_stage):
    """What is marked in each cycle of a stage, its gap first: only what matters in that cycle. groups counts those of
    all stages."""
    s, lanes = stage, shape.lanes
    pitch = -(-s["extent"] // lanes)
    read, write, other = s["src"], s["roll0"], s["roll1"]
    slots = list(shape.slots(s["axis"]))
    starts = range(0, len(slots), shape.group)
    for step in range(s["steps"]):
        for _ in range(s["step_gap"] if step else s["gap"]):
            yield IDLE
        last = step == s["steps"] - 1
        rolls = s["x_rolls"] and not last
        bank = s["bank_axis"] // lanes + step * shape.bmax * -(-shape.bmax // lanes) * s["c_rolls"]
        of_step = dict(rolling=rolls, storing=s["store"] and last, read_base=read, roll_base=write)
        for begin in starts:
            odd = next(groups) % 2
            for phase, turn in product(range(s["slot"]), range(shape.group)):
                here = begin + turn < len(slots)
                ends = phase == s["slot"] - 1 and turn == shape.group - 1
                now = dict(IDLE, group_end=ends, stage_last=ends and last and begin == starts[-1])
                if ends:
                    now |= dict(of_step, step_first=begin == 0, odd_group=odd, odd_stage=odd_stage)
                if here and phase < s["extent"]:
                    index, line = slots[begin + turn]
                    place = index * s["extent"] + phase if s["transposed"] else phase * pitch + index // lanes
                    now |= dict(product=1, first=phase == 0, keep=phase == s["extent"] - 1, member=turn,
                                grab=sum((rolls and phase == index + lane) << lane for lane in range(lanes)),
                                lanes=sum((index + lane < s["extent"]) << lane for lane in range(lanes)),
                                x_addr=(read + line + phase * shape.stride(s["axis"])) % shape.xa,
                                c_addr=(bank + place) % shape.ca, odd_group=odd, odd_stage=odd_stage)
                    if phase == 0:
                        now |= dict(fresh=begin + turn == 0, zero=s["clear"] and step == 0)
                yield now
        if s["x_rolls"]:
            read, write, other = write, other, write


@cocotb.test()
@cocotb.parametrize(shortest=[2, 5])
async def stages_in_a_row(dut, shortest):
    shape = Shape(dut)
    block = shape.block
    Driver(dut.shape, "ORB_SHAPE", dut).set(b1=block[0], b2=block[1], b3=block[2], b23=block[1] * block[2])
    await start(dut, valid=0)
    stages = [shape.random_stage(shortest) for _ in range(8)]
    waiting, groups = iter(stages), count()
    drivers = [Driver(dut.stage, "ORB_STAGE", dut), Driver(dut.bases, "ORB_BASES", dut)]

    def offer():
        stage = next(waiting, None)
        dut.valid.value = stage is not None
        if stage:
            dut.step_gap.value = stage["step_gap"]
            for driver in drivers:
                driver.set(**{name: value for name, value in stage.items() if name in driver.values})

    offer()
    await cycles(dut)  # the first is taken
    offer()
    for number, stage in enumerate(stages):
        for cycle, expected in enumerate(expected_cycles(shape, stage, groups, number % 2)):
            assert dut.running.value, "a bubble"
            assert bool(dut.waiting.value) == (expected is IDLE)
            taken = bool(dut.ready.value)  # in the last cycle of a stage, the next is taken
            assert bool(dut.ended.value) == taken
            await cycles(dut)
            seen = {pin: int(getattr(dut, pin).value) for pin in expected}
            wrong = {pin: (seen[pin], int(value)) for pin, value in expected.items() if seen[pin] != int(value)}
            assert not wrong, f"stage {number}, cycle {cycle}: (is, expected) {wrong}"
            if taken:
                offer()
        assert taken
    assert not dut.running.value
