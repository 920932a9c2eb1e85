# What the cocotb benches share. `random` is seeded by cocotb, from ORB_SEED.
# SPDX-License-Identifier: Apache-2.0
import itertools
import random

from cocotb.clock import Clock
from cocotb.triggers import FallingEdge, RisingEdge, Timer

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


async def give(dut, beats, chance=0.0, prefix="s", pause=1):
    """Sends beats over a stream, each a mapping from the ends of signals' names to values, with random pauses of so
    many cycles."""
    valid, ready = getattr(dut, f"{prefix}_tvalid"), getattr(dut, f"{prefix}_tready")
    for beat in beats:
        while random.random() < chance:
            await cycles(dut, pause)
        for name, value in beat.items():
            getattr(dut, f"{prefix}_{name}").value = value
        valid.value = 1
        await Timer(1, "ns")
        while not ready.value:
            await cycles(dut)
            await Timer(1, "ns")
        await cycles(dut)
        valid.value = 0


async def take(dut, into, names=("tdata",), chance=0.0, prefix="m"):
    """For ever puts what comes over a stream into a list, a tuple of the named signals each, with random pauses."""
    valid, ready = getattr(dut, f"{prefix}_tvalid"), getattr(dut, f"{prefix}_tready")
    while True:
        ready.value = eager = random.random() >= chance
        await Timer(1, "ns")
        if valid.value and eager:
            into.append(tuple(int(getattr(dut, f"{prefix}_{name}").value) for name in names))
        await cycles(dut)
