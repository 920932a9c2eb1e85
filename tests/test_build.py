# The build does nothing when there is nothing to do, and otherwise prints one line a file.
# SPDX-License-Identifier: Apache-2.0
import os
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


# Stands for every compiler and generator: it makes the file that it is asked for. A program that it made prints MADE.
TOOL = """#!/bin/sh
while [ $# -gt 0 ]; do
    case $1 in
        -o) shift; file=$1;;
        rcs) shift; file=$1;;
    esac
    shift
done
printf '#!/bin/sh\\necho "MADE $1"\\n' > "$file" && chmod +x "$file"
"""


@pytest.mark.quick
@pytest.mark.parametrize("goal, last", [("command", "  LD   bin/orbital"), ("run", "MADE roundtrip")])
def test_a_build_from_nothing_prints_at_most_a_screen(root, tmp_path, goal, last):
    """What `make command` and `make run` print before the command starts, on a machine that lacks nothing."""
    tool, stamp = tmp_path / "tool", tmp_path / "stamp"
    tool.write_text(TOOL)
    tool.chmod(0o755)
    stamp.touch()
    build = os.path.relpath(tmp_path / "build", root)
    done = subprocess.run(["make", "-j1", "SETUP=no", f"BUILD={build}", f"VENV_BUILD={stamp}", "PYTHON=true",
                           *(f"{name}={tool}" for name in ("CC", "AR", "PY", "VERILATOR")), goal], cwd=root,
                          env={key: value for key, value in os.environ.items() if not key.startswith("MAKE")},
                          stdin=subprocess.DEVNULL, capture_output=True, text=True)
    assert done.returncode == 0 and not done.stderr, done.stdout + done.stderr
    lines = done.stdout.splitlines()
    before = lines.index(last)
    set_up = 3  # the Debian packages that are installed, the folder of the Python tools, and the tools
    assert before + set_up <= 60
    assert max(map(len, lines[:before])) <= 120
    assert any((tmp_path / "build/obj").rglob("*.o"))
