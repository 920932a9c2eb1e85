# Bench of the whole core in a four-state simulator: random programs over AXI4-Lite and AXI4-Stream, against hls/.
# SPDX-License-Identifier: Apache-2.0
import random

import cocotb
import numpy as np
from bench import cycles, pauses, start
from cocotbext.axi import AxiLiteBus, AxiLiteMaster, AxiStreamBus, AxiStreamFrame, AxiStreamSink, AxiStreamSource
from configs import CORNER_FOLDER, CORNERS, configurations
from model import Model
from pair import filling, words_of
from program import UNLOAD, descriptor
from random_program import random_job, random_words
from registers import address, encode

LIMIT = dict(timeout_time=20, timeout_unit="ms")  # a stream that stands still is a failure

COMPARED = ("ID", "VERSION", "ARRAY", "FORMAT", "CAPS", "CLOCK", "LATENCY", "LINKS", "STATUS", "SATURATIONS",
            "COMPUTE_LO", "WAIT_LO")


class Core:
    """The core with its ports, and its reference beside it."""

    def __init__(self, dut):
        fits = [name for name, parameters in configurations(CORNERS).items()
                if all(int(getattr(dut, key).value) == value for key, value in parameters.items())]
        self.dut, self.hls = dut, Model("hls", fits[0], folder=CORNER_FOLDER)
        self.registers = AxiLiteMaster(AxiLiteBus.from_prefix(dut, "s_axil"), dut.clk, dut.rst)
        self.source = AxiStreamSource(AxiStreamBus.from_prefix(dut, "s_axis"), dut.clk, dut.rst, byte_lanes=1)
        self.sink = AxiStreamSink(AxiStreamBus.from_prefix(dut, "m_axis"), dut.clk, dut.rst, byte_lanes=1)

    def pause(self, chance_in, chance_out):
        self.source.set_pause_generator(pauses(chance_in))
        self.sink.set_pause_generator(pauses(chance_out))

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
            mask = (1 << len(self.dut.s_axis_tdata)) - 1
            await self.source.send(AxiStreamFrame([int(word) & mask for word in words]))
        points = self.hls.p**3 * block[0] * block[1] * block[2]
        bits = len(self.dut.m_axis_tdata)
        for start_ in range(0, count, points):  # a frame is a cube
            frame = np.array(list((await self.sink.recv()).tdata), dtype=np.int64)
            result = frame - ((frame >> bits - 1) << bits)
            np.testing.assert_array_equal(result, expected[start_:start_ + points])
        while self.dut.busy.value:
            await cycles(self.dut)
        for name in COMPARED:
            assert await self.registers.read_dword(address(name)) == self.hls.read(name), name
        for n in range(self.hls.depth):
            assert await self.registers.read_dword(address("MAGNITUDE", n)) == self.hls.read("MAGNITUDE", n), n


async def prepare(dut):
    core = Core(dut)
    await start(dut)
    rng = np.random.default_rng(random.getrandbits(32))
    for program, count in filling(core.hls):
        await core.run(program, (core.hls.bmax,) * 3, words_of("random", rng, count, 18), 0)
    return core, rng


@cocotb.test(**LIMIT)
@cocotb.parametrize(chances=[(0.0, 0.0), (0.5, 0.0), (0.0, 0.5), (0.3, 0.3), (0.7, 0.7)])
async def random_programs(dut, chances):
    core, rng = await prepare(dut)
    core.pause(*chances)
    for _ in range(4):
        job = random_job(rng, core.hls, None if core.hls.bmax < 4 else (2, 3, 2))
        await core.run(job.descriptors, job.block, random_words(rng, job), job.count, job.repeat, job.ring)


@cocotb.test(**LIMIT)
async def reset_while_it_runs(dut):
    """At any time, the streams included; then all goes on as from the start."""
    core, rng = await prepare(dut)
    block = (2, 2, 2)
    for _ in range(3):
        job = random_job(rng, core.hls, block)
        await core.program(job.descriptors, job.block, job.repeat, job.ring)
        words = random_words(rng, job)
        mask = (1 << len(dut.s_axis_tdata)) - 1
        if words.size:
            core.source.send_nowait(AxiStreamFrame([int(word) & mask for word in words]))
        await cycles(dut, random.randint(1, 300))
        dut.rst.value = 1
        core.source.clear()
        await cycles(dut, 3)
        assert not dut.busy.value and not dut.m_axis_tvalid.value and not dut.s_axis_tready.value
        core.sink.clear()
        core.hls.reset()
        dut.rst.value = 0
        await cycles(dut, 2)
        for program, count in filling(core.hls):
            await core.run(program, (core.hls.bmax,) * 3, words_of("random", rng, count, 18), 0)
        await core.run([descriptor(UNLOAD, last=1)], block, np.zeros(0, dtype=np.int32), (2 * core.hls.p)**3)
