# Random legal programs: descriptors of all kinds in any order, as no host would write them.
# SPDX-License-Identifier: Apache-2.0
from dataclasses import dataclass, field
from math import log2

import numpy as np
from pair import WORDS, in_beats, words_of
from program import COEFFICIENTS, LOAD, STAGE, UNLOAD, descriptor
from registers import decode

STALLS = ((0.0, 0.0), (0.0, 0.0), (0.1, 0.1), (0.5, 0.0), (0.0, 0.5), (0.8, 0.8))  # chances a cycle, input and output


@dataclass
class Job:
    """A program with what it takes and gives."""
    descriptors: list
    block: tuple
    repeat: int
    ring: int  # nodes along each side of a torus
    inputs: list = field(default_factory=list)  # (words, of coefficients?) of each input operation, in their order
    count: int = 0  # words that come out


def random_stage(rng, model, block, ring=None, before=None):
    """Fields of a legal stage. before: those of the last stage that left sums, with which it may go on."""
    m, ring = model, ring or model.p
    while True:
        axis = int(rng.integers(3))
        steps = ring if rng.random() < 0.5 else int(rng.integers(1, ring + 1))
        store = rng.random() < 0.8
        x_roll = int(rng.integers(4))
        src, roll0, roll1, dst = (int(n) for n in rng.integers(m.nbuf, size=4))
        rolls = x_roll and steps > 1
        read_last = (roll1 if steps % 2 else roll0) if rolls else src
        if (store and dst == read_last) or (rolls and roll0 == src) or (rolls and steps > 2 and roll0 == roll1):
            continue
        # mostly shifts that neither clip most results nor leave nothing of them
        middle = m.cw - m.ps + log2(block[axis] * steps) / 2
        shift = rng.integers(m.aw - m.w + 1) if rng.random() < 0.2 else middle + rng.integers(-2, 3)
        shift = 0 if m.exp else min(max(round(float(shift)), 0), m.aw - m.w)
        # where lanes finish sums side by side, their order is that of the axis
        goes_on = rng.random() < 0.4 and (m.lanes == 1 or before is not None and before["axis"] == axis)
        return dict(clear=not goes_on, store=store, transposed=m.lanes == 1 and rng.random() < 0.5, axis=axis,
                    x_roll=x_roll, y_roll=rng.integers(4), c_roll=rng.integers(2) if axis == 2 else 0, steps=steps,
                    shift=shift, src=src, roll0=roll0, roll1=roll1, dst=dst,
                    bank=rng.integers(m.cbanks))


def random_block(rng, model):
    """Three extents; one block in four has the largest or the smallest everywhere."""
    kind, least = rng.random(), smallest(model)
    if kind < 0.25:
        return (model.bmax,) * 3 if kind < 0.15 else (least,) * 3
    return tuple(int(b) for b in rng.integers(least, model.bmax + 1, size=3))


def smallest(model):
    """The smallest block extent."""
    return min(2, model.bmax)


def rings(model):
    """Legal numbers of nodes along each side of a torus."""
    return [n for n in range(2, model.p + 1, 2) if model.p % n == 0] if model.p % 2 == 0 else [model.p]


def random_job(rng, model, block=None):
    """A legal program. One in two ends with unloading all buffers, or as many as leave room for one more operation; the
    others leave their results to the next."""
    block = block or random_block(rng, model)
    points = model.p**3 * block[0] * block[1] * block[2]
    repeat = int(rng.choice([0, 1, 1, 1, 2, 3]))
    ring = int(rng.choice(rings(model))) if rng.random() < 0.3 else model.p
    placements = 4 if ring == model.p and model.io_words == 1 else 1
    job = Job([], block, repeat, ring)
    last_buffers = rng.permutation(model.nbuf)[:model.depth - 1] if rng.random() < 0.5 else []
    ending = [dict(src=n, placement=rng.integers(placements)) for n in last_buffers]
    summed = None
    length = int(rng.integers(1, model.depth - len(ending) + 1))
    inputs = []
    operations = rng.choice([STAGE, LOAD, UNLOAD, COEFFICIENTS], size=length, p=[0.65, 0.12, 0.13, 0.1])
    for position, op in enumerate([*operations, *[UNLOAD] * len(ending)]):
        if op == STAGE:
            fields = random_stage(rng, model, block, ring, summed)
            if fields["steps"] > 1 or not fields["store"]:
                summed = fields
        elif op == LOAD:
            fields = dict(dst=rng.integers(model.nbuf), placement=rng.integers(placements))
            inputs.append((points, False))
        elif op == UNLOAD:
            fields = ending[position - length] if position >= length else \
                dict(src=rng.integers(model.nbuf), placement=rng.integers(placements))
            job.count += points * max(repeat, 1)
        else:
            axes = int(rng.integers(1, 8))
            fields = dict(axes=axes, bank=rng.integers(model.cbanks))
            inputs.append((sum((ring * block[a])**2 for a in range(3) if axes >> a & 1), True))
        last = position == length + len(ending) - 1
        job.descriptors.append(descriptor(int(op), last=last, **fields))
    job.inputs = inputs * max(repeat, 1)
    return job


def random_words(rng, model, job, kind=None):
    """All that the job takes, each operation's words of another kind, unless one is given for all."""
    words = []
    for count, of_coefficients in job.inputs:
        some = words_of(kind or rng.choice(WORDS), rng, count, model, of_coefficients)
        words.append(in_beats(model, some) if of_coefficients else some)
    return np.concatenate(words) if words else np.zeros(0, dtype=np.int32)


def describe(job, stalls=(0.0, 0.0)):
    """A failing program, readable."""
    lines = [f"block {job.block}, ring {job.ring}, repeat {job.repeat}, stalls {stalls}"]
    for low, high in job.descriptors:
        fields = {**decode("PROGRAM_LO", low), **decode("PROGRAM_HI", high)}
        lines.append("  " + " ".join(f"{key}={value}" for key, value in fields.items()))
    return "\n".join(lines)


def run_random(pair, block=None):
    """Runs a random program on both of a pair, and compares."""
    rng = pair.rng
    job = random_job(rng, pair.hls, block)
    words = random_words(rng, pair.hls, job)
    stalls = STALLS[rng.integers(len(STALLS))]
    pair.program(job.descriptors, job.block, job.repeat, job.ring)
    try:
        pair.run(words, job.count, stalls)
    except Exception as problem:
        raise AssertionError(f"{problem}\n{describe(job, stalls)}") from problem
