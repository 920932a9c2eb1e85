# Runs one cocotb test bench on Icarus Verilog and counts its cases.
# SPDX-License-Identifier: Apache-2.0
import re

from cases import read_junit_files, record
from cocotb_tools.runner import get_runner
from sources import ROOT

BUILD = ROOT / "build"


def simulate(request, top, sources, module, parameters=None):
    """Builds module `top` from `sources` (relative to the root) and runs the cocotb tests of the Python file `module`,
    which stands beside the test that calls this."""
    work = BUILD / "rtl" / re.sub(r"[^\w.-]+", "_", request.node.name)
    runner = get_runner("icarus")
    log = work / "log.txt"
    work.mkdir(parents=True, exist_ok=True)
    runner.build(sources=[ROOT / source for source in sources], includes=[BUILD / "gen"], hdl_toplevel=top,
                 parameters=parameters or {}, build_dir=work, build_args=["-g2005", "-Wall"],
                 timescale=("1ns", "1ps"), always=True, log_file=log)
    results = work / "results.xml"
    results.unlink(missing_ok=True)
    status = 0
    try:
        runner.test(hdl_toplevel=top, test_module=module, build_dir=work, test_dir=request.path.parent,
                    results_xml=str(results), parameters=parameters or {}, timescale=("1ns", "1ps"), log_file=log)
    except SystemExit as stop:  # the runner's way to say that a case failed
        status = stop.code
    count, failures = read_junit_files([results] if results.exists() else [])
    record(request, count)
    assert count and not status and not failures, "\n".join(failures) + "\n" + log.read_text()
