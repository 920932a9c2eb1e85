# Counts the cases of a test program that writes a JUnit XML file (cmocka, cocotb) into pytest's own report.
# SPDX-License-Identifier: Apache-2.0
import xml.etree.ElementTree as ElementTree
from collections import Counter

PROPERTY = "cases"


def read_junit_files(paths):
    """Returns ({'passed': n, 'failed': n, 'skipped': n}, [a line for each failed case])."""
    count, failures = Counter(), []
    for case in (case for path in sorted(paths) for case in ElementTree.parse(path).iter("testcase")):
        problem = next((e for e in case if e.tag in ("failure", "error")), None)
        if problem is not None:
            count["failed"] += 1
            reason = (problem.text or problem.get("message") or problem.get("error_msg") or "").strip()
            failures.append(f"{case.get('name')}: {reason}")
        elif case.find("skipped") is not None:
            count["skipped"] += 1
        else:
            count["passed"] += 1
    return dict(count), failures


def record(request, count):
    """Attaches the counts to the test that runs now, so that run.py adds them up."""
    request.node.user_properties.append((PROPERTY, count))


def counts_of(report):
    """The counts attached to a pytest report, or an empty dictionary."""
    return dict(report.user_properties).get(PROPERTY, {})
