# Static check of all Python.
# SPDX-License-Identifier: Apache-2.0
import re
import subprocess
import sys

import pytest
from sources import ROOT, tracked


@pytest.mark.quick
def test_pyflakes():
    done = subprocess.run([sys.executable, "-m", "pyflakes", *tracked(".py")], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


def versions(lists):
    """For each package, by its normalized name, the versions that the lists pin."""
    found = {}
    for name in lists:
        for line in (ROOT / name).read_text().splitlines():
            package, equal, version = line.partition("#")[0].strip().partition("==")
            if package:
                assert equal and version, f"{name}: {line!r} pins no version"
                found.setdefault(re.sub("[-_.]+", "-", package).lower(), set()).add(version)
    return found


@pytest.mark.quick
def test_all_lists_pin_the_same_version_of_a_package():
    """All lists are installed in one environment, where the second version would replace the first at each set-up."""
    lists = [name for name in tracked(".txt") if name.startswith("scripts/requirements-")]
    assert len(lists) > 4
    assert {package: pinned for package, pinned in versions(lists).items() if len(pinned) > 1} == {}
