# Prints what the estimate of the shifts costs the host: its time with `--shift auto` over that with `--shift bound`.
# SPDX-License-Identifier: Apache-2.0
"""Usage: host_time.py [RUNS]. RUNS: transforms with each of the two, alternating; default: 15."""
import statistics
import sys

import numpy as np
import orbital

ENGINE = "hls:p=4,b=8,full=8,w=18,jobs=1"

# Shapes of a volume and its blocks: one cube a block, several tori a cube, and a volume that is cut.
CASES = {"blocks of 32": ((64, 64, 64), (32, 32, 32)), "blocks of 8": ((64, 64, 64), (8, 8, 8)),
         "one volume of three rounds": ((80, 80, 80), None)}
VOLUMES = {"noise": lambda rng, shape: rng.standard_normal(shape), "uniform": lambda rng, shape: rng.random(shape)}


def host_seconds(plan, volume):
    """The time of a transform without that of the simulated array."""
    plan.forward(volume)
    return plan.report["seconds"]["send"] + plan.report["seconds"]["receive"]


def main(runs=15):
    rng = np.random.default_rng(0)
    print("The host's share of a transform, with --shift auto over --shift bound (medians of alternating runs):\n")
    print("| volume | values | ratio |")
    print("|---|---|---|")
    for case, (shape, block) in CASES.items():
        auto, bound = (orbital.Plan(shape, block=block, engine=ENGINE, shift=shift) for shift in ("auto", "bound"))
        for values, make in VOLUMES.items():
            volume = make(rng, shape)
            times = [(host_seconds(auto, volume), host_seconds(bound, volume)) for _ in range(runs)]
            a, b = (statistics.median(column) for column in zip(*times))
            print(f"| {case} | {values} | {a / b:.2f} |")
        auto.close()
        bound.close()


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
