# Random legal programs: descriptors of all kinds in any order, as no host would write them.
# SPDX-License-Identifier: Apache-2.0
from dataclasses import dataclass, field
from math import log2

import numpy as np
from pair import WORDS, words_of
from places import rings
from program import COEFFICIENTS, LOAD, STAGE, UNLOAD, descriptor
from registers import decode

STALLS = ((0.0, 0.0), (0.0, 0.0), (0.1, 0.1), (0.5, 0.0), (0.0, 0.5), (0.8, 0.8))  # chances a cycle, input and output


@dataclass
class Job:
    """A program with what it takes and gives."""
    descriptors: list
    block: tuple
    repeat: int
    ring: int
    inputs: list = field(default_factory=list)  # (words, bits of a word) of each input operation, in their order
    count: int = 0  # words that come out


def random_stage(rng, model, block, ring):
    """Fields of a legal stage."""
    m = model
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
        most = 0 if m.arithmetic else m.aw - m.w
        middle = m.cw - m.ps + log2(block[axis] * steps) / 2
        shift = rng.integers(most + 1) if rng.random() < 0.2 else middle + rng.integers(-2, 3)
        return dict(clear=rng.random() < 0.6, store=store, transposed=m.lanes == 1 and rng.random() < 0.5, axis=axis,
                    x_roll=x_roll, y_roll=rng.integers(4), c_roll=rng.integers(2) if axis == 2 else 0, steps=steps,
                    shift=min(max(round(float(shift)), 0), most), src=src, roll0=roll0, roll1=roll1, dst=dst,
                    bank=rng.integers(m.cbanks))


def random_block(rng, model):
    """Three extents; one block in four has the largest or the smallest everywhere."""
    kind, least = rng.random(), min(2, model.bmax)
    if kind < 0.25:
        return (model.bmax,) * 3 if kind < 0.15 else (least,) * 3
    return tuple(int(b) for b in rng.integers(least, model.bmax + 1, size=3))


def random_job(rng, model, block=None):
    """A legal program. One in two ends with unloading all buffers; the others leave what they did to the next."""
    block = block or random_block(rng, model)
    points = model.p**3 * block[0] * block[1] * block[2]
    repeat = int(rng.choice([0, 1, 1, 1, 2, 3]))
    ring = int(rng.choice(rings(model.p)))
    job = Job([], block, repeat, ring)

    def placement():
        return int(rng.integers(4)) if ring == model.p and model.io_words == 1 else 0

    ending = [dict(src=n, placement=placement()) for n in range(model.nbuf)] if rng.random() < 0.5 else []
    length = int(rng.integers(1, model.depth - len(ending) + 1))
    inputs = []
    operations = rng.choice([STAGE, LOAD, UNLOAD, COEFFICIENTS], size=length, p=[0.65, 0.12, 0.13, 0.1])
    for position, op in enumerate([*operations, *[UNLOAD] * len(ending)]):
        if op == STAGE:
            fields = random_stage(rng, model, block, ring)
        elif op == LOAD:
            fields = dict(dst=rng.integers(model.nbuf), placement=placement())
            inputs.append((points, model.w))
        elif op == UNLOAD:
            fields = ending[position - length] if position >= length else \
                dict(src=rng.integers(model.nbuf), placement=placement())
            job.count += points * max(repeat, 1)
        else:
            axes = int(rng.integers(1, 8))
            fields = dict(axes=axes, bank=rng.integers(model.cbanks))
            count = sum((ring * block[a])**2 for a in range(3) if axes >> a & 1)
            inputs.append((count * model.io_words, model.cw))
        last = position == length + len(ending) - 1
        job.descriptors.append(descriptor(int(op), last=last, **fields))
    job.inputs = inputs * max(repeat, 1)
    return job


def random_words(rng, job):
    """All that the job takes, each operation's words of another kind."""
    words = [words_of(rng.choice(WORDS), rng, *which) for which in job.inputs]
    return np.concatenate(words) if words else np.zeros(0, dtype=np.int32)


def describe(job, stalls):
    """A failing program, readable."""
    lines = [f"block {job.block}, repeat {job.repeat}, ring {job.ring}, stalls {stalls}"]
    for low, high in job.descriptors:
        fields = {**decode("PROGRAM_LO", low), **decode("PROGRAM_HI", high)}
        lines.append("  " + " ".join(f"{key}={value}" for key, value in fields.items()))
    return "\n".join(lines)


def run_random(pair, block=None):
    """Runs a random program on both of a pair, and compares."""
    rng = pair.rng
    job = random_job(rng, pair.hls, block)
    words = random_words(rng, job)
    stalls = STALLS[rng.integers(len(STALLS))]
    pair.program(job.descriptors, job.block, job.repeat, job.ring)
    try:
        pair.run(words, job.count, stalls)
    except Exception as problem:
        raise AssertionError(f"{problem}\n{describe(job, stalls)}") from problem
