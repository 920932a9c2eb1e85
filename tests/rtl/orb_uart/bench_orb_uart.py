# Bench of the UART: each direction against bits timed here, at many rates, with clocks that differ; spikes and breaks.
# SPDX-License-Identifier: Apache-2.0
import random

import cocotb
from bench import PERIOD, cycles, start, take
from cocotb.triggers import FallingEdge, Timer

LIMIT = dict(timeout_time=50, timeout_unit="ms")
TICK = 1 << 10  # cycles
RATES = [16384, 16383, 12000, 5461, 1311]  # a quarter of the clock, between, 1,000,000 baud at 12 and 50 MHz


async def prepare(dut, rate):
    await start(dut, rx=1, tick=0, rate=rate, s_tvalid=0, s_tdata=0, m_tready=1)
    await cycles(dut, 4)
    return PERIOD * 65536 / rate  # ns of a bit


async def ticks(dut):
    while True:
        await cycles(dut, TICK - 1)
        dut.tick.value = 1
        await cycles(dut)
        dut.tick.value = 0


async def send(dut, byte, bit, stop=1):
    """One character, at any phase of the clock."""
    for level in [0, *(byte >> n & 1 for n in range(8)), stop]:
        dut.rx.value = level
        await Timer(round(bit * 1000), "ps")
    dut.rx.value = 1


@cocotb.test(**LIMIT)
@cocotb.parametrize(rate=RATES, skew=[-0.02, 0.0, 0.02])
async def receives(dut, rate, skew):
    bit = await prepare(dut, rate) * (1 + skew)
    got = []
    cocotb.start_soon(take(dut, got, chance=0.3))
    sent = [0, 255, 0x55, 0xAA, *(random.getrandbits(8) for _ in range(12))]
    for byte in sent:
        await send(dut, byte, bit)
        await Timer(random.choice([1, 1, random.randrange(1, 9000)]), "ps")
    await cycles(dut, 20)
    assert got == [(byte,) for byte in sent]


@cocotb.test(**LIMIT)
@cocotb.parametrize(rate=RATES)
async def transmits(dut, rate):
    bit = await prepare(dut, rate)
    got = []

    async def receive():
        while True:
            await FallingEdge(dut.tx)
            await Timer(round(bit * 1500), "ps")
            byte = 0
            for n in range(8):
                byte |= int(dut.tx.value) << n
                await Timer(round(bit * 1000), "ps")
            assert dut.tx.value == 1
            got.append(byte)

    cocotb.start_soon(receive())
    sent = [0, 255, 0x55, *(random.getrandbits(8) for _ in range(6))]
    for byte in sent:
        dut.s_tvalid.value, dut.s_tdata.value = 1, byte
        await cycles(dut)
        while not dut.s_tready.value:
            await cycles(dut)
        assert got[-1] == byte, "taken before it has left"
        dut.s_tvalid.value = 0
        await cycles(dut, random.choice([1, 1, 30]))
    assert got == sent


@cocotb.test(**LIMIT)
async def ignores_spikes_and_wrong_stop_bits(dut):
    bit = await prepare(dut, 2000)
    got = []
    cocotb.start_soon(take(dut, got))
    for _ in range(20):
        dut.rx.value = 0
        await Timer(round(bit * random.uniform(0.05, 0.45) * 1000), "ps")
        dut.rx.value = 1
        await Timer(round(bit * random.uniform(0.6, 3) * 1000), "ps")
    await send(dut, 0x5A, bit, stop=0)
    await Timer(round(bit * 1000), "ps")
    await send(dut, 0xA5, bit)
    await cycles(dut, 20)
    assert got == [(0xA5,)]


@cocotb.test(**LIMIT)
async def sees_breaks(dut):
    bit = await prepare(dut, 2000)
    got, breaks = [], []

    async def watch():
        while True:
            await cycles(dut)
            if dut.brk.value:
                breaks.append(dut.rx.value)

    cocotb.start_soon(take(dut, got))
    cocotb.start_soon(watch())
    cocotb.start_soon(ticks(dut))
    limit = int(dut.CLOCK_HZ.value) // 500
    for low, seen in [*((limit - random.randrange(TICK), 0) for _ in range(4)),
                      *((limit + 2 * TICK + 5 + random.randrange(TICK), 1) for _ in range(4)), (3 * limit, 1)]:
        breaks.clear()
        dut.rx.value = 0
        await cycles(dut, low)
        dut.rx.value = 1
        await cycles(dut, 5)
        assert len(breaks) == seen
        await Timer(round(bit * 1000), "ps")
        await send(dut, 0x33, bit)
    assert got == [(0x33,)] * 9


@cocotb.test(**LIMIT)
async def changes_its_rate_between_two_bytes(dut):
    await prepare(dut, RATES[0])
    got = []
    cocotb.start_soon(take(dut, got))
    for rate in RATES:
        dut.rate.value = rate
        await send(dut, rate & 255, PERIOD * 65536 / rate)
        await cycles(dut, 4)
    assert got == [(rate & 255,) for rate in RATES]
