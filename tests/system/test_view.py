# `orbital view`: what stands where in the picture, in which colours.
# SPDX-License-Identifier: Apache-2.0
import mrcfile
import nibabel
import numpy as np
import pytest
from png import read_png

pytestmark = [pytest.mark.quick, pytest.mark.sanitized]

MARGIN, STRIP, SCALE = 12, 34, 16 + 120


def zoom_of(widths, heights, rows):
    """As many times as the narrowest panel needs to be 360 points wide, if the highest has room."""
    return max(1, min(-(-360 // min(widths)), (720 if rows > 1 else 1440) // max(heights)))


def grey(values, low, high):
    return np.round(255 * (values - low) / (high - low))


def row_of(image, row, heights):
    """The points of a row of panels of those heights."""
    top = MARGIN + sum(h + MARGIN + STRIP for h in heights[:row])
    return image[top:top + heights[row]]


@pytest.mark.parametrize("point", [None, (1, 8, 3), (0, 0, 0), (11, 9, 7)])
def test_planes(run, tmp_path, rng, point):
    """Axial, coronal, sagittal: the lower axis to the right, the higher upwards."""
    volume = rng.integers(0, 1000, (12, 10, 8)).astype("i2")
    np.save(tmp_path / "in.npy", volume)
    run("view", "in.npy", "-o", "p.png", "--rows", "input", *(["--slice", "%d,%d,%d" % point] if point else []))
    image = read_png(tmp_path / "p.png")
    i, j, k = point or (6, 5, 4)
    planes = [volume[:, :, k], volume[:, j, :], volume[i, :, :]]
    zoom = zoom_of([12, 10], [10, 8], 1)
    left = MARGIN
    assert image.shape[:2] == (10 * zoom + MARGIN + STRIP, sum(len(p) * zoom + MARGIN for p in planes) + MARGIN + SCALE)
    for plane in planes:
        shown = image[MARGIN + zoom // 2:][:zoom * plane.shape[1]:zoom, left + zoom // 2:][:, :zoom * len(plane):zoom]
        assert (np.ptp(shown, axis=2) == 0).all()
        assert np.abs(shown[..., 0] - grey(plane.T[::-1].astype(float), volume.min(), volume.max())).max() <= 1
        left += len(plane) * zoom + MARGIN


def oklab(rgb):
    """The definition, from sRGB."""
    light = np.where(rgb / 255 <= 0.04045, rgb / 255 / 12.92, ((rgb / 255 + 0.055) / 1.055)**2.4)
    lms = np.cbrt(light @ np.array([[0.4122214708, 0.5363325363, 0.0514459929], [0.2119034982, 0.6806995451,
                                    0.1073969566], [0.0883024619, 0.2817188376, 0.6299787005]]).T)
    return lms @ np.array([[0.2104542553, 0.7936177850, -0.0040720468], [1.9779984951, -2.4285922050, 0.4505937099],
                           [0.0259040371, 0.7827717662, -0.8086757660]]).T


def test_colours_rise_evenly(run, tmp_path, rng):
    """The scales beside the rows show each map whole."""
    np.save(tmp_path / "in.npy", rng.normal(size=(6, 6, 6)))
    run("view", "in.npy", "-o", "p.png", "--kind", "dht", "--engine", "cpu")
    image = read_png(tmp_path / "p.png")
    height = (image.shape[0]) // 4 - MARGIN - STRIP
    for row, diverging in [(1, False), (3, True)]:
        scale = row_of(image, row, [height] * 4)[::-1, image.shape[1] - SCALE + 8].astype(float)
        lab = oklab(scale)
        t = np.linspace(0, 1, height)
        if not diverging:
            assert np.abs(lab[:, 0] - t * lab[-1, 0])[t > 0.1].max() < 0.02  # of what is darker 8 bits say too little
            assert lab[0, 0] < 0.02 < 0.9 < lab[-1, 0]
        else:
            assert np.abs(lab[:, 0] - lab[::-1, 0]).max() < 0.02  # alike to both sides, dark in the middle
            assert scale[0, 2] > scale[0, 0] and scale[-1, 0] > scale[-1, 2]  # below blue, above orange


def test_rows(run, report, engine, tmp_path):
    """The spectrum's bright corner at the lower left, a restored volume like the input, differences to both sides."""
    x, y, z = np.meshgrid(*[np.arange(8) / 8] * 3, indexing="ij")
    np.save(tmp_path / "in.npy", 1000 * np.exp(-x - y - 2 * z))
    done = run("view", "in.npy", "-o", "p.png", "--engine", engine, "--json", "r.json")
    assert f"PSNR {report()['psnr']:.2f} dB" in done.stdout and report()["slice"] == [4, 4, 4]
    image = read_png(tmp_path / "p.png")
    size = image.shape[0] // 4 - MARGIN - STRIP
    rows = [row_of(image, row, [size] * 4)[:, MARGIN:MARGIN + size] for row in range(4)]
    assert np.abs(rows[0] - rows[2]).max() <= 2
    assert rows[1][-5, 5].sum() > 600 and rows[1][5, -5].sum() < 300
    warm = (rows[3][..., 0] - rows[3][..., 2])
    assert warm.max() > 20 and warm.min() < -20
    run("view", "in.npy", "-o", "q.png", "--engine", engine, "--rows", "difference,input", "--quiet")
    assert read_png(tmp_path / "q.png").shape[0] == 2 * (size + MARGIN + STRIP)


@pytest.mark.parametrize("name", ["a.nii", "a.mrc"])
def test_proportions(run, tmp_path, rng, name):
    """Planes as wide and high as the body, and a bar below that is as long as it says."""
    volume = rng.uniform(size=(30, 20, 5)).astype("f4")
    if name == "a.nii":
        nibabel.save(nibabel.Nifti1Image(volume, np.diag([1, 2, 6, 1])), tmp_path / name)
    else:
        with mrcfile.new(tmp_path / name) as mrc:
            mrc.set_data(np.ascontiguousarray(volume.T))
            mrc.voxel_size = (1, 2, 6)
    run("view", name, "-o", "p.png", "--rows", "input")
    image = read_png(tmp_path / "p.png")
    zoom = zoom_of([30, 40], [40, 30], 1)
    assert image.shape[:2] == (40 * zoom + MARGIN + STRIP, (30 + 30 + 40) * zoom + 4 * MARGIN + SCALE)
    strip = image[30 * zoom + MARGIN:][:STRIP, 2 * MARGIN + 30 * zoom:][:, :30 * zoom, 0] > 200  # of the second plane
    bars = strip[STRIP // 2 - 1:STRIP // 2 + 2].all(axis=0)
    ends = np.flatnonzero(np.diff(np.concatenate([[0], bars, [0]])))
    assert (ends[1::2] - ends[::2]).max() == 5 * zoom


@pytest.mark.parametrize("affine, planes", [(np.eye(3), "axial coronal sagittal"),
                                            ([[0, 0, 2], [-3, 0, 0], [0, 1, 0]], "sagittal axial coronal")])
def test_planes_are_named_after_the_body(run, tmp_path, rng, affine, planes):
    """The same letters as in a volume whose affine is the other way round stand below other planes."""
    volume = rng.uniform(size=(40, 40, 40)).astype("f4")
    labels = {}
    for name, matrix in [("in", affine), ("ras", np.eye(3))]:
        image = nibabel.Nifti1Image(volume, np.block([[np.array(matrix), np.zeros((3, 1))], [np.zeros(3), 1]]))
        image.header.set_zooms((1, 1, 1))
        nibabel.save(image, tmp_path / f"{name}.nii")
        run("view", f"{name}.nii", "-o", f"{name}.png", "--rows", "input")
        strip = read_png(tmp_path / f"{name}.png")[-STRIP:, :, 0] > 200
        width = 40 * zoom_of([40], [40], 1) + MARGIN
        labels[name] = [strip[:, MARGIN + n * width:][:, :200] for n in range(3)]
    names = ["axial", "coronal", "sagittal"]
    for normal, plane in enumerate(planes.split()):
        length = 12 * min(len(plane), len(names[normal]))
        start = 12 * len("input, ") if normal == 0 else 0
        same = np.array_equal(labels["in"][normal][:, start:start + length],
                              labels["ras"][normal][:, start:start + length])
        assert same == (plane == names[normal])


@pytest.mark.parametrize("values", [np.zeros((4, 4, 4)), np.full((3, 1, 2), -7.5), np.ones((1, 1, 1))])
def test_constants(run, tmp_path, values):
    np.save(tmp_path / "in.npy", values)
    run("view", "in.npy", "-o", "p.png")
    assert read_png(tmp_path / "p.png").size


def test_complex_points(run, tmp_path, rng):
    np.save(tmp_path / "in.npy", rng.normal(size=(5, 4, 6)) + 1j * rng.normal(size=(5, 4, 6)))
    assert "PSNR" in run("view", "in.npy", "-o", "p.png", "--kind", "dft").stdout


@pytest.mark.parametrize("options, says, code", [
    (["-o", "p.jpg"], "ends in .png", 2), ([], "-o FILE.png", 2),
    (["-o", "p.png", "--slice", "4,0,0"], "outside the 4", 1),
    (["-o", "p.png", "--slice", "1,2"], "is not a point", 2), (["-o", "p.png", "--rows", "input,"], "no row ''", 2),
    (["-o", "p.png", "--rows", "noise"], "no row 'noise'", 2), (["-o", "p.png", "--colours", "jet"], "neither", 2)])
def test_wrong_usage(fails, tmp_path, options, says, code):
    np.save(tmp_path / "in.npy", np.ones((4, 4, 4)))
    fails("view", "in.npy", *options, code=code, says=says)


def test_too_large_for_a_picture(fails, tmp_path):
    nibabel.save(nibabel.Nifti1Image(np.zeros((40, 2, 2), "u1"), np.diag([5000, 1, 1, 1])), tmp_path / "in.nii")
    fails("view", "in.nii", "-o", "p.png", says=["picture", "200"])
