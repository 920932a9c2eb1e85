# Separable transforms by scipy.fft, axis by axis: what the array's are compared with.
# SPDX-License-Identifier: Apache-2.0
import numpy as np
import scipy.fft


def hartley(volume, type, norm, axis):
    """Its own inverse but for the norm; linear in both parts of complex numbers."""
    if np.iscomplexobj(volume):
        return hartley(volume.real, type, norm, axis) + 1j * hartley(volume.imag, type, norm, axis)
    result = scipy.fft.fft(volume, norm=norm, axis=axis)
    return result.real - result.imag


def inverse_hartley(volume, type, norm, axis):
    return hartley(volume, type, {"backward": "forward", "forward": "backward", "ortho": "ortho"}[norm], axis)


FORWARD = {"dct": scipy.fft.dct, "dst": scipy.fft.dst, "dht": hartley}
INVERSE = {"dct": scipy.fft.idct, "dst": scipy.fft.idst, "dht": inverse_hartley}


def transform(volume, kinds, types=(2, 2, 2), norm="ortho", inverse=False):
    """The transform of three axes; real kinds act on both parts of complex numbers, which dct and dst of scipy do too.
    Everything is computed in double precision."""
    volume = np.asarray(volume, complex if np.iscomplexobj(volume) else float)
    for axis, (kind, kind_type) in enumerate(zip(kinds, types)):
        if kind in FORWARD:
            volume = (INVERSE if inverse else FORWARD)[kind](volume, type=kind_type, norm=norm, axis=axis)
        elif kind == "dft":
            volume = (scipy.fft.ifft if inverse else scipy.fft.fft)(volume, norm=norm, axis=axis)
        elif kind != "identity":
            raise ValueError(kind)
    return volume


def largest_factor(kinds, types, norm, shape):
    """The largest factor by which the norm scales orthonormal results (docs/transforms.md): a last place, which is
    reported before that scaling, is as much larger."""
    factor = 1.0
    for kind, kind_type, n in zip(kinds, types, shape):
        if norm == "ortho" or kind == "identity":
            continue
        if kind in ("dft", "dht", "dwht"):
            length, edge = n, 1.0
        else:
            length = 2.0 * (n if kind_type != 1 else n - 1 if kind == "dct" else n + 1)
            edge = np.sqrt(2) if (kind, kind_type) in {("dct", 1), ("dct", 2), ("dst", 2)} else 1.0
        factor *= edge * (np.sqrt(length) if norm == "backward" else 1 / np.sqrt(length))
    return factor
