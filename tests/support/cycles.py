# Cycles that a run of stages takes, from what the device says about itself; docs/cycles.md explains each term.
# SPDX-License-Identifier: Apache-2.0


def slot(m, extent):
    """Cycles in which a node finishes one sum."""
    return max(extent, m.sl)


def drain(m):
    """Cycles behind the last slot until its result is in memory."""
    return m.mem + m.fma + m.sl + m.round + 1


def gap(m, block, axis_before, axis):
    """Cycles of waiting between two successive stages, which contract these axes."""
    before, after = slot(m, block[axis_before]), slot(m, block[axis])
    in_flight = before + m.mem + m.fma + m.sl + m.round - block[1] * block[2] * min(before, after)
    memory_port = m.fma + m.sl - m.xl + m.round - after
    return max(0, in_flight, memory_port)


def compute(m, block, stages):
    """(COMPUTE, WAIT) of stages that follow each other: pairs (axis, steps)."""
    waits = sum(gap(m, block, before[0], after[0]) for before, after in zip(stages, stages[1:]))
    work = sum(steps * block[0] * block[1] * block[2] * slot(m, block[axis]) for axis, steps in stages)
    return work + waits + drain(m), waits
