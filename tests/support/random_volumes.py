# Random volumes for tests of files.
# SPDX-License-Identifier: Apache-2.0
import numpy as np


def random_volume(rng, shape, dtype, fortran):
    values = rng.standard_normal(shape) * 50
    if np.dtype(dtype).kind == "c":
        values = values + 1j * rng.standard_normal(shape) * 50
    values = (np.abs(values) if np.dtype(dtype).kind == "u" else values).astype(dtype)
    return np.asfortranarray(values) if fortran else values
