# Bench of the accumulator memory: sums that come in parts, lowest first, and are read half by half.
# SPDX-License-Identifier: Apache-2.0
import random

import cocotb
from bench import cycles, start


@cocotb.test()
async def sums_pass(dut):
    """A sum is on the link for twice HALVES cycles, and is read for as many: while others come in, or while it itself
    is replaced, just as its parts leave."""
    width, depth, halves = (int(getattr(dut, name).value) for name in ("WIDTH", "DEPTH", "HALVES"))
    half, last = width // 2, 2 * halves - 1
    part = width // (last + 1)
    await start(dut, half=0, we=0, waddr=0, wdata=0, re=0, raddr=0)
    content, following, read, expected, since_read = {}, 0, 0, None, last
    for n in range(4000):
        phase = n % (last + 1)
        if phase == 0:
            waddr, value, writes = following, random.getrandbits(width), random.random() < 0.8
            following = random.choice([a for a in range(depth) if a != waddr])
        # the link's register: parts that have come above, of the sum before below
        came = value & (1 << part * (phase + 1)) - 1
        dut.wdata.value = came << part * (last - phase) | random.getrandbits(width) >> part * (phase + 1)
        dut.waddr.value = waddr if phase >= halves - 1 else random.randrange(depth)
        dut.half.value, dut.we.value = writes and phase == halves - 1, writes and phase == last
        re = since_read >= last and random.random() < 0.5
        since_read += 1
        if re:
            others = [a for a in range(depth) if a not in (waddr, following)]
            read = following if phase == last and random.random() < 0.5 else random.choice(others)
            expected, since_read = content.get(read), 0
        elif since_read > last:
            read = random.randrange(depth)
        dut.re.value, dut.raddr.value = re, read
        await cycles(dut)
        if writes and phase == last:
            content[waddr] = value
        if expected is not None and since_read <= last:
            shift = 0 if since_read < halves else half
            assert (int(dut.rdata.value) ^ expected) >> shift & (1 << half) - 1 == 0
