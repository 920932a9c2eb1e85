# A line that loses, changes, doubles and delays what goes over it.
# SPDX-License-Identifier: Apache-2.0
import random
from collections import Counter

KINDS = ("lost", "flipped", "doubled", "delayed", "cut", "repeated", "noise")


class Line:
    """One direction. `chances` maps kinds of faults to their chance; those of single bytes (lost, flipped, doubled,
    delayed) are per frame, or per byte if `each_byte`, the others (cut short, repeated, noise before it) per frame."""

    def __init__(self, seed, chances, each_byte=False):
        self.random = random.Random(seed)
        self.chances, self.each_byte = chances, each_byte
        self.late = b""  # bytes that come with the next frames
        self.rest = b""
        self.count = Counter()

    def _hits(self, kind):
        hit = self.random.random() < self.chances.get(kind, 0)
        self.count[kind] += hit
        return hit

    def _places(self, kind, length):
        if self.each_byte:
            return [n for n in range(length) if self._hits(kind)]
        return [self.random.randrange(length)] if length and self._hits(kind) else []

    def _frame(self, frame):
        """Yields what becomes of a frame, in pieces between which time passes."""
        data = [bytes([byte]) for byte in frame]
        for n in self._places("lost", len(data)):
            data[n] = b""
        for n in self._places("flipped", len(data)):
            data[n] = bytes(byte ^ 1 << self.random.randrange(8) for byte in data[n])
        for n in self._places("doubled", len(data)):
            data[n] *= 2
        stops = self._places("delayed", len(data))
        if self._hits("cut"):
            del data[self.random.randrange(len(data)):]
        if self._hits("repeated"):
            data *= 2
        if self._hits("noise"):
            data.insert(0, self.random.randbytes(self.random.randint(1, 8)))
        start = 0
        for stop in sorted({*(stop for stop in stops if stop < len(data)), len(data)}):
            yield b"".join(data[start:stop])
            start = stop

    def carry(self, data):
        """What comes out of the line, in pieces between which time passes. Frames may be given in parts."""
        *frames, self.rest = (self.rest + data).split(b"\0")
        for frame in frames:
            yield from self._frame(frame + b"\0")

    def carry_late(self, data):
        """The same, but what has to wait waits until it is called again, and may then be too late for an answer."""
        out, self.late = self.late, b""
        for piece in self.carry(data):
            if self.late:
                self.late += piece
            elif self.random.random() < self.chances.get("delayed", 0):
                self.late = piece
            else:
                out += piece
        return out
