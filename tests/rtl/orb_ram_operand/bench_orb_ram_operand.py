# Bench of the operand memory: products and unloading read in turn, words come in at any time.
# SPDX-License-Identifier: Apache-2.0
import random
from collections import deque

import cocotb
from bench import cycles, start


@cocotb.test()
async def random_accesses(dut):
    width, depth, latency = (int(getattr(dut, name).value) for name in ("WIDTH", "DEPTH", "LATENCY"))
    await start(dut, x_re=0, x_raddr=0, en=0, waddr=0, wdata=0, u_re=0, u_raddr=0)
    content, expected = {}, deque([(None, None)] * latency)
    for _ in range(3000):
        task = random.choice(["product", "unload", "none"])
        x_raddr, u_raddr, waddr, wdata = *(random.randrange(depth) for _ in range(3)), random.getrandbits(width)
        read = {"product": x_raddr, "unload": u_raddr}.get(task)
        we = task != "unload" and waddr != read and random.random() < 0.6
        dut.x_re.value, dut.x_raddr.value = task == "product", x_raddr
        dut.u_re.value, dut.u_raddr.value = task == "unload", u_raddr
        dut.en.value, dut.waddr.value, dut.wdata.value = we or task == "unload", waddr, wdata
        expected.append((task, content.get(read)))
        await cycles(dut)
        if we:
            content[waddr] = wdata
        expected.popleft()
        task, value = expected[0]
        if value is not None:
            assert (dut.x_rdata if task == "product" else dut.u_rdata).value == value
