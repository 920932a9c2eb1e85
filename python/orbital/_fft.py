# SPDX-License-Identifier: Apache-2.0
"""The transforms of scipy.fft: same names, arguments, types and results. Errors of arguments are ValueErrors.

Two keywords are added: engine, the name of an engine, and longest, the most points that an axis may have (None: any).
"""
import functools
import math
import operator
import os
import sys
import threading

import numpy as np
from numpy.lib.array_utils import normalize_axis_index

from . import _library as library
from ._library import Device, Error, Unsupported
from ._plan import DENSE, Directed, strides, writeable

ROWS = 64    # of a plan where single lines are transformed
SINGLE = 64  # points whose products may be summed up in single precision, as accurately as scipy.fft does it
FACTORS = (2, 3, 5, 7, 11, 13)  # of lengths that the engine cpu transforms in a few passes, which round less
PLANS = 8    # kept by a thread
DEVICES = 4


class _Kept(threading.local):
    """Devices and plans of a thread, the last ones used."""

    def __init__(self):
        device = functools.lru_cache(DEVICES)(Device)
        self.plan = functools.lru_cache(PLANS)(lambda engine, *plan: Directed(device(engine), *plan))


_kept = _Kept()


def _points(x):
    """An array of a type that the library has, in the machine's byte order; promoted as scipy.fft does."""
    x = np.asarray(x)
    if x.dtype.kind not in "fc":
        x = x.astype(np.float64)
    elif x.dtype == np.float16:
        x = x.astype(np.float32)
    dtype = x.dtype.newbyteorder("=")
    if dtype not in library.ELEMENT:
        raise Unsupported(f"{dtype} is longer than any number of the library: convert it to float64 or complex128")
    return x.astype(dtype, copy=False)


def _integers(values, what):
    try:
        return [operator.index(v) for v in (values if np.iterable(values) else [values])]
    except TypeError:
        raise ValueError(f"{what} has to be an integer or a sequence of them") from None


def _shape_and_axes(x, s, axes):
    """Points wanted along the axes that are transformed."""
    if axes is not None:
        axes = [normalize_axis_index(a, x.ndim) for a in _integers(axes, "axes")]
        if len(set(axes)) != len(axes):
            raise ValueError("all axes must be unique")
    if s is not None:
        s = _integers(s, "s")
        if axes is not None and len(axes) != len(s):
            raise ValueError("when given, axes and shape arguments have to be of the same length")
        if len(s) > x.ndim:
            raise ValueError(f"shape requires more axes than are present: {len(s)} of {x.ndim}")
        axes = range(x.ndim - len(s), x.ndim) if axes is None else axes
        s = [x.shape[a] if n == -1 else n for n, a in zip(s, axes)]
    else:
        axes = range(x.ndim) if axes is None else axes
        s = [x.shape[a] for a in axes]
    if any(n < 1 for n in s):
        raise ValueError(f"invalid number of data points ({s}) specified: one or more are needed along each axis")
    return s, list(axes)


def _resized(x, s, axes):
    """Cut, or filled up with zeros."""
    index, shape = [slice(None)] * x.ndim, list(x.shape)
    for n, axis in zip(s, axes):
        index[axis], shape[axis] = slice(min(n, x.shape[axis])), n
    x = x[tuple(index)]
    if list(x.shape) != shape:
        whole = np.zeros(shape, x.dtype)
        whole[tuple(index)] = x
        x = whole
    return x


def _engine(engine, workers):
    """The engine for so many workers, which are threads of the processor; as many as it says for itself elsewhere."""
    if workers is None:
        workers = sys.modules["scipy.fft"].get_workers() if "scipy.fft" in sys.modules else 1
    workers = operator.index(workers)
    threads = workers if workers > 0 else os.cpu_count() + 1 + workers
    if workers == 0 or threads < 1:
        raise ValueError(f"workers is {workers}: use 1 or more, or -1 to {-os.cpu_count()}, which count "
                         "from all processors down")
    name, _, items = engine.partition(":")
    if name == "cpu" and "threads=" not in items:
        engine = f"cpu:threads={min(threads, 1024)}{items and ','}{items}"
    return engine


def _passes(shape, axes):
    """How dense arrays go through plans of three axes: (volumes, shape of each, is each axis transformed). Neighbouring
    axes are one where nothing is transformed, so nothing is ever moved."""
    left = [(n, axis in axes) for axis, n in enumerate(shape) if n > 1 or axis in axes]
    behind = 1
    while left:
        run = []
        while left and left[-1][1] and len(run) < (3 if behind == 1 else 2):
            run.insert(0, left.pop()[0])
        volumes = math.prod(n for n, _ in left)
        if not run:
            behind *= left.pop()[0]
        elif behind > 1:
            yield volumes, (run[0], *(run[1:] or [1]), behind), (True, len(run) == 2, False)
        elif len(run) > 1:
            yield volumes, (*([1] * (3 - len(run))), *run), (len(run) == 3, True, True)
        else:
            yield volumes, (1, 1, *run), (False, False, True)
        behind *= math.prod(run)


def _pass(x, out, volumes, shape, transformed, plan):
    """Dense points through one pass; plan(shape, is each axis transformed) makes its plan. If only lines are
    transformed, many of them make a plan."""
    rows = transformed[:2] == (False, False)
    most = volumes // ROWS * ROWS if rows else volumes
    cut, source, target = most * math.prod(shape), x.reshape(-1), out.reshape(-1)
    for part, n in ((slice(cut), (1, ROWS, shape[2]) if rows else shape),
                    (slice(cut, None), (1, volumes - most, shape[2]))):
        if source[part].size:
            plan(n, transformed).execute(source[part].reshape(-1, *n), target[part].reshape(-1, *n))


def _target(x, dtype, own):
    """An array for results: x itself if nobody needs it any more."""
    return x if own and x.dtype == dtype else np.empty(x.shape, dtype)


def _with_gaps(x, dtype, axes, own, plan):
    """Points that are not dense through one plan, where they are; None if that cannot be. The longest of the other axes
    are in the plan if it has room, the rest counts volumes."""
    others = sorted(set(range(x.ndim)) - set(axes), key=lambda a: -x.shape[a])
    within = sorted(axes + others[:max(3 - len(axes), 0)])
    order = [a for a in range(x.ndim) if a not in within] + within

    def volumes(array):
        array = array.transpose(order)
        count = array.ndim - len(within)
        return array.reshape(array.shape[:count] + (1,) * (3 - len(within)) + array.shape[count:])

    if len(axes) > 3 or strides(volumes(x)) is None:
        return None
    out = _target(x, dtype, own)
    source, target = volumes(x), volumes(out)
    transformed = (*[False] * (3 - len(within)), *[a in axes for a in within])
    plan(source.shape[-3:], transformed, strides(source), strides(target)).execute(source, target)
    return out


def _rounds_little(n):
    for factor in FACTORS:
        while n > SINGLE and n % factor == 0:
            n //= factor
    return n <= SINGLE


def _factor(kind, type, s, ortho, norm, forward):
    """What is to be multiplied where orthogonalize and norm do not go together, which the library does not have."""
    if ortho == (norm == "ortho"):
        return norm, 1.0
    length = math.prod(2 * (n + (0 if type != 1 else -1 if kind == "dct" else 1)) for n in s)
    grows = (norm == "forward") != forward if ortho else not forward
    root = math.sqrt(length or 1)  # 0: the DCT-I of one point, which the library refuses
    return "backward" if norm == "ortho" else "ortho", root if grows else 1 / root


def _transform(kind, direction, x, type, s, axes, norm, overwrite_x, workers, orthogonalize, engine, longest):
    norm = "backward" if norm is None else norm
    if not isinstance(norm, str) or norm not in library.NORM:
        raise ValueError(f'Invalid norm value {norm!r}, should be "backward", "ortho" or "forward"')
    type = operator.index(type)
    if kind != "dft" and not 1 <= type <= 4:
        raise ValueError(f"invalid type {type} of {kind}: use 1 to 4")
    engine = _engine(engine, workers)
    given = np.asarray(x)
    points = _points(given)
    s, axes = _shape_and_axes(points, s, axes)
    if not axes:
        return x
    if longest is not None and max(s) > longest:
        raise Unsupported(f"{max(s)} points along an axis: at most {longest} are allowed")
    y = _resized(points, s, axes)
    order = list(range(y.ndim))  # of the axes in memory
    if not y.flags.c_contiguous:
        order.sort(key=lambda a: -abs(y.strides[a]))
    y, axes = y.transpose(order), [order.index(a) for a in axes]
    dtype = np.result_type(y.dtype, np.complex64) if kind == "dft" else y.dtype
    accurate = all(map(_rounds_little, s)) if kind == "dft" else max(s) <= SINGLE
    working = dtype if accurate else np.result_type(dtype, np.float64)
    ortho = norm == "ortho" if orthogonalize is None else bool(orthogonalize)
    library_norm, factor = (norm, 1.0) if kind == "dft" else _factor(kind, type, s, ortho, norm, direction == 0)

    def plan(n, transformed, strides_in=DENSE, strides_out=DENSE):
        kinds = tuple(kind if t else "identity" for t in transformed)
        return _kept.plan(engine, n, kinds, (type,) * 3, library_norm, direction, y.dtype, working, strides_in,
                          strides_out)

    def is_own():
        return (overwrite_x or not np.may_share_memory(y, given)) and writeable(y)

    try:
        results = None if y.flags.c_contiguous else _with_gaps(y, working, axes, is_own(), plan)
        if results is None:
            y = np.require(y, requirements=["C", "A"])
            for volumes, shape, transformed in _passes(y.shape, axes):
                results = _target(y, working, is_own())
                _pass(y, results, volumes, shape, transformed, plan)
                y = results
    except Error as error:
        if error.status in ("DEVICE_FAILED", "UNPLUGGED"):
            _kept.__init__()  # so that the next call opens it again
        raise
    if factor != 1.0:
        results *= results.dtype.type(factor)
    return results.astype(dtype, copy=False).transpose(np.argsort(order))


def _line(n):
    """The length of one axis, which has no -1 for "as it is"."""
    if n is not None and operator.index(n) < 1:
        raise ValueError(f"invalid number of data points ({n}) specified: one or more are needed along the axis")
    return n


def _real(name, kind, direction, what):
    def one(x, type=2, n=None, axis=-1, norm=None, overwrite_x=False, workers=None, orthogonalize=None, *,
            engine="cpu", longest=None):
        return _transform(kind, direction, x, type, _line(n), axis, norm, overwrite_x, workers, orthogonalize, engine,
                          longest)

    def several(x, type=2, s=None, axes=None, norm=None, overwrite_x=False, workers=None, orthogonalize=None, *,
                engine="cpu", longest=None):
        return _transform(kind, direction, x, type, s, axes, norm, overwrite_x, workers, orthogonalize, engine,
                          longest)

    return _named(one, name, f"{what} along one axis"), _named(several, name + "n", f"{what} along the axes")


def _fourier(name, direction, what):
    def line(x, n=None, axis=-1, norm=None, overwrite_x=False, workers=None, *, plan=None, engine="cpu", longest=None):
        _no_plan(plan)
        return _transform("dft", direction, x, 0, _line(n), axis, norm, overwrite_x, workers, None, engine, longest)

    def plane(x, s=None, axes=(-2, -1), norm=None, overwrite_x=False, workers=None, *, plan=None, engine="cpu",
              longest=None):
        _no_plan(plan)
        return _transform("dft", direction, x, 0, s, axes, norm, overwrite_x, workers, None, engine, longest)

    def several(x, s=None, axes=None, norm=None, overwrite_x=False, workers=None, *, plan=None, engine="cpu",
                longest=None):
        _no_plan(plan)
        return _transform("dft", direction, x, 0, s, axes, norm, overwrite_x, workers, None, engine, longest)

    return (_named(line, name, f"{what} along one axis"), _named(plane, name + "2", f"{what} along two axes"),
            _named(several, name + "n", f"{what} along the axes"))


def _named(function, name, what):
    function.__name__ = function.__qualname__ = name
    function.__doc__ = f"{what}, as scipy.fft.{name}. Of engine and longest tells docs/python.md."
    return function


def _no_plan(plan):
    if plan is not None:
        raise Unsupported("plan= is for plans of other libraries: leave it out, or use orbital.Plan")


dct, dctn = _real("dct", "dct", library.FORWARD, "Discrete cosine transform")
idct, idctn = _real("idct", "dct", library.INVERSE, "Inverse discrete cosine transform")
dst, dstn = _real("dst", "dst", library.FORWARD, "Discrete sine transform")
idst, idstn = _real("idst", "dst", library.INVERSE, "Inverse discrete sine transform")
fft, fft2, fftn = _fourier("fft", library.FORWARD, "Discrete Fourier transform")
ifft, ifft2, ifftn = _fourier("ifft", library.INVERSE, "Inverse discrete Fourier transform")
