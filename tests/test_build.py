# The build does nothing when there is nothing to do.
# SPDX-License-Identifier: Apache-2.0
import subprocess

import pytest


def times(build):
    folders = (build / name for name in ("bin", "gen", "lib", "obj"))
    return {path: path.lstat().st_mtime_ns for folder in folders for path in folder.rglob("*")}


@pytest.mark.quick
def test_second_build_changes_nothing(root, build):
    before = times(build)
    assert before
    done = subprocess.run(["make", "all"], cwd=root, stdin=subprocess.DEVNULL, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    after = times(build)
    assert before == after, sorted(str(path) for path in after if before.get(path) != after[path])
