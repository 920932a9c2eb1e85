# Bench of the multiply-add of a slot: random slots of up to BMAX products, right behind each other or with pauses.
# SPDX-License-Identifier: Apache-2.0
import random
from collections import deque

import cocotb
from bench import cycles, signed, start


@cocotb.test()
async def slots_pass(dut):
    w, cw, ps, bmax, latency = (int(getattr(dut, name).value) for name in ("W", "CW", "PS", "BMAX", "LATENCY"))
    await start(dut, x=0, c=0, en=0, first=0)
    products = deque([0] * (latency - 1))  # on their way to the adder
    sum_, left = None, 0
    for n in range(4000):
        extreme = random.random() < 0.3
        x = -(1 << w - 1) if extreme else signed(w)
        c = random.choice([-(1 << cw - 1), (1 << cw - 1) - 1]) if extreme else signed(cw)
        products.append(x * c)
        product = products.popleft()
        en = n >= latency and random.random() < 0.8
        first = left == 0
        if en:
            left = random.randint(1, bmax) - 1 if first else left - 1
            sum_ = (0 if first else sum_) + (product + (1 << ps >> 1) >> ps)
        dut.x.value, dut.c.value, dut.en.value, dut.first.value = x, c, en, first
        await cycles(dut)
        if sum_ is not None:
            assert dut.y.value.to_signed() + int(dut.up.value) == sum_
