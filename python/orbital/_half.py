# SPDX-License-Identifier: Apache-2.0
"""The Fourier transforms of real points, of which half a spectrum is all: rfft, irfft and their relatives."""
import numpy as np
from numpy.lib.array_utils import normalize_axis_index

from . import _library as library
from ._fft import _engine, _kept, _line, _named, _no_plan, _points, _resized, _shape_and_axes, _transform
from ._library import Unsupported
from ._plan import DENSE

LARGEST = 3  # axes of a plan


def _shapes(x, s, axes, inverse):
    """Points along the axes, of which an inverse has half the coefficients along the last one."""
    points = None if s is None else s
    s, axes = _shape_and_axes(x, points, axes)
    if not axes:
        raise ValueError("at least 1 axis must be transformed")
    if inverse and points is None:
        s[-1] = max(2 * (x.shape[axes[-1]] - 1), 1)
    return s, axes


def _one_plan(engine, y, n, axes, norm, direction, dtype):
    """All axes at once, which are among the last three; n: points along the last of them."""
    y = np.require(y, requirements=["C", "A"])
    ahead = max(y.ndim - LARGEST, 0)
    missing = LARGEST - y.ndim + ahead
    within = (1,) * missing + y.shape[ahead:]
    half = axes[-1] - ahead + missing
    shape = list(within)
    shape[half] = n
    kinds = tuple("dft" if a + ahead - missing in axes else "identity" for a in range(LARGEST))
    none = (None,) * LARGEST
    plan = _kept.plan(engine, tuple(shape), kinds, (0,) * LARGEST, norm, direction, y.dtype, dtype, DENSE, DENSE,
                      (0,) * LARGEST, none, none, "auto", None, half + 1)
    out = np.empty(y.shape[:ahead] + plan.shape_out[missing:], dtype)
    if out.size:
        plan.execute(y.reshape(-1, *plan.shape_in), out.reshape(-1, *plan.shape_out))
    return out


def _along(engine, y, n, axis, norm, direction, dtype):
    """One axis of any array."""
    last = np.moveaxis(y, axis, -1)
    return np.moveaxis(_one_plan(engine, last, n, [last.ndim - 1], norm, direction, dtype), -1, axis)


def _whole(y, n, axes):
    """A whole spectrum: the other half along the last axis are conjugates, from the other end of all axes."""
    half = axes[-1]
    mirrored = np.take(np.conj(y), np.arange((n - 1) // 2, 0, -1), half)
    for axis in axes[:-1]:
        mirrored = np.roll(np.flip(mirrored, axis), 1, axis)
    return np.concatenate([y, mirrored], half)


def _spectrum(direction, x, s, axes, norm, workers, engine, longest):
    inverse = direction == library.INVERSE
    norm = "backward" if norm is None else norm
    if not isinstance(norm, str) or norm not in library.NORM:
        raise ValueError(f'Invalid norm value {norm!r}, should be "backward", "ortho" or "forward"')
    engine = _engine(engine, workers)
    points = _points(x)
    if points.dtype.kind == "c" and not inverse:
        raise TypeError("x must be a real sequence")
    s, axes = _shapes(points, s, axes, inverse)
    if longest is not None and max(s) > longest:
        raise Unsupported(f"{max(s)} points along an axis: at most {longest} are allowed")
    n, others, half = s[-1], axes[:-1], axes[-1]
    y = _resized(points, s[:-1] + [n // 2 + 1 if inverse else n], axes)
    complex_type = np.result_type(y.dtype, np.complex64)
    y = y.astype(complex_type if inverse else y.dtype, copy=False)
    dtype = np.empty(0, complex_type).real.dtype if inverse else complex_type

    def rest(y):  # of the points that the caller gave, or of those that one axis has made
        return _transform("dft", direction, y, 0, None, others, norm, not inverse, workers, None, engine, longest)

    if engine.partition(":")[0] != "cpu":
        if inverse:
            whole = _transform("dft", direction, _whole(y, n, axes), 0, None, axes, norm, True, workers, None, engine,
                               None)
            return whole.real.astype(dtype)
        whole = _transform("dft", direction, y, 0, None, axes, norm, False, workers, None, engine, None)
        return np.take(whole, np.arange(n // 2 + 1), half)
    if min(axes) >= y.ndim - LARGEST:
        return _one_plan(engine, y, n, axes, norm, direction, dtype)
    if inverse:
        return _along(engine, rest(y) if others else y, n, half, norm, direction, dtype)
    y = _along(engine, y, n, half, norm, direction, dtype)
    return rest(y) if others else y


def _functions(name, direction, what):
    def line(x, n=None, axis=-1, norm=None, overwrite_x=False, workers=None, *, plan=None, engine="cpu", longest=None):
        _no_plan(plan)
        if n is None and direction == library.INVERSE:
            n = 2 * (np.shape(x)[normalize_axis_index(axis, np.ndim(x))] - 1)
        return _spectrum(direction, x, None if _line(n) is None else [n], [axis], norm, workers, engine, longest)

    def plane(x, s=None, axes=(-2, -1), norm=None, overwrite_x=False, workers=None, *, plan=None, engine="cpu",
              longest=None):
        _no_plan(plan)
        return _spectrum(direction, x, s, axes, norm, workers, engine, longest)

    def several(x, s=None, axes=None, norm=None, overwrite_x=False, workers=None, *, plan=None, engine="cpu",
                longest=None):
        _no_plan(plan)
        return _spectrum(direction, x, s, axes, norm, workers, engine, longest)

    return (_named(line, name, f"{what} along one axis"), _named(plane, name + "2", f"{what} along two axes"),
            _named(several, name + "n", f"{what} along the axes"))


rfft, rfft2, rfftn = _functions("rfft", library.FORWARD, "Discrete Fourier transform of real points")
irfft, irfft2, irfftn = _functions("irfft", library.INVERSE, "Inverse discrete Fourier transform to real points")
