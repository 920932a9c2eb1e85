# SPDX-License-Identifier: Apache-2.0
"""Plans: one shape on one device, executed as often as wanted."""
import ctypes
import operator
import sys
import warnings
import weakref

import numpy as np

from . import _library as library
from ._library import Device, SaturationWarning, Unsupported


DENSE = (0, 0, 0)
TYPES = 2**31 - 1  # the largest number of a type that the library can be given
PLANS = 8  # kept by a Plan, of arrays that lie differently in memory


def strides(x):
    """Of the last three axes in elements, as a plan takes them, DENSE if they have no gaps. None: x must be copied."""
    if not x.size:
        return DENSE
    if not x.flags.aligned or not x.dtype.isnative:
        return None
    found, dense, step = [], True, x.itemsize
    for n, stride in zip(x.shape[:-4:-1], x.strides[:-4:-1]):
        if n > 1 and (stride == 0 or stride % x.itemsize):
            return None
        dense = dense and (n == 1 or stride == step)
        found.insert(0, stride // x.itemsize if n > 1 else 0)
        step *= n
    return DENSE if dense else tuple(found)


def writeable(x):
    """May results be stored in x? Each element needs memory of its own, in the way that the library checks it."""
    reach = x.itemsize - 1
    for stride, n in sorted((abs(stride), n) for stride, n in zip(x.strides, x.shape) if n > 1 and x.size):
        if stride <= reach:
            return False
        reach += stride * (n - 1)
    return x.flags.writeable and strides(x) is not None


def _addresses(x):
    """Of the volumes in an array, whose last three axes are theirs."""
    at = np.array(x.ctypes.data, np.intp)
    for n, stride in zip(x.shape[:-3], x.strides):
        at = np.add.outer(at, np.arange(n, dtype=np.intp) * stride)
    return at.reshape(-1)


def _place(x):
    return x.ctypes.data, x.shape, x.strides, x.itemsize


class Directed:
    """A plan of the library: three axes in one direction."""

    def __init__(self, device, n, kind, type, norm, direction, dtype_in, dtype_out, strides_in=DENSE, strides_out=DENSE,
                 block=(0, 0, 0), matrix=(None,) * 3, inverse=(None,) * 3, shift="auto", progress=None, half_axis=0):
        desc = library.PlanDesc(tuple(n), tuple(block), tuple(library.KIND[k] for k in kind), tuple(type),
                                library.NORM[norm], library.ELEMENT[dtype_in], library.ELEMENT[dtype_out], direction,
                                library.SHIFT[shift], stride_in=strides_in, stride_out=strides_out,
                                half_axis=half_axis)
        for axis in range(3):
            for member, array in ((desc.matrix, matrix[axis]), (desc.inverse, inverse[axis])):
                member[axis] = None if array is None else array.ctypes.data
        self._stopped = None
        if progress:
            desc.progress = self._progress = self._callback(weakref.ref(self), progress)
        self._device, self._name = device, f"plan of {'x'.join(map(str, n))} points"
        handle, padded = ctypes.c_void_p(), (ctypes.c_size_t * 3)()
        with device.use():
            device.require_open()
            library.check(library.plan_create(ctypes.byref(handle), device.handle, ctypes.byref(desc)), self._name)
            library.plan_padded(handle, ctypes.byref(padded))
        points, coefficients = tuple(n), tuple(padded)
        self.shape_in, self.shape_out = (points, coefficients)[::1 if direction == library.FORWARD else -1]
        self.dtype_in, self.dtype_out = dtype_in, dtype_out
        self._handle = handle
        # The device is named so that it is closed after its plans, whatever goes first.
        self._destroy = weakref.finalize(self, lambda handle, _: library.plan_destroy(handle), handle, device)
        device.plans.add(self)

    @staticmethod
    def _callback(plan, progress):
        def call(_, done, total):
            try:
                return int(bool(progress(done, total)))
            except BaseException as error:  # Ctrl-C, too: it comes out of execute, when the library has stopped
                plan()._stopped = error
                return 1
        return library.Progress(call)

    def execute(self, source, target):
        """Transforms arrays of volumes, which lie as the plan has it; returns the report."""
        sources, targets = _addresses(source), _addresses(target)
        report = library.Report()
        with self._device.use():
            if not self._destroy.alive:
                raise ValueError("the plan is closed: make a new one")
            self._stopped = None
            self._device.running = True
            try:
                status = library.execute_batch(self._handle, sources.size, sources.ctypes.data, targets.ctypes.data,
                                               ctypes.byref(report))
            finally:
                self._device.running = False
            stopped, self._stopped = self._stopped, None
        if stopped is not None:
            raise stopped
        library.check(status, self._name)
        if status:
            warnings.warn(library.message(status), SaturationWarning, stacklevel=3)
        return report

    def close(self):
        with self._device.use():
            self._destroy()


def shape_of(shape, most):
    """The shape as a tuple of integers, for a plan of up to so many axes."""
    shape = tuple(operator.index(n) for n in (shape if isinstance(shape, (list, tuple)) else [shape]))
    if not 1 <= len(shape) <= most or min(shape) < 1:
        raise ValueError(f"the shape {shape} is not that of a plan: one to {most} axes of one point or more")
    return shape


def element_dtype(dtype):
    """The dtype of the elements of a plan."""
    dtype = np.dtype(dtype)
    if dtype not in library.ELEMENT:
        names = ", ".join(map(str, library.ELEMENT))
        raise Unsupported(f"dtype {dtype} is not one of the library: use {names}")
    return dtype


def coefficient_dtype(dtype, kinds):
    """The dtype of the coefficients: complex if an axis has a Fourier transform."""
    return np.result_type(dtype, np.complex64) if "dft" in kinds else dtype


def kind_name(name):
    return _choice(name, [kind for kind in library.KIND if kind != "matrix"], "kind")


def _each(value, axes, what):
    """One value an axis, from one for all or a sequence."""
    values = list(value) if isinstance(value, (list, tuple)) else [value] * axes
    if len(values) != axes:
        raise ValueError(f"{len(values)} values of {what} for {axes} axes: give one, or one an axis")
    return values


def _kinds(kind, axes):
    """One kind an axis. A tuple without names is a matrix and its inverse, for all axes."""
    pair = isinstance(kind, tuple) and not any(isinstance(item, (str, tuple)) for item in kind)
    return [kind] * axes if pair else _each(kind, axes, "kind")


def _choice(value, choices, what):
    if value not in choices:
        raise ValueError(f"{what} {value!r} is unknown: use one of {', '.join(choices)}")
    return value


def _matrices(kind, axis, size):
    """Name of the kind of an axis, its matrix and the inverse of that."""
    if isinstance(kind, str):
        return kind_name(kind), None, None
    matrix, inverse = kind if isinstance(kind, tuple) else (kind, None)
    if matrix is None:
        raise ValueError(f"the kind of axis {axis} is None: give the name of one, or a matrix")
    for given in (matrix, inverse):
        dtype = np.asarray(0.0 if given is None else given).dtype
        if not np.can_cast(dtype, np.float64, "same_kind"):
            raise Unsupported(f"the matrix of axis {axis} is {dtype}: only real matrices are possible")
    arrays = [None if a is None else np.require(a, np.float64, ["C", "A"]) for a in (matrix, inverse)]
    for array in arrays:
        if array is not None and array.shape != (size, size):
            raise ValueError(f"the matrix of axis {axis} has the shape {array.shape}: {(size, size)} is needed")
    return "matrix", *arrays


class Plan:
    """A transform of arrays of one shape; docs/python.md has the details.

    shape   points along one to three axes
    kind    "dct", "dst", "dht", "dwht", "dft", "identity", an array (points x results) or a tuple of it and its
            inverse; one for all axes, or a list of one an axis
    type    None (the kind's own) or an int, or a list of one an axis
    norm    "ortho", "backward" or "forward"
    block   None (the whole) or points of the blocks that are transformed on their own, or a list of one an axis
    dtype   of the points: float32, float64, complex64, complex128
    engine  the name of an engine, or a Device, which stays open
    shift   "auto", "measured" or "bound", see orb_shift in orbital.h
    progress  called now and then as progress(done, total); stops all if it returns true
    """

    def __init__(self, shape, kind="dct", *, type=None, norm="ortho", block=None, dtype=np.float64, engine="cpu",
                 shift="auto", progress=None):
        self.shape, self.dtype = shape_of(shape, 3), element_dtype(dtype)
        axes, absent = len(self.shape), 3 - len(self.shape)
        blocks = [operator.index(b or 0) for b in _each(block, axes, "block")]
        types = [operator.index(t or 0) for t in _each(type, axes, "type")]
        if min(blocks) < 0 or min(types) < 0:
            raise ValueError("blocks and types are not negative")
        if max(*self.shape, *blocks) > sys.maxsize or max(types) > TYPES:
            raise ValueError("a shape, a block or a type is too large")
        kinds = [_matrices(k, axis, b or n)
                 for axis, (k, b, n) in enumerate(zip(_kinds(kind, axes), blocks, self.shape))]
        names, matrices, inverses = zip(*[("identity", None, None)] * absent + kinds)
        self.coefficient_dtype = coefficient_dtype(self.dtype, names)
        self.report = None
        self._own = None if isinstance(engine, Device) else Device(engine)
        self._device = self._own or engine
        self._what = ([1] * absent + list(self.shape), names, [0] * absent + types, _choice(norm, library.NORM, "norm"))
        self._options = ([0] * absent + blocks, matrices, inverses, _choice(shift, library.SHIFT, "shift"), progress)
        self._plans = {}
        self.coefficient_shape = self._directed(library.FORWARD).shape_out[absent:]

    def _directed(self, direction, strides_in=DENSE, strides_out=DENSE):
        key = direction, strides_in, strides_out
        with self._device.use():
            if self._plans is None:
                raise ValueError("the plan is closed: make a new one")
            if key not in self._plans:
                if len(self._plans) == PLANS:
                    self._plans.pop(next(iter(self._plans)))
                dtypes = (self.dtype, self.coefficient_dtype)[::1 if direction == library.FORWARD else -1]
                self._plans[key] = Directed(self._device, *self._what, direction, *dtypes, strides_in, strides_out,
                                            *self._options)
            return self._plans[key]

    def forward(self, x, out=None):
        """Coefficients of points: (..., *shape) to (..., *coefficient_shape). Leading axes count volumes."""
        return self._execute(library.FORWARD, x, self.shape, self.coefficient_shape, self.dtype,
                             self.coefficient_dtype, out)

    def inverse(self, x, out=None):
        """Points of coefficients: (..., *coefficient_shape) to (..., *shape)."""
        return self._execute(library.INVERSE, x, self.coefficient_shape, self.shape, self.coefficient_dtype,
                             self.dtype, out)

    def _execute(self, direction, x, shape_in, shape_out, dtype_in, dtype_out, out):
        x, axes = np.asarray(x), len(shape_in)
        if x.shape[max(x.ndim - len(shape_in), 0):] != shape_in:
            raise ValueError(f"an array of shape {x.shape} was given: the plan takes (..., {str(shape_in)[1:]}")
        if not np.can_cast(x.dtype, dtype_in, "same_kind"):
            raise Unsupported(f"{x.dtype} cannot become {dtype_in}: choose another dtype for the plan")
        x = np.asarray(x, dtype_in)
        batch = x.shape[:x.ndim - axes]
        spread = batch + (1,) * (3 - axes)
        if strides(x.reshape(spread + shape_in)) is None:
            x = np.require(x, requirements=["C", "A"])
        if out is None:
            out = np.empty_like(x, dtype_out, shape=batch + shape_out)
        elif (not isinstance(out, np.ndarray) or out.shape != batch + shape_out or out.dtype != dtype_out or
              not writeable(out.reshape(spread + shape_out)) or
              (np.may_share_memory(x, out) and _place(x) != _place(out))):
            raise ValueError(f"out has to be a writeable array of {dtype_out}, shape {batch + shape_out}, which shares "
                             "no memory with the input, or is the input and has elements of the same size")
        source, target = x.reshape(spread + shape_in), out.reshape(spread + shape_out)
        plan = self._directed(direction, strides(source), strides(target))
        if x.size:
            self.report = library.as_dict(plan.execute(source, target))
        return out

    def close(self):
        """Releases the plan, and the device that it opened."""
        with self._device.use():
            for plan in (self._plans or {}).values():
                plan.close()
            self._plans = None
        if self._own:
            self._own.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()
