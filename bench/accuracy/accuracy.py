# Measures how accurate fixed point is for each length of a word, beside floats, and rewrites docs/accuracy.md.
# SPDX-License-Identifier: Apache-2.0
"""Usage: accuracy.py COMMAND MODELS PAGE PICTURE

COMMAND is the command orbital, MODELS a folder with the models of all lengths. Results are the same on every machine:
they come from models of the arrays, and each distribution has a seed. PAGE has places for two tables."""
import json
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np
import scipy.fft

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent), str(HERE.parents[1] / "python")]
from distributions import DISTRIBUTIONS, N  # noqa: E402
from plots import COLOURS, Line, Panel, draw_lines  # noqa: E402

LENGTHS = range(12, 26)
FLOATS = {"bfloat16": "bfloat16", "binary16": "float16", "binary32": "float32"}
SHOWN = ["noise", "uniform", "sphere", "spikes", "ramp"]
BLOCKS = 8
VOLUMES = ["ch2", "ch2bet", "inia19-t1-brain", "jhu189"]
TEMPLATES = "/usr/share/mricron/templates"


def accuracy(orbital, engine, name):
    """The signal-to-noise ratio of a DCT in dB, over some blocks, and the cubes that were computed for a block."""
    rng = np.random.default_rng(1)
    errors = signal = passes = 0.0
    with orbital.Plan((N,) * 3, engine=engine) as plan:
        for _ in range(BLOCKS):
            block = DISTRIBUTIONS[name](rng)
            exact = scipy.fft.dctn(block, norm="ortho")
            scale = np.mean(exact ** 2)
            errors += np.mean((plan.forward(block) - exact) ** 2) / scale
            signal += 1.0
            passes += plan.report["passes"]
    return 10 * np.log10(signal / errors), passes / BLOCKS


def fixed(length):
    return f"hls:p=4,b=8,w={length},jobs=1"


def lengths_table(orbital):
    """Lines of the table of distributions, and the numbers of the plot."""
    lines = ["| words | " + " | ".join(SHOWN) + " | cubes a block |", "|---" * (len(SHOWN) + 2) + "|"]
    plotted = {name: [] for name in SHOWN}
    for length in LENGTHS:
        found = {name: accuracy(orbital, fixed(length), name) for name in SHOWN}
        for name in SHOWN:
            plotted[name].append((length, found[name][0]))
        lines.append(f"| {length} bits | " + " | ".join(f"{found[name][0]:.1f}" for name in SHOWN)
                     + f" | {max(one[1] for one in found.values()):.2f} |")
    for title, node in FLOATS.items():
        found = {name: accuracy(orbital, f"hls:p=4,b=8,{node},jobs=1", name) for name in SHOWN}
        lines.append(f"| {title} | " + " | ".join(f"{found[name][0]:.1f}" for name in SHOWN) + " | 1.00 |")
    return lines, plotted


def volumes_table(command):
    """Lines of the table of whole volumes, there and back in blocks of 32x32x32."""
    lengths = (14, 16, 18, 20)
    lines = ["| volume | points | " + " | ".join(f"{bits} bits" for bits in lengths) + " | cubes a block |",
             "|---|---|---|---|---|---|---|"]
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.json"
        for name in VOLUMES:
            cells, most = [], 0.0
            for length in lengths:
                subprocess.run([command, "roundtrip", f"{TEMPLATES}/{name}.nii.gz", "--block", str(N), "--engine",
                                fixed(length), "--json", report, "--quiet"], check=True)
                result = json.loads(report.read_text())
                report.unlink()
                exact = ", exact" if result["exact"] else ""
                cells.append("exact" if result["psnr"] is None else f"{result['psnr']:.1f} dB{exact}")
                most = max(most, result["passes"] / result["blocks"])
            shape = json.loads(subprocess.run([command, "info", f"{TEMPLATES}/{name}.nii.gz", "--json", "-", "--quiet"],
                                              capture_output=True, text=True, check=True).stdout)["volume"]["shape"]
            lines.append(f"| {name} | {'×'.join(map(str, shape))} | {' | '.join(cells)} | {most:.2f} |")
    return lines


def replace(text, name, lines):
    new, count = re.subn(rf"(<!-- {name} -->\n).*?(<!-- end -->)", lambda m: m[1] + "\n".join(lines) + "\n" + m[2],
                         text, flags=re.DOTALL)
    if count != 1:
        sys.exit(f"docs/accuracy.md has no place for {name}")
    return new


def main(command, models, page, picture):
    os.environ["ORB_MODEL_PATH"] = models
    import orbital  # reads ORB_LIBRARY
    lines, plotted = lengths_table(orbital)
    print("\n".join(lines), flush=True)
    volumes = volumes_table(command)
    print("\n".join(volumes), flush=True)
    text = Path(page).read_text(encoding="utf-8")
    Path(page).write_text(replace(replace(text, "distributions", lines), "volumes", volumes), encoding="utf-8")
    curves = [Line(name, points, colour, False) for (name, points), colour in zip(plotted.items(), COLOURS)]
    draw_lines(picture, [Panel("Signal-to-noise ratio of a DCT of 32×32×32 points", curves, "bits of a word", "dB",
                               False, False)], curves)


if __name__ == "__main__":
    main(*sys.argv[1:])
