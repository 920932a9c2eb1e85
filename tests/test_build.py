# The build does nothing when there is nothing to do, and otherwise prints one line a file.
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
    assert done.stdout == "", "the build says what it did not do"
    assert before == after, sorted(str(path) for path in after if before.get(path) != after[path])


@pytest.mark.quick
def test_an_object_is_one_line_unless_asked_otherwise(root, tmp_path):
    source = min((root / "host/cli").glob("*.c")).relative_to(root)
    target = f"{tmp_path}/obj/{source.with_suffix('.o')}"

    def build(*options):
        done = subprocess.run(["make", "--always-make", f"BUILD={tmp_path}", *options, target], cwd=root,
                              stdin=subprocess.DEVNULL, capture_output=True, text=True)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout.splitlines()

    assert build() == [f"  CC   obj/{source.with_suffix('.o')}"]
    assert build("V=0") == []
    assert f" -c -o {target} {source}" in build("V=1")[-1]
