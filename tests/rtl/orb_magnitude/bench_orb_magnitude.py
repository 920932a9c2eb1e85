# Bench of the record of the largest sums: sums of all lengths come in chunks, a descriptor after the other.
# SPDX-License-Identifier: Apache-2.0
import itertools
import random

import cocotb
from bench import cycles, start


def bit_length(v):
    """Smallest n with -2^n <= v < 2^n."""
    return (~v if v < 0 else v).bit_length()


@cocotb.test()
async def random_sums(dut):
    ly, aw, depth = int(dut.LY.value), int(dut.AW.value), int(dut.DEPTH.value)
    chunks = -(-aw // ly)
    await start(dut, clear=0, en=0, first=0, bits=0, index=0, read=0)
    for _ in range(5):
        dut.clear.value = 1
        await cycles(dut)
        dut.clear.value = 0
        largest = [0] * depth
        order = itertools.cycle(range(depth))  # of a program; from its second run on any
        index = 0
        await cycles(dut, 3)
        for n in range(200):
            index = next(order) if n < depth else random.choice([index, random.randrange(depth)])
            if n < depth:
                dut.en.value = 0
                await cycles(dut, random.randint(max(0, 2 - chunks), 2))
            v = random.getrandbits(random.randint(0, aw - 1)) * random.choice([1, -1])
            largest[index] = max(largest[index], bit_length(v))
            differs = (v ^ v << 1) & ~1  # bits that differ from the bit below them; the lowest has none
            for chunk in range(chunks):
                dut.en.value, dut.first.value, dut.index.value = 1, chunk == 0, index
                dut.bits.value = differs >> chunk * ly & (1 << ly) - 1
                await cycles(dut)
            if random.random() < 0.3:
                dut.en.value = 0
                dut.bits.value = (1 << ly) - 1  # not enabled: not counted
                await cycles(dut, random.randint(1, 3))
        dut.en.value = 0
        await cycles(dut, 2)
        for index in range(depth):
            dut.read.value = index
            await cycles(dut)
            assert dut.reads.value == 1
            await cycles(dut)
            assert dut.length.value == largest[index]
