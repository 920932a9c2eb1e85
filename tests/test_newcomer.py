# Continuous integration sees what a newcomer sees: programs appear when the set-up installs their packages, or never.
# SPDX-License-Identifier: Apache-2.0
import os
import shutil
import signal
import subprocess

import pytest


@pytest.fixture(scope="module", autouse=True)
def hides_programs(root):
    """It does so only on a Debian that has all listed packages."""
    said = subprocess.run([root / ".ci/newcomer", "true"], capture_output=True, text=True, check=True).stderr
    if "no program is hidden" in said:
        pytest.skip(said)


@pytest.fixture
def newcomer(root):
    """newcomer(script, **environment) is what a shell script prints that .ci/newcomer runs."""
    def run(script, **environment):
        done = subprocess.run([root / ".ci/newcomer", "sh", "-c", script], env={**os.environ, **environment},
                              stdin=subprocess.DEVNULL, capture_output=True, text=True)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout.split()
    return run


def test_programs_appear_with_the_set_up(newcomer):
    ask = "for name in git make python3 gcc mpicc; do command -v $name > /dev/null && echo $name; done; "
    seen = newcomer(f"{ask} dpkg-query --version > /dev/null; echo then; {ask} true")
    assert seen == ["git", "make", "python3", "then", "git", "make", "python3", "gcc", "mpicc"]


def test_undeclared_programs_never_appear(newcomer, tmp_path):
    (tmp_path / "handmade").write_text("#!/bin/sh\n")
    (tmp_path / "handmade").chmod(0o755)
    seen = newcomer("dpkg-query --version > /dev/null; command -v handmade || echo none; echo $ORB_TEST$ORB_SEED; ls ~",
                    PATH=f"{tmp_path}:{os.environ['PATH']}", ORB_TEST="hidden", ORB_SEED="7")
    assert seen == ["none", "7"]


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_signal_reaches_the_command_and_nothing_is_left(root, tmp_path, number):
    script = "trap 'sleep 1; echo cleaned > done; exit 5' TERM HUP; echo ready; while :; do sleep 0.1; done"
    process = subprocess.Popen([root / ".ci/newcomer", "sh", "-c", script], cwd=tmp_path, stdout=subprocess.PIPE,
                               env={**os.environ, "TMPDIR": str(tmp_path)}, text=True,
                               preexec_fn=lambda: signal.signal(number, signal.SIG_DFL))  # nohup ignores SIGHUP
    assert process.stdout.readline() == "ready\n"
    process.send_signal(number)
    assert process.wait(timeout=60) == 5
    assert [path.name for path in tmp_path.iterdir()] == ["done"]


def test_death_by_a_signal_is_told_as_a_shell_does(root):
    assert subprocess.run([root / ".ci/newcomer", "sh", "-c", "kill -9 $$"]).returncode == 128 + signal.SIGKILL


def test_exit_code_is_that_of_the_command(root):
    assert subprocess.run([root / ".ci/newcomer", "sh", "-c", "exit 3"]).returncode == 3
    assert subprocess.run([root / ".ci/newcomer", "no-such-program"], stderr=subprocess.DEVNULL).returncode == 127


def test_continuous_integration_fails_on_skips_that_are_not_listed(root, tmp_path):
    """.ci/run gives the list to make, through newcomer, and make to the runner of the tests."""
    shutil.copytree(root / ".ci", tmp_path / ".ci")
    (tmp_path / "build").mkdir()
    recipe = "test ! -e build && ls $(lastword $(PYTEST_ARGS)) && echo $(PYTEST_ARGS)"
    (tmp_path / "Makefile").write_text(f"test:\n\t@{recipe}\n")
    done = subprocess.run([tmp_path / ".ci/run"], cwd="/", stdin=subprocess.DEVNULL, capture_output=True, text=True)
    assert done.stdout.split() == [".ci/skips", "--skips", ".ci/skips"], done.stderr
    shown = subprocess.run(["make", "-n", "SETUP=no", "PYTEST_ARGS=--skips .ci/skips", "test"], cwd=root,
                           capture_output=True, text=True, check=True).stdout
    assert "tests/run.py test --skips .ci/skips\n" in shown
