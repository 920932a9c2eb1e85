# What the cocotb benches share. `random` is seeded by cocotb, from ORB_SEED.
# SPDX-License-Identifier: Apache-2.0
import itertools
import random

from cocotb.clock import Clock
from cocotb.triggers import FallingEdge, RisingEdge

PERIOD = 10  # ns


async def start(dut, **inputs):
    """Starts the clock, drives the inputs, and resets the modules that can be reset."""
    Clock(dut.clk, PERIOD, "ns").start()
    for name, value in inputs.items():
        getattr(dut, name).value = value
    if hasattr(dut, "rst"):
        dut.rst.value = 1
        await cycles(dut, 3)
        dut.rst.value = 0
    await cycles(dut, 1)


async def cycles(dut, count=1):
    """Waits until the middle of the count-th cycle from now: there inputs are driven and outputs read."""
    for _ in range(count):
        await RisingEdge(dut.clk)
    await FallingEdge(dut.clk)


def pauses(chance):
    """Endless random pauses for the ports of cocotbext-axi."""
    return (random.random() < chance for _ in itertools.count())


def signed(bits):
    """A random number of so many bits, two's complement; one in three is at an end of the range or near 0."""
    low, high = -(1 << bits - 1), (1 << bits - 1) - 1
    return random.choice([low, low + 1, -1, 0, 1, high]) if random.random() < 0.33 else random.randint(low, high)
