# Bench of the walk over coefficient matrices: each word in C order, with its address in every node.
# SPDX-License-Identifier: Apache-2.0
import random

import cocotb
from bench import cycles, start
from places import coefficient_places


@cocotb.test()
@cocotb.parametrize(axes=range(1, 8))
async def every_word(dut, axes):
    p, bmax, banks = (int(getattr(dut, name).value) for name in ("P", "BMAX", "CBANKS"))
    bits = len(dut.addr) // p
    await start(dut, start=0, next=0, b1=0, b2=0, b3=0, bank=0, axes=axes)
    for _ in range(3):
        block = [random.randint(2, bmax) for _ in range(3)]
        base = random.randrange(banks) * (p + 2) * bmax**2
        dut.b1.value, dut.b2.value, dut.b3.value = block
        dut.bank.value = base
        dut.start.value = 1
        await cycles(dut)
        dut.start.value = 0
        places = list(coefficient_places(p, bmax, block, axes))
        for n, (axis, row, column, addresses) in enumerate(places):
            while random.random() < 0.2:  # it waits for next
                await cycles(dut)
            assert (int(dut.axis.value), int(dut.row.value), int(dut.col.value)) == (axis, row, column)
            addr = int(dut.addr.value)
            assert [addr >> t * bits & (1 << bits) - 1 for t in range(p)] == [base + a for a in addresses]
            assert bool(dut.last.value) == (n == len(places) - 1)
            dut.next.value = 1
            await cycles(dut)
            dut.next.value = 0
