# Bench of the core with the ports of a system on a chip: programs against hls/, packets, interrupts and aborts.
# SPDX-License-Identifier: Apache-2.0
import random
import sys
from pathlib import Path

import cocotb
import numpy as np
from bench import cycles, start
from cocotb.triggers import FallingEdge, ReadOnly
from pair import in_beats, words_of
from program import coefficients, ended, load, stages, unload
from registers import address, axi_registers, decode, encode

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "orbital_core"))
from bench_orbital_core import Core  # noqa: E402

LIMIT = dict(timeout_time=2, timeout_unit="ms")  # a stream that stands still is a failure

SHORT, LONG, ABORTED = 5, 6, 4  # of STATUS.error


async def watch_output(dut):
    """For ever checks that an offered beat stays, and that m_tuser marks the last beat of a packet only."""
    offered = None
    while True:
        await FallingEdge(dut.clk)
        await ReadOnly()
        valid = int(dut.m_axis_tvalid.value)
        beat = valid and tuple(int(getattr(dut, f"m_axis_{name}").value) for name in ("tdata", "tlast", "tuser"))
        if offered is not None:
            assert beat == offered, "a beat that was offered changed or went away"
        assert not valid or beat[1] or not beat[2]
        offered = beat if valid and not int(dut.m_axis_tready.value) else None


class Ported(Core):
    """The core with its ports, and one job that all tests run: a cube is loaded, transformed and unloaded."""

    @classmethod
    async def begin(cls, dut):
        core = cls(dut)
        await start(dut)
        cocotb.start_soon(watch_output(dut))
        m = core.hls
        rng = core.rng = np.random.default_rng(random.getrandbits(32))
        core.block = (min(2, m.bmax),) * 3
        core.points = (m.p * core.block[0])**3
        body, result = stages(m.p, [m.cw - m.ps + 1] * 3, lanes=m.lanes)
        core.descriptors = [coefficients(), load(), *body, unload(result, 3 if m.io_words == 1 else 0)]
        core.matrices = in_beats(m, words_of("random", rng, 3 * (m.p * core.block[0])**2, m, True))
        core.cube = words_of("random", rng, core.points, m)
        core.expected = core.transform()
        return core

    def transform(self):
        self.hls.program(self.descriptors, self.block, 1)
        return self.hls.run(np.concatenate([self.matrices, self.cube]), self.points)

    async def write(self, name, **values):
        await self.registers.write_dword(address(name), encode(name, **values))

    async def read(self, name):
        return decode(name, await self.registers.read_dword(address(name)))

    async def launch(self):
        await self.program(self.descriptors, self.block, 1)

    async def whole_job(self):
        """One job from start to end, in a packet for each load, gives what the reference gives."""
        await self.launch()
        await self.send(self.matrices)
        await self.send(self.cube)
        frame = await self.sink.recv()
        np.testing.assert_array_equal(self.words(frame), self.expected)
        assert not np.any(frame.tuser)
        await self.idle()
        assert (await self.read("STATUS"))["done"] == 1

    async def send(self, words):
        await self.source.send(self.frame(words))

    async def send_both(self, packets):
        """In a packet each, or in a packet a beat, which the source can end at any beat."""
        for words in (self.matrices, self.cube):
            for part in [words] if packets else np.reshape(words, (-1, self.hls.io_words)):
                await self.send(part)
            await self.source.wait()

    def compare_received(self):
        """Whole cubes, and parts of cubes with a marked beat behind them."""
        while not self.sink.empty():
            frame = self.sink.recv_nowait()
            marked = bool(np.any(frame.tuser))
            words = self.words(frame)
            count = len(words) - self.hls.io_words * marked
            np.testing.assert_array_equal(words[:count], self.expected[:count])
            assert not words[count:].any() and (marked or count == self.points)

    async def idle(self):
        while self.dut.busy.value:
            await cycles(self.dut)


@cocotb.test(**LIMIT)
@cocotb.parametrize(chances=[(0.0, 0.0), (0.5, 0.5)])
async def random_programs(dut, chances):
    """With packets ignored: one long packet brings all words of a program."""
    core = Core(dut)
    await start(dut)
    cocotb.start_soon(watch_output(dut))
    rng = np.random.default_rng(random.getrandbits(32))
    await core.fill(rng)
    core.pause(*chances)
    for _ in range(2):
        await core.run_random(rng, (min(2, core.hls.bmax),) * 3)


@cocotb.test(**LIMIT)
async def registers_beside_those_of_the_core(dut):
    core = await Ported.begin(dut)
    known = {address(name): register for name, register in axi_registers().items()}
    for where in range(0xE00, 0xE40, 4):
        answer = await core.registers.read(where, 4)
        assert (int(answer.resp) == 0) == (where in known), hex(where)
        part = await core.registers.write(where, b"\xff\xff")  # a part of a word
        assert int(part.resp) == 2, hex(where)
        assert where not in known or not any((await core.registers.read(where, 4)).data), hex(where)
        whole = await core.registers.write(where, b"\xff" * 4)
        assert (int(whole.resp) == 0) == (where in known), hex(where)
    assert await core.read("IRQ_STATUS") == {"done": 0, "error": 0}
    assert await core.read("IRQ_ENABLE") == {"done": 1, "error": 1}
    assert await core.read("PACKETS") == {"check": 1}
    assert await core.registers.read_dword(address("ID")) == 0x4F524249
    assert not dut.irq.value


@cocotb.test(**LIMIT)
@cocotb.parametrize(check=[0, 1])
async def interrupts(dut, check):
    core = await Ported.begin(dut)
    await core.write("PACKETS", check=check)
    await core.whole_job()
    assert await core.read("IRQ_STATUS") == {"done": 1, "error": 0} and not dut.irq.value
    await core.write("IRQ_ENABLE", error=1)
    await cycles(dut, 2)
    assert not dut.irq.value
    await core.write("IRQ_ENABLE", done=1)
    await cycles(dut, 2)
    assert dut.irq.value == 1
    await core.write("IRQ_STATUS", error=1)
    await cycles(dut, 2)
    assert dut.irq.value == 1, "the other event was cleared"
    await core.write("IRQ_STATUS", done=1)
    await cycles(dut, 2)
    assert not dut.irq.value and await core.read("IRQ_STATUS") == {"done": 0, "error": 0}
    await core.whole_job()
    assert dut.irq.value == 1
    dut.rst.value = 1
    await cycles(dut, 2)
    assert not dut.irq.value


@cocotb.test(**LIMIT)
async def a_second_start_at_any_time(dut):
    """It is ignored while a program runs, in its last cycles too. So `busy` falls once for each run."""
    core = await Ported.begin(dut)
    await core.whole_job()  # all memories are defined
    sequencer = dut.core.sequencer
    happened = dict(runs=0, ends=0)

    async def watch():
        was_busy = 0
        while True:
            await FallingEdge(dut.clk)
            busy = int(dut.busy.value)
            happened["runs"] += int(sequencer.begin_run.value)
            happened["ends"] += was_busy & ~busy
            was_busy = busy

    cocotb.start_soon(watch())
    short, _ = stages(core.hls.p, [0] * 3, lanes=core.hls.lanes)
    await core.program(ended(short[:1]), core.block, 1)
    length = 0
    while dut.busy.value:
        await cycles(dut)
        length += 1
    seen = set()
    for wait in range(length + 8):
        await cycles(dut, 4)
        happened.update(runs=0, ends=0)
        await core.write("IRQ_STATUS", done=1)
        await core.write("CONTROL", start=1)
        await cycles(dut, wait)
        await core.write("CONTROL", start=1)
        await core.idle()
        await cycles(dut, 4)
        await core.idle()
        assert happened["runs"] == happened["ends"], f"after {wait} cycles: {happened}"
        assert (await core.read("IRQ_STATUS"))["done"] == 1
        seen.add(happened["runs"])
    assert seen == {1, 2}  # some starts came while the program ran, and others after it


@cocotb.test(**LIMIT)
@cocotb.parametrize(chances=[(0.0, 0.0), (0.3, 0.6)])
async def packets_of_another_length(dut, chances):
    """Each ends the program with its error, and the next program starts with a whole packet, without a reset."""
    core = await Ported.begin(dut)
    core.pause(*chances)
    await core.write("PACKETS", check=1)
    await core.write("IRQ_ENABLE", error=1)
    beats = core.hls.io_words
    for _ in range(4):
        in_cube, short = random.random() < 0.5, random.random() < 0.5
        words = core.cube if in_cube else core.matrices
        length = random.randrange(1, len(words) // beats) if short else len(words) // beats + random.randint(1, 9)
        await core.launch()
        if in_cube:
            await core.send(core.matrices)
        await core.send(np.resize(words, length * beats))
        await core.idle()
        status = await core.read("STATUS")
        assert (status["done"], status["error"]) == (0, SHORT if short else LONG), (in_cube, length)
        await cycles(dut, 2)
        assert dut.irq.value == 1
        await core.write("IRQ_STATUS", error=1)
        await core.whole_job()


@cocotb.test(**LIMIT)
@cocotb.parametrize(check=[0, 1])
async def aborts(dut, check):
    """At any time; the output stays legal, and a packet that has begun ends with a mark."""
    core = await Ported.begin(dut)
    await core.write("PACKETS", check=check)
    for _ in range(6):
        core.pause(random.choice([0.0, 0.3]), random.choice([0.0, 0.5, 0.9]))
        await core.launch()
        sender = cocotb.start_soon(core.send_both(check))
        if random.random() < 0.5:
            await cycles(dut, random.randint(1, 600))
        else:  # in the middle of the output
            while not dut.m_axis_tvalid.value:
                await cycles(dut)
            await cycles(dut, random.randint(0, core.points // core.hls.io_words))
        await core.write("CONTROL", abort=1)
        await cycles(dut, 2)
        status = await core.read("STATUS")
        assert not status["busy"] and (status["error"] == ABORTED) != status["done"], status
        sender.cancel()
        core.pause(0.0, 0.0)
        # The source stops where it can: at the end of a packet. The port may have taken the start of it behind the
        # abort, so another abort follows until the source stands still, and a last one.
        core.source.clear()
        still = False
        while not still:
            await cycles(dut, 100)
            still = core.source.idle()
            await core.write("CONTROL", abort=1)
        await cycles(dut, 10)  # what the slices hold reaches the sink
        core.compare_received()
        await core.whole_job()
