# Measures the engine cpu beside FFTW and scipy.fft (pocketfft): DCTs of type 2 in float32.
# SPDX-License-Identifier: Apache-2.0
"""Usage: cpu.py LIBRARY FOLDER [--cases N[/BLOCK],...] [--threads T,...] [--repeat N] [--sample SECONDS]

One process runs all three by turns (orbital, FFTW, SciPy, orbital, ...), so that what else the machine does meets all
of them; a ratio is of two neighbours of one turn. Prints a table, and leaves cpu.csv and cpu.svg in FOLDER. Ends with 1
if results differ."""
import argparse
import csv
import ctypes
import os
import platform
import statistics
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import scipy
import scipy.fft

CASES = "16,32,64,100,128,256,64/8,128/8,128/16"
TOLERANCE = 4e-6  # of the largest result, as tests/host/test_cpu.c allows
FIELDS = ["n", "block", "threads", "planner", "planning_s", "orbital_s", "fftw_s", "scipy_s", "fftw_ratio",
          "fftw_ratio_low", "fftw_ratio_high", "scipy_ratio", "scipy_ratio_low", "scipy_ratio_high", "difference"]


def load(path):
    library = ctypes.CDLL(str(path))
    library.contest_create.restype = ctypes.c_void_p
    library.contest_create.argtypes = [ctypes.c_int, ctypes.c_int, ctypes.c_int, ctypes.c_bool]
    library.contest_free.argtypes = [ctypes.c_void_p]
    library.contest_version.restype = ctypes.c_char_p
    for name in ("contest_input", "contest_output"):
        getattr(library, name).restype = ctypes.POINTER(ctypes.c_float)
        getattr(library, name).argtypes = [ctypes.c_void_p]
    for name in ("contest_orbital", "contest_fftw"):
        getattr(library, name).restype = ctypes.c_double
        getattr(library, name).argtypes = [ctypes.c_void_p, ctypes.c_int]
    return library


def cpu_facts():
    facts = {}
    for line in Path("/proc/cpuinfo").read_text().splitlines():
        key, _, value = line.partition(":")
        facts.setdefault(key.strip(), value.strip())
    wanted = ("sse2", "avx", "avx2", "fma", "avx512f", "avx512vl", "avx512dq", "asimd", "sve")
    flags = facts.get("flags", facts.get("Features", "")).split()
    return facts.get("model name", platform.machine()), [flag for flag in wanted if flag in flags]


def print_machine(library):
    name, flags = cpu_facts()
    compiler = subprocess.run([os.environ.get("CC", "gcc"), "--version"], capture_output=True, text=True).stdout
    print(f"Machine: {name}; {' '.join(flags)}; {os.cpu_count()} processors, load {os.getloadavg()[0]:.1f}")
    print(f"With: {compiler.splitlines()[0]}; {library.contest_version().decode()}; SciPy {scipy.__version__}\n")


def scipy_transform(x, block, threads):
    """Of all blocks, as one call on a view of the volume."""
    n = x.shape[0]
    view = x.reshape(n // block, block, n // block, block, n // block, block)
    return scipy.fft.dctn(view, axes=(1, 3, 5), workers=threads).reshape(x.shape)


def times_of(run, sample):
    """Transforms in a sample. The first run warms up."""
    run(1)
    return max(1, round(sample / max(run(1), 1e-7)))


def spread(ratios):
    """Median, and the quartiles as low and high."""
    if len(ratios) < 2:
        return ratios[0], ratios[0], ratios[0]
    low, middle, high = statistics.quantiles(ratios, n=4, method="inclusive")
    return middle, low, high


def measure(library, n, block, threads, options, rng):
    start = time.perf_counter()
    contest = library.contest_create(n, block, threads, options.measure)
    planning = time.perf_counter() - start
    if not contest:
        raise SystemExit(f"cpu.py: {n}/{block}: no plan could be made")
    x, y = (np.ctypeslib.as_array(array(contest), (n, n, n)) for array in
            (library.contest_input, library.contest_output))
    x[:] = rng.standard_normal((n, n, n), dtype=np.float32)

    def by_scipy(times):
        start = time.perf_counter()
        for _ in range(times):
            scipy_transform(x, block, threads)
        return (time.perf_counter() - start) / times

    runs = {"orbital": lambda times: library.contest_orbital(contest, times),
            "fftw": lambda times: library.contest_fftw(contest, times), "scipy": by_scipy}
    wanted = scipy_transform(x.astype(np.float64), block, threads)
    difference = 0.0
    for name in ("orbital", "fftw"):
        y[:] = np.nan
        if runs[name](1) < 0:
            raise SystemExit(f"cpu.py: {n}/{block}: {name} failed")
        difference = max(difference, float(np.nan_to_num(np.abs(y - wanted), nan=np.inf).max() / np.abs(wanted).max()))
    times = {name: times_of(run, options.sample) for name, run in runs.items()}
    turns = [{name: run(times[name]) for name, run in runs.items()} for _ in range(options.repeat)]
    library.contest_free(contest)

    row = {"n": n, "block": block, "threads": threads, "planner": "MEASURE" if options.measure else "ESTIMATE",
           "planning_s": planning, "difference": difference}
    for name in runs:
        row[name + "_s"] = statistics.median(turn[name] for turn in turns)
    for name in ("fftw", "scipy"):
        ratio = spread([turn[name] / turn["orbital"] for turn in turns])
        row.update(zip((name + "_ratio", name + "_ratio_low", name + "_ratio_high"), ratio))
    return row


def title(row):
    return f"{row['n']}³" + (f" in {row['block']}³" if row["block"] < row["n"] else "")


def table_line(row):
    return (f"| {title(row)} | {row['threads']} | {1e6 * row['orbital_s']:.4g} | "
            + " | ".join(f"{row[k]:.2f} ({row[k + '_low']:.2f}–{row[k + '_high']:.2f})"
                         for k in ("fftw_ratio", "scipy_ratio")) + " |")


def picture(rows):
    """Ratios as bars with their quartiles, a pair of bars a row."""
    colours = {"fftw_ratio": "#1d4ed8", "scipy_ratio": "#c2410c"}
    left, right, pitch, top = 150, 20, 40, 50
    width, height = 760, top + pitch * len(rows) + 40
    scale = (width - left - right) / max(1.0, *(row[k + "_high"] for row in rows for k in colours))
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif" '
           f'font-size="12"><rect width="{width}" height="{height}" fill="white"/>',
           f'<text x="{left}" y="20" font-size="14">How much faster than FFTW '
           f'<tspan fill="{colours["fftw_ratio"]}">■</tspan> and scipy.fft '
           f'<tspan fill="{colours["scipy_ratio"]}">■</tspan>: DCT of type 2, float32; whiskers: quartiles</text>']
    for i, row in enumerate(rows):
        threads = f"{row['threads']} thread" + ("s" if row["threads"] > 1 else "")
        y = top + pitch * i
        out.append(f'<text x="{left - 8}" y="{y + 18}" text-anchor="end">{title(row)}, {threads}</text>')
        for j, (key, colour) in enumerate(colours.items()):
            low, high = (left + scale * row[key + end] for end in ("_low", "_high"))
            at = y + 4 + 13 * j
            out.append(f'<rect x="{left}" y="{at}" width="{scale * row[key]:.1f}" height="11" fill="{colour}"/>')
            out.append(f'<line x1="{low:.1f}" x2="{high:.1f}" y1="{at + 5.5}" y2="{at + 5.5}" stroke="#1f2933"/>')
    x = left + scale
    out.append(f'<line x1="{x:.1f}" x2="{x:.1f}" y1="{top - 8}" y2="{height - 28}" stroke="#1f2933" '
               f'stroke-dasharray="4 3"/><text x="{x:.1f}" y="{height - 14}" text-anchor="middle">as fast</text>')
    return "\n".join(out) + "\n</svg>\n"


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
    print_machine(library)
    print("Ratios: the other's time by the engine's; median, and in brackets the quartiles.\n")
    print("| volume | threads | orbital, µs | to FFTW | to scipy.fft |\n|---|---|---|---|---|")
    rows = []
    rng = np.random.default_rng(1)
    for case in options.cases.split(","):
        n, _, block = case.partition("/")
        for threads in options.threads.split(","):
            rows.append(measure(library, int(n), int(block or n), int(threads), options, rng))
            print(table_line(rows[-1]), flush=True)
    with open(options.folder / "cpu.csv", "w", newline="") as file:
        writer = csv.DictWriter(file, FIELDS)
        writer.writeheader()
        writer.writerows(rows)
    (options.folder / "cpu.svg").write_text(picture(rows))
    print(f"\nFFTW planned with {rows[0]['planner']}, at most {max(r['planning_s'] for r in rows):.3g} s a plan. "
          f"Left in {options.folder}/: cpu.csv cpu.svg")
    wrong = [title(row) for row in rows if not row["difference"] <= TOLERANCE]
    if wrong:
        sys.exit(f"cpu.py: results differ by more than {TOLERANCE} of the largest: {', '.join(wrong)}")


if __name__ == "__main__":
    main()
