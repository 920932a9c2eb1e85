# SPDX-License-Identifier: Apache-2.0
"""Transforms of volumes that are distributed over MPI ranks: liborbital_mpi for mpi4py.

    from mpi4py import MPI
    import orbital.mpi

    with orbital.mpi.Plan((400, 400, 400), "dct", comm=MPI.COMM_WORLD) as plan:
        x = numpy.zeros(plan.box_shape)        # this rank's box: points plan.box of the volume
        coefficients = plan.forward(x)         # those at plan.coefficient_box
        x = plan.inverse(coefficients)

docs/cluster.md has the details; orbital_mpi.h is the reference."""
import ctypes
import operator
import os
import warnings
import weakref

import numpy as np
from mpi4py import MPI

from . import _library as library
from ._library import Device, SaturationWarning
from ._plan import _choice, _each, coefficient_dtype, element_dtype, kind_name, shape_of

AXES = 4
ALGORITHM = {"auto": 0, "orbital": 1, "cuboid": 2, "transpose": 3, "alltoall": 4, "blocks": 5, "remap": 6}
LAYOUT = {"canonical": 0, "skewed": 1}
SONAME = "liborbital_mpi.so.2"


class Desc(ctypes.Structure):
    _fields_ = [("n", ctypes.c_size_t * AXES), ("kind", ctypes.c_int * AXES), ("type", ctypes.c_int * AXES),
                *[(name, ctypes.c_int) for name in ("norm", "element_in", "element_out", "direction", "algorithm")],
                ("grid", ctypes.c_int * AXES), ("batch", ctypes.c_size_t), ("layout", ctypes.c_int),
                ("skewing", ctypes.c_int), ("shift", ctypes.c_int * 3),
                *[(name, ctypes.c_uint64) for name in ("half_axis", "threads", "own_status")],
                ("device", ctypes.c_void_p), ("block", ctypes.c_size_t * 3), ("reserved", ctypes.c_uint64 * 1)]


class Box(ctypes.Structure):
    _fields_ = [("start", ctypes.c_size_t * AXES), ("size", ctypes.c_size_t * AXES)]


class Seconds(ctypes.Structure):
    _fields_ = [(name, ctypes.c_double) for name in ("compute", "wait", "total")]


class Report(ctypes.Structure):
    _fields_ = [*[(name, ctypes.c_uint64) for name in ("steps", "messages", "bytes")], ("seconds", Seconds),
                ("why", ctypes.c_char * 200), ("cycles", ctypes.c_uint64), ("saturations", ctypes.c_uint64),
                ("error_rms", ctypes.c_double), ("last_place", ctypes.c_double), ("reserved", ctypes.c_uint64 * 4)]


def _load():
    path = os.environ.get("ORB_MPI_LIBRARY", SONAME)
    try:
        return ctypes.CDLL(path)
    except OSError as error:
        raise ImportError(f"{error}: install it (`make install install-mpi`), or let ORB_MPI_LIBRARY be the path of "
                          f"{SONAME}") from None


_c = _load()
# MPI_Comm is a pointer in Open MPI, and a number in MPICH.
Comm = ctypes.c_void_p if MPI._sizeof(MPI.Comm) == ctypes.sizeof(ctypes.c_void_p) else ctypes.c_int
_pointer, _sizes = ctypes.c_void_p, ctypes.POINTER(ctypes.c_size_t * AXES)


def _declare(name, result, *arguments):
    function = getattr(_c, name)
    function.restype, function.argtypes = result, arguments
    return function


_create = _declare("orb_mpi_plan_create_boxes", ctypes.c_int, ctypes.POINTER(_pointer), Comm, ctypes.POINTER(Desc),
                   ctypes.POINTER(Box), ctypes.POINTER(Box))
_destroy = _declare("orb_mpi_plan_destroy", None, _pointer)
_desc = _declare("orb_mpi_plan_desc", ctypes.c_int, _pointer, ctypes.POINTER(Desc))
_input = _declare("orb_mpi_plan_input", ctypes.c_int, _pointer, _sizes, _sizes)
_output = _declare("orb_mpi_plan_output", ctypes.c_int, _pointer, _sizes, _sizes)
_execute = _declare("orb_mpi_execute", ctypes.c_int, _pointer, _pointer, _pointer, ctypes.POINTER(Report))
_progress = _declare("orb_mpi_plan_progress", ctypes.c_int, _pointer, library.Progress, _pointer)
_failed_rank = _declare("orb_mpi_failed_rank", ctypes.c_int)
_last_error = _declare("orb_mpi_last_error", ctypes.c_char_p)


def _check(status, what):
    """Raises the same error on all ranks."""
    name = library.STATUS[status] if 0 <= status < len(library.STATUS) else str(status)
    if name in ("OK", "SATURATED"):
        return
    rank, reason = f" (rank {_failed_rank()} was the first)" if _failed_rank() >= 0 else "", _last_error().decode()
    error = library._CLASS.get(name, library.Error)(f"{what}: {reason or library.message(status) + rank}")
    error.status = name
    raise error


def _box(slices, lengths, what):
    """A box of slices, one an axis; None: that of the algorithm."""
    if slices is None:
        return None
    if len(slices) != len(lengths) or not all(isinstance(s, slice) and s.step in (None, 1) for s in slices):
        raise ValueError(f"{what} has to be a tuple of {len(lengths)} slices without steps")
    ranges = [range(*s.indices(n)) for s, n in zip(slices, lengths)]
    if not all(ranges):  # the library would ignore an axis of one point at the end
        ranges = [range(0)] * len(ranges)
    return Box(tuple(r.start for r in ranges), tuple(len(r) for r in ranges))


class Plan:
    """A transform of a distributed volume, in both directions. All ranks make the same plan together.

    shape      points of the whole volume along one to four axes
    kind       "dct", "dst", "dht", "dwht", "dft" or "identity"; one for all axes, or a list of one an axis
    comm       the ranks; default: MPI.COMM_WORLD
    type       None (the kind's own) or an int, or a list of one an axis
    norm       "ortho", "backward" or "forward"
    dtype      of the points: float32, float64, complex64, complex128
    half       half spectra, as scipy.fft.rfftn: n/2+1 coefficients along the last axis of kind "dft"
    batch      None, or volumes that are transformed together: the first axis of all arrays counts them
    algorithm  "auto" measures the others, and may choose another one in each run; "orbital", "cuboid", "transpose",
               "alltoall", "remap"; "blocks", which is the default if block is given
    grid       None (chosen), or ranks along each axis
    layout     of the coefficients: "canonical", or "skewed", as the algorithm leaves them, with fewer messages
    block      None (the whole), or points of the blocks that are transformed separately, or a list of one an axis
    box        None (that of the algorithm), or this rank's box of the points that you choose, a tuple of slices. The
               boxes of all ranks have each point once. The plan redistributes from them, and back to them
    coefficient_box  the same for the coefficients
    threads    of each rank
    engine     None: this processor; the name of an engine, or a Device, of this rank
    progress   None, or a function of this rank, called as progress(done, total) while it transforms. It cannot stop an
               execution; an exception that it raises is raised again at the end

    Collective: creating, `forward`, `inverse`, `close`. Nothing closes a plan by itself, because ranks would do that at
    different times: call `close`, or use a with block."""

    def __init__(self, shape, kind="dct", *, comm=None, type=None, norm="ortho", dtype=np.float64, half=False,
                 batch=None, algorithm=None, grid=None, layout="canonical", block=None, box=None, coefficient_box=None,
                 threads=1, engine=None, progress=None):
        self.shape, self.dtype = shape_of(shape, AXES), element_dtype(dtype)
        axes = len(self.shape)
        names = [kind_name(name) for name in _each(kind, axes, "kind")]
        blocks = [operator.index(b or 0) for b in _each(block, min(axes, 3), "block")]
        default = "blocks" if any(blocks) else "auto"
        self.coefficient_dtype = coefficient_dtype(self.dtype, names)
        self.batch, self.report, self._plans = batch, None, {}
        self._raised, self._progress = None, self._callback(weakref.ref(self), progress) if progress else None
        self._comm = MPI.COMM_WORLD if comm is None else comm
        self._own = Device(engine) if isinstance(engine, str) else None
        self._device = self._own or engine
        self._what = Desc(n=tuple(self.shape), kind=tuple(library.KIND[name] for name in names),
                          type=tuple(operator.index(t or 0) for t in _each(type, axes, "type")),
                          norm=library.NORM[_choice(norm, library.NORM, "norm")],
                          algorithm=ALGORITHM[_choice(algorithm or default, ALGORITHM, "algorithm")],
                          grid=tuple(operator.index(g or 0) for g in _each(grid, axes, "grid")),
                          batch=1 if batch is None else operator.index(batch),
                          layout=LAYOUT[_choice(layout, LAYOUT, "layout")], threads=operator.index(threads),
                          block=tuple(blocks), device=self._device.handle if self._device else None)
        if half:
            if "dft" not in names:
                raise ValueError("half a spectrum needs an axis of kind 'dft'")
            self._what.half_axis = axes - names[::-1].index("dft")
        lengths = [-(-n // b) * b if b else n for n, b in zip(self.shape, [*blocks, 0])]
        if half:
            lengths[self._what.half_axis - 1] = lengths[self._what.half_axis - 1] // 2 + 1
        self._boxes = (_box(box, self.shape, "box"), _box(coefficient_box, lengths, "coefficient_box"))
        forward = self._directed(library.FORWARD)
        # The inverse has the boxes of the forward transform: with the algorithm and the grid that was chosen.
        _check(_desc(forward, ctypes.byref(self._what)), "plan")
        self.algorithm = next(name for name, value in ALGORITHM.items() if value == self._what.algorithm)
        self.grid = tuple(self._what.grid[:axes])
        self.box, self.box_shape = self._place(_input, forward)
        self.coefficient_box, self.coefficient_box_shape = self._place(_output, forward)

    def _place(self, ask, handle):
        """The slices of a box in the volume, and the shape of its array."""
        start, size = (ctypes.c_size_t * AXES)(), (ctypes.c_size_t * AXES)()
        _check(ask(handle, ctypes.byref(start), ctypes.byref(size)), "plan")
        axes = len(self.shape)
        batch = () if self.batch is None else (self.batch,)
        return tuple(slice(a, a + n) for a, n in zip(start[:axes], size[:axes])), batch + tuple(size[:axes])

    def _directed(self, direction):
        if self._plans is None:
            raise ValueError("the plan is closed: make a new one")
        if direction not in self._plans:
            elements, order = [library.ELEMENT[self.dtype], library.ELEMENT[self.coefficient_dtype]], slice(None)
            if direction == library.INVERSE:
                order = slice(None, None, -1)
            self._what.element_in, self._what.element_out = elements[order]
            self._what.direction = direction
            comm, handle = Comm.from_address(MPI._addressof(self._comm)), _pointer()
            _check(_create(ctypes.byref(handle), comm, ctypes.byref(self._what), *self._boxes[order]),
                   f"plan of {self.shape} points")
            self._plans[direction] = handle
            if self._progress:
                _progress(handle, self._progress, None)
        return self._plans[direction]

    @staticmethod
    def _callback(plan, progress):
        def call(_, done, total):
            try:
                if plan()._raised is None:
                    progress(done, total)
            except BaseException as error:  # raised by _run, when the other ranks do not wait for this one any more
                plan()._raised = error
            return 0
        return library.Progress(call)

    def forward(self, x, out=None):
        """This rank's coefficients of its points. Collective. `out` may be `x`, or begin where `x` does in an array
        with room for both: in place, a rank needs less memory."""
        return self._run(library.FORWARD, x, self.box_shape, self.dtype, self.coefficient_box_shape,
                         self.coefficient_dtype, out)

    def inverse(self, x, out=None):
        """This rank's points of its coefficients. Collective. `out` as for `forward`."""
        return self._run(library.INVERSE, x, self.coefficient_box_shape, self.coefficient_dtype, self.box_shape,
                         self.dtype, out)

    def _run(self, direction, x, shape_in, dtype_in, shape_out, dtype_out, out):
        handle, report = self._directed(direction), Report()
        x = np.asarray(x)
        good = x.shape == shape_in and np.can_cast(x.dtype, dtype_in, "same_kind")
        x = np.require(x, dtype_in, ["C", "A"]) if good else None
        if out is None:
            out = np.empty(shape_out, dtype_out)
        good = good and (out.shape == shape_out and out.dtype == dtype_out and out.flags.c_contiguous and
                         out.flags.writeable)
        good = good and (x.ctypes.data == out.ctypes.data or not np.may_share_memory(x, out))
        # A rank without its arrays takes part, so that the others are not left waiting, and all get the error.
        status = _execute(handle, x.ctypes.data if good else None, out.ctypes.data if good else None,
                          ctypes.byref(report))
        raised, self._raised = self._raised, None
        if raised is not None:
            raise raised
        if not good:
            raise ValueError(f"an array of {dtype_in} and shape {shape_in} is required, and a dense one of {dtype_out} "
                             f"and shape {shape_out} for the result, which begins where the input does, or "
                             "shares no memory with it")
        _check(status, f"plan of {self.shape} points")
        if status:
            warnings.warn(library.message(status), SaturationWarning, stacklevel=3)
        self.report = library.as_dict(report)
        return out

    def close(self):
        """Releases the plan, and the device that it opened. Collective."""
        for direction in sorted(self._plans or {}):
            _destroy(self._plans[direction])
        self._plans = None
        if self._own:
            self._own.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()
