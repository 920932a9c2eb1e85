# A reset in the midst of a stream, as a board has one when its PLL loses lock: no word may be wrong before it or after
# it, the link comes up in its first state, and the host's next request works. A request that was on its way when the
# reset came may reach the link afterwards, whole; it counts as one that followed the reset.
# SPDX-License-Identifier: Apache-2.0
import random
import sys
from pathlib import Path

import pytest
from link_frames import DONE
from link_host import Host
from link_model import BEAT, REPLAY, LinkModel
from udp_model import OPEN, FaultyNetwork, UdpModel

sys.path.insert(0, str(Path(__file__).resolve().parent))
from test_faults import REFUSED_FROM, FaultyPort, Job  # noqa: E402

LINK_POSITION = 0xF08  # behind it LINK_LAST, whose bit VALID says that there was a write
VALID = 1 << 8
ROUNDS = 40
CYCLES = 16  # of the reset of a board, boards/board_link.v


class Reset(Exception):
    """The device was reset while it was asked."""


class Watched:
    """The port of a host which gives up when there was a reset."""

    def __init__(self, model, port):
        self.model, self.port = model, port
        self.due = False

    def ask(self, frames, cycles):
        answers = self.port.ask(frames, cycles)
        if self.due and not self.model.resetting:
            raise Reset
        return answers


def starts(done, wanted):
    """Whether the list begins as the other does."""
    return done == wanted[:len(done)]


def first_requests(model, host, job):
    """Checks the state after the reset, and lets host and job go on from it."""
    (position, last), status = host.read(LINK_POSITION, 2)
    writes = model.writes_since_reset
    assert (status, position & 0xFFFF, last & VALID) == (DONE, len(model.beats_since_reset), VALID * bool(writes))
    host.sent, host.fetched = position & 0xFFFF, position >> 16
    host.connect()
    job.fetched = host.fetched
    job.registers = {place: value for place, value in writes if place < REFUSED_FROM}
    return position == 0 and not writes


def interrupted(model, host, job, port, after):
    """Random requests until the reset comes; checks what the core got of the one that it cut."""
    writes, beats = len(model.writes()), len(model.beats())
    jobs = [job.write, job.read, job.send, job.fetch]
    wanted_writes, wanted_beats = [], []
    keep_write, keep_send = host.write, host.send

    def write(address, values):
        wanted_writes.extend((address + 4 * n, value) for n, value in enumerate(values))
        return keep_write(address, values)

    def send(parts, sizes):
        wanted_beats.extend(int.from_bytes(part, "little") for part in parts)
        return keep_send(parts, sizes)

    host.write, host.send = write, send
    model.reset(after, CYCLES)
    port.due = True
    with pytest.raises(Reset):
        while True:
            job.random.choice(jobs)()
    port.due = False
    got_writes, got_beats = model.writes()[writes:], model.beats()[beats:]
    assert starts(got_writes, wanted_writes) and starts(got_beats, wanted_beats)
    # all of those requests that were answered
    assert starts(job.writes, got_writes)
    assert starts([int.from_bytes(beat, "little") for beat in job.beats], got_beats)
    return len(got_writes) < len(wanted_writes) or len(got_beats) < len(wanted_beats)


def survives(seed, model, port, beats, open_session):
    rng = random.Random(seed)
    model.pauses(byte_in=0.01, byte_out=0.01, registers=0.1, beat_in=0.1, beat_out=0.1)
    watched = Watched(model, port)
    cut = at_first = 0
    for turn in range(ROUNDS):
        open_session()
        host = Host(watched, BEAT, beats)
        job = Job(host, seed + turn)
        at_first += first_requests(model, host, job)
        cut += interrupted(model, host, job, watched, rng.randint(1, 20_000))
    assert model.rule == 0 and at_first > ROUNDS / 2
    print(f"{ROUNDS} resets, {cut} of them in a request that had not been done, {model.cycles} cycles")
    assert cut > 0


@pytest.mark.parametrize("port", ["uart", "fifo"])
def test_a_reset_at_any_moment(seed, port):
    with LinkModel(seed, port) as model:
        survives(seed, model, FaultyPort(model, seed, {}, False), 1 << REPLAY, lambda: None)


def test_a_reset_at_any_moment_over_ethernet(seed):
    """The device has forgotten its host: it is busy to each request but the next open."""
    with UdpModel(seed) as model:
        network = FaultyNetwork(model, seed, {})

        def open_session():
            assert [a.status for a in network.say(OPEN)] == [DONE]
        survives(seed, model, network, 400, open_session)
