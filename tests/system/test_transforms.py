# The transforms of the command against scipy.fft and numpy: right kind, type, norm and axis, and as exact as promised.
# SPDX-License-Identifier: Apache-2.0
import numpy as np
import pytest
import scipy.fft
import scipy.linalg
from rounding import assert_rounding, expected_rms
from scipy_transform import largest_factor

TYPES = [1, 2, 3, 4]
NORMS = ["ortho", "backward", "forward"]
CUBES_AND_CUBOIDS = [(2, 2, 2), (8, 8, 8), (3, 5, 7), (7, 2, 5), (4, 8, 3), (5, 5, 5), (7, 7, 7)]
LARGE = [(32, 32, 32), (31, 29, 23), (2, 32, 17), (13, 11, 19)]
POINTS = 4000  # at least: their rms exceeds the expected one by 7 % at most
ONE_ROUND = dict(one_round=0.6)  # last places of blocks that the array holds, in which no part is summed but one


def pieces(volume, block):
    """The blocks of a volume that they divide, one behind the other."""
    n = [s // b for s, b in zip(volume.shape, block)]
    split = volume.reshape(n[0], block[0], n[1], block[1], n[2], block[2])
    return split.transpose(0, 2, 4, 1, 3, 5).reshape(-1, *block)


def random_volume(rng, block):
    """Full-scale random numbers in as many blocks as POINTS take."""
    repeat = max(1, round((POINTS / np.prod(block)) ** (1 / 3) + 0.5))
    return rng.uniform(-1, 1, [repeat * b for b in block])


def check_back(error, forward, inverse, kinds, types, norm, block):
    """The weights of the norm cancel, but each direction multiplies by those of its own edges."""
    back_types = [{1: 1, 2: 3, 3: 2, 4: 4}[t] for t in types]
    back_norm = {"ortho": "ortho", "backward": "forward", "forward": "backward"}[norm]
    edges = largest_factor(kinds, back_types, back_norm, block) * largest_factor(kinds, types, norm, block)
    factors = [edges, largest_factor(kinds, back_types, back_norm, block)]
    assert_rounding(error, expected_rms(forward, inverse, factors=factors, **ONE_ROUND))


def check_against_scipy(run, report, tmp_path, rng, engine, kind, kind_type, norm, block):
    volume = random_volume(rng, block)
    np.save(tmp_path / "in.npy", volume)
    options = ["--engine", engine, "--kind", kind, "--type", kind_type, "--norm", norm, "--block", "%d,%d,%d" % block]
    run("forward", "in.npy", "-o", "c.npy", *options, "--dtype", "float64", "--json", "r.json", "-f")
    transform = {"dct": scipy.fft.dctn, "dst": scipy.fft.dstn}[kind]
    expected = transform(pieces(volume, block), type=kind_type, norm=norm, axes=(1, 2, 3))
    forward, factor = report(), largest_factor([kind] * 3, [kind_type] * 3, norm, block)
    error = pieces(np.load(tmp_path / "c.npy"), block) - expected
    assert_rounding(error, expected_rms(forward, factors=[factor], **ONE_ROUND))
    assert forward["saturations"] == 0
    run("inverse", "c.npy", "-o", "back.npy", "--engine", engine, "--dtype", "float64", "--json", "r.json", "-f")
    check_back(np.load(tmp_path / "back.npy") - volume, forward, report(), [kind] * 3, [kind_type] * 3, norm, block)


@pytest.mark.quick
@pytest.mark.parametrize("norm", NORMS)
@pytest.mark.parametrize("kind_type", TYPES)
@pytest.mark.parametrize("kind", ["dct", "dst"])
def test_small_blocks_agree_with_scipy(run, report, tmp_path, rng, engine, kind, kind_type, norm):
    for block in CUBES_AND_CUBOIDS:
        check_against_scipy(run, report, tmp_path, rng, engine, kind, kind_type, norm, block)


@pytest.mark.parametrize("norm", NORMS)
@pytest.mark.parametrize("kind_type", TYPES)
@pytest.mark.parametrize("kind", ["dct", "dst"])
def test_large_blocks_agree_with_scipy(run, report, tmp_path, rng, kind, kind_type, norm):
    """On the simulated hardware, whose blocks reach 32 points an axis."""
    for block in LARGE:
        check_against_scipy(run, report, tmp_path, rng, "sim:p=4,b=8", kind, kind_type, norm, block)


def matrix_of(kind, n):
    """The orthonormal matrix, a row for each point."""
    angle = 2 * np.pi * np.outer(range(n), range(n)) / n
    if kind == "dht":
        return (np.cos(angle) + np.sin(angle)) / np.sqrt(n)
    hadamard = scipy.linalg.hadamard(n) / np.sqrt(n)
    if kind == "dwht-sequency":
        order = np.argsort([np.count_nonzero(np.diff(np.sign(row))) for row in hadamard])
        hadamard = hadamard[:, order]
    return hadamard


@pytest.mark.quick
@pytest.mark.parametrize("kind, options", [("dht", ["--kind", "dht"]), ("dwht", ["--kind", "dwht"]),
                                           ("dwht-sequency", ["--kind", "dwht", "--type", "2"])])
def test_other_kinds_agree_with_their_matrices(run, report, tmp_path, rng, engine, kind, options):
    volume = rng.uniform(-1, 1, (8, 4, 8))
    np.save(tmp_path / "in.npy", volume)
    run("forward", "in.npy", "-o", "c.npy", "--engine", engine, *options, "--json", "r.json")
    a, b, c = (matrix_of(kind, n) for n in volume.shape)
    expected = np.einsum("ijk,ia,jb,kc->abc", volume, a, b, c)
    assert_rounding(np.load(tmp_path / "c.npy") - expected, expected_rms(report(), **ONE_ROUND))


@pytest.mark.quick
@pytest.mark.parametrize("order", ["C", "F"])
def test_each_axis_gets_its_own_transform(run, report, tmp_path, rng, engine, order):
    volume = np.asarray(rng.uniform(-1, 1, (7, 5, 6)), order=order)
    np.save(tmp_path / "in.npy", volume)
    run("forward", "in.npy", "-o", "c.npy", "--engine", engine, "--kind", "dct,dst,identity", "--type", "3,4,1",
        "--json", "r.json")
    expected = scipy.fft.dst(scipy.fft.dct(volume, type=3, norm="ortho", axis=0), type=4, norm="ortho", axis=1)
    assert_rounding(np.load(tmp_path / "c.npy") - expected, expected_rms(report(), **ONE_ROUND))


@pytest.mark.quick
def test_a_users_matrix(run, report, tmp_path, rng, engine):
    volume = rng.uniform(-1, 1, (6, 6, 6))
    orthonormal = np.linalg.qr(rng.normal(size=(6, 6)))[0]
    general = np.eye(6) + 0.2 * rng.uniform(-1, 1, (6, 6))
    np.save(tmp_path / "in.npy", volume)
    np.save(tmp_path / "q.npy", orthonormal)
    np.save(tmp_path / "g.npy", np.asfortranarray(general))
    np.save(tmp_path / "g.inverse.npy", np.linalg.inv(general))
    run("forward", "in.npy", "-o", "c.npy", "--engine", engine, "--kind", "matrix:q.npy,identity,matrix:g.npy",
        "--json", "r.json")
    expected = np.einsum("ijk,ia,kc->ajc", volume, orthonormal, general)
    assert np.abs(np.load(tmp_path / "c.npy") - expected).max() <= 8 * report()["last_place"]
    run("inverse", "c.npy", "-o", "back.npy", "--engine", engine, "--kind", "matrix:q.npy,identity,matrix:g.npy")
    assert np.abs(np.load(tmp_path / "back.npy") - volume).max() <= 64 * report()["last_place"]


@pytest.mark.quick
def test_a_users_matrix_must_fit(fails, tmp_path, rng, engine):
    np.save(tmp_path / "in.npy", np.ones((6, 6, 6)))
    np.save(tmp_path / "small.npy", np.eye(5))
    np.save(tmp_path / "skew.npy", np.eye(6) + 0.3)
    command = ["forward", "in.npy", "-o", "c.npy", "--engine", engine, "--kind"]
    fails(*command, "matrix:small.npy", says=["small.npy", "6 x 6"])
    fails(*command, "matrix:skew.npy", says="orbital: skew.npy: the matrix is not orthonormal")
    np.save(tmp_path / "one.npy", np.eye(6))
    fails(*command, "matrix:one.npy,dct,matrix:skew.npy", says="orbital: skew.npy: the matrix is not orthonormal")
    fails(*command, "matrix:none.npy", says=["none.npy", "cannot be read"])


@pytest.mark.quick
def test_blocks_that_do_not_divide(run, report, tmp_path, rng, engine):
    """Filled up with zeros; the inverse restores the true shape."""
    volume = rng.uniform(-1, 1, (9, 5, 11))
    padded = np.zeros((12, 8, 16))
    padded[:9, :5, :11] = volume
    np.save(tmp_path / "in.npy", volume)
    run("forward", "in.npy", "-o", "c.npy", "--engine", engine, "--block", "4,8,8", "--json", "r.json")
    expected = scipy.fft.dctn(pieces(padded, (4, 8, 8)), norm="ortho", axes=(1, 2, 3))
    forward, coefficients = report(), np.load(tmp_path / "c.npy")
    assert coefficients.shape == padded.shape
    assert_rounding(pieces(coefficients, (4, 8, 8)) - expected, expected_rms(forward, **ONE_ROUND))
    run("inverse", "c.npy", "-o", "back.npy", "--engine", engine, "--json", "r.json", "-f")
    back = np.load(tmp_path / "back.npy")
    assert back.shape == volume.shape and back.dtype == volume.dtype
    assert_rounding(back - volume, expected_rms(forward, report(), **ONE_ROUND))


@pytest.mark.quick
def test_inverse_of_what_scipy_transformed(run, report, tmp_path, rng, engine, fails):
    volume = rng.uniform(-1, 1, (8, 6, 4))
    np.save(tmp_path / "c.npy", scipy.fft.dctn(volume))
    fails("inverse", "c.npy", "-o", "back.npy", "--engine", engine, says=["c.npy", "no record", "--kind"])
    run("inverse", "c.npy", "-o", "back.npy", "--engine", engine, "--kind", "dct", "--norm", "backward", "--json",
        "r.json")
    factor = largest_factor(["dct"] * 3, (3, 3, 3), "forward", volume.shape)
    assert_rounding(np.load(tmp_path / "back.npy") - volume, expected_rms(report(), factors=[factor], **ONE_ROUND))


@pytest.mark.quick
def test_measured_shifts_are_more_exact(run, report, tmp_path, rng, engine):
    volume = rng.uniform(-1, 1, (8, 8, 8))  # whose energy spreads, so that the bound is far
    np.save(tmp_path / "in.npy", volume)
    errors = {}
    for shift in ["bound", "measured"]:
        run("forward", "in.npy", "-o", "c.npy", "--engine", engine, "--shift", shift, "--json", "r.json", "-f")
        errors[shift] = np.linalg.norm(np.load(tmp_path / "c.npy") - scipy.fft.dctn(volume, norm="ortho"))
        assert report()["passes"] == {"bound": 1, "measured": 2}[shift]
    assert errors["measured"] < errors["bound"]
