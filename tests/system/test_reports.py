# What all commands have alike: --json, --quiet and --threads.
# SPDX-License-Identifier: Apache-2.0
import json

import nibabel
import numpy as np
import pytest

pytestmark = [pytest.mark.quick, pytest.mark.sanitized]

COMMANDS = [["forward", "in.npy", "-o", "out.npy"], ["inverse", "c.npy", "-o", "out.npy"], ["roundtrip", "in.npy"],
            ["filter", "in.npy", "-o", "out.npy", "--gaussian", "1"], ["compress", "in.npy", "-o", "out.orb"],
            ["expand", "c.orb", "-o", "out.npy"], ["view", "in.npy", "-o", "out.png", "--rows", "restored"],
            ["info", "in.npy"]]


@pytest.fixture(autouse=True)
def files(run, tmp_path, rng):
    np.save(tmp_path / "in.npy", rng.normal(size=(8, 7, 6)))
    run("forward", "in.npy", "-o", "c.npy", "--engine", "cpu:simd=plain")
    run("compress", "in.npy", "-o", "c.orb", "--engine", "cpu:simd=plain")


@pytest.mark.parametrize("command", COMMANDS, ids=lambda c: c[0])
def test_reports(run, fails, report, tmp_path, command):
    """One object on standard output, the same as in a file, and nothing at all with --quiet."""
    def without_times(content):
        content.pop("seconds", None)
        for key in content:
            if isinstance(content[key], dict):
                without_times(content[key])
        return content

    engine = ["--engine", "cpu", "--threads", "3"]
    printed = json.loads(run(*command, *engine, "--json", "-").stdout)
    force = [] if command[0] == "info" else ["--force"]
    done = run(*command, *engine, *force, "--json", "r.json")
    assert done.stdout and without_times(report()) == without_times(printed)
    assert (printed.get("device") or printed)["engine"] == "cpu:threads=3"
    assert not run(*command, *engine, *force, "--quiet").stdout
    fails(*command, "--engine", "hls:p=2", "--threads", "3", *force, says=["--threads", "jobs=N"])
    fails(*command, "--engine", "cpu", "--threads", "0", *force, says="does not name this processor")


def test_threads_of_a_recorded_engine(run, report):
    for command in [["inverse", "c.npy"], ["expand", "c.orb"]]:
        run(*command, "-o", "out.npy", "--json", "r.json", "--force")
        assert report()["engine"].startswith("cpu:threads=") and "simd" not in report()["engine"]
        run(*command, "-o", "out.npy", "--json", "r.json", "--force", "--threads", "2")
        assert report()["engine"] == "cpu:threads=2"


def test_info(run, report, tmp_path, engine):
    nibabel.save(nibabel.Nifti1Image(np.arange(24, dtype="i2").reshape(2, 3, 4), np.diag([2, 3, 4, 1])),
                 tmp_path / "in.nii")
    content = json.loads(run("info", "in.nii", "--engine", engine, "--json", "-").stdout)
    assert content["volume"]["shape"] == [2, 3, 4] and content["volume"]["voxel"] == [2, 3, 4]
    assert (content["volume"]["smallest"], content["volume"]["largest"]) == (0, 23)
    assert (content["volume"]["dtype"], content["volume"]["transform"]) == ("int16", None)
    assert (content["device"]["p"], content["device"]["bmax"], content["device"]["w"]) == (2, 4, 16)
    assert json.loads(run("info", "c.npy", "--json", "-").stdout)["volume"]["transform"]["kind"] == ["dct"] * 3


def test_devices(run, report):
    listed = [line.split()[0] for line in run("devices").stdout.splitlines() if not line.startswith("No FTDI")]
    content = json.loads(run("devices", "--json", "-").stdout)
    assert [device["engine"] for device in content["devices"]] == listed
    assert run("devices", "--json", "r.json").stdout and report() == content
    assert not run("devices", "--quiet").stdout


def test_failures_print_no_report(fails, tmp_path):
    (tmp_path / "bad.npy").write_bytes(b"no volume")
    fails("info", "bad.npy", "--json", "-", says="bad.npy")
    fails("forward", "in.npy", "-o", "c.npy", "--engine", "cpu", "--json", "-", says="exists")
    fails("info", "in.npy", "--json", "c.npy", says="exists")
    fails("info", "in.npy", "--json", "none/r.json", says="cannot be written")


@pytest.mark.parametrize("command", [["info", "in.npy"], ["devices"], ["bench", "--size", "4", "--repeat", "1"]],
                         ids=lambda c: c[0])
def test_no_option_is_advised_that_a_command_lacks(run, fails, command):
    """A report that exists stays, and the cure is one that the command has."""
    assert "--force" not in run(*command[:1], "--help").stdout
    fails(*command, "--json", "c.npy", says=["c.npy: exists already", "choose another name, or remove it first\n"])
