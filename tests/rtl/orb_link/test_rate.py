# How many cycles the byte link takes for payload: it has to keep up with the ports.
# SPDX-License-Identifier: Apache-2.0
import pytest
from link_frames import DONE, IN, OUT, request
from link_model import BEAT, REPLAY, LinkModel, beat_out

FRAMES = 40
MOST = (1 << REPLAY) // 2  # beats of a request

pytestmark = pytest.mark.quick


def cycles_for(link, frames):
    """Until the last of the answers, of which each frame must have one."""
    before, answers = link.cycles, []
    answers += link.ask(b"".join(frames), 0)
    while len(answers) < len(frames):
        answers += link.ask(b"", 1)
        assert link.cycles - before < 100_000, "an answer does not come"
    assert all(a.status == DONE for a in answers)
    return link.cycles - before, answers


@pytest.mark.parametrize("beats", [16, 100])
def test_payload_comes_in_at_one_byte_a_cycle(seed, rng, beats):
    """Each frame costs at most 40 cycles besides its payload, and each beat none."""
    with LinkModel(seed, "fifo") as link:
        data = [rng.bytes(beats * BEAT) for _ in range(FRAMES)]
        cycles, _ = cycles_for(link, [request(n, IN, beats, n * beats, part) for n, part in enumerate(data)])
        assert b"".join(beat.to_bytes(BEAT, "little") for beat in link.beats()) == b"".join(data)
        assert cycles <= FRAMES * (beats * BEAT + 40)


@pytest.mark.parametrize("beats", [4, MOST])
def test_payload_goes_out_at_one_byte_a_cycle(seed, beats):
    """Each answer costs at most 20 cycles besides; the beats of an answer are fetched while the one before is sent."""
    with LinkModel(seed, "fifo") as link:
        cycles, answers = cycles_for(link, [request(n, OUT, beats, n * beats) for n in range(FRAMES)])
        expected = b"".join(beat_out(n).to_bytes(BEAT, "little") for n in range(FRAMES * beats))
        assert b"".join(a.payload for a in answers) == expected
        assert cycles <= FRAMES * (beats * BEAT + 20) + 200
