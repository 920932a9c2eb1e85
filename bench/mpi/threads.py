# Measures one rank with several threads beside several ranks with one thread, on the processors of one machine.
# SPDX-License-Identifier: Apache-2.0
"""Usage: threads.py FOLDER [--cases N,...] [--elements f,d,F,D] [--algorithms cuboid,alltoall] [--rounds R]

The two sides use the same processors: one rank on each of them, with one thread; and one rank with as many threads as
there are processors, as Lirkov et al. had one rank on each node with a threaded BLAS. They are started by mpirun
alternately, so that other load on the machine affects both. A ratio is the time of the ranks divided by that of the
threads in the same round. Prints a table, and writes threads.csv and threads.md to FOLDER. The exit status is 1 if the
results of the two sides differ."""
import argparse
import json
import os
import statistics
import subprocess
import sys
from pathlib import Path

from sides import machine, save, spread, table

HERE = Path(__file__).resolve().parent
TOLERANCE = {"f": 1e-6, "F": 1e-6, "d": 1e-14, "D": 1e-14}  # of the root of the sum of squares
NAMES = {"f": "DCT-II, float", "d": "DCT-II, double", "F": "Fourier, complex float", "D": "Fourier, complex double"}
FIELDS = ["n", "element", "algorithm", "rounds", "ranks", "threads", "ratio", "ratio low", "ratio high", "difference"]


def start(ranks, threads, options):
    """Runs a side once. Returns its cases by name."""
    command = ["mpirun", "-n", str(ranks), *(["--bind-to", "none"] if threads > 1 or options.unbound else
                                             ["--bind-to", "core"]), *(["--oversubscribe"] if options.unbound else []),
               sys.executable, "-m", "mpi4py", str(HERE / "threads_side.py"), str(threads), options.cases,
               options.elements, options.algorithms, str(options.sample)]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"threads.py: {ranks} ranks with {threads} threads ended with {done.returncode}: "
                 f"{done.stderr.strip()[-1000:]}")
    lines = [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]
    return {(line["n"], line["element"], line["algorithm"]): line for line in lines}


def difference(one, other):
    """The largest difference of the two random sums, in units of the root of the sum of squares."""
    sums = [[complex(*pair) for pair in side["marks"]] for side in (one, other)]
    return max(abs(a - b) for a, b in zip(sums[0][:2], sums[1][:2])) / abs(sums[0][2]) ** 0.5


def compare(rounds):
    """A row for each case, from the pairs of sides of all rounds."""
    rows = []
    for case in rounds[0][0]:
        ranks, threads = ([pair[side][case]["seconds"] for pair in rounds] for side in range(2))
        middle, low, high = spread([a / b for a, b in zip(ranks, threads)])
        rows.append(dict(zip(FIELDS, (*case, len(rounds), statistics.median(ranks), statistics.median(threads), middle,
                                      low, high, max(difference(pair[0][case], pair[1][case]) for pair in rounds)))))
    return rows


def table_of(rows, processors):
    heads = ["n", "transform", "algorithm", f"ms, {processors} ranks × 1 thread", f"ms, 1 rank × {processors} threads",
             "ratio"]
    return table(heads, [[str(row["n"]), NAMES[row["element"]], row["algorithm"], f"{1e3 * row['ranks']:.3g}",
                          f"{1e3 * row['threads']:.3g}",
                          f"{row['ratio']:.2f} ({row['ratio low']:.2f}–{row['ratio high']:.2f})"] for row in rows])


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--cases", default="100,200,256")
    parser.add_argument("--elements", default="f,d,F,D")
    parser.add_argument("--algorithms", default="cuboid,alltoall")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--sample", type=float, default=0.2, help="seconds of a case in a round (default: %(default)s)")
    parser.add_argument("--unbound", action="store_true", help="do not bind ranks to processors")
    options = parser.parse_args()
    processors = len(os.sched_getaffinity(0))
    rounds = []
    for number in range(options.rounds):
        rounds.append((start(processors, 1, options), start(1, processors, options)))
        print(f"{number + 1} of {options.rounds} rounds", file=sys.stderr, flush=True)
    rows = compare(rounds)
    text = f"{machine()}\n\n{table_of(rows, processors)}"
    print(text)
    save(options.folder, "threads", FIELDS, rows, text)
    wrong = [f"{row['n']} {NAMES[row['element']]} {row['algorithm']}" for row in rows
             if not row["difference"] <= TOLERANCE[row["element"]]]
    if wrong:
        sys.exit(f"threads.py: results differ: {'; '.join(wrong)}")


if __name__ == "__main__":
    main()
