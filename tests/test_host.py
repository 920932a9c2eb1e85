# Runs the cmocka programs of tests/host, plain and under sanitizers; each of their cases counts.
# SPDX-License-Identifier: Apache-2.0
import os
import subprocess
from pathlib import Path

import cases
import pytest

ROOT = Path(__file__).resolve().parent.parent
PROGRAMS = os.environ.get("ORB_HOST_TESTS", "").split()
SANITIZERS = {
    "ASAN_OPTIONS": "detect_leaks=1:abort_on_error=0:exitcode=99",
    "UBSAN_OPTIONS": "print_stacktrace=1:halt_on_error=1",
    # What OpenMP itself does is told by its tool for this sanitizer; a child of fork starts threads of its own.
    "TSAN_OPTIONS": "ignore_noninstrumented_modules=1:die_after_fork=0:exitcode=99",
}


@pytest.mark.parametrize("program", [pytest.param(program, marks=[] if "san/" in program else pytest.mark.quick)
                                     for program in PROGRAMS])
def test_program(program, tmp_path, request):
    results = tmp_path / "results-%g.xml"
    done = subprocess.run([str(ROOT / program)], cwd=ROOT, stdin=subprocess.DEVNULL, capture_output=True, text=True,
                          timeout=900, env={**os.environ, **SANITIZERS, "CMOCKA_MESSAGE_OUTPUT": "xml",
                                            "CMOCKA_XML_FILE": str(results)})
    output = done.stdout + done.stderr
    if done.returncode == 77:
        pytest.skip(output.strip() or "the program gives no reason")
    count, failures = cases.read_junit_files(tmp_path.glob("results-*.xml"))
    cases.record(request, count)
    assert not failures, "\n".join(failures) + "\n" + output
    assert done.returncode == 0, output
    assert count, f"no case ran\n{output}"
