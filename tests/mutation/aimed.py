# Trials that are aimed at faults which those of trials.py show by a rare chance only. They come after those.
# SPDX-License-Identifier: Apache-2.0
from itertools import product
from math import prod

import numpy as np
from pair import in_beats, words_of
from program import FORWARD, STAGE, coefficients, descriptor, ended, load, unload
from random_program import smallest
from trials import MAX_CYCLES, PATIENCE, START, abort, as_descriptor, both


def stage(rng, steps=1, **fields):
    """A stage from buffer 0 to buffer 1, along any axis and over any link."""
    return descriptor(STAGE, clear=1, store=1, axis=rng.integers(3), y_roll=rng.integers(4), steps=steps, src=0, dst=1,
                      **fields)


def many_runs(pair):
    """Stages whose results are clipped, in more runs and more often than random programs have."""
    m, rng = pair.hls, pair.rng
    for extent, least, most in ((m.bmax, 20, 41), *[(smallest(m), 33, 300)] * 3):
        n = m.p * extent
        pair.program(ended([coefficients(), load(0)]), (extent,) * 3)
        pair.run(np.concatenate([in_beats(m, words_of("extremes", rng, 3 * n**2, m, True)),
                                 words_of("extremes", rng, n**3, m)]), 0)
        pair.program(ended([stage(rng) for _ in range(rng.integers(1, 3))]), (extent,) * 3,
                     int(rng.integers(least, most)))
        pair.run((), 0, max_cycles=MAX_CYCLES)


def many_cubes(pair):
    """In fixed point: the largest sum of many cubes, of which some are small. One descriptor does them all."""
    m, rng = pair.hls, pair.rng
    if m.exp:
        return
    repeat, block = 30, (smallest(m),) * 3
    n = m.p * smallest(m)
    for _ in range(20):
        matrices = words_of("random", rng, 3 * n**2, m, True) >> int(rng.integers(m.cw))
        pair.program(ended([coefficients()]), block)
        pair.run(in_beats(m, matrices), 0)
        words = [words_of("random", rng, n**3, m) >> int(rng.integers(m.w)) for _ in range(repeat)]
        pair.program(ended([load(0), stage(rng)]), block, repeat)
        pair.run(np.concatenate(words), 0, (0.3, 0.0))  # sums at odd and even distances


def many_stops(pair):
    """Stops in stages that are so short that some come with the last words of one. A program runs after each."""
    rng, block = pair.rng, (smallest(pair.hls),) * 3
    for _ in range(40):
        pair.sim.program(ended([stage(rng)]), block, 1000)
        pair.sim.attempt(max_cycles=int(rng.integers(1, 200)))
        abort(pair)
        pair.sim.program(ended([stage(rng), stage(rng)]), block)
        assert pair.sim.attempt(max_cycles=PATIENCE)[0], "no program ends after a stop"
    pair.initialise()


def any_followers(pair):
    """Loads and unloads of one buffer in turn, each with a placement of its own, and often a slower sink."""
    m, rng = pair.hls, pair.rng
    for extent in (smallest(m), m.bmax) * 6:
        def placement():
            return int(rng.integers(4)) if m.io_words == 1 else 0
        turns = [part for _ in range(6) for part in (load(0, placement()), unload(0, placement(), last=False))]
        points = (m.p * extent)**3
        repeat = max(1, 1500 // (6 * points))
        pair.program(ended(turns), (extent,) * 3, repeat)
        pair.run(words_of("random", rng, 6 * repeat * points, m), 6 * repeat * points,
                 (rng.choice([0.0, 0.3]), rng.choice([0.0, 0.5, 0.8])), MAX_CYCLES)


def settings_that_stay(pair):
    """Settings are read a while after they were written. A counter is read between, which takes some cycles or more."""
    rng = pair.rng
    for _ in range(20):
        for name, limit in (("BLOCK", 24), ("REPEAT", 32), ("TORUS", 8)):
            value = int(rng.integers(1 << limit))
            for model in (pair.sim, pair.hls):
                model.write(name, value)
            if rng.random() < 0.5:
                pair.sim.read64("CYCLES")
        for name in ("BLOCK", "REPEAT", "TORUS"):
            both(pair, lambda model: model.read(name))


def remnants(pair):
    """In floating point: products of a subnormal number, which cancel and leave what only a tie tells from nothing."""
    m, rng = pair.hls, pair.rng
    if not m.exp:
        return
    man, sign = m.w - 1 - m.exp, 1 << m.w - 1
    bias, n, repeat = (1 << m.exp - 1) - 1, m.p * smallest(m), 4

    def coefficient(field):
        fraction = rng.integers(1 << man) & -1 << int(rng.integers(man + 1))  # often of few bits
        return int(field) << man | int(fraction)

    def with_signs(numbers):
        patterns = numbers | rng.choice([0, sign], numbers.size)
        return (patterns - 2 * (patterns & sign)).astype(np.int32)

    for _ in range(160):
        words = []
        for _ in range(repeat):
            field = rng.integers(2 * bias - 3, 2 * bias + 1)
            below = 24 if rng.random() < 0.1 else rng.integers(14, 26)  # 24 places: half of the sum's last place
            large, small = coefficient(field), coefficient(field - below) & -1 << man * int(rng.integers(2))
            half = bias - 1 << man  # of the last place of an odd subnormal number: a tie
            subnormal = 1 if rng.random() < 0.75 else int(rng.integers(32)) | 1
            pairs = np.array([(large, small), (small, large), (large, half), (large, half)])  # a step takes one
            matrices = pairs[rng.integers(4, size=3 * n**2 // 2)].ravel()
            words += [in_beats(m, with_signs(matrices)), with_signs(np.full(n**3, subnormal))]
        results = [part for _ in range(3) for part in (stage(rng, m.p, shift=0), unload(1, 0, last=False))]
        pair.program(ended([coefficients(), load(0), *results]), (smallest(m),) * 3, repeat)
        pair.run(np.concatenate(words), 3 * repeat * n**3)


def followers_far_behind(pair):
    """The source pauses, so that an unload gets far ahead of the load behind it. Then the sink pauses, and the load
    comes as near as it may."""
    m, rng = pair.hls, pair.rng
    cube = (m.p * m.bmax)**3
    for _ in range(12):
        words = words_of("random", rng, 2 * cube, m)
        pair.program(ended([load(0), unload(0, 0)]), (m.bmax,) * 3, 2)
        expected = m.run(words, words.size)
        ahead = int(rng.integers(cube // m.io_words)) * m.io_words
        _, sent, first = pair.sim.attempt(words[:cube], ahead, max_cycles=2 * cube + START)
        rest = pair.sim.run(words[sent:], words.size - first.size, max_cycles=MAX_CYCLES, out_stall=0.8)
        assert np.array_equal(np.append(first, rest), expected), "a load was ahead of its unload"


def streams_beside_stages(pair):
    """With three buffers: a load and an unload beside stages, one right behind the other, so that they ask for the
    same node in turn while words land in it."""
    m, rng = pair.hls, pair.rng
    if m.nbuf < 3:
        return
    repeat = 4
    for _ in range(6):
        block = tuple(int(b) for b in rng.integers(smallest(m), m.bmax + 1, size=3))
        cube = m.p**3 * prod(block)
        matrices = words_of("random", rng, sum((m.p * b)**2 for b in block), m, True)
        pair.program(ended([coefficients(), load(0)]), block)
        pair.run(np.append(in_beats(m, matrices), words_of("random", rng, cube, m)), 0)
        streams = rng.permutation([load(2), unload(0, 0, last=False)]).tolist()
        stages = [stage(rng, shift=0 if m.exp else m.cw - m.ps - 1) for _ in range(rng.integers(1, 4))]
        pair.program(ended([*streams, *stages, unload(1, 0, last=False), unload(2, 0)]), block, repeat)
        pair.run(words_of("random", rng, repeat * cube, m), 3 * repeat * cube, max_cycles=MAX_CYCLES)


def stops_of_streams(pair):
    """Stops while coefficients and cubes come and go. The program that runs after each takes all from its beginning."""
    m, rng = pair.hls, pair.rng
    n, block = m.p * smallest(m), (smallest(m),) * 3
    for _ in range(20):
        words = np.append(in_beats(m, words_of("random", rng, 3 * n**2, m, True)), words_of("random", rng, n**3, m))
        program = ended([coefficients(), load(0), stage(rng, m.p, shift=0 if m.exp else m.cw - m.ps), unload(1, 0)])
        pair.sim.program(program, block)
        pair.sim.attempt(words, n**3, max_cycles=int(rng.integers(1, 3 * n**2 + 2 * n**3)))
        abort(pair)
        pair.program(program, block)
        pair.run(words, n**3)
    pair.initialise()


def settings_after_a_reset(pair):
    """A reset forgets the settings, and what is written after it to one does not bring another back."""
    for written in ("TORUS", "PROGRAM_LO", "PROGRAM_HI", "BLOCK", "REPEAT"):
        value = int(pair.rng.integers(1 << 8))
        for model in (pair.sim, pair.hls):
            model.reset()
            model.write(written, value)
        for name in ("BLOCK", "REPEAT", "TORUS"):
            both(pair, lambda model: model.read(name))
    pair.initialise()


def infinities(pair):
    """In floating point: a few infinities, of the cube or of the matrices, which meet zeros of the others."""
    m, rng = pair.hls, pair.rng
    if not m.exp:
        return
    n, infinity = m.p * smallest(m), (1 << m.exp) - 1 << m.w - 1 - m.exp

    def with_infinities(words):
        return np.where(rng.random(words.size) < 0.1, np.int32(infinity), words)

    def with_zeros(words):
        return words * rng.integers(2, size=words.size, dtype=np.int32)

    for _ in range(12):
        changes = [with_infinities, with_zeros][::rng.choice([-1, 1])]
        cube, matrices = (change(words) for change, words in zip(changes, (
            words_of("random", rng, n**3, m), words_of("random", rng, 3 * n**2, m, True))))
        results = [part for _ in range(3) for part in (stage(rng, shift=0), unload(1, 0, last=False))]
        pair.program(ended([coefficients(), load(0), *results]), (smallest(m),) * 3)
        pair.run(np.append(in_beats(m, matrices), cube), 3 * n**3)


def ties(pair):
    """In floating point: a small product and one of half the last place of a large one, to which a tie or a bit far
    below it adds. Then the large one is subtracted."""
    m, rng = pair.hls, pair.rng
    if m.exp != 5 or smallest(m) != 2 or m.p != 2:  # a line is of four products, two a node
        return
    man, bias, n = m.w - 1 - m.exp, (1 << m.exp - 1) - 1, 4

    def powers(exponents):
        """Patterns of powers of two, some of which are subnormal numbers."""
        return np.where(exponents > -bias, exponents + bias << man, 1 << np.maximum(exponents + bias + man - 1, 0))

    for placement, swapped in product(range(3), (False, True)):
        axis, x_roll, y_roll, c_roll, _ = FORWARD[placement]
        words, repeat = [], 24
        for _ in range(repeat):
            exponents = np.full((n, n), 16)  # of the products, for each row of the matrix
            exponents[:, 0] -= rng.integers(24, 49, n)
            exponents[:, 1] -= 24
            of_cube = exponents.min(axis=0) // 2
            negative = rng.integers(2, size=(n, n))
            negative[:, 3] = 1 - negative[:, 2]
            patterns = powers(exponents - of_cube) - (negative << m.w - 1)
            order = [2, 3, 0, 1] if swapped else [0, 1, 2, 3]
            line = powers(of_cube)[order].reshape([n if a == axis else 1 for a in range(3)])
            words += [in_beats(m, np.tile(patterns[:, order].T.ravel(), 3).astype(np.int32)),
                      np.broadcast_to(line, (n,) * 3).astype(np.int32).ravel()]
        contraction = descriptor(STAGE, clear=1, store=1, axis=axis, x_roll=x_roll, y_roll=y_roll, c_roll=c_roll,
                                 steps=m.p, src=0, roll0=1, roll1=0, dst=0 if x_roll else 1)
        pair.program([coefficients(), load(0, placement), contraction, unload(0 if x_roll else 1, placement + 1)],
                     (smallest(m),) * 3, repeat)
        pair.run(np.concatenate(words), repeat * n**3)


def clashes(pair):
    """A stage that rolls its operands, with any numbers of buffers: legal where it writes to none that it still
    reads."""
    m = pair.hls
    for src, roll0, roll1, dst in product(range(m.nbuf), repeat=4):
        for steps in range(1, m.p + 1):
            as_descriptor(pair, *descriptor(STAGE, clear=1, store=1, axis=int(pair.rng.integers(3)), x_roll=1,
                                            steps=steps, src=src, roll0=roll0, roll1=roll1, dst=dst))


# Followers twice, as a wrong lead of an unload shows in some cubes only.
AIMED = (settings_that_stay, any_followers, many_runs, many_cubes, many_stops, remnants, any_followers,
         followers_far_behind, streams_beside_stages, stops_of_streams, settings_after_a_reset, infinities,
         ties, clashes)
