# Bench of the asynchronous FIFO port: against a chip with the slowest times of the FT2232H's data sheet, which watches
# the device's.
# SPDX-License-Identifier: Apache-2.0
import random

import cocotb
from bench import cycles, give, start, take
from cocotb.triggers import Edge, FallingEdge, ReadOnly, RisingEdge, Timer
from cocotb.utils import get_sim_time

LIMIT = dict(timeout_time=20, timeout_unit="ms")
DELAY, INACTIVE, PULSE, SETUP, HOLD = 14, 49, 30, 5, 5  # ns


def now():
    return get_sim_time("ns")


class Chip:
    """Its reading and its writing side; both are asked for bytes, or room for them, with random pauses."""

    def __init__(self, dut, bytes_to_read, pause):
        self.dut, self.to_read, self.pause, self.written, self.flushes = dut, list(bytes_to_read), pause, [], 0
        self.data_at = 0.0
        for task in (self.reads(), self.writes(), self.watch_data(), self.watch_bus(), self.watch_flush()):
            cocotb.start_soon(task)

    async def rest(self):
        await Timer(INACTIVE, "ns")
        while random.random() < self.pause:
            await Timer(random.randint(1, 300), "ns")

    async def reads(self):
        dut = self.dut
        for byte in self.to_read:
            await self.rest()
            dut.rxf_n.value = 0
            await FallingEdge(dut.rd_n)
            fell = now()
            await Timer(DELAY, "ns")
            dut.data_in.value = byte
            await RisingEdge(dut.rd_n)
            assert now() - fell >= PULSE
            dut.data_in.value = 0xEE
            await Timer(DELAY, "ns")
            dut.rxf_n.value = 1
        dut.rxf_n.value = 1
        await FallingEdge(dut.rd_n)
        assert False, "read without RXF#"

    async def writes(self):
        dut = self.dut
        while True:
            await self.rest()
            dut.txe_n.value = 0
            await FallingEdge(dut.wr_n)
            await ReadOnly()
            fell = now()
            assert dut.data_oe.value == 1 and fell - self.data_at >= SETUP
            self.written.append(int(dut.data_out.value))
            await RisingEdge(dut.wr_n)
            rose = now()
            assert rose - fell >= PULSE and self.data_at < fell
            cocotb.start_soon(self.hold(rose))
            await Timer(DELAY, "ns")
            dut.txe_n.value = 1

    async def hold(self, rose):
        await Timer(HOLD - 0.1, "ns")
        assert self.dut.data_oe.value == 1 and self.data_at < rose

    async def watch_data(self):
        while True:
            await Edge(self.dut.data_out)
            self.data_at = now()

    async def watch_bus(self):
        """Never do both drive the bus: the chip does while RD# is low and DELAY longer."""
        dut, until = self.dut, 0
        while True:
            await cycles(dut)
            if not dut.rd_n.value:
                until = now() + DELAY
            assert not (dut.data_oe.value and now() < until)
            assert dut.rd_n.value or dut.wr_n.value

    async def watch_flush(self):
        while True:
            await FallingEdge(self.dut.siwu_n)
            fell = now()
            await RisingEdge(self.dut.siwu_n)
            assert now() - fell >= 250
            self.flushes += 1


async def prepare(dut):
    await start(dut, rxf_n=1, txe_n=1, data_in=0, s_tvalid=0, s_tdata=0, m_tready=0)
    await cycles(dut, 4)


@cocotb.test(**LIMIT)
@cocotb.parametrize(pause=[0.0, 0.5], chance=[0.0, 0.6])
async def both_ways(dut, pause, chance):
    await prepare(dut)
    to_read = [random.getrandbits(8) for _ in range(100)]
    to_write = [random.getrandbits(8) for _ in range(100)]
    chip, got = Chip(dut, to_read, pause), []
    cocotb.start_soon(take(dut, got, chance=chance))
    await give(dut, [{"tdata": byte} for byte in to_write], chance)
    while len(got) < len(to_read):
        await cycles(dut)
    await cycles(dut, 100)
    assert got == [(byte,) for byte in to_read] and chip.written == to_write


@cocotb.test(**LIMIT)
async def flushes_behind_a_frame(dut):
    await prepare(dut)
    chip = Chip(dut, [], 0.0)
    for data, flushes in [([1, 2, 3], 0), ([4, 0], 1), ([0, 5], 1), ([0], 2)]:
        for byte in data:
            dut.s_tvalid.value, dut.s_tdata.value = 1, byte
            while not dut.s_tready.value:
                await cycles(dut)
            await cycles(dut)
        dut.s_tvalid.value = 0
        await cycles(dut, 100)
        assert chip.flushes == flushes
