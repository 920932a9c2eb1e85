# Reads PNG pictures with libpng, which cairo, and so the command, needs.
# SPDX-License-Identifier: Apache-2.0
import ctypes

import numpy as np


class PngImage(ctypes.Structure):
    """png_image of libpng's simplified interface."""
    _fields_ = [("opaque", ctypes.c_void_p), *[(name, ctypes.c_uint32) for name in (
        "version", "width", "height", "format", "flags", "colormap_entries", "warning_or_error")],
        ("message", ctypes.c_char * 64)]


def read_png(path):
    """The points of a picture: rows, columns, red green blue."""
    png = ctypes.CDLL("libpng16.so.16")
    image = PngImage(version=1)
    assert png.png_image_begin_read_from_file(ctypes.byref(image), str(path).encode()), image.message
    image.format = 2  # PNG_FORMAT_RGB
    points = np.zeros((image.height, image.width, 3), "u1")
    assert png.png_image_finish_read(ctypes.byref(image), None, points.ctypes.data_as(ctypes.c_void_p), 0, None)
    return points.astype(int)
