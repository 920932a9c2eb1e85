# Bench of the receive ring: bodies good, bad, short, long and forgotten, against a model of what must be kept.
# SPDX-License-Identifier: Apache-2.0
import random
import zlib

import cocotb
from bench import cycles, give, start, take
from cocotb.triggers import FallingEdge

LIMIT = dict(timeout_time=20, timeout_unit="ms")
CRC, LENGTH, HEADER = 4, 2, 6  # bytes


def checked(plain):
    return plain + zlib.crc32(plain).to_bytes(CRC, "little")


def stored(plain):
    """A body as it comes out: the length of its payload before it."""
    return (len(plain) - HEADER).to_bytes(LENGTH, "little") + plain


def beats(body, good=True):
    return [{"tdata": byte, "end": 0, "good": 0} for byte in body] + [{"tdata": 0, "end": 1, "good": good}]


class Drops:
    """Counts what is dropped."""

    def __init__(self, dut):
        self.dut, self.bad, self.full = dut, 0, 0
        cocotb.start_soon(self.run())

    async def run(self):
        while True:
            await FallingEdge(self.dut.clk)
            self.bad += int(self.dut.dropped_bad.value)
            self.full += int(self.dut.dropped_full.value)


async def prepare(dut, chance):
    await start(dut, forget=0, s_tdata=0, s_tvalid=0, s_end=0, s_good=0, m_tready=0)
    got = []
    if chance < 1:
        cocotb.start_soon(take(dut, got, chance=chance))
    return got, Drops(dut)


@cocotb.test(**LIMIT)
@cocotb.parametrize(sender=[0.0, 0.3], receiver=[0.0, 0.5])
async def keeps_what_is_good(dut, sender, receiver):
    """What may find no room is not sent: the reader is given time."""
    got, drops = await prepare(dut, receiver)
    expected, bad = b"", 0
    for _ in range(40):
        body = checked(random.randbytes(random.randint(HEADER, 120)))
        good, kind = True, random.random()
        if kind < 0.15:
            at = random.randrange(len(body))
            body = body[:at] + bytes([body[at] ^ 1 << random.randrange(8)]) + body[at + 1:]
        elif kind < 0.25:
            good = False
        elif kind < 0.35:
            body = checked(random.randbytes(random.randrange(HEADER)))
        elif kind < 0.4:
            body = b""
        await give(dut, beats(body, good), sender)
        if kind >= 0.4:
            expected += stored(body[:-CRC])
        else:
            bad += bool(body)
        while len(got) + 100 < len(expected):
            await cycles(dut)
    await cycles(dut, 2000)
    assert bytes(byte for byte, in got) == expected
    assert (drops.bad, drops.full) == (bad, 0)


@cocotb.test(**LIMIT)
@cocotb.parametrize(count=[1, 3, 7])
async def bodies_as_long_as_the_ring_together_fit(dut, count):
    _, drops = await prepare(dut, 1)
    room = 1 << int(dut.BITS.value)
    cuts = sorted(random.sample(range(1, (room - count * 10) // 10), count - 1)) if count > 1 else []
    lengths = [10 * (b - a) + 10 for a, b in zip([0, *cuts], [*cuts, (room - count * 10) // 10])]
    lengths[-1] += room - sum(lengths)
    bodies = [random.randbytes(length - CRC) for length in lengths]
    for body in bodies:
        await give(dut, beats(checked(body)))
    await cycles(dut, 5)
    assert (drops.bad, drops.full) == (0, 0)
    got = []
    cocotb.start_soon(take(dut, got))
    await cycles(dut, 2 * room)
    assert bytes(byte for byte, in got) == b"".join(stored(body) for body in bodies)


@cocotb.test(**LIMIT)
async def a_full_ring_drops_whole_bodies(dut):
    _, drops = await prepare(dut, 1)
    room = 1 << int(dut.BITS.value)
    kept = random.randbytes(room - 50)
    await give(dut, beats(checked(kept)))
    for length in (50, 200, room, 2 * room):
        await give(dut, beats(checked(random.randbytes(length))))
    await cycles(dut, 5)
    assert (drops.bad, drops.full) == (0, 4)
    got = []
    cocotb.start_soon(take(dut, got))
    await cycles(dut, 2 * room)
    last = random.randbytes(room // 2)
    await give(dut, beats(checked(last)))
    await cycles(dut, 2 * room)
    assert bytes(byte for byte, in got) == stored(kept) + stored(last)


@cocotb.test(**LIMIT)
async def forgets(dut):
    got, drops = await prepare(dut, 0.0)
    await give(dut, beats(random.randbytes(30))[:-1])
    dut.forget.value = 1
    await cycles(dut)
    dut.forget.value = 0
    body = random.randbytes(30)
    await give(dut, beats(checked(body)))
    await cycles(dut, 60)
    assert bytes(byte for byte, in got) == stored(body)
    assert (drops.bad, drops.full) == (0, 0)
