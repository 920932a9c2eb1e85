# Python binding of the array models (sim/orb_model.h).
# SPDX-License-Identifier: Apache-2.0
import ctypes
from ctypes import POINTER, c_char_p, c_int, c_int32, c_size_t, c_uint32, c_uint64, c_void_p

import numpy as np
from configs import folder_of
from registers import address, decode, encode

ABI = 2
LASTS = 64  # cubes of a run of which the end is kept


class Transfer(ctypes.Structure):
    _fields_ = [("in_", POINTER(c_int32)), ("in_count", c_size_t), ("in_done", c_size_t),
                ("out", POINTER(c_int32)), ("out_count", c_size_t), ("out_done", c_size_t),
                ("max_cycles", c_uint64), ("in_stall", c_uint32), ("out_stall", c_uint32), ("seed", c_uint32),
                ("last", POINTER(c_uint64)), ("last_room", c_size_t), ("lasts", c_size_t)]


class Api(ctypes.Structure):
    _fields_ = [("abi", c_int), ("name", c_char_p),
                ("open", ctypes.CFUNCTYPE(c_void_p, c_char_p)),
                ("close", ctypes.CFUNCTYPE(None, c_void_p)),
                ("reset", ctypes.CFUNCTYPE(None, c_void_p)),
                ("read", ctypes.CFUNCTYPE(c_uint32, c_void_p, c_uint32)),
                ("write", ctypes.CFUNCTYPE(None, c_void_p, c_uint32, c_uint32)),
                ("run", ctypes.CFUNCTYPE(c_int, c_void_p, POINTER(Transfer))),
                ("cycles", ctypes.CFUNCTYPE(c_uint64, c_void_p))]


class Timeout(Exception):
    """The core did not take or give all words in the cycles allowed."""


class Model:
    """One instance of a model; use it in a with statement. kind: 'sim' or 'hls', name: 'p4_b8_f4_w18'."""

    def __init__(self, kind, name, trace=None, folder=None):
        library = ctypes.CDLL(str((folder or folder_of(name)) / f"orb_{kind}_{name}.so"))
        library.orb_model_get.restype = POINTER(Api)
        self.api = library.orb_model_get().contents
        if self.api.abi != ABI:
            raise ValueError(f"model interface {self.api.abi}, expected {ABI}")
        self.handle = self.api.open(str(trace).encode() if trace else None)
        if not self.handle:
            raise MemoryError(name)
        for register in ("ARRAY", "FORMAT", "CAPS", "LATENCY", "LINKS", "INTERLEAVE"):
            for key, value in self.fields(register).items():
                setattr(self, key, value)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.api.close(self.handle)
        self.handle = None

    def read(self, name, index=0):
        return self.api.read(self.handle, address(name, index))

    def read64(self, name):
        return self.read(name + "_LO") | self.read(name + "_HI") << 32

    def fields(self, name, index=0):
        return decode(name, self.read(name, index))

    def write(self, name, value, index=0):
        self.api.write(self.handle, address(name, index), value)

    def reset(self):
        self.api.reset(self.handle)

    def cycles(self):
        """Clock cycles since the model was opened."""
        return self.api.cycles(self.handle)

    def program(self, descriptors, block, repeat=1, ring=None):
        """Writes descriptors, (low, high) words as the functions of program.py make them, and starts them, on tori of
        `ring` nodes a side, of all unless said."""
        for index, (low, high) in enumerate(descriptors):
            self.write("PROGRAM_LO", low, index)
            self.write("PROGRAM_HI", high, index)
        self.write("BLOCK", encode("BLOCK", b1=block[0], b2=block[1], b3=block[2]))
        self.write("REPEAT", repeat)
        self.write("TORUS", ring or self.p)
        self.write("CONTROL", encode("CONTROL", start=1))

    def attempt(self, words=(), count=0, max_cycles=50_000_000, in_stall=0.0, out_stall=0.0, seed=0):
        """Sends words, receives count words; stalls are chances a cycle, 0..1.
        Returns (True when all went and the core is idle, how many words it took, the words that came); `lasts` then
        holds the cycle in which each cube's last word came."""
        words = np.ascontiguousarray(words, dtype=np.int32).ravel()
        result = np.zeros(count, dtype=np.int32)
        lasts = np.zeros(LASTS, dtype=np.uint64)
        transfer = Transfer(words.ctypes.data_as(POINTER(c_int32)), words.size, 0,
                            result.ctypes.data_as(POINTER(c_int32)), count, 0,
                            max_cycles, int(in_stall * 65536), int(out_stall * 65536), seed & 0xFFFFFFFF,
                            lasts.ctypes.data_as(POINTER(c_uint64)), LASTS, 0)
        complete = self.api.run(self.handle, ctypes.byref(transfer)) == 0
        self.lasts = lasts[:transfer.lasts]
        return complete, transfer.in_done, result[:transfer.out_done]

    def run(self, words=(), count=0, **options):
        """As attempt, but all has to go. Returns the words that came."""
        complete, sent, result = self.attempt(words, count, **options)
        if not complete:
            raise Timeout(f"{sent} of {np.size(words)} words sent, {result.size} of {count} received, "
                          f"status {self.fields('STATUS')}")
        return result
