# Which array the command takes, and what it says of one.
# SPDX-License-Identifier: Apache-2.0
import json

import numpy as np
import pytest

pytestmark = pytest.mark.quick


@pytest.fixture
def orbital(sanitized):
    return sanitized


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


@pytest.mark.parametrize("recorded", ["sim:p=77", "abacus", ""])
def test_recorded_array_that_is_not_here(run, fails, engine, tmp_path, volume, recorded):
    run("forward", "in.npy", "-o", "c.npy", "--engine", engine)
    path = tmp_path / "c.npy.orbital.json"
    record = json.loads(path.read_text())
    record["orbital"]["engine"] = recorded
    path.write_text(json.dumps(record))
    fails("inverse", "c.npy", "-o", "back.npy", says=["c.npy", recorded, "cannot be opened", "give --engine"])
    run("inverse", "c.npy", "-o", "back.npy", "--engine", engine)
