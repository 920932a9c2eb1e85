# Odd names and surroundings: nothing half done, nothing overwritten that was not named, no message in a wrong file.
# SPDX-License-Identifier: Apache-2.0
import json
import os
import resource
import subprocess

import numpy as np
import pytest

pytestmark = [pytest.mark.quick, pytest.mark.sanitized]


@pytest.fixture(autouse=True)
def volume(tmp_path, rng):
    values = rng.normal(size=(4, 4, 4))
    np.save(tmp_path / "in.npy", values)
    return values


@pytest.mark.parametrize("length", [243, 250, 255, 256])
def test_long_names(run, fails, engine, tmp_path, length):
    """The record's name is longer than the output's: both are there, or none."""
    name = "x" * (length - 4) + ".npy"
    if length + len(".orbital.json") > 255:
        fails("forward", "in.npy", "-o", name, "--engine", engine, says=[name, "cannot be written", "too long"])
    name = "x" * (255 - len(".npy.orbital.json")) + ".npy"
    run("forward", "in.npy", "-o", name, "--engine", engine, "--force")
    assert (tmp_path / (name + ".orbital.json")).exists()


@pytest.mark.parametrize("name", ["a b.npy", "-o.npy", "ü\u4e2d.nii.gz", "a'\"$;.raw", "%s%n.nii"])
def test_any_name(run, engine, tmp_path, volume, name):
    run("forward", "in.npy", "-o", name, "--engine", engine, "--json", name + ".json")
    run("inverse", "--engine", engine, "-o", "back.npy", "--", name)
    assert np.allclose(np.load(tmp_path / "back.npy"), volume, atol=1e-2)


@pytest.mark.parametrize("target", ["nowhere.npy", "none/out.npy", "link.npy"])
def test_links_to_nothing_stay(orbital, engine, tmp_path, target):
    link = tmp_path / "link.npy"
    link.symlink_to(target)
    for force in [[], ["--force"]]:
        done = subprocess.run([orbital, "forward", "in.npy", "-o", link, "--engine", engine, *force], cwd=tmp_path,
                              capture_output=True, text=True)
        assert done.returncode == 1 and done.stderr.count("\n") == 1 and "link.npy" in done.stderr
    assert os.readlink(link) == target and sorted(os.listdir(tmp_path)) == ["in.npy", "link.npy"]


@pytest.mark.parametrize("closed", [[2], [0, 2], [0, 1, 2]])
def test_closed_streams(orbital, engine, tmp_path, volume, closed):
    """Without standard streams the first file opened would be one, and get the messages."""
    def close():
        for stream in closed:
            os.close(stream)

    def forward(name, **options):
        command = [orbital, "forward", "in.npy", "-o", name, "--engine", engine, "--dtype", "int8", "--progress"]
        return subprocess.run(command, cwd=tmp_path, stdout=None if 1 in closed else subprocess.DEVNULL, **options)

    np.save(tmp_path / "in.npy", 1000 * volume)
    assert forward("told.npy", stderr=subprocess.PIPE).returncode == 3
    assert forward("untold.npy", preexec_fn=close).returncode == (1 if 1 in closed else 3)
    assert (tmp_path / "untold.npy").read_bytes() == (tmp_path / "told.npy").read_bytes()


def test_few_open_files(orbital, engine, tmp_path):
    """Each is refused by its own name, not for memory."""
    codes = set()
    for limit in range(3, 12):
        done = subprocess.run([orbital, "forward", "in.npy", "-o", "out.npy", "--engine", engine, "--json", "r.json",
                               "--force"], cwd=tmp_path, capture_output=True, text=True,
                              preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (limit, limit)))
        codes.add(done.returncode)
        assert "memory" not in done.stderr and not list(tmp_path.glob(".orbital*"))
    assert {0, 1} <= codes


def test_flat_pictures(run, engine, tmp_path, rng):
    for shape in [(1, 200, 8), (200, 1, 8), (1, 1, 1)]:
        np.save(tmp_path / "flat.npy", rng.normal(size=shape))
        run("roundtrip", "flat.npy", "--block", "8", "--engine", engine, "--picture", "p.png", "--force")
        width, height = np.frombuffer((tmp_path / "p.png").read_bytes()[16:24], ">u4")
        assert 36 <= width < 5000 and 36 <= height < 2000


def test_place_of_a_matrix_element(fails, engine, tmp_path):
    matrix = np.eye(4)
    matrix[1, 3] = np.nan
    for name, ordered in [("c.npy", np.ascontiguousarray(matrix)), ("f.npy", np.asfortranarray(matrix))]:
        np.save(tmp_path / name, ordered)
        fails("forward", "in.npy", "-o", "out.npy", "--engine", engine, "--kind", f"matrix:{name}",
              says=[name, "(1, 3)", "not finite"])


def test_matrices_beyond_double_precision(run, fails, engine, tmp_path):
    """Results that no number can hold are infinite and told; the report stays JSON."""
    np.save(tmp_path / "m.npy", 1e300 * np.eye(4))
    np.save(tmp_path / "m.inverse.npy", 1e-300 * np.eye(4))
    values = np.load(tmp_path / "in.npy")
    values[1, 2, 3] = 0
    np.save(tmp_path / "in.npy", values)
    options = ["in.npy", "--engine", engine, "--kind", "matrix:m.npy"]
    done = run("forward", *options, "-o", "out.npy", "--json", "r.json", code=3)
    result = np.load(tmp_path / "out.npy")
    infinite = np.isinf(result).sum()
    assert result[1, 2, 3] == 0 and not np.isnan(result).any()
    assert infinite > 32 and f"{infinite} values are larger than double precision can represent" in done.stderr
    fails("roundtrip", *options, says=["in.npy", "coefficients", "scale the input or the matrix down"])
    assert json.loads((tmp_path / "r.json").read_text())["last_place"] is None


def test_a_number_without_axes(fails, tmp_path):
    np.save(tmp_path / "one.npy", np.float32(3))
    fails("forward", "one.npy", "-o", "out.npy", "--engine", "cpu", says=["one.npy", "a single number without axes"])


def test_beyond_single_precision(run, fails, tmp_path):
    """In the range of double precision, so that the engine cpu is the cure."""
    values = np.full((4, 4, 4), 3.4e38, "float32")
    np.save(tmp_path / "in.npy", values)
    options = ["in.npy", "--engine", "cpu:float32", "--norm", "backward"]
    done = run("forward", *options, "-o", "out.npy", code=3)
    assert "32 values are larger than single precision can represent: use the engine cpu, or" in done.stderr
    fails("roundtrip", *options, says=["in.npy", "larger than single precision", "use the engine cpu"])
    run("forward", "in.npy", "-o", "out.npy", "-f", "--engine", "cpu", "--norm", "backward", "--dtype", "float64")
    assert np.load(tmp_path / "out.npy")[0, 0, 0] == pytest.approx(8 * 64 * float(values[0, 0, 0]), rel=1e-12)


@pytest.mark.parametrize("scale", [1e300, 1e-300])
def test_matrices_of_any_magnitude(run, engine, tmp_path, volume, scale):
    np.save(tmp_path / "m.npy", scale * np.eye(4))
    np.save(tmp_path / "m.inverse.npy", np.eye(4) / scale)
    run("forward", "in.npy", "-o", "c.npy", "--engine", engine, "--kind", "matrix:m.npy,identity,identity", "--dtype",
        "float64")
    run("inverse", "c.npy", "-o", "back.npy", "--engine", engine, "--kind", "matrix:m.npy,identity,identity")
    assert np.allclose(np.load(tmp_path / "c.npy") / scale, volume, atol=1e-3)
    assert np.allclose(np.load(tmp_path / "back.npy"), volume, atol=1e-3)


def test_matrix_whose_name_is_no_text(orbital, engine, tmp_path):
    name = os.fsencode(tmp_path) + b"/m\xff.npy"
    with open(name, "wb") as file:
        np.save(file, np.eye(4))
    done = subprocess.run([orbital, "forward", "in.npy", "-o", "out.npy", "--engine", engine, "--kind",
                           b"matrix:" + name], cwd=tmp_path, capture_output=True)
    assert done.returncode == 1 and b"rename it" in done.stderr and not (tmp_path / "out.npy").exists()
