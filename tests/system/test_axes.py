# Files of one and two axes: transformed along the axes that they have, with the shape and the norms of scipy.fft.
# SPDX-License-Identifier: Apache-2.0
import json

import h5py
import mrcfile
import nibabel
import nrrd
import numpy as np
import pytest
import scipy.fft
import scipy.ndimage
import tifffile

pytestmark = [pytest.mark.quick, pytest.mark.sanitized]

NAMES = ["in.npy", "in.nii", "in.nii.gz", "in.nrrd", "in.mrc", "in.tif", "in.h5:/a", "in.raw"]


def save(folder, name, values):
    path = folder / name.split(":")[0]
    if ".nii" in name:
        nibabel.save(nibabel.Nifti1Image(values, np.diag([2, 3, 4, 1])), path)
    elif name.endswith(".npy"):
        np.save(path, values)
    elif name.endswith(".nrrd"):
        nrrd.write(str(path), values)
    elif name.endswith(".mrc"):
        with mrcfile.new(path) as file:
            file.set_data(np.ascontiguousarray(values.T))
    elif name.endswith(".tif"):
        tifffile.imwrite(path, values, photometric="minisblack")
    elif name.endswith(".raw"):
        path.write_bytes(values.tobytes())
    else:
        with h5py.File(path, "w") as file:
            file["a"] = values


def load(folder, name):
    path = folder / name.split(":")[0]
    if ".nii" in name:
        return np.asanyarray(nibabel.load(path).dataobj)
    if name.endswith(".npy"):
        return np.load(path)
    if name.endswith(".nrrd"):
        return nrrd.read(str(path))[0]
    if name.endswith(".mrc"):
        with mrcfile.open(path) as file:
            return file.data.T.copy()
    if name.endswith(".tif"):
        return tifffile.imread(path)
    if name.endswith(".raw"):
        layout = json.loads((folder / f"{name}.orbital.json").read_text())["raw"]
        return np.frombuffer(path.read_bytes(), layout["dtype"]).reshape(layout["shape"])
    with h5py.File(path) as file:
        return file["a"][()]


def layout(name, values):
    """Options without which a raw file cannot be read."""
    if not name.endswith(".raw"):
        return []
    return ["--shape", ",".join(map(str, values.shape)), "--in-dtype", values.dtype.name]


def test_four_points(run, tmp_path):
    np.save(tmp_path / "in.npy", [1.0, 2.0, 3.0, 4.0])
    run("forward", "in.npy", "-o", "c.npy", "--norm", "backward")
    found = np.load(tmp_path / "c.npy")
    assert found.shape == (4,) and found.dtype == "float64"
    assert np.allclose(found, [20, -6.308644, 0, -0.448342], atol=1e-6)
    run("inverse", "c.npy", "-o", "back.npy")
    back = np.load(tmp_path / "back.npy")
    assert back.shape == (4,) and np.allclose(back, [1, 2, 3, 4], atol=1e-12)


# MRC and TIFF have planes, but no lines of points.
@pytest.mark.parametrize("name, shape", [(name, shape) for name in NAMES for shape in [(6,), (5, 7)]
                                         if len(shape) == 2 or not name.endswith((".mrc", ".tif"))])
def test_shapes_come_back(run, tmp_path, rng, name, shape):
    values = rng.normal(size=shape).astype("float32")
    save(tmp_path, name, values)
    run("forward", name, "-o", name.replace("in", "c"), "--norm", "backward", *layout(name, values))
    found = load(tmp_path, name.replace("in", "c"))
    assert found.shape == shape and found.dtype == "float32"
    assert np.allclose(found, scipy.fft.dctn(values), atol=1e-4)
    run("inverse", name.replace("in", "c"), "-o", name.replace("in", "back"))
    back = load(tmp_path, name.replace("in", "back"))
    assert back.shape == shape and np.allclose(back, values, atol=1e-5)


@pytest.mark.parametrize("kind", ["dct", "dst"])
@pytest.mark.parametrize("norm", ["ortho", "backward", "forward"])
@pytest.mark.parametrize("number", [1, 2, 3, 4])
def test_planes_are_those_of_scipy(run, tmp_path, rng, kind, norm, number):
    values = rng.normal(size=(4, 6))
    np.save(tmp_path / "in.npy", np.asfortranarray(values))
    run("forward", "in.npy", "-o", "c.npy", "--kind", kind, "--type", number, "--norm", norm)
    wanted = getattr(scipy.fft, f"{kind}n")(values, type=number, norm=norm)
    found = np.load(tmp_path / "c.npy")
    assert found.shape == wanted.shape
    # The library's DCT of type 1 and the DST of type 1 in the norm ortho are orthonormal, which scipy calls so, too.
    assert np.abs(found - wanted).max() < 1e-12
    run("inverse", "c.npy", "-o", "back.npy")
    assert np.allclose(np.load(tmp_path / "back.npy"), values, atol=1e-12)


def test_fourier_transform_of_a_plane(run, tmp_path, rng):
    values = rng.normal(size=(4, 6))
    np.save(tmp_path / "in.npy", values)
    run("forward", "in.npy", "-o", "c.npy", "--kind", "dft", "--norm", "backward")
    assert np.allclose(np.load(tmp_path / "c.npy"), scipy.fft.fftn(values), atol=1e-12)


@pytest.mark.parametrize("between", ["c.mrc", "c.tif"])
@pytest.mark.parametrize("shape", [(6,), (5, 7)], ids=["1d", "2d"])
def test_shape_survives_a_format_of_planes(run, tmp_path, rng, between, shape):
    """The record says how many axes there were."""
    values = rng.normal(size=shape).astype("float32")
    np.save(tmp_path / "in.npy", values)
    run("forward", "in.npy", "-o", between)
    run("inverse", between, "-o", "back.npy")
    back = np.load(tmp_path / "back.npy")
    assert back.shape == shape and np.allclose(back, values, atol=1e-5)


@pytest.mark.parametrize("axes", [3, 2])
def test_axis_of_one_point_is_an_axis(run, tmp_path, rng, axes):
    values = rng.normal(size=(4, 5, 1)[:axes])
    np.save(tmp_path / "in.npy", values)
    run("forward", "in.npy", "-o", "c.npy", "--norm", "backward")
    found = np.load(tmp_path / "c.npy")
    assert found.shape == values.shape and np.allclose(found, scipy.fft.dctn(values), atol=1e-12)


def test_values_for_two_axes(run, fails, tmp_path, rng):
    values = rng.normal(size=(4, 6))
    np.save(tmp_path / "in.npy", values)
    run("forward", "in.npy", "-o", "c.npy", "--kind", "dct,dst", "--type", "2,3", "--norm", "backward", "--block",
        "4,3")
    found = np.load(tmp_path / "c.npy")
    for half in [slice(0, 3), slice(3, 6)]:
        wanted = scipy.fft.dst(scipy.fft.dct(values[:, half], axis=0), type=3, axis=1)
        assert np.allclose(found[:, half], wanted, atol=1e-12)
    np.save(tmp_path / "cube.npy", rng.normal(size=(4, 4, 4)))
    np.save(tmp_path / "line.npy", rng.normal(size=4))
    for name, axes in [("cube.npy", "3 axes"), ("line.npy", "1 axis")]:
        fails("forward", name, "-o", "d.npy", "--block", "2,2", says=["--block", "2 values", axes])


@pytest.mark.parametrize("option, values", [("--kind", "dct,dst,dst"), ("--type", "2,2,2"), ("--block", "2,2,2")])
def test_values_for_axes_that_are_not_there(fails, tmp_path, rng, option, values):
    for shape, axes in [((4, 6), "2 axes"), ((4,), "1 axis")]:
        np.save(tmp_path / "in.npy", rng.normal(size=shape))
        for command in ["forward", "filter"]:
            more = ["--gaussian", "1"] if command == "filter" else []
            fails(command, "in.npy", "-o", "out.npy", option, values, *more,
                  says=[f"orbital: {option}: gives 3 values for {axes}: give one value, or one for each axis"])


@pytest.mark.parametrize("shape, said", [((6,), "1 axis as matrix products"), ((6, 5), "2 axes as matrix products")])
def test_report_counts_the_axes(run, tmp_path, rng, shape, said):
    np.save(tmp_path / "in.npy", rng.normal(size=shape))
    assert f": {said}, " in run("forward", "in.npy", "-o", "c.npy").stdout


def test_widths_for_two_axes(run, fails, tmp_path, rng):
    values = rng.normal(size=(24, 17))
    np.save(tmp_path / "in.npy", values)
    run("filter", "in.npy", "-o", "out.npy", "--gaussian", "1.5,4")
    wanted = scipy.ndimage.gaussian_filter(values, (1.5, 4), mode="reflect", truncate=9)
    assert np.abs(np.load(tmp_path / "out.npy") - wanted).max() < 2e-5 * np.ptp(values)
    fails("filter", "in.npy", "-o", "other.npy", "--gaussian", "1,2,3", says=["--gaussian", "3 values", "2 axes"])
    np.save(tmp_path / "cube.npy", rng.normal(size=(4, 4, 4)))
    fails("filter", "cube.npy", "-o", "cube_out.npy", "--gaussian", "1,2", says=["--gaussian", "2 values", "3 axes"])


@pytest.mark.parametrize("shape", [(9,), (9, 10)], ids=["1d", "2d"])
def test_other_commands_keep_the_shape(run, tmp_path, rng, shape):
    values = rng.integers(0, 100, shape).astype("uint8")
    np.save(tmp_path / "in.npy", values)
    run("roundtrip", "in.npy", "-o", "back.npy", "--coefficients", "c.npy")
    assert np.array_equal(np.load(tmp_path / "back.npy"), values) and np.load(tmp_path / "c.npy").shape == shape
    run("filter", "in.npy", "-o", "smooth.npy", "--gaussian", "1")
    assert np.load(tmp_path / "smooth.npy").shape == shape
    run("compress", "in.npy", "-o", "in.orb", "--quality", "100")
    run("expand", "in.orb", "-o", "out.npy")
    assert np.array_equal(np.load(tmp_path / "out.npy"), values)
    said = json.loads(run("info", "in.npy", "--json", "-").stdout)
    assert said["volume"]["shape"] == list(shape)
    assert f"shape      {' x '.join(map(str, shape))}, last axis fastest" in run("info", "in.npy").stdout
