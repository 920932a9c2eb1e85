# Runs one cocotb test bench on Icarus Verilog and counts its cases.
# SPDX-License-Identifier: Apache-2.0
import re

import pytest
from cases import read_junit_files, record
from cocotb_tools.runner import get_runner
from sources import ROOT, listed

BUILD = ROOT / "build"


def parameters(*sets):
    """Parametrizes a test by sets of parameters of its module."""
    return pytest.mark.parametrize("parameters", sets, ids=lambda p: ",".join(f"{k}={v}" for k, v in p.items()) or "-")


def sources(family=None):
    """The Verilog sources, from their lists; those for a family of chips with models of its cells."""
    everything = [ROOT / name for name in listed()]
    if not family:
        return everything
    own = {path.name: path for path in (ROOT / "rtl/vendor" / family).glob("*.v")}
    portable = [own.pop(path.name, path) if path.parent.name == "generic" else path for path in everything]
    return [*portable, *own.values(), *(ROOT / "tests/gate" / family).glob("*.v")]


def simulate(request, top, parameters=None, testcase=None, family=None, more=()):
    """Builds module `top`, with the cells of a family of chips if one is given and with `more` sources, and runs the
    cocotb tests of bench_<top>.py, or one of them, beside the test that calls this."""
    parameters = parameters or {}
    work = BUILD / "rtl" / top / re.sub(r"[^\w.-]+", "_", request.node.name)
    runner = get_runner("icarus")
    log = work / "log.txt"
    work.mkdir(parents=True, exist_ok=True)
    runner.build(sources=[*sources(family), *more], includes=[ROOT / "rtl/include"], hdl_toplevel=top,
                 parameters=parameters, build_dir=work, build_args=["-g2005", "-Wall"], timescale=("1ns", "1ps"),
                 always=True, log_file=log)
    results = work / "results.xml"
    results.unlink(missing_ok=True)
    status = 0
    try:
        runner.test(hdl_toplevel=top, test_module=f"bench_{top}", build_dir=work, test_dir=request.path.parent,
                    testcase=testcase,
                    results_xml=str(results), parameters=parameters, timescale=("1ns", "1ps"), log_file=log)
    except SystemExit as stop:  # the runner's way to say that a case failed
        status = stop.code
    count, failures = read_junit_files([results] if results.exists() else [])
    record(request, count)
    assert count and not status and not failures, "\n".join(failures) + "\n" + log.read_text()
