# Bench of the COBS decoder: takes what PyPI's cobs encodes, and sees frames that end in the middle of a block.
# SPDX-License-Identifier: Apache-2.0
import random

import cocotb
from bench import cycles, give, start, take
from cobs import cobs
from cobs_cases import bodies, full

LIMIT = dict(timeout_time=20, timeout_unit="ms")
NAMES = ("tdata", "end", "good")


def frames(beats):
    """(body, good) of each frame among the beats."""
    found, body = [], bytearray()
    for data, end, good in beats:
        if end:
            found.append((bytes(body), bool(good)))
            body.clear()
        else:
            body.append(data)
    return found


async def decode(dut, data, sender=0.0, receiver=0.0):
    await start(dut, s_tdata=0, s_tvalid=0, m_tready=0)
    got = []
    cocotb.start_soon(take(dut, got, NAMES, receiver))
    await give(dut, [{"tdata": byte} for byte in data], sender)
    await cycles(dut, 30)
    return frames(got)


@cocotb.test(**LIMIT)
@cocotb.parametrize((("sender", "receiver"), [(0.0, 0.0), (0.5, 0.0), (0.0, 0.5)]))
async def reverses_the_oracle(dut, sender, receiver):
    sent = list(bodies())
    data = b"".join(cobs.encode(body) + b"\0" for body in sent)
    assert await decode(dut, data, sender, receiver) == [(body, True) for body in sent]


@cocotb.test(**LIMIT)
async def takes_a_full_block_with_an_empty_one_behind_it(dut):
    """The other way to encode 254 bytes without a 0."""
    body = full(254)
    assert await decode(dut, b"\xFF" + body + b"\x01\0") == [(body, True)]


@cocotb.test(**LIMIT)
async def sees_where_a_block_is_cut(dut):
    body = full(20)
    whole = cobs.encode(body)
    data = b"".join(whole[:n] + b"\0" for n in range(1, len(whole) + 1))
    assert await decode(dut, data) == [(body[:n], n == len(body)) for n in range(len(body) + 1)]


@cocotb.test(**LIMIT)
async def a_reset_forgets(dut):
    await start(dut, s_tdata=0, s_tvalid=0, m_tready=0)
    got = []
    cocotb.start_soon(take(dut, got, NAMES))
    await give(dut, [{"tdata": 200}, {"tdata": 9}])
    await cycles(dut, 2)
    dut.rst.value = 1
    await cycles(dut)
    dut.rst.value = 0
    got.clear()
    body = random.randbytes(10)
    await give(dut, [{"tdata": byte} for byte in cobs.encode(body) + b"\0"])
    await cycles(dut, 3)
    assert frames(got) == [(body, True)]
