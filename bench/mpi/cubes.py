# The volume that all sides of bench/mpi/mpi.py transform, and the parts of it that a rank has.
# SPDX-License-Identifier: Apache-2.0
import ctypes
import functools

import numpy as np
from mpi4py import MPI

COMM = MPI.COMM_WORLD

TYPES = {"f": "ff", "d": "dd", "F": "FF", "D": "DD", "r": "fF", "R": "dD"}  # of points and coefficients, for NumPy
ELEMENTS = {"f": 0, "d": 1, "F": 2, "D": 3}  # orb_element


class Cube(ctypes.Structure):
    """A cube of n points an axis, and its transform."""
    _fields_ = [("n", ctypes.c_size_t), *((name, ctypes.c_int) for name in ("points", "coefficients", "direction"))]

    def __init__(self, n, element, inverse):
        super().__init__(n, *(ELEMENTS[one] for one in TYPES[element]), inverse)
        self.element, self.inverse, self.half = element, inverse, element in "rR"
        self.types = TYPES[element][::-1 if inverse else 1]  # of the input and the output


def aligned(numbers, element):
    """Memory for so many numbers, and one more, as FFTW wants it. Pages that nobody touches take none."""
    dtype = np.dtype(element)
    raw = np.empty((numbers + 1) * dtype.itemsize + 64, dtype=np.uint8)
    first = -raw.ctypes.data % 64
    return raw[first:first + (numbers + 1) * dtype.itemsize].view(dtype)


class Box:
    """A rank's part of a volume, and how it lies in memory: whether axis 1 comes first, and the numbers from one row
    along axis 2 to the next."""
    def __init__(self, start, size, turned, row):
        self.start, self.size, self.turned, self.row = tuple(start), tuple(size), turned, row

    def key(self):
        return self.start, self.size, self.turned, self.row

    def numbers(self):
        return self.size[0] * self.size[1] * self.row

    def of(self, memory):
        """The numbers of the box, axes in the order of the volume."""
        a, b, c = self.size
        rows = memory[:self.numbers()].reshape((b, a, self.row) if self.turned else (a, b, self.row))[..., :c]
        return rows.transpose(1, 0, 2) if self.turned else rows


def plane_of(n, i, dtype):
    """Plane i of the random volume."""
    is_complex = np.issubdtype(dtype, np.complexfloating)
    numbers = np.random.default_rng((1, n, i)).standard_normal((n, n, 2 if is_complex else 1))
    return numbers.astype(np.dtype(dtype).type(0).real.dtype).view(dtype)[..., 0]


@functools.lru_cache(maxsize=1)
def spectrum_of(n, dtype):
    """Half the spectrum of the random volume of real numbers: few other numbers are one."""
    real = np.dtype(dtype).type(0).real.dtype
    return np.fft.rfftn(np.stack([plane_of(n, i, real) for i in range(n)])).astype(dtype)


def fill(view, start, cube):
    """The same input for all sides, a plane at a time."""
    for i, plane in enumerate(view):
        if cube.half and cube.inverse:
            numbers = spectrum_of(cube.n, view.dtype.char)[start[0] + i]
        else:
            numbers = plane_of(cube.n, start[0] + i, view.dtype)
        plane[...] = numbers[start[1]:start[1] + view.shape[1], start[2]:start[2] + view.shape[2]]


def marks(view, start, n):
    """Of the whole volume two random sums, which a difference anywhere changes; and the square of its norm."""
    weights = np.random.default_rng((2, n)).standard_normal((2, 3, n))
    found = np.zeros(3, dtype=complex)
    for i, plane in enumerate(view):
        for sample, (a, b, c) in enumerate(weights):
            b, c = (w[start[axis]:start[axis] + view.shape[axis]] for axis, w in ((1, b), (2, c)))
            found[sample] += a[start[0] + i] * (b @ (plane @ c))
        found[2] += np.linalg.norm(plane).astype(float) ** 2
    return COMM.allreduce(found)
