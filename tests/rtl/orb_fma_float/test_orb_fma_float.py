# Runs the harness of the float arithmetic: RTL and the C reference against exact arithmetic and libm.
# SPDX-License-Identifier: Apache-2.0
import subprocess

import pytest

FORMATS = pytest.mark.parametrize("name", ["binary32", "bfloat16", "binary16", "bfloat16_binary32",
                                           "binary16_binary32"])


def run(build, name, count, seed):
    program = build / "tests" / "rtl" / f"float_{name}"
    done = subprocess.run([program, str(count), str(seed)], capture_output=True, text=True)
    print(done.stdout)
    assert done.returncode == 0, done.stdout + done.stderr
    # hard ones, of which one in sixteen is a pause, and an eighth more in running sums
    assert int(done.stdout.split()[0]) > count


@pytest.mark.quick
@FORMATS
def test_hard_cases(build, name, seed):
    run(build, name, 200_000, seed)


@FORMATS
def test_ten_million(build, name, seed):
    run(build, name, 10_000_000, seed)


@pytest.mark.long
@FORMATS
def test_hundred_million(build, name, seed):
    run(build, name, 100_000_000, seed)
