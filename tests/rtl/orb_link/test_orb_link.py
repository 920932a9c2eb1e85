# The byte link, Verilated, request by request: what docs/link.md says of each.
# SPDX-License-Identifier: Apache-2.0
import pytest
from link_frames import (DONE, ELSEWHERE, IN, MALFORMED, OUT, READ, REFUSED, WRITE, Answer, body, framed, request,
                         words)
from link_model import BEAT, REPLAY, RING, STALL, LinkModel, beat_out

LINK_ID, LINK_POSITION, LINK_ERRORS, LINK_RATE = 0xF00, 0xF08, 0xF10, 0xF14
REFUSED_FROM = 0x800  # the bench's core refuses registers from here on
FIRST_RATE = round(65536 * 1_000_000 / 12_000_000)

pytestmark = pytest.mark.quick


@pytest.fixture
def link(seed):
    with LinkModel(seed) as model:
        yield model
        assert model.rule == 0


def only(answers):
    assert len(answers) == 1, answers
    return answers[0]


def read(link, address, count=1):
    return only(link.ask(request(200, READ, count, address))).words()


def beats(numbers):
    return b"".join(beat_out(n).to_bytes(BEAT, "little") for n in numbers)


def test_own_registers(link):
    info = 1 | RING << 8 | REPLAY << 16 | (STALL - 8) << 28
    assert only(link.ask(request(7, READ, 6, LINK_ID))) == \
        Answer(7, READ, DONE, 6, LINK_ID, words([0x4F52424C, info, 0, 0, 0, FIRST_RATE]))


def test_registers(link, rng):
    values = [int(v) for v in rng.integers(0, 1 << 32, 20, dtype="uint64")]
    assert only(link.ask(request(1, WRITE, 20, 0x40, words(values)))) == Answer(1, WRITE, DONE, 20, 0x40, b"")
    assert link.writes() == [(0x40 + 4 * n, value) for n, value in enumerate(values)]
    assert read(link, 0x44, 18) == values[1:19]


def test_register_that_refuses(link):
    last = REFUSED_FROM - 4
    assert only(link.ask(request(1, WRITE, 3, last, words([5, 6, 7])))).status == REFUSED
    assert link.writes() == [(last, 5), (last + 4, 6), (last + 8, 7)]
    got = only(link.ask(request(2, READ, 3, last - 4)))
    assert (got.status, got.words()) == (REFUSED, [0, 5, 0])


@pytest.mark.parametrize("address", [LINK_ID, 0xF18, 0x1000, 0x1010, 0xFFFC])
def test_no_register_there(link, address):
    assert only(link.ask(request(1, WRITE, 1, address, words([1])))).status == REFUSED
    if address != LINK_ID:
        assert only(link.ask(request(2, READ, 1, address))).status == REFUSED
    assert not link.writes()


@pytest.mark.parametrize("address, status", [(0x20, DONE), (REFUSED_FROM, REFUSED)])
def test_repeated_write_is_done_once(link, address, status):
    frame = request(9, WRITE, 2, address, words([1, 2]))
    assert [a.status for a in link.ask(3 * frame)] == 3 * [status]
    assert len(link.writes()) == 2
    assert only(link.ask(request(10, WRITE, 2, address, words([1, 2])))).status == status
    assert len(link.writes()) == 4
    assert read(link, LINK_POSITION + 4) == [0x100 | 10]


def test_beats_in_are_taken_once(link):
    def send(first, numbers):
        got = only(link.ask(request(first, IN, len(numbers), first, beats(numbers))))
        return got.status, got.count, got.address

    assert send(0, range(4)) == (DONE, 4, 4)
    assert send(0, range(4)) == (DONE, 4, 4)
    assert send(2, range(2, 8)) == (DONE, 6, 8)
    assert send(9, range(9, 12)) == (ELSEWHERE, 0, 8)
    assert send(8, range(8, 9)) == (DONE, 1, 9)
    assert link.beats() == [beat_out(n) for n in range(9)]
    assert read(link, LINK_POSITION) == [9]


def test_beat_that_the_core_does_not_take_is_withdrawn(link):
    link.pauses(longer=1.0)
    stuck = link.ask(request(1, IN, 5, 0, beats(range(5))), 3 << STALL)
    assert only(stuck) == Answer(1, IN, DONE, 0, 0, b"")
    link.pauses()
    link.run(cycles=1000)
    assert not link.beats(), "given up, but taken later"
    assert only(link.ask(request(2, IN, 2, 0, beats(range(7, 9))))).address == 2
    assert link.beats() == [beat_out(7), beat_out(8)]


def test_beats_out_can_be_read_again(link):
    def get(position, count):
        got = only(link.ask(request(3, OUT, count, position)))
        assert got.payload == beats(range(got.address, got.address + got.count)) or got.status
        return got.status, got.count, got.address

    most = 1 << REPLAY
    assert get(0, most) == (DONE, most, 0)
    assert get(1, 5) == (DONE, 5, 1)
    assert get(most - 2, 7) == (DONE, 7, most - 2)
    assert get(5, most) == (DONE, most, 5)
    assert get(4, 1) == (ELSEWHERE, 0, most + 5)
    assert get(most + 6, 1) == (ELSEWHERE, 0, most + 5)
    assert get(most + 5, most + 1) == (MALFORMED, 0, most + 5)


def test_what_was_never_fetched_is_not_in_the_replay_buffer(link):
    assert only(link.ask(request(1, OUT, 1, -1))).status == ELSEWHERE
    link.ask(request(1, OUT, 3, 0))
    assert only(link.ask(request(1, OUT, 4, -1))).status == ELSEWHERE


def test_fewer_beats_when_the_core_has_none(link):
    link.pauses(longer=1.0)
    assert only(link.ask(request(1, OUT, 4, 0), 3 << STALL)) == Answer(1, OUT, DONE, 0, 0, b"")
    link.pauses()
    assert only(link.ask(request(1, OUT, 4, 0))).payload == beats(range(4))


@pytest.mark.parametrize("op, count, payload", [
    (4, 0, b""), (0x10, 1, b""), (WRITE, 2, bytes(7)), (WRITE, 2, bytes(12)), (IN, 2, bytes(5)), (IN, 0, bytes(3)),
    (READ, 1, bytes(1)), (OUT, 1, bytes(4)), (WRITE, 0x4001, bytes(4)), (IN, 0x5556, bytes(2))])
def test_malformed(link, op, count, payload):
    got = only(link.ask(request(1, op, count, 0, payload)))
    assert (got.op, got.status, got.count, got.payload) == (op & 15, MALFORMED, 0, b"")
    assert not link.writes() and not link.beats()


@pytest.mark.parametrize("op", [READ, WRITE, IN, OUT])
def test_nothing_is_asked_for(link, op):
    assert only(link.ask(request(5, op, 0, 0))) == Answer(5, op, DONE, 0, 0, b"")


def test_damaged_frames_are_dropped(link, rng):
    frame = request(1, WRITE, 2, 0x20, words([1, 2]))
    for at in range(len(frame) - 1):
        bad = bytearray(frame)
        bad[at] ^= 1 << int(rng.integers(8))
        assert not link.ask(bytes(bad), 200)
        assert not link.ask(frame[:at] + b"\0" if at else b"", 200)
    assert not link.writes() and link.dropped
    assert read(link, LINK_ERRORS) == [link.dropped]


def test_short_bodies_are_dropped_and_empty_frames_are_nothing(link):
    assert not link.ask(b"\0\0\1\0\0")
    assert link.dropped == 0
    assert not link.ask(b"".join(framed(body(1, READ, 0, 0)[:n]) for n in range(6)))
    assert read(link, LINK_ERRORS) == [6]


def test_break_forgets_a_frame_and_sets_the_rate_back(link):
    assert only(link.ask(request(1, WRITE, 1, LINK_RATE, words([0x4000])))).status == DONE
    assert link.rate == 0x4000
    frame = request(2, READ, 1, LINK_ID)
    link.run(frame[:5], 20)
    link.line_break()
    assert link.rate == FIRST_RATE
    assert only(link.ask(frame)).seq == 2
    assert link.dropped == 0


@pytest.mark.parametrize("rate", [0, 0x4001, 0x10001, 1 << 31])
def test_no_such_rate(link, rate):
    assert only(link.ask(request(1, WRITE, 1, LINK_RATE, words([rate])))).status == REFUSED
    assert link.rate == FIRST_RATE


def test_the_rate_waits_for_the_answer(link):
    link.pauses(byte_out=0.99)
    rates, rest = set(), b""
    data = request(1, WRITE, 1, LINK_RATE, words([999]))
    while b"\0" not in rest:
        before = link.rate
        rest += link.run(data, cycles=1)
        rates.add(before)
        data = b""
    assert rates == {FIRST_RATE}
    link.run(cycles=10)
    assert link.rate == 999


def test_bodies_as_long_as_the_ring_fit(link):
    """All the ring has room for comes while the first request waits for the core."""
    link.pauses(longer=1.0)
    count = ((1 << RING) - 10) // BEAT
    assert only(link.ask(request(1, IN, count, 0, beats(range(count))), 8 << STALL)).address == 0
    size = (1 << RING) // 4
    frames = [request(n, IN, (size - 10) // BEAT, 0, bytes((size - 10) // BEAT * BEAT)) for n in range(4)]
    answers = link.ask(b"".join(frames), 8 << STALL)
    assert [a.seq for a in answers] == [0, 1, 2, 3] and link.dropped == 0


def test_frames_for_which_there_is_no_room_are_dropped(link):
    long = request(1, IN, 1 << RING, 0, bytes(BEAT << RING))
    assert not link.ask(long)
    assert read(link, LINK_ERRORS) == [1 << 16]
    link.pauses(longer=1.0)
    count = ((1 << RING) - 10) // BEAT
    full = request(2, IN, count, 0, beats(range(count)))
    answers = link.ask(3 * full, 8 << STALL)
    assert 1 <= len(answers) < 3
    link.pauses()
    assert read(link, LINK_ERRORS) == [4 - len(answers) << 16]
