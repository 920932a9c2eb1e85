# Bench of the registers: resets, access rights, masks and errors as the register map says, with pauses on all channels.
# SPDX-License-Identifier: Apache-2.0
import random

import cocotb
from bench import cycles, pauses, start
from bundles import Driver
from cocotb.triggers import Timer
from cocotbext.axi import AxiLiteBus, AxiLiteMaster, AxiResp
from registers import address, encode, registers
from systemrdl.rdltypes import AccessType

LIMIT = dict(timeout_time=2, timeout_unit="ms")  # a stream that stands still is a failure

CONSTANTS = {"ARRAY": "array", "FORMAT": "format", "CAPS": "caps", "CLOCK": "clock", "LATENCY": "latency",
             "LINKS": "links", "INTERLEAVE": "interleave"}  # register -> field of the bundle
INPUTS = {"STATUS": "status", "SATURATIONS": "saturations"}  # register -> input that it shows
COUNTERS = ("CYCLES", "COMPUTE", "WAIT", "COEF", "LOAD", "UNLOAD")
ROWS = ("PROGRAM_LO", "PROGRAM_HI", "MAGNITUDE")  # of which the core has DEPTH
SPACE = 0x1000  # bytes that are probed


def mask(register, writable):
    """Bits that are in fields, or in fields that software may write."""
    rights = (AccessType.rw, AccessType.w) if writable else (AccessType.rw, AccessType.r)
    return sum((1 << f.width) - 1 << f.lsb for f in register.fields if f.get_property("sw") in rights)


def reset_value(register):
    return sum((f.get_property("reset") or 0) << f.lsb for f in register.fields)


def places(dut):
    """Address -> register, for all that the core has."""
    depth = int(dut.DEPTH.value)
    return {address(name, n): register for name, register in registers().items()
            for n in range(depth if name in ROWS else 1)}


async def prepare(dut, chance=0.3):
    master = AxiLiteMaster(AxiLiteBus.from_prefix(dut, "s_axil"), dut.clk, dut.rst)
    for channel in (master.write_if.aw_channel, master.write_if.w_channel, master.write_if.b_channel,
                    master.read_if.ar_channel, master.read_if.r_channel):
        channel.set_pause_generator(pauses(chance))
    Driver(dut.constants, "ORB_CONSTANTS", dut).set()
    await start(dut, fetch_index=0, place=0, piece=0, piece_valid=0, magnitude_reads=1, magnitude=0,
                **dict.fromkeys(INPUTS.values(), 0))
    return master


async def read(master, where):
    answer = await master.read(where, 4)
    return int.from_bytes(answer.data, "little") if answer.resp == AxiResp.OKAY else None


async def write(master, where, value, count=4):
    answer = await master.write(where, value.to_bytes(4, "little")[:count])
    return answer.resp == AxiResp.OKAY


async def pieces(dut, counts):
    """Plays the counters: their pieces come by, and the upper half of one is kept when `keep` says so."""
    at, counts = 0, [*counts, random.getrandbits(64)]
    while True:
        at = (at + 1) % 32
        dut.place.value, dut.piece_valid.value = at, random.random() < 0.5 if at % 4 == 0 else 1
        dut.piece.value = counts[at // 4] >> 16 * (at % 4) & 0xFFFF if at < 28 else random.getrandbits(16)
        await Timer(1, "ns")
        if dut.keep.value:
            counts[6] = counts[at // 4]
        await cycles(dut)


async def started(dut, master):
    """Block and repeats that the registers hand over at a start."""
    writing = cocotb.start_soon(write(master, address("CONTROL"), encode("CONTROL", start=1)))
    while not dut.start.value:
        await cycles(dut)
    told = int(dut.block.value), 1 if dut.once.value else int(dut.repeats.value)
    assert await writing
    return told


@cocotb.test(**LIMIT)
async def resets_and_constants(dut):
    master = await prepare(dut)
    for name in ("ID", "VERSION", "BLOCK", "REPEAT"):
        assert await read(master, address(name)) == reset_value(registers()[name]), name
    assert await read(master, address("TORUS")) == int(dut.P.value)
    constants = {field: random.getrandbits(32) for field in CONSTANTS.values()}
    Driver(dut.constants, "ORB_CONSTANTS", dut).set(**constants)
    for name, field in CONSTANTS.items():
        assert await read(master, address(name)) == constants[field], name
    for name, pin in INPUTS.items():
        value = random.getrandbits(32)
        getattr(dut, pin).value = value
        assert await read(master, address(name)) == value, name
    counts = [random.getrandbits(64) for _ in COUNTERS]
    cocotb.start_soon(pieces(dut, counts))
    for name, count in zip(COUNTERS, counts):
        assert await read(master, address(name + "_LO")) == count & 0xFFFFFFFF
        assert await read(master, address(name + "_HI")) == count >> 32
    assert await read(master, address("CYCLES_LO")) == counts[0] & 0xFFFFFFFF
    assert await read(master, address("UNLOAD_HI")) == counts[0] >> 32, "what was kept last"


@cocotb.test(**LIMIT)
async def every_address(dut):
    """Registers answer with the rights that they have; all else is an error and changes nothing."""
    master = await prepare(dut, 0.0)
    cocotb.start_soon(pieces(dut, [0] * len(COUNTERS)))
    known = places(dut)
    for where in range(0, SPACE, 4):
        register = known.get(where)
        writable = register is not None and mask(register, True) != 0
        assert await write(master, where, 0) == writable, hex(where)
        assert (await read(master, where) is not None) == (register is not None), hex(where)


@cocotb.test(**LIMIT)
async def words_that_are_written_are_read(dut):
    master = await prepare(dut)
    settings = {where: register for where, register in places(dut).items()
                if mask(register, True) & mask(register, False)}
    values = {}
    for _ in range(3):
        for where in random.sample(sorted(settings), len(settings)):
            values[where] = random.getrandbits(32)
            assert await write(master, where, values[where])
        for where in random.sample(sorted(settings), len(settings)):
            bits = mask(settings[where], False)
            assert await read(master, where) & bits == values[where] & bits, hex(where)
    assert await started(dut, master) == (values[address("BLOCK")] & 0xFFFFFF, values[address("REPEAT")])
    assert dut.torus.value == values[address("TORUS")] & 0xFF
    dut.rst.value = 1
    await cycles(dut, 3)
    dut.rst.value = 0
    await cycles(dut, 1)
    assert await started(dut, master) == (reset_value(registers()["BLOCK"]), reset_value(registers()["REPEAT"]))
    for name in ("BLOCK", "REPEAT"):
        assert await read(master, address(name)) == reset_value(registers()[name])
    assert await read(master, address("TORUS")) == int(dut.P.value)


@cocotb.test(**LIMIT)
async def a_part_of_a_word_is_refused(dut):
    master = await prepare(dut)
    for count in (1, 2, 3):
        assert not await write(master, address("REPEAT"), 7, count)
    assert await read(master, address("REPEAT")) == 1


@cocotb.test(**LIMIT)
async def commands_are_pulses(dut):
    master = await prepare(dut)
    pulses = []

    async def watch():
        while True:
            await cycles(dut)
            if dut.start.value or dut.abort_run.value:
                pulses.append((int(dut.start.value), int(dut.abort_run.value)))

    cocotb.start_soon(watch())
    for start_, abort in ((1, 0), (0, 1), (1, 1), (0, 0)):
        assert await write(master, address("CONTROL"), encode("CONTROL", start=start_, abort=abort))
    await cycles(dut, 5)
    assert pulses == [(1, 0), (0, 1), (0, 1)]  # a start beside an abort is ignored
    assert await read(master, address("CONTROL")) == 0


@cocotb.test(**LIMIT)
async def magnitudes(dut):
    master = await prepare(dut)
    values = [random.randrange(64) for _ in range(int(dut.DEPTH.value))]

    async def answer():
        while True:
            dut.magnitude_reads.value = reads = random.random() < 0.5
            await cycles(dut)
            known = reads and dut.magnitude_index.value.is_resolvable
            dut.magnitude.value = values[int(dut.magnitude_index.value)] if known else random.getrandbits(8)

    cocotb.start_soon(answer())
    for index in random.sample(range(len(values)), len(values)):
        assert await read(master, address("MAGNITUDE", index)) == values[index]


@cocotb.test(**LIMIT)
async def the_sequencer_reads_beside_the_host(dut):
    """Any word in any cycle, between and beside accesses to the program by the host: both get their own words."""
    master = await prepare(dut)
    depth = int(dut.DEPTH.value)
    words = [(random.getrandbits(32), random.getrandbits(32)) for _ in range(depth)]
    for index, (low, high) in enumerate(words):
        assert await write(master, address("PROGRAM_LO", index), low)
        assert await write(master, address("PROGRAM_HI", index), high)
    got = 0

    async def fetch():
        nonlocal got
        while True:
            index = random.randrange(depth)
            dut.fetch_index.value = index
            await cycles(dut)
            if dut.fetched.value:
                assert (int(dut.lo.value), int(dut.hi.value)) == words[index]
                got += 1

    cocotb.start_soon(fetch())
    for _ in range(60):
        index = random.randrange(depth)
        half = random.randrange(2)
        if random.random() < 0.3:  # the same word again
            assert await write(master, address(("PROGRAM_LO", "PROGRAM_HI")[half], index), words[index][half])
        assert await read(master, address(("PROGRAM_LO", "PROGRAM_HI")[half], index)) == words[index][half]
    before = got
    await cycles(dut, 20)
    assert got >= before + 19  # the host rests
