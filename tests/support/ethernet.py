# The simulated network of sim/ethernet, for tests.
# SPDX-License-Identifier: Apache-2.0
import os
import socket
import struct
import sys

from sources import ROOT

sys.path.insert(0, str(ROOT / "sim/ethernet"))
from simulated_network import ADDRESS, FAULTS, Network  # noqa: E402

__all__ = ["ADDRESS", "FAULTS", "Network", "Peer"]


class Peer:
    """A program on the simulated network that sends and receives datagrams as they are; use it in a with statement."""

    def __init__(self, network):
        self.port, self.now = network.port, 0
        self.clock = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self.clock.connect(str(network.clock))
        self.datagrams = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self.datagrams.bind(("127.0.0.1", 0))
        self.datagrams.setblocking(False)
        self.mirror = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self.mirror.bind(("127.0.0.1", 0))
        self.mirror.connect(self.mirror.getsockname())

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.clock.close()
        self.datagrams.close()
        self.mirror.close()

    def wait(self, microseconds):
        """Until that time has passed, or a datagram has come."""
        self.clock.send(struct.pack("=QQ", self.now, self.now + int(1000 * microseconds)))
        self.now, = struct.unpack("=Q", self.clock.recv(8))

    def send(self, data, address=ADDRESS):
        usual = os.sched_getaffinity(0)
        os.sched_setaffinity(0, {min(usual)})
        self.datagrams.sendto(data, (address, self.port))
        self.mirror.send(b"0")  # on one processor, what was sent before it has arrived when it has; see loopback.h
        self.mirror.recv(1)
        os.sched_setaffinity(0, usual)

    def receive(self, microseconds=1000):
        """The next datagram, None if none comes in that time."""
        until = self.now + 1000 * microseconds
        while True:
            try:
                return self.datagrams.recv(2048)
            except BlockingIOError:
                if self.now >= until:
                    return None
                self.wait((until - self.now) / 1000)

    def ask(self, data, address=ADDRESS):
        """Sends a datagram, and returns what comes next."""
        self.send(data, address)
        return self.receive()
