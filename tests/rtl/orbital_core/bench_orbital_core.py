# Bench of the whole core in a four-state simulator: random programs over AXI4-Lite and AXI4-Stream, against hls/.
# SPDX-License-Identifier: Apache-2.0
import random

import cocotb
import numpy as np
from bench import cycles, pauses, start
from cocotbext.axi import AxiLiteBus, AxiLiteMaster, AxiStreamBus, AxiStreamFrame, AxiStreamSink, AxiStreamSource
from configs import all_configurations
from model import Model
from pair import filling, in_beats, words_of
from program import STAGE, UNLOAD, coefficients, descriptor, load, stages, unload
from random_program import describe, random_job, random_words, smallest
from registers import address, decode, encode

LIMIT = dict(timeout_time=20, timeout_unit="ms")  # a stream that stands still is a failure

COMPARED = ("ID", "VERSION", "ARRAY", "FORMAT", "CAPS", "CLOCK", "LATENCY", "LINKS", "INTERLEAVE", "TORUS", "STATUS",
            "SATURATIONS")
COUNTED = ("COMPUTE_LO", "WAIT_LO")  # the same only where no stream runs beside the stages


def configuration(dut):
    """The name of the configuration with the parameters of the core: of those that fit the one that says most."""
    fits = {name: parameters for name, parameters in all_configurations().items()
            if all(int(getattr(dut, key).value) == value for key, value in parameters.items())}
    return max(fits, key=lambda name: len(fits[name]))


class Core:
    """The core with its ports, and its reference beside it."""

    def __init__(self, dut, core=None):
        """The ports are those of dut, the parameters those of core if it is an instance within."""
        if hasattr(dut, "fault"):  # a port of the core itself
            dut.fault.value = 0
        self.dut, self.hls = dut, Model("hls", configuration(dut if core is None else core))
        self.registers = AxiLiteMaster(AxiLiteBus.from_prefix(dut, "s_axil"), dut.clk, dut.rst)
        self.source = AxiStreamSource(AxiStreamBus.from_prefix(dut, "s_axis"), dut.clk, dut.rst, byte_lanes=1)
        self.sink = AxiStreamSink(AxiStreamBus.from_prefix(dut, "m_axis"), dut.clk, dut.rst, byte_lanes=1)

    def pause(self, chance_in, chance_out):
        self.source.set_pause_generator(pauses(chance_in))
        self.sink.set_pause_generator(pauses(chance_out))

    def frame(self, words):
        """Words as beats, the first lowest."""
        lanes = self.hls.io_words
        bits = len(self.dut.s_axis_tdata) // lanes
        return AxiStreamFrame([sum((int(word) & (1 << bits) - 1) << n * bits for n, word in enumerate(beat))
                               for beat in np.reshape(words, (-1, lanes))])

    def words(self, frame):
        """The reverse, sign extended."""
        lanes = self.hls.io_words
        bits = len(self.dut.m_axis_tdata) // lanes
        unsigned = np.array([beat >> n * bits & (1 << bits) - 1 for beat in frame.tdata for n in range(lanes)])
        return unsigned - (unsigned >> bits - 1 << bits)

    async def program(self, descriptors, block, repeat, ring=None):
        self.hls.program(descriptors, block, repeat, ring)
        writes = [(address(f"PROGRAM_{half}", n), words[word]) for n, words in enumerate(descriptors)
                  for word, half in enumerate(("LO", "HI"))]
        writes += [(address("BLOCK"), encode("BLOCK", b1=block[0], b2=block[1], b3=block[2])),
                   (address("REPEAT"), repeat), (address("TORUS"), ring or self.hls.p),
                   (address("CONTROL"), encode("CONTROL", start=1))]
        for where, value in writes:
            await self.registers.write_dword(where, value)
        await cycles(self.dut, 2)  # until the start shows in busy

    async def run(self, descriptors, block, words, count, repeat=1, ring=None):
        """Runs a program on both and compares all words and what the registers say."""
        await self.program(descriptors, block, repeat, ring)
        expected = self.hls.run(words, count)
        if words.size:
            await self.source.send(self.frame(words))
        points = self.hls.p**3 * block[0] * block[1] * block[2]
        for start_ in range(0, count, points):  # a frame is a cube
            result = self.words(await self.sink.recv())
            np.testing.assert_array_equal(result, expected[start_:start_ + points])
        while self.dut.busy.value:
            await cycles(self.dut)
        alone = all(decode("PROGRAM_LO", low)["op"] == STAGE for low, _ in descriptors)
        for name in COMPARED + COUNTED * alone:
            assert await self.registers.read_dword(address(name)) == self.hls.read(name), name
        for n in range(self.hls.depth):
            assert await self.registers.read_dword(address("MAGNITUDE", n)) == self.hls.read("MAGNITUDE", n), n

    async def fill(self, rng):
        """Writes every word of every memory."""
        m = self.hls
        for program, extent, matrices, cubes in filling(m):
            words = [in_beats(m, words_of("random", rng, matrices, m, True)), words_of("random", rng, cubes, m)]
            await self.run(program, (extent,) * 3, np.concatenate(words), 0)

    def small_block(self):
        return (smallest(self.hls),) * 3

    async def run_random(self, rng, block):
        job = random_job(rng, self.hls, block)
        words = random_words(rng, self.hls, job)
        self.dut._log.info(describe(job))
        await self.run(job.descriptors, job.block, words, job.count, job.repeat, job.ring)


async def prepare(dut):
    core = Core(dut)
    await start(dut)
    rng = np.random.default_rng(random.getrandbits(32))
    await core.fill(rng)
    return core, rng


@cocotb.test(**LIMIT)
async def one_transform(dut):
    """What a large array has time for: all that it reads comes with the program, so nothing is written before."""
    core = Core(dut)
    await start(dut)
    rng, m = np.random.default_rng(random.getrandbits(32)), core.hls
    block = tuple(int(b) for b in rng.integers(smallest(m), min(m.bmax, 3) + 1, size=3))
    points = m.p**3 * block[0] * block[1] * block[2]
    shift = 0 if m.exp else m.cw - m.ps + 1
    body, result = stages(m.p, [shift] * 3, lanes=m.lanes)
    words = [in_beats(m, words_of("random", rng, sum((m.p * b)**2 for b in block), m, True)),
             words_of("random", rng, points, m)]
    await core.run([coefficients(), load(), *body, unload(result, 3 if m.io_words == 1 else 0)], block,
                   np.concatenate(words), points)


@cocotb.test(**LIMIT)
async def one_program(dut):
    """As random ones, on an array of middle size."""
    core, rng = await prepare(dut)
    await core.run_random(rng, core.small_block())


@cocotb.test(**LIMIT)
@cocotb.parametrize(chances=[(0.0, 0.0), (0.5, 0.0), (0.0, 0.5), (0.3, 0.3), (0.7, 0.7)])
async def random_programs(dut, chances):
    core, rng = await prepare(dut)
    core.pause(*chances)
    for _ in range(2):
        await core.run_random(rng, None if core.hls.bmax < 4 else (2, 3, 2))


@cocotb.test(**LIMIT)
async def reset_while_it_runs(dut):
    """At any time, the streams included; then all goes on as from the start."""
    core, rng = await prepare(dut)
    block = core.small_block()
    for _ in range(3):
        job = random_job(rng, core.hls, block)
        await core.program(job.descriptors, job.block, job.repeat, job.ring)
        words = random_words(rng, core.hls, job)
        if words.size:
            core.source.send_nowait(core.frame(words))
        await cycles(dut, random.randint(1, 300))
        dut.rst.value = 1
        core.source.clear()
        await cycles(dut, 3)
        assert not dut.busy.value and not dut.m_axis_tvalid.value and not dut.s_axis_tready.value
        core.sink.clear()
        core.hls.reset()
        dut.rst.value = 0
        await cycles(dut, 2)
        for name in ("SATURATIONS", "MAGNITUDE", "CYCLES_LO", *COUNTED):
            assert await core.registers.read_dword(address(name)) == 0, name
        await core.fill(rng)
        nothing = np.zeros(0, dtype=np.int32)
        await core.run([descriptor(UNLOAD, last=1)], block, nothing, (block[0] * core.hls.p)**3)
