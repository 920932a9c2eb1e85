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
from registers import address, encode

LIMIT = dict(timeout_time=2, timeout_unit="ms")  # a transfer that stands still is a failure


class Soc:
    """The SoC, seen from its host port, and the reference of its core."""

    def __init__(self, dut):
        self.dut, self.hls = dut, Model("hls", os.environ["ORBITAL_SOC_CONFIGURATION"])
        self.host = AxiLiteMaster(AxiLiteBus.from_prefix(dut, "host"), dut.clk, dut.rst)
        addresses = json.loads(Path(os.environ["ORBITAL_SOC"]).read_text())
        self.csrs = {name: csr["addr"] + 4 * csr["size"] - 4 for name, csr in addresses["csr_registers"].items()}
        self.core, self.memory = (addresses["memories"][name]["base"] for name in ("orbital", "main_ram"))

    async def set(self, name, value):
        """Writes a register of the SoC, of one of 64 bits the low word."""
        await self.host.write_dword(self.csrs[f"orbital_{name}"], value)

    async def get(self, name):
        return await self.host.read_dword(self.csrs[f"orbital_{name}"])

    async def write(self, place, words):
        """Words into the memory, from its place-th on."""
        await self.host.write(self.memory + 4 * place, np.asarray(words, dtype="<i4").tobytes())

    async def read(self, place, count):
        return np.frombuffer((await self.host.read(self.memory + 4 * place, 4 * count)).data, dtype="<i4")

    async def transfer(self, channel, place, count):
        for name, value in (("enable", 0), ("base", self.memory + 4 * place), ("length", 4 * count), ("enable", 1)):
            await self.set(f"{channel}_{name}", value)

    async def start(self, descriptors, block):
        self.hls.program(descriptors, block)
        writes = [(address(f"PROGRAM_{half}", n), word) for n, words in enumerate(descriptors)
                  for half, word in zip(("LO", "HI"), words)]
        writes += [(address("BLOCK"), encode("BLOCK", b1=block[0], b2=block[1], b3=block[2])),
                   (address("CONTROL"), encode("CONTROL", start=1))]
        for where, value in writes:
            await self.host.write_dword(self.core + where, value)

    async def ended(self):
        """Waits for the interrupt, and clears it."""
        if not self.dut.irq.value:
            await RisingEdge(self.dut.irq)
        await self.set("ev_pending", 1)
        assert not self.dut.irq.value


    async def run(self, descriptors, block, source, count, target, results):
        """Runs a program on words of the memory, and the same on the reference, which has to give the same words."""
        await self.transfer("writer", target, results)
        await self.transfer("reader", source, count)
        await self.start(descriptors, block)
        await self.ended()
        assert await self.get("reader_done")
        while not await self.get("writer_done"):
            pass
        expected = self.hls.run(await self.read(source, count), results)
        np.testing.assert_array_equal(await self.read(target, results), expected)

    async def forward_and_inverse(self, rng):
        """A cube and its matrices lie in memory; its coefficients come behind them, and then what their inverse gives.
        """
        m = self.hls
        block = tuple(int(b) for b in rng.integers(min(2, m.bmax), m.bmax + 1, size=3))
        extents, end = [m.p * b for b in block], 3 if m.io_words == 1 else 0
        words = np.concatenate([in_beats(m, words_of("random", rng, sum(n**2 for n in extents), m, True)),
                                words_of("random", rng, int(np.prod(extents)), m)])
        points, spectrum = int(np.prod(extents)), words.size
        await self.write(0, words)
        for inverse, source, count, target in ((False, 0, words.size, spectrum),
                                               (True, spectrum, points, spectrum + points)):
            body, result = stages(m.p, [m.cw - m.ps + 1] * 3, inverse)
            before = [load(0, end)] if inverse else [coefficients(), load()]
            program = [*before, *body, unload(result, 0 if inverse else end)]
            await self.run(program, block, source, count, target, points)
        np.testing.assert_array_equal(await self.read(0, words.size), words)


async def prepare(dut):
    soc = Soc(dut)
    await start(dut)
    await soc.set("ev_enable", 1)
    return soc, np.random.default_rng(random.getrandbits(32))


@cocotb.test(**LIMIT)
async def forward_and_inverse(dut):
    soc, rng = await prepare(dut)
    await soc.forward_and_inverse(rng)


@cocotb.test(**LIMIT)
async def reset_while_it_runs(dut):
    """The program waits for words, and then words wait for a program."""
    soc, rng = await prepare(dut)
    m, least = soc.hls, min(2, soc.hls.bmax)
    count = m.io_words * 3 * (m.p * least)**2
    for descriptors, words in (([coefficients(last=True)], count - m.io_words),
                               ([coefficients(last=True)], count + 10 * m.io_words)):
        await soc.write(0, words_of("random", rng, words, m, True))
        await soc.transfer("reader", 0, words)
        await soc.start(descriptors, (least,) * 3)
        while not await soc.get("reader_done"):
            pass
        if words < count:
            assert await soc.get("ev_status")  # it waits
        else:
            while await soc.get("ev_status"):  # its last words may still be on their way
                pass
        await soc.set("reader_enable", 0)
        await soc.set("control", 1)
        await soc.set("control", 0)
        soc.hls.reset()
        await soc.ended()
        assert not await soc.get("reader_done") and not await soc.get("ev_status")
    await soc.forward_and_inverse(rng)
