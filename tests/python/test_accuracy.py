# Fixed point with default options: the errors against scipy.fft, what they are said to be, and what they cost.
# SPDX-License-Identifier: Apache-2.0
import re
import sys
from itertools import product, tee

import numpy as np
import orbital
import pytest
import scipy.fft
from distributions import DISTRIBUTIONS, N

# Those whose errors are random: the others have few numbers, or one that is far larger than all others.
RANDOM = ["noise", "scaled", "uniform", "sphere"]


@pytest.fixture(scope="module")
def plans():
    """A plan of each way to find the shifts."""
    made = {shift: orbital.Plan((N,) * 3, engine="hls:p=4,b=8,full=8,w=18,jobs=1", shift=shift)
            for shift in ("auto", "bound")}
    yield made
    for plan in made.values():
        plan.close()


def reference(volume, kind):
    if kind == "dct":
        return scipy.fft.dctn(volume, norm="ortho")
    spectrum = volume
    for axis in range(3):  # a Hartley transform is one along each axis
        spectrum = scipy.fft.fft(spectrum, axis=axis, norm="ortho")
        spectrum = spectrum.real - spectrum.imag if kind == "dht" else spectrum
    return spectrum


def errors(plan, blocks, inverse):
    """The rms error of each block relative to the rms of the exact results, and the reports."""
    found, reports = [], []
    for block in blocks:
        exact = (scipy.fft.idctn if inverse else scipy.fft.dctn)(block, norm="ortho")
        result = plan.inverse(block) if inverse else plan.forward(block)
        error = result - exact
        assert np.isfinite(error).all() and plan.report["saturations"] == 0
        assert np.abs(error).max() <= plan.report["error_bound"] + 1e-12 * np.abs(exact).max()
        found.append(np.sqrt(np.mean(error ** 2)) / np.sqrt(np.mean(exact ** 2)))
        reports.append(plan.report)
    return np.array(found), reports


@pytest.mark.parametrize("count", [24, pytest.param(1000, marks=pytest.mark.long)])
@pytest.mark.parametrize("inverse", [False, True], ids=["forward", "inverse"])
@pytest.mark.parametrize("name", DISTRIBUTIONS)
def test_no_block_is_worse_than_with_the_bound(plans, rng, name, inverse, count):
    blocks = (DISTRIBUTIONS[name](rng) for _ in range(count))
    if inverse:
        blocks = (scipy.fft.dctn(block, norm="ortho") for block in blocks)
    blocks, again = tee(blocks)
    auto, reports = errors(plans["auto"], blocks, inverse)
    bound, _ = errors(plans["bound"], again, inverse)
    # Two roundings of the same numbers differ by chance, most where the errors are those of few numbers.
    assert np.sqrt(np.mean(auto ** 2)) <= 1.05 * np.sqrt(np.mean(bound ** 2)) + 1e-15
    assert max(report["passes"] for report in reports) <= 2
    assert sum(report["passes"] for report in reports) <= 1.25 * count
    assert sum(report["repeats"] for report in reports) == sum(report["passes"] - 1 for report in reports)


@pytest.mark.parametrize("count", [60, pytest.param(1000, marks=pytest.mark.long)])
def test_white_noise_in_one_pass(plans, rng, count):
    found, reports = errors(plans["auto"], (rng.standard_normal((N,) * 3) for _ in range(count)), False)
    assert np.sqrt(np.mean(found ** 2)) <= 5e-5
    assert sum(report["passes"] for report in reports) <= 1.05 * count


@pytest.mark.parametrize("name", RANDOM)
@pytest.mark.parametrize("shift", ["auto", "bound"])
def test_expected_errors_are_those_that_occur(plans, rng, name, shift):
    blocks = [DISTRIBUTIONS[name](rng) for _ in range(12)]
    found, reports = errors(plans[shift], blocks, False)
    for block, error, report in zip(blocks, found, reports):
        exact = np.sqrt(np.mean(scipy.fft.dctn(block, norm="ortho") ** 2))
        assert 0.8 < error * exact / report["error_rms"] < 1.2


@pytest.mark.parametrize("engine", ["hls:p=4,b=5,nbuf=4,jobs=1", "hls:p=4,b=8,lanes=2,jobs=1",
                                    "hls:p=2,b=4,full=4,w=16,jobs=1"])
@pytest.mark.parametrize("kind", [("dct",) * 3, ("dft",) * 3, ("dst", "dwht", "identity"), ("dht", "dft", "dct")])
@pytest.mark.parametrize("shape, block", [((16, 8, 16), None), ((7, 8, 5), None), ((37, 16, 40), (8, 8, 8)),
                                          ((50, 32, 3), None), ((3, 4, 130), None)])
def test_shapes_kinds_and_arrays(rng, engine, kind, shape, block):
    """There and back: cut lines, padding, tori, complex numbers, lanes. The mean is far from zero in some blocks."""
    block = block or shape
    if any(one == "dwht" and size & (size - 1) for one, size in zip(kind, block)):
        kind = tuple("dct" if one == "dwht" else one for one in kind)
    volume = rng.standard_normal(shape) + rng.choice([0.0, 50.0])
    dtype = np.complex128 if "dft" in kind else np.float64
    with orbital.Plan(shape, kind, block=block, engine=engine, dtype=np.float64) as plan:
        coefficients = plan.forward(volume)
        forward = plan.report
        restored = plan.inverse(coefficients)
        backward = plan.report
    assert coefficients.dtype == dtype and forward["saturations"] == backward["saturations"] == 0
    limit = np.hypot(forward["error_rms"], backward["error_rms"])
    found = np.abs(restored - volume)
    assert np.sqrt(np.mean(found ** 2)) <= 1.5 * limit
    # A single wrong point stands out among those of its block. A block at the edge may have larger errors than the
    # others: where the mean is far from zero, its padding is a step.
    for start in product(*(range(0, size, step) for size, step in zip(shape, block))):
        piece = found[tuple(slice(first, first + step) for first, step in zip(start, block))]
        assert piece.max() <= 8 * np.sqrt(np.mean(piece ** 2))


def permutation(rng, n=N):
    """A transform that moves words, and rounds nothing."""
    return np.eye(n)[rng.permutation(n)]


def test_integers_stay_exact(rng):
    """What is set aside is a multiple of the step between words, so that numbers which fit words lose nothing. The mean
    of these is no such multiple."""
    volume, matrix = rng.integers(1000, 1200, (30,) * 3) * 64.0, permutation(rng, 30)
    with orbital.Plan(volume.shape, ("identity", "identity", matrix), engine="hls:p=4,b=8,full=8,w=18,jobs=1") as plan:
        assert np.array_equal(plan.forward(volume), volume @ matrix)


def test_words_do_not_become_coarser(rng):
    """Most points are as large as a word can be, and a few the opposite: the differences from the mean are larger,
    although the sum of their squares is smaller. Words with room for them would lose a bit."""
    volume, matrix = np.full((N,) * 3, 131071.0), permutation(rng)
    volume[tuple(rng.integers(0, N, (3, 30)))] = -131070.0
    with orbital.Plan(volume.shape, ("identity", "identity", matrix), engine="hls:p=4,b=8,full=8,w=18,jobs=1") as plan:
        assert np.array_equal(plan.forward(volume), volume @ matrix)


def test_complex_points(rng):
    """A constant part with a real and an imaginary part, and a complex point that is larger than all others."""
    noise = rng.standard_normal((6, 8, 8)) + 1j * rng.standard_normal((6, 8, 8))
    alone = noise.copy()
    alone[2, 5, 3] = 3000 - 4000j
    with orbital.Plan(noise.shape, "dft", engine="hls:p=4,b=5,nbuf=4,jobs=1", dtype=np.complex128) as plan:
        for volume in (noise + 20 - 70j, alone):
            error = plan.forward(volume) - scipy.fft.fftn(volume, norm="ortho")
            assert np.abs(error).max() <= 12 * plan.report["error_rms"] < 1e-3


@pytest.mark.parametrize("kind", ["dct", "dft", "dht"])
@pytest.mark.parametrize("shape", [(40, 40, 40), (6, 7, 70), (34, 5, 33), (16, 16, 16)])
def test_a_mean_costs_no_accuracy(rng, shape, kind):
    """Not in volumes that need several rounds, either: there it stands in single lines, or in a point of each."""
    noise = rng.standard_normal(shape)
    expected = []
    with orbital.Plan(shape, kind, engine="hls:p=4,b=8,full=8,w=18,jobs=1", dtype=np.float64) as plan:
        for mean in (0.0, 1e4):
            volume = noise + mean
            result = plan.forward(volume)
            expected.append(plan.report["error_rms"])
            exact = reference(volume, kind)
            assert np.sqrt(np.mean(np.abs(result - exact) ** 2)) <= 1.2 * plan.report["error_rms"]
            restored = plan.inverse(result)
            assert np.sqrt(np.mean((restored - volume) ** 2)) <= 1.3 * np.hypot(expected[-1], plan.report["error_rms"])
    assert expected[1] <= 1.3 * expected[0]


@pytest.mark.parametrize("kind", [("dct",) * 3, ("dct", "identity", "dct"), ("identity", "dct", "dct")])
@pytest.mark.parametrize("shape", [(9, 10, 11), (3, 4, 37), (35, 2, 3)])
def test_a_mean_of_blocks_at_the_edge(rng, shape, kind):
    """It is that of the points in the volume, and is set aside of these only."""
    noise = rng.standard_normal(shape)
    expected = []
    axes = [axis for axis, one in enumerate(kind) if one == "dct"]
    with orbital.Plan(shape, kind, block=(8, 8, 8), engine="hls:p=4,b=5,nbuf=4,jobs=1") as plan:
        for mean in (0.0, 1e8):
            padded = np.zeros(plan.coefficient_shape)
            padded[tuple(slice(n) for n in shape)] = noise + mean
            exact = np.empty_like(padded)
            for corner in np.ndindex(*(n // 8 for n in padded.shape)):
                box = tuple(slice(8 * i, 8 * i + 8) for i in corner)
                exact[box] = scipy.fft.dctn(padded[box], axes=axes, norm="ortho")
            error = plan.forward(noise + mean) - exact
            expected.append(plan.report["error_rms"])
            assert np.sqrt(np.mean(error ** 2)) <= 2 * expected[-1]
    assert expected[1] <= 3 * expected[0]  # few points: a shift may differ by a bit


@pytest.mark.parametrize("engine", ["hls:p=3,b=5,nbuf=3,jobs=1", "hls:p=2,b=4,full=4,w=16,jobs=1"])
def test_blocks_that_run_again_lose_a_bit(rng, engine):
    """One whose estimate was too small by little: its error is twice that of others, not as with the bounds."""
    repeated, others = [], []
    with orbital.Plan((8, 8, 8), engine=engine) as plan:
        for tried in range(20000):
            if len(repeated) == 3 and tried >= 1000:
                break
            block = rng.standard_normal((8, 8, 8)) * 2.0 ** rng.uniform(0, 1)
            result = plan.forward(block)
            exact = scipy.fft.dctn(block, norm="ortho")
            error = np.sqrt(np.mean((result - exact) ** 2) / np.mean(exact ** 2))
            assert np.isfinite(error) and plan.report["saturations"] == 0
            (repeated if plan.report["repeats"] else others).append(error)
    assert len(repeated) >= 3 and np.max(repeated) <= 3.5 * np.median(others)


@pytest.mark.parametrize("shape", [(16, 16, 16), (9, 20, 40)])
def test_expected_errors_of_complex_numbers(rng, shape):
    """Those of a forward transform of real and of complex points, and of an inverse to real points."""
    volume = rng.standard_normal(shape)
    points = volume + 1j * rng.standard_normal(shape)
    spectrum = scipy.fft.fftn(volume, norm="ortho")
    engine = "hls:p=4,b=8,full=8,w=18,jobs=1"
    with orbital.Plan(shape, "dft", engine=engine, dtype=np.float64) as real, \
            orbital.Plan(shape, "dft", engine=engine, dtype=np.complex128) as both:
        for plan, result, exact in ((real, real.forward, spectrum), (real, real.inverse, volume),
                                    (both, both.forward, points), (both, both.inverse, points)):
            given = {id(spectrum): volume, id(volume): spectrum}.get(id(exact))
            if given is None:
                given = (scipy.fft.ifftn if result == both.forward else scipy.fft.fftn)(points, norm="ortho")
            error = np.sqrt(np.mean(np.abs(result(given) - exact) ** 2))
            assert 0.8 < error / plan.report["error_rms"] < 1.2


@pytest.mark.parametrize("engine", ["hls:p=4,b=5,nbuf=4,jobs=1", "hls:p=2,b=4,full=4,w=16,jobs=1"])
@pytest.mark.parametrize("shape, block", [((40, 40), (32, 32)), ((11, 11), (9, 11)), ((20,), (8,)),
                                          ((9, 20, 3), (8, 8, 8))])
def test_blocks_beyond_the_volume_have_no_errors(rng, engine, shape, block):
    """Cubes that are padding only are no part of a mean over points."""
    volume = rng.standard_normal(shape)
    with orbital.Plan(shape, "dct", block=block, engine=engine) as plan:
        back = plan.inverse(plan.forward(volume))
        assert 0.3 < np.sqrt(np.mean((back - volume) ** 2)) / plan.report["error_rms"] < 2.5
        plan.forward(np.zeros(shape))
        assert plan.report["error_rms"] == plan.report["error_bound"] == 0.0


@pytest.mark.parametrize("engine, shape, block", [
    *[("p=4,b=8,full=8,w=18", shape, (32, 32, 32)) for shape in [(33, 33, 33), (40, 36, 33), (64, 33, 3)]],
    *[("p=2,b=4,full=4,w=16", (32, n, 32), (0, 64, 0)) for n in [1, 8, 33]],
    ("p=2,b=4,full=4,w=16", (20, 30, 9), (20, 32, 16))])
def test_expected_errors_of_points_within_the_volume(rng, engine, shape, block):
    """An inverse transform leaves out the points beyond the edge, whose errors are smaller, in one or three rounds."""
    volume = rng.standard_normal(shape)
    with orbital.Plan(shape, "dct", block=block, engine="cpu") as plan:
        coefficients = plan.forward(volume)
    with orbital.Plan(shape, "dct", block=block, engine=f"hls:{engine},jobs=1") as plan:
        error = np.sqrt(np.mean((plan.inverse(coefficients) - volume) ** 2))
        assert 0.75 < error / plan.report["error_rms"] < 1.1


def test_headroom_is_that_of_the_run_that_is_used(rng):
    """With measured shifts, the second run is not used if a sum was rounded up and clipped."""
    seen = set()
    for _ in range(300):
        shape = tuple(int(n) for n in rng.integers(1, 4, 3))
        with orbital.Plan(shape, "dct", type=[int(t) for t in rng.choice([2, 3, 4], 3)], block=[0, 0, 32],
                          engine="hls:p=3,b=5,full=5,w=18,nbuf=3,jobs=1", shift="measured") as plan:
            plan.inverse(plan.forward(rng.standard_normal(shape)))
            seen.update(plan.report["headroom"])
    assert min(seen) >= 0


@pytest.mark.parametrize("mean", [1e6, 1e9, 1e12])
def test_a_very_large_mean_leaves_its_differences(rng, mean):
    """What is left after it has a step of its own; doubles limit the rest."""
    noise = np.rint(rng.standard_normal((8, 8, 8)) * 1000) / 1024
    with orbital.Plan(noise.shape, "dct", engine="hls:p=4,b=5,nbuf=4,jobs=1") as plan:
        plan.forward(noise)
        alone = plan.report["error_rms"]
        error = plan.forward(noise + mean) - scipy.fft.dctn(noise, norm="ortho")
        assert plan.report["error_rms"] <= 1.5 * alone
    error[0, 0, 0] = 0.0
    assert np.sqrt(np.mean(error ** 2)) <= 1.2 * alone + 8 * np.spacing(mean)


@pytest.mark.parametrize("exponent", [-1040, -700, -520, 520, 700, 1000])
def test_expected_errors_of_tiny_and_huge_numbers(rng, exponent):
    volume = rng.standard_normal((8, 8, 8))
    with orbital.Plan(volume.shape, "dct", engine="hls:p=4,b=5,nbuf=4,jobs=1") as plan:
        plan.forward(volume)
        wanted = plan.report["error_rms"], plan.report["error_bound"]
        plan.forward(np.ldexp(volume, exponent))
        if exponent > -1000:
            found = plan.report["error_rms"], plan.report["error_bound"]
            assert np.allclose(found, np.ldexp(wanted, exponent), atol=0)
        else:  # the points themselves have lost digits
            assert 0 < plan.report["error_rms"] < plan.report["error_bound"]


def test_no_block_is_coarser_than_with_the_bound(rng):
    """Not even where tori with blocks of different kinds share shifts."""
    for _ in range(40):
        shape = tuple(int(n) for n in rng.integers(1, 10, 3))
        block = tuple(int(rng.integers(1, n + 1)) for n in shape)
        volume = rng.standard_normal(shape) * 2.0 ** rng.integers(-3, 4, shape)
        places = []
        for shift in ("auto", "bound"):
            with orbital.Plan(shape, "dht", block=block, engine="hls:p=4,b=8,full=8,w=18,jobs=1", shift=shift,
                              dtype=np.complex128) as plan:
                plan.forward(volume.astype(complex))
                places.append(plan.report["last_place"])
        assert places[0] <= places[1]


def test_floats_have_no_expected_errors():
    for engine in ("cpu", "hls:p=2,b=8,full=8,float32,jobs=1"):
        with orbital.Plan((4, 4, 4), engine=engine) as plan:
            plan.forward(np.ones((4, 4, 4)))
            assert np.isnan(plan.report["error_rms"]) and np.isnan(plan.report["error_bound"])


def test_estimates_of_smooth_blocks(rng):
    """Of smooth blocks nearly all is in few coefficients: the estimates find them, so that few blocks run again, and no
    more than a bit remains unused."""
    x = np.arange(N) / N
    passes, unused = 0, []
    with orbital.Plan((N,) * 3, engine="hls:p=4,b=8,full=8,w=18,jobs=1") as plan:
        for _ in range(40):
            waves = [np.cos(np.pi * rng.uniform(0, 3) * x + rng.uniform(0, 6)) for _ in range(6)]
            block = sum(np.multiply.outer(np.multiply.outer(a, b), c) for a, b, c in (waves[:3], waves[3:]))
            plan.forward(block + 0.01 * rng.standard_normal((N,) * 3))
            passes += plan.report["passes"]
            unused.append(max(plan.report["headroom"]))
    assert passes <= 44 and np.mean(unused) <= 1.0


def test_page_has_figures_that_are_measured(root):
    """One row of docs/accuracy.md, which `make accuracy` wrote."""
    sys.path.insert(0, str(root / "bench/accuracy"))
    import accuracy
    row = re.search(r"^\| 18 bits \| (.*) \|$", (root / "docs/accuracy.md").read_text(), re.MULTILINE)[1].split(" | ")
    for name, cell in zip(accuracy.SHOWN, row):
        found, _ = accuracy.accuracy(orbital, "hls:p=4,b=8,full=8,w=18,jobs=1", name)
        assert abs(found - float(cell)) <= 0.1
