# Repeats random tests with many seeds: pytest --seeds N. See docs/testing.md.
# SPDX-License-Identifier: Apache-2.0
import os
import time

from _pytest.runner import runtestprotocol


def name_of(item):
    """Of the test function, without its parameters."""
    return item.nodeid.split("[")[0]


def is_random(item):
    """Does the test draw random numbers, itself or in the programs that it starts?"""
    return {"seed", "rng"} & set(item.fixturenames) or hasattr(item.module, "simulate") or \
        item.module.__name__.endswith(("test_host", "test_cluster"))


class Seeds:
    """A pytest plugin. Each random test function runs `count` times, each time with another seed.

    The cases of a function share its runs, so that each case sees a part of the seeds. A function with more cases than
    runs takes a part of its cases, others with another base. A function stops after `seconds`, but each of its cases
    runs once. `base` is the first seed."""

    def __init__(self, base, count, seconds):
        self.base, self.count, self.seconds = base, count, seconds
        self.seeds = {}  # node id -> seeds of this case
        self.cases = {}  # function -> number of cases
        self.runs = {}  # function -> runs

    def pytest_collection_modifyitems(self, config, items):
        functions = {}
        for item in items:
            if is_random(item):
                functions.setdefault(name_of(item), []).append(item)
        for function, cases in functions.items():
            first = self.base % len(cases)
            chosen = (cases[first:] + cases[:first])[:self.count]
            self.cases[function] = len(chosen)
            for n, item in enumerate(chosen):
                self.seeds[item.nodeid] = range(self.base + n, self.base + self.count, len(chosen))
        config.hook.pytest_deselected(items=[item for item in items if item.nodeid not in self.seeds])
        items[:] = [item for item in items if item.nodeid in self.seeds]

    def pytest_runtest_protocol(self, item, nextitem):
        function, begun = name_of(item), time.monotonic()
        for seed in self.seeds[item.nodeid]:
            if time.monotonic() - begun > self.seconds / self.cases[function]:
                break
            os.environ["ORB_SEED"] = os.environ["COCOTB_RANDOM_SEED"] = str(seed)
            item._initrequest()  # the fixtures are set up anew
            item.ihook.pytest_runtest_logstart(nodeid=item.nodeid, location=item.location)
            reports = runtestprotocol(item, nextitem=nextitem, log=False)
            item.ihook.pytest_runtest_logfinish(nodeid=item.nodeid, location=item.location)
            for report in reports:
                report.sections.append(("seed", f"ORB_SEED={seed}"))
                report.user_properties.append(("function", function))
                item.ihook.pytest_runtest_logreport(report=report)
        return True

    def pytest_runtest_logreport(self, report):
        if report.when == "call":
            function = dict(report.user_properties)["function"]
            self.runs[function] = self.runs.get(function, 0) + 1

    def pytest_terminal_summary(self, terminalreporter):
        if self.runs:
            terminalreporter.section("runs of each random test")
            for function, runs in sorted(self.runs.items()):
                terminalreporter.write_line(f"{runs:6d}  {function}")
