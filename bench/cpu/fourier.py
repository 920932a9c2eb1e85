# Measures the Fourier transforms of the engine cpu, and DCTs in float64, beside FFTW and scipy.fft, on one thread.
# SPDX-License-Identifier: Apache-2.0
"""Usage: fourier.py LIBRARY LIBRARY_F64 FOLDER [--points N,...] [--kinds KIND,...] [--repeat N] [--sample SECONDS]

The engine takes part twice: with its own Fourier transforms, and with those of FFTW (fft=fftw).

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
# sides that are compared: whose times are divided, by whose, and the heading of the table
RATIOS = {"fftw_ratio": ("fftw", "orbital", "Times of FFTW by those of the engine:"),
          "scipy_ratio": ("scipy", "orbital", "Times of scipy.fft by those of the engine:"),
          "fftw_ratio_plugin": ("fftw", "plugin", "Times of FFTW by those of the engine with fft=fftw:"),
          "scipy_ratio_plugin": ("scipy", "plugin", "Times of scipy.fft by those of the engine with fft=fftw:"),
          "plugin_ratio": ("plugin", "orbital", "Times of the engine with fft=fftw by those without:")}
ENDS = ("_low", "", "_high")
FIELDS = ["kind", "n", "planning_s", "difference", *(f"{side}_s" for side in ("orbital", "plugin", "fftw", "scipy")),
          *(name + end for name in RATIOS for end in ENDS)]


def volume(numbers, shape, dtype):
    return np.ctypeslib.as_array(numbers, (int(np.prod(shape)) * (2 if np.dtype(dtype).kind == "c" else 1),)) \
        .view(dtype).reshape(shape)


def measure(libraries, kind, n, options, rng):
    number, full, name, points, coefficients = KINDS[kind]
    library, function = libraries[full], getattr(scipy.fft, name)
    start = time.perf_counter()
    contest = library.contest_create(number, n, n, 1, options.measure)
    planning = time.perf_counter() - start
    engines = [options.engine, options.engine + ",fft=fftw"]
    if not contest or [library.contest_add(contest, engine.encode()) for engine in engines] != [0, 1]:
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
            "plugin": lambda times: library.contest_orbital(contest, 1, times),
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
    for name, (side, other, _) in RATIOS.items():
        ratio = spread([turn[side] / turn[other] for turn in turns])
        row.update(zip((name, name + "_low", name + "_high"), ratio))
    return row


def tables(rows, kinds):
    found = {(row["n"], row["kind"]): row for row in rows}
    points = list(dict.fromkeys(row["n"] for row in rows))
    return "\n\n".join(f"{heading}\n\n" + table(
        ["volume", *kinds],
        [[f"{n}³", *(f"{found[n, k][name]:.2f} ({found[n, k][name + '_low']:.2f}–{found[n, k][name + '_high']:.2f})"
                     if (n, k) in found else "–" for k in kinds)]
         for n in points]) for name, (_, _, heading) in RATIOS.items())


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("library", type=Path)
    parser.add_argument("library_f64", type=Path)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--engine", default="cpu:threads=1", help="the engine, without fft=")
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
