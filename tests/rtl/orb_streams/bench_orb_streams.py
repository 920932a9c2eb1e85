# Bench of both streams beside the stages: random programs give what their ops give one after the other.
# SPDX-License-Identifier: Apache-2.0
#
# The bench plays the sequencer and the nodes. A stage is an op that takes its time and in one of its cycles makes a
# buffer of another, so a load or unload that is too early or too late shows in the words that come out.
import random
from collections import deque

import cocotb
from bench import cycles, pauses, start
from bundles import Driver
from cocotb.triggers import Timer
from cocotbext.axi import AxiStreamBus, AxiStreamFrame, AxiStreamSink, AxiStreamSource
from places import cube_beats, rings

LIMIT = dict(timeout_time=200, timeout_unit="us")  # a stream that stands still is a failure

ANSWER = 3  # cycles from u_take to u_data
START = 3   # cycles at most from the end of an op to the first beat of the next


def places_of(value, p):
    """The number of the only bit of each group of p."""
    return [(int(value) >> n & (1 << p) - 1).bit_length() - 1 for n in range(0, len(value), p)]


class Bench:
    def __init__(self, dut):
        self.dut = dut
        self.p, self.bmax, self.nbuf, self.parts, self.w, self.dw, self.latency = (
            int(getattr(dut, name).value) for name in ("P", "BMAX", "NBUF", "IO_WORDS", "W", "DW", "MEM_LAT"))
        self.ring = random.choice(rings(self.p))
        self.block = [random.randint(min(2, self.bmax), self.bmax) for _ in range(3)]
        self.cells = {}                       # (node, address): word
        self.reads = deque([None] * self.latency)               # what is read, until u_take
        self.words = deque([0] * (self.latency + ANSWER - 1))   # ... until it shows in u_data
        self.stages = []                      # [cycles until it works, cycles until it has landed, src, dst]
        self.window_left, self.free = 0, None
        self.log = []                         # (cycle, "l" or "u") of each beat
        self.now = 0

    def nodes(self, q, r, s):
        return tuple((x, places_of(r.value, self.p)[0], places_of(s.value, self.p)[0])
                     for x in places_of(q.value, self.p))

    async def prepare(self, chance_in, chance_out):
        dut, b = self.dut, self.block
        self.source = AxiStreamSource(AxiStreamBus.from_prefix(dut, "s"), dut.clk, dut.rst, byte_lanes=1)
        self.sink = AxiStreamSink(AxiStreamBus.from_prefix(dut, "m"), dut.clk, dut.rst, byte_lanes=1)
        Driver(dut.shape, "ORB_SHAPE", dut).set(b1=b[0], b2=b[1], b3=b[2], b23=b[1] * b[2], ring=self.ring)
        self.op, self.bases = Driver(dut.stream_op, "ORB_OP", dut), Driver(dut.bases, "ORB_BASES", dut)
        self.op.set(axes=7)
        self.bases.set()
        await start(dut, give_load=0, give_unload=0, give_coef=0, landed=0, window=0, window_last=0, u_data=0)
        self.source.set_pause_generator(pauses(chance_in))
        self.sink.set_pause_generator(pauses(chance_out))

    def make(self, src, dst):
        """The work of a stage, on all that the buffers hold."""
        cube = self.bmax**3
        old = {key: word for key, word in self.cells.items() if key[1] // cube == src}
        self.cells.update({(node, at - src * cube + dst * cube): 5 * word + 1 & (1 << self.w) - 1
                           for (node, at), word in old.items()})

    def work(self):
        """A cycle of the stages under way, in order; returns whether one has landed."""
        for n, stage in enumerate(self.stages):
            if stage[0] == 0 and all(before[0] < 0 for before in self.stages[:n]):
                self.make(*stage[2:])
            if stage[0] > 0 or all(before[0] < 0 for before in self.stages[:n]):
                stage[0] -= 1
        if self.stages and self.stages[0][0] < 0 and self.stages[0][1] <= 0:
            self.stages.pop(0)
            return True
        for stage in self.stages:
            stage[1] -= 1
        return False

    def windows(self, share):
        """Windows of random lengths, in about this share of the cycles; returns (first, last) of this cycle."""
        first = self.window_left == 0 and random.random() < share
        if first:
            self.window_left, self.free = random.choice([1, 4, 5, 8]), None
        last = self.window_left == 1
        return first, last

    async def cycle(self, share=0.0):
        """One cycle of nodes and stages, behind which inputs may be changed."""
        dut = self.dut
        dut.landed.value = self.work()
        first, last = self.windows(share)
        dut.window.value, dut.window_last.value = first, last
        await Timer(1, "ns")
        touched, read, word = [], None, 0
        if dut.u_en.value:
            nodes, at = self.nodes(dut.u_hit_q, dut.u_hit_r, dut.u_hit_s), int(dut.u_addr.value)
            touched += nodes
            read, word = nodes, sum(self.cells.get((node, at), 0) << n * self.w for n, node in enumerate(nodes))
            self.log.append((self.now, "u"))
        self.reads.append(read)
        self.words.append(word)
        if dut.l_en.value:
            nodes, at, data = self.nodes(dut.l_q, dut.l_r, dut.l_s), int(dut.l_addr.value), int(dut.l_data.value)
            self.cells.update({(node, at): data >> n * self.dw & (1 << self.w) - 1 for n, node in enumerate(nodes)})
            touched += nodes
            self.log.append((self.now, "l"))
        assert len(set(touched)) == len(touched), "two words at one node"
        if self.window_left:
            self.window_left -= 1
            self.free = set(touched) if self.free is None else self.free & set(touched)
            assert self.window_left or not self.free, "no cycle of the window for these nodes"
        read = self.reads.popleft()
        assert bool(dut.u_take.value) == (read is not None)
        assert read is None or self.nodes(dut.u_q, dut.u_r, dut.u_s) == read
        await cycles(dut)
        self.now += 1
        dut.give_load.value = dut.give_unload.value = dut.give_coef.value = dut.landed.value = 0
        dut.u_data.value = self.words.popleft()

    def held(self, op):
        """Whether an op has to wait for its turn, as the sequencer has it."""
        dut = self.dut
        loads = int(dut.load_buffer.value) if dut.load_taken.value else None
        unloads = int(dut.unload_buffer.value) if dut.unload_taken.value else None
        if op[0] == "stage":
            return loads in op[1:] or unloads == op[2] or len(self.stages) == 14
        if op[0] == "coef":
            return bool(self.stages) or loads is not None
        return (loads if op[0] == "load" else unloads) is not None

    def issue(self, op):
        """Hands an op over, or begins a stage."""
        dut, cube = self.dut, self.bmax**3
        self.op.set(stages=len(self.stages))
        if op[0] == "stage":
            work = random.randint(0, 40)
            self.stages.append([work, work + random.randint(0, 10), *op[1:]])
        elif op[0] == "coef":
            dut.give_coef.value = 1
        else:
            buffer, placement = op[1:]
            end = "dst" if op[0] == "load" else "src"
            self.op.set(**{f"{end}_buffer": buffer}, placement=placement)
            self.bases.set(**{end: buffer * cube})
            getattr(dut, f"give_{op[0]}").value = 1

    async def run(self, program, share=0.0, hurry=1.0):
        dut = self.dut
        for op in program:
            while self.held(op) or dut.coef_busy.value or random.random() >= hurry:
                await self.cycle(share)
            self.issue(op)
            await self.cycle(share)
        while dut.load_taken.value or dut.unload_active.value or self.stages or dut.coef_busy.value:
            await self.cycle(share)

    def beats(self, placement):
        return list(cube_beats(self.p, self.block, placement, self.ring, self.parts))

    def expect(self, program):
        """Words that the program takes and gives, its ops one after the other."""
        memory, taken, given = {}, [], []
        for op in program:
            if op[0] == "load":
                for nodes, at in self.beats(op[2]):
                    words = [random.getrandbits(self.w) for _ in nodes]
                    memory.update({(op[1], node, at): word for node, word in zip(nodes, words)})
                    taken.append(sum(word << n * self.w for n, word in enumerate(words)))
            elif op[0] == "unload":
                for nodes, at in self.beats(op[2]):
                    given.append(sum(memory.get((op[1], node, at), 0) << n * self.w for n, node in enumerate(nodes)))
            elif op[0] == "coef":
                count = sum((self.ring * b)**2 for b in self.block)
                taken += [random.getrandbits(self.w * self.parts) for _ in range(count)]
            else:
                old = {key: word for key, word in memory.items() if key[0] == op[1]}
                memory.update({(op[2], *key[1:]): 5 * word + 1 & (1 << self.w) - 1 for key, word in old.items()})
        return taken, given


def random_op(bench):
    buffers = random.sample(range(bench.nbuf), 2)
    placement = random.choice([0, random.randrange(4)]) if bench.ring == bench.p and bench.parts == 1 else 0
    kind = random.choices(["load", "unload", "stage", "coef"], [4, 4, 4, 1])[0]
    return (kind, *buffers) if kind == "stage" else (kind, buffers[0], placement) if kind != "coef" else (kind,)


@cocotb.test(**LIMIT)
@cocotb.parametrize(chances=[(0.0, 0.0), (0.5, 0.3), (0.0, 0.5)], share=[0.0, 0.3, 1.0])
async def random_programs(dut, chances, share):
    bench = Bench(dut)
    await bench.prepare(*chances)
    fill = [("load", n, 0) for n in range(bench.nbuf)]
    program = fill + [random_op(bench) for _ in range(40)]
    taken, given = bench.expect(program)
    await bench.source.send(AxiStreamFrame(taken))
    await bench.run(program, share, random.choice([0.1, 1.0]))
    words = []
    while len(words) < len(given):
        words += list((await bench.sink.recv()).tdata)
    assert words == given
    assert bench.source.empty() and bench.sink.empty()


@cocotb.test(**LIMIT)
@cocotb.parametrize(unloads=[0, 1, 2])
async def a_steady_stream(dut, unloads):
    """Loads and unloads take a beat a cycle each, with a few cycles from one to the next, also into the same buffer."""
    bench = Bench(dut)
    await bench.prepare(0.0, 0.0)
    ops = [("load", 0, 0)] + {
        0: [("load", n % 2, 0) for n in range(4)],
        1: [(kind, n % 2 if kind == "unload" else 1 - n % 2, 0) for n in range(4) for kind in ("unload", "load")],
        2: [(kind, 0, 0) for _ in range(4) for kind in ("unload", "load")],
    }[unloads]
    taken, given = bench.expect(ops)
    await bench.source.send(AxiStreamFrame(taken))
    await bench.run(ops)
    words = []
    while len(words) < len(given):
        words += list((await bench.sink.recv()).tdata)
    assert words == given
    beats = len(bench.beats(0))
    for kind in ("l", "u") if unloads else ("l",):
        times = [time for time, which in bench.log if which == kind][beats if kind == "l" else 0:]
        spread = times[-1] - times[0] + 1
        rounds = len(times) // beats
        assert spread <= rounds * (beats + START + (bench.block[2] + 2 if unloads == 2 else 0)), (kind, spread, beats)
