# The link over Ethernet under faults of the network, foreign traffic and pauses of the core: no word may be wrong, lost
# or doubled, and all ends.
# SPDX-License-Identifier: Apache-2.0
import sys
from pathlib import Path

import pytest
from link_frames import DONE
from link_host import Host
from udp_model import BEAT, OPEN, FaultyNetwork, UdpModel

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "orb_link"))
from test_faults import Job  # noqa: E402

MOST = 400  # beats of a request, which have to fit into a datagram
ALL = dict.fromkeys(FaultyNetwork.KINDS, 0.01)


def torture(seed, frames, chances):
    """Returns the cycles a frame."""
    with UdpModel(seed) as model:
        model.pauses(byte_in=0.01, byte_out=0.01, registers=0.1, beat_in=0.1, beat_out=0.1, longer=0.0005)
        network = FaultyNetwork(model, seed, chances)
        assert [a.status for a in network.say(OPEN)] == [DONE]
        host = Host(network, BEAT, MOST)
        host.connect()
        job = Job(host, seed)
        while host.frames < frames:
            job.random.choice([job.write, job.read, job.send, job.fetch])()
        print(f"{host.frames} frames, {model.cycles} cycles, {model.dropped} dropped by the link, "
              f"at most {host.most_tries} tries, {dict(network.count)}")
        assert model.writes() == job.writes
        assert model.beats() == [int.from_bytes(beat, "little") for beat in job.beats]
        assert model.rule == 0
        assert all(network.count[kind] > 0 for kind in chances), "a fault that never was"
        return model.cycles / host.frames


def test_ten_thousand_frames_with_each_fault_in_one_of_a_hundred(seed):
    assert torture(seed, 10_000, ALL) < 3000


@pytest.mark.quick
@pytest.mark.parametrize("kind", ALL)
def test_one_fault_often(seed, kind):
    torture(seed, 300, {kind: 0.3})


def test_the_seed_repeats_a_run(seed):
    """Each chance is so large that every fault occurs among the few frames."""
    chances = dict.fromkeys(ALL, 0.05)
    assert torture(seed, 300, chances) == torture(seed, 300, chances)


@pytest.mark.quick
def test_no_fault(seed):
    """Nothing is tried twice, and nothing dropped."""
    with UdpModel(seed) as model:
        network = FaultyNetwork(model, seed, {})
        network.say(OPEN)
        host = Host(network, BEAT, MOST)
        host.connect()
        job = Job(host, seed)
        while host.frames < 300:
            job.random.choice([job.write, job.read, job.send, job.fetch])()
        assert host.most_tries == 1 and model.dropped == 0 and network.bad == 0
