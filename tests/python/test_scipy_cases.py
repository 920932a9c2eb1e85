# scipy's published tests of the DCT and DST, with this package in place of its own code.
# SPDX-License-Identifier: Apache-2.0
import os
import re
import subprocess
import sys

import cases

PARTS = ("scipy.fft.tests.test_real_transforms", "scipy.fft._pocketfft.tests.test_real_transforms")


def run(root, folder, *arguments, **environment):
    paths = [root / "python", root / "tests" / "python"]
    return subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "scipy_cases", "-p", "no:cacheprovider", "-p", "no:xdist", "-q",
         "--tb=short", f"--junitxml={folder}/results.xml", "--pyargs", *arguments], cwd=folder, capture_output=True,
        text=True, env={**os.environ, "PYTHONPATH": os.pathsep.join(map(str, paths)), **environment})


def test_cases_of_scipy(root, tmp_path, request):
    """All types, norms, axes, sizes of 1 to 1024, single and double, against FFTW's and Matlab's results and others."""
    done = run(root, tmp_path, *PARTS)
    print(done.stdout[-1000:])
    count, failures = cases.read_junit_files([tmp_path / "results.xml"])
    cases.record(request, count)
    assert done.returncode == 0 and not failures, done.stdout + done.stderr
    left_out, calls, without = (int(re.search(pattern, done.stdout).group(1)) for pattern in (
        r"(\d+) cases left out", r"(\d+) calls of the library", r"(\d+) tests passed without"))
    assert count["passed"] > 4000 and calls > 2 * count["passed"] and without == 0
    assert left_out < count["passed"] / 8


def test_a_run_without_the_package_fails(root, tmp_path):
    done = run(root, tmp_path, *PARTS, "-k", "noop or test_shape", ORB_CASES_PLAIN="1")
    count, failures = cases.read_junit_files([tmp_path / "results.xml"])
    assert done.returncode == 1 and set(count) == {"failed"}
    assert all("the package was not reached" in failure for failure in failures)
    assert {"noop" in failure for failure in failures} == {True, False}  # of both modules
