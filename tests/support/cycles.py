# Cycles that a run of stages takes, from what the device says about itself; docs/cycles.md explains each term.
# SPDX-License-Identifier: Apache-2.0
from math import ceil, prod


def is_fine(m):
    """Whether a node holds one point, in registers."""
    return m.bmax == 1


def slot(m, extent):
    """Cycles in which a node finishes a sum in each lane."""
    return 1 if is_fine(m) else max(extent, m.sl, m.lanes)


def slots(m, block, axis):
    """Slots of a step: lanes lie along the contracted axis."""
    return prod(block) // block[axis] * ceil(block[axis] / m.lanes)


def window(m, cycles):
    """Cycles of a slot of so many in which a word that came over a link may be written."""
    return 1 if m.lanes > 1 or cycles < 4 else cycles


def apart(m, block):
    """Slots that lie at least between the one that stores an element and the first later one that reads it."""
    area = block[1] * block[2] if m.lanes == 1 else min(block[1], block[2])
    return max(0, area + 1 - 2 * m.group)


def gap(m, block, axis_before, axis):
    """Cycles of waiting between two successive stages, which contract these axes."""
    if is_fine(m):
        return 0
    before, after = slot(m, block[axis_before]), slot(m, block[axis])
    behind = (m.group - 1) * before  # the last slot of a group leaves so much later than its first
    in_flight = behind + m.mem + m.fma + m.sl + m.round + m.lanes + window(m, before)
    memory_port = behind + m.fma + m.sl - m.xl + m.round + m.lanes - 2 + window(m, before)
    return max(0, in_flight - apart(m, block) * min(before, after), memory_port - m.group * after)


def step_gap(m, block, axis):
    """Cycles of waiting between two steps of a stage; only where sums are interleaved."""
    if m.group == 1:
        return 0
    cycles = slot(m, block[axis])
    landing = (m.group - 1) * cycles + m.mem + m.fma + m.sl + m.lanes + window(m, cycles) + 2
    return max(0, landing - apart(m, block) * cycles)


def drain(m, block, axis):
    """Cycles behind the last product of a stage until its result is in memory."""
    if is_fine(m):
        return 2
    cycles = slot(m, block[axis])
    behind = (slots(m, block, axis) - 1) % m.group * cycles + (m.group > 1)
    return behind + m.mem + m.fma + m.sl + m.round + m.lanes + window(m, cycles)


def late(m, block, axis, steps):
    """Cycles between the fine cell's stage and the next, which is fetched in 4, when the stage is shorter."""
    return min(drain(m, block, axis), max(0, 4 - steps)) if is_fine(m) else 0


def work(m, block, axis, steps):
    """Cycles of the products of a stage: groups are filled up."""
    return steps * ceil(slots(m, block, axis) / m.group) * m.group * slot(m, block[axis])


def waits(m, block, stages):
    """Cycles of waiting in stages that follow each other."""
    between = sum(gap(m, block, before[0], after[0]) for before, after in zip(stages, stages[1:]))
    return between + sum((steps - 1) * step_gap(m, block, axis) for axis, steps in stages)


def compute(m, block, stages):
    """(COMPUTE, WAIT) of stages that follow each other: pairs (axis, steps)."""
    waiting = waits(m, block, stages)
    ends = sum(late(m, block, *stage) for stage in stages[:-1]) + drain(m, block, stages[-1][0])
    return sum(work(m, block, *stage) for stage in stages) + waiting + ends, waiting


def period(m, block, axes):
    """Cycles a cube of transforms that follow each other without end, each of P steps along these axes."""
    stages = [(axis, m.p) for axis in axes]
    waiting = waits(m, block, [*stages, stages[0]]) - (m.p - 1) * step_gap(m, block, stages[0][0])
    return sum(work(m, block, *stage) + late(m, block, *stage) for stage in stages) + waiting
