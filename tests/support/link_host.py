# A host of the byte link that asks until it is answered: written from docs/link.md alone, slow and simple.
# SPDX-License-Identifier: Apache-2.0
from link_frames import DONE, ELSEWHERE, IN, OUT, READ, REFUSED, WRITE, request, words

LINK_LAST = 0xF0C
SLICE = 150  # cycles between two looks at what has come
SLICES = 30  # looks before a request is repeated


class Silent(Exception):
    """No answer to any of many tries."""


class Host:
    """`port` has ask(bytes, cycles), which returns the answers that came; `beat` is the size of one in bytes; after
    so many tries without success the device counts as silent."""

    def __init__(self, port, beat, replay, most_tries=40):
        self.port, self.beat, self.replay, self.limit = port, beat, replay, most_tries
        self.seq, self.last_write = 0, None
        self.frames = self.tries = self.most_tries = 0
        self.sent = self.fetched = 0  # positions of the streams

    def number(self, writes=False):
        self.seq = (self.seq + 1) & 0xFF
        if writes and self.seq == self.last_write:
            self.seq = (self.seq + 1) & 0xFF
        if writes:
            self.last_write = self.seq
        return self.seq

    def exchange(self, frames, wanted):
        """Sends frames and waits until `wanted` has said of as many answers as there are frames that they are meant."""
        self.frames += len(frames)
        answers = []
        data = b"".join(frames)
        for _ in range(SLICES):
            answers += [a for a in self.port.ask(data, SLICE) if wanted(a)]
            if len(answers) >= len(frames):
                break
            data = b""
        return answers

    def ask(self, op, count, address, payload=b""):
        """One request, repeated until it is answered."""
        seq = self.number(op == WRITE)
        for tries in range(1, self.limit + 1):
            self.tries += 1
            self.most_tries = max(self.most_tries, tries)
            frame = request(seq, op, count, address, payload)
            answers = self.exchange([b"\0" + frame if tries > 1 else frame], lambda a: (a.seq, a.op) == (seq, op))
            if answers:
                return answers[-1]
        raise Silent(f"operation {op}, number {seq}")

    def connect(self):
        valid_seq, = self.ask(READ, 1, LINK_LAST).words()
        self.last_write = valid_seq & 0xFF if valid_seq >> 8 else None

    def read(self, address, count):
        got = self.ask(READ, count, address)
        assert got.count == count and got.address == address and got.status in (DONE, REFUSED)
        return got.words(), got.status

    def write(self, address, values):
        got = self.ask(WRITE, len(values), address, words(values))
        assert got.count == len(values) and got.status in (DONE, REFUSED)
        return got.status

    def send(self, beats, sizes):
        """Sends all beats, the frames of `sizes` beats in flight together."""
        done = idle = 0
        while done < len(beats):
            frames, at, numbers = [], done, []
            for size in sizes():
                part = beats[at:at + size]
                if part:
                    numbers.append(self.number())
                    frames.append(request(numbers[-1], IN, len(part), self.sent + at, b"".join(part)))
                    at += len(part)
            self.tries += 1
            answers = self.exchange([b"\0" + frames[0], *frames[1:]], lambda a: a.op == IN and a.seq in numbers)
            for got in answers:
                assert got.status in (DONE, ELSEWHERE)
                idle = 0 if got.address - self.sent & 0xFFFF > done else idle
                done = max(done, got.address - self.sent & 0xFFFF)
            idle += 1
            if idle > self.limit:
                raise Silent("stream in")
        self.sent = self.sent + done & 0xFFFF

    def fetch(self, count):
        """Returns that many beats."""
        beats, idle = [], 0
        while len(beats) < count:
            got = self.ask(OUT, min(count - len(beats), self.replay), self.fetched)
            assert got.status == DONE and got.address == self.fetched & 0xFFFF
            assert len(got.payload) == got.count * self.beat
            beats += [got.payload[n:n + self.beat] for n in range(0, len(got.payload), self.beat)]
            self.fetched = self.fetched + got.count & 0xFFFF
            idle = 0 if got.count else idle + 1
            if idle > self.limit:
                raise Silent("stream out")
        return beats
