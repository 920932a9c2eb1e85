# The Verilated core and its reference in C, driven alike and compared bit for bit.
# SPDX-License-Identifier: Apache-2.0
import numpy as np
from cycles import is_fine
from model import Model
from program import COEFFICIENTS, LOAD, STAGE, coefficients, descriptor, load
from registers import decode, encode


def fixed_words(name, rng, count, bits):
    """Input words of one kind; the bits above `bits` are noise now and then, which the core has to ignore."""
    low, high = -(1 << bits - 1), (1 << bits - 1) - 1
    kind = {
        "random": lambda: rng.integers(low, high + 1, count),
        "extremes": lambda: rng.choice([low, low + 1, -1, 0, 1, high], count),
        "sparse": lambda: rng.integers(low, high + 1, count) * (rng.random(count) < 0.02),
        "small": lambda: rng.integers(-8, 8, count),
        "lowest": lambda: np.full(count, low),
        "noise above": lambda: rng.integers(-1 << 31, 1 << 31, count),
        "powers": lambda: rng.choice([-1, 1], count) << rng.integers(bits - 1, size=count),
        "cancelling": lambda: rng.choice([-1, 1], count) * rng.integers(1, high + 1),
    }
    return kind[name]().astype(np.int32)


def float_words(name, rng, count, exp, man):
    """Bit patterns of numbers of one kind, sign extended; NaN and infinities only in "extremes" and "noise above"."""
    bias, bits = (1 << exp - 1) - 1, 1 + exp + man

    def numbers(lowest, highest):  # with exponents of this range
        return (rng.integers(2, size=count) << exp + man | rng.integers(lowest, highest + 1, count) << man
                | rng.integers(1 << man, size=count))

    top, sign = (1 << exp) - 1, 1 << exp + man

    def few_are_left():  # sums of which only the lowest bits are left
        return np.where(rng.random(count) < rng.choice([0, 0.5]), numbers(max(bias - 26, 1), bias - 6),
                        numbers(bias, bias)[0] & ~sign & -1 << man - 2 | rng.choice([0, sign], count))

    def two_magnitudes():  # sums of which nothing is left but what rounding did
        high = bias + int(rng.integers(bias // 2))
        low = max(high - int(rng.integers(27)), 1)
        return rng.choice([numbers(high, high)[0], numbers(low, low)[0]], count) & ~sign | rng.choice([0, sign], count)

    kind = {
        "random": lambda: numbers(bias - 2, bias),
        "extremes": lambda: rng.choice([0, 1, 1 << exp + man, top << man, (top << man) - 1, (1 << man) - 1], count),
        "sparse": lambda: numbers(bias - 2, bias) * (rng.random(count) < 0.02),
        "small": lambda: numbers(0, 2 + bias // 4),
        "lowest": lambda: numbers(0, 0),
        "noise above": lambda: rng.integers(1 << bits, size=count) if rng.random() < 0.1 else numbers(0, bias + 1),
        "powers": lambda: numbers(bias // 2, bias + 2) >> man << man,  # sums with ties
        "cancelling": few_are_left if rng.random() < 0.5 else two_magnitudes,
    }
    words = kind[name]().astype(np.int64)
    return (words - (words >> bits - 1 << bits)).astype(np.int32)


def words_of(name, rng, count, m, of_coefficients=False):
    """Input words of one kind for model m."""
    if m.exp:
        return float_words(name, rng, count, m.exp, m.w - 1 - m.exp)
    return fixed_words(name, rng, count, m.cw if of_coefficients else m.w)


def in_beats(m, words):
    """Coefficients as a wide stream wants them: the first word of each beat."""
    beats = np.zeros((words.size, m.io_words), dtype=np.int32)
    beats[:, 0] = words
    return beats.ravel()


WORDS = ("random", "random", "extremes", "sparse", "small", "lowest", "noise above", "powers", "cancelling")


def filling(m):
    """Programs that write every word of every memory that one can read: banks, buffers and accumulators. Each comes
    with its block extent, and with what it takes: how many coefficients, and how many words of cubes."""
    banks = [coefficients(bank=bank) for bank in range(m.cbanks)]
    fill = banks + [load(dst=n) for n in range(m.nbuf)] + [descriptor(STAGE, last=1, clear=1, axis=0, steps=1)]
    whole = m.bmax // m.lanes * m.lanes  # rows of whole lanes leave no gaps between them
    for extent, descriptors in [(m.bmax, fill)] + [(whole, banks)] * (1 < whole < m.bmax):
        for start in range(0, len(descriptors), m.depth):
            part = descriptors[start:start + m.depth]
            part[-1] = (part[-1][0] | encode("PROGRAM_LO", last=1), part[-1][1])
            kinds = [decode("PROGRAM_LO", low)["op"] for low, _ in part]
            n = m.p * extent
            yield part, extent, kinds.count(COEFFICIENTS) * 3 * n**2, kinds.count(LOAD) * n**3


class Pair:
    """Two instances that hold the same: what one does the other does, and both have to answer the same."""

    def __init__(self, name, rng, folder=None):
        self.rng = rng
        self.stages_only = False
        self.sim, self.hls = Model("sim", name, folder=folder), Model("hls", name, folder=folder)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.sim.__exit__()
        self.hls.__exit__()

    def initialise(self):
        """Writes every word of every memory."""
        m = self.hls
        for program, extent, matrices, cubes in filling(m):  # coefficients come before cubes
            self.program(program, (extent,) * 3)
            self.run(np.concatenate([in_beats(m, words_of("random", self.rng, matrices, m, True)),
                                     words_of("random", self.rng, cubes, m)]), 0)

    def program(self, descriptors, block, repeat=1, ring=None):
        """ring: nodes along each side of a torus, all of the array unless given."""
        self.stages_only = all(decode("PROGRAM_LO", low)["op"] == STAGE for low, _ in descriptors)
        for model in (self.sim, self.hls):
            model.program(descriptors, block, repeat, ring)

    def host_reads(self):
        """The host reads the program while it runs, which may cost a fine array a cycle for each word."""
        self.stages_only &= not is_fine(self.hls)

    def run(self, words, count, stalls=(0.0, 0.0), max_cycles=50_000_000):
        """Runs what program() started; returns the words that came."""
        expected = self.hls.run(words, count)
        seed = int(self.rng.integers(1 << 32))
        result = self.sim.run(words, count, max_cycles=max_cycles, in_stall=stalls[0], out_stall=stalls[1], seed=seed)
        wrong = np.flatnonzero(result != expected)
        assert not wrong.size, f"{wrong.size} of {count} words differ, first word {wrong[0]}: " \
                               f"{result[wrong[0]]}, expected {expected[wrong[0]]}"
        self.compare_registers(compute=self.stages_only)
        return result

    def compare_registers(self, compute=True):
        """What does not depend on how the streams went; the cycles of stages only where no stream ran beside them."""
        for name in ("ID", "VERSION", "ARRAY", "FORMAT", "CAPS", "CLOCK", "LATENCY", "LINKS", "INTERLEAVE", "TORUS",
                     "STATUS", "BLOCK", "REPEAT", "SATURATIONS"):
            assert self.sim.read(name) == self.hls.read(name), f"{name}: {self.sim.fields(name)}, " \
                                                               f"expected {self.hls.fields(name)}"
        if compute:
            for name in ("COMPUTE", "WAIT"):
                assert self.sim.read64(name) == self.hls.read64(name), name
        for index in range(self.hls.depth):
            assert self.sim.read("MAGNITUDE", index) == self.hls.read("MAGNITUDE", index), f"MAGNITUDE {index}"
