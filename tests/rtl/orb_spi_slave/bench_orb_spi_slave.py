# Bench of the SPI slave: transfers of any number of groups by a master of any speed, in both directions at once.
# SPDX-License-Identifier: Apache-2.0
import random

import cocotb
from bench import PERIOD, cycles, give, start, take
from cocotb.triggers import Timer

LIMIT = dict(timeout_time=20, timeout_unit="ms")
GROUP = 9


async def wait(nanoseconds):
    await Timer(round(nanoseconds * 1000), "ps")


async def transfer(dut, data, half):
    """Clocks bytes both ways in one fall of the chip select."""
    back = bytearray()
    dut.cs_n.value = 0
    await wait(max(half, 5 * PERIOD))
    for byte in data:
        got = 0
        for n in reversed(range(8)):
            dut.mosi.value = byte >> n & 1
            await wait(half)
            dut.sclk.value = 1
            got = got << 1 | int(dut.miso.value)
            await wait(half)
            dut.sclk.value = 0
        back.append(got)
    await wait(half)
    dut.cs_n.value = 1
    await wait(5 * PERIOD)
    return bytes(back)


def counting(back):
    """The bytes that count in whole groups."""
    groups = [back[n:n + GROUP] for n in range(0, len(back), GROUP)]
    return [byte for group in groups for n, byte in enumerate(group[:8]) if group[8] >> n & 1]


def beats(data):
    return [{"tdata": byte} for byte in data]


async def prepare(dut):
    await start(dut, sclk=0, cs_n=1, mosi=0, s_tvalid=0, s_tdata=0, m_tready=1)
    await cycles(dut, 4)
    await wait(random.random() * PERIOD)


@cocotb.test(**LIMIT)
@cocotb.parametrize(half=[3.0, 3.7, 7.1], chance=[0.0, 0.8, 0.97])
async def both_ways(dut, half, chance):
    await prepare(dut)
    taken, answers = [], []
    cocotb.start_soon(take(dut, taken))
    sent = [random.getrandbits(8) for _ in range(30)]
    cocotb.start_soon(give(dut, beats(sent), chance, pause=20))
    asked = []
    while len(answers) < len(sent):
        data = [random.getrandbits(8) for _ in range(GROUP * random.randint(1, 4))]
        asked += data
        answers += counting(await transfer(dut, data, half * PERIOD))
    assert answers == sent
    assert taken == [(byte,) for byte in asked]


@cocotb.test(**LIMIT)
async def a_chip_select_between_transfers_takes_nothing(dut):
    await prepare(dut)
    sent = [random.getrandbits(8) for _ in range(8)]
    cocotb.start_soon(give(dut, beats(sent)))
    for _ in range(3):
        assert await transfer(dut, [], 40) == b""
    assert counting(await transfer(dut, bytes(GROUP), 40)) == sent


@cocotb.test(**LIMIT)
async def a_byte_that_is_cut_off_is_not_received(dut):
    await prepare(dut)
    taken = []
    cocotb.start_soon(take(dut, taken))
    dut.cs_n.value = 0
    await wait(5 * PERIOD)
    for _ in range(5):
        dut.sclk.value = 1
        await wait(40)
        dut.sclk.value = 0
        await wait(40)
    dut.cs_n.value = 1
    await wait(5 * PERIOD)
    await transfer(dut, [0x5A], 40)
    assert taken == [(0x5A,)]
