# Bench of the walk over a cube: each point once, in C order, at the place where the definition has it.
# SPDX-License-Identifier: Apache-2.0
import random

import cocotb
from bench import cycles, start
from places import cube_places


@cocotb.test()
@cocotb.parametrize(placement=range(4))
async def every_point(dut, placement):
    p, bmax = int(dut.P.value), int(dut.BMAX.value)
    await start(dut, start=0, next=0, b1=0, b2=0, b3=0, b23=0, placement=placement)
    for _ in range(4):
        block = [random.randint(2, bmax) for _ in range(3)]
        dut.b1.value, dut.b2.value, dut.b3.value = block
        dut.b23.value = block[1] * block[2]
        dut.start.value = 1
        await cycles(dut)
        dut.start.value = 0
        places = list(cube_places(p, block, placement))
        for n, (node, address) in enumerate(places):
            while random.random() < 0.2:  # it waits for next
                await cycles(dut)
            assert (int(dut.q.value), int(dut.r.value), int(dut.s.value)) == node
            assert dut.addr.value == address
            assert bool(dut.last.value) == (n == len(places) - 1)
            dut.next.value = 1
            await cycles(dut)
            dut.next.value = 0
