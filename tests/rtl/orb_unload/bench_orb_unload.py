# Bench of the output: every beat of a cube once, in order, whatever sink and port do; a beat a cycle when none waits.
# SPDX-License-Identifier: Apache-2.0
import random
from collections import deque

import cocotb
from bench import PERIOD, cycles, pauses, start
from cocotb.triggers import Timer
from cocotb.utils import get_sim_time
from cocotbext.axi import AxiStreamBus, AxiStreamSink
from places import cube_beats, rings

LIMIT = dict(timeout_time=2, timeout_unit="ms")  # a stream that stands still is a failure

ANSWER = 3  # cycles from u_take to u_data
OVERHEAD = 14  # cycles at most from the start to the last beat besides the beats


def nodes(p, q, r, s):
    """The nodes that are hit: one of each part."""
    groups = [int(q.value) >> n & (1 << p) - 1 for n in range(0, len(q.value), p)]
    assert all(x.bit_count() == 1 for x in (*groups, int(r.value), int(s.value)))
    return tuple((x.bit_length() - 1, int(r.value).bit_length() - 1, int(s.value).bit_length() - 1) for x in groups)


async def memories(dut, content, busy=0.0):
    """Plays the nodes: the words of the nodes that are hit appear behind u_take, as the array has it."""
    p, latency, parts, w, depth = (int(getattr(dut, name).value)
                                   for name in ("P", "MEM_LAT", "IO_WORDS", "W", "OUT_DEPTH"))
    reads, words = deque([None] * latency), deque([None] * ANSWER)
    while True:
        await cycles(dut)
        read = reads.popleft()
        assert bool(dut.u_take.value) == (read is not None)
        word = None
        if read is not None:
            assert nodes(p, dut.u_q, dut.u_r, dut.u_s) == read[0]
            word = sum(content.get((node, read[1]), 0) << n * w for n, node in enumerate(read[0]))
        words.append(word)
        word = words.popleft()
        if word is not None or depth > 1:  # a single beat is kept
            dut.u_data.value = word if word is not None else random.getrandbits(w * parts)
        dut.u_en.value = go = dut.u_valid.value == 1 and random.random() >= busy
        reads.append((nodes(p, dut.u_hit_q, dut.u_hit_r, dut.u_hit_s), int(dut.u_addr.value)) if go else None)


async def prepare(dut, block, ring=None):
    sink = AxiStreamSink(AxiStreamBus.from_prefix(dut, "m"), dut.clk, dut.rst, byte_lanes=1)
    await start(dut, cube=0, u_en=0, b1=block[0], b2=block[1], b3=block[2], b23=block[1] * block[2], placement=0,
                ring=ring or int(dut.P.value), base=0, u_data=0)
    return sink


async def unload(dut):
    """A cube, until its last read goes."""
    dut.cube.value = 1
    done = False
    while not done:
        await cycles(dut)
        await Timer(1, "ns")
        done = bool(dut.done.value)
    await cycles(dut)
    dut.cube.value = 0


@cocotb.test(**LIMIT)
@cocotb.parametrize(placement=range(4), chance=[0.0, 0.7], busy=[0.0, 0.5])
async def cubes(dut, placement, chance, busy):
    p, bmax, nbuf, w, parts = (int(getattr(dut, name).value) for name in ("P", "BMAX", "NBUF", "W", "IO_WORDS"))
    ring = random.choice(rings(p)) if placement == 0 else p
    placement = 0 if parts > 1 else placement
    block = [random.randint(min(2, bmax), bmax) for _ in range(3)]
    sink = await prepare(dut, block, ring)
    sink.set_pause_generator(pauses(chance))
    dut.placement.value = placement
    content, expected, count = {}, [], 3
    cocotb.start_soon(memories(dut, content, busy))
    beats = list(cube_beats(p, block, placement, ring, parts))
    before = get_sim_time("ns")
    for _ in range(count):  # the next begins while words of the last are still on their way, from its own buffer
        base = random.randrange(nbuf) * bmax**3
        content.update({(node, base + at): random.getrandbits(w) for hit, at in beats for node in hit})
        expected.append([sum(content[node, base + at] << n * w for n, node in enumerate(hit)) for hit, at in beats])
        dut.base.value = base
        await unload(dut)
        await cycles(dut, 1 + ANSWER + int(dut.MEM_LAT.value))  # until its words have been read
    for cube in expected:
        assert list((await sink.recv()).tdata) == cube
    if chance == busy == 0.0 and int(dut.OUT_DEPTH.value) == 16:
        assert (get_sim_time("ns") - before) / PERIOD <= count * (len(beats) + OVERHEAD)
    await cycles(dut, 2)
    assert not dut.busy.value and not dut.m_tvalid.value


@cocotb.test(**LIMIT)
async def a_sink_that_takes_nothing_loses_nothing(dut):
    p, bmax, parts, w = (int(getattr(dut, name).value) for name in ("P", "BMAX", "IO_WORDS", "W"))
    block = (min(2, bmax),) * 3
    sink = await prepare(dut, block)
    beats = list(cube_beats(p, block, 0, p, parts))
    content = {(node, at): random.getrandbits(w) for hit, at in beats for node in hit}
    cocotb.start_soon(memories(dut, content))
    sink.pause = True
    reading = cocotb.start_soon(unload(dut))
    await cycles(dut, 200)
    assert dut.busy.value and dut.m_tvalid.value
    sink.pause = False
    frame = await sink.recv()
    await reading
    assert list(frame.tdata) == [sum(content[node, at] << n * w for n, node in enumerate(hit)) for hit, at in beats]


@cocotb.test(**LIMIT)
async def reset_empties_the_stream(dut):
    sink = await prepare(dut, (min(2, int(dut.BMAX.value)),) * 3)
    cocotb.start_soon(memories(dut, {}))
    sink.pause = True
    dut.cube.value = 1
    await cycles(dut, 30)
    dut.rst.value, dut.cube.value = 1, 0
    await cycles(dut)
    dut.rst.value = 0
    for _ in range(20):
        await cycles(dut)
        assert not dut.busy.value and not dut.m_tvalid.value and not dut.u_valid.value
