# Bench of the accumulator memory: sums that come in parts, lowest first, and are read as a whole.
# SPDX-License-Identifier: Apache-2.0
import random
from collections import deque

import cocotb
from bench import cycles, start


@cocotb.test()
async def sums_pass(dut):
    """A sum is on the link for four cycles, its first half after two of them; reads come between, three cycles apart,
    or more, of sums that are not being written."""
    width, depth, latency = (int(getattr(dut, name).value) for name in ("WIDTH", "DEPTH", "LATENCY"))
    await start(dut, half=0, we=0, waddr=0, wdata=0, re=0, raddr=0)
    content, expected, address, since_read = {}, deque([None] * latency), 0, 9
    for n in range(2000):
        phase = n % 4
        if phase == 0:
            waddr, value, writes = random.randrange(depth), random.getrandbits(width), random.random() < 0.8
        # the link's register: parts that have come above, of the sum before below
        came = value & (1 << width * (phase + 1) // 4) - 1
        dut.wdata.value = came << width * (3 - phase) // 4 | random.getrandbits(width) >> width * (phase + 1) // 4
        dut.waddr.value = waddr if phase else random.randrange(depth)
        dut.half.value, dut.we.value = writes and phase == 1, writes and phase == 3
        re = since_read > 2 and random.random() < 0.5
        if re:
            address = random.choice([a for a in range(depth) if a != waddr or not writes])
        elif since_read > 0:
            address = random.randrange(depth)
        since_read = 0 if re else since_read + 1
        dut.re.value, dut.raddr.value = re, address
        expected.append(content.get(address) if re else None)
        await cycles(dut)
        if writes and phase == 3:
            content[waddr] = value
        read = expected[1]
        expected.popleft()
        if read is not None:
            assert dut.rdata.value == read
