# Python binding of the Verilated byte link (tests/rtl/orb_link/link_harness.cpp).
# SPDX-License-Identifier: Apache-2.0
import ctypes
from ctypes import POINTER, byref, c_char_p, c_size_t, c_uint32, c_uint64, c_void_p

from link_frames import Receiver
from sources import ROOT

RING, REPLAY, STALL, BEAT = 9, 5, 8, 3  # as tests/rtl/orb_link/link_tests.mk has them; BEAT in bytes
ROOM = 1 << 20
PORTS = {"uart": "orb_link.so", "fifo": "orb_link_fifo.so", "udp": "orb_udp.so"}


class Chances(ctypes.Structure):
    """Of a pause in each cycle, of 65536: `longer` is that of a pause longer than 2^STALL."""
    _fields_ = [(name, c_uint32) for name in ("byte_in", "byte_out", "registers", "beat_in", "beat_out", "longer")]


class Write(ctypes.Structure):
    _fields_ = [("address", c_uint32), ("data", c_uint32)]


def beat_out(number):
    """The beat of that number that the core offers."""
    return number * 0x9E3779 & 0xFFFFFF


class LinkModel:
    """One instance, of a port in PORTS; use it in a with statement."""

    def __init__(self, seed, port="uart"):
        api = self.api = ctypes.CDLL(str(ROOT / "build/tests/rtl" / PORTS[port]))
        api.orb_link_open.restype = c_void_p
        api.orb_link_open.argtypes = [c_uint32]
        api.orb_link_close.argtypes = [c_void_p]
        api.orb_link_reset.argtypes = [c_void_p, c_uint32, c_uint32]
        api.orb_link_resetting.argtypes = [c_void_p]
        api.orb_link_pauses.argtypes = [c_void_p, POINTER(Chances)]
        if port != "udp":
            api.orb_link_run.restype = c_size_t
            api.orb_link_run.argtypes = [c_void_p, c_char_p, c_size_t, c_char_p, c_size_t, c_uint64]
            api.orb_link_break.argtypes = api.orb_link_rate.argtypes = [c_void_p]
        for name in ("orb_link_cycles", "orb_link_dropped"):
            getattr(api, name).restype = c_uint64
            getattr(api, name).argtypes = [c_void_p]
        for name in ("orb_link_writes_before", "orb_link_beats_before"):
            getattr(api, name).restype = c_size_t
            getattr(api, name).argtypes = [c_void_p]
        api.orb_link_rule.argtypes = [c_void_p]
        for name, kind in (("orb_link_writes", Write), ("orb_link_beats", c_uint32)):
            getattr(api, name).restype = c_size_t
            getattr(api, name).argtypes = [c_void_p, POINTER(POINTER(kind))]
        self.out = ctypes.create_string_buffer(ROOM)
        self.receiver = Receiver()
        self.handle = api.orb_link_open(seed & 0xFFFFFFFF)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.api.orb_link_close(self.handle)

    def pauses(self, **chances):
        """Chances 0..1, 0 for those left out."""
        self.api.orb_link_pauses(self.handle, byref(Chances(**{k: int(v * 65536) for k, v in chances.items()})))

    def run(self, data=b"", cycles=0):
        """Sends bytes, lets that many cycles go, returns the bytes that came."""
        count = self.api.orb_link_run(self.handle, data, len(data), self.out, ROOM, cycles)
        return ctypes.string_at(self.out, count)

    def ask(self, data=b"", cycles=2000):
        """The same, returns the answers among what came."""
        return self.receiver.feed(self.run(data, cycles))

    def reset(self, after, cycles=16):
        """Resets link and core after that many cycles, whatever they do then; what was recorded stays."""
        self.api.orb_link_reset(self.handle, after, cycles)

    @property
    def resetting(self):
        """A reset is due, or lasts."""
        return self.api.orb_link_resetting(self.handle) > 0

    @property
    def writes_since_reset(self):
        """Those that the core got after the latest reset."""
        return self.writes()[self.api.orb_link_writes_before(self.handle):]

    @property
    def beats_since_reset(self):
        return self.beats()[self.api.orb_link_beats_before(self.handle):]

    def line_break(self):
        self.api.orb_link_break(self.handle)

    @property
    def rule(self):
        return self.api.orb_link_rule(self.handle)

    @property
    def rate(self):
        return self.api.orb_link_rate(self.handle)

    @property
    def cycles(self):
        return self.api.orb_link_cycles(self.handle)

    @property
    def dropped(self):
        return self.api.orb_link_dropped(self.handle)

    def writes(self):
        """(address, word) of all register writes that the core got."""
        first = POINTER(Write)()
        count = self.api.orb_link_writes(self.handle, byref(first))
        return [(w.address, w.data) for w in first[:count]]

    def beats(self):
        """All beats that the core took."""
        first = POINTER(c_uint32)()
        count = self.api.orb_link_beats(self.handle, byref(first))
        return first[:count]
