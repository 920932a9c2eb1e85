# Bench of the walk over a cube: each point once, in C order, at the place where the definition has it.
# SPDX-License-Identifier: Apache-2.0
import random

import cocotb
from bench import cycles, start
from places import cube_beats


@cocotb.test()
@cocotb.parametrize(placement=range(4))
async def every_point(dut, placement):
    p, bmax, parts = (int(getattr(dut, name).value) for name in ("P", "BMAX", "IO_WORDS"))
    placement = 0 if parts > 1 else placement
    await start(dut, start=0, next=0, b1=0, b2=0, b3=0, b23=0, placement=placement)
    for _ in range(4):
        block = [random.randint(min(2, bmax), bmax) for _ in range(3)]
        dut.b1.value, dut.b2.value, dut.b3.value = block
        dut.b23.value = block[1] * block[2]
        dut.start.value = 1
        await cycles(dut)
        dut.start.value = 0
        beats = [(nodes[0], address) for nodes, address in cube_beats(p, block, placement, 1, parts)]
        for n, (node, address) in enumerate(beats):
            while random.random() < 0.2:  # it waits for next
                await cycles(dut)
            assert (int(dut.q.value), int(dut.r.value), int(dut.s.value)) == node
            assert dut.addr.value == address
            assert bool(dut.last.value) == (n == len(beats) - 1)
            dut.next.value = 1
            await cycles(dut)
            dut.next.value = 0
