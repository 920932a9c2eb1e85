# `orbital roundtrip` and the reports: the demonstration brain, the numbers printed, the picture, the progress bar.
# SPDX-License-Identifier: Apache-2.0
import contextlib
import os
import pty
import re
import subprocess

import nibabel
import numpy as np
import pytest
import scipy.fft
from png import read_png
from rounding import expected_rms, rms_slack
from scipy_transform import largest_factor

REPORT = {"engine", "cycles", "ideal_cycles", "useful_cycles", "io_cycles", "coef_cycles", "wait_cycles", "efficiency",
          "run_cycles", "bound_cycles", "words_in", "words_out", "coef_words", "saturations", "blocks", "passes",
          "rounds", "cuts", "torus", "tori", "why", "last_place", "seconds", "repeats", "headroom",
          "error_rms", "error_bound"}
ROUNDTRIP = REPORT | {"psnr", "max_error", "rms_error", "exact", "forward", "inverse"}


@pytest.fixture
def volume(tmp_path):
    """A smooth 8-bit volume in in.nii, bright at one corner."""
    x, y, z = np.meshgrid(*[np.arange(n) / n for n in (12, 10, 9)], indexing="ij")
    values = np.round(250 * np.exp(-x - 2 * y - z)).astype("u1")
    nibabel.save(nibabel.Nifti1Image(values, np.diag([2, 2, 3, 1])), tmp_path / "in.nii")
    return values


@pytest.mark.quick
def test_report_of_one_direction(run, report, engine, volume):
    done = run("forward", "in.nii", "-o", "c.nii", "--engine", engine, "--block", "8", "--json", "r.json")
    forward = report()
    assert set(forward) == REPORT
    assert set(forward["seconds"]) == {"send", "compute", "receive", "total"}
    assert forward["engine"].startswith("hls:p=2,b=4")
    assert forward["blocks"] == 8
    assert forward["ideal_cycles"] == 8 * 3 * 2 * 4**4  # 3 P b^4 a block
    assert forward["useful_cycles"] <= forward["ideal_cycles"] <= forward["cycles"]
    assert forward["efficiency"] == pytest.approx(forward["ideal_cycles"] / forward["cycles"], rel=1e-6)
    assert str(forward["cycles"]) in done.stdout and "0 saturations" in done.stdout
    assert f"{100 * forward['useful_cycles'] / forward['cycles']:.2f} % useful" in done.stdout


@pytest.mark.quick
@pytest.mark.parametrize("command", [["forward", "-o", "c.nii"], ["roundtrip"]], ids=lambda c: c[0])
def test_report_without_cycles(run, report, volume, command):
    """The processor counts none, so the text has no part of a peak, and the JSON has numbers that are 0."""
    text = run(command[0], "in.nii", *command[1:], "--engine", "cpu:threads=1", "--json", "r.json").stdout
    assert "cpu:threads=1" in text and "%" not in text and "cycles" not in text
    for one in [report()[way] for way in ("forward", "inverse") if way in report()] or [report()]:
        assert one["efficiency"] == 0 and one["cycles"] == 0


@pytest.mark.quick
@pytest.mark.parametrize("dtype", ["float16", "float32", "float64", "int16"])
def test_float_results_out_of_range(run, fails, report, tmp_path, dtype):
    """A float array clips nothing: what is too large for its format becomes infinite, and stays so in a float file."""
    np.save(tmp_path / "in.npy", np.full((4, 4, 4), 3e9))
    np.save(tmp_path / "m.npy", np.full((4, 4), 3e9))
    np.save(tmp_path / "m.inverse.npy", np.eye(4))  # of no use here, but a matrix that is not orthonormal needs one
    options = ["in.npy", "--kind", "matrix:m.npy", "--engine", "hls:float32,jobs=1"]
    done = run("forward", *options, "-o", "c.npy", "--dtype", dtype, "--json", "r.json", code=3)
    count = report()["saturations"]
    assert count >= 64 and f"{count} results not finite" in done.stdout
    assert f"{count} results left the range of the array's numbers, and 64 values are not finite" in done.stderr
    assert (f"64 values are out of the range of {dtype}" in done.stderr) == (dtype == "int16")
    assert (np.load(tmp_path / "c.npy") == (np.inf if dtype != "int16" else np.iinfo("int16").max)).all()
    fails("roundtrip", *options, says=["64 of its coefficients left the range of the array's numbers", "scale"])


@pytest.mark.quick
@pytest.mark.parametrize("magnitude", [1e-300, 1e-40, 1, 3e38, 1e300])
def test_float_arrays_take_any_magnitude(run, report, tmp_path, rng, magnitude):
    """Volumes out of the reach of the format are scaled by a power of two on their way in and out."""
    volume = magnitude * rng.uniform(0, 1, (20, 9, 8))
    np.save(tmp_path / "in.npy", volume)
    done = run("forward", "in.npy", "-o", "c.npy", "--engine", "hls:float32,jobs=1", "--dtype", "float64", "--json",
               "r.json")
    assert "0 results not finite" in done.stdout and report()["saturations"] == 0
    expected = scipy.fft.dctn(volume / magnitude, norm="ortho")
    assert np.allclose(np.load(tmp_path / "c.npy") / magnitude, expected, rtol=0, atol=1e-5 * expected.max())


@pytest.mark.quick
@pytest.mark.parametrize("scale", [1e-300, 1e300])
def test_float_arrays_take_matrices_of_any_magnitude(run, tmp_path, rng, scale):
    volume = rng.normal(size=(4, 4, 4))
    np.save(tmp_path / "in.npy", volume)
    np.save(tmp_path / "m.npy", scale * np.eye(4))
    np.save(tmp_path / "m.inverse.npy", np.eye(4) / scale)
    run("forward", "in.npy", "-o", "c.npy", "--engine", "hls:float32,jobs=1", "--kind",
        "matrix:m.npy,identity,identity", "--dtype", "float64")
    run("inverse", "c.npy", "-o", "back.npy", "--kind", "matrix:m.npy,identity,identity")
    assert np.allclose(np.load(tmp_path / "c.npy") / scale, volume, atol=1e-6)
    assert np.allclose(np.load(tmp_path / "back.npy"), volume, atol=1e-6)


@pytest.mark.quick
def test_roundtrip(run, report, engine, volume, tmp_path):
    done = run("roundtrip", "in.nii", "-o", "r.nii", "--coefficients", "c.nii", "--json", "r.json", "--engine", engine,
               "--block", "8", "--check", "--dtype", "float32")
    result = report()
    assert set(result) == ROUNDTRIP | {"check"}
    restored = nibabel.load(tmp_path / "r.nii").get_fdata()
    error = restored - volume
    assert result["max_error"] == pytest.approx(np.abs(error).max(), abs=1e-4)
    assert result["rms_error"] == pytest.approx(np.sqrt(np.mean(error**2)), rel=1e-3)
    assert result["psnr"] == pytest.approx(20 * np.log10(np.ptp(volume.astype(float)) / result["rms_error"]), abs=1e-3)
    assert result["exact"] is True and np.array_equal(np.round(restored), volume)
    for key in ["cycles", "ideal_cycles", "blocks", "saturations"]:
        assert result[key] == result["forward"][key] + result["inverse"][key]
    assert f"PSNR {result['psnr']:.2f} dB" in done.stdout and "every voxel exact" in done.stdout

    padded = np.zeros((16, 16, 16))
    padded[:12, :10, :9] = volume
    for block in np.ndindex(2, 2, 2):
        cut = tuple(slice(8 * b, 8 * b + 8) for b in block)
        padded[cut] = scipy.fft.dctn(padded[cut], norm="ortho")
    difference = nibabel.load(tmp_path / "c.nii").get_fdata() - padded
    assert result["check"]["max_difference"] == pytest.approx(np.abs(difference).max(), rel=1e-3)
    assert result["check"]["rms_difference"] == pytest.approx(np.sqrt(np.mean(difference**2)), rel=1e-3)
    assert result["check"]["max_coefficient"] == pytest.approx(np.abs(padded).max())
    run("inverse", "c.nii", "-o", "again.nii", "--engine", engine, "--dtype", "float32")
    again = nibabel.load(tmp_path / "again.nii").get_fdata()  # of coefficients that float32 has rounded
    assert np.abs(again - restored).max() <= 2 * result["inverse"]["error_bound"] < 1


@pytest.mark.quick
@pytest.mark.parametrize("norm", ["ortho", "backward", "forward"])
@pytest.mark.parametrize("shape", [(8, 4, 2), (32, 16, 4)], ids=["fits", "cut"])
@pytest.mark.parametrize("kind, kind_type", [*[(k, t) for k in ["dct", "dst"] for t in [1, 2, 3, 4]], ("dht", 1),
                                             ("dwht", 1), ("dwht", 2), ("dft", 1), ("identity", 1)])
def test_check_knows_every_kind(run, report, engine, tmp_path, rng, kind, kind_type, shape, norm):
    """The check's own formulas agree with the library's matrices: no difference but rounding."""
    np.save(tmp_path / "in.npy", rng.uniform(-1, 1, shape))
    run("roundtrip", "in.npy", "--check", "--json", "r.json", "--engine", engine, "--kind", kind, "--type", kind_type,
        "--norm", norm)
    parts = 2 if kind == "dft" else 1  # each with errors of its own, and the difference has both
    factor = largest_factor([kind] * 3, [kind_type] * 3, norm, shape)
    bound = np.sqrt(parts) * rms_slack(parts * np.prod(shape)) * expected_rms(report()["forward"], factors=[factor])
    assert report()["check"]["rms_difference"] <= bound <= 1e-2 * report()["check"]["max_coefficient"]


@pytest.mark.quick
def test_nothing_lost(run, report, engine, tmp_path):
    """JSON has no infinity: a perfect round trip has a psnr of null. Floats have no exact rounding."""
    np.save(tmp_path / "in.npy", np.arange(8.0).reshape(2, 2, 2))
    done = run("roundtrip", "in.npy", "--engine", engine, "--kind", "identity", "--json", "r.json")
    assert report()["psnr"] is None and report()["max_error"] == 0 and report()["exact"] is None
    assert "PSNR inf dB" in done.stdout


@pytest.mark.quick
@pytest.mark.parametrize("scale", [1e-300, 1, 1e300])
def test_ratio_of_any_range(run, report, engine, tmp_path, scale):
    """Squares of such numbers are not numbers any more."""
    np.save(tmp_path / "in.npy", np.random.default_rng(1).uniform(-scale, scale, (8, 8, 8)))
    run("roundtrip", "in.npy", "--engine", engine, "--check", "--json", "r.json", "-o", "r.npy", "--dtype", "float64")
    error = (np.load(tmp_path / "r.npy") - np.load(tmp_path / "in.npy")) / scale
    assert report()["rms_error"] / scale == pytest.approx(np.sqrt(np.mean(error**2)), rel=1e-6)
    assert 60 < report()["psnr"] < 100
    assert 0 < report()["check"]["rms_difference"] <= report()["check"]["max_difference"] <= 1e-3 * scale


@pytest.mark.quick
def test_ratio_of_a_constant(run, report, engine, tmp_path):
    """There is no range to compare with."""
    np.save(tmp_path / "in.npy", np.full((3, 3, 3), 7.0))
    done = run("roundtrip", "in.npy", "--engine", engine, "--json", "r.json", "--picture", "p.png")
    assert report()["psnr"] is None and report()["max_error"] > 0
    assert "PSNR undefined (constant input)" in done.stdout


@pytest.mark.quick
def test_picture(run, engine, volume, tmp_path):
    """Input left, spectrum in the middle, restored right; axis 1 upwards; so the bright corner is at the lower left."""
    run("roundtrip", "in.nii", "--engine", engine, "--block", "8", "--picture", "p.png")
    image = read_png(tmp_path / "p.png")
    zoom, margin = 30, 12
    widths = [12 * zoom, 16 * zoom, 12 * zoom]
    assert image.shape[1] == sum(widths) + 4 * margin
    left = [margin, 2 * margin + widths[0], 3 * margin + widths[0] + widths[1]]
    middle = volume[:, :, 4].T[::-1].astype(float)
    expected = np.round(255 * (middle - volume.min()) / (volume.max() - volume.min()))
    shown = image[margin + zoom // 2:][:10 * zoom:zoom]
    for panel in [0, 2]:
        grey = shown[:, left[panel] + zoom // 2:][:, :12 * zoom:zoom]
        assert np.all(np.ptp(grey, axis=2) == 0)
        assert np.abs(grey[..., 0] - expected).max() <= 1
    spectrum = image[margin + zoom // 2:][:16 * zoom:zoom, left[1] + zoom // 2:][:, :16 * zoom:zoom]
    assert spectrum[15, 0].sum() > 500 > spectrum[0, 15].sum()
    assert np.any(image[-34:] > 200)  # the labels


@pytest.fixture
def long_work(tmp_path):
    """A volume of so many blocks that progress is shown on the way; a few are done before anyone looks."""
    np.save(tmp_path / "long.npy", np.ones((64, 64, 64)))
    return "long.npy"


@pytest.mark.quick
def test_quiet_and_pipe(run, engine, volume, long_work):
    done = run("roundtrip", "in.nii", "--engine", engine, "--block", "4")
    assert done.stdout and not done.stderr
    done = run("roundtrip", "in.nii", "--engine", engine, "--block", "4", "--quiet")
    assert not done.stdout and not done.stderr
    done = run("roundtrip", long_work, "--engine", engine, "--progress", "--block", "8")
    assert len(re.findall(r"^forward +\[#+\.*\] +\d+ %", done.stderr, re.MULTILINE)) >= 2
    assert "inverse  [########################################] 100 %" in done.stderr


@pytest.mark.quick
def test_progress_on_a_terminal(orbital, engine, long_work, tmp_path):
    """One line that is rewritten."""
    terminal, end = pty.openpty()
    process = subprocess.Popen([orbital, "forward", long_work, "-o", "c.nii", "--block", "8", "--engine", engine],
                               cwd=tmp_path, stdout=subprocess.DEVNULL, stderr=end)
    os.close(end)
    shown = ""
    with contextlib.suppress(OSError):  # that is how a terminal ends
        while part := os.read(terminal, 4096):
            shown += part.decode()
    os.close(terminal)
    assert process.wait() == 0
    assert shown.count("\r") >= 3 and shown.count("\n") == 1 and "100 %" in shown


@pytest.mark.quick
def test_help_and_version(run):
    assert re.fullmatch(r"orbital \d+\.\d+\.\d+\n", run("--version").stdout)
    text = run("--help").stdout
    for command in ["forward", "inverse", "roundtrip", "filter", "compress", "expand", "view", "info", "devices"]:
        assert command in text
        assert re.search(rf"^  orbital {command}\b", run(command, "--help").stdout, re.MULTILINE)  # an example
    assert "Usage" in run(code=2).stderr
    assert run("forward", "--nonsense", code=2).stderr.startswith("orbital forward: ")


@pytest.mark.quick
def test_a_cut_of_the_brain(run, report, brain, tmp_path):
    """On the simulated hardware."""
    image = nibabel.load(brain)
    nibabel.save(image.slicer[60:108, 80:128, 60:108], tmp_path / "in.nii.gz")
    run("roundtrip", "in.nii.gz", "-o", "r.nii.gz", "--engine", "sim:p=4,b=8", "--block", "32", "--json", "r.json")
    assert report()["exact"] and report()["saturations"] == 0 and report()["efficiency"] > 0.999


def test_the_brain(run, report, brain, tmp_path):
    """Every 8-bit voxel comes back; coefficients and restored volume keep the header."""
    run("roundtrip", brain, "-o", "r.nii.gz", "--coefficients", "c.nii.gz", "--engine", "sim:p=4,b=8", "--block", "32",
        "--json", "r.json", "--check")
    result = report()
    assert result["exact"] and result["psnr"] >= 74 and result["saturations"] == 0
    original, restored = nibabel.load(brain), nibabel.load(tmp_path / "r.nii.gz")
    assert np.array_equal(np.round(restored.get_fdata()), original.get_fdata())
    assert np.array_equal(original.affine, restored.affine)
    assert restored.header.get_xyzt_units() == original.header.get_xyzt_units()
    coefficients = nibabel.load(tmp_path / "c.nii.gz")
    assert coefficients.shape == (192, 224, 192)
    block = (slice(64, 96), slice(96, 128), slice(64, 96))
    difference = coefficients.get_fdata()[block] - scipy.fft.dctn(original.get_fdata()[block], norm="ortho")
    assert np.abs(difference).max() <= result["check"]["max_difference"] + 1e-3


@pytest.mark.parametrize("engine_name, block, shift, psnr", [("hls:w=18,p=4,b=8", 32, "auto", 85),
                                                             ("hls:w=16,p=4,b=8", 32, "auto", 73),
                                                             ("hls:w=18,p=4,b=8", 32, "measured", 86)])
def test_precision_of_the_brain(run, report, brain, engine_name, block, shift, psnr):
    run("roundtrip", brain, "--engine", engine_name, "--block", block, "--shift", shift, "--json", "r.json")
    assert report()["psnr"] >= psnr and report()["saturations"] == 0
