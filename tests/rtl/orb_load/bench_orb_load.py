# Bench of the input: words of a stream with random pauses reach the right node and address, and no others are taken.
# SPDX-License-Identifier: Apache-2.0
import random

import cocotb
from bench import cycles, pauses, start
from cocotbext.axi import AxiStreamBus, AxiStreamFrame, AxiStreamSource
from places import coefficient_places, cube_places

LIMIT = dict(timeout_time=2, timeout_unit="ms")  # a stream that stands still is a failure


async def prepare(dut, block):
    source = AxiStreamSource(AxiStreamBus.from_prefix(dut, "s"), dut.clk, dut.rst, byte_lanes=1)
    await start(dut, start_cube=0, start_coef=0, b1=block[0], b2=block[1], b3=block[2], b23=block[1] * block[2],
                placement=0, base=0, axes=0, bank=0)
    return source


async def run(dut, command, enable, answer):
    """Gives the command and collects answer() of each cycle with the enable, until the unit is done."""
    answers = []
    command.value = 1
    await cycles(dut)
    command.value = 0
    while dut.busy.value:
        if enable.value:
            answers.append(answer())
        await cycles(dut)
    return answers


@cocotb.test(**LIMIT)
@cocotb.parametrize(placement=range(4), chance=[0.0, 0.3, 0.8])
async def cubes(dut, placement, chance):
    p, bmax, nbuf, w, iw = (int(getattr(dut, name).value) for name in ("P", "BMAX", "NBUF", "W", "IW"))
    block = [random.randint(2, bmax) for _ in range(3)]
    source = await prepare(dut, block)
    source.set_pause_generator(pauses(chance))
    for _ in range(2):
        places = list(cube_places(p, block, placement))
        words = [random.getrandbits(iw) for _ in places]
        base = random.randrange(nbuf) * bmax**3
        dut.placement.value, dut.base.value = placement, base
        await source.send(AxiStreamFrame(words))
        seen = await run(dut, dut.start_cube, dut.l_we, lambda: (
            (int(dut.l_q.value), int(dut.l_r.value), int(dut.l_s.value)), int(dut.l_addr.value), int(dut.l_data.value)))
        assert seen == [(node, base + address, word % (1 << w)) for (node, address), word in zip(places, words)]


@cocotb.test(**LIMIT)
@cocotb.parametrize(axes=range(1, 8), chance=[0.0, 0.5])
async def coefficients(dut, axes, chance):
    p, bmax, banks, cw, iw = (int(getattr(dut, name).value) for name in ("P", "BMAX", "CBANKS", "CW", "IW"))
    block = [random.randint(2, bmax) for _ in range(3)]
    source = await prepare(dut, block)
    source.set_pause_generator(pauses(chance))
    bits = len(dut.c_addr) // p
    places = list(coefficient_places(p, bmax, block, axes))
    words = [random.getrandbits(iw) for _ in places]
    base = random.randrange(banks) * (p + 2) * bmax**2
    dut.axes.value, dut.bank.value = axes, base
    await source.send(AxiStreamFrame(words))
    pins = (dut.c_axis, dut.c_row, dut.c_col, dut.c_addr, dut.c_data)
    seen = await run(dut, dut.start_coef, dut.c_we, lambda: tuple(int(pin.value) for pin in pins))
    assert seen == [(axis, row, column, sum(base + a << t * bits for t, a in enumerate(addresses)), word % (1 << cw))
                    for (axis, row, column, addresses), word in zip(places, words)]


@cocotb.test(**LIMIT)
async def words_wait_for_a_command(dut):
    source = await prepare(dut, (2, 2, 2))
    await source.send(AxiStreamFrame([1, 2, 3]))
    for _ in range(20):
        await cycles(dut)
        assert not dut.s_tready.value and not dut.l_we.value and not dut.c_we.value


@cocotb.test(**LIMIT)
async def reset_forgets_the_command(dut):
    source = await prepare(dut, (2, 2, 2))
    dut.start_cube.value = 1
    await cycles(dut)
    dut.start_cube.value, dut.rst.value = 0, 1
    await cycles(dut)
    dut.rst.value = 0
    await source.send(AxiStreamFrame([1, 2, 3]))
    await cycles(dut, 10)
    assert not dut.busy.value and not dut.s_tready.value
