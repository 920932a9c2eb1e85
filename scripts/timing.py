# Prints the clock of a design for each seed of its placement, their median, and the longest path of that run.
# SPDX-License-Identifier: Apache-2.0
"""Usage: timing.py REPORT.json...

Each report is one that nextpnr wrote, in a folder seed-N. With an even number of them, the slower of the two in the
middle counts. Only the clock that is furthest from its constraint counts, as a design may have several."""
import json
import sys
from pathlib import Path


class Run:
    """One place and route of a design."""

    def __init__(self, path):
        self.report = json.loads(Path(path).read_text())
        self.seed = Path(path).parent.name.removeprefix("seed-")
        self.clock, clock = min(self.report["fmax"].items(),
                                key=lambda item: item[1]["achieved"] / item[1]["constraint"])
        self.mhz, self.asked = clock["achieved"], clock["constraint"]

    def path(self):
        """The longest path within the clock: (delay, sum of the delays, what the step is, cell) of each step."""
        ends = [f"posedge {self.clock}"] * 2
        steps = next((p["path"] for p in self.report["critical_paths"] if [p["from"], p["to"]] == ends), [])
        total = 0.0
        for step in steps:
            total += step["delay"]
            yield step["delay"], total, step["type"], step["to"]["cell"]


def runs(paths):
    """The runs with the slowest clock first."""
    return sorted(map(Run, paths), key=lambda run: run.mhz)


def median(ordered):
    return ordered[(len(ordered) - 1) // 2]


def main(paths):
    ordered = runs(paths)
    middle = median(ordered)
    print(f"Longest path with seed {middle.seed}, in ns:")
    for delay, total, kind, cell in middle.path():
        print(f"  {delay:5.2f} {total:6.2f}  {kind:8}  {cell}")
    for run in ordered:
        print(f"seed {run.seed}: {run.mhz:.1f} MHz, {run.asked:g} MHz required")
    print(f"median: {middle.mhz:.1f} MHz")


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    main(sys.argv[1:])
