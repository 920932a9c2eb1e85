# Puts each listed fault into the C code, and shows whether its test sees it.
# SPDX-License-Identifier: Apache-2.0
"""Usage: host_campaign.py BUILD [TEXT...]

BUILD: where everything has been built. TEXT: only faults whose file or test contains one of them. Prints a table, and
ends with 1 if a fault survives or an edit no longer applies."""
import os
import queue
import sys
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from host_faults import BROKEN, CAUGHT, EQUIVALENT, SURVIVED, Tree, listed

STATES = (CAUGHT, EQUIVALENT, SURVIVED, BROKEN)


def folder_of(fault):
    parts = fault.file.split("/")
    return "/".join(parts[:2])


def main(build, *texts):
    build = Path(build).resolve()
    os.environ.setdefault("ORB_SEED", "1")  # a fault in a rare case shows with some seeds and not with others
    jobs = int(os.environ.get("MUTANTS_JOBS") or os.cpu_count())
    faults = [fault for fault in listed()
              if not texts or any(text in fault.file or text in fault.test for text in texts)]
    trees, count, seconds_of = queue.Queue(), Counter(), Counter()
    for number in range(jobs):
        trees.put(Tree(build / f"tests/mutation/host/{number}", build))

    def judge(fault):
        tree = trees.get()
        try:
            return tree.judge(fault)
        finally:
            trees.put(tree)

    print(f"{len(faults)} faults in C, ORB_SEED={os.environ['ORB_SEED']}")
    with ThreadPoolExecutor(jobs) as pool:
        for fault, (state, detail, seconds) in zip(faults, pool.map(judge, faults)):
            count[folder_of(fault), state] += 1
            seconds_of[folder_of(fault)] += seconds
            print(f"{state:10} {seconds:5.1f} s  {fault}\n{'':20}{detail}", flush=True)
    while not trees.empty():
        trees.get().restore()
    print(f"\n{'folder':12}" + "".join(f"{state:>12}" for state in STATES) + f"{'seconds':>12}")
    for folder in dict.fromkeys(map(folder_of, faults)):
        print(f"{folder:12}" + "".join(f"{count[folder, state]:12}" for state in STATES) +
              f"{seconds_of[folder]:12.0f}")
    total = Counter()
    for (_, state), number in count.items():
        total[state] += number
    print(f"{'all':12}" + "".join(f"{total[state]:12}" for state in STATES) + f"{sum(seconds_of.values()):12.0f}")
    return 1 if total[SURVIVED] or total[BROKEN] else 0


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    sys.exit(main(*sys.argv[1:]))
