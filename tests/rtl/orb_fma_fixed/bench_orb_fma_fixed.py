# Bench of the fixed-point multiply-add: random operands and enables, a new one each cycle.
# SPDX-License-Identifier: Apache-2.0
import random
from collections import deque

import cocotb
from bench import cycles, signed, start


@cocotb.test()
async def random_sums(dut):
    w, cw, aw, ps, latency = (int(getattr(dut, name).value) for name in ("W", "CW", "AW", "PS", "LATENCY"))
    await start(dut, x=0, c=0, en=0, first=0, a=0)

    products = deque([None] * (latency - 1))  # on their way to the adder
    y = None
    for _ in range(3000):
        x, c, a = signed(w), signed(cw), signed(aw)
        en, first = random.random() < 0.8, random.random() < 0.3
        products.append(x * c)
        product = products.popleft()
        if product is None or y is None:  # start with a known sum
            en, first = product is not None, True
        if en:
            addend = a if first else y
            sum_ = addend + (product + (1 << ps >> 1) >> ps)
            y = (sum_ + (1 << aw - 1)) % (1 << aw) - (1 << aw - 1)
        dut.x.value, dut.c.value, dut.a.value = x, c, a
        dut.en.value, dut.first.value = en, first
        await cycles(dut)
        if y is not None:
            assert dut.y.value.to_signed() == y
