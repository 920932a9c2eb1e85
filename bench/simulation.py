# Prints, for each Verilated model: the cycles of a forward transform beside the ideal, and the speed of the simulation.
# SPDX-License-Identifier: Apache-2.0
import platform
import time

import numpy as np
import program
from configs import MODELS
from model import Model
from scipy.fft import dct

SECONDS = 3.0  # that a measurement of speed should take


def dct_matrix(n, bits):
    """Orthonormal DCT-II as coefficient words, scaled to fill them. Returns (words, right shift that undoes it)."""
    matrix = dct(np.eye(n), axis=1, norm="ortho")
    shift = int(np.floor(np.log2((2 ** (bits - 1) - 1) / np.abs(matrix).max())))
    return np.rint(matrix * 2.0 ** shift).astype(np.int32), shift


def prepare(model, extent):
    """Loads coefficients of blocks extent**3 into the model. Returns the descriptors of a forward transform."""
    n = model.p * extent
    words, shift = dct_matrix(n, model.cw)
    model.program([program.coefficients(last=True)], (extent,) * 3)
    model.run(np.concatenate([words.ravel()] * 3))
    return program.transform(model.p, (shift - model.ps,) * 3)


def measure(model, extent, cubes):
    """Runs cubes of random words. Returns (device cycles a transform, clock cycles a second)."""
    descriptors = prepare(model, extent)
    points = (model.p * extent) ** 3
    # A third of full scale: a DCT of noise stays about as large as the noise.
    limit = 2 ** (model.w - 1) // 3
    words = np.random.default_rng(1).integers(-limit, limit, (cubes, points))
    clock, start = model.cycles(), time.perf_counter()
    model.program(descriptors, (extent,) * 3, repeat=cubes)
    model.run(words, words.size, max_cycles=2 ** 40)
    seconds = time.perf_counter() - start
    return model.read64("COMPUTE") / cubes, (model.cycles() - clock) / seconds


def main():
    print(f"Machine: {platform.machine()}, one core used. Cycles are the device's own count of the three stages.\n")
    print("| model | block | cycles | ideal 3·P·b⁴ | efficiency | million node-cycles a second |")
    print("|---|---|---|---|---|---|")
    for path in sorted(MODELS.glob("orb_sim_*.so")):
        name = path.stem.removeprefix("orb_sim_")
        with Model("sim", name) as model:
            for extent in range(2, model.bmax + 1):
                cycles, speed = measure(model, extent, 1)
                if extent == model.bmax:  # the speed of the largest is the one that counts: measure it well
                    once = model.cycles() / speed
                    cycles, speed = measure(model, extent, max(1, int(SECONDS / once)))
                ideal = 3 * model.p * extent ** 4
                print(f"| {name} | {extent} | {cycles:.0f} | {ideal} | {100 * ideal / cycles:.2f} % "
                      f"| {speed * model.p ** 3 / 1e6:.0f} |")


if __name__ == "__main__":
    main()
