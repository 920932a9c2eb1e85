# Bench of the synchronous FIFO port: two clocks, and a chip that gives and takes bytes with random pauses.
# SPDX-License-Identifier: Apache-2.0
import random

import cocotb
from bench import cycles, give, start, take
from cocotb.clock import Clock
from cocotb.triggers import FallingEdge, RisingEdge, Timer

LIMIT = dict(timeout_time=20, timeout_unit="ms")


class Chip:
    """It shows its flags behind each edge of its clock; what was low on both sides before the next edge goes there."""

    def __init__(self, dut, to_read, pause):
        self.dut, self.to_read, self.pause, self.written, self.longest = dut, list(to_read), pause, [], 0
        cocotb.start_soon(self.run())

    async def run(self):
        dut, oe_before, driven_before, burst = self.dut, 1, 0, 0
        while True:
            await RisingEdge(dut.ft_clk)
            rxf, txe = dut.rxf_n.value, dut.txe_n.value
            oe, rd, wr, driven = dut.oe_n.value, dut.rd_n.value, dut.wr_n.value, dut.data_oe.value
            assert rd or (not oe and not oe_before), "OE# leads RD# by a cycle"
            assert oe or not driven, "both drive"
            assert wr or driven
            assert not (driven and not oe_before) and not (not oe and driven_before), "the bus has to rest"
            if not rd and not rxf:
                assert self.to_read, "read when there was nothing"
                self.to_read.pop(0)
            burst = burst + 1 if not wr and not txe else 0
            self.longest = max(burst, self.longest)
            if not wr and not txe:
                self.written.append(int(dut.data_out.value))
            oe_before, driven_before = oe, driven
            await Timer(7, "ns")
            dut.rxf_n.value = not self.to_read or random.random() < self.pause
            dut.txe_n.value = random.random() < self.pause
            dut.data_in.value = self.to_read[0] if self.to_read else 0xEE


@cocotb.test(**LIMIT)
@cocotb.parametrize(pause=[0.0, 0.1, 0.5], chance=[0.0, 0.6])
async def both_ways(dut, pause, chance):
    Clock(dut.ft_clk, 16666, "ps").start()
    await start(dut, rxf_n=1, txe_n=1, data_in=0, s_tvalid=0, s_tdata=0, m_tready=0)
    dut.rst.value = 1
    await cycles(dut, 10)
    dut.rst.value = 0
    await cycles(dut, 10)
    to_read = [random.getrandbits(8) for _ in range(400)]
    to_write = [random.getrandbits(8) for _ in range(400)]
    chip, got = Chip(dut, to_read, pause), []
    cocotb.start_soon(take(dut, got, chance=chance))
    await give(dut, [{"tdata": byte} for byte in to_write], chance)
    while len(got) < len(to_read):
        await cycles(dut)
    while len(chip.written) < len(to_write):
        await cycles(dut, 100)
    await cycles(dut, 100)
    assert got == [(byte,) for byte in to_read] and chip.written == to_write
    if not pause and not chance:
        assert chip.longest > 15, "a byte each cycle"


async def ft_cycles(dut, count, period=16666):
    """Lets the chip's clock run for so many cycles, and leaves it low."""
    for _ in range(count):
        for level in (1, 0):
            dut.ft_clk.value = level
            await Timer(period // 2, "ps")


@cocotb.test(**LIMIT)
@cocotb.parametrize(length=[1, 2, 100])
async def forgets_what_came_before_a_reset_without_the_chips_clock(dut, length):
    """Bytes went both ways, and the chip's clock stops in the middle of a burst, with words in both FIFOs. A reset of
    any length then leaves the bus at once, and what moves afterwards is what was given afterwards."""
    dut.ft_clk.value = 0
    await start(dut, rxf_n=1, txe_n=1, data_in=0, s_tvalid=0, s_tdata=0, m_tready=0)
    await ft_cycles(dut, 8)
    for fresh in (0x10, 0x20, 0x30):
        got = []
        taker = cocotb.start_soon(take(dut, got))
        # one byte from the chip reaches the core, and more wait in the FIFO while the core does not take them
        dut.rxf_n.value, dut.data_in.value = 0, fresh
        await ft_cycles(dut, 12)
        assert got and set(got) == {(fresh,)}, "the bytes of before a reset come behind it"
        taker.cancel()
        dut.m_tready.value = 0
        await ft_cycles(dut, 6)
        dut.rxf_n.value = 1
        await ft_cycles(dut, 4)
        # the core's bytes: the chip takes the first and stops its clock while it writes
        await give(dut, [{"tdata": fresh + n} for n in range(5)])
        dut.txe_n.value = 0
        written = []
        while not written:
            if not dut.wr_n.value:
                written.append(int(dut.data_out.value))
            await ft_cycles(dut, 1)
        assert written == [fresh]
        assert dut.data_oe.value and not dut.wr_n.value and dut.m_tvalid.value
        dut.txe_n.value = 1

        dut.rst.value = 1
        await cycles(dut, length)
        dut.rst.value = 0
        await cycles(dut, 10)
        pins = [int(getattr(dut, name).value) for name in ("oe_n", "rd_n", "wr_n", "siwu_n", "data_oe")]
        assert pins == [1, 1, 1, 1, 0], "a reset leaves the bus"
        assert not dut.m_tvalid.value, "and forgets what was received"
        dut.txe_n.value = 0
        for _ in range(40):
            await ft_cycles(dut, 1)
            assert dut.wr_n.value, "and what was to be sent"
            assert not dut.m_tvalid.value, "and what was received, even when the chip's clock runs again"
        dut.txe_n.value = 1


@cocotb.test(**LIMIT)
async def flushes_behind_a_frame(dut):
    Clock(dut.ft_clk, 16666, "ps").start()
    await start(dut, rxf_n=1, txe_n=0, data_in=0, s_tvalid=0, s_tdata=0, m_tready=0)
    dut.rst.value = 1
    await cycles(dut, 10)
    dut.rst.value = 0
    await cycles(dut, 10)
    for data, flushes in [([1, 2], False), ([3, 0], True), ([0, 4], False)]:
        for byte in data:
            dut.s_tvalid.value, dut.s_tdata.value = 1, byte
            await cycles(dut)
        dut.s_tvalid.value = 0
        low = 0
        for _ in range(100):
            await FallingEdge(dut.ft_clk)
            low += not dut.siwu_n.value
        assert low >= 15 if flushes else low == 0


@cocotb.test(**LIMIT)
@cocotb.parametrize(reading=[False, True])
async def flushes_again_after_a_while(dut, reading):
    """Also while bytes keep coming from the chip. Of many frames close together none waits longer than 70 us."""
    Clock(dut.ft_clk, 16666, "ps").start()
    await start(dut, rxf_n=not reading, txe_n=0, data_in=0, s_tvalid=0, s_tdata=0, m_tready=1)
    dut.rst.value = 1
    await cycles(dut, 10)
    dut.rst.value = 0
    await cycles(dut, 10)
    falls, ends, low, written = [], [], False, b""

    async def frames():
        for _ in range(15):
            await give(dut, [{"tdata": 1}, {"tdata": 0}])
            await Timer(17, "us")

    cocotb.start_soon(frames())
    for cycle in range(24_000):
        await FallingEdge(dut.ft_clk)
        if not dut.wr_n.value:
            written += bytes([int(dut.data_out.value)])
            if written[-1] == 0:
                ends.append(cycle)
        if not dut.siwu_n.value and not low:
            falls.append(cycle)
        low = not dut.siwu_n.value
    assert written == b"\1\0" * 15
    assert falls[0] - ends[0] < 10, "the first at once"
    assert all(4096 <= later - earlier < 4096 + 1200 for earlier, later in zip(falls, falls[1:]))
    assert 0 < falls[-1] - ends[-1] < 4200, "and the last"
