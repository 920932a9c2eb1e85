# Where models of arrays are looked for, and which of them are refused. A model is code that runs in the program.
# SPDX-License-Identifier: Apache-2.0
import os
import shutil
import subprocess

import pytest

pytestmark = pytest.mark.quick

MODEL = "orb_hls_p2_b4_f4_w16.so"

# A file with the name of a model: its code runs as soon as it is loaded, and leaves a trace.
HOSTILE = """
#include <stdio.h>
#include <stdlib.h>
__attribute__((constructor)) static void run(void) { fclose(fopen(getenv("TRACE"), "w")); }
"""

# A program that opens an array. It prints whether it runs with the rights of somebody else, and what went wrong.
PROGRAM = """
#include <orbital/orbital.h>
#include <stdio.h>
#include <sys/auxv.h>
int main(int argc, char **argv)
{
    orb_device *device;
    const orb_status status = orb_open(&device, argc > 1 ? argv[1] : "hls:p=2,b=4,full=4,w=16");
    printf("%lu %s\\n", getauxval(AT_SECURE), status ? orb_last_error() : "opened");
    orb_close(device);
    return status != ORB_OK;
}
"""


def compile_c(text, output, *flags):
    subprocess.run(["gcc", "-x", "c", "-", "-o", output, *flags], input=text, text=True, check=True)


@pytest.fixture
def model(build):
    return build / "lib/orbital" / MODEL


@pytest.fixture
def trap(tmp_path, monkeypatch):
    """trap(*folders) places a hostile model in each; the file that it returns exists as soon as one was loaded."""
    monkeypatch.delenv("ORB_MODEL_PATH", raising=False)
    monkeypatch.setenv("TRACE", str(tmp_path / "trace"))
    compile_c(HOSTILE, tmp_path / "hostile.so", "-shared", "-fPIC")

    def place(*folders):
        for folder in folders:
            folder.mkdir(parents=True, exist_ok=True)
            shutil.copy(tmp_path / "hostile.so", folder / MODEL)
        return tmp_path / "trace"
    return place


@pytest.fixture
def program(root, build, tmp_path, monkeypatch):
    """A program linked with the static library or with the shared one, in a folder of its own, found through PATH."""
    def link(library):
        folder = tmp_path / "bin"
        folder.mkdir()
        libraries = [build / "lib/liborbital.a", *subprocess.run(
            ["pkg-config", "--libs", "libftdi1"], capture_output=True, text=True,
            check=True).stdout.split(), "-lz", "-ldl", "-lm", "-lpthread", "-lgomp"]
        if library == "shared":
            libraries = [f"-L{build}/lib", "-lorbital"]
        compile_c(PROGRAM, folder / "program", f"-I{root}/host/include", "-x", "none", *libraries)
        monkeypatch.setenv("PATH", str(folder), prepend=os.pathsep)
        return folder / "program"
    return link


def test_trap_works(trap, tmp_path, orbital, monkeypatch):
    """The hostile model leaves its trace where it is looked for."""
    trace = trap(tmp_path / "models")
    monkeypatch.setenv("ORB_MODEL_PATH", str(tmp_path / "models"))
    done = subprocess.run([orbital, "info", "--engine", "hls:p=2"], capture_output=True, text=True)
    assert done.returncode == 1 and "is not a model of an array" in done.stderr and trace.exists()


def test_current_folder_holds_no_models(trap, program, tmp_path):
    """Neither does a folder beside it: a program that was found through PATH knows only its bare name."""
    program("static")
    home = tmp_path / "home/user"
    trace = trap(home / "orbital", home / "lib/orbital", home.parent / "lib/orbital", home)
    done = subprocess.run(["program"], cwd=home, capture_output=True, text=True)
    assert not trace.exists()
    assert done.stdout == "0 opened\n" or "no device of that configuration" in done.stdout  # installed, or not


@pytest.mark.parametrize("folder", [".", "lib"])
def test_library_from_a_relative_folder(trap, program, build, tmp_path, monkeypatch, folder):
    """The folder that the loader was given means another one after a change of the current folder."""
    program("shared")
    (tmp_path / "lib").mkdir()
    shutil.copy(build / "lib/liborbital.so.1", tmp_path / "lib")
    trace = trap(tmp_path / "lib/orbital", tmp_path / "orbital")
    monkeypatch.setenv("LD_LIBRARY_PATH", folder)
    done = subprocess.run(["program"], cwd=tmp_path / ("lib" if folder == "." else ""), capture_output=True, text=True)
    assert done.stdout.startswith("0 ") and not trace.exists()


def test_folder_of_the_library(program, build, tmp_path, monkeypatch, model):
    """An absolute one holds the models of a program, wherever it is started."""
    program("shared")
    (tmp_path / "lib/orbital").mkdir(parents=True)
    shutil.copy(build / "lib/liborbital.so.1", tmp_path / "lib")
    shutil.copy(model, tmp_path / "lib/orbital/orb_hls_p2_b4_f4_w16_n2.so")
    monkeypatch.delenv("ORB_MODEL_PATH", raising=False)
    monkeypatch.setenv("LD_LIBRARY_PATH", str(tmp_path / "lib"))
    assert subprocess.run(["program"], cwd="/", capture_output=True, text=True).stdout == "0 opened\n"


@pytest.mark.parametrize("folder", [".", "models", "./models", "~/models"])
def test_relative_model_path_is_refused(trap, orbital, tmp_path, monkeypatch, folder):
    trace = trap(tmp_path, tmp_path / "models", tmp_path / "~/models")
    monkeypatch.setenv("ORB_MODEL_PATH", folder)
    for command in [["info", "--engine", "hls:p=2"], ["devices"]]:
        done = subprocess.run([orbital, *command], cwd=tmp_path, capture_output=True, text=True)
        assert done.returncode == 1 and done.stdout == "" and done.stderr.count("\n") == 1
        assert f'ORB_MODEL_PATH is "{folder}": give the absolute path' in done.stderr
    assert not trace.exists()
    assert subprocess.run([orbital, "info", "--engine", "cpu"], cwd=tmp_path, capture_output=True).returncode == 0


def test_program_with_the_rights_of_another(trap, program, tmp_path, monkeypatch):
    """The environment of whoever starts it chooses no code for it."""
    path = program("static")
    others = [group for group in [*os.getgroups(), 65534] if group != os.getegid()]
    trace = trap(tmp_path / "models")
    monkeypatch.setenv("ORB_MODEL_PATH", str(tmp_path / "models"))
    try:
        os.chown(path, -1, others[0])
    except PermissionError:
        pytest.skip("this user has only one group")
    path.chmod(0o2755)
    done = subprocess.run(["program"], capture_output=True, text=True)
    if done.stdout.startswith("0 "):
        pytest.skip("programs cannot change their group here")
    assert not trace.exists()


@pytest.mark.parametrize("name, says", [("orb_hls_p3_b4_f4_w16.so", "is not the array of its name, but p=2,b=4"),
                                        ("orb_hls_p2_b4_f4_w16_n4.so", "is not the array of its name, but p=2,b=4"),
                                        ("orb_hls_p2_b4_f4_float32.so", "is not the array of its name, but p=2,b=4"),
                                        ("orb_sim_p2_b4_f4_w16.so", "is a model for another engine")])
@pytest.mark.sanitized
def test_renamed_models_are_refused(fails, tmp_path, monkeypatch, model, name, says):
    folder = tmp_path / "models"
    folder.mkdir()
    shutil.copy(model, folder / name)
    monkeypatch.setenv("ORB_MODEL_PATH", str(folder))
    engine = name[4:7]
    for asked in [f"{engine}:p={name[9]}", engine]:
        fails("info", "--engine", asked, says=[f"{asked}: the model {name} {says}", f"remove it from {folder}"])


VERSION_99 = """
static const struct { int abi; const char *name; } api = {99, "hls p2_b4_f4_w16"};
const void *orb_model_get(void) { return &api; }
"""


@pytest.mark.parametrize("text, says", [(VERSION_99, "has interface version 99, and this library version 2"),
                                        ("const void *orb_model_get(void) { return 0; }", "is not a model of an array"),
                                        ("int other;", "is not a model of an array"),
                                        (None, "cannot be loaded (file too short)")])
@pytest.mark.sanitized
def test_models_of_another_interface_are_refused(run, fails, tmp_path, monkeypatch, text, says):
    folder = tmp_path / "models"
    folder.mkdir()
    (folder / MODEL).write_text("no model")
    if text:
        compile_c(text, folder / MODEL, "-shared", "-fPIC")
    monkeypatch.setenv("ORB_MODEL_PATH", str(folder))
    fails("info", "--engine", "hls:p=2", says=[f"hls:p=2: the model {MODEL} {says}", "build it again"])
    listed = run("devices").stderr
    assert listed.count("\n") == 1 and f"the model {MODEL} {says}" in listed
