# One round of one side of bench/mpi/threads.py: transforms on the ranks on which it is started.
# SPDX-License-Identifier: Apache-2.0
"""Usage: mpirun -n RANKS threads_side.py THREADS N,... ELEMENT,... ALGORITHM,... SAMPLE

Rank 0 prints a line of JSON for each case: its name, the seconds of a forward transform on the slowest rank, and two
random sums and the square of the norm of the coefficients."""
import json
import sys
import time

import numpy as np
import orbital.mpi
from mpi4py import MPI

from cubes import fill, marks, Cube

COMM = MPI.COMM_WORLD


def seconds_of(plan, x, out, sample):
    """The mean of several executions in sequence, after two that are not counted."""
    plan.forward(x, out)
    once = timed(plan, x, out, 1)
    return timed(plan, x, out, max(1, round(sample / once)))


def timed(plan, x, out, times):
    COMM.Barrier()
    start = time.perf_counter()
    for _ in range(times):
        plan.forward(x, out)
    return COMM.allreduce((time.perf_counter() - start) / times, MPI.MAX)


def measure(threads, n, element, algorithm, sample):
    kind = "dft" if element in "FD" else "dct"
    with orbital.mpi.Plan((n, n, n), kind, dtype=element, algorithm=algorithm, threads=threads) as plan:
        x, out = np.empty(plan.box_shape, element), np.empty(plan.coefficient_box_shape, element)
        fill(x, [part.start for part in plan.box], Cube(n, element, False))
        seconds = seconds_of(plan, x, out, sample)
        sums = marks(out, [part.start for part in plan.coefficient_box], n)
    if COMM.rank == 0:
        print(json.dumps({"n": n, "element": element, "algorithm": algorithm, "seconds": seconds,
                          "marks": [[z.real, z.imag] for z in sums.tolist()]}), flush=True)


def main():
    threads, cases, elements, algorithms, sample = sys.argv[1:]
    for n in map(int, cases.split(",")):
        for element in elements.split(","):
            for algorithm in algorithms.split(","):
                measure(int(threads), n, element, algorithm, float(sample))


if __name__ == "__main__":
    main()
