# Measures the engine cpu beside FFTW and scipy.fft (pocketfft): DCTs of type 2 in float32.
# SPDX-License-Identifier: Apache-2.0
"""Usage: cpu.py LIBRARY FOLDER [--cases N[/BLOCK],...] [--threads T,...] [--repeat N] [--sample SECONDS]

One process runs all alternately (orbital, FFTW, SciPy, orbital, ...), so that what else the machine does meets all of
them; a ratio is of two of one turn. On one thread the engine's other choices and a copy of the volume take part too,
and times are those of the thread alone. Prints the tables of docs/cpu.md, and leaves cpu.csv, cpu.svg and cpu.md in
FOLDER. Ends with 1 if results differ."""
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

from plots import COLOURS, Bars, draw_bars
from sides import machine, spread, table

CASES = "16,32,64,100,128,256,64/8,128/8,128/16"
TOLERANCE = 4e-6  # of the largest result, as tests/host/test_cpu.c allows
RIVALS = {"fftw": "FFTW", "scipy": "scipy.fft"}
# the engine's other choices, where the processor has the instructions
OWN = {"plain": "simd=plain", "avx2": "simd=avx2", "avx512": "simd=avx512", "slow": "fast=no", "fast": "fast=yes"}
ALONE = (*OWN, "copy")
FIELDS = ["n", "block", "threads", "planner", "planning_s", "difference", "orbital_s",
          *(f"{name}_s" for name in (*RIVALS, *ALONE)),
          *(f"{name}_ratio{end}" for name in (*RIVALS, *ALONE) for end in ("_low", "", "_high"))]


def load(path, number=ctypes.c_float):
    """The library of bench/cpu/contest.c, in float32 or float64."""
    library = ctypes.CDLL(str(path))
    library.contest_create.restype = ctypes.c_void_p
    library.contest_create.argtypes = [*[ctypes.c_int] * 4, ctypes.c_bool]
    library.contest_free.argtypes = [ctypes.c_void_p]
    library.contest_version.restype = ctypes.c_char_p
    for name in ("contest_input", "contest_output"):
        getattr(library, name).restype = ctypes.POINTER(number)
        getattr(library, name).argtypes = [ctypes.c_void_p]
    for name in ("contest_fftw", "contest_copy"):
        getattr(library, name).restype = ctypes.c_double
        getattr(library, name).argtypes = [ctypes.c_void_p, ctypes.c_int]
    library.contest_add.argtypes = [ctypes.c_void_p, ctypes.c_char_p]
    library.contest_orbital.restype = ctypes.c_double
    library.contest_orbital.argtypes = [ctypes.c_void_p, ctypes.c_int, ctypes.c_int]
    return library


def scipy_transform(x, block, threads):
    """Of all blocks, as one call on a view of the volume."""
    n = x.shape[0]
    view = x.reshape(n // block, block, n // block, block, n // block, block)
    return scipy.fft.dctn(view, axes=(1, 3, 5), workers=threads).reshape(x.shape)


def times_of(run, sample):
    """Transforms in a sample. The first run warms up."""
    run(1)
    return max(1, round(sample / max(run(1), 1e-7)))


def measure(library, n, block, threads, options, rng):
    start = time.perf_counter()
    contest = library.contest_create(0, n, block, threads, options.measure)
    planning = time.perf_counter() - start
    if not contest:
        raise SystemExit(f"cpu.py: {n}/{block}: no plan could be made")
    engine = f"cpu:threads={threads}"
    numbers = {"orbital": library.contest_add(contest, engine.encode())}
    if numbers["orbital"] < 0:
        raise SystemExit(f"cpu.py: {n}/{block}: no engine {engine}")
    for name, option in OWN.items() if threads == 1 else ():
        number = library.contest_add(contest, f"{engine},{option}".encode())
        if number >= 0:
            numbers[name] = number
    x, y = (np.ctypeslib.as_array(array(contest), (n, n, n)) for array in
            (library.contest_input, library.contest_output))
    x[:] = rng.standard_normal((n, n, n), dtype=np.float32)

    clock = time.thread_time if threads == 1 else time.perf_counter

    def by_scipy(times):
        start = clock()
        for _ in range(times):
            scipy_transform(x, block, threads)
        return (clock() - start) / times

    runs = {name: lambda times, i=i: library.contest_orbital(contest, i, times) for name, i in numbers.items()}
    runs["fftw"] = lambda times: library.contest_fftw(contest, times)
    wanted = scipy_transform(x.astype(np.float64), block, threads)
    difference = 0.0
    for name in runs:
        y[:] = np.nan
        if runs[name](1) < 0:
            raise SystemExit(f"cpu.py: {n}/{block}: {name} failed")
        difference = max(difference, float(np.nan_to_num(np.abs(y - wanted), nan=np.inf).max() / np.abs(wanted).max()))
    runs["scipy"] = by_scipy
    if threads == 1:
        runs["copy"] = lambda times: library.contest_copy(contest, times)
    times = {name: times_of(run, options.sample) for name, run in runs.items()}
    turns = [{name: run(times[name]) for name, run in runs.items()} for _ in range(options.repeat)]
    library.contest_free(contest)

    row = {"n": n, "block": block, "threads": threads, "planner": "MEASURE" if options.measure else "ESTIMATE",
           "planning_s": planning, "difference": difference}
    for name in runs:
        row[name + "_s"] = statistics.median(turn[name] for turn in turns)
        if name != "orbital":
            ratio = spread([turn[name] / turn["orbital"] for turn in turns])
            row.update(zip((name + "_ratio", name + "_ratio_low", name + "_ratio_high"), ratio))
    return row


def title(row):
    return f"{row['n']}³" + (f" in {row['block']}³" if row["block"] < row["n"] else "")


def threads_of(row):
    return {1: "one thread", 2: "two threads"}.get(row["threads"], f"{row['threads']} threads")


def ratio(row, name):
    key = name + "_ratio"
    return f"{row[key]:.2f} ({row[key + '_low']:.2f}–{row[key + '_high']:.2f})" if key in row else "–"


def tables(rows):
    """Beside the others, a line a volume; and on one thread beside the engine's other choices and a copy."""
    volumes = list(dict.fromkeys(title(row) for row in rows))
    by_threads = {}
    for row in rows:
        by_threads.setdefault(threads_of(row), {})[title(row)] = row
    heads = ["volume", *(f"to {rival}, {threads}" for rival in RIVALS.values() for threads in by_threads)]
    lines = [[v, *(ratio(by_threads[threads][v], name) for name in RIVALS for threads in by_threads)] for v in volumes]
    alone = [[title(row), f"{1e6 * row['orbital_s']:.4g}", *(ratio(row, name) for name in OWN),
              f"{1 / row['copy_ratio']:.1f}"] for row in rows if row["threads"] == 1]
    heads_alone = ["volume", "µs", *(f"to {option}" for option in OWN.values()), "copies of the volume meanwhile"]
    return table(heads, lines) + ("\n\n" + table(heads_alone, alone) if alone else "")


def draw(rows, path):
    """Ratios as bars with their quartiles, a pair of bars a row."""
    groups = [Bars(rival, [(row[f"{name}_ratio_low"], row[f"{name}_ratio"], row[f"{name}_ratio_high"])
                           for row in rows], colour) for (name, rival), colour in zip(RIVALS.items(), COLOURS)]
    draw_bars(path, "The engine cpu beside FFTW and scipy.fft: DCT of type 2, float32",
              [f"{title(row)}, {threads_of(row)}" for row in rows], groups,
              "time of the other library divided by that of the engine; the whiskers end at the quartiles", "as fast")


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("library", type=Path)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--cases", default=CASES)
    parser.add_argument("--threads", default="1,2")
    parser.add_argument("--repeat", type=int, default=15, help="turns")
    parser.add_argument("--sample", type=float, default=0.02, help="seconds of each side in a turn")
    parser.add_argument("--estimate", dest="measure", action="store_false", help="FFTW's quick planner")
    return parser.parse_args()


def main():
    options = arguments()
    options.folder.mkdir(parents=True, exist_ok=True)
    library = load(options.library)
    facts = machine(library.contest_version().decode(), f"SciPy {scipy.__version__}")
    print(facts, flush=True)
    rows = []
    rng = np.random.default_rng(1)
    for case in options.cases.split(","):
        n, _, block = case.partition("/")
        for threads in options.threads.split(","):
            rows.append(measure(library, int(n), int(block or n), int(threads), options, rng))
            print(f"{title(rows[-1])}, {threads_of(rows[-1])}", file=sys.stderr)
    found = "Ratios: the other's time by the engine's; median, and in brackets the quartiles.\n\n" + tables(rows)
    print("\n" + found)
    (options.folder / "cpu.md").write_text(f"{facts}\n\n{found}\n")
    with open(options.folder / "cpu.csv", "w", newline="") as file:
        writer = csv.DictWriter(file, FIELDS)
        writer.writeheader()
        writer.writerows(rows)
    draw(rows, options.folder / "cpu.svg")
    print(f"\nFFTW planned with {rows[0]['planner']}, at most {max(r['planning_s'] for r in rows):.3g} s a plan. "
          f"Left in {options.folder}/: cpu.csv cpu.svg cpu.md")
    wrong = [title(row) for row in rows if not row["difference"] <= TOLERANCE]
    if wrong:
        sys.exit(f"cpu.py: results differ by more than {TOLERANCE} of the largest: {', '.join(wrong)}")


if __name__ == "__main__":
    main()
