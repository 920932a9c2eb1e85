# orbital-mpi on files with four axes that are all transformed: beside scipy.fft, and errors.
# SPDX-License-Identifier: Apache-2.0
import json
import subprocess

import nibabel
import numpy as np
import pytest
from random_volumes import random_volume
from scipy_transform import transform


@pytest.mark.parametrize("ranks, shape, dtype, fortran, kinds, types, norm, more", [
    (1, (5, 4, 3, 6), ">f4", False, ("dct", "dst", "dht", "dct"), (3, 4, 0, 1), "backward", []),
    (3, (7, 6, 5, 3), "<i2", False, ("dct",) * 4, (2,) * 4, "ortho", ["--json=r.json"]),
    (4, (6, 5, 4, 7), "<f8", True, ("dft", "dct", "dft", "dft"), (0, 2, 0, 0), "forward", ["--grid=2x2x1"]),
    (8, (4, 6, 5, 4), "<c8", False, ("dft",) * 4, (0,) * 4, "backward", ["--grid=2x2x2", "--algorithm=remap"]),
    (4, (4, 9, 1, 5), "<u1", True, ("identity", "dct", "dct", "dst"), (0, 2, 2, 2), "ortho",
     ["--algorithm=transpose"]),
    (2, (4, 3, 4, 8), "<f8", False, ("identity",) * 3 + ("dft",), (0,) * 4, "backward", ["--algorithm=auto"]),
])
def test_four_axes(run, tmp_path, rng, ranks, shape, dtype, fortran, kinds, types, norm, more):
    """Four kinds transform the fourth axis as well, beside scipy.fft, and back by the record."""
    volume = random_volume(rng, shape, dtype, fortran)
    np.save(tmp_path / "in.npy", volume)
    options = ["--kind", ",".join(kinds), "--type", ",".join(str(kind or 1) for kind in types), "--norm", norm,
               "--dtype", "complex128" if "dft" in kinds or volume.dtype.kind == "c" else "float64"]
    run(ranks, "forward", "in.npy", "-o", "c.npy", *options, *more, sanitized=True)
    found = np.load(tmp_path / "c.npy")
    assert found.shape == volume.shape and found.flags.f_contiguous == fortran
    expected = transform(volume, kinds, types, norm)
    assert np.abs(found - expected).max() <= 1e-13 * np.abs(expected).max()
    record = json.loads((tmp_path / "c.npy.orbital.json").read_text())["orbital"]
    assert record["shape"] == record["block"] == list(shape) and record["kind"] == list(kinds)
    assert len(record["type"]) == 4
    run(max(ranks - 1, 2), "inverse", "c.npy", "-o", "back.npy", "--quiet")
    back = np.load(tmp_path / "back.npy")
    assert back.dtype == volume.dtype.newbyteorder("=") and back.shape == volume.shape
    assert np.abs(back - volume).max() <= 1e-6 * np.abs(volume).max()


def test_four_axes_of_a_converted_file(run, orbital, tmp_path, rng):
    """NIfTI is converted to NPY before. Raw files have their shape from the command line."""
    volume = rng.standard_normal((6, 5, 4, 3))
    nibabel.save(nibabel.Nifti1Image(volume, np.eye(4)), tmp_path / "in.nii")
    volume.tofile(tmp_path / "in.raw")
    orbital("forward", "in.nii", "-o", "in.npy", "--kind", "identity")
    expected = transform(volume, ("dct", "dct", "dct", "dft"), (2, 2, 2, 0), "ortho")
    for name, more in (("in.npy", []), ("in.raw", ["--shape", "6,5,4,3", "--dtype", "float64"])):
        run(3, "forward", name, *more, "-o", "c.npy", "--kind", "dct,dct,dct,dft", "--force")
        assert np.abs(np.load(tmp_path / "c.npy") - expected).max() <= 1e-6 * np.abs(expected).max()
        run(2, "inverse", "c.npy", "-o", "back.npy", "--force")
        assert np.abs(np.load(tmp_path / "back.npy") - volume).max() <= 1e-6 * np.abs(volume).max()


def test_four_axes_on_arrays(run, build, tmp_path, rng):
    """Each rank has an array of its own."""
    volume = rng.standard_normal((4, 5, 6, 3))
    np.save(tmp_path / "in.npy", volume)
    run(2, "forward", "in.npy", "-o", "c.npy", "--kind", "dct,dct,dct,dct", "--engine",
        "hls:p=2,b=4,full=4,w=16,jobs=1", ORB_MODEL_PATH=str(build / "lib/orbital"))
    expected = transform(volume, ("dct",) * 4, (2,) * 4, "ortho")
    assert np.abs(np.load(tmp_path / "c.npy") - expected).max() <= 1e-3 * np.abs(expected).max()


def test_four_kinds_are_needed_for_four_axes(run, tmp_path, rng):
    """Up to three kinds are those of each volume of a series. For the inverse, they leave the fourth axis as it is."""
    volume = rng.standard_normal((4, 5, 6, 3))
    np.save(tmp_path / "in.npy", volume)
    for option, count in (("dct", 3), ("dct,dct,dct", 3), ("dct,dct,dct,dct", 4)):
        run(2, "forward", "in.npy", "-o", "c.npy", "--kind", option, "--force")
        kinds = ("dct",) * count + ("identity",) * (4 - count)
        expected = transform(volume, kinds, (2,) * 4, "ortho")
        assert np.abs(np.load(tmp_path / "c.npy") - expected).max() <= 1e-13 * np.abs(expected).max()
        assert len(json.loads((tmp_path / "c.npy.orbital.json").read_text())["orbital"]["kind"]) == count
    run(2, "inverse", "c.npy", "-o", "partly.npy", "--kind", "dct")
    expected = transform(volume, ("identity",) * 3 + ("dct",), (0, 0, 0, 2), "ortho")
    assert np.abs(np.load(tmp_path / "partly.npy") - expected).max() <= 1e-13 * np.abs(expected).max()


FOUR = ["--kind", "dct,dct,dct,dft"]


@pytest.mark.parametrize("shape, arguments, says", [
    ((4, 5, 6), FOUR, "in.npy: has no fourth axis: give one kind, or one for each axis that it has"),
    ((4, 5, 6, 3), [*FOUR, "--volume", "1"], "in.npy: has no fourth axis"),
    ((4, 5, 6, 3), [*FOUR, "--block", "2"], "--block: four axes cannot be divided into blocks: leave it out"),
    ((4, 5, 6, 3), [*FOUR, "--algorithm", "cuboid"], "--algorithm: cuboid does not transform a fourth axis: choose"),
    ((4, 5, 6, 3), [*FOUR, "--type", "2,2,2"], "--type: gives 3 values for 4 axes"),
    ((4, 5, 6, 3), ["--type", "2,2,2,2"], "--type: gives 4 values for 3 axes"),
    ((4, 5, 6, 3), ["--kind", "dct,dct,dct,dct,dct"], "--kind: 'dct,dct,dct,dct,dct' gives more than four kinds"),
    ((4, 5, 6, 3), ["--kind", "dct,dct,dct,matrix:m.npy"],
     "--kind: there is no kind 'matrix:m.npy': choose dct, dst, dht, dwht, dft or identity"),
])
def test_fourth_axis_that_cannot_be(run, tmp_path, shape, arguments, says):
    np.save(tmp_path / "in.npy", np.zeros(shape))
    done = run(2, "forward", "in.npy", "-o", "c.npy", *arguments, code=2 if says.startswith("--kind") else 1)
    assert says in done.stderr and not (tmp_path / "c.npy").exists()


@pytest.mark.parametrize("member, value", [("block", 2), ("shape", 0), ("type", 5), ("type", None), ("kind", "none"),
                                           ("kind", "matrix:m.npy")])
def test_damaged_record_of_four_axes(run, tmp_path, member, value):
    np.save(tmp_path / "in.npy", np.ones((4, 5, 6, 3)))
    run(1, "forward", "in.npy", "-o", "c.npy", "--kind", "dct,dct,dct,dct")
    beside = tmp_path / "c.npy.orbital.json"
    record = json.loads(beside.read_text())
    record["orbital"][member][3] = value
    beside.write_text(json.dumps(record))
    done = run(2, "inverse", "c.npy", "-o", "back.npy", code=1)
    assert "the record of its forward transform is damaged" in done.stderr


def test_fourth_axis_in_the_command_orbital(run, orbital, tmp_path, rng):
    """The command orbital transforms series only, and says what to use instead."""
    np.save(tmp_path / "in.npy", rng.standard_normal((4, 5, 6, 3)))
    run(2, "forward", "in.npy", "-o", "c.npy", "--kind", "dct,dct,dct,dct")
    with pytest.raises(subprocess.CalledProcessError) as caught:
        orbital("inverse", "c.npy", "-o", "back.npy")
    assert "fourth axis was transformed as well: use orbital-mpi inverse" in caught.value.stderr
    np.save(tmp_path / "c.npy", np.zeros((4, 5, 6, 4)))
    done = run(2, "inverse", "c.npy", "-o", "back.npy", code=1)
    assert "its fourth axis has 4 points, not 3" in done.stderr
