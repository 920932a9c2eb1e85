# Bench of the CRC-32: against zlib's.
# SPDX-License-Identifier: Apache-2.0
import random
import zlib

import cocotb
from bench import cycles, start

MASK = 0xFFFFFFFF


async def feed(dut, data):
    for byte in data:
        while random.random() < 0.3:
            dut.en.value, dut.data.value = 0, random.getrandbits(8)
            await cycles(dut)
        dut.en.value, dut.data.value = 1, byte
        await cycles(dut)
    dut.en.value = 0


async def clear(dut):
    dut.clear.value = 1
    await cycles(dut)
    dut.clear.value = 0


@cocotb.test()
async def like_zlib(dut):
    await start(dut, clear=0, en=0, data=0)
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
    await start(dut, clear=0, en=0, data=0)
    data = random.randbytes(20)
    await clear(dut)
    await feed(dut, data)
    sent = bytearray()
    for _ in range(4):
        low = int(dut.crc.value) & 0xFF
        sent.append(low ^ 0xFF)
        await feed(dut, [low])
    assert sent == zlib.crc32(data).to_bytes(4, "little")


@cocotb.test()
async def sees_each_flipped_bit(dut):
    await start(dut, clear=0, en=0, data=0)
    data = random.randbytes(6)
    whole = data + zlib.crc32(data).to_bytes(4, "little")
    for bit in range(8 * len(whole)):
        await clear(dut)
        await feed(dut, (int.from_bytes(whole, "little") ^ 1 << bit).to_bytes(len(whole), "little"))
        assert not dut.good.value
