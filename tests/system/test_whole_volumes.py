# Whole volumes of any size against scipy.fft: longer than the array on any axis, of prime sizes, less than the torus.
# SPDX-License-Identifier: Apache-2.0
import re

import nibabel
import numpy as np
import pytest
import scipy.fft
from configs import configurations
from engines import engine_of, number_format
from rounding import assert_rounding, expected_rms
from scipy_transform import largest_factor, transform

# The largest error of one transform over its largest result: eight times the rms error, or more.
FLOAT_ERROR = {"float32": 2e-6, "float16": 3e-3, "bfloat16": 2e-2}

LONG = 7200  # seconds after which a whole brain must hang

MODELS = configurations()
# For volumes of the size of a brain: the fixed-point array of the demonstration, and each in binary32.
BRAIN_ENGINES = {"fixed": "sim:p=4,b=8", **{name: engine_of("sim", name) for name in MODELS
                                            if number_format(name) == "float32"}}


def shapes_for(limit):
    """Shapes that cut each axis alone, two, all, and none, for an array of at most limit points an axis."""
    return [(limit + 1, limit, 3), (2, 2 * limit + 1, limit), (limit, 1, 3 * limit - 1),  # one axis cut
            (limit + 3, 2 * limit, 5), (1, limit + 1, limit + 2),  # two
            (2 * limit - 1, limit + 5, limit + 1),  # three
            (1, 1, 1), (2, 1, 3), (3 * limit + 2, 1, 1)]  # less than a point a node; one line


def check(result, expected, rms, number, transforms=1):
    """Compares with scipy: in fixed point with the rms error that is stated, in float with the largest result. The
    errors of two transforms add up as squares."""
    error = result - expected
    if number == "fixed":
        assert_rounding(error, rms, expected)
    else:
        largest = np.abs(error).max() / np.abs(expected).max()
        assert largest <= np.sqrt(transforms) * FLOAT_ERROR[number], largest


def check_forward(run, report, tmp_path, volume, engine, number="fixed", kinds=("dct",) * 3, types=(2, 2, 2),
                  norm="ortho", options=()):
    """Leaves the coefficients in c.npy; returns the report."""
    np.save(tmp_path / "in.npy", volume)
    run("forward", "in.npy", "-o", "c.npy", "--engine", engine, "--kind", ",".join(kinds), "--type",
        "%d,%d,%d" % tuple(types), "--norm", norm, "--dtype", "float64", "--json", "r.json", "-f", *options)
    result = report()
    factor = largest_factor(kinds, types, norm, volume.shape)
    check(np.load(tmp_path / "c.npy"), transform(volume, kinds, types, norm), expected_rms(result, factors=[factor]),
          number)
    assert result["saturations"] == 0 and result["blocks"] == 1
    return result


def check_back(run, report, tmp_path, volume, engine, forward, number="fixed", **options):
    """That c.npy, of an orthonormal forward transform with that report, is restored."""
    run("inverse", "c.npy", "-o", "back.npy", "--engine", engine, "--dtype", "float64", "--json", "r.json", "-f",
        **options)
    check(np.load(tmp_path / "back.npy"), volume, expected_rms(forward, report()), number, transforms=2)
    assert report()["saturations"] == 0


@pytest.mark.parametrize("name", MODELS)
def test_any_shape(run, report, tmp_path, rng, name):
    limit, number = MODELS[name]["P"] * MODELS[name]["BMAX"], number_format(name)
    engine = engine_of("hls", name) + ",jobs=1"
    for shape in shapes_for(limit) if limit <= 16 else [(limit + 1, limit + 2, 2 * limit + 1), (3, 5, 1)]:
        volume = rng.uniform(-1, 1, shape)
        forward = check_forward(run, report, tmp_path, volume, engine, number)
        check_back(run, report, tmp_path, volume, engine, forward, number)


@pytest.mark.quick
@pytest.mark.parametrize("shape", [(11, 13, 17), (23, 2, 3), (3, 29, 7), (5, 4, 31)])
def test_prime_sizes(run, report, tmp_path, rng, engine, shape):
    volume = rng.uniform(-1, 1, shape)
    forward = check_forward(run, report, tmp_path, volume, engine)
    check_back(run, report, tmp_path, volume, engine, forward)


@pytest.mark.quick
@pytest.mark.parametrize("norm", ["ortho", "backward", "forward"])
@pytest.mark.parametrize("kinds, types", [*[((kind,) * 3, (t, t, t)) for kind in ["dct", "dst"] for t in [1, 2, 3, 4]],
                                          (("dct", "identity", "dst"), (3, 2, 1)),
                                          (("identity", "identity", "dct"), (2, 2, 4))])
def test_kinds_that_are_cut(run, report, tmp_path, rng, engine, kinds, types, norm):
    check_forward(run, report, tmp_path, rng.uniform(-1, 1, (9, 10, 19)), engine, kinds=kinds, types=types, norm=norm)


@pytest.mark.quick
def test_a_users_matrix_that_is_cut(run, report, tmp_path, rng, engine):
    volume = rng.uniform(-1, 1, (13, 9, 4))
    orthonormal, general = np.linalg.qr(rng.normal(size=(13, 13)))[0], np.eye(9) + 0.2 * rng.uniform(-1, 1, (9, 9))
    np.save(tmp_path / "in.npy", volume)
    np.save(tmp_path / "q.npy", orthonormal)
    np.save(tmp_path / "g.npy", general)
    np.save(tmp_path / "g.inverse.npy", np.linalg.inv(general))
    run("forward", "in.npy", "-o", "c.npy", "--engine", engine, "--kind", "matrix:q.npy,matrix:g.npy,dct",
        "--json", "r.json")
    expected = scipy.fft.dct(np.einsum("ijk,ia,jb->abk", volume, orthonormal, general), norm="ortho", axis=2)
    assert np.abs(np.load(tmp_path / "c.npy") - expected).max() <= 16 * report()["last_place"]
    run("inverse", "c.npy", "-o", "back.npy", "--engine", engine, "--kind", "matrix:q.npy,matrix:g.npy,dct")
    assert np.abs(np.load(tmp_path / "back.npy") - volume).max() <= 64 * report()["last_place"]


@pytest.mark.quick
def test_blocks_larger_than_the_array(run, report, tmp_path, rng, engine):
    volume = rng.uniform(-1, 1, (20, 24, 9))
    np.save(tmp_path / "in.npy", volume)
    run("forward", "in.npy", "-o", "c.npy", "--engine", engine, "--block", "10,12,9", "--json", "r.json")
    result, coefficients = report(), np.load(tmp_path / "c.npy")
    assert result["blocks"] == 4 and coefficients.shape == volume.shape
    for i, j in np.ndindex(2, 2):
        cut = np.s_[10 * i:10 * i + 10, 12 * j:12 * j + 12]
        assert_rounding(coefficients[cut] - scipy.fft.dctn(volume[cut], norm="ortho"), expected_rms(result))
    run("inverse", "c.npy", "-o", "back.npy", "--engine", engine)
    assert np.abs(np.load(tmp_path / "back.npy") - volume).max() <= 64 * report()["last_place"]


@pytest.mark.parametrize("name", MODELS)
def test_many_small_blocks(run, report, tmp_path, rng, name):
    """Blocks that small tori may take several at a time: each is what it would be alone."""
    limit, number = MODELS[name]["P"] * MODELS[name]["BMAX"], number_format(name)
    for block in [(limit // 2,) * 3, (2, limit // 4, 3)]:
        shape = [4 * n for n in block]
        np.save(tmp_path / "in.npy", rng.uniform(-1, 1, shape))
        run("forward", "in.npy", "-o", "c.npy", "--engine", engine_of("hls", name), "--block", "%d,%d,%d" % block,
            "--dtype", "float64", "--json", "r.json", "-f")
        result, coefficients, volume = report(), np.load(tmp_path / "c.npy"), np.load(tmp_path / "in.npy")
        expected = np.zeros(shape)
        for corner in np.ndindex(4, 4, 4):
            cut = tuple(slice(c * n, c * n + n) for c, n in zip(corner, block))
            expected[cut] = scipy.fft.dctn(volume[cut], norm="ortho")
        check(coefficients, expected, expected_rms(result), number)
        assert result["blocks"] == 64 and result["tori"] == (MODELS[name]["P"] // result["torus"]) ** 3


@pytest.mark.quick
def test_small_cubes_share_the_array(run, report, tmp_path, rng):
    """Eight cubes of 10 x 10 x 10 fill eight tori of 2 x 2 x 2 nodes; one alone is quicker on the whole array."""
    np.save(tmp_path / "many.npy", rng.uniform(-1, 1, (20, 20, 20)))
    np.save(tmp_path / "one.npy", rng.uniform(-1, 1, (10, 10, 10)))
    results = {}
    for file in ["many", "one"]:
        done = run("forward", f"{file}.npy", "-o", "c.npy", "--engine", "hls:p=4,b=5,nbuf=4,jobs=1", "--block", "10",
                   "--json", "r.json", "-f")
        results[file] = report()
        assert ("8 tori of 2^3" in done.stdout) == (file == "many")
    many, one = results["many"], results["one"]
    assert (many["blocks"], many["torus"], many["tori"]) == (8, 2, 8) and (one["torus"], one["tori"]) == (4, 1)
    assert many["ideal_cycles"] == 3 * 2 * 5**4 and many["run_cycles"] < 8 * one["run_cycles"]


@pytest.mark.quick
def test_measured_shifts_of_whole_volumes(run, report, tmp_path, rng, engine):
    volume = rng.uniform(-1, 1, (19, 12, 10))
    bound = check_forward(run, report, tmp_path, volume, engine)
    measured = check_forward(run, report, tmp_path, volume, engine, options=["--shift", "measured"])
    assert measured["last_place"] <= bound["last_place"] and measured["passes"] > bound["passes"]


@pytest.mark.quick
def test_cuts_are_reported_for_the_users_axes(run, report, tmp_path, rng, engine):
    """Axis 0 is the first index in every format, also where it varies fastest in the file."""
    volume = rng.uniform(-1, 1, (33, 2, 8)).astype("f4")
    nibabel.save(nibabel.Nifti1Image(volume, np.eye(4)), tmp_path / "in.nii")
    np.save(tmp_path / "in.npy", volume)
    for name in ["in.nii", "in.npy"]:
        done = run("forward", name, "-o", "c.npy", "--engine", engine, "--json", "r.json", "-f")
        result = report()
        assert result["cuts"][0] >= 5 and result["cuts"][1:] == [1, 1]
        assert result["why"] and result["why"] in done.stdout
        assert result["words_in"] >= volume.size and result["words_out"] >= volume.size and result["coef_words"] > 0
        assert result["ideal_cycles"] <= result["bound_cycles"] <= result["run_cycles"]
        for key in ["run_cycles", "bound_cycles", "words_in", "words_out", "coef_words"]:
            assert re.search(rf"\b{result[key]}\b", done.stdout)


@pytest.mark.quick
def test_progress_of_one_block(run, tmp_path, rng, engine):
    """A block that is cut shows progress on its way, and can be stopped there."""
    np.save(tmp_path / "in.npy", rng.uniform(-1, 1, (48, 48, 48)))
    done = run("forward", "in.npy", "-o", "c.npy", "--engine", engine, "--progress")
    assert len(re.findall(r"^forward +\[#+\.+\] +\d+ %", done.stderr, re.MULTILINE)) >= 3
    assert "[########################################] 100 %" in done.stderr


@pytest.mark.parametrize("name", BRAIN_ENGINES)
def test_a_cut_of_the_brain_agrees_with_scipy(run, report, brain, tmp_path, name):
    """70 x 50 x 37 points, on the simulated hardware."""
    volume = nibabel.load(brain).get_fdata()[60:130, 80:130, 70:107]
    number = number_format(name)
    forward = check_forward(run, report, tmp_path, volume, BRAIN_ENGINES[name], number)
    check_back(run, report, tmp_path, volume, BRAIN_ENGINES[name], forward, number)


@pytest.mark.long
@pytest.mark.parametrize("name", BRAIN_ENGINES)
def test_the_whole_brain_agrees_with_scipy(run, report, brain, tmp_path, name):
    """181 x 217 x 181 points as they come from the file, without --block."""
    volume = nibabel.load(brain).get_fdata()
    run("forward", brain, "-o", "c.npy", "--engine", BRAIN_ENGINES[name], "--dtype", "float64", "--json", "r.json",
        timeout=LONG)
    number = number_format(name)
    result = report()
    check(np.load(tmp_path / "c.npy"), scipy.fft.dctn(volume, norm="ortho"), expected_rms(result), number)
    if number == "fixed":  # in float the way back is as long again; the cut above goes both
        check_back(run, report, tmp_path, volume, BRAIN_ENGINES[name], result, number, timeout=LONG)
