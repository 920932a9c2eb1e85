# Bench of the CRC-32: against zlib's.
# SPDX-License-Identifier: Apache-2.0
import random
import zlib

import cocotb
from bench import cycles, start

MASK = 0xFFFFFFFF


async def feed(dut, data, own=0):
    """Returns when the bytes are in."""
    for byte in data:
        while random.random() < 0.3:
            dut.data.value = random.getrandbits(8)
            await cycles(dut)
        dut.en.value, dut.own.value, dut.data.value = 1, own, byte
        await cycles(dut)
        dut.en.value, dut.own.value = 0, random.getrandbits(1)
        await until_ready(dut)


async def until_ready(dut):
    for _ in range(8 // int(dut.BITS.value)):
        if dut.ready.value:
            break
        await cycles(dut)
    assert dut.ready.value


async def clear(dut):
    dut.clear.value = 1
    await cycles(dut)
    dut.clear.value = 0


@cocotb.test()
async def like_zlib(dut):
    await start(dut, clear=0, en=0, own=0, data=0)
    await clear(dut)
    for length in [0, 1, 2, 3, 4, *(random.randrange(100) for _ in range(20))]:
        data = random.randbytes(length)
        await clear(dut)
        await feed(dut, data)
        assert int(dut.crc.value) ^ MASK == zlib.crc32(data)
        assert not dut.good.value
        await feed(dut, zlib.crc32(data).to_bytes(4, "little"))
        assert dut.good.value


@cocotb.test()
async def gives_its_own_bytes(dut):
    await start(dut, clear=0, en=0, own=0, data=0)
    await clear(dut)
    data = random.randbytes(20)
    await clear(dut)
    await feed(dut, data)
    sent = bytearray()
    for _ in range(4):
        sent.append(int(dut.crc.value) & 0xFF ^ 0xFF)
        await feed(dut, sent[-1:], own=1)
    assert sent == zlib.crc32(data).to_bytes(4, "little")


@cocotb.test()
async def sees_each_flipped_bit(dut):
    await start(dut, clear=0, en=0, own=0, data=0)
    await clear(dut)
    data = random.randbytes(6)
    whole = data + zlib.crc32(data).to_bytes(4, "little")
    for bit in range(8 * len(whole)):
        await clear(dut)
        await feed(dut, (int.from_bytes(whole, "little") ^ 1 << bit).to_bytes(len(whole), "little"))
        assert not dut.good.value
