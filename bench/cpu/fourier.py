# Measures the Fourier transforms of the engine cpu, and DCTs in float64, beside FFTW and scipy.fft, on one thread.
# SPDX-License-Identifier: Apache-2.0
"""Usage: fourier.py LIBRARY LIBRARY_F64 FOLDER [--points N,...] [--kinds KIND,...] [--repeat N] [--sample SECONDS]

One process runs all alternately, so that what else the machine does meets all of them; a ratio is of two of one turn.
Times are those of the thread. Prints the tables of docs/cpu.md, and leaves fourier.csv and fourier.md in FOLDER. Ends
with 1 if results differ."""
import argparse
import csv
import ctypes
import statistics
import sys
import time
from pathlib import Path

import numpy as np
import scipy
import scipy.fft

from cpu import load, times_of
from sides import machine, spread, table

POINTS = "64,100,128,225,243,250,256,400"
# the number of a kind in contest.c, is it in double, scipy's function, and elements of points and coefficients
KINDS = {"c64": (1, False, "fftn", "c8", "c8"), "c128": (1, True, "fftn", "c16", "c16"),
         "r32": (2, False, "rfftn", "f4", "c8"), "r64": (2, True, "rfftn", "f8", "c16"),
         "dct32": (0, False, "dctn", "f4", "f4"), "dct64": (0, True, "dctn", "f8", "f8")}
TOLERANCE = {False: 4e-6, True: 1e-14}  # of the largest result
RIVALS = {"fftw": "FFTW", "scipy": "scipy.fft"}
FIELDS = ["kind", "n", "planning_s", "difference", "orbital_s", *(f"{name}_s" for name in RIVALS),
          *(f"{name}_ratio{end}" for name in RIVALS for end in ("_low", "", "_high"))]


def volume(numbers, shape, dtype):
    return np.ctypeslib.as_array(numbers, (int(np.prod(shape)) * (2 if np.dtype(dtype).kind == "c" else 1),)) \
        .view(dtype).reshape(shape)


def measure(libraries, kind, n, options, rng):
    number, full, name, points, coefficients = KINDS[kind]
    library, function = libraries[full], getattr(scipy.fft, name)
    start = time.perf_counter()
    contest = library.contest_create(number, n, n, 1, options.measure)
    planning = time.perf_counter() - start
    if not contest or library.contest_add(contest, b"cpu:threads=1") != 0:
        raise SystemExit(f"fourier.py: {kind} of {n} points: no plan could be made")
    x = volume(library.contest_input(contest), (n, n, n), points)
    y = volume(library.contest_output(contest), (n, n, n // 2 + 1 if name == "rfftn" else n), coefficients)
    x.view(x.real.dtype)[:] = rng.standard_normal(x.view(x.real.dtype).shape)

    def by_scipy(times):
        start = time.thread_time()
        for _ in range(times):
            function(x, workers=1)
        return (time.thread_time() - start) / times

    runs = {"orbital": lambda times: library.contest_orbital(contest, 0, times),
            "fftw": lambda times: library.contest_fftw(contest, times)}
    wanted = function(x.astype(np.complex128 if x.dtype.kind == "c" else np.float64))
    difference = 0.0
    for side, run in runs.items():
        y[:] = np.nan
        if run(1) < 0:
            raise SystemExit(f"fourier.py: {kind} of {n} points: {side} failed")
        difference = max(difference, float(np.nan_to_num(np.abs(y - wanted), nan=np.inf).max() / np.abs(wanted).max()))
    del wanted
    runs["scipy"] = by_scipy
    times = {side: times_of(run, options.sample) for side, run in runs.items()}
    turns = [{side: run(times[side]) for side, run in runs.items()} for _ in range(options.repeat)]
    library.contest_free(contest)
    row = {"kind": kind, "n": n, "planning_s": planning, "difference": difference}
    for side in runs:
        row[side + "_s"] = statistics.median(turn[side] for turn in turns)
        if side != "orbital":
            ratio = spread([turn[side] / turn["orbital"] for turn in turns])
            row.update(zip((side + "_ratio", side + "_ratio_low", side + "_ratio_high"), ratio))
    return row


def tables(rows, kinds):
    found = {(row["n"], row["kind"]): row for row in rows}
    points = list(dict.fromkeys(row["n"] for row in rows))
    return "\n\n".join(f"Times of {rival} by those of the engine:\n\n" + table(
        ["volume", *kinds],
        [[f"{n}³", *(f"{found[n, k][side + '_ratio']:.2f} ({found[n, k][side + '_ratio_low']:.2f}–"
                     f"{found[n, k][side + '_ratio_high']:.2f})" if (n, k) in found else "–" for k in kinds)]
         for n in points]) for side, rival in RIVALS.items())


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("library", type=Path)
    parser.add_argument("library_f64", type=Path)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--points", default=POINTS)
    parser.add_argument("--kinds", default=",".join(KINDS))
    parser.add_argument("--repeat", type=int, default=9, help="turns")
    parser.add_argument("--sample", type=float, default=0.02, help="seconds of each side in a turn")
    parser.add_argument("--estimate", dest="measure", action="store_false", help="FFTW's quick planner")
    return parser.parse_args()


def main():
    options = arguments()
    options.folder.mkdir(parents=True, exist_ok=True)
    libraries = {False: load(options.library), True: load(options.library_f64, ctypes.c_double)}
    facts = machine(libraries[False].contest_version().decode(), f"SciPy {scipy.__version__}")
    print(facts, flush=True)
    rows, kinds = [], options.kinds.split(",")
    rng = np.random.default_rng(1)
    for n in map(int, options.points.split(",")):
        for kind in kinds:
            rows.append(measure(libraries, kind, n, options, rng))
            print(f"{kind}, {n}³", file=sys.stderr)
    found = tables(rows, kinds)
    print("\n" + found)
    (options.folder / "fourier.md").write_text(f"{facts}\n\n{found}\n")
    with open(options.folder / "fourier.csv", "w", newline="") as file:
        writer = csv.DictWriter(file, FIELDS)
        writer.writeheader()
        writer.writerows(rows)
    wrong = [f"{row['kind']} {row['n']}³" for row in rows if not row["difference"] <= TOLERANCE[KINDS[row["kind"]][1]]]
    if wrong:
        sys.exit(f"fourier.py: results differ by more than they may: {', '.join(wrong)}")


if __name__ == "__main__":
    main()
