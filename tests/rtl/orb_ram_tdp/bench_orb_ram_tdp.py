# Bench of the true dual-port memory.
# SPDX-License-Identifier: Apache-2.0
import random
from collections import deque

import cocotb
from bench import cycles, start


@cocotb.test()
async def random_accesses(dut):
    width, depth, latency = (int(getattr(dut, name).value) for name in ("WIDTH", "DEPTH", "LATENCY"))
    await start(dut, **{f"{port}_{pin}": 0 for port in "ab" for pin in ("en", "we", "addr", "wdata")})
    content = {}
    read, answers = {"a": None, "b": None}, {port: deque([None] * (latency - 1)) for port in "ab"}
    for _ in range(3000):
        access = {port: (random.random() < 0.8, random.random() < 0.5, random.randrange(depth),
                         random.getrandbits(width)) for port in "ab"}
        if access["a"][2] == access["b"][2] and (access["a"][1] or access["b"][1]):
            access["b"] = (False, *access["b"][1:])  # the schedule never does this
        for port, (en, we, addr, wdata) in access.items():
            for pin, value in (("en", en), ("we", we), ("addr", addr), ("wdata", wdata)):
                getattr(dut, f"{port}_{pin}").value = value
        await cycles(dut)
        for port, (en, we, addr, _) in access.items():
            if en and not we:
                read[port] = content.get(addr)
        for port, (en, we, addr, wdata) in access.items():
            if en and we:
                content[addr] = wdata
            answers[port].append(read[port])  # a port that writes keeps what it read
            expected = answers[port].popleft()
            if expected is not None:
                assert getattr(dut, f"{port}_rdata").value == expected
