# Python binding of the Verilated link with its port for Ethernet (tests/rtl/orb_udp/udp_harness.cpp), and a network.
# SPDX-License-Identifier: Apache-2.0
import ctypes
import random
import struct
import zlib
from collections import Counter
from ctypes import POINTER, c_size_t, c_uint8, c_uint32, c_uint64, c_void_p
from dataclasses import dataclass, replace

from cobs import cobs
from link_frames import HEADER, Answer
from link_model import LinkModel

BEAT, REPLAY, RING = 3, 13, 14  # as tests/rtl/orb_udp/udp_link.v has them; BEAT in bytes
FIND, OPEN, CLOSE = 4, 5, 6
BUSY = 4
ROOM = 256  # datagrams
NUMBER = struct.Struct("<I")


class Datagram(ctypes.Structure):
    _fields_ = [("mac", c_uint64), ("ip", c_uint32), ("port", c_uint32), ("length", c_uint32), ("damaged", c_uint32),
                ("wait", c_uint32), ("data", c_uint8 * 2048)]


@dataclass(frozen=True)
class Packet:
    """A datagram of, or to, one other side; damaged: the core says so with the n-th word from its end, if that is not
    0; wait: cycles before it."""
    ip: int
    port: int
    data: bytes
    mac: int = 0x020000000001
    damaged: int = 0
    wait: int = 0


@dataclass(frozen=True)
class Reply(Answer):
    """An answer with the number of its datagram."""
    number: int


def body(seq, op, count, address, number, payload=b""):
    plain = HEADER.pack(seq & 0xFF, op, count, address & 0xFFFF) + NUMBER.pack(number & 0xFFFFFFFF) + payload
    return plain + NUMBER.pack(zlib.crc32(plain))


def reply(data):
    """The answer in a datagram, None where it is not intact."""
    if len(data) < HEADER.size + 8 or zlib.crc32(data[:-4]) != NUMBER.unpack(data[-4:])[0]:
        return None
    seq, op, count, address = HEADER.unpack(data[:HEADER.size])
    return Reply(seq, op & 15, op >> 4, count, address, data[HEADER.size + 4:-4],
                 NUMBER.unpack_from(data, HEADER.size)[0])


class UdpModel(LinkModel):
    def __init__(self, seed):
        super().__init__(seed, "udp")
        self.api.orb_udp_run.restype = c_size_t
        self.api.orb_udp_run.argtypes = [c_void_p, POINTER(Datagram), c_size_t, POINTER(Datagram), c_size_t, c_uint64]
        self.api.orb_udp_ip.restype = c_uint32
        self.api.orb_udp_ip.argtypes = [c_void_p]
        self.packets = (Datagram * ROOM)()

    def exchange(self, packets, cycles):
        """Sends packets, lets that many cycles go, returns the packets that came."""
        sent = (Datagram * len(packets))()
        for to, packet in zip(sent, packets):
            to.mac, to.ip, to.port, to.length = packet.mac, packet.ip, packet.port, len(packet.data)
            to.damaged, to.wait = packet.damaged, packet.wait
            to.data[:len(packet.data)] = packet.data
        count = self.api.orb_udp_run(self.handle, sent, len(packets), self.packets, ROOM, cycles)
        return [Packet(p.ip, p.port, bytes(p.data[:p.length]), p.mac) for p in self.packets[:count]]

    @property
    def ip(self):
        return self.api.orb_udp_ip(self.handle)


class FaultyNetwork:
    """What a host of the byte link (link_host.py) takes for its port: it sends each body as a datagram, with a number,
    to the device behind a network with faults, among the datagrams of strangers."""
    KINDS = ("lost", "doubled", "late", "swapped", "damaged", "cut", "foreign")

    def __init__(self, model, seed, chances, ip=0xC0A80102, port=5000):
        self.model, self.chances, self.ip, self.port = model, chances, ip, port
        self.random, self.count = random.Random(seed), Counter()
        self.number, self.seen = self.random.getrandbits(32), None
        self.late = {"device": [], "host": []}
        self.bad = 0

    def _hits(self, kind):
        hit = self.random.random() < self.chances.get(kind, 0)
        self.count[kind] += hit
        return hit

    def _strike(self, packets, to):
        """What comes of packets to the device or to the host, some of it later."""
        out, self.late[to] = self.late[to], []
        for packet in packets:
            copies = [packet] * (2 if self._hits("doubled") else 1)
            for one in copies:
                if self._hits("lost"):
                    continue
                if self._hits("damaged"):
                    data = bytearray(one.data)
                    data[self.random.randrange(len(data))] ^= 1 << self.random.randrange(8)
                    one = replace(one, data=bytes(data), damaged=self.random.random() < 0.5)
                if self._hits("cut"):
                    one = replace(one, data=one.data[:self.random.randint(1, len(one.data))], damaged=True)
                if self._hits("late"):
                    self.late[to].append(one)
                elif self._hits("swapped") and out:
                    out.insert(-1, one)
                else:
                    out.append(one)
        return out

    def _foreign(self):
        """A datagram of a stranger, who never asks to be served."""
        data = self.random.choice([
            self.random.randbytes(self.random.randint(1, 2000)),
            body(self.random.randrange(256), self.random.randrange(5), self.random.randrange(30),
                 self.random.randrange(65536), self.number + self.random.randint(1, 1000), self.random.randbytes(90)),
            self.seen or b"\0"])
        if len(data) > 1 and data[1] == OPEN:
            data = b"\0" + data
        other = self.random.choice([(self.ip, self.port + 1), (self.ip + 1, self.port), (self.ip + 9, 99)])
        return Packet(*other, data)

    def datagrams(self, frames):
        """The frames of the byte link that are in `frames` as datagrams."""
        for frame in filter(None, frames.split(b"\0")):
            plain = cobs.decode(frame)[:-4]
            self.number = self.number + 1 & 0xFFFFFFFF
            plain = plain[:HEADER.size] + NUMBER.pack(self.number) + plain[HEADER.size:]
            self.seen = plain + NUMBER.pack(zlib.crc32(plain))
            yield Packet(self.ip, self.port, self.seen)

    def say(self, op, cycles=2000):
        """One of the session's own requests; returns the answers to it."""
        self.number = self.number + 1 & 0xFFFFFFFF
        return self._hear(self.model.exchange([Packet(self.ip, self.port, body(1, op, 0, 0, self.number))], cycles))

    def _hear(self, packets):
        answers = [reply(p.data) for p in packets if (p.ip, p.port) == (self.ip, self.port)]
        self.bad += answers.count(None)
        return [a for a in answers if a and self.number - a.number & 0xFFFFFFFF < 32]

    def ask(self, frames, cycles):
        packets = []
        for packet in self._strike(self.datagrams(frames), "device"):
            while self._hits("foreign"):
                packets.append(self._foreign())
            packets.append(packet)
        back = self._strike(self.model.exchange(packets, cycles), "host")
        return self._hear(back)
