# Static check of all Python.
# SPDX-License-Identifier: Apache-2.0
import subprocess
import sys

import pytest
from sources import ROOT, tracked


@pytest.mark.quick
def test_pyflakes():
    done = subprocess.run([sys.executable, "-m", "pyflakes", *tracked(".py")], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
