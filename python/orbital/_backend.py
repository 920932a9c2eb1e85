# SPDX-License-Identifier: Apache-2.0
"""The functions behind scipy.fft: scipy.fft.set_backend(orbital.Backend())."""
import inspect

import numpy as np

from . import _fft, _half
from ._library import Error, Unsupported

FUNCTIONS = {name: getattr(module, name) for module, names in (
    (_fft, ("dct", "idct", "dst", "idst", "dctn", "idctn", "dstn", "idstn", "fft", "ifft", "fft2", "ifft2", "fftn",
            "ifftn")),
    (_half, ("rfft", "irfft", "rfft2", "irfft2", "rfftn", "irfftn"))) for name in names}
SIGNATURES = {name: inspect.signature(function) for name, function in FUNCTIONS.items()}
# What the engine cannot do, in contrast to what went wrong.
BEYOND = ("NO_MEMORY", "TOO_LONG", "BAD_KIND", "NOT_FINITE")


class Backend:
    """A backend for scipy.fft, of which it takes what the engine can do; scipy goes on with all else: other functions
    (hfft), long double, arrays of other libraries, and axes of more points than `longest`."""

    __ua_domain__ = "numpy.scipy.fft"

    def __init__(self, engine="cpu", longest=None):
        self.engine, self.longest = engine, longest

    def __ua_function__(self, method, args, kwargs):
        function = FUNCTIONS.get(method.__name__)
        x = args[0] if args else kwargs.get("x")
        if function is None or (hasattr(x, "__array_namespace__") and not isinstance(x, np.ndarray)):
            return NotImplemented
        bound = SIGNATURES[method.__name__].bind(*args, **kwargs, engine=self.engine, longest=self.longest)
        bound.arguments["overwrite_x"] = False  # as scipy may need it afterwards
        try:
            return function(*bound.args, **bound.kwargs)
        except Unsupported:
            return NotImplemented
        except Error as error:
            if error.status not in BEYOND:
                raise
            return NotImplemented
