# What stops a program: its end, something illegal in it, an abort, a reset.
# SPDX-License-Identifier: Apache-2.0
import numpy as np
import pytest
from configs import all_configurations, configurations, deep, fewer
from floats import to_words
from model import Model
from pair import Pair, in_beats, words_of
from places import rings
from program import (COEFFICIENTS, LOAD, NONE, STAGE, UNLOAD, Q, R, coefficients, descriptor, ended, load,
                     unload)
from random_program import random_job, random_stage, random_words, smallest
from registers import encode

ALL = pytest.mark.parametrize("name", deep(4))
NAMES = pytest.mark.parametrize("name", configurations())
NO_ERROR, BLOCK, DESCRIPTOR, END, ABORT = range(5)


def small_block(m):
    return (smallest(m),) * 3


def illegal_descriptors(m):
    """Name -> fields of a descriptor with one thing wrong."""
    good = dict(op=STAGE, clear=1, store=1, axis=0, x_roll=Q, steps=2, src=0, roll0=1, roll1=0, dst=0)
    stage = {
        "axis 3": dict(axis=3), "no steps": dict(steps=0), "more than P steps": dict(steps=m.p + 1),
        "255 steps": dict(steps=255), "shift": dict(shift=m.aw - m.w + 1), "largest shift": dict(shift=63),
        "bank": dict(bank=m.cbanks), "src": dict(src=m.nbuf), "dst": dict(dst=m.nbuf), "roll0": dict(roll0=m.nbuf),
        "roll1": dict(roll1=m.nbuf), "last src": dict(src=15), "last bank": dict(bank=15), "last dst": dict(dst=15),
        "c rolls with axis 0": dict(c_roll=Q), "c rolls with axis 1": dict(axis=1, c_roll=Q),
        "c rolls along R": dict(axis=2, c_roll=R), "c rolls along S": dict(axis=2, c_roll=3),
        "result over the operand": dict(x_roll=NONE, dst=0), "result over the operand, one step": dict(steps=1, dst=0),
        "result over the rolled operand": dict(dst=1), "rolls into what it reads": dict(roll0=0, dst=1),
    }
    if m.p > 2:
        stage["rolls to and fro in one buffer"] = dict(steps=3, roll1=1, dst=0)
    kinds = {kind: {**good, **wrong} for kind, wrong in stage.items()}
    if m.lanes > 1:
        kinds["transposed, lanes"] = {**good, "transposed": 1}
        kinds["sums of another axis, lanes"] = {**good, "clear": 0, "axis": 1}
    if m.exp:
        kinds["shift of a float"] = {**good, "shift": 1}
    if m.io_words > 1:
        kinds["load that sorts slabs"] = dict(op=LOAD, placement=1)
        kinds["unload that sorts slabs"] = dict(op=UNLOAD, placement=3)
    kinds["load"] = dict(op=LOAD, dst=m.nbuf)
    kinds["unload"] = dict(op=UNLOAD, src=m.nbuf)
    kinds["coefficients, bank"] = dict(op=COEFFICIENTS, bank=m.cbanks, axes=7)
    kinds["coefficients, none"] = dict(op=COEFFICIENTS)
    return good, kinds


@ALL
def test_illegal_descriptors(name, rng):
    with Pair(name, rng) as pair:
        pair.initialise()
        block = small_block(pair.hls)
        good, kinds = illegal_descriptors(pair.hls)
        good = descriptor(**good)
        for kind, wrong in kinds.items():
            for before in (0, 2):  # as the first, and behind a stage that runs
                pair.program([*[good] * before, descriptor(**wrong), coefficients(last=True)], block)
                pair.run((), 0)
                status = pair.sim.fields("STATUS")
                assert status == dict(busy=0, done=0, error=DESCRIPTOR, index=before), f"{kind}: {status}"


@pytest.mark.parametrize("name", [name for name in deep(2) if all_configurations()[name].get("LANES", 1) > 1])
def test_sums_go_on_along_their_axis(name, rng):
    """With lanes, the core refuses a stage that would continue sums of another axis or block, or sums that a reset or
    an abort cut off. A stage of one step that stores its results leaves the sums as they are."""
    with Pair(name, rng) as pair:
        m, block = pair.hls, small_block(pair.hls)
        sums = dict(op=STAGE, clear=1, store=0, steps=1)  # leaves sums
        through = dict(op=STAGE, clear=1, store=1, steps=1, src=0, dst=1)  # leaves none
        goes_on = dict(op=STAGE, clear=0, store=1, steps=1, src=0, dst=1)

        def run(*stages, extents=block):
            """Whether the last stage is legal."""
            pair.program(ended([descriptor(**one) for one in stages]), extents)
            pair.run((), 0)
            status = pair.sim.fields("STATUS")
            assert status["done"] or (status["error"], status["index"]) == (DESCRIPTOR, len(stages) - 1), status
            return bool(status["done"])

        def reset():
            for model in (pair.sim, pair.hls):
                model.reset()

        def abort():
            """While a load waits for its words."""
            pair.program([load(last=True)], block)
            for model in (pair.sim, pair.hls):
                assert not model.attempt(max_cycles=100)[0]
                model.write("CONTROL", encode("CONTROL", abort=1))

        pair.initialise()
        reset()
        assert not run({**goes_on, "axis": 0})
        for axis in range(3):
            other = (axis + 1) % 3
            assert run({**sums, "axis": axis}, {**goes_on, "axis": axis})
            assert run({**through, "axis": other}, {**goes_on, "axis": axis}), "sums that nothing touched"
            assert not run({**goes_on, "axis": other})
            assert run({**goes_on, "axis": axis}), "sums that an illegal stage did not touch"
            assert run({**sums, "axis": axis, "store": 1, "x_roll": Q, "steps": 2, "src": 0, "roll0": 1, "dst": 0})
            assert run({**goes_on, "axis": axis}) and not run({**goes_on, "axis": other})
            for stop in (reset, abort):
                assert run({**sums, "axis": axis})
                stop()
                assert not run({**goes_on, "axis": axis}), stop
            if m.bmax > block[0]:
                assert run({**sums, "axis": axis})
                assert not run({**goes_on, "axis": axis}, extents=(*block[:2], m.bmax))
                assert not run({**goes_on, "axis": axis}), "sums of a block that has changed since"


@ALL
def test_illegal_blocks(name, rng):
    with Pair(name, rng) as pair:
        least = smallest(pair.hls)
        for axis in range(3):
            for extent in (0, least - 1, pair.hls.bmax + 1, 255):
                block = [least] * 3
                block[axis] = extent
                pair.program([load(last=True)], block)
                pair.run((), 0)
                assert pair.sim.fields("STATUS") == dict(busy=0, done=0, error=BLOCK, index=0)


@ALL
def test_illegal_rings(name, rng):
    """An odd ring, one that does not divide P, none at all; and on a small one, what only the whole array can do."""
    with Pair(name, rng) as pair:
        m, block = pair.hls, small_block(pair.hls)
        pair.initialise()
        for ring in {*range(2 * m.p + 1), 128, 255} - set(rings(m.p)):
            for model in (pair.sim, pair.hls):
                model.program([load(last=True)], block, ring=m.p)  # rings are given as they are below
                model.write("CONTROL", encode("CONTROL", abort=1))
                model.write("TORUS", ring)
                model.write("CONTROL", encode("CONTROL", start=1))
            pair.run((), 0)
            assert pair.sim.fields("STATUS") == dict(busy=0, done=0, error=BLOCK, index=0), f"ring {ring}"
        for ring in set(rings(m.p)) - {m.p}:
            for wrong in (descriptor(STAGE, clear=1, steps=ring + 1), load(0, 1), unload(0, 1)):
                pair.program([wrong], block, ring=ring)
                pair.run((), 0)
                assert pair.sim.fields("STATUS") == dict(busy=0, done=0, error=DESCRIPTOR, index=0), f"ring {ring}"


@ALL
def test_program_without_an_end(name, rng):
    with Pair(name, rng) as pair:
        pair.initialise()
        m = pair.hls
        pair.program([descriptor(STAGE, clear=1, steps=1)] * m.depth, small_block(m))
        pair.run((), 0)
        assert pair.sim.fields("STATUS") == dict(busy=0, done=0, error=END, index=m.depth - 1)


@ALL
def test_garbled_descriptors(name, rng):
    """Legal or not, both say the same: a random stage with random bits flipped."""
    with Pair(name, rng) as pair:
        pair.initialise()
        stopped, block = 0, small_block(pair.hls)
        for _ in range(300):
            stage = descriptor(STAGE, **random_stage(rng, pair.hls, block))
            flips = [sum(1 << int(bit) for bit in rng.integers(32, size=2)) for _ in stage]
            garbled = (stage[0] ^ flips[0] & ~7 | 4, stage[1] ^ flips[1])  # still a stage, and the last
            pair.program([garbled], block)
            pair.run((), 0)
            stopped += pair.hls.fields("STATUS")["error"] == DESCRIPTOR
        assert 0 < stopped < 300


@NAMES
@pytest.mark.parametrize("how", ["reset", "abort"])
def test_stopped_in_the_middle(name, how, rng):
    """After a stop anywhere in a program, and new contents for all memories, nothing is left of it."""
    with Pair(name, rng) as pair:
        sim, hls = pair.sim, pair.hls
        pair.initialise()
        for _ in range(fewer(name, 40)):
            job = random_job(rng, hls, small_block(hls) if rng.random() < 0.5 else None)
            sim.program(job.descriptors, job.block, job.repeat, job.ring)
            sim.attempt(random_words(rng, hls, job), job.count, max_cycles=int(rng.integers(1, 3000)), out_stall=0.2)
            if how == "reset":
                sim.reset()
                hls.reset()
                assert sim.read("STATUS") == 0 and sim.read("REPEAT") == 1 and sim.read("TORUS") == sim.p
                assert sim.read("BLOCK") == encode("BLOCK", b1=2, b2=2, b3=2)
            else:
                sim.write("CONTROL", encode("CONTROL", abort=1))
                status = sim.fields("STATUS")
                assert not status["busy"] and (status["done"], status["error"]) in ((0, ABORT), (1, 0)), status
            pair.initialise()
            job = random_job(rng, hls)
            pair.program(job.descriptors, job.block, job.repeat, job.ring)
            pair.run(random_words(rng, hls, job), job.count)


@ALL
def test_abort_of_a_waiting_stream(name, rng):
    """Both stop with the same words when the host has no more, or takes no more."""
    with Pair(name, rng) as pair:
        pair.initialise()
        block = small_block(pair.hls)
        points, beat = (block[0] * pair.hls.p)**3, pair.hls.io_words
        program = [load(dst=0), load(dst=1), unload(0, 0)]
        for given, taken in ((points // 2, 0), (points + 2 * beat, 0), (2 * points, points - 2 * beat)):
            words = words_of("random", rng, given, pair.hls)
            pair.program(program, block)
            results = [model.attempt(words, taken, max_cycles=5 * points) for model in (pair.sim, pair.hls)]
            for complete, sent, result in results:
                assert not complete and sent == given and result.size == taken
            np.testing.assert_array_equal(results[0][2], results[1][2])
            for model in (pair.sim, pair.hls):
                model.write("CONTROL", encode("CONTROL", abort=1))
                assert model.fields("STATUS") == {**model.fields("STATUS"), "busy": 0, "done": 0, "error": ABORT}
            # the stream is empty: the next cube comes from its first word
            pair.program([unload(0, 0)], block)
            pair.run((), points)


@NAMES
def test_abort_wins_over_start(name, rng):
    with Pair(name, rng) as pair:
        pair.initialise()
        for model in (pair.sim, pair.hls):
            before = model.read("STATUS")
            model.write("CONTROL", encode("CONTROL", start=1, abort=1))
            assert model.read("STATUS") == before, "started"


@ALL
def test_nothing_of_an_aborted_run_is_counted(name):
    """A start as soon after an abort as the registers allow it: no result of the run before may be counted."""
    with Model("sim", name) as m:
        block = small_block(m)
        n = block[0] * m.p
        cube = n**3
        factor, operand = -(1 << m.cw - 1) + 1, -(1 << m.w - 1)
        if m.exp:
            factor = operand = to_words(m, 2.0**((1 << m.exp - 1) - 1))  # the square is infinite
        m.program([coefficients(), load(last=True)], block)
        m.run(np.concatenate([in_beats(m, np.full(3 * n**2, factor)), np.full(cube, operand)]))
        clipping = descriptor(STAGE, last=1, clear=1, store=1, axis=0, steps=1, dst=1)
        for cycles in range(1, 60):
            m.program([clipping], block)
            m.attempt(max_cycles=cycles, count=1)
            m.write("CONTROL", encode("CONTROL", abort=1))
            m.write("PROGRAM_LO", descriptor(UNLOAD, last=1)[0])
            m.write("CONTROL", encode("CONTROL", start=1))
            m.run((), cube, max_cycles=20 * cube + 100)
            assert m.read("SATURATIONS") == 0 and m.read("MAGNITUDE") == 0, f"aborted after {cycles} cycles"


@ALL
def test_start_while_busy_is_ignored(name, rng):
    with Pair(name, rng) as pair:
        pair.initialise()
        block = small_block(pair.hls)
        points, some = (block[0] * pair.hls.p)**3, 2 * pair.hls.io_words
        words = words_of("random", rng, points, pair.hls)
        pair.program([load(dst=0), unload(0, 0)], block)
        for model in (pair.sim, pair.hls):
            model.attempt(words[:some], 0, max_cycles=100)
            model.write("CONTROL", encode("CONTROL", start=1))
        pair.run(words[some:], points)
