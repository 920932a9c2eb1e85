# Runs fuzz targets, and says of each how many inputs it ran, how much of the code they reached, and what was found.
# SPDX-License-Identifier: Apache-2.0
"""Usage: fuzz.py [--seconds N | --runs N] [--seed N] FOLDER TARGET...

FOLDER holds the targets and seeds/TARGET; inputs that reached new code are kept in its corpus/TARGET, and what a target
failed with is left in found/. Ends with 1 if any did."""
import argparse
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

LONGEST = 4096  # bytes of an input
OPTIONS = ["-close_fd_mask=2", "-timeout=25", "-rss_limit_mb=2048", f"-max_len={LONGEST}", "-print_final_stats=1"]
# libteem keeps memory of its own where a file is damaged.
LEAKY = ["volume.nrrd"]
ENVIRONMENT = {"UBSAN_OPTIONS": "print_stacktrace=1"}


def fuzz(folder, target, limit, seed, corpus):
    """Runs one target. Returns its exit code and what it printed."""
    found = folder / "found"
    leaks = int(target not in LEAKY)
    for new in (found, corpus):
        new.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir="/dev/shm" if os.access("/dev/shm", os.W_OK) else None) as work:
        done = subprocess.run([(folder / target).resolve(), *OPTIONS, limit,
                               f"-seed={seed}", f"-artifact_prefix={found}/{target}-", corpus,
                               folder / "seeds" / target], capture_output=True, stdin=subprocess.DEVNULL,
                              env={**os.environ, **ENVIRONMENT, "TMPDIR": work,
                                   "ASAN_OPTIONS": f"allocator_may_return_null=1:detect_leaks={leaks}"})
    output = (done.stdout + done.stderr).decode(errors="replace")
    return done.returncode, output


def summary(target, output):
    runs = re.search(r"stat::number_of_executed_units: +(\d+)", output)
    reached = re.findall(r"\bcov: (\d+)", output)
    told = re.search(r"^\d+ of \d+ inputs .*$", output, re.MULTILINE)
    return (f"{target:14} {runs.group(1) if runs else '?':>8} runs, {reached[-1] if reached else '?':>5} places "
            f"reached; {told.group(0) if told else 'ended early'}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=int, default=60)
    parser.add_argument("--runs", type=int)
    parser.add_argument("--seed", type=int, default=0, help="0: another each time")
    parser.add_argument("folder", type=Path)
    parser.add_argument("targets", nargs="+")
    options = parser.parse_args()
    limit = f"-runs={options.runs}" if options.runs else f"-max_total_time={options.seconds}"
    failed = False
    for target in options.targets:
        code, output = fuzz(options.folder, target, limit, options.seed, options.folder / "corpus" / target)
        print(summary(target, output), flush=True)
        if code:
            failed = True
            print(output[-6000:])
    return failed


if __name__ == "__main__":
    sys.exit(main())
