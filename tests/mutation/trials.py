# What a core is put through beside its reference: programs, and what stops them.
# SPDX-License-Identifier: Apache-2.0
from itertools import product
from math import prod

import numpy as np
from model import LASTS
from pair import in_beats, words_of
from program import COEFFICIENTS, LOAD, STAGE, UNLOAD, coefficients, descriptor, load, unload
from random_program import STALLS, random_job, random_words, smallest
from registers import decode, encode, registers

MAX_CYCLES = 200_000  # of one program; the longest takes a tenth
PATIENCE = 3_000      # cycles in which a stage ends
START = 200           # cycles that a program takes besides those of its words
REPEAT_BITS = 32      # of the register
MEANT = {  # fields of PROGRAM_LO and PROGRAM_HI that an operation takes
    STAGE: (("op", "last", "clear", "store", "transposed", "axis", "x_roll", "y_roll", "c_roll", "steps", "shift"),
            ("src", "roll0", "roll1", "dst", "bank")),
    LOAD: (("op", "last"), ("dst", "placement")),
    UNLOAD: (("op", "last"), ("src", "placement")),
    COEFFICIENTS: (("op", "last"), ("bank", "axes")),
}
COUNTERS = ("CYCLES", "COMPUTE", "WAIT", "COEF", "LOAD", "UNLOAD")


def both(pair, action):
    """The same done to core and reference; what came of it has to be the same."""
    results = [action(model) for model in (pair.sim, pair.hls)]
    assert results[0] == results[1], f"{results[0]}, expected {results[1]}"


def abort(pair):
    for model in (pair.sim, pair.hls):
        model.write("CONTROL", encode("CONTROL", abort=1))


def bits_of(name, keys):
    """Where a register has these fields."""
    return sum((1 << field.width) - 1 << field.lsb for field in registers()[name].fields if field.inst_name in keys)


def with_noise(rng, entry):
    """A descriptor with any bits where its operation takes none."""
    meant = MEANT[decode("PROGRAM_LO", entry[0])["op"]]
    masks = [bits_of(name, keys) for name, keys in zip(("PROGRAM_LO", "PROGRAM_HI"), meant)]
    return tuple(word | int(rng.integers(1 << 32)) & ~mask for word, mask in zip(entry, masks))


def a_program(pair):
    """A legal program, with pauses of source and sink; one in five with sums that cancel, one in two with noise in the
    fields that its operations do not take, one in two with a host that reads it meanwhile."""
    job = random_job(pair.rng, pair.hls)
    words = random_words(pair.rng, pair.hls, job, "cancelling" if pair.rng.random() < 0.2 else None)
    if pair.rng.random() < 0.5:
        job.descriptors = [with_noise(pair.rng, entry) for entry in job.descriptors]
    pair.program(job.descriptors, job.block, job.repeat, job.ring)
    reads = int(pair.rng.integers(1, 16)) if pair.rng.random() < 0.5 else 0
    if reads:
        pair.host_reads()
    for _ in range(reads):
        index = int(pair.rng.integers(len(job.descriptors)))
        both(pair, lambda model: model.read("PROGRAM_LO", index))
    pair.run(words, job.count, STALLS[pair.rng.integers(len(STALLS))], MAX_CYCLES)
    cubes = job.count // (pair.hls.p**3 * prod(job.block))
    assert pair.sim.lasts.size == min(cubes, LASTS), f"{pair.sim.lasts.size} ends of {cubes} cubes"


def single_steps(pair):
    """All axes and links, a step each: of a cube with one word that is not zero, so that no other node hides what
    becomes of it, or of random words, with sums that a result just holds or not. Sums of 0 and -1 have no magnitude."""
    m, rng = pair.hls, pair.rng
    n = m.p * smallest(m)
    for kind in ("powers", "random", "random", "zeros"):
        shifts = rng.integers(max(m.cw - m.ps - 3, 0), m.cw - m.ps, 12) * (kind == "random" and not m.exp)
        stages = [descriptor(STAGE, clear=1, store=1, axis=axis, y_roll=y_roll, steps=1, src=0, dst=1, shift=shift)
                  for (axis, y_roll), shift in zip(product(range(3), range(4)), shifts)]
        if kind == "zeros":
            cube = -rng.integers(2, size=n**3, dtype=np.int32) * (not m.exp)
            matrices = np.tile(np.eye(n, dtype=np.int32).ravel(), 3)
        else:
            cube, matrices = words_of(kind, rng, n**3, m), words_of(kind, rng, 3 * n**2, m, True)
        if kind == "powers":
            cube[np.arange(cube.size) != rng.integers(cube.size)] = 0
        pair.program([coefficients(), load(0), *stages, unload(1, 0)], (smallest(m),) * 3)
        pair.run(np.concatenate([in_beats(m, matrices), cube]), cube.size)


def cancellations(pair):
    """Sums that cancel, or nearly, so that what is left are errors of their lowest bits: along all axes, over all
    links, several times."""
    m, rng = pair.hls, pair.rng
    n, repeat, results = m.p * smallest(m), 8, []
    for axis, y_roll in zip((0, 1, 2) * 2, rng.integers(4, size=6)):
        shift = 0 if m.exp else rng.integers(4)
        results += [descriptor(STAGE, clear=1, store=1, axis=axis, y_roll=y_roll, steps=m.p, src=0, dst=1, shift=shift),
                    unload(1, 0, last=len(results) == 10)]
    words = [part for _ in range(repeat) for part in
             (in_beats(m, words_of("cancelling", rng, 3 * n**2, m, True)), words_of("cancelling", rng, n**3, m))]
    pair.program([coefficients(), load(0), *results], (smallest(m),) * 3, repeat)
    pair.run(np.concatenate(words), 6 * repeat * n**3)


def followers(pair):
    """Loads that follow unloads of the same buffer word by word, with pauses of the source, of the sink, or of both."""
    m, rng = pair.hls, pair.rng
    repeat = 5
    count = repeat * (m.p * m.bmax)**3
    placement = int(rng.integers(3)) if m.io_words == 1 else 0
    pair.program([load(0, placement=placement), unload(0, placement)], (m.bmax,) * 3, repeat)
    pair.run(words_of("random", rng, count, m), count, STALLS[rng.integers(len(STALLS))], MAX_CYCLES)


def as_descriptor(pair, low, high):
    """A program of one descriptor: both take it, or neither."""
    low |= encode("PROGRAM_LO", clear=1, last=1)  # a sum that goes on along another axis is in no order that both keep
    pair.program([(low, high)], (smallest(pair.hls),) * 3)
    both(pair, lambda model: model.attempt(max_cycles=PATIENCE)[1])
    abort(pair)
    pair.compare_registers(compute=False)


def a_word_as_descriptor(pair):
    """Any bits as a descriptor, mostly near to a legal one."""
    m, rng = pair.hls, pair.rng
    fields = dict(clear=1, store=rng.integers(2), axis=rng.integers(3), x_roll=rng.integers(4),
                  steps=rng.integers(1, 3), src=rng.integers(m.nbuf), roll0=rng.integers(m.nbuf),
                  roll1=rng.integers(m.nbuf), dst=rng.integers(m.nbuf), axes=rng.integers(8), last=1)
    low, high = descriptor(int(rng.integers(4)), **fields)
    low ^= 1 << int(rng.integers(3, 32)) if rng.random() < 0.5 else 0
    high ^= 1 << int(rng.integers(32)) if rng.random() < 0.5 else 0
    as_descriptor(pair, low, high)


def each_bit_of_a_stage(pair):
    """A legal stage with each of its bits inverted."""
    for bit in range(3, 64):
        low, high = descriptor(STAGE, clear=1, store=1, axis=int(pair.rng.integers(3)), steps=1, src=0, dst=1)
        as_descriptor(pair, low ^ (1 << bit if bit < 32 else 0), high ^ (1 << bit - 32 if bit >= 32 else 0))


def as_shape(pair, block, ring, repeat=1):
    """Extents and ring: refused, or as many cubes go in and come out as there are words for."""
    m = pair.hls
    words = np.zeros(int(pair.rng.integers(1, 4)) * (m.p * m.bmax)**3, dtype=np.int32)
    for model in (pair.sim, pair.hls):
        model.program([load(0), unload(0, 0)], block, repeat, ring or m.p)
    both(pair, lambda model: model.attempt(words, words.size, max_cycles=4 * words.size + START)[1])
    abort(pair)
    both(pair, lambda model: {**model.fields("STATUS"), "index": 0})  # one of the two is ahead of the words


def a_shape(pair):
    """Extents, ring and repeats of all sizes."""
    m, rng = pair.hls, pair.rng
    block = [int(rng.choice([m.bmax, rng.integers(m.bmax + 3), rng.integers(256)], p=[0.7, 0.2, 0.1]))
             for _ in range(3)]
    ring = int(rng.choice([m.p, rng.integers(m.p + 3), rng.integers(256)], p=[0.7, 0.2, 0.1]))
    as_shape(pair, block, ring, int(rng.integers(1, 1 << 32) >> rng.integers(31)))


def each_bit_of_a_shape(pair):
    """Legal extents with each bit of one of them inverted, and the ring with each of its bits inverted."""
    m, rng = pair.hls, pair.rng
    for place, bit in product(range(3), range(8)):
        block = [m.bmax] * 3
        block[place] = int(rng.integers(smallest(m), m.bmax + 1)) ^ 1 << bit
        as_shape(pair, block, m.p)
    for bit in range(8):
        as_shape(pair, (m.bmax,) * 3, m.p ^ 1 << bit)


def repeats(pair):
    """Each bit of the number of repeats: its cubes go in and come out, and more of them are wanted if there are any."""
    m = pair.hls
    words = np.zeros(2 * (m.p * smallest(m))**3, dtype=np.int32)
    for bit in range(REPEAT_BITS):
        for model in (pair.sim, pair.hls):
            model.program([load(0), unload(0, 0)], (smallest(m),) * 3, 1 << bit)
        both(pair, lambda model: model.attempt(words, words.size, max_cycles=4 * words.size + START)[1])
        both(pair, lambda model: {**model.fields("STATUS"), "index": 0})
        abort(pair)


def a_stop(pair):
    """A stop anywhere in a program leaves nothing behind."""
    rng = pair.rng
    job = random_job(rng, pair.hls)
    pair.sim.program(job.descriptors, job.block, job.repeat, job.ring)
    pair.sim.attempt(random_words(rng, pair.hls, job), job.count, max_cycles=int(rng.integers(1, 3000)), out_stall=0.2)
    if rng.random() < 0.5:
        pair.sim.reset()
        pair.hls.reset()
        both(pair, lambda model: [model.read(name) for name in ("STATUS", "BLOCK", "REPEAT", "TORUS")])
    else:
        pair.sim.write("CONTROL", encode("CONTROL", abort=1))
        assert not pair.sim.fields("STATUS")["busy"], "busy after an abort"
    pair.initialise()


def settings(pair):
    """Registers that a host writes are read as they were written."""
    for name, limit in (("BLOCK", 24), ("REPEAT", 32), ("TORUS", 8), ("PROGRAM_LO", 32), ("PROGRAM_HI", 32)):
        index = int(pair.rng.integers(pair.hls.depth)) if name.startswith("PROGRAM") else 0
        value = int(pair.rng.integers(1 << limit))
        for model in (pair.sim, pair.hls):
            model.write(name, value, index)
        both(pair, lambda model: model.read(name, index))
    for name in ("PROGRAM_LO", "PROGRAM_HI", "MAGNITUDE"):  # behind the last of the core there are none
        for index in range(pair.hls.depth, registers()[name].count):
            both(pair, lambda model: model.read(name, index))


SHARES = {a_program: 0.49, followers: 0.04, single_steps: 0.1, cancellations: 0.1, a_word_as_descriptor: 0.08,
          a_shape: 0.04, repeats: 0.02, each_bit_of_a_stage: 0.02, each_bit_of_a_shape: 0.02, a_stop: 0.05,
          settings: 0.04}


def trial(pair, kind=None):
    """This one, or any of them. The device may not count more cycles than there were."""
    (kind or pair.rng.choice(list(SHARES), p=list(SHARES.values())))(pair)
    for name in COUNTERS:
        count, most = pair.sim.read64(name), pair.sim.cycles()
        assert count <= most, f"{name} is {count} after {most} cycles"
