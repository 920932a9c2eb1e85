# How far the array's DCT is from the one in double precision, in last places of its output.
# SPDX-License-Identifier: Apache-2.0
import numpy as np
import pytest
from model import Model
from program import coefficients, transform
from rounding import PEAK_SLACK, rms_slack
from scipy.fft import dct, dctn

NAME = "p4_b8_f4_w18"  # W = CW = 18, N = 32
RMS = 0.51  # Words go in as they are, three stages are rounded, which is 0.5, and the coefficients.


def scaled_matrix(n, cw):
    """Orthonormal DCT-II matrix [n, k] in integers, scaled by the largest power of two that fits; and that power."""
    matrix = dct(np.eye(n), norm="ortho", axis=1)
    scale = cw - 1
    while np.rint(np.abs(matrix).max() * 2.0**(scale + 1)) < 1 << cw - 1:
        scale += 1
    return np.rint(matrix * 2.0**scale).astype(int), scale


def tightest_shifts(m, cube):
    """The smallest shifts that clip nothing: from the magnitudes of each stage, found one stage after the other."""
    shifts = [m.aw - m.w] * 3
    for stage in range(3):
        m.program(transform(m.p, shifts), (m.bmax,) * 3)
        m.run(cube, cube.size)
        shifts[stage] = max(m.read("MAGNITUDE", 1 + stage) - (m.w - 1), 0)
    return shifts


def measure(m, rng):
    """(rms, mean, largest) error of one full-scale random cube."""
    n = m.p * m.bmax
    matrix, scale = scaled_matrix(n, m.cw)
    m.program([coefficients(last=True)], (m.bmax,) * 3)
    m.run(np.concatenate([matrix.ravel()] * 3))
    cube = rng.integers(-(1 << m.w - 1), 1 << m.w - 1, (n,) * 3)
    shifts = tightest_shifts(m, cube)
    m.program(transform(m.p, shifts), (m.bmax,) * 3)
    result = m.run(cube, cube.size).reshape(cube.shape)
    assert m.read("SATURATIONS") == 0
    exponent = sum(scale - m.ps - shift for shift in shifts)
    error = result - dctn(cube.astype(float), norm="ortho") * 2.0**exponent
    print(f"shifts {shifts}: rms {error.std():.4f} mean {error.mean():+.4f} largest {np.abs(error).max():.3f}")
    return np.sqrt(np.mean(error**2)), error.mean(), np.abs(error).max()


@pytest.mark.parametrize("kind, cubes", [("sim", 1), ("hls", 10)])
def test_full_scale_random_cubes(kind, cubes, rng):
    with Model(kind, NAME) as m:
        for _ in range(cubes):
            rms, mean, largest = measure(m, rng)
            points = (m.p * m.bmax)**3
            assert rms <= rms_slack(points) * RMS
            assert abs(mean) <= PEAK_SLACK * RMS / np.sqrt(points)
            assert largest <= PEAK_SLACK * RMS
