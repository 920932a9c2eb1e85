# Bench of the memory with one write and one read port.
# SPDX-License-Identifier: Apache-2.0
import random
from collections import deque

import cocotb
from bench import cycles, start


@cocotb.test()
async def random_accesses(dut):
    width, depth, latency = (int(getattr(dut, name).value) for name in ("WIDTH", "DEPTH", "LATENCY"))
    await start(dut, we=0, waddr=0, wdata=0, re=0, raddr=0)
    content, read, answers = {}, None, deque([None] * (latency - 1))
    for _ in range(3000):
        we, waddr, wdata = random.random() < 0.6, random.randrange(depth), random.getrandbits(width)
        re, raddr = random.random() < 0.6, random.randrange(depth)
        if we and raddr == waddr:
            re = False  # the schedule never does this
        dut.we.value, dut.waddr.value, dut.wdata.value, dut.re.value, dut.raddr.value = we, waddr, wdata, re, raddr
        await cycles(dut)
        read = content.get(raddr) if re else read  # without a read the last word stays
        answers.append(read)
        if we:
            content[waddr] = wdata
        expected = answers.popleft()
        if expected is not None:
            assert dut.rdata.value == expected
