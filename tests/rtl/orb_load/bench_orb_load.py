# Bench of the input: beats of a stream with random pauses reach the right nodes and address, however long each has to
# wait for the port, and no others are taken.
# SPDX-License-Identifier: Apache-2.0
import random

import cocotb
from bench import cycles, start
from bench import pauses as random_pauses
from cocotbext.axi import AxiStreamBus, AxiStreamFrame, AxiStreamSource
from places import coefficient_places, cube_beats, rings, unfold

LIMIT = dict(timeout_time=2, timeout_unit="ms")  # a stream that stands still is a failure


def sizes(dut, *names):
    return (int(getattr(dut, name).value) for name in names)


def one_hot(value, p):
    """The number of the only bit of each group of p."""
    groups = [int(value) >> n & (1 << p) - 1 for n in range(0, len(value), p)]
    assert all(group.bit_count() == 1 for group in groups)
    return [group.bit_length() - 1 for group in groups]


async def prepare(dut, block, ring, chance=0.0):
    source = AxiStreamSource(AxiStreamBus.from_prefix(dut, "s"), dut.clk, dut.rst, byte_lanes=1)
    await start(dut, cube=0, start_coef=0, l_en=0, b1=block[0], b2=block[1], b3=block[2], b23=block[1] * block[2],
                placement=0, ring=ring, base=0, axes=0, bank=0)
    source.set_pause_generator(random_pauses(chance))
    return source


def extents(dut):
    bmax = int(dut.BMAX.value)
    return [random.randint(min(2, bmax), bmax) for _ in range(3)]


async def take_cube(dut, p, busy):
    """Expects a cube and lets beats go, each cycle with the chance that the port is not busy."""
    seen, done = [], False
    dut.cube.value = 1
    while not done:
        await cycles(dut)
        dut.l_en.value = go = dut.l_valid.value == 1 and random.random() >= busy
        if go:
            q, (r,), (s,) = (one_hot(pin.value, p) for pin in (dut.l_q, dut.l_r, dut.l_s))
            seen.append(([(x, r, s) for x in q], int(dut.l_addr.value), int(dut.l_data.value), int(dut.l_node.value)))
            await cocotb.triggers.Timer(1, "ns")
            done = bool(dut.done.value)
    await cycles(dut)
    dut.l_en.value = dut.cube.value = 0
    return seen


@cocotb.test(**LIMIT)
@cocotb.parametrize(placement=range(4), chance=[0.0, 0.6], busy=[0.0, 0.5])
async def cubes(dut, placement, chance, busy):
    p, bmax, nbuf, dw, iw, parts = sizes(dut, "P", "BMAX", "NBUF", "DW", "IN_BITS", "IO_WORDS")
    ring = random.choice(rings(p)) if placement == 0 else p
    placement = 0 if parts > 1 else placement
    bits = (p - 1).bit_length()
    block = extents(dut)
    source = await prepare(dut, block, ring, chance)
    for _ in range(2):
        beats = list(cube_beats(p, block, placement, ring, parts))
        words = [random.getrandbits(iw * parts) for _ in beats]
        base = random.randrange(nbuf) * bmax**3
        dut.placement.value, dut.base.value = placement, base
        await source.send(AxiStreamFrame(words))
        seen = await take_cube(dut, p, busy)
        short = [sum((word >> n * iw & (1 << dw) - 1) << n * dw for n in range(parts)) for word in words]
        assert [beat[:3] for beat in seen] == [(nodes, base + at, word) for (nodes, at), word in zip(beats, short)]
        names = [node for _, _, _, node in seen]  # a number for each set of nodes
        assert len({(name, *nodes) for (nodes, *_, name) in seen}) == len(set(names)) and max(names) < 1 << 3 * bits
        assert source.empty() and not dut.l_valid.value


@cocotb.test(**LIMIT)
@cocotb.parametrize(axes=range(1, 8), chance=[0.0, 0.5])
async def coefficients(dut, axes, chance):
    p, bmax, lanes, area, cw, iw, parts = sizes(dut, "P", "BMAX", "LANES", "BLOCK", "CW", "IN_BITS", "IO_WORDS")
    ring, block = random.choice(rings(p)), extents(dut)
    source = await prepare(dut, block, ring, chance)
    bits = len(dut.c_addr) // p
    places = list(coefficient_places(p, bmax, block, axes, ring, lanes))
    words = [random.getrandbits(iw * parts) for _ in places]
    base = random.randrange((1 << bits) // ((p + 2) * area)) * (p + 2) * area
    dut.axes.value, dut.bank.value = axes, base
    await source.send(AxiStreamFrame(words))
    dut.start_coef.value = 1
    await cycles(dut)
    dut.start_coef.value = 0
    seen = []
    while dut.coef_busy.value:
        if dut.c_we.value:
            addresses = int(dut.c_addr.value)
            seen.append((int(dut.c_axis.value), int(dut.c_row.value), int(dut.c_col.value),
                         [addresses >> t * bits & (1 << bits) - 1 for t in range(ring)],
                         int(dut.l_data.value) % (1 << cw)))
        await cycles(dut)

    def all_tori(index):
        return sum(1 << place for place in range(p) if unfold(ring, place) == index)

    assert seen == [(axis, all_tori(row), all_tori(column), [base + a for a in addresses], word % (1 << cw))
                    for (axis, row, column, addresses), word in zip(places, words)]


@cocotb.test(**LIMIT)
async def a_beat_a_cycle(dut):
    p, parts = sizes(dut, "P", "IO_WORDS")
    block = extents(dut)
    source = await prepare(dut, block, p)
    count = p**3 * block[0] * block[1] * block[2] // parts
    await source.send(AxiStreamFrame([0] * count))
    dut.cube.value = 1
    await cycles(dut, 2)  # the first beat is there at latest
    for n in range(count):
        assert dut.l_valid.value, n
        dut.l_en.value = 1
        await cycles(dut)
        dut.cube.value = n < count - 1
    assert not dut.l_valid.value


@cocotb.test(**LIMIT)
async def words_wait_for_a_command(dut):
    source = await prepare(dut, (1, 1, 1), int(dut.P.value))
    await source.send(AxiStreamFrame([1, 2, 3]))
    for _ in range(20):
        await cycles(dut)
        assert not dut.s_tready.value and not dut.l_valid.value and not dut.c_we.value


@cocotb.test(**LIMIT)
async def reset_forgets_all(dut):
    source = await prepare(dut, (1, 1, 1), int(dut.P.value))
    await source.send(AxiStreamFrame([1]))
    dut.cube.value = dut.start_coef.value = 1
    await cycles(dut, 4)
    dut.cube.value, dut.start_coef.value, dut.rst.value = 0, 0, 1
    await cycles(dut)
    dut.rst.value = 0
    await source.send(AxiStreamFrame([1, 2, 3]))
    await cycles(dut, 10)
    assert not dut.l_valid.value and not dut.coef_busy.value and not dut.s_tready.value
