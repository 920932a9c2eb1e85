# SPDX-License-Identifier: Apache-2.0
"""The C library: where it is, what it declares, and its errors as exceptions. A test compares this with orbital.h."""
import contextlib
import ctypes
import os
import threading
import weakref
from pathlib import Path

import numpy as np

STATUS = ("OK", "SATURATED", "INVALID", "NO_MEMORY", "NO_ENGINE", "NO_DEVICE", "WRONG_DEVICE", "TOO_LONG", "BAD_KIND",
          "NOT_ORTHONORMAL", "NOT_FINITE", "CANCELLED", "DEVICE_FAILED", "AMBIGUOUS", "BUSY", "NO_PERMISSION",
          "UNPLUGGED", "SILENT")
KIND = {"dct": 0, "dst": 1, "dht": 2, "dwht": 3, "identity": 4, "matrix": 5, "dft": 6}
NORM = {"ortho": 0, "backward": 1, "forward": 2}
ELEMENT = {np.dtype(name): value for value, name in enumerate(("float32", "float64", "complex64", "complex128"))}
SHIFT = {"auto": 0, "measured": 1, "bound": 2}
FORWARD, INVERSE = 0, 1

Progress = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_size_t, ctypes.c_size_t)


class DeviceInfo(ctypes.Structure):
    _fields_ = [("engine", ctypes.c_char * 64), ("node", ctypes.c_int), ("format", ctypes.c_char * 16),
                *[(name, ctypes.c_uint) for name in ("exponent_bits", "p", "bmax", "bfull", "nbuf", "cbanks", "w", "cw",
                                                     "aw", "ps")],
                ("longest", ctypes.c_size_t),
                *[(name, ctypes.c_uint) for name in ("lanes", "io_words", "instances")],
                ("clock_hz", ctypes.c_double), ("link", ctypes.c_char * 64), ("reserved", ctypes.c_uint64 * 8)]


class PlanDesc(ctypes.Structure):
    _fields_ = [("n", ctypes.c_size_t * 3), ("block", ctypes.c_size_t * 3), ("kind", ctypes.c_int * 3),
                ("type", ctypes.c_int * 3),
                *[(name, ctypes.c_int) for name in ("norm", "element_in", "element_out", "direction", "shift")],
                ("matrix", ctypes.c_void_p * 3), ("inverse", ctypes.c_void_p * 3), ("progress", Progress),
                ("progress_user", ctypes.c_void_p), ("stride_in", ctypes.c_int64 * 3),
                ("stride_out", ctypes.c_int64 * 3), ("half_axis", ctypes.c_uint64),
                ("reserved", ctypes.c_uint64 * 9)]


class Seconds(ctypes.Structure):
    _fields_ = [(name, ctypes.c_double) for name in ("send", "compute", "receive", "total")]


class Report(ctypes.Structure):
    _fields_ = [("engine", ctypes.c_char * 64),
                *[(name, ctypes.c_uint64) for name in ("cycles", "ideal_cycles", "useful_cycles", "io_cycles",
                                                       "coef_cycles", "wait_cycles", "run_cycles", "bound_cycles",
                                                       "words_in", "words_out", "coef_words")],
                ("efficiency", ctypes.c_double),
                *[(name, ctypes.c_uint64) for name in ("saturations", "blocks", "passes")],
                ("rounds", ctypes.c_uint), ("cuts", ctypes.c_uint * 3), ("torus", ctypes.c_uint),
                ("tori", ctypes.c_uint), ("why", ctypes.c_char * 160), ("last_place", ctypes.c_double),
                ("seconds", Seconds), ("repeats", ctypes.c_uint64), ("headroom", ctypes.c_int * 3),
                ("error_rms", ctypes.c_double), ("error_bound", ctypes.c_double),
                ("reserved", ctypes.c_uint64 * 11)]


class Error(Exception):
    """The library refused or failed. `status` is its name for that, as orbital.h has it, without ORB_."""

    status = None


class ArgumentError(Error, ValueError):
    """An argument, or data, that the library or the device does not take."""


class MemoryShortage(Error, MemoryError):
    """There is not enough memory."""


class Unsupported(TypeError):
    """What no engine can do; scipy.fft may, and does behind Backend."""


class SaturationWarning(RuntimeWarning):
    """Some results were clipped, or in floating point are not finite; the report counts them."""


_CLASS = {**dict.fromkeys(("INVALID", "NO_ENGINE", "TOO_LONG", "BAD_KIND", "NOT_ORTHONORMAL", "NOT_FINITE"),
                          ArgumentError), "NO_MEMORY": MemoryShortage}


def _load():
    path = os.environ.get("ORB_LIBRARY") or str(Path(__file__).with_name("liborbital.so"))
    try:
        return ctypes.CDLL(path)
    except OSError as error:
        raise ImportError(f"{error}: install a wheel (`make wheel`), or let ORB_LIBRARY be the path of liborbital.so; "
                          "it needs libftdi1 and libgomp (Debian: libftdi1-2 libgomp1)") from None


def _declare(name, result, *arguments):
    function = getattr(_c, name)
    function.restype, function.argtypes = result, arguments
    return function


_c = _load()
_pointer, _text = ctypes.c_void_p, ctypes.c_char_p
_strerror = _declare("orb_strerror", _text, ctypes.c_int)
_last_error = _declare("orb_last_error", _text)
_version = _declare("orb_version", _text)
_open = _declare("orb_open", ctypes.c_int, ctypes.POINTER(_pointer), _text)
_close = _declare("orb_close", None, _pointer)
_query = _declare("orb_device_query", ctypes.c_int, _pointer, ctypes.POINTER(DeviceInfo))
_list = _declare("orb_engine_list", ctypes.c_int, ctypes.POINTER(ctypes.POINTER(_text)))
_list_free = _declare("orb_engine_list_free", None, ctypes.POINTER(_text))
plan_create = _declare("orb_plan_create", ctypes.c_int, ctypes.POINTER(_pointer), _pointer, ctypes.POINTER(PlanDesc))
plan_destroy = _declare("orb_plan_destroy", None, _pointer)
plan_padded = _declare("orb_plan_padded", ctypes.c_int, _pointer, ctypes.POINTER(ctypes.c_size_t * 3))
execute_batch = _declare("orb_execute_batch", ctypes.c_int, _pointer, ctypes.c_size_t, _pointer, _pointer,
                         ctypes.POINTER(Report))


def message(status):
    """The library's line on a status, with the cure."""
    return _strerror(status).decode()


def library_version():
    """The version of the C library that runs: orb_version of orbital.h."""
    return _version().decode()


def check(status, subject):
    """Raises what belongs to a status that has no result, right after the call that returned it."""
    name = STATUS[status] if 0 <= status < len(STATUS) else str(status)
    if name not in ("OK", "SATURATED"):
        error = _CLASS.get(name, Error)(f"{subject}: {_last_error().decode(errors='replace')}")
        error.status = name
        raise error


def as_dict(structure):
    """A structure of the library as numbers and strings."""
    def plain(value):
        if isinstance(value, ctypes.Structure):
            return as_dict(value)
        if isinstance(value, ctypes.Array):
            return tuple(value)
        return value.decode() if isinstance(value, bytes) else value
    return {name: plain(getattr(structure, name)) for name, _ in structure._fields_ if name != "reserved"}


class Device:
    """An opened engine, such as "cpu", "cpu:threads=4", "sim:p=4,b=8" or "ftdi:"; plans may share it.

    One thread at a time uses it: others wait. `close`, or the end of a with block, releases it and its plans."""

    def __init__(self, engine="cpu"):
        handle, name = _pointer(), os.fsencode(engine)
        if b"\0" in name:
            raise ValueError(f"the name {engine!r} contains a null character")
        check(_open(ctypes.byref(handle), name), engine)
        self.engine = engine
        self.handle = handle
        self._release = weakref.finalize(self, _close, handle)
        self._lock = threading.RLock()
        self.running = False  # a transform; only its own progress function can see this
        self.plans = weakref.WeakSet()

    @contextlib.contextmanager
    def use(self):
        """For one thread at a time, and for no progress function of a transform that runs on the device."""
        with self._lock:
            if self.running:
                raise ValueError(f"{self.engine} runs a transform: use and close it and its plans when that has ended")
            yield

    @property
    def info(self):
        """What the device says of itself: orb_device_info of orbital.h, as a dictionary."""
        with self.use():
            info = DeviceInfo()
            self.require_open()
            check(_query(self.handle, ctypes.byref(info)), self.engine)
            return as_dict(info)

    def require_open(self):
        if not self.handle:
            raise ValueError(f"{self.engine} is closed: open it again")

    def close(self):
        """Releases the device, and what was planned on it."""
        with self.use():
            for plan in list(self.plans):
                plan.close()
            self._release()
            self.handle = None

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()


def engines():
    """The names of all engines that may be opened here: the processor, models of arrays, boards."""
    names = ctypes.POINTER(_text)()
    check(_list(ctypes.byref(names)), "engines")
    found = []
    while names[len(found)] is not None:
        found.append(names[len(found)].decode())
    _list_free(names)
    return found
