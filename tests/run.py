# Runs the tests with pytest and ends with one line: N passed, N failed, N skipped.
# SPDX-License-Identifier: Apache-2.0
"""Usage: run.py check|test|long [--skips FILE] [PYTEST-ARGUMENT...]
       run.py times

check runs the tests marked quick and not slow, test all but those marked long, long those. A test that itself runs many
cases (a cmocka program, a cocotb module) counts with its cases: see support/cases.py.
--skips FILE: each line names a test that may be skipped, or the beginning of its name. Any other that is skipped counts
as failed.
times prints what each test function of the last run took, and each folder.
Exit code: 0 when tests ran and none failed."""
import os
import sys
from collections import Counter
from pathlib import Path

import pytest

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE / "support"))
from cases import counts_of  # noqa: E402

# The two long tests of an hour of real time get workers of their own, and each worker takes one test after the other:
# by default pytest-xdist would hand both to the same worker.
WORKERS = {"long": ["-n", str(os.cpu_count() + 2), "--dist", "loadgroup"]}
SELECTION = {"check": "quick and not slow", "test": "not long", "long": "long"}
TIMES = HERE.parent / "build/tests/times.txt"  # of the last run: seconds, tests, name of the function


class Totals:
    """A pytest plugin that counts outcomes, and adds up the time of each test function."""

    def __init__(self, may_skip=None):
        self.count, self.seconds, self.tests = Counter(), Counter(), Counter()
        self.may_skip = may_skip  # beginnings of names, or None: any test may be skipped
        self.refused = []

    def pytest_collectreport(self, report):
        if report.failed:
            self.count["failed"] += 1

    def pytest_runtest_logreport(self, report):
        function = report.nodeid.partition("[")[0]
        self.seconds[function] += report.duration
        self.tests[function] += report.when == "call"
        cases = counts_of(report)
        if report.skipped and self.may_skip is not None and not report.nodeid.startswith(self.may_skip):
            self.count["failed"] += 1
            self.refused.append(f"{report.nodeid} may not be skipped here: {report.longrepr[2]}")
        elif report.when == "call" and cases:
            self.count.update(cases)
            # A program that dies after its last case has failed no case, but has failed.
            if report.failed and not cases.get("failed"):
                self.count["failed"] += 1
        elif report.when == "call" or not report.passed:
            self.count[report.outcome] += 1

    def write_times(self):
        TIMES.parent.mkdir(parents=True, exist_ok=True)
        TIMES.write_text("".join(f"{seconds:.2f} {self.tests[name]} {name}\n"
                                 for name, seconds in self.seconds.most_common()))


def print_times():
    """The slowest functions that together take nine tenths of the time, and every folder."""
    if not TIMES.exists():
        sys.exit("No run has left its times: run make check or make test first")
    rows = [(float(seconds), int(tests), name) for seconds, tests, name in
            (line.split(" ", 2) for line in TIMES.read_text().splitlines())]
    total, shown = sum(row[0] for row in rows) or 1.0, 0.0
    folders = Counter()
    for seconds, _, name in rows:
        folders[str(Path(name.partition("::")[0]).parent)] += seconds
    print(" seconds  share  tests  function")
    for seconds, tests, name in rows:
        if shown >= 0.9 * total:
            break
        shown += seconds
        print(f"{seconds:8.1f} {seconds / total:6.1%} {tests:6}  {name}")
    print("\n seconds  share  folder")
    for folder, seconds in folders.most_common():
        print(f"{seconds:8.1f} {seconds / total:6.1%}  {folder}")
    print(f"\n{total:.0f} seconds in all, of {sum(row[1] for row in rows)} tests")
    return 0


def main(level, *arguments):
    if level == "times":
        return print_times()
    os.chdir(HERE.parent)
    may_skip = None
    if arguments[:1] == ("--skips",):
        lines = Path(arguments[1]).read_text().splitlines()
        may_skip = tuple(line.split()[0] for line in lines if line.strip() and not line.startswith("#"))
        arguments = arguments[2:]
    totals = Totals(may_skip)
    workers = WORKERS.get(level, ["-n", str(os.cpu_count())])
    status = pytest.main(["-m", SELECTION[level], *workers, "-r", "fEs", *arguments], plugins=[totals])
    totals.write_times()
    count = totals.count
    if status and not count["failed"] and status != pytest.ExitCode.NO_TESTS_COLLECTED:
        count["failed"] += 1
    for line in totals.refused:
        print(line)
    if count["skipped"]:
        print(f"{count['skipped']} tests were skipped. The summary above gives the reason of each.")
    print(f"{count['passed']} passed, {count['failed']} failed, {count['skipped']} skipped")
    return 0 if count["passed"] and not count["failed"] else 1


if __name__ == "__main__":
    if len(sys.argv) < 2 or sys.argv[1] not in (*SELECTION, "times"):
        sys.exit(__doc__)
    sys.exit(main(*sys.argv[1:]))
