# How output files appear: with which permissions, in whose place, and which of several.
# SPDX-License-Identifier: Apache-2.0
import gzip
import os
import shutil
import signal
import subprocess
import tempfile
import time
from pathlib import Path

import h5py
import numpy as np
import pytest

pytestmark = pytest.mark.quick

COMMAND = ["roundtrip", "in.npy", "-o", "out.npy", "--coefficients", "c.npy", "--picture", "p.png", "--json", "r.json"]
# With a record beside the output, which roundtrip does not write.
FORWARD = ["forward", "in.npy", "-o", "c.npy", "--json", "r.json"]
WRITTEN = ["c.npy", "c.npy.orbital.json", "r.json"]
root_only = pytest.mark.skipif(os.geteuid() != 0, reason="only root may give files away")


@pytest.fixture(autouse=True)
def volume(tmp_path, rng):
    np.save(tmp_path / "in.npy", rng.normal(size=(6, 5, 4)))


@pytest.fixture
def mode(tmp_path):
    return lambda name: os.stat(tmp_path / name).st_mode & 0o7777


@pytest.fixture
def old(run, tmp_path):
    """Files in place of all that FORWARD writes. The record is a real one, as --force replaces nothing else."""
    run(*FORWARD)
    for name in ("c.npy", "r.json"):
        (tmp_path / name).write_text("old")


@pytest.fixture(scope="session")
def library(tmp_path_factory):
    """place_trouble.c, to be loaded ahead of the libraries."""
    path = tmp_path_factory.mktemp("trouble") / "place_trouble.so"
    source = Path(__file__).with_name("place_trouble.c")
    subprocess.run(["gcc", "-std=c11", "-shared", "-fPIC", "-o", path, source, "-ldl"], check=True)
    return path


@pytest.fixture
def trouble(orbital, library, tmp_path):
    """trouble(what, *arguments, name="") runs the command in it, and returns what it did and the calls that it made."""
    def run(what, *arguments, name=""):
        log = tmp_path.parent / f"{tmp_path.name}.log"
        log.unlink(missing_ok=True)
        env = {**os.environ, "LD_PRELOAD": str(library), "ORB_TROUBLE": what, "ORB_NAME": name, "ORB_LOG": str(log)}
        done = subprocess.run([orbital, *arguments], cwd=tmp_path, capture_output=True, text=True,
                              errors="replace", env=env)
        return done, [line.split() for line in log.read_text().splitlines()] if log.exists() else []
    return run


def left(folder):
    """The files of a folder, those whose names begin with a dot among them."""
    return sorted(os.listdir(folder))


@pytest.mark.sanitized
@pytest.mark.parametrize("mask, wanted", [(0o022, 0o644), (0o027, 0o640), (0o077, 0o600), (0, 0o666)])
def test_new_files_have_the_usual_permissions(run, tmp_path, mode, mask, wanted):
    run(*COMMAND, preexec_fn=lambda: os.umask(mask))
    written = sorted(set(left(tmp_path)) - {"in.npy"})
    assert len(written) >= 4 and {mode(name) for name in written} == {wanted}


@pytest.mark.sanitized
@pytest.mark.parametrize("before, after", [(0o600, 0o600), (0o640, 0o640), (0o664, 0o664), (0o4755, 0o755)])
@pytest.mark.usefixtures("old")
def test_permissions_of_what_is_replaced_stay(run, tmp_path, mode, before, after):
    for name in WRITTEN:
        (tmp_path / name).chmod(before)
    run(*FORWARD, "--force", preexec_fn=lambda: os.umask(0o022))
    assert {name: mode(name) for name in WRITTEN} == dict.fromkeys(WRITTEN, after)
    assert np.load(tmp_path / "c.npy").shape == (6, 5, 4)


def test_permissions_of_an_edited_file_stay(run, tmp_path, mode):
    with h5py.File(tmp_path / "out.h5", "w") as file:
        file["old"] = np.arange(3)
    (tmp_path / "out.h5").chmod(0o600)
    run("forward", "in.npy", "-o", "out.h5:/new", "--force")
    with h5py.File(tmp_path / "out.h5") as file:
        assert set(file) == {"old", "new"}
    assert mode("out.h5") == 0o600


def test_nobody_reads_what_is_being_written(trouble, mode):
    """Its permissions come when it is complete, and before the disk has it."""
    done, calls = trouble("none", *FORWARD)
    assert done.returncode == 0
    changed = [call for call in calls if call[0] == "fchmod-from"]
    assert len(changed) == 3 and {call[2] for call in changed} == {"600"}
    assert [call[0] for call in calls[:2]] == ["fchmod-from", "fsync"]


@root_only
@pytest.mark.usefixtures("old")
def test_owner_of_what_is_replaced_stays(run, tmp_path):
    for name in WRITTEN:
        os.chown(tmp_path / name, 12345, 12346)
    run(*FORWARD, "--force")
    for name in WRITTEN:
        status = os.stat(tmp_path / name)
        assert (status.st_uid, status.st_gid) == (12345, 12346)


@root_only
@pytest.mark.parametrize("before, after", [(0o664, 0o644), (0o606, 0o600), (0o660, 0o600), (0o640, 0o600)])
def test_rights_of_a_group_go_to_no_other(orbital, before, after):
    """A user who may not take over the group gives the own one no more than others had, and the reverse."""
    with tempfile.TemporaryDirectory(dir="/tmp") as folder:
        np.save(f"{folder}/in.npy", np.ones((2, 2, 2)))
        Path(folder, "c.npy").write_text("old")
        os.chmod(f"{folder}/c.npy", before)
        os.chmod(folder, 0o777)
        binary = shutil.copy(orbital, folder)
        library = shutil.copy(orbital.parent.parent / "lib/liborbital.so.1", folder)
        done = subprocess.run(["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", binary, "forward",
                               "in.npy", "-o", "c.npy", "--force"], cwd=folder, capture_output=True, text=True,
                              env={**os.environ, "LD_LIBRARY_PATH": os.path.dirname(library)})
        assert done.returncode == 0, done.stderr
        status = os.stat(f"{folder}/c.npy")
        assert (status.st_uid, status.st_mode & 0o7777) == (65534, after)


def test_disk_has_files_and_names(trouble, tmp_path):
    """Each file before the first name, and the folder after each name."""
    done, calls = trouble("none", *FORWARD)
    assert done.returncode == 0
    order = [call[0] for call in calls if call[0] != "fchmod-from"]
    assert order == ["fsync"] * 3 + ["rename", "fsync-folder"] * 3
    assert [call[2] for call in calls if call[0] == "rename"] == ["1"] * 3  # RENAME_NOREPLACE
    assert {call[1] for call in calls if call[0] == "fsync-folder"} == {tmp_path.name}


@pytest.mark.parametrize("force", [[], ["--force"]])
def test_file_systems_without_such_a_rename(trouble, tmp_path, force):
    done, calls = trouble("no-renameat2", *FORWARD, *force)
    assert done.returncode == 0 and left(tmp_path) == sorted(["in.npy", *WRITTEN])
    assert [call[0] for call in calls].count("link") == (0 if force else 3)
    done, _ = trouble("no-renameat2", *FORWARD)
    assert done.returncode == 1 and "c.npy: exists already" in done.stderr


def test_file_systems_without_links(trouble, tmp_path):
    done, _ = trouble("no-link", *FORWARD)
    assert done.returncode == 1 and "c.npy: cannot be written" in done.stderr and "--force" in done.stderr
    assert left(tmp_path) == ["in.npy"]
    assert trouble("no-link", *FORWARD, "--force")[0].returncode == 0
    assert left(tmp_path) == sorted(["in.npy", *WRITTEN])


@pytest.mark.parametrize("name", WRITTEN)
def test_file_that_appears_during_the_work(trouble, tmp_path, name):
    """It stays as it is, and no output appears."""
    done, _ = trouble("early", *FORWARD, name=name)
    assert done.returncode == 1 and done.stderr.count("\n") == 1
    assert f"orbital: {name}: exists already: choose another name, or --force" in done.stderr
    assert (tmp_path / name).read_text() == "precious" and left(tmp_path) == sorted(["in.npy", name])


@pytest.mark.parametrize("what", ["appear", "appear-linked"])
@pytest.mark.parametrize("at", range(3))
def test_file_that_appears_at_the_last_moment(trouble, tmp_path, at, what):
    """The message names the outputs that had their names by then."""
    done, _ = trouble(what, *FORWARD, name=WRITTEN[at])
    placed = f"; written before it: {', '.join(WRITTEN[:at])}" if at else ""
    assert done.returncode == 1
    assert done.stderr == f"orbital: {WRITTEN[at]}: exists already{placed}: choose another name, or --force\n"
    assert (tmp_path / WRITTEN[at]).read_text() == "precious"
    assert left(tmp_path) == sorted(["in.npy", *WRITTEN[:at + 1]])


def test_standard_output_is_named_too(trouble, tmp_path):
    done, _ = trouble("appear", "forward", "in.npy", "-o", "-", "--format", "nrrd", "--json", "r.json", name="r.json")
    assert done.returncode == 1 and "exists already; written before it: standard output: choose" in done.stderr


def test_edited_file_that_changes_during_the_work(trouble, tmp_path):
    """What another program adds is not lost."""
    with h5py.File(tmp_path / "out.h5", "w") as file:
        file["old"] = np.arange(3)
    before = (tmp_path / "out.h5").read_bytes()
    for name, content in [("out.h5", before + b"precious"), ("new.h5", b"precious")]:
        done, _ = trouble("change", "forward", "in.npy", "-o", f"{name}:/new", "--force", name=name)
        assert done.returncode == 1 and f"{name}: was changed by another program meanwhile" in done.stderr
        assert (tmp_path / name).read_bytes() == content
    assert left(tmp_path) == ["in.npy", "new.h5", "out.h5"]


def test_commands_that_add_to_a_file_at_once(orbital, library, tmp_path):
    """No dataset is lost: who succeeds has its own in the file."""
    with h5py.File(tmp_path / "out.h5", "w") as file:
        file["old"] = np.arange(3)
    names = [f"new{n}" for n in range(3)]
    environment = {**os.environ, "LD_PRELOAD": str(library), "ORB_TROUBLE": "slow"}
    running = [subprocess.Popen([orbital, "forward", "in.npy", "-o", f"out.h5:/{name}", "--force"], cwd=tmp_path,
                                stderr=subprocess.PIPE, text=True, env=environment) for name in names]
    messages = [process.communicate()[1] for process in running]
    there = {name for name, process in zip(names, running) if process.returncode == 0}
    failed = [message for message, process in zip(messages, running) if process.returncode]
    assert there and all("was changed by another program meanwhile" in message for message in failed)
    with h5py.File(tmp_path / "out.h5") as file:
        assert set(file) == {"old"} | there


def test_commands_that_replace_files_at_once(run, orbital, library, tmp_path):
    """Coefficients lie beside the record of the command that wrote them."""
    run(*FORWARD)
    before = os.stat(tmp_path / "c.npy").st_ino
    environment = {**os.environ, "LD_PRELOAD": str(library), "ORB_TROUBLE": "slow"}
    slow = subprocess.Popen([orbital, *FORWARD, "--force", "--kind", "dst"], cwd=tmp_path, env=environment)
    while os.stat(tmp_path / "c.npy").st_ino == before:
        assert slow.poll() is None
        time.sleep(0.01)
    run(*FORWARD, "--force", "--kind", "dht")
    assert slow.wait() == 0
    assert run("inverse", "c.npy", "-o", "back.npy").stderr == ""
    assert np.allclose(np.load(tmp_path / "back.npy"), np.load(tmp_path / "in.npy"))


@pytest.mark.parametrize("name", ["in.npy", "in.npy.gz"])
@pytest.mark.parametrize("command", [["forward"], ["forward", "--memory", "1", "--block", "8"],
                                     ["filter", "--gaussian", "1"]])
def test_input_that_changes_while_it_is_read(trouble, tmp_path, rng, command, name):
    """Some of its values would be old and some new."""
    np.save(tmp_path / "in.npy", rng.normal(size=(45, 50, 41)))
    (tmp_path / "in.npy.gz").write_bytes(gzip.compress((tmp_path / "in.npy").read_bytes(), 1))
    done, _ = trouble("rewrite", *command, name, "-o", "out.npy", name=name)
    assert done.returncode == 1 and done.stderr.count("\n") == 1
    assert f"{name}: was changed by another program meanwhile: run the command again" in done.stderr
    assert left(tmp_path) == ["in.npy", "in.npy.gz"]


def test_signals_while_names_are_given(trouble, tmp_path):
    """Both act after the last name."""
    done, _ = trouble("signals", *FORWARD)
    assert -done.returncode in (signal.SIGINT, signal.SIGTERM)
    assert left(tmp_path) == sorted(["in.npy", *WRITTEN])


@pytest.mark.parametrize("output", ["c.npy", "-"])
def test_signals_while_a_file_is_created(trouble, tmp_path, monkeypatch, output):
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    done, _ = trouble("signals-early", "forward", "in.npy", "-o", output)
    assert -done.returncode in (signal.SIGINT, signal.SIGTERM) and left(tmp_path) == ["in.npy"]


def test_copies_of_standard_streams(orbital, tmp_path, monkeypatch):
    """Nobody else reads that of the input, and that of the output has no name: a process that is killed leaves none."""
    copies = tmp_path / "copies"
    copies.mkdir()
    monkeypatch.setenv("TMPDIR", str(copies))
    np.save(tmp_path / "in.npy", np.ones((64, 64, 64)))
    process = subprocess.Popen([orbital, "forward", "-", "-o", "-", "--dtype", "float64"], stdin=subprocess.PIPE,
                               stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    data = (tmp_path / "in.npy").read_bytes()

    def unnamed():
        names = [os.readlink(link) for link in Path(f"/proc/{process.pid}/fd").iterdir()]
        return [name for name in names if name.startswith(str(copies)) and name.endswith("(deleted)")]

    process.stdin.write(data[:-1])
    process.stdin.flush()
    while not left(copies):
        assert process.poll() is None
        time.sleep(0.01)
    (copy,) = copies.iterdir()
    assert copy.stat().st_mode & 0o7777 == 0o600 and not unnamed()
    process.stdin.write(data[-1:])
    process.stdin.close()
    process.stdout.read(1)  # it waits until somebody reads the rest
    assert len(unnamed()) == 1 and left(copies) in ([], [copy.name])
    copy.unlink(missing_ok=True)
    process.kill()
    process.wait()
    assert left(copies) == []
    subprocess.run([orbital, "info", "-"], input=data, stdout=subprocess.DEVNULL, check=True)
    assert left(copies) == []  # nor does one that ends


def test_links(run, tmp_path, mode):
    """A symbolic link stays and what it names is replaced; other hard links keep the old file."""
    (tmp_path / "file.npy").write_text("old")
    (tmp_path / "file.npy").chmod(0o640)
    os.link(tmp_path / "file.npy", tmp_path / "hard.npy")
    (tmp_path / "link.npy").symlink_to("file.npy")
    run("forward", "in.npy", "-o", "link.npy", "--force")
    assert os.readlink(tmp_path / "link.npy") == "file.npy" and mode("file.npy") == 0o640
    assert np.load(tmp_path / "file.npy").shape == (6, 5, 4) and (tmp_path / "hard.npy").read_text() == "old"
