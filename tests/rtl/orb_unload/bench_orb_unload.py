# Bench of the output: every word of a cube once, in order, whatever the sink does; a word a cycle when it never waits.
# SPDX-License-Identifier: Apache-2.0
import random
from collections import deque

import cocotb
from bench import PERIOD, cycles, pauses, start
from cocotb.utils import get_sim_time
from cocotbext.axi import AxiStreamBus, AxiStreamSink
from places import cube_places

LIMIT = dict(timeout_time=2, timeout_unit="ms")  # a stream that stands still is a failure

ANSWER = 3  # cycles from u_en to u_data


async def memories(dut, content):
    """Plays the nodes: content[node number, address] appears behind u_en, as the array has it."""
    p, latency = int(dut.P.value), int(dut.MEM_LAT.value)
    addresses, words = deque([None] * latency), deque([None] * ANSWER)
    while True:
        await cycles(dut)
        addresses.append(int(dut.b_addr.value) if dut.b_re.value else None)
        address = addresses.popleft()
        assert bool(dut.u_en.value) == (address is not None)
        node = int(dut.u_q.value) * p * p + int(dut.u_rs.value) if address is not None else None
        words.append(content.get((node, address), 0))
        word = words.popleft()
        dut.u_data.value = word if word is not None else random.getrandbits(len(dut.u_data))


async def prepare(dut, block):
    sink = AxiStreamSink(AxiStreamBus.from_prefix(dut, "m"), dut.clk, dut.rst, byte_lanes=1)
    await start(dut, start=0, b1=block[0], b2=block[1], b3=block[2], b23=block[1] * block[2], placement=0, u_data=0)
    return sink


async def begin(dut):
    dut.start.value = 1
    await cycles(dut)
    dut.start.value = 0


@cocotb.test(**LIMIT)
@cocotb.parametrize(placement=range(4), chance=[0.0, 0.3, 0.9])
async def cubes(dut, placement, chance):
    p, bmax, w = (int(getattr(dut, name).value) for name in ("P", "BMAX", "W"))
    block = [random.randint(2, bmax) for _ in range(3)]
    sink = await prepare(dut, block)
    sink.set_pause_generator(pauses(chance))
    dut.placement.value = placement
    content = {}
    cocotb.start_soon(memories(dut, content))
    for _ in range(2):
        content.update({(n, a): random.getrandbits(w) for n in range(p**3) for a in range(bmax**3)})
        places = list(cube_places(p, block, placement))
        before = get_sim_time("ns")
        await begin(dut)
        frame = await sink.recv()
        assert list(frame.tdata) == [content[(q * p + r) * p + s, address] for (q, r, s), address in places]
        if chance == 0.0:
            assert (get_sim_time("ns") - before) / PERIOD <= len(places) + 12
        await cycles(dut, 2)
        assert not dut.busy.value and not dut.m_tvalid.value


@cocotb.test(**LIMIT)
async def a_sink_that_takes_nothing_loses_nothing(dut):
    sink = await prepare(dut, (2, 2, 2))
    content = {(n, a): n * 8 + a for n in range(int(dut.P.value)**3) for a in range(8)}
    cocotb.start_soon(memories(dut, content))
    sink.pause = True
    await begin(dut)
    await cycles(dut, 200)
    assert dut.busy.value and dut.m_tvalid.value
    sink.pause = False
    frame = await sink.recv()
    assert sorted(frame.tdata) == sorted(content.values())


@cocotb.test(**LIMIT)
async def reset_empties_the_stream(dut):
    sink = await prepare(dut, (2, 2, 2))
    sink.pause = True
    await begin(dut)
    await cycles(dut, 30)
    dut.rst.value = 1
    await cycles(dut)
    dut.rst.value = 0
    for _ in range(20):
        await cycles(dut)
        assert not dut.busy.value and not dut.m_tvalid.value and not dut.b_re.value
