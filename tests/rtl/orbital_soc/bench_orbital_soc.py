# Bench of the SoC made with LiteX: what its host does to transform a cube in its memory, and hls/ beside it.
# SPDX-License-Identifier: Apache-2.0
import json
import os
import random
from pathlib import Path

import cocotb
import numpy as np
from bench import start
from cocotb.triggers import RisingEdge
from cocotbext.axi import AxiLiteBus, AxiLiteMaster
from model import Model
from pair import in_beats, words_of
from program import coefficients, load, stages, unload
from registers import decode, encode, named

LIMIT = dict(timeout_time=4, timeout_unit="ms")  # a transfer that stands still is a failure
ABORTED, SHORT, LONG = 4, 5, 6  # of STATUS.error


class Soc:
    """The SoC, seen from its host port, and the reference of its core."""

    def __init__(self, dut):
        self.dut, self.hls = dut, Model("hls", os.environ["ORBITAL_SOC_CONFIGURATION"])
        self.host = AxiLiteMaster(AxiLiteBus.from_prefix(dut, "host"), dut.clk, dut.rst)
        self.addresses = json.loads(Path(os.environ["ORBITAL_SOC"]).read_text())
        self.csrs = {name: csr["addr"] + 4 * csr["size"] - 4 for name, csr in self.addresses["csr_registers"].items()}
        self.memory = self.addresses["memories"]["main_ram"]["base"]

    async def set(self, name, value):
        """Writes a register of the SoC, of one of 64 bits the low word."""
        await self.host.write_dword(self.csrs[f"orbital_{name}"], value)

    async def get(self, name):
        return await self.host.read_dword(self.csrs[f"orbital_{name}"])

    def address(self, name, index=0):
        """Of a register of the core, as the software of the SoC knows it."""
        return self.addresses["constants"][f"orbital_{name.lower()}_addr"] + named(name).stride * index

    async def write(self, name, **values):
        await self.host.write_dword(self.address(name), encode(name, **values))

    async def read(self, name):
        return decode(name, await self.host.read_dword(self.address(name)))

    async def fill(self, place, words):
        """Words into the memory, from its place-th on."""
        await self.host.write(self.memory + 4 * place, np.asarray(words, dtype="<i4").tobytes())

    async def words(self, place, count):
        return np.frombuffer((await self.host.read(self.memory + 4 * place, 4 * count)).data, dtype="<i4")

    async def transfer(self, channel, place, count):
        for name, value in (("enable", 0), ("base", self.memory + 4 * place), ("length", 4 * count), ("enable", 1)):
            await self.set(f"{channel}_{name}", value)

    async def start(self, descriptors, block):
        self.hls.program(descriptors, block)
        for index, words in enumerate(descriptors):
            for half, word in zip(("LO", "HI"), words):
                await self.host.write_dword(self.address(f"PROGRAM_{half}", index), word)
        await self.write("BLOCK", b1=block[0], b2=block[1], b3=block[2])
        await self.write("CONTROL", start=1)

    async def ended(self, event, error=0):
        """Waits for the interrupt, which this event and no other has raised, and clears it."""
        if not self.dut.irq.value:
            await RisingEdge(self.dut.irq)
        assert await self.read("IRQ_STATUS") == {"done": 0, "error": 0, event: 1}
        status = await self.read("STATUS")
        assert (status["busy"], status["done"], status["error"]) == (0, event == "done", error)
        await self.write("IRQ_STATUS", **{event: 1})
        assert await self.read("IRQ_STATUS") == {"done": 0, "error": 0} and not self.dut.irq.value

    async def done(self, channel):
        while not await self.get(f"{channel}_done"):
            pass

    async def run(self, descriptors, block, packets, target, results):
        """Runs a program on words of the memory, in a transfer for each packet (place, count), and the same on the
        reference, which has to give the same words."""
        await self.transfer("writer", target, results)
        await self.start(descriptors, block)
        for packet in packets:
            await self.transfer("reader", *packet)
            await self.done("reader")
        await self.ended("done")
        await self.done("writer")
        expected = self.hls.run(np.concatenate([await self.words(*packet) for packet in packets]), results)
        np.testing.assert_array_equal(await self.words(target, results), expected)

    async def prepare_job(self, rng, block):
        """Matrices and a cube into the memory, and the program that transforms the cube with these."""
        m = self.hls
        extents = [m.p * b for b in block]
        matrices = in_beats(m, words_of("random", rng, sum(n**2 for n in extents), m, True))
        cube = words_of("random", rng, int(np.prod(extents)), m)
        self.block, self.end = block, 3 if m.io_words == 1 else 0
        self.matrices, self.cube = (0, matrices.size), (matrices.size, cube.size)
        self.spectrum = matrices.size + cube.size
        await self.fill(0, np.concatenate([matrices, cube]))
        body, result = stages(m.p, [m.cw - m.ps + 1] * 3)
        self.forward = [coefficients(), load(), *body, unload(result, self.end)]

    async def run_forward(self, packets):
        await self.run(self.forward, self.block, packets, self.spectrum, self.cube[1])

    async def forward_and_inverse(self, rng):
        """A cube and its matrices lie in memory; its coefficients come after them, and then what their inverse gives.
        """
        m = self.hls
        await self.prepare_job(rng, tuple(int(b) for b in rng.integers(min(2, m.bmax), m.bmax + 1, size=3)))
        before = await self.words(0, self.spectrum)
        await self.run_forward([(0, self.spectrum)])
        body, result = stages(m.p, [m.cw - m.ps + 1] * 3, True)
        points = self.cube[1]
        await self.run([load(0, self.end), *body, unload(result, 0)], self.block, [(self.spectrum, points)],
                       self.spectrum + points, points)
        np.testing.assert_array_equal(await self.words(0, self.spectrum), before)


async def prepare(dut, **enabled):
    soc = Soc(dut)
    await start(dut)
    await soc.write("IRQ_ENABLE", **(enabled or {"done": 1, "error": 1}))
    return soc, np.random.default_rng(random.getrandbits(32))


@cocotb.test(**LIMIT)
async def forward_and_inverse(dut):
    soc, rng = await prepare(dut)
    await soc.forward_and_inverse(rng)


@cocotb.test(**LIMIT)
async def packets_of_another_length(dut):
    """Each stops the program with an interrupt and its error, and the next program runs without a reset."""
    soc, rng = await prepare(dut)
    await soc.write("PACKETS", check=1)
    await soc.prepare_job(rng, (min(2, soc.hls.bmax),) * 3)
    place, count = soc.cube
    beats = count // soc.hls.io_words
    for length, error in ((int(rng.integers(1, beats)), SHORT), (beats + int(rng.integers(1, 9)), LONG)):
        await soc.start(soc.forward, soc.block)
        for packet in (soc.matrices, (place, length * soc.hls.io_words)):
            await soc.transfer("reader", *packet)
            await soc.done("reader")
        await soc.ended("error", error)
        await soc.run_forward([soc.matrices, soc.cube])


@cocotb.test(**LIMIT)
async def abort_within_a_result(dut):
    """The writer is done when it has the start of the result and the beat that marks its end."""
    soc, rng = await prepare(dut)
    await soc.write("PACKETS", check=1)
    await soc.prepare_job(rng, (min(2, soc.hls.bmax),) * 3)
    beat, points = soc.hls.io_words, soc.cube[1]
    await soc.start(soc.forward, soc.block)
    for packet in (soc.matrices, soc.cube):
        await soc.transfer("reader", *packet)
        await soc.done("reader")
    expected = soc.hls.run(await soc.words(0, soc.spectrum), points)
    while (await soc.read("UNLOAD_LO"))["value"] < 64:  # until the result waits for the writer
        pass
    await soc.write("CONTROL", abort=1)
    await soc.ended("error", ABORTED)
    await soc.transfer("writer", soc.spectrum, points)
    await soc.done("writer")
    kept = beat * (await soc.get("writer_offset") - 1)
    assert 0 < kept < points
    result = await soc.words(soc.spectrum, kept + beat)
    np.testing.assert_array_equal(result[:kept], expected[:kept])
    assert not result[kept:].any()
    await soc.run_forward([soc.matrices, soc.cube])


@cocotb.test(**LIMIT)
async def events_that_are_not_enabled(dut):
    """Show in IRQ_STATUS, and raise no interrupt before they are enabled."""
    soc, _ = await prepare(dut, error=1)
    await soc.start([coefficients(last=True)], (0,) * 3)  # an illegal extent
    await soc.ended("error", 1)
    await soc.write("IRQ_ENABLE", done=1)
    await soc.start([coefficients(last=True)], (0,) * 3)
    while not (await soc.read("IRQ_STATUS"))["error"]:
        pass
    assert not dut.irq.value
    await soc.write("IRQ_ENABLE", error=1)
    await soc.ended("error", 1)


@cocotb.test(**LIMIT)
async def reset_while_it_runs(dut):
    """The program waits for words, and then words wait for a program. The reset drops them, and what was set."""
    soc, rng = await prepare(dut)
    m, least = soc.hls, min(2, soc.hls.bmax)
    count = m.io_words * 3 * (m.p * least)**2
    for words in (count - m.io_words, count + 10 * m.io_words):
        await soc.fill(0, words_of("random", rng, words, m, True))
        await soc.transfer("reader", 0, words)
        await soc.start([coefficients(last=True)], (least,) * 3)
        await soc.done("reader")
        if words < count:
            assert (await soc.read("STATUS"))["busy"]  # it waits
        else:
            await soc.ended("done")
        await soc.set("reader_enable", 0)
        await soc.set("control", 1)
        await soc.set("control", 0)
        soc.hls.reset()
        assert not (await soc.read("STATUS"))["busy"] and not await soc.get("reader_done")
        assert await soc.read("IRQ_STATUS") == await soc.read("IRQ_ENABLE") == {"done": 0, "error": 0}
        await soc.write("IRQ_ENABLE", done=1)
    await soc.forward_and_inverse(rng)
