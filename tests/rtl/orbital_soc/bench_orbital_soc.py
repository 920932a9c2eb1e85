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
from pair import words_of
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


async def prepare(dut):
    soc = Soc(dut)
    await start(dut)
    await soc.set("ev_enable", 1)
    return soc, np.random.default_rng(random.getrandbits(32))


@cocotb.test(**LIMIT)
async def forward_and_inverse(dut):
    """A cube and its matrices lie in memory; its coefficients, and then what their inverse gives, come there."""
    soc, rng = await prepare(dut)
    m, block = soc.hls, (4, 2, 3)
    extents = [m.p * b for b in block]
    matrices, points = sum(n**2 for n in extents), int(np.prod(extents))
    shifts = [m.cw - m.ps + 1] * 3
    words = np.concatenate([words_of("random", rng, matrices, m, True), words_of("random", rng, points, m)])
    spectrum, restored = words.size, words.size + points
    await soc.write(0, words)

    body, result = stages(m.p, shifts)
    await soc.transfer("writer", spectrum, points)
    await soc.transfer("reader", 0, words.size)
    await soc.start([coefficients(), load(), *body, unload(result, 3)], block)
    await soc.ended()
    expected = m.run(words, points)
    np.testing.assert_array_equal(await soc.read(spectrum, points), expected)

    body, result = stages(m.p, shifts, inverse=True)
    await soc.transfer("writer", restored, points)
    await soc.transfer("reader", spectrum, points)
    await soc.start([load(0, 3), *body, unload(result, 0)], block)
    await soc.ended()
    np.testing.assert_array_equal(await soc.read(restored, points), m.run(expected, points))
    np.testing.assert_array_equal(await soc.read(0, restored), np.concatenate([words, expected]))
