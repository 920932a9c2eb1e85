# The table of make coverage counts what was reached.
# SPDX-License-Identifier: Apache-2.0
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = Path(__file__).resolve().parent / "coverage.py"
SOURCE = """int sign(int x)
{
    if (x < 0)
        return -1;
    return x > 0;
}

int main(int count, char **words)
{
    (void)words;
    return sign(count) != 1;
}
"""


def reached(said, name):
    """(lines, of so many, branches, of so many) of a row."""
    found = re.search(rf"^{re.escape(name)} +(\d+) of +(\d+) .*? (\d+) of +(\d+)", said, re.MULTILINE)
    assert found, said
    return tuple(map(int, found.groups()))


@pytest.mark.quick
def test_lines_and_branches_are_counted(tmp_path):
    (tmp_path / "part").mkdir()
    (tmp_path / "part/sign.c").write_text(SOURCE)
    subprocess.run(["gcc", "--coverage", "-O0", "-c", "part/sign.c", "-o", "part/sign.o"], cwd=tmp_path, check=True)
    subprocess.run(["gcc", "--coverage", "part/sign.o", "-o", "sign"], cwd=tmp_path, check=True)
    for _ in range(2):  # what an earlier run left does not count
        done = subprocess.run([sys.executable, SCRIPT, "part", "./sign"], cwd=tmp_path, capture_output=True, text=True)
        assert done.returncode == 0 and not done.stderr
        for name in ("part/sign.c", "part/", "all"):
            assert reached(done.stdout, name) == (5, 6, 1, 2)


@pytest.mark.quick
def test_a_program_that_fails_is_told(tmp_path):
    done = subprocess.run([sys.executable, SCRIPT, tmp_path, "false"], capture_output=True, text=True)
    assert done.returncode == 1 and "false fails" in done.stderr


@pytest.mark.long
def test_the_library_is_covered(root):
    done = subprocess.run([shutil.which("make"), "SETUP=no", "--no-print-directory", "coverage"], cwd=root,
                          capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    lines, of_lines, branches, of_branches = reached(done.stdout, "all")
    assert of_lines > 4500 and lines >= 0.99 * of_lines, done.stdout  # 99.8 %
    assert of_branches > 3500 and branches >= 0.97 * of_branches, done.stdout  # 98.0 %
    for folder in ("", "array/", "cpu/", "ftdi/", "link/", "model/", "udp/"):
        lines, of_lines, branches, of_branches = reached(done.stdout, f"host/lib/{folder}")
        assert lines >= 0.97 * of_lines and branches >= 0.9 * of_branches, f"{folder}\n{done.stdout}"
