# The element types of outputs that nobody names: double precision stays double, and an inverse restores the type that
# the record names.
# SPDX-License-Identifier: Apache-2.0
import json

import mrcfile
import nibabel
import numpy as np
import pytest

pytestmark = [pytest.mark.quick, pytest.mark.sanitized]

TYPES = {"uint8": "float32", "int16": "float32", "uint32": "float64", "float16": "float32", "float32": "float32",
         "float64": "float64", "complex64": "complex64", "complex128": "complex128"}


@pytest.mark.parametrize("name", TYPES)
def test_there_and_back(run, tmp_path, values, name):
    np.save(tmp_path / "in.npy", values.astype(name))
    run("forward", "in.npy", "-o", "c.npy")
    run("inverse", "c.npy", "-o", "back.npy")
    run("filter", "in.npy", "-o", "smooth.npy", "--gaussian", "1")
    run("roundtrip", "in.npy", "-o", "round.npy")
    assert np.load(tmp_path / "c.npy").dtype == np.load(tmp_path / "smooth.npy").dtype == TYPES[name]
    for back in [np.load(tmp_path / "back.npy"), np.load(tmp_path / "round.npy")]:
        assert back.dtype == name and np.allclose(back, values, atol=0.1 if name == "float16" else 1e-4)


@pytest.mark.parametrize("name, fourier", [("uint8", "complex64"), ("float64", "complex128")])
def test_real_input_of_a_fourier_transform(run, tmp_path, values, name, fourier):
    np.save(tmp_path / "in.npy", values.astype(name))
    run("forward", "in.npy", "-o", "c.npy", "--kind", "dft")
    run("inverse", "c.npy", "-o", "back.npy")
    assert np.load(tmp_path / "c.npy").dtype == fourier and np.load(tmp_path / "back.npy").dtype == name


@pytest.mark.parametrize("name", ["int32", "uint32"])
def test_integers_beyond_single_precision_come_back(run, tmp_path, rng, name):
    limits = np.iinfo(name)
    values = rng.integers(limits.min, limits.max, (4, 5, 6), dtype=name, endpoint=True)
    np.save(tmp_path / "in.npy", values)
    run("forward", "in.npy", "-o", "c.npy")
    run("inverse", "c.npy", "-o", "back.npy")
    back = np.load(tmp_path / "back.npy")
    assert back.dtype == name and np.array_equal(back, values)


def test_double_precision_is_kept(run, tmp_path):
    """No number is lost that single precision cannot hold."""
    np.save(tmp_path / "in.npy", np.full((2, 2, 2), 1e-300))
    run("forward", "in.npy", "-o", "c.npy")
    assert np.isclose(np.load(tmp_path / "c.npy")[0, 0, 0], 8**0.5 * 1e-300, rtol=1e-12, atol=0)
    run("inverse", "c.npy", "-o", "back.npy")
    assert np.allclose(np.load(tmp_path / "back.npy"), 1e-300, rtol=1e-12, atol=0)


@pytest.mark.parametrize("name, mrc", [("int8", "int8"), ("uint8", "uint16"), ("int16", "int16")])
def test_integers_come_back_in_a_format_with_other_integers(run, tmp_path, rng, name, mrc):
    """MRC has no uint8: a larger type has the same integers."""
    values = rng.integers(np.iinfo(name).min, np.iinfo(name).max, (4, 5, 6), dtype=name, endpoint=True)
    np.save(tmp_path / "in.npy", values)
    run("forward", "in.npy", "-o", "c.npy")
    run("inverse", "c.npy", "-o", "back.mrc")
    with mrcfile.open(tmp_path / "back.mrc") as back:
        assert back.data.dtype == mrc and np.array_equal(back.data.T, values)


@pytest.mark.parametrize("name", ["int32", "uint32", "int64"])
def test_no_integer_is_rounded_for_want_of_a_type(run, fails, tmp_path, name):
    """MRC has neither such integers nor a float that has them all. Whoever wants others says so."""
    np.save(tmp_path / "in.npy", np.full((2, 2, 2), 2**30 + 1, dtype=name))
    run("forward", "in.npy", "-o", "c.npy")
    for memory in [[], ["--memory", "100000"]]:
        fails("inverse", "c.npy", "-o", "back.mrc", *memory, says=f"no element type {name}")
    assert not (tmp_path / "back.mrc").exists()
    run("inverse", "c.npy", "-o", "back.mrc", "--dtype", "float32")


def test_format_without_double_precision(run, tmp_path, values):
    """MRC has no doubles: it gets floats, and nothing fails."""
    np.save(tmp_path / "in.npy", values.astype("float64"))
    run("forward", "in.npy", "-o", "c.mrc")
    run("inverse", "c.mrc", "-o", "back.mrc")
    run("inverse", "c.mrc", "-o", "back.npy")
    assert "float32" in run("info", "c.mrc").stdout and "float32" in run("info", "back.mrc").stdout
    assert np.load(tmp_path / "back.npy").dtype == "float64"


def test_without_a_record_coefficients_say_it(run, tmp_path, values):
    for name in ["float32", "float64", "complex64", "complex128"]:
        np.save(tmp_path / "c.npy", values.astype(name))
        run("inverse", "c.npy", "-o", "back.npy", "--kind", "dct", "--force")
        assert np.load(tmp_path / "back.npy").dtype == name


def test_scaled_integers_are_floats(run, tmp_path, values):
    """A header's slope makes fractions of integers; they would be lost in integers."""
    image = nibabel.Nifti1Image(values.astype("int16"), np.eye(4))
    image.header.set_slope_inter(0.25, 0)
    nibabel.save(image, tmp_path / "in.nii")
    wanted = nibabel.load(tmp_path / "in.nii").get_fdata()
    run("forward", "in.nii", "-o", "c.nii")
    run("inverse", "c.nii", "-o", "back.nii")
    back = nibabel.load(tmp_path / "back.nii")
    assert back.get_data_dtype() == "float32" and np.allclose(back.get_fdata(), wanted, atol=1e-4)


def test_type_of_a_record_can_be_overruled(run, tmp_path, values):
    np.save(tmp_path / "in.npy", values.astype("uint8"))
    run("forward", "in.npy", "-o", "c.npy", "--dtype", "float64")
    assert json.loads((tmp_path / "c.npy.orbital.json").read_text())["orbital"]["dtype"] == "uint8"
    run("inverse", "c.npy", "-o", "back.npy", "--dtype", "float64")
    assert np.load(tmp_path / "back.npy").dtype == "float64"


def test_points_out_of_range_are_told(run, tmp_path, values):
    """An inverse of coefficients that somebody changed clips what an integer cannot hold, and says so."""
    np.save(tmp_path / "in.npy", values.astype("uint8"))
    run("forward", "in.npy", "-o", "c.npy")
    np.save(tmp_path / "c.npy", 4 * np.load(tmp_path / "c.npy"))
    done = run("inverse", "c.npy", "-o", "back.npy", code=3)
    assert "out of the range of uint8" in done.stderr
    assert np.array_equal(np.load(tmp_path / "back.npy"), np.minimum(4 * values, 255))


@pytest.mark.slow
def test_brain_is_of_bytes_again(run, tmp_path, brain):
    run("forward", brain, "-o", "c.nii.gz")
    run("inverse", "c.nii.gz", "-o", "back.nii.gz")
    image, back = nibabel.load(brain), nibabel.load(tmp_path / "back.nii.gz")
    assert back.get_data_dtype() == image.get_data_dtype() == "uint8"
    assert np.array_equal(np.asanyarray(back.dataobj), np.asanyarray(image.dataobj))
