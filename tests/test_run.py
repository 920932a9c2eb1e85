# The runner of the tests counts what it should, and says what a test took.
# SPDX-License-Identifier: Apache-2.0
import subprocess
import sys

import pytest

TESTS = """
import time
import pytest

def test_passes():
    time.sleep(0.2)

@pytest.mark.parametrize("n", range(3))
def test_is_skipped(n):
    if n == 1:
        pytest.skip("this machine has no unicorn")
"""


@pytest.fixture
def run(root, tmp_path):
    """run(arguments...) is the exit code of the runner on those tests, and the lines that it printed."""
    (tmp_path / "test_some.py").write_text(TESTS)

    def runs(*arguments):
        done = subprocess.run([sys.executable, root / "tests/run.py", *arguments], capture_output=True, text=True)
        return done.returncode, done.stdout.splitlines()
    return runs


def test_skips_are_named(run, tmp_path):
    code, said = run("test", tmp_path / "test_some.py")
    assert code == 0 and said[-2].startswith("1 tests were skipped") and said[-1] == "3 passed, 0 failed, 1 skipped"
    assert any("no unicorn" in line for line in said)


def test_only_listed_tests_may_be_skipped(run, tmp_path):
    skips = tmp_path / "skips"
    skips.write_text("# a comment\ntests/other.py  another test\n")
    code, said = run("test", "--skips", skips, tmp_path / "test_some.py")
    assert code == 1 and said[-1] == "3 passed, 1 failed, 0 skipped"
    name, _, reason = said[-2].partition(" ")
    assert reason == "may not be skipped here: Skipped: this machine has no unicorn"
    skips.write_text(f"{name.partition('[')[0]}  a reason\n")
    code, said = run("test", "--skips", skips, tmp_path / "test_some.py")
    assert code == 0 and said[-1] == "3 passed, 0 failed, 1 skipped"


def test_times_of_the_last_run(run, tmp_path):
    run("test", tmp_path / "test_some.py")
    code, said = run("times")
    assert code == 0
    row = next(line.split() for line in said if line.endswith("::test_passes"))
    assert float(row[0]) >= 0.2 and row[2] == "1"
    assert said[-1].endswith("seconds in all, of 4 tests")
