# Frames of the byte link as docs/link.md has them, with the COBS of PyPI's cobs and zlib's CRC-32.
# SPDX-License-Identifier: Apache-2.0
import struct
import zlib
from dataclasses import dataclass

from cobs import cobs

READ, WRITE, IN, OUT = range(4)
DONE, REFUSED, ELSEWHERE, MALFORMED = range(4)
HEADER = struct.Struct("<BBHH")  # sequence number, operation and status, count, address or position


@dataclass(frozen=True)
class Answer:
    seq: int
    op: int
    status: int
    count: int
    address: int
    payload: bytes

    def words(self):
        return list(struct.unpack(f"<{len(self.payload) // 4}I", self.payload))


def body(seq, op, count, address, payload=b""):
    """A request's body without its checksum."""
    return HEADER.pack(seq & 0xFF, op, count, address & 0xFFFF) + payload


def framed(plain):
    """A body as it goes over the port, checksum and delimiter included."""
    return cobs.encode(plain + struct.pack("<I", zlib.crc32(plain))) + b"\0"


def request(*arguments, **named):
    return framed(body(*arguments, **named))


def words(values):
    return struct.pack(f"<{len(values)}I", *values)


def answer(encoded):
    """The answer in a frame without its delimiter, None where the frame is not intact."""
    try:
        plain = cobs.decode(encoded)
    except cobs.DecodeError:
        return None
    if len(plain) < HEADER.size + 4 or zlib.crc32(plain[:-4]) != struct.unpack("<I", plain[-4:])[0]:
        return None
    seq, op, count, address = HEADER.unpack(plain[:HEADER.size])
    return Answer(seq, op & 15, op >> 4, count, address, plain[HEADER.size:-4])


class Receiver:
    """Finds the answers in a stream of bytes."""

    def __init__(self):
        self.rest = b""
        self.bad = 0

    def feed(self, data):
        *frames, self.rest = (self.rest + data).split(b"\0")
        answers = [answer(frame) for frame in frames if frame]
        self.bad += answers.count(None)
        return [a for a in answers if a]
