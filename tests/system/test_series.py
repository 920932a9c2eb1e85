# Series of volumes, files with a fourth axis: each volume is transformed on its own, against scipy.fft.
# SPDX-License-Identifier: Apache-2.0
import json

import nibabel
import numpy as np
import pytest
import scipy.fft
from volume_files import load, save

pytestmark = pytest.mark.quick


@pytest.fixture
def orbital(sanitized):
    return sanitized


@pytest.mark.parametrize("target", ["out.nii", "out.npy", "out.nrrd", "out.h5:/x", "out.raw"])
@pytest.mark.parametrize("source", ["in.nii", "in.npy", "in.nrrd", "in.h5:/x"])
def test_the_fourth_axis_is_the_same_in_every_format(copy, tmp_path, rng, source, target):
    values = rng.integers(0, 100, (2, 3, 4, 5)).astype("int16")
    save(tmp_path, source, values)
    copy(source, target)
    assert np.array_equal(load(tmp_path, target), values)


def test_header_of_a_series_is_kept(run, tmp_path, rng):
    values = rng.normal(size=(5, 4, 3, 6)).astype("float32")
    image = nibabel.Nifti1Image(values[..., None], np.diag([2, 3, 4, 1]))
    image.header.set_zooms((2, 3, 4, 1.5, 1))
    image.header.set_xyzt_units("mm", "sec")
    image.header["toffset"] = 7
    nibabel.save(image, tmp_path / "in.nii")
    run("forward", "in.nii", "-o", "c.nii.gz", "--engine", "cpu", "--block", "4")
    found = nibabel.load(tmp_path / "c.nii.gz")
    assert found.shape == (8, 4, 4, 6, 1) and found.header.get_zooms()[:4] == (2, 3, 4, 1.5)
    assert found.header["toffset"] == 7 and found.header.get_xyzt_units() == ("mm", "sec")
    run("inverse", "c.nii.gz", "-o", "back.nii")
    assert np.allclose(nibabel.load(tmp_path / "back.nii").get_fdata()[..., 0], values, atol=1e-5)


@pytest.mark.parametrize("name", ["in.nii.gz", "in.npy", "in.nrrd", "in.h5:/x"])
def test_one_volume_is_chosen(run, fails, tmp_path, rng, name):
    values = rng.normal(size=(5, 4, 3, 6)).astype("float32")
    save(tmp_path, name, values)
    for t in [0, 3, 5]:
        run("forward", name, "-o", "c.npy", "--engine", "cpu", "--volume", t, "--force", "--dtype", "float64")
        assert np.allclose(np.load(tmp_path / "c.npy"), scipy.fft.dctn(values[..., t].astype(float), norm="ortho"))
        content = json.loads(run("info", name, "--volume", t, "--json", "-").stdout)["volume"]
        assert content["volumes"] == 1 and content["largest"] == pytest.approx(values[..., t].max())
    fails("forward", name, "-o", "x.npy", "--engine", "cpu", "--volume", "6", says=["there is no volume 6 among the 6"])


def test_volume_of_what_is_no_series(run, fails, tmp_path):
    np.save(tmp_path / "in.npy", np.ones((2, 2, 2)))
    run("info", "in.npy", "--volume", "0")
    fails("info", "in.npy", "--volume", "1", says=["no volume 1 among the 1", "leave out --volume"])
    fails("info", "in.npy", "--volume", "first", says=["'first' is not a number", "the first volume is 0"], code=2)


@pytest.mark.parametrize("version, order", [(nibabel.Nifti1Image, "<"), (nibabel.Nifti1Image, ">"),
                                            (nibabel.Nifti2Image, "<"), (nibabel.Nifti2Image, ">")])
def test_one_volume_is_compressed_as_one(run, fails, tmp_path, rng, version, order):
    values = rng.integers(-50, 50, (6, 5, 4, 3)).astype("int16")
    header = version.header_class(endianness=order)
    header.set_data_dtype("int16")
    nibabel.save(version(values, np.diag([2, 3, 4, 1]), header), tmp_path / "in.nii")
    run("compress", "in.nii", "-o", "x.orb", "--volume", "1", "--max-error", "0.4", "--engine", "cpu")
    for name in ["x.nii", "x.nii.gz"]:
        run("expand", "x.orb", "-o", name)
        again = nibabel.load(tmp_path / name)
        assert again.shape == values.shape[:3] and again.header.get_zooms() == (2, 3, 4)
        assert again.header.endianness == order and np.array_equal(again.get_fdata(), values[..., 1])
    for command in [["expand", "x.orb", "-o", "y.nii"], ["info", "x.orb"]]:
        fails(*command, "--volume", "1", says="no volume 1 among the 1")


def test_info_tells_the_volumes(run, tmp_path, rng):
    values = rng.integers(-50, 50, (4, 3, 2, 7)).astype("int16")
    save(tmp_path, "in.nii", values)
    text = run("info", "in.nii").stdout
    for part in ["4 x 3 x 2", "7 volumes", f"{values.min()} to {values.max()}"]:
        assert part in text
    assert json.loads(run("info", "in.nii", "--json", "-").stdout)["volume"]["volumes"] == 7


@pytest.mark.parametrize("command", [["roundtrip"], ["view", "-o", "x.png"], ["compress", "-o", "x.orb"]])
def test_commands_of_one_volume_tell_the_cure(run, fails, tmp_path, rng, command):
    save(tmp_path, "in.nii", rng.normal(size=(8, 8, 8, 3)).astype("float32"))
    fails(*command, "in.nii", "--engine", "cpu", says=["in.nii", "a series of 3 volumes", "--volume T"])
    run(*command, "in.nii", "--engine", "cpu", "--volume", "2")


@pytest.mark.parametrize("target", ["x.mrc", "x.tif"])
def test_formats_without_a_fourth_axis(run, fails, tmp_path, rng, target):
    save(tmp_path, "in.nii", rng.normal(size=(4, 4, 4, 3)).astype("float32"))
    fails("forward", "in.nii", "-o", target, "--engine", "cpu", says=["cannot hold a series of 3", "--volume T"])
    run("forward", "in.nii", "-o", target, "--engine", "cpu", "--volume", "1")


@pytest.mark.parametrize("order", "CF")
def test_not_finite_voxel_of_a_series(fails, tmp_path, order):
    values = np.zeros((4, 3, 2, 5))
    values[2, 1, 0, 3] = np.inf
    save(tmp_path, "in.npy", values, order)
    fails("forward", "in.npy", "-o", "x.npy", "--engine", "cpu", says="voxel (2, 1, 0, 3) is infinite")


def test_fixed_point_array(run, engine, tmp_path, rng):
    """Each volume of a series has the results that it has alone, and the report adds them up."""
    values = rng.normal(size=(8, 8, 8, 3)).astype("float32")
    save(tmp_path, "in.nii", values)
    run("forward", "in.nii", "-o", "all.nii", "--engine", engine, "--json", "all.json")
    alone = []
    for t in range(3):
        run("forward", "in.nii", "-o", "one.nii", "--engine", engine, "--volume", t, "--json", "one.json", "--force")
        alone.append(json.loads((tmp_path / "one.json").read_text()))
        assert np.array_equal(load(tmp_path, "all.nii")[..., t], load(tmp_path, "one.nii"))
    together = json.loads((tmp_path / "all.json").read_text())
    for count in ["cycles", "words_in", "words_out", "blocks", "passes"]:
        assert together[count] == sum(one[count] for one in alone)
    assert together["last_place"] == max(one["last_place"] for one in alone)
