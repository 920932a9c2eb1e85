# A board with the Ethernet core that liteeth generates, on the simulated network, datagram by datagram.
# SPDX-License-Identifier: Apache-2.0
import subprocess
from pathlib import Path

import pytest
from ethernet import ADDRESS, Network, Peer
from link_frames import DONE, MALFORMED, READ, WRITE, words
from udp_model import OPEN, body, reply

LINK_ID, LINK_IP = 0xF00, 0xF18
LINK_ID_VALUE = 0x4F52424C
TURN = 30  # microseconds from an answer to the next request of a fast computer


@pytest.fixture
def peer():
    with Network() as network, Peer(network) as one:
        one.wait(100)  # the board starts
        assert reply(one.ask(body(0, OPEN, 0, 0, 0))).status == DONE
        yield one
    assert network.report["bad"] == 0


@pytest.mark.parametrize("length", range(14, 48))
def test_a_body_of_any_length_comes_whole(peer, length):
    """Short frames are padded. The operation does not exist, so the answer says that it is malformed."""
    answer = peer.ask(body(1, 15, 0, 0, 1, bytes(range(length - 14))))
    assert answer and reply(answer).status == MALFORMED


def test_the_new_address_answers_the_first_request(peer):
    """A computer asks for an address only once a second."""
    new = "127.0.0.60"
    assert reply(peer.ask(body(1, WRITE, 1, LINK_IP, 1, words([0x7F00003C])))).status == DONE
    peer.wait(TURN)
    answer = peer.ask(body(2, READ, 1, LINK_ID, 2), new)
    assert answer and reply(answer).payload == words([LINK_ID_VALUE])
    assert peer.ask(body(3, READ, 1, LINK_ID, 3), ADDRESS) is None


def test_each_short_frame_is_padded(build, seed, rng):
    """Whatever went before it."""
    lengths = [59, 42, *(int(n) for n in rng.integers(14, 70, 200))]
    done = subprocess.run([build / "venv-eth/bin/python", Path(__file__).with_name("pad_frames.py"), str(seed),
                           *map(str, lengths)], capture_output=True, text=True, check=True)
    assert [int(n) for n in done.stdout.split()] == [max(n, 60) for n in lengths]
