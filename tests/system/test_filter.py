# `orbital filter` against scipy.ndimage where that has the filter, and against gains written down anew where not.
# SPDX-License-Identifier: Apache-2.0
import mrcfile
import nibabel
import nrrd
import numpy as np
import pytest
import scipy.fft
import scipy.ndimage
from scipy_transform import transform

pytestmark = pytest.mark.quick

SHAPES = [(12, 9, 7), (5, 1, 16), (1, 1, 1), (2, 13, 3)]


@pytest.fixture
def filtered(run, tmp_path):
    """filtered(volume, *options) is what the command makes of a volume."""
    def run_filter(volume, *options, engine="cpu", dtype="float64", code=0):
        np.save(tmp_path / "in.npy", volume)
        run("filter", "in.npy", "-o", "out.npy", "--engine", engine, "--dtype", dtype, "-f", *options, code=code)
        return np.load(tmp_path / "out.npy")
    return run_filter


def frequencies(kind, kind_type, n):
    """Cycles per voxel of each coefficient: half the number of half waves that a basis function has over its period."""
    k = np.arange(n)
    if kind in ("dft", "dht"):
        return np.abs(scipy.fft.fftfreq(n))
    if kind == "identity":
        return np.zeros(n)
    return {("dct", 1): k / (2 * max(n - 1, 1)), ("dct", 2): k / (2 * n), ("dst", 1): (k + 1) / (2 * (n + 1)),
            ("dst", 2): (k + 1) / (2 * n)}.get((kind, kind_type), (2 * k + 1) / (4 * n))


def expected(volume, gain, kinds=("dct",) * 3, types=(2, 2, 2), norm="backward"):
    """The volume with each coefficient multiplied by gain(f1, f2, f3)."""
    f = np.meshgrid(*(frequencies(*kind, n) for *kind, n in zip(kinds, types, volume.shape)), indexing="ij")
    coefficients = transform(volume, kinds, types, norm) * gain(*f)
    return transform(coefficients, kinds, types, norm, inverse=True)


@pytest.mark.parametrize("shape", [(24, 17, 20), (40, 1, 33)])
@pytest.mark.parametrize("sigma", [2, 3.5, "1.5,0,4"])
def test_gaussian(filtered, rng, shape, sigma):
    """Equal but for the tail that scipy cuts off, and what sampling a narrow bell makes of its spectrum."""
    volume = rng.normal(size=shape)
    each = [float(s) for s in str(sigma).split(",")]
    smooth = scipy.ndimage.gaussian_filter(volume, each * (3 // len(each)), mode="reflect", truncate=9)
    assert np.abs(filtered(volume, "--gaussian", sigma) - smooth).max() < 2e-5 * np.ptp(volume)


@pytest.mark.parametrize("shape", SHAPES)
def test_laplacian(filtered, rng, shape):
    volume = rng.normal(size=shape)
    assert np.allclose(filtered(volume, "--laplacian"), scipy.ndimage.laplace(volume, mode="reflect"), atol=1e-12)


@pytest.mark.parametrize("shape", SHAPES)
def test_poisson(filtered, rng, shape):
    volume = rng.uniform(3, 5, size=shape)
    potential = filtered(volume, "--poisson")
    assert abs(potential.mean()) < 1e-10
    assert np.allclose(scipy.ndimage.laplace(potential, mode="reflect"), volume - volume.mean(), atol=1e-10)


@pytest.mark.parametrize("kind, kind_type, mode", [("dct", 1, "mirror"), ("dct", 2, "reflect"), ("dft", 2, "wrap"),
                                                   ("dht", 2, "wrap"), ("dst", 1, "constant")])
def test_other_edges(filtered, rng, kind, kind_type, mode):
    """Each kind goes on beyond the edges in its own way."""
    volume = rng.normal(size=(8, 6, 11))
    result = filtered(volume, "--laplacian", "--kind", kind, "--type", kind_type)
    assert np.allclose(result, scipy.ndimage.laplace(volume, mode=mode), atol=1e-12)


def sharp(low, high):
    return lambda *f: (np.sqrt(sum(x**2 for x in f)) > low) & (np.sqrt(sum(x**2 for x in f)) <= high)


def butterworth(cutoff, order):
    return lambda *f: 1 / (1 + (np.sqrt(sum(x**2 for x in f)) / cutoff)**(2 * order))


@pytest.mark.parametrize("kinds, types", [(("dct",) * 3, (2, 2, 2)), (("dct", "dst", "dht"), (3, 4, 1)),
                                          (("dst", "dct", "dst"), (3, 4, 2)), (("dft", "identity", "dst"), (1, 1, 1)),
                                          (("dft",) * 3, (1, 1, 1))])
@pytest.mark.parametrize("options, gain", [
    (("--lowpass", "0.21"), sharp(-1, 0.21)), (("--highpass", "0.21"), sharp(0.21, 9)),
    (("--bandpass", "0.11,0.33"), sharp(0.11, 0.33)), (("--lowpass", "0.2", "--order", "3"), butterworth(0.2, 3)),
    (("--highpass", "0.1", "--order", "1.5"), lambda *f: 1 - butterworth(0.1, 1.5)(*f)),
    (("--bandpass", "0.1,0.3", "--order", "2"), lambda *f: butterworth(0.3, 2)(*f) * (1 - butterworth(0.1, 2)(*f)))])
def test_passes(filtered, rng, kinds, types, options, gain):
    volume = rng.normal(size=(9, 10, 7))
    norm = rng.choice(["backward", "forward"])
    result = filtered(volume, *options, "--kind", ",".join(kinds), "--type", "%d,%d,%d" % types, "--norm", norm)
    assert np.allclose(result, expected(volume, gain, kinds, types), atol=1e-12)


def test_norm_that_is_not_said(filtered, rng):
    """Orthonormal matrices of some types weight the points at the edge, which would show in what is smooth."""
    for types in [(1, 1, 1), (3, 3, 3), (2, 1, 4)]:
        options = ["--gaussian", "1.5", "--type", "%d,%d,%d" % types]
        volume = rng.normal(size=(8, 9, 10))
        assert np.allclose(filtered(volume, *options), filtered(volume, *options, "--norm", "backward"), atol=1e-12)
        weighted = filtered(volume, *options, "--norm", "ortho")
        assert not np.allclose(filtered(volume, *options), weighted, atol=1e-3)
    volume = np.ones((6, 5, 4))
    assert np.allclose(filtered(volume, "--gaussian", "3", "--type", "1"), 1)


def test_walsh_functions_have_changes_of_sign(run, fails, filtered, tmp_path, rng):
    volume = rng.normal(size=(8, 4, 16))
    matrices = []
    for n in volume.shape:
        functions = np.array([[(-1)**bin(i & k).count("1") for i in range(n)] for k in range(n)])
        matrices.append(functions[np.argsort((np.diff(functions) != 0).sum(axis=1))] / np.sqrt(n))
    f = np.meshgrid(*(np.arange(n) / (2 * n) for n in volume.shape), indexing="ij")
    coefficients = np.einsum("ijk,ai,bj,ck->abc", volume, *matrices) * sharp(0.1, 0.3)(*f)
    reference = np.einsum("abc,ai,bj,ck->ijk", coefficients, *matrices)
    for kind_type in [1, 2]:  # in natural order the same functions stand elsewhere
        result = filtered(volume, "--bandpass", "0.1,0.3", "--kind", "dwht", "--type", kind_type)
        assert np.allclose(result, reference, atol=1e-12)
    fails("filter", "in.npy", "-o", "no.npy", "--laplacian", "--kind", "dwht", says=["--kind", "no derivative"])


def test_blocks_stand_alone(filtered, rng):
    """The last ones are filled up with zeros, as forward fills them."""
    volume = rng.normal(size=(10, 8, 5))
    padded = np.zeros((12, 8, 8))
    padded[:10, :8, :5] = volume
    for start in np.ndindex(3, 2, 2):
        cut = tuple(slice(4 * s, 4 * s + 4) for s in start)
        padded[cut] = scipy.ndimage.laplace(padded[cut], mode="reflect")
    assert np.allclose(filtered(volume, "--laplacian", "--block", "4"), padded[:10, :8, :5], atol=1e-12)


@pytest.mark.parametrize("dtype", ["complex128", "float64"])
def test_complex_points(filtered, fails, tmp_path, rng, dtype):
    """Both parts alike; real points stay real, even by way of Fourier coefficients."""
    volume = rng.normal(size=(6, 5, 8))
    volume = volume + 1j * rng.normal(size=(6, 5, 8)) if dtype == "complex128" else volume
    for kind in ["dct", "dft"]:
        whole = filtered(volume, "--gaussian", "2", "--kind", kind, dtype=dtype)
        assert whole.dtype == dtype
        assert np.allclose(whole.real, filtered(volume.real, "--gaussian", "2", "--kind", kind), atol=1e-12)
    if dtype == "complex128":
        np.save(tmp_path / "in.npy", volume)
        fails("filter", "in.npy", "-o", "no.npy", "--laplacian", "--dtype", "float32", says=["no.npy", "complex"])


def write(path, volume, size):
    """A volume of which the header tells the size of the voxels."""
    if path.suffix == ".nii":
        image = nibabel.Nifti1Image(volume, np.diag([*size, 1]) @ np.array([[0, 1, 0, 0], [1, 0, 0, 0], [0, 0, 1, 0],
                                                                           [0, 0, 0, 1]]))
        image.header.set_zooms(size)
        image.header.set_xyzt_units("mm")
        nibabel.save(image, path)
    elif path.suffix == ".nrrd":
        directions = np.diag(size) @ np.linalg.qr(np.arange(9).reshape(3, 3) ** 2 + 1.0)[0]
        nrrd.write(str(path), volume, {"space": "left-posterior-superior", "space directions": directions,
                                       "space units": ["mm"] * 3})
    else:
        with mrcfile.new(path) as mrc:
            mrc.set_data(np.ascontiguousarray(volume.T))
            mrc.voxel_size = size


@pytest.mark.parametrize("name, unit", [("a.nii", "mm"), ("a.nrrd", "mm"), ("a.mrc", "angstrom")])
def test_physical_units(run, report, tmp_path, rng, name, unit):
    size = (2.0, 0.5, 1.25)
    volume = rng.normal(size=(12, 16, 10)).astype("f4")
    write(tmp_path / name, volume, size)
    options = ["--unit", "physical", "--engine", "cpu", "--json", "r.json", "-o", "out.npy", "-f"]
    done = run("filter", name, "--gaussian", "4,1.5,3", *options)
    smooth = scipy.ndimage.gaussian_filter(volume.astype(float), (2, 3, 2.4), mode="reflect", truncate=9)
    assert np.abs(np.load(tmp_path / "out.npy") - smooth).max() < 1e-5
    assert report()["filter"] == {"name": "gaussian", "sigma": [4, 1.5, 3], "unit": unit, "largest_gain": 1,
                                  "least_gain": pytest.approx(report()["filter"]["least_gain"])}
    assert f"sigma 4, 1.5, 3 {unit}" in done.stdout
    run("filter", name, "--laplacian", *options)
    second = sum(scipy.ndimage.correlate1d(volume.astype(float), [1, -2, 1], axis, mode="reflect") / size[axis]**2
                 for axis in range(3))
    assert np.allclose(np.load(tmp_path / "out.npy"), second, atol=1e-4)
    run("filter", name, "--lowpass", "0.18", *options)
    passed = expected(volume.astype(float), lambda *f: sharp(-1, 0.18)(*(x / h for x, h in zip(f, size))))
    assert np.allclose(np.load(tmp_path / "out.npy"), passed, atol=1e-5)


def test_no_physical_units(fails, tmp_path, rng):
    np.save(tmp_path / "in.npy", rng.normal(size=(4, 4, 4)))
    fails("filter", "in.npy", "-o", "out.npy", "--laplacian", "--unit", "physical", "--engine", "cpu",
          says=["in.npy", "the voxel size"])


def test_header_is_kept(run, tmp_path, rng):
    """As with forward: float32 elements under the header of the input, and no record of a transform."""
    image = nibabel.Nifti1Image(rng.integers(0, 255, (8, 7, 6)).astype("u1"), np.diag([2, 3, 4, 1]))
    image.header["descrip"] = b"a test"
    image.header.extensions.append(nibabel.nifti1.Nifti1Extension("comment", b"kept"))
    nibabel.save(image, tmp_path / "in.nii.gz")
    run("filter", "in.nii.gz", "-o", "out.nii.gz", "--gaussian", "1", "--engine", "cpu")
    result = nibabel.load(tmp_path / "out.nii.gz")
    assert np.array_equal(result.affine, image.affine) and result.header["descrip"] == b"a test"
    assert result.get_data_dtype() == "f4" and len(result.header.extensions) == 1
    assert "none recorded" in run("info", "out.nii.gz").stdout


@pytest.mark.parametrize("name", ["hls:p=2,b=4,full=4,w=16,jobs=1", "hls:float32,jobs=1", "sim:p=4,b=8,jobs=1"])
def test_on_arrays(run, report, tmp_path, filtered, rng, name):
    volume = rng.uniform(0, 1, size=(16, 16, 16))
    reference = filtered(volume, "--lowpass", "0.2")
    result = filtered(volume, "--lowpass", "0.2", "--json", "r.json", engine=name)
    assert np.abs(result - reference).max() < (1e-6 if "float" in name else 2e-3)
    assert report()["engine"].startswith(name.split(":")[0]) and report()["blocks"] == 2
    assert report()["cycles"] == report()["forward"]["cycles"] + report()["inverse"]["cycles"] > 0


@pytest.mark.parametrize("options, says", [
    ([], "no filter is given"), (["--gaussian", "1", "--laplacian"], "two filters"),
    (["--lowpass", "0"], "keeps everything"), (["--lowpass", "x"], "'x' is not a number"),
    (["--lowpass", "0.1,0.2"], "is not a number"), (["--lowpass", "-1"], "is not a number"),
    (["--lowpass", "nan"], "is not a number"), (["--lowpass", ""], "is not a number"),
    (["--gaussian", "1,2,3,4"], "1 to 3 numbers"), (["--gaussian", "1,2,"], "1 to 3 numbers"),
    (["--gaussian", "inf"], "1 to 3 numbers"), (["--bandpass", "0.2,0.1"], "is not a band"),
    (["--bandpass", "0.2"], "2 numbers"),
    (["--laplacian", "--order", "2"], "filters have an order"), (["--gaussian", "1", "--unit", "inch"], "neither")])
def test_wrong_usage(tmp_path, rng, fails, options, says):
    np.save(tmp_path / "in.npy", rng.normal(size=(4, 4, 4)))
    fails("filter", "in.npy", "-o", "out.npy", "--engine", "cpu", *options, code=2, says=says)


def test_bad_values(fails, filtered, tmp_path, rng):
    volume = rng.normal(size=(4, 4, 4))
    volume[1, 2, 3] = np.nan
    np.save(tmp_path / "in.npy", volume)
    np.save(tmp_path / "m.npy", np.eye(4))
    options = ["filter", "in.npy", "-o", "out.npy", "--engine", "cpu"]
    fails(*options, "--gaussian", "1", says=["(1, 2, 3)", "not a number"])
    np.save(tmp_path / "in.npy", np.ones((4, 4, 4)))
    fails(*options, "--gaussian", "1", "--kind", "matrix:m.npy", says=["m.npy", "frequencies"])
    fails(*options[:3], "m.npy", *options[4:], "--gaussian", "1", says=["m.npy", "exists"])
    assert np.array_equal(filtered(np.full((3, 3, 3), 300.0), "--gaussian", "1", dtype="uint8", code=3),
                          np.full((3, 3, 3), 255))


def test_the_brain(run, tmp_path, brain):
    """A real volume, smoothed as scipy does it, and sharp edges that add up."""
    image = nibabel.load(brain)
    run("filter", brain, "-o", "smooth.nii", "--gaussian", "2", "--engine", "cpu")
    smooth = scipy.ndimage.gaussian_filter(image.get_fdata(), 2, mode="reflect", truncate=8)
    result = nibabel.load(tmp_path / "smooth.nii")
    assert np.abs(result.get_fdata() - smooth).max() < 2e-5 * np.ptp(smooth)
    assert np.array_equal(result.affine, image.affine)
