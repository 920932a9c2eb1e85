# Which array the command takes, and what it says of one.
# SPDX-License-Identifier: Apache-2.0
import json

import numpy as np
import pytest

pytestmark = [pytest.mark.quick, pytest.mark.sanitized]


@pytest.fixture
def volume(tmp_path, rng):
    values = rng.normal(size=(8, 7, 6))
    np.save(tmp_path / "in.npy", values)
    return values


def test_inverse_takes_the_recorded_array(run, report, engine, tmp_path, volume):
    run("forward", "in.npy", "-o", "c.npy", "--engine", "hls:float32,jobs=1")
    run("inverse", "c.npy", "-o", "back.npy", "--json", "r.json")
    assert report()["engine"].startswith("hls:float32")
    assert np.abs(np.load(tmp_path / "back.npy") - volume).max() < 1e-5
    run("inverse", "c.npy", "-o", "back.npy", "--json", "r.json", "--engine", engine, "--force")
    assert report()["engine"].startswith("hls:p=2,b=4")


def test_cycles_of_the_model_in_c_are_called_so(run, engine, volume):
    """It runs in turn what overlaps in the Verilog; elsewhere there is nothing to be said."""
    note = "one after the other"
    for name, noted in [(engine, True), (engine.replace("hls:", "sim:"), False)]:
        done = run("forward", "in.npy", "-o", "c.npy", "--engine", name, "--force")
        assert (note in done.stdout) == (note in run("info", "--engine", name).stdout) == noted


def test_devices_goes_on_behind_a_broken_model(run, tmp_path, build, monkeypatch):
    """A file that cannot be loaded is named in a warning; the others are listed."""
    monkeypatch.setenv("ORB_MODEL_PATH", str(tmp_path))
    (tmp_path / "orb_hls_p2_b2_f2_w17.so").write_text("no model")
    (tmp_path / "orb_hls_p2_b4_f4_w16.so").symlink_to(build / "lib" / "orbital" / "orb_hls_p2_b4_f4_w16.so")
    done = run("devices")
    assert "hls:p=2,b=4,full=4,w=16" in done.stdout and "w=17" not in done.stdout
    lines = [line for line in done.stderr.splitlines() if "w=17" in line]
    assert lines == done.stderr.splitlines() and len(lines) == 1 and "cannot be loaded" in lines[0]


def test_usual_engine(run, report, engine, monkeypatch, volume):
    """cpu, or what ORBITAL_ENGINE says; the command line goes before it, and it before a record."""
    run("forward", "in.npy", "-o", "c.npy", "--json", "r.json")
    assert report()["engine"].startswith("cpu:")
    monkeypatch.setenv("ORBITAL_ENGINE", "")
    run("info", "--engine", "cpu")
    run("forward", "in.npy", "-o", "c.npy", "--json", "r.json", "--force")
    assert report()["engine"].startswith("cpu:")
    monkeypatch.setenv("ORBITAL_ENGINE", engine)
    for command in ["roundtrip", "forward"]:
        run(command, "in.npy", "-o", "d.npy", "--json", "r.json", "--force")
        assert report()["engine"].startswith("hls:p=2,b=4")
    run("inverse", "c.npy", "-o", "back.npy", "--json", "r.json", "--force")
    assert report()["engine"].startswith("hls:p=2,b=4")
    run("inverse", "d.npy", "-o", "back.npy", "--json", "r.json", "--engine", "cpu", "--force", code=0)
    assert report()["engine"].startswith("cpu:")
    monkeypatch.setenv("ORBITAL_ENGINE", "abacus")
    done = run("forward", "in.npy", "-o", "c.npy", "--force", code=1)
    assert "abacus" in done.stderr and '"cpu"' in done.stderr


RECORDED = {"cpu:threads=2": "cpu", "cpu:threads=1,simd=plain,fft=auto,float32": "cpu:float32",
            "hls:p=2,b=4,full=4,w=16,jobs=1": "hls:p=2,b=4,full=4,w=16"}


@pytest.mark.parametrize("name", RECORDED)
def test_record_holds_no_machine(run, tmp_path, volume, name):
    """Neither threads nor arrays side by side: the file is the same on every machine."""
    run("forward", "in.npy", "-o", "c.npy", "--engine", name)
    assert json.loads((tmp_path / "c.npy.orbital.json").read_text())["orbital"]["engine"] == RECORDED[name]


@pytest.mark.parametrize("recorded, taken", [("cpu:threads=1000", "cpu:threads=3"),
                                             ("cpu:threads=7,float32", "float32"),
                                             ("cpu:fft=none,float32", "threads=3,float32"),
                                             ("hls:p=2,b=4,full=4,w=16,jobs=1000", "hls:p=2,b=4"),
                                             ("ftdi:serial=X", "cpu:threads=3"), ("ftdi", "cpu:threads=3")])
def test_what_a_record_does_not_choose(run, report, tmp_path, monkeypatch, volume, recorded, taken):
    """Threads, jobs and boards are the user's affair. No report names jobs, so the record has more than orb_open
    accepts: a command that obeyed it would fail."""
    monkeypatch.setenv("ORB_NUM_THREADS", "3")
    run("forward", "in.npy", "-o", "c.npy")
    path = tmp_path / "c.npy.orbital.json"
    record = json.loads(path.read_text())
    record["orbital"]["engine"] = recorded
    path.write_text(json.dumps(record))
    run("inverse", "c.npy", "-o", "back.npy", "--json", "r.json")
    assert taken in report()["engine"]


def test_record_reads_no_file(run, fails, tmp_path, volume):
    """A matrix is read where the command line names it, and nowhere else."""
    np.save(tmp_path / "m.npy", np.eye(8))
    run("forward", "in.npy", "-o", "c.npy", "--kind", "matrix:m.npy,dct,dct")
    fails("inverse", "c.npy", "-o", "back.npy", says=["c.npy", "give --kind matrix:m.npy,dct,dct"])
    run("inverse", "c.npy", "-o", "back.npy", "--kind", "matrix:m.npy,dct,dct")
    assert np.allclose(np.load(tmp_path / "back.npy"), volume)


def test_what_is_missing_is_said_with_its_cure(fails, volume):
    fails("forward", "in.npy", "-o", "c.npy", "--engine", "sim:p=77",
          says=["sim:p=77", "make build", "orbital devices"])
    fails("forward", "in.npy", "-o", "c.npy", "--engine", "ftdi:serial=none", says=["no such board", "plug it in"])


def test_nothing_is_said_twice(fails, volume):
    for name in ["sim:p=4,p=2", "sim:float32,bfloat16", "sim:w=18,float32", "sim:p=4,", "sim:,p=4"]:
        fails("forward", "in.npy", "-o", "c.npy", "--engine", name, says=[name, "does not name an array"])


@pytest.mark.parametrize("recorded", ["sim:p=77", "abacus", ""])
def test_recorded_array_that_is_not_here(run, fails, engine, tmp_path, volume, recorded):
    run("forward", "in.npy", "-o", "c.npy", "--engine", engine)
    path = tmp_path / "c.npy.orbital.json"
    record = json.loads(path.read_text())
    record["orbital"]["engine"] = recorded
    path.write_text(json.dumps(record))
    fails("inverse", "c.npy", "-o", "back.npy", says=["c.npy", recorded, "cannot be opened", "give --engine"])
    run("inverse", "c.npy", "-o", "back.npy", "--engine", engine)


@pytest.mark.parametrize("name", ["cpu:threads=0", "cpu:simd=mmx", "cpu:p=4", "cpu:threads=2,threads=2"])
def test_a_processor_is_no_array(fails, volume, name):
    fails("forward", "in.npy", "-o", "c.npy", "--engine", name,
          says=[name, "not name this processor", "threads=1 to 1024"])
