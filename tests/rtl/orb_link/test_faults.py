# The byte link under faults of the line and pauses of the core: no word may be wrong, lost or doubled, and all ends.
# SPDX-License-Identifier: Apache-2.0
import random

import pytest
from link_faults import Line
from link_frames import DONE, REFUSED
from link_host import Host
from link_model import BEAT, REPLAY, RING, LinkModel, beat_out

REFUSED_FROM = 0x800
KEPT = (0x40, 0x200)  # registers that the test writes and reads


class FaultyPort:
    """The device behind two lines with faults."""

    def __init__(self, model, seed, chances, each_byte):
        self.model = model
        self.to_device = Line(seed, chances, each_byte)
        self.to_host = Line(seed + 1, chances, each_byte)

    def ask(self, data, cycles):
        back = b""
        for piece in self.to_device.carry(data):
            back += self.model.run(piece, self.to_device.random.randint(0, 400))
        back += self.model.run(b"", cycles)
        return self.model.receiver.feed(self.to_host.carry_late(back))


class Job:
    """Random requests, with a record of what must come of them."""

    def __init__(self, host, seed):
        self.host, self.random = host, random.Random(seed)
        self.registers, self.writes, self.beats, self.fetched = {}, [], [], 0

    def write(self):
        count = self.random.randint(1, 20)
        address = self.random.randrange(*KEPT, 4) if self.random.random() < 0.9 else REFUSED_FROM - 4
        values = [self.random.choice([0, self.random.getrandbits(32)]) for _ in range(count)]
        refused = address + 4 * count > REFUSED_FROM
        assert self.host.write(address, values) == (REFUSED if refused else DONE)
        places = [address + 4 * n for n in range(count)]
        self.writes += zip(places, values)
        self.registers |= {place: value for place, value in zip(places, values) if place < REFUSED_FROM}

    def read(self):
        count = self.random.randint(1, 20)
        address = self.random.randrange(*KEPT, 4)
        values, status = self.host.read(address, count)
        assert status == DONE
        assert values == [self.registers.get(address + 4 * n, 0) for n in range(count)]

    def send(self):
        count = self.random.randint(1, 120)
        beats = [self.random.choice([bytes(BEAT), self.random.randbytes(BEAT)]) for _ in range(count)]
        most = ((1 << RING) // 4 - 10) // BEAT
        self.host.send(beats, lambda: [self.random.randint(1, most) for _ in range(self.random.randint(1, 4))])
        self.beats += beats

    def fetch(self):
        count = self.random.randint(1, 2 << REPLAY)
        expected = [beat_out(self.fetched + n).to_bytes(BEAT, "little") for n in range(count)]
        assert self.host.fetch(count) == expected
        self.fetched += count


def torture(seed, frames, chances, each_byte=False, port="uart"):
    """Returns the cycles a frame."""
    with LinkModel(seed, port) as model:
        model.pauses(byte_in=0.01, byte_out=0.01, registers=0.1, beat_in=0.1, beat_out=0.1, longer=0.0005)
        line = FaultyPort(model, seed, chances, each_byte)
        host = Host(line, BEAT, 1 << REPLAY, most_tries=1000 if each_byte else 40)
        host.connect()
        job = Job(host, seed)
        while host.frames < frames:
            job.random.choice([job.write, job.read, job.send, job.fetch])()
        faults = line.to_device.count + line.to_host.count
        print(f"{host.frames} frames, {model.cycles} cycles, {model.dropped} dropped by the device, "
              f"{model.receiver.bad} by the host, at most {host.most_tries} tries, {dict(faults)}")
        assert model.writes() == job.writes
        assert model.beats() == [int.from_bytes(beat, "little") for beat in job.beats]
        assert model.rule == 0
        assert all(faults[kind] > 0 for kind in chances), "a fault that never was"
        return model.cycles / host.frames


ALL = dict.fromkeys(("lost", "flipped", "doubled", "delayed", "cut", "repeated", "noise"), 0.01)


@pytest.mark.parametrize("port", ["uart", "fifo"])
def test_ten_thousand_frames_with_each_fault_in_one_of_a_hundred(seed, port):
    assert torture(seed, 10_000, ALL, port=port) < 3000


def test_each_fault_in_one_of_a_hundred_bytes(seed):
    """Of the longer frames few come through."""
    torture(seed, 1_000, ALL, each_byte=True)


@pytest.mark.quick
@pytest.mark.parametrize("kind", ALL)
def test_one_fault_often(seed, kind):
    torture(seed, 300, {kind: 0.3})


def test_no_fault(seed):
    """Nothing is tried twice, and nothing dropped."""
    with LinkModel(seed) as model:
        host = Host(FaultyPort(model, seed, {}, False), BEAT, 1 << REPLAY)
        job = Job(host, seed)
        while host.frames < 300:
            job.random.choice([job.write, job.read, job.send, job.fetch])()
        assert host.most_tries == 1 and model.dropped == 0 and model.receiver.bad == 0
