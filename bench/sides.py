# What comparisons of several sides have in common: the machine, ratios, tables, and the files that they leave.
# SPDX-License-Identifier: Apache-2.0
import csv
import datetime
import os
import platform
import statistics
import subprocess
from pathlib import Path

import numpy as np


def cpu_facts():
    facts = {}
    for line in Path("/proc/cpuinfo").read_text().splitlines():
        key, _, value = line.partition(":")
        facts.setdefault(key.strip(), value.strip())
    wanted = ("sse2", "avx", "avx2", "fma", "avx512f", "avx512vl", "avx512dq", "asimd", "sve")
    flags = facts.get("flags", facts.get("Features", "")).split()
    return facts.get("model name", platform.machine()), [flag for flag in wanted if flag in flags]


def machine(*libraries):
    name, flags = cpu_facts()
    compiler = subprocess.run([os.environ.get("CC", "gcc"), "--version"], capture_output=True, text=True).stdout
    return (f"Machine: {name}; {' '.join(flags)}; {os.cpu_count()} processors, load {os.getloadavg()[0]:.1f}\n"
            f"With: {'; '.join((compiler.splitlines()[0], *libraries))}, NumPy {np.__version__}; "
            f"{datetime.date.today()}")


def spread(ratios):
    """Median, and the quartiles as low and high."""
    if len(ratios) < 2:
        return ratios[0], ratios[0], ratios[0]
    low, middle, high = statistics.quantiles(ratios, n=4, method="inclusive")
    return middle, low, high


def table(heads, lines):
    return "\n".join("| " + " | ".join(line) + " |" for line in (heads, ["---"] * len(heads), *lines)) \
        .replace(" --- ", "---")


def save(folder, name, fields, rows, text):
    """Writes the text to NAME.md and the rows to NAME.csv."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{name}.md").write_text(text + "\n")
    with open(folder / f"{name}.csv", "w", newline="") as file:
        writer = csv.DictWriter(file, fields)
        writer.writeheader()
        writer.writerows(rows)
