# SPDX-License-Identifier: Apache-2.0
"""Separable transforms of NumPy arrays by liborbital: on this processor, on a simulated array, or on a board.

The functions are those of scipy.fft; Plan has the library's other kinds, and blocks; Backend goes into scipy.fft.
"""
from ._backend import Backend
from ._fft import dct, dctn, dst, dstn, fft, fft2, fftn, idct, idctn, idst, idstn, ifft, ifft2, ifftn
from ._fft import fftn as dftn, ifftn as idftn
from ._half import irfft, irfft2, irfftn, rfft, rfft2, rfftn
from ._library import (ArgumentError, Device, Error, MemoryShortage, SaturationWarning, Unsupported, engines,
                       library_version)
from ._plan import Plan

__all__ = ["ArgumentError", "Backend", "Device", "Error", "MemoryShortage", "Plan", "SaturationWarning", "Unsupported",
           "dct", "dctn", "dftn", "dst", "dstn", "engines", "fft", "fft2", "fftn", "idct", "idctn", "idftn", "idst",
           "idstn", "ifft", "ifft2", "ifftn", "irfft", "irfft2", "irfftn", "library_version", "rfft", "rfft2", "rfftn"]
