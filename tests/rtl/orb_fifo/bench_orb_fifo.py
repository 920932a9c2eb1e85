# Bench of the FIFO: against a queue, with ends of all degrees of eagerness.
# SPDX-License-Identifier: Apache-2.0
import random
from collections import deque

import cocotb
from bench import cycles, start


@cocotb.test()
@cocotb.parametrize(sender=[1.0, 0.7, 0.2], receiver=[1.0, 0.7, 0.2])
async def like_a_queue(dut, sender, receiver):
    width, depth = int(dut.WIDTH.value), int(dut.DEPTH.value)
    queue = deque()
    await start(dut, s_valid=0, s_data=0, m_ready=0)
    for _ in range(2000):
        word = random.getrandbits(width)
        dut.s_valid.value = valid = random.random() < sender
        dut.s_data.value = word
        dut.m_ready.value = ready = random.random() < receiver
        taken, given = valid and len(queue) < depth, ready and bool(queue)
        await cycles(dut)
        if taken:
            queue.append(word)
        if given:
            queue.popleft()
        assert dut.level.value == len(queue)
        assert bool(dut.s_ready.value) == (len(queue) < depth)
        assert bool(dut.m_valid.value) == bool(queue)
        if queue:
            assert dut.m_data.value == queue[0]


@cocotb.test()
async def reset_empties(dut):
    await start(dut, s_valid=1, s_data=1, m_ready=0)
    await cycles(dut, 3)
    dut.s_valid.value, dut.rst.value = 0, 1
    await cycles(dut)
    assert dut.level.value == 0 and not dut.m_valid.value and dut.s_ready.value
