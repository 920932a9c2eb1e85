# Measures the figures that README.md quotes, and says which of them are not as it has them.
# SPDX-License-Identifier: Apache-2.0
"""Usage: figures.py COMMAND FOLDER [--slow | --quick]

COMMAND is the command orbital; what it makes goes to FOLDER. The figures are counts of simulated arrays and sizes of
files: the same on every machine. Those of slow measurements are named and left out, unless --slow says to take no
others; --quick leaves out those that take a minute too. Ends with 1 if README.md has others."""
import argparse
import json
import re
import subprocess
import sys
from collections import namedtuple
from pathlib import Path

import numpy as np

README = Path(__file__).resolve().parent.parent / "README.md"
BRAIN = "/usr/share/mricron/templates/ch2.nii.gz"

# pace: quick, seconds; middle, a minute; slow, more. figures: as README.md has them, and how the report gives them.
Measurement = namedtuple("Measurement", "pace arguments figures")


def word(n):
    return {3: "three", 6: "six", 7: "seven"}.get(n, str(n))


def whole(value):
    return f"{value:,}"


def percent(value, digits):
    return f"{100 * value:.{digits}f} %"


def millions(value, digits=0):
    return f"{value / 1e6:.{digits}f} million"


MEASUREMENTS = [
    Measurement("quick", "forward {folder}/32.npy -o {folder}/out.npy --engine sim:p=4,b=8", {
        "99.95 % of its peak": lambda r: f"{percent(r['efficiency'], 2)} of its peak",
        "49,179 cycles a block": lambda r: f"{whole(r['cycles'])} cycles a block",
        "49,152 multiply-adds a node": lambda r: f"{whole(r['ideal_cycles'])} multiply-adds a node",
        "the other 27": lambda r: f"the other {r['cycles'] - r['ideal_cycles']}"}),
    Measurement("quick", "forward {folder}/80.npy -o {folder}/out.npy --block 20 --engine sim:p=4,b=5,nbuf=4,jobs=1", {
        "64 blocks": lambda r: f"{r['blocks']} blocks",
        "545,771 cycles": lambda r: f"{whole(r['run_cycles'])} cycles",
        "512,000 words each way": lambda r: f"{whole(r['words_in'])} words each way",
        "482,048 cycles of computing": lambda r: f"{whole(r['cycles'])} cycles of computing"}),
    Measurement("quick", "compress {brain} -o {folder}/brain.orb --engine cpu", {
        "a seventh of its bytes": lambda r: f"a {word(round(r['ratio']))}th of its bytes",
        "48.6 dB": lambda r: f"{r['psnr']:.1f} dB"}),
    Measurement("middle", "forward {brain} -o {folder}/out.nii.gz --block 32 --engine sim:p=4,b=8,jobs=2", {
        "14 of the 252 blocks": lambda r: f"{r['repeats']} of the {r['blocks']} blocks",
        "79 % of the multiply-adds": lambda r:
            f"{percent(r['useful_cycles'] / r['ideal_cycles'], 0)} of the multiply-adds",
        "89,418 cycles": lambda r: f"{whole(round(r['run_cycles'] / r['blocks']))} cycles"}),
    Measurement("slow", "forward {brain} -o {folder}/out.nii.gz --engine sim:p=4,b=8,jobs=2", {
        "three rounds": lambda r: f"{word(r['rounds'])} rounds",
        "cut in six or seven parts": lambda r: f"cut in {' or '.join(word(n) for n in sorted(set(r['cuts'])))} parts",
        "85.7 million cycles of computing": lambda r: f"{millions(r['cycles'], 1)} cycles of computing",
        "99.88 % of the array's peak": lambda r: f"{percent(r['efficiency'], 2)} of the array's peak",
        "182 million from start to end": lambda r: f"{millions(r['run_cycles'])} from start to end",
        "69 of 825 cubes": lambda r: f"{r['repeats']} of {r['passes']} cubes",
        "148 million words in": lambda r: f"{millions(r['words_in'])} words in"}),
]


def differences(text):
    """What README.md and the table above do not both have: figures that only one of them knows."""
    text = " ".join(text.split())
    known = [figure for measurement in MEASUREMENTS for figure in measurement.figures]
    quoted = re.findall(r"\d{1,3}(?:,\d{3})+|\d+(?:\.\d+)? (?:%|million|dB)(?!\w)", text)
    return [f"README.md does not have {figure!r}" for figure in known if figure not in text] + [
        f"no measurement gives {figure!r}" for figure in quoted if not any(figure in k for k in known)]


def measure(measurement, command, folder):
    """Prints what a measurement gives. Returns whether README.md has the same."""
    arguments = measurement.arguments.format(folder=folder, brain=BRAIN).split()
    done = subprocess.run([command, *arguments, "--force", "--json", "-"], capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"figures.py: orbital {' '.join(arguments)}: {done.stderr.strip()}")
    report = json.loads(done.stdout)
    good = True
    for figure, found in measurement.figures.items():
        same = found(report) == figure
        print(f"| {found(report)} | {'as' if same else 'NOT as'} README.md | `orbital {measurement.arguments}` |",
              flush=True)
        good = good and same
    return good


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("command", type=Path)
    parser.add_argument("folder", type=Path)
    which = parser.add_mutually_exclusive_group()
    which.add_argument("--slow", action="store_true", help="only what takes many minutes")
    which.add_argument("--quick", action="store_true", help="only what takes seconds")
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    for n in (32, 80):
        np.save(options.folder / f"{n}.npy", np.random.default_rng(1).standard_normal((n, n, n), dtype=np.float32))
    paces = ["slow"] if options.slow else ["quick"] if options.quick else ["quick", "middle"]
    print("| figure | | measured by |\n|---|---|---|")
    wrong = differences(README.read_text())
    for measurement in MEASUREMENTS:
        if measurement.pace in paces:
            if not measure(measurement, options.command, options.folder):
                wrong.append(f"README.md has others than `orbital {measurement.arguments}`")
        elif not options.slow:
            for figure in measurement.figures:
                print(f"| {figure} | not measured: make bench{'-slow' if measurement.pace == 'slow' else ''} "
                      f"| `orbital {measurement.arguments}` |")
    if wrong:
        sys.exit("figures.py: " + "; ".join(wrong))


if __name__ == "__main__":
    main()
