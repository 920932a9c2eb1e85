# Runs the tests with pytest and ends with one line: N passed, N failed, N skipped.
# SPDX-License-Identifier: Apache-2.0
"""Usage: run.py check|test|long [PYTEST-ARGUMENT...]

check runs the tests marked quick, test all but those marked long, long those. A test that itself runs many cases (a
cmocka program, a cocotb module) counts with its cases: see support/cases.py.
Exit code: 0 when tests ran and none failed."""
import os
import sys
from collections import Counter
from pathlib import Path

import pytest

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE / "support"))
from cases import counts_of  # noqa: E402

SELECTION = {"check": "quick", "test": "not long", "long": "long"}


class Totals:
    """A pytest plugin that counts outcomes."""

    def __init__(self):
        self.count = Counter()

    def pytest_collectreport(self, report):
        if report.failed:
            self.count["failed"] += 1

    def pytest_runtest_logreport(self, report):
        cases = counts_of(report)
        if report.when == "call" and cases:
            self.count.update(cases)
            # A program that dies after its last case has failed no case, but has failed.
            if report.failed and not cases.get("failed"):
                self.count["failed"] += 1
        elif report.when == "call" or not report.passed:
            self.count[report.outcome] += 1


def main(level, *arguments):
    os.chdir(HERE.parent)
    totals = Totals()
    status = pytest.main(["-m", SELECTION[level], "-n", str(os.cpu_count()), "-r", "fEs", *arguments],
                         plugins=[totals])
    count = totals.count
    if status and not count["failed"] and status != pytest.ExitCode.NO_TESTS_COLLECTED:
        count["failed"] += 1
    print(f"{count['passed']} passed, {count['failed']} failed, {count['skipped']} skipped")
    return 0 if count["passed"] and not count["failed"] else 1


if __name__ == "__main__":
    if len(sys.argv) < 2 or sys.argv[1] not in SELECTION:
        sys.exit(__doc__)
    sys.exit(main(*sys.argv[1:]))
