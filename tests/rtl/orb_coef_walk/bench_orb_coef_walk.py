# Bench of the walk over coefficient matrices: each word in C order, with its address in every node.
# SPDX-License-Identifier: Apache-2.0
import random

import cocotb
from bench import cycles, start
from places import coefficient_places, rings


@cocotb.test()
@cocotb.parametrize(axes=range(1, 8))
async def every_word(dut, axes):
    p, bmax, lanes, area = (int(getattr(dut, name).value) for name in ("P", "BMAX", "LANES", "BLOCK"))
    bits = len(dut.addr) // p
    await start(dut, start=0, next=0, b1=0, b2=0, b3=0, bank=0, ring=p, axes=axes)
    for ring in rings(p) * 2:
        block = [random.randint(min(2, bmax), bmax) for _ in range(3)]
        base = random.randrange((1 << bits) // ((p + 2) * area)) * (p + 2) * area
        dut.b1.value, dut.b2.value, dut.b3.value = block
        dut.bank.value, dut.ring.value = base, ring
        dut.start.value = 1
        await cycles(dut)
        dut.start.value = 0
        words = list(coefficient_places(p, bmax, block, axes, ring, lanes))
        for n, (axis, row, column, addresses) in enumerate(words):
            while random.random() < 0.2:  # it waits for next
                await cycles(dut)
            assert (int(dut.axis.value), int(dut.row.value), int(dut.col.value)) == (axis, row, column)
            addr = int(dut.addr.value)
            assert [addr >> t * bits & (1 << bits) - 1 for t in range(ring)] == [base + a for a in addresses]
            assert bool(dut.last.value) == (n == len(words) - 1)
            dut.next.value = 1
            await cycles(dut)
            dut.next.value = 0
