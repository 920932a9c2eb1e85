# Blocks of 32x32x32 points of several distributions, for tests and measurements of accuracy.
# SPDX-License-Identifier: Apache-2.0
import numpy as np

N = 32


def axes(rng):
    return np.meshgrid(*[np.arange(N)] * 3, indexing="ij")


def sphere(rng):
    """As in cryo-electron microscopy: noise with a weak sphere."""
    distance = np.sqrt(sum((x - N / 2) ** 2 for x in axes(rng)))
    return rng.standard_normal((N,) * 3) + 0.3 * (distance < N / 4)


def spikes(rng):
    x = np.zeros((N,) * 3)
    x[tuple(rng.integers(0, N, (3, 20)))] = 100 * rng.standard_normal(20)
    return x


def delta(rng):
    x = np.zeros((N,) * 3)
    x[tuple(rng.integers(0, N, 3))] = rng.standard_normal()
    return x


def ramp(rng):
    slopes = rng.standard_normal(4)
    return slopes[3] + sum(slope * x for slope, x in zip(slopes, axes(rng)))


DISTRIBUTIONS = {"noise": lambda rng: rng.standard_normal((N,) * 3),
                 "scaled": lambda rng: rng.standard_normal((N,) * 3) * 2.0 ** rng.uniform(-20, 20),
                 "uniform": lambda rng: rng.random((N,) * 3), "sphere": sphere, "spikes": spikes, "delta": delta,
                 "constant": lambda rng: np.full((N,) * 3, rng.standard_normal()),
                 "checkerboard": lambda rng: rng.random() * (-1.0) ** sum(axes(rng)), "ramp": ramp}
