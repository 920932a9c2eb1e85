# NIfTI volumes through forward and inverse: the error that is stated, and each field of the header.
# SPDX-License-Identifier: Apache-2.0
import nibabel
import numpy as np
import pytest

# What has to change where integers become float32: their type; of scaled ones the scale and the window, too.
ELEMENTS = {"datatype", "bitpix"}
SCALED = ELEMENTS | {"scl_slope", "scl_inter", "cal_min", "cal_max"}


def changed_fields(one, other):
    """Names of the fields in which two headers differ, NaNs being equal."""
    return {name for name in one if not np.array_equal(one[name], other[name], equal_nan=one[name].dtype.kind == "f")}


def header_of(image, path):
    """As it is in the file: an image's own has no scale any longer."""
    with nibabel.openers.Opener(path) as file:
        return image.header_class.from_fileobj(file)


def check_header(path, restored, changes):
    before, after = nibabel.load(path), nibabel.load(restored)
    assert type(before) is type(after)
    assert changed_fields(header_of(before, path), header_of(after, restored)) == changes
    assert np.array_equal(before.affine, after.affine)
    assert [(e.get_code(), e.content) for e in before.header.extensions] == \
           [(e.get_code(), e.content) for e in after.header.extensions]
    return before.get_fdata(), after.get_fdata()


@pytest.mark.parametrize("engine, bound", [("cpu:float32", 1e-5), ("cpu", 5e-8)], ids=["float32", "float64"])
def test_brain(run, report, tmp_path, brain, engine, bound):
    """In float64 what is left is the coefficients' rounding to the float32 of their file. In bytes, nothing is."""
    run("forward", brain, "-o", "coefficients.nii", "--engine", engine, "--json", "r.json")
    assert ("float32" in report()["engine"]) == (engine == "cpu:float32")
    run("inverse", "coefficients.nii", "-o", "restored.nii", "--dtype", "float32", "--json", "r.json", "--force")
    assert ("float32" in report()["engine"]) == (engine == "cpu:float32")
    before, after = check_header(brain, tmp_path / "restored.nii", ELEMENTS)
    error = np.abs(after - before).max() / np.ptp(before)
    print(f"{engine}: largest error {error:.3g} of the range")
    assert error <= bound
    run("inverse", "coefficients.nii", "-o", "bytes.nii")
    before, after = check_header(brain, tmp_path / "bytes.nii", set())
    assert np.array_equal(before, after)


@pytest.mark.quick
@pytest.mark.parametrize("order", "<>")
@pytest.mark.parametrize("image", [nibabel.Nifti1Image, nibabel.Nifti2Image], ids=["nifti-1", "nifti-2"])
def test_all_of_a_header(run, tmp_path, rng, image, order):
    """Each field has a value of its own."""
    affine = np.array([[-2, 0.1, 0, 90], [0.1, 2.5, 0, -126], [0, 0, 3, -72], [0, 0, 0, 1]])
    volume = image(rng.integers(-99, 99, (5, 6, 7)).astype(order + "i2"), affine,
                   header=image.header_class(endianness=order))
    header = volume.header
    header.set_data_dtype(order + "i2")
    header.set_xyzt_units("micron", "msec")
    header.set_dim_info(1, 0, 2)
    header.set_intent("f test", (2, 3), name="a name")
    header.set_slope_inter(0.5, -3)
    volume.set_qform(np.diag([2, -2.5, 3, 1]), code=1)
    for name, value in {"cal_min": -5, "cal_max": 40, "slice_start": 1, "slice_end": 5, "slice_code": 2,
                        "slice_duration": 0.25, "toffset": 7, "descrip": b"a text", "aux_file": b"beside"}.items():
        header[name] = value
    header["pixdim"][4:] = [4, 5, 6, 7]
    header.extensions.append(nibabel.nifti1.Nifti1Extension("comment", b"kept"))
    header.extensions.append(nibabel.nifti1.Nifti1Extension(40, bytes(range(20))))
    nibabel.save(volume, tmp_path / "in.nii")
    run("forward", "in.nii", "-o", "coefficients.nii.gz", "--engine", "cpu")
    run("inverse", "coefficients.nii.gz", "-o", "restored.nii.gz")
    before, after = check_header(tmp_path / "in.nii", tmp_path / "restored.nii.gz", SCALED)
    assert np.abs(after - before).max() < 1e-5
