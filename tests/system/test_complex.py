# Fourier transforms and complex volumes: against scipy.fft, in every format, and what the inverse writes.
# SPDX-License-Identifier: Apache-2.0
import json

import nibabel
import numpy as np
import pytest
from png import read_png
from rounding import PEAK_SLACK, assert_rounding, expected_rms
from scipy_transform import largest_factor, transform

pytestmark = [pytest.mark.quick, pytest.mark.sanitized]

KINDS = [("dft",) * 3, ("dft", "dct", "identity"), ("identity", "identity", "dft"), ("dst", "dft", "dft")]


def random_values(rng, shape, kind):
    values = rng.uniform(-1, 1, shape)
    return values + 1j * rng.uniform(-1, 1, shape) if kind == "complex" else values


def check(run, report, tmp_path, volume, engine, kinds, norm="ortho"):
    """Forward as scipy does it, and back."""
    np.save(tmp_path / "in.npy", volume)
    run("forward", "in.npy", "-o", "c.npy", "--engine", engine, "--kind", ",".join(kinds), "--norm", norm, "--dtype",
        "complex128", "--json", "r.json", "-f")
    forward, result = report(), np.load(tmp_path / "c.npy")
    factor = largest_factor(kinds, (2, 2, 2), norm, volume.shape)
    assert result.dtype == np.complex128
    exact = transform(volume, kinds, norm=norm)
    assert_rounding(result - exact, expected_rms(forward, factors=[factor]), exact)
    run("inverse", "c.npy", "-o", "back.npy", "--engine", engine, "--json", "r.json", "-f")
    back = np.load(tmp_path / "back.npy")
    assert back.dtype == volume.dtype
    back_norm = {"ortho": "ortho", "backward": "forward", "forward": "backward"}[norm]
    factor = largest_factor(kinds, (3, 3, 3), back_norm, volume.shape)  # of the inverse, which is type 3
    assert_rounding(back - volume, expected_rms(forward, report(), factors=[1, factor]), volume)


@pytest.mark.parametrize("values", ["real", "complex"])
@pytest.mark.parametrize("norm", ["ortho", "backward", "forward"])
@pytest.mark.parametrize("kinds", KINDS, ids=",".join)
def test_agrees_with_scipy(run, report, tmp_path, rng, engine, kinds, norm, values):
    check(run, report, tmp_path, random_values(rng, (7, 8, 5), values), engine, kinds, norm)


@pytest.mark.parametrize("values", ["real", "complex"])
@pytest.mark.parametrize("kinds", KINDS, ids=",".join)
@pytest.mark.parametrize("shape", [(11, 13, 9), (17, 2, 3), (1, 8, 19), (3, 10, 1), (1, 1, 1)])
def test_any_size_agrees_with_scipy(run, report, tmp_path, rng, engine, shape, kinds, values):
    check(run, report, tmp_path, random_values(rng, shape, values), engine, kinds)


@pytest.mark.parametrize("kind", ["dct", "dst", "dht", "identity"])
def test_real_kinds_act_on_both_parts(run, report, tmp_path, rng, engine, kind):
    volume = random_values(rng, (6, 7, 8), "complex")
    reports = []
    for name, part in [("z", volume), ("re", volume.real), ("im", volume.imag)]:
        np.save(tmp_path / f"{name}.npy", part)
        run("forward", f"{name}.npy", "-o", f"{name}c.npy", "--engine", engine, "--kind", kind, "--json", "r.json",
            "-f")
        reports.append(report())
    z, re, im = (np.load(tmp_path / f"{name}c.npy") for name in ["z", "re", "im"])
    assert z.dtype == np.complex128
    assert_rounding(z - (re + 1j * im), max(expected_rms(reports[0], part) for part in reports[1:]))
    run("inverse", "zc.npy", "-o", "back.npy", "--engine", engine, "--json", "r.json", "-f")
    assert_rounding(np.load(tmp_path / "back.npy") - volume, expected_rms(reports[0], report()))


def test_blocks(run, report, tmp_path, rng, engine):
    """Filled up with zeros at the edge, as those of real kinds."""
    volume = random_values(rng, (9, 4, 6), "complex")
    np.save(tmp_path / "in.npy", volume)
    run("forward", "in.npy", "-o", "c.npy", "--engine", engine, "--kind", "dft", "--block", "6,4,4", "--json", "r.json")
    forward, coefficients = report(), np.load(tmp_path / "c.npy")
    padded = np.zeros((12, 4, 8), complex)
    padded[:9, :4, :6] = volume
    assert coefficients.shape == padded.shape
    for i, k in np.ndindex(2, 2):
        cut = np.s_[6 * i:6 * i + 6, :, 4 * k:4 * k + 4]
        assert_rounding(coefficients[cut] - transform(padded[cut], ["dft"] * 3), expected_rms(forward))
    run("inverse", "c.npy", "-o", "back.npy", "--engine", engine, "--json", "r.json", "-f")
    assert_rounding(np.load(tmp_path / "back.npy") - volume, expected_rms(forward, report()))


@pytest.mark.parametrize("endian", "<>")
@pytest.mark.parametrize("dtype", ["c8", "c16"])
@pytest.mark.parametrize("name", ["c.npy", "fortran.npy", "in.nii", "in.nii.gz", "in.raw"])
def test_formats(run, tmp_path, rng, engine, name, dtype, endian):
    """What is read, unchanged through the array, is what is written, and axes are the same in every format."""
    volume = (rng.integers(-50, 50, (5, 4, 3)) + 1j * rng.integers(-50, 50, (5, 4, 3))).astype(endian + dtype)
    layout = []
    if name.endswith(".npy"):
        np.save(tmp_path / name, np.asarray(volume, order="F" if "fortran" in name else "C"))
    elif name == "in.raw":
        (tmp_path / name).write_bytes(volume.tobytes())
        layout = ["--shape", "5,4,3", "--in-dtype", np.dtype(dtype).name, "--endian",
                  "little" if endian == "<" else "big"]
    else:
        header = nibabel.Nifti1Header(endianness=endian)
        header.set_data_dtype(volume.dtype)
        nibabel.save(nibabel.Nifti1Image(volume, np.eye(4), header), tmp_path / name)
    for target in ["out.npy", "out.nii", "out.raw"]:
        for wanted in ["complex64", "complex128"]:
            run("forward", name, "-o", target, "--engine", engine, "--kind", "identity", "--dtype", wanted, "-f",
                *layout)
            if target == "out.npy":
                result = np.load(tmp_path / target)
                assert result.flags.f_contiguous == (name not in ["c.npy", "in.raw"])
            elif target == "out.nii":
                result = np.asanyarray(nibabel.load(tmp_path / target).dataobj)
            else:
                assert json.loads((tmp_path / "out.raw.orbital.json").read_text())["raw"]["dtype"] == wanted
                result = np.fromfile(tmp_path / target, wanted).reshape(volume.shape)
            assert result.dtype == wanted and np.array_equal(result, volume)


def test_nifti_scaling_applies_to_both_parts(run, tmp_path, engine):
    volume = np.array([1 + 2j, -3 + 4j, 0, 5j]).reshape(2, 2, 1).astype("c8")
    nibabel.save(nibabel.Nifti1Image(volume, np.eye(4)), tmp_path / "in.nii")
    with open(tmp_path / "in.nii", "r+b") as file:
        file.seek(112)  # scl_slope, scl_inter
        file.write(np.array([2, 10], "<f4").tobytes())
    run("forward", "in.nii", "-o", "out.npy", "--engine", engine, "--kind", "identity")
    assert np.array_equal(np.load(tmp_path / "out.npy"), 2 * volume + (10 + 10j))


@pytest.mark.parametrize("name", ["c.npy", "c.nii.gz", "c.raw"])
def test_real_input_comes_back_real(run, report, tmp_path, rng, engine, name):
    """The record says that the input was real, so the inverse needs no options to write real values."""
    volume = rng.uniform(-1, 1, (6, 5, 9))
    np.save(tmp_path / "in.npy", volume)
    run("forward", "in.npy", "-o", name, "--engine", engine, "--kind", "dft", "--json", "r.json")
    forward = report()
    assert '"input": "real"' in run("info", name).stdout
    for options, dtype in [([], "float64"), (["--dtype", "int16"], "int16"), (["--dtype", "complex64"], "complex64")]:
        done = run("inverse", name, "-o", "back.npy", "--engine", engine, "--json", "r.json", "-f", *options)
        back = np.load(tmp_path / "back.npy")
        assert back.dtype == dtype and done.stderr == ""
        nearest = 0.5 if dtype == "int16" else 0
        assert np.abs(back - volume).max() <= nearest + np.sqrt(2) * PEAK_SLACK * expected_rms(forward, report())


def test_complex_input_comes_back_complex(run, tmp_path, rng, engine):
    """Even where its imaginary parts are all zero."""
    np.save(tmp_path / "in.npy", rng.uniform(-1, 1, (4, 4, 4)).astype("c8"))
    run("forward", "in.npy", "-o", "c.npy", "--engine", engine, "--kind", "dft")
    assert json.loads((tmp_path / "c.npy.orbital.json").read_text())["orbital"]["input"] == "complex"
    run("inverse", "c.npy", "-o", "back.npy", "--engine", engine)
    assert np.load(tmp_path / "back.npy").dtype == np.complex64


@pytest.mark.slow
@pytest.mark.parametrize("block", [[], ["--block", "32"]])
def test_a_real_brain_comes_back_real(run, tmp_path, brain, block):
    """The coefficients of a conjugate pair are not always rounded alike when they are stored in single precision."""
    run("forward", brain, "-o", "c.npy", "--kind", "dft", *block)
    assert np.load(tmp_path / "c.npy").dtype == np.complex64
    assert not run("inverse", "c.npy", "-o", "back.nii").stderr
    back, original = nibabel.load(tmp_path / "back.nii"), nibabel.load(brain)
    assert back.get_data_dtype() == np.uint8 and np.array_equal(back.dataobj, original.dataobj)


def test_imaginary_parts_that_do_not_vanish(run, report, tmp_path, rng, engine):
    """Coefficients that were changed: their imaginary parts are kept, or dropped as asked, and never silently."""
    np.save(tmp_path / "in.npy", rng.uniform(-1, 1, (4, 6, 8)))
    run("forward", "in.npy", "-o", "c.npy", "--engine", engine, "--kind", "dft")
    changed = np.load(tmp_path / "c.npy")
    changed[1, 2, 3] += 5
    np.save(tmp_path / "c.npy", changed)
    done = run("inverse", "c.npy", "-o", "z.npy", "--engine", engine, "--json", "r.json")
    assert "z.npy" in done.stderr and "imaginary parts" in done.stderr and "complex128" in done.stderr
    expected = transform(changed, ["dft"] * 3, inverse=True)
    assert_rounding(np.load(tmp_path / "z.npy") - expected, expected_rms(report()))
    done = run("inverse", "c.npy", "-o", "x.npy", "--engine", engine, "--dtype", "float32", code=3)
    assert "x.npy" in done.stderr and "dropped" in done.stderr
    assert_rounding(np.load(tmp_path / "x.npy") - expected.real, expected_rms(report()))


def test_inverse_without_a_record(run, report, tmp_path, rng, engine):
    """Nothing says that what comes back is real."""
    volume = rng.uniform(-1, 1, (5, 6, 7))
    np.save(tmp_path / "c.npy", np.fft.fftn(volume))
    options = ["--engine", engine, "--kind", "dft", "--norm", "backward"]
    run("inverse", "c.npy", "-o", "z.npy", *options, "--json", "r.json")
    assert np.load(tmp_path / "z.npy").dtype == np.complex128
    run("inverse", "c.npy", "-o", "x.npy", *options, "--dtype", "float64")
    factor = largest_factor(["dft"] * 3, (1, 1, 1), "forward", volume.shape)
    assert_rounding(np.load(tmp_path / "z.npy") - volume, expected_rms(report(), factors=[factor]))
    assert np.array_equal(np.load(tmp_path / "x.npy"), np.load(tmp_path / "z.npy").real)


def test_coefficients_need_a_complex_type(fails, engine, tmp_path):
    np.save(tmp_path / "in.npy", np.ones((4, 4, 4)))
    np.save(tmp_path / "z.npy", np.ones((4, 4, 4), "c8"))
    for name, kind in [("in.npy", "dft,dct,dct"), ("z.npy", "dct"), ("z.npy", "dft")]:
        fails("forward", name, "-o", "c.npy", "--engine", engine, "--kind", kind, "--dtype", "float32",
              says=["c.npy", "complex", "--dtype complex64"])


def test_a_matrix_is_real(fails, engine, tmp_path):
    np.save(tmp_path / "in.npy", np.ones((4, 4, 4)))
    np.save(tmp_path / "m.npy", np.eye(4, dtype="c16"))
    fails("forward", "in.npy", "-o", "c.npy", "--engine", engine, "--kind", "matrix:m.npy",
          says=["m.npy", "is complex", "dft"])


@pytest.mark.parametrize("values", ["real", "complex"])
def test_roundtrip(run, report, tmp_path, rng, engine, values):
    volume = random_values(rng, (12, 10, 9), values)
    np.save(tmp_path / "in.npy", volume)
    command = ["roundtrip", "in.npy", "--json", "r.json", "--engine", engine, "--kind", "dft"]
    run(*command, "-o", "r.npy", "--coefficients", "c.npy", "--check", "--picture", "p.png")
    result, restored = report(), np.load(tmp_path / "r.npy")
    assert restored.dtype == volume.dtype
    run(*command, "-o", "z.npy", "--dtype", "complex128", "-f")  # real points have imaginary errors, too
    whole = np.load(tmp_path / "z.npy")
    assert np.array_equal(whole if values == "complex" else whole.real, restored)
    error = np.abs(whole - volume)
    assert result["max_error"] == pytest.approx(error.max(), rel=1e-6)
    assert result["rms_error"] == pytest.approx(np.sqrt(np.mean(error**2)), rel=1e-6)
    span = np.abs(volume).max() if values == "complex" else np.ptp(volume)
    assert result["psnr"] == pytest.approx(20 * np.log10(span / result["rms_error"]), abs=1e-3)
    difference = np.abs(np.load(tmp_path / "c.npy") - transform(volume, ["dft"] * 3))
    assert result["check"]["max_difference"] == pytest.approx(difference.max(), rel=1e-2)
    assert result["check"]["rms_difference"] == pytest.approx(np.sqrt(np.mean(difference**2)), rel=1e-2)
    assert (tmp_path / "p.png").stat().st_size > 1000


def test_integers_come_back(run, report, tmp_path, rng, engine):
    np.save(tmp_path / "in.npy", rng.integers(0, 255, (8, 8, 8)).astype("u1"))
    run("roundtrip", "in.npy", "-o", "r.npy", "--engine", engine, "--kind", "dft", "--json", "r.json", "--dtype",
        "uint8")
    assert report()["exact"] is True
    assert np.array_equal(np.load(tmp_path / "r.npy"), np.load(tmp_path / "in.npy"))


def test_picture(run, tmp_path, engine):
    """Magnitudes: of the input in grey, of its spectrum on a logarithmic scale. A wave has one bright coefficient."""
    x, y, z = np.meshgrid(*[np.arange(8)] * 3, indexing="ij")
    np.save(tmp_path / "in.npy", (1 + x) * np.exp(2j * np.pi * (3 * x + 2 * y) / 8))
    run("roundtrip", "in.npy", "--engine", engine, "--kind", "identity,dft,dft", "--picture", "p.png")
    zoom, margin = 45, 12
    image = read_png(tmp_path / "p.png")[margin + zoom // 2:][:8 * zoom:zoom, margin + zoom // 2:]
    grey, spectrum = image[:, :8 * zoom:zoom], image[:, 8 * zoom + margin:][:, :8 * zoom:zoom]
    assert np.abs(grey[..., 0] - np.round(255 * np.arange(8) / 7)).max() <= 1  # axis 0 to the right
    assert np.argwhere(spectrum.sum(axis=2) > 100)[:, 0].tolist() == [5] * 8  # axis 1 upwards: frequency 2
