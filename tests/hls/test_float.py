# The fused multiply-add of hls/ as gates does what libm's fmaf does.
# SPDX-License-Identifier: Apache-2.0
import subprocess

import pytest
from kernel_bench import ROOT

pytestmark = pytest.mark.long


def test_ten_million(seed):
    done = subprocess.run([ROOT / "build/tests/hls/float_kernel", "10000000", str(seed)], capture_output=True,
                          text=True)
    print(done.stdout)
    assert done.returncode == 0, done.stdout + done.stderr
    assert int(done.stdout.split()[0]) > 10_000_000
