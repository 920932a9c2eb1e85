# Bench of the COBS encoder: byte for byte as PyPI's cobs, with pauses at both ends.
# SPDX-License-Identifier: Apache-2.0
import cocotb
from bench import cycles, give, start, take
from cobs import cobs
from cobs_cases import bodies

LIMIT = dict(timeout_time=20, timeout_unit="ms")


@cocotb.test(**LIMIT)
@cocotb.parametrize((("sender", "receiver"), [(0.0, 0.0), (0.5, 0.0), (0.0, 0.5)]))
async def like_the_oracle(dut, sender, receiver):
    await start(dut, s_tdata=0, s_tvalid=0, s_tlast=0, m_tready=0)
    got, expected = [], b""
    cocotb.start_soon(take(dut, got, chance=receiver))
    for body in bodies():
        expected += cobs.encode(body) + b"\0"
        await give(dut, [{"tdata": byte, "tlast": n == len(body) - 1} for n, byte in enumerate(body)], sender)
    while not dut.idle.value:
        await cycles(dut)
    await cycles(dut, 2)
    assert bytes(byte for byte, in got) == expected


@cocotb.test(**LIMIT)
async def a_byte_a_cycle(dut):
    """Of a long body without zeros: one cycle more for each block, and a few at the ends."""
    await start(dut, s_tdata=0, s_tvalid=0, s_tlast=0, m_tready=1)
    got = []
    cocotb.start_soon(take(dut, got))
    dut.s_tvalid.value, dut.s_tdata.value = 1, 7
    await cycles(dut, 2540)
    assert len(got) > 2540 - 10 - 254 - 8


@cocotb.test(**LIMIT)
async def idle_tells_that_all_has_left(dut):
    await start(dut, s_tdata=0, s_tvalid=0, s_tlast=0, m_tready=0)
    assert dut.idle.value
    await give(dut, [{"tdata": 0, "tlast": 1}])
    for _ in range(3):  # 1 1 0
        for _ in range(5):
            await cycles(dut)
            assert not dut.idle.value
        dut.m_tready.value = 1
        await cycles(dut)
        dut.m_tready.value = 0
    await cycles(dut)
    assert dut.idle.value
