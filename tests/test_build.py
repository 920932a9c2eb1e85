# The build does nothing when there is nothing to do, and says little when there is.
# SPDX-License-Identifier: Apache-2.0
import shutil
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


@pytest.fixture
def compile_one(root, build, tmp_path):
    """compile_one(*options) compiles one source into a folder of its own and returns what make printed."""
    folder = tmp_path / "build"
    shutil.copytree(build / "gen", folder / "gen")

    def run(*options):
        target = folder / "obj" / "host" / "lib" / "status.o"
        target.unlink(missing_ok=True)
        generated = [option for name in ["orbital_regs.h", "orbital_link_regs.h"]
                     for option in ["-o", folder / "gen" / name]]
        done = subprocess.run(["make", f"BUILD={folder}", *generated, *options, target], cwd=root, capture_output=True,
                              text=True)
        assert done.returncode == 0 and target.exists(), done.stderr
        return done.stdout
    return run


@pytest.mark.quick
def test_a_line_an_object(compile_one):
    assert compile_one() == "  CC host/lib/status.c\n"
    text = compile_one("V=1")
    assert "-std=c11" in text and "  CC " not in text


@pytest.mark.quick
def test_help_is_in_two_groups(root):
    text = subprocess.run(["make", "help"], cwd=root, capture_output=True, text=True, check=True).stdout
    use, develop = text.split("To develop orbital")
    assert use.startswith("To use orbital")
    assert "make run " in use and "make install " in use and "make mutate" not in use
    assert "make mutate " in develop and "make run " not in develop
