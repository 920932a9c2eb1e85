# Half spectra of the Python package against scipy.fft: any shape, axes, lengths, norms, layouts and engines.
# SPDX-License-Identifier: Apache-2.0
import numpy as np
import orbital
import pytest
import scipy.fft

NAMES = ["rfft", "rfft2", "rfftn", "irfft", "irfft2", "irfftn"]
ARRAY = "hls:p=2,b=8,full=8,float32,jobs=1"


def random_call(rng, name):
    """Points and arguments."""
    axes = int(rng.integers(2 if name.endswith("2") else 1, 6))
    how = {"norm": rng.choice([None, "ortho", "forward", "backward"])}
    if name.endswith("fft"):
        how["axis"] = int(rng.integers(-axes, axes))
        if rng.integers(2):
            how["n"] = int(rng.integers(1, 12))
    else:
        chosen = [int(a) for a in rng.permutation(axes)[:2 if name.endswith("2") else int(rng.integers(1, axes + 1))]]
        if rng.integers(3):
            how["axes"] = chosen
            if rng.integers(2):
                how["s"] = [int(n) for n in rng.integers(1, 10, len(chosen))]
    x = rng.standard_normal(rng.integers(1, 9, axes))
    if name.startswith("i"):
        x = x + 1j * rng.standard_normal(x.shape)
    if rng.integers(2):
        x = x.astype(np.complex64 if name.startswith("i") else np.float32)
    return x.T if rng.integers(3) == 0 else x, how


def outcome(function, *arguments, **how):
    try:
        return function(*arguments, **how)
    except (ValueError, IndexError) as error:
        return error


def check(rng, name, engine, bound):
    x, how = random_call(rng, name)
    before = x.copy()
    want = outcome(getattr(scipy.fft, name), x, **how)
    got = outcome(getattr(orbital, name), x, engine=engine, **how)
    call = f"{name}, {x.shape}, {x.dtype}, {how}"
    assert np.array_equal(x, before), call
    if isinstance(want, Exception):
        assert isinstance(got, Exception), call
        return
    assert got.shape == want.shape and got.dtype == want.dtype, call
    largest = np.abs(want).max()
    assert np.all(np.abs(got - want) <= max(bound, 1e-6 * (want.itemsize // (want.dtype.kind == "c" and 2 or 1) == 4))
                  * largest), call


@pytest.mark.parametrize("name", NAMES)
def test_any_call(rng, name):
    for _ in range(100):
        check(rng, name, "cpu", 1e-14)


@pytest.mark.parametrize("name", NAMES)
def test_an_array_computes_whole_spectra(rng, name):
    for _ in range(10):
        check(rng, name, ARRAY, 1e-5)


@pytest.mark.quick
def test_refusals():
    for name in NAMES[:3]:
        with pytest.raises(TypeError, match="real"):
            getattr(orbital, name)(np.ones((2, 2), complex))
    with pytest.raises(ValueError, match="data points"):
        orbital.irfft(np.ones(1))
    with pytest.raises(ValueError, match="at least 1 axis"):
        orbital.rfftn(np.ones(3), axes=())
    with pytest.raises(ValueError, match="norm"):
        orbital.rfft(np.ones(3), norm="none")
    with pytest.raises(orbital.Unsupported, match="at most 4"):
        orbital.rfft(np.ones(5), longest=4)
