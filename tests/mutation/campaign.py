# The faults of all cores, and what the trials make of each.
# SPDX-License-Identifier: Apache-2.0
"""Usage: campaign.py FOLDER SEED [CORE...]

Runs every fault, or those of some cores, prints a table, and ends with 1 if one survives unexplained. FOLDER: where the
models are. If every core ran, the rows of this seed in docs/testing.md are written anew."""
import os
import subprocess
import sys
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from by_hand import FAULTS
from explained import explanation

HERE = Path(__file__).resolve().parent
PAGE = HERE.parents[1] / "docs/testing.md"
CORES = ("block", "lanes", "float", "fine")  # of which Yosys chose faults
TRIALS = 600
FEWER = dict(block_yosys=150, lanes_yosys=150, float_yosys=300)  # models that take longer, and see more words
CAUGHT, TIMING, SURVIVED = "caught", "timing", "survived"


@dataclass
class Fault:
    core: str  # name of the model, without orb_sim_
    number: int
    text: str


def chosen_by_yosys(folder):
    return [Fault(f"{core}_yosys", number, line) for core in CORES
            for number, line in enumerate((folder / f"{core}_yosys.txt").read_text().splitlines(), 1)]


def made_by_hand():
    return [Fault(f"{core}_hand", number, text) for number, (core, text, *_) in enumerate(FAULTS, 1)]


@cache
def run(folder, core, number, seed):
    trials = FEWER.get(core, TRIALS)
    done = subprocess.run([sys.executable, HERE / "judge.py", folder, core, str(number), str(seed), str(trials)],
                          capture_output=True, text=True)
    return (done.stdout.strip().splitlines() or [f"exit code {done.returncode}"])[-1]


def judge(folder, fault, seed):
    """(CAUGHT, TIMING or SURVIVED, how it showed)"""
    right = run(folder, fault.core, 0, seed)
    assert right.startswith("cycles"), f"{fault.core} fails without a fault: {right}"
    showed = run(folder, fault.core, fault.number, seed)
    if not showed.startswith("cycles"):
        return CAUGHT, showed
    if right != showed:
        return TIMING, f"{showed} in place of {right}"
    return SURVIVED, explanation(fault) or ""


def revision():
    """The last commit that changed the RTL, with a + if it has been edited since."""
    def git(*arguments):
        return subprocess.run(["git", *arguments, "--", "rtl"], cwd=HERE.parents[1], capture_output=True, text=True,
                              check=True).stdout.strip()
    return git("log", "-1", "--format=%h") + ("+" if git("status", "--porcelain") else "")


def update(text, seed, count, rtl):
    """The text of the page with the rows of this seed in place of older ones. count: of (core, state)"""
    lines = text.splitlines(keepends=True)
    head = next(n for n, line in enumerate(lines) if line.startswith("| Seed | Core |"))
    end = next(n for n in range(head, len(lines)) if not lines[n].startswith("|"))
    rows = [line for line in lines[head + 2:end] if not line.startswith(f"| {seed} |")]
    for core in dict.fromkeys(core for core, _ in count):
        numbers = " | ".join(str(count[core, state]) for state in (CAUGHT, TIMING, SURVIVED))
        rows.append(f"| {seed} | {core.replace('_hand', ', by hand').replace('_yosys', '')} | {numbers} | {rtl} |\n")
    return "".join(lines[:head + 2] + sorted(rows, key=lambda row: int(row.split()[1])) + lines[end:])


def main(folder, seed, *cores):
    folder, count, unexplained = Path(folder), Counter(), 0
    print(f"faults of {folder}, trials from seed {seed}")
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        every = [fault for fault in (*chosen_by_yosys(folder), *made_by_hand()) if not cores or fault.core in cores]
        for fault, (state, detail) in zip(every, pool.map(lambda fault: judge(folder, fault, seed), every)):
            count[fault.core, state] += 1
            unexplained += state == SURVIVED and not detail
            print(f"{fault.core} {fault.number:3} {state}: {detail[:90]}", flush=True)
            if state == SURVIVED:
                print(f"    {fault.text}")
    print(f"\n{'core':12} {CAUGHT:>8} {TIMING:>8} {SURVIVED:>8}")
    for core in dict.fromkeys(fault.core for fault in every):
        print(f"{core:12} {count[core, CAUGHT]:8} {count[core, TIMING]:8} {count[core, SURVIVED]:8}")
    print(f"{unexplained} survive unexplained")
    if not cores:
        PAGE.write_text(update(PAGE.read_text(), seed, count, revision()))
    return 1 if unexplained else 0


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    sys.exit(main(*sys.argv[1:]))
