# What is built and tested depends on the sources alone, and not on the tools that are installed when make is called.
# SPDX-License-Identifier: Apache-2.0
import os
import re
import shutil
import subprocess

import pytest
from sources import tracked

# A newcomer's machine has these. The set-up targets install everything else, after make has read the makefiles.
FIRST_TOOLS = ["git", "make", "python3"]


def parse(root, build, path):
    """All targets, prerequisites, recipes and variables that make reads, as lines, with PATH set to path."""
    environment = {"PATH": str(path), "HOME": os.environ.get("HOME", "/"), "LC_ALL": "C"}
    done = subprocess.run([shutil.which("make"), f"BUILD={build}", "--print-data-base", "--dry-run", "help"], cwd=root,
                          env=environment, stdin=subprocess.DEVNULL, capture_output=True, text=True)
    assert done.returncode == 0 and not done.stderr, done.stderr
    return [line for line in done.stdout.splitlines() if line and not line.startswith(("#", "PATH ="))]


@pytest.mark.quick
def test_makefiles_ask_no_tool_while_they_are_read(root, tmp_path):
    first = tmp_path / "bin"
    first.mkdir()
    for tool in FIRST_TOOLS:
        (first / tool).symlink_to(shutil.which(tool))
    build = tmp_path / "build"  # without objects, whose dependency files make would read too
    bare, full = (parse(root, build, path) for path in (first, os.environ["PATH"]))
    # The lists that the test targets build, and one program of each tool that a set-up target installs.
    assert any(line.startswith("MORE_test :=") and "contest_mpi.so" in line for line in full)
    for program in ("tests/mpi/cluster_pdgemm", "scale/scale", "bin/orbital-mpi",
                    "obj/host/lib/cpu/f32_plain/passes.o"):
        assert any(line.startswith(f"{build}/{program}:") for line in full), program
    assert sorted(set(full) - set(bare)) == sorted(set(bare) - set(full)) == []


@pytest.mark.quick
@pytest.mark.parametrize("goal", ["help", "test", "bitstream"])
def test_makefiles_start_no_program_while_they_are_read(root, tmp_path, goal):
    """Not even one that is always there, for some goals only, or by its own path."""
    asked, shell = tmp_path / "asked", tmp_path / "shell"
    shell.write_text(f'#!/bin/sh\necho "$@" >> {asked}\n')
    shell.chmod(0o755)
    subprocess.run([shutil.which("make"), f"SHELL={shell}", f"MAKECMDGOALS={goal}", "BOARD=ulx3s",
                    f"BUILD={tmp_path}/build", "--dry-run", "help"], cwd=root, stdout=subprocess.DEVNULL, check=True)
    assert not asked.exists(), asked.read_text()


@pytest.mark.quick
def test_makefiles_look_for_no_file_of_the_system(root):
    question = re.compile(r"(\$\(wildcard|^[-s]?include) +(/|~|\$\((VENV|CHIP|HOME)\))")
    for name in tracked("Makefile", ".mk"):
        for number, line in enumerate((root / name).read_text().splitlines(), 1):
            assert not question.search(line), f"{name}:{number}: {line}"


def described(text):
    """The targets that `make help` lists under each heading."""
    groups = {}
    for line in text.splitlines():
        if line.endswith(":"):
            found = groups.setdefault(line, [])
        elif line.startswith("  make "):
            found.append(line.split()[1])
    return groups


@pytest.mark.quick
def test_help_has_a_group_for_users_and_one_for_developers(root):
    text = subprocess.run(["make", "help"], cwd=root, capture_output=True, text=True, check=True).stdout
    assert max(map(len, text.splitlines())) <= 120
    groups = described(text)
    users, developers = groups["To use orbital:"], groups["To develop it:"]
    assert len(groups) == 2 and not set(users) & set(developers)
    assert {"all", "command", "run", "sim", "install", "uninstall", "bitstream", "timing", "program"} <= set(users)
    assert {"test", "check", "lint", "format", "bench", "setup-test"} <= set(developers)
    assert len(users) < len(developers)
