# The session over Ethernet, datagram by datagram: what docs/ethernet.md says of each.
# SPDX-License-Identifier: Apache-2.0
import os

import pytest
from link_frames import DONE, IN, MALFORMED, OUT, READ, WRITE, words
from udp_model import BUSY, CLOSE, FIND, OPEN, Packet, UdpModel, body, reply

HOST, OTHER = (0xC0A80102, 5000), (0xC0A80103, 5000)
NEIGHBOURS = [OTHER, (HOST[0], HOST[1] + 1)]
LINK_POSITION, LINK_IP = 0xF08, 0xF18
LEASE = 1 << 8 + 8 - 2  # cycles: LEASE ticks of 2^(STALL - 2), as tests/rtl/orb_udp/udp_link.v has them
FREE, SERVED, LEFT = (b"ORBE\x02ORB\0\1" + end for end in (b"\0\0", b"\1\0", b"\1\1"))
PORT = 18514  # of the devices

pytestmark = pytest.mark.quick


@pytest.fixture
def device(seed):
    with UdpModel(seed) as model:
        yield model
        assert model.rule == 0


def ask(device, op, number, who=HOST, count=0, address=0, payload=b"", **packet):
    """(status, payload) of the answer, None if there is none; it must go to whom it belongs."""
    sent = Packet(*who, body(number & 0xFF, op, count, address, number, payload), **packet)
    got = device.exchange([sent], 1500 + 2 * len(payload))
    assert len(got) < 2 and all((p.ip, p.port, p.mac) == (sent.ip, sent.port, sent.mac) for p in got)
    answers = [reply(p.data) for p in got]
    assert all(a and (a.number, a.seq, a.op) == (number & 0xFFFFFFFF, number & 0xFF, op) for a in answers)
    return (answers[0].status, answers[0].payload) if answers else None


def test_anybody_finds_the_device(device):
    assert ask(device, FIND, 77) == (DONE, FREE)
    assert ask(device, OPEN, 1) == (DONE, FREE)[:1] + (SERVED,)
    assert ask(device, FIND, 3, OTHER, mac=0x123456789ABC) == (DONE, SERVED)


def test_nobody_is_served_before_an_open(device):
    assert ask(device, READ, 5, count=1, address=LINK_POSITION) == (BUSY, FREE)
    assert ask(device, WRITE, 6, count=1, address=0x40, payload=words([1])) == (BUSY, FREE)
    assert not device.writes()


@pytest.mark.parametrize("other", NEIGHBOURS)
def test_one_host_at_a_time(device, other):
    assert ask(device, OPEN, 10)[0] == DONE
    for op in (OPEN, CLOSE, READ, WRITE, IN, OUT):
        assert ask(device, op, 11, other, count=1, payload=words([1]) if op == WRITE else b"") == (BUSY, SERVED)
    assert ask(device, WRITE, 11, count=1, address=0x40, payload=words([7])) == (DONE, b"")
    assert device.writes() == [(0x40, 7)] and not device.beats()
    assert ask(device, CLOSE, 12)[0] == DONE
    assert ask(device, READ, 13, count=1) == (BUSY, FREE)
    assert ask(device, OPEN, 1, other)[0] == DONE


@pytest.mark.parametrize("base", [0, 1000, 0xFFFFFFFE, 0x7FFFFFFF])
def test_late_and_doubled_datagrams_are_dropped(device, base):
    assert ask(device, OPEN, base)[0] == DONE
    assert ask(device, WRITE, base + 2, count=1, address=0x40, payload=words([2])) == (DONE, b"")
    for number in (base + 2, base + 1, base, base - 1, base + 2 - (1 << 31)):
        assert ask(device, WRITE, number, count=1, address=0x40, payload=words([9])) is None
    assert ask(device, OPEN, base + 1) is None
    assert ask(device, WRITE, base + 3, count=1, address=0x40, payload=words([3])) == (DONE, b"")
    assert device.writes() == [(0x40, 2), (0x40, 3)]


def test_a_silent_host_is_replaced_but_not_forgotten(device):
    assert ask(device, OPEN, 1)[0] == DONE
    device.exchange([], LEASE // 2)
    assert ask(device, OPEN, 1, OTHER) == (BUSY, SERVED)
    device.exchange([], 2 * LEASE)
    assert ask(device, FIND, 1, OTHER) == (DONE, LEFT)
    assert ask(device, READ, 2, count=1, address=LINK_POSITION)[0] == DONE  # it goes on
    assert ask(device, OPEN, 2, OTHER)[0] == BUSY
    device.exchange([], 2 * LEASE)
    assert ask(device, OPEN, 3, OTHER)[0] == DONE
    assert ask(device, READ, 4, count=1) == (BUSY, SERVED)


def test_address(device):
    assert device.ip == 0xC0A80132
    ask(device, OPEN, 1)
    assert ask(device, WRITE, 2, count=1, address=LINK_IP, payload=words([0x0A000001])) == (DONE, b"")
    assert device.ip == 0x0A000001  # within 15 us of its request
    assert ask(device, READ, 3, count=1, address=LINK_IP) == (DONE, words([0x0A000001]))


@pytest.mark.parametrize("length", range(1, 40))
def test_malformed_datagrams_get_no_answer(device, rng, length):
    ask(device, OPEN, 1)
    good = body(2, WRITE, 1, 0x40, 2, words([5]))
    for data in (good[:length], bytes(length), rng.bytes(length), b"\xFF" * length):
        if data != good:
            assert not device.exchange([Packet(*HOST, data)], 500)
    for word in range(1, 6):  # the core may say it before the last one
        assert not device.exchange([Packet(*HOST, good, damaged=word)], 500)
    assert not device.writes()
    assert ask(device, WRITE, 2, count=1, address=0x40, payload=words([5])) == (DONE, b"")


def test_a_late_copy_of_a_session_is_dropped(device):
    """All of it comes again after its end, where the host has come back from another place."""
    session = [(OPEN, 1, b""), (WRITE, 2, words([7])), (WRITE, 3, words([8])), (CLOSE, 4, b"")]
    for op, number, payload in session:
        assert ask(device, op, number, count=len(payload) // 4, address=0x40, payload=payload)[0] == DONE
    for op, number, payload in session:
        assert ask(device, op, number, count=len(payload) // 4, address=0x40, payload=payload) == (BUSY, FREE)
    assert device.writes() == [(0x40, 7), (0x40, 8)]
    assert ask(device, OPEN, 5)[0] == DONE


@pytest.mark.parametrize("closes", [True, False])
def test_a_host_that_was_restarted_is_served_when_the_lease_has_expired(device, closes):
    """Its clock, and so its numbers, began anew."""
    assert ask(device, OPEN, 1000)[0] == DONE
    if closes:
        assert ask(device, CLOSE, 1001)[0] == DONE
    assert ask(device, OPEN, 5) == ((BUSY, FREE) if closes else None)
    device.exchange([], 2 * LEASE)
    assert ask(device, OPEN, 6)[0] == DONE


@pytest.mark.parametrize("op", [FIND, OPEN, READ, READ | BUSY << 4, CLOSE | BUSY << 4, OPEN | BUSY << 4])
def test_answers_get_no_answer(device, op):
    """Two devices would answer each other for ever: what another device sends, or has the status of an answer."""
    if op < 16:
        assert ask(device, op, 1, (HOST[0], PORT)) is None
        ask(device, OPEN, 2)
    else:
        assert ask(device, op, 1) is None
    assert ask(device, op, 3, (OTHER[0], PORT)) is None


@pytest.mark.parametrize("ops", [(FIND, FIND), (FIND, OPEN), (READ, FIND)])
def test_each_answer_goes_to_its_own_asker(device, ops):
    """Two ask within the time of an answer: the second gets none, or its own."""
    for wait in range(60):
        asked = [Packet(0xC0A80110 + n, 5000 + n, body(n, op, 0, 0, n), 0x0200AA000000 * (n + 1), wait=wait * n)
                 for n, op in enumerate(ops)]
        got = device.exchange(asked, 2000)
        assert got and all((p.ip, p.port, p.mac) == (asked[reply(p.data).seq].ip, asked[reply(p.data).seq].port,
                                                     asked[reply(p.data).seq].mac) for p in got)
        device.exchange([], 2 * LEASE)


def test_a_long_stream_does_not_keep_others_from_an_answer(device):
    """Bodies of the link and of the session leave in turns."""
    ask(device, OPEN, 0)
    stream = [Packet(*HOST, body(1 + n, OUT, 486, 486 * n, 1 + n)) for n in range(10)]
    find = Packet(*OTHER, body(99, FIND, 0, 0, 99), wait=1500)
    order = [reply(p.data).seq for p in device.exchange([*stream, find], 20_000)]
    assert sorted(order) == [*range(1, 11), 99] and order.index(99) < 3


@pytest.mark.parametrize("length", [1472, 1900, 2047])
def test_long_datagrams(device, length):
    """An operation that does not exist is malformed."""
    ask(device, OPEN, 1)
    assert ask(device, 15, 2, payload=os.urandom(length - 14)) == (MALFORMED, b"")
    assert ask(device, READ, 3, count=1, address=LINK_POSITION) == (DONE, words([0]))


def test_more_than_the_fifo_holds_is_dropped(device):
    """A host that sends four times what it may have in flight loses whole requests, and the next ones are served."""
    sent = 45
    ask(device, OPEN, 0)
    device.pauses(registers=0.95)
    payload = {n: words(range(364 * n, 364 * n + 364)) for n in range(1, sent + 1)}
    burst = [Packet(*HOST, body(n, WRITE, 364, 0x40, n, payload[n])) for n in payload]
    answers = [reply(p.data) for p in device.exchange(burst, 300_000)]
    device.pauses()
    done = [a.number for a in answers]
    assert all(a.status == DONE for a in answers) and done == sorted(set(done)) and 10 <= len(done) < sent
    wanted = [(0x40 + 4 * i, 364 * n + i) for n in done for i in range(364)]
    assert device.writes() == wanted
    assert ask(device, WRITE, sent + 1, count=1, address=0x40, payload=words([7])) == (DONE, b"")
    assert device.writes() == [*wanted, (0x40, 7)]


def test_an_answer_that_fits_into_no_frame_is_not_sent(device):
    """It is dropped, and the one after it comes."""
    ask(device, OPEN, 1)
    packets = [Packet(*HOST, body(n, READ, count, 0x40, n)) for n, count in ((2, 256), (3, 365), (4, 364), (5, 4))]
    answers = [reply(p.data) for p in device.exchange(packets, 60_000)]
    assert [(a.number, len(a.payload)) for a in answers] == [(2, 1024), (4, 1456), (5, 16)]


@pytest.mark.parametrize("ways", [(IN,), (OUT,), (IN, OUT)])
def test_payload_moves_at_nine_tenths_of_a_byte_a_cycle(device, ways):
    """At 100 MHz these are 90 MB/s in each direction, at the same time, with as much in flight as the ring holds."""
    beats, rounds, flight = 486, 60, 10
    ask(device, OPEN, 0)
    sent = os.urandom(3 * beats * rounds)
    parts = {IN: [sent[3 * beats * n:3 * beats * (n + 1)] for n in range(rounds)], OUT: [b""] * rounds}
    number, posted, got = 0, 0, []
    before = device.cycles
    while len(got) < rounds * len(ways):
        packets = []
        while posted < rounds and posted - len(got) // len(ways) < flight:
            for op in ways:
                number += 1
                packets.append(Packet(*HOST, body(number, op, beats, posted * beats, number, parts[op][posted])))
            posted += 1
        got += device.exchange(packets, 20)
        assert device.cycles - before < 200_000
    assert all(reply(p.data).status == DONE for p in got)
    assert b"".join(beat.to_bytes(3, "little") for beat in device.beats()) == (sent if IN in ways else b"")
    rate = 3 * beats * rounds / (device.cycles - before)
    print(f"{rate:.3f} bytes a cycle each way")
    assert rate >= 0.9
