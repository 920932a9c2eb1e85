# The functions of the Python package against those of scipy.fft.
# SPDX-License-Identifier: Apache-2.0
import concurrent.futures
import inspect
import subprocess
import sys
import threading

import numpy as np
import orbital
import pytest
import scipy.fft

REAL = ["dct", "idct", "dst", "idst"]
NAMES = REAL + [f + "n" for f in REAL] + ["fft", "ifft", "fft2", "ifft2", "fftn", "ifftn"]
SIZES = [1, 2, 3, 4, 5, 7, 8, 11, 13, 16, 31]
DTYPES = ["f2", "f4", "f8", "c8", "c16", ">f4", ">f8", ">c16", "i1", ">i4", "u8", "?"]


def expected(name, x, **how):
    """scipy.fft, in double; of complex points part by part, as it forgets orthogonalize for these."""
    function = getattr(scipy.fft, name)
    x = np.asarray(x, np.complex128 if x.dtype.kind == "c" else np.float64)
    if "fft" in name or x.dtype.kind != "c":
        return function(x, **how)
    return function(x.real.copy(), **how) + 1j * function(x.imag.copy(), **how)


def close(got, want, dtype):
    single = dtype.itemsize // (2 if dtype.kind == "c" else 1) <= 4 and dtype.kind in "fc"
    size = want.size and np.abs(want).max()
    return got.shape == want.shape and np.all(np.abs(got - want) <= (1e-5 if single else 1e-13) * (size or 1))


def points(rng, shape, dtype):
    dtype = np.dtype(dtype)
    x = rng.uniform(-1, 1, shape) * (1 if dtype.kind in "fc" else 100)
    return (x + 1j * rng.uniform(-1, 1, shape) if dtype.kind == "c" else np.abs(x)).astype(dtype)


def laid_out(rng, x):
    """The same points, otherwise in memory."""
    choice = rng.integers(6)
    if choice == 0:
        return np.asfortranarray(x)
    if choice == 1:
        return np.flip(np.flip(x).copy())
    if choice == 2:
        wide = np.zeros([2 * n + 1 for n in x.shape], x.dtype)
        part = wide[tuple(slice(1, None, 2) for _ in x.shape)]
        part[...] = x
        return part
    if choice == 3:
        crooked = np.empty(x.nbytes + 1, np.uint8)[1:].view(x.dtype).reshape(x.shape)
        crooked[...] = x
        return crooked
    if choice == 4:
        x.flags.writeable = False
    return x


def case(rng):
    name, shape = str(rng.choice(NAMES)), tuple(rng.choice(SIZES, rng.integers(1, 6)))
    while np.prod(shape) > 4000:
        shape = shape[1:]
    how = {"norm": [None, "backward", "ortho", "forward"][rng.integers(4)]}
    if name[-1] in "2n":
        chosen = rng.permutation(len(shape))[:2 if name[-1] == "2" else rng.integers(1, len(shape) + 1)]
        how["axes"] = tuple(int(a) - (len(shape) if rng.integers(2) else 0) for a in chosen)
        if rng.integers(3) == 0:
            how["s"] = [int(rng.choice([-1, 2, 3, 9, 17])) for _ in chosen]
    else:
        how["axis"] = int(rng.integers(-len(shape), len(shape)))
        how["n"] = [None, None, 2, 17][rng.integers(4)]
    if "fft" not in name:
        how["type"] = int(rng.integers(1, 5))
        how["orthogonalize"] = [None, True, False][rng.integers(3)]
    return name, shape, how


@pytest.mark.quick
def test_random_calls(rng):
    """All functions, types, norms, axes, sizes, dtypes and layouts, against scipy.fft."""
    done = 0
    for _ in range(1500):
        name, shape, how = case(rng)
        x = laid_out(rng, points(rng, shape, rng.choice(DTYPES)))
        before = x.copy()
        try:
            want = expected(name, x, **how)
        except RuntimeError:  # DCT-I of one point
            with pytest.raises(orbital.ArgumentError, match="two points or more"):
                getattr(orbital, name)(x, **how)
            continue
        overwrite = bool(rng.integers(2))
        got = getattr(orbital, name)(x, overwrite_x=overwrite, **how)
        kind = getattr(scipy.fft, name)(before, **how).dtype
        assert got.dtype == kind and close(got, want, kind), (name, x.dtype, shape, x.strides, how)
        assert (overwrite and x.flags.writeable) or np.array_equal(x, before)
        done += 1
    assert done > 1200


@pytest.mark.quick
@pytest.mark.parametrize("name", NAMES)
def test_signature(name):
    ours, theirs = (list(inspect.signature(getattr(module, name)).parameters.values())
                    for module in (orbital, scipy.fft))
    assert [(p.name, p.default) for p in ours if p.name not in ("engine", "longest")] == [
        (p.name, p.default) for p in theirs]
    assert all(a.kind == b.kind or a.kind == a.POSITIONAL_OR_KEYWORD for a, b in zip(ours, theirs))


@pytest.mark.quick
def test_odd_input():
    assert orbital.dct(np.zeros((0, 5))).shape == (0, 5)
    assert orbital.fft(np.zeros((3, 0, 5), "f")).dtype == np.complex64
    assert orbital.dctn(np.float64(3.0)) == 3.0 and orbital.dctn([[1.0]], axes=()) == [[1.0]]
    assert np.allclose(orbital.dct([1, 2, 3]), scipy.fft.dct([1, 2, 3]))
    assert np.array_equal(np.isnan(orbital.dct([np.nan, 1.0])), [True, True])
    several = np.arange(12.0).reshape(3, 4)
    assert np.allclose(orbital.dctn(several, s=6, axes=0), scipy.fft.dctn(several, s=6, axes=0))


BAD = [("dct", [], {}), ("dct", 3.0, {}), ("dct", np.ones((4, 0)), {}), ("dctn", np.ones((0, 4)), {}),
       ("dct", [1, 2], {"type": 0}), ("dst", [1, 2], {"type": 5}), ("dct", [1, 2], {"n": 0}),
       ("dct", [1, 2], {"n": -1}), ("dct", [1, 2], {"axis": 1}), ("dct", [1, 2], {"norm": "orto"}),
       ("dct", [1, 2], {"norm": ["ortho"]}),
       ("dct", [1, 2], {"workers": 0}), ("dct", [1, 2], {"workers": -10**6}), ("dctn", [1, 2], {"axes": (0, 0)}),
       ("dctn", [1, 2], {"axes": 0.5}), ("dctn", [1, 2], {"s": (1, 2)}), ("dctn", [[1, 2]], {"s": 3, "axes": (0, 1)}),
       ("dct", [1.0], {"type": 1}), ("dct", ["a"], {}), ("fft2", [1, 2], {}), ("dct", [1, 2], {"engine": "cpi"})]


@pytest.mark.quick
@pytest.mark.parametrize("name, x, how", BAD)
def test_bad_input(name, x, how):
    with pytest.raises(ValueError):
        getattr(orbital, name)(x, **how)


@pytest.mark.quick
@pytest.mark.parametrize("n", [0, -1])
def test_the_message_has_the_number_that_was_given(n):
    with pytest.raises(ValueError, match=rf"\({n}\)"):
        orbital.dct([1, 2], n=n)


@pytest.mark.quick
def test_what_no_engine_has():
    for x in (np.ones(4, np.longdouble), np.ones(4, np.clongdouble)):
        with pytest.raises(orbital.Unsupported, match="convert it to"):
            orbital.dct(x)
    with pytest.raises(orbital.Unsupported, match="at most 7"):
        orbital.dctn(np.ones((3, 8)), longest=7)
    with pytest.raises(orbital.Unsupported, match="plan="):
        orbital.fft([1, 2], plan=object())
    assert orbital.dctn(np.ones((3, 8)), axes=0, longest=7).shape == (3, 8)


@pytest.mark.quick
def test_nothing_is_copied_or_moved(rng, monkeypatch):
    """The library reads dense arrays where they are, whatever axes are transformed, and writes the result."""
    seen, execute = [], orbital._library.execute_batch

    def spy(plan, count, sources, targets, report):
        seen.append([np.ctypeslib.as_array((np.ctypeslib.ctypes.c_size_t * count).from_address(at)).copy()
                     for at in (sources, targets)])
        return execute(plan, count, sources, targets, report)

    monkeypatch.setattr(orbital._library, "execute_batch", spy)
    for shape, axes in (((4, 5, 6), None), ((9, 4, 5, 6), (1, 2, 3)), ((4, 5, 6), 0), ((4, 5, 6), 1), ((64, 7), 1)):
        seen.clear()
        x = rng.uniform(size=shape)
        y = orbital.dctn(x, axes=axes)
        sources, targets = np.concatenate(seen, axis=1)
        assert sources[0] == x.ctypes.data and targets[0] == y.ctypes.data, (shape, axes)
        assert np.array_equal(sources - sources[0], targets - targets[0])


GAPS = {"Fortran order": lambda x: np.asfortranarray(x),
        "every other point": lambda x: np.repeat(x, 2, -1)[..., ::2],
        "part of an array": lambda x: np.pad(x, 1)[(slice(1, -1),) * x.ndim],
        "backwards": lambda x: np.flip(np.flip(x).copy()),
        "a colour": lambda x: np.moveaxis(np.stack([x, x, x]), 0, -1)[..., 1],
        "axes exchanged": lambda x: x.swapaxes(0, 1).copy().swapaxes(0, 1)}


@pytest.mark.quick
@pytest.mark.parametrize("axes", [None, (0,), (1,), (-1,), (0, -1)])
@pytest.mark.parametrize("layout", GAPS)
def test_arrays_with_gaps_are_not_copied(rng, monkeypatch, layout, axes):
    """The library reads them where they are, and stores results there with overwrite_x; what surrounds them stays."""
    seen, execute = [], orbital._library.execute_batch

    def spy(plan, count, sources, targets, report):
        seen.append([np.ctypeslib.ctypes.c_size_t.from_address(at).value for at in (sources, targets)])
        return execute(plan, count, sources, targets, report)

    monkeypatch.setattr(orbital._library, "execute_batch", spy)
    for shape in ((4, 5, 6), (3, 2, 4, 5)):
        if len(shape) == 4 and axes is None:
            axes = (0, 2, 3)
        x = GAPS[layout](rng.uniform(size=shape))
        whole = x if x.base is None else x.base
        before, around = x.copy(), whole.copy()
        want = scipy.fft.dstn(x, axes=axes)
        seen.clear()
        got = orbital.dstn(x, axes=axes)
        first, last = np.lib.array_utils.byte_bounds(x)
        assert first <= seen[0][0] < last and not first <= seen[0][1] < last
        assert np.allclose(got, want, rtol=1e-13) and np.array_equal(whole, around)
        seen.clear()
        got = orbital.dstn(x, axes=axes, overwrite_x=True)
        assert seen[0][0] == seen[0][1] and first <= seen[0][0] < last
        assert np.allclose(got, want, rtol=1e-13) and np.shares_memory(got, x) and np.array_equal(got, x)
        x[...] = before
        assert np.array_equal(whole, around)


@pytest.mark.quick
def test_what_cannot_be_overwritten(rng):
    """Arrays that may not be written, whose elements share memory, or whose results are larger."""
    x = rng.uniform(size=(6, 7))
    read_only = x.copy()
    read_only.flags.writeable = False
    rows = np.broadcast_to(x[0], (6, 7))
    windows = np.lib.stride_tricks.sliding_window_view(x[0].copy(), 3, writeable=True)
    for y, function in ((read_only, "dctn"), (rows, "dctn"), (windows, "dctn"), (x, "fftn"), (x.astype("f4"), "fft2")):
        before = y.copy()
        want = getattr(scipy.fft, function)(before)
        assert np.allclose(getattr(orbital, function)(y, overwrite_x=True), want, atol=1e-5)
        assert np.array_equal(y, before)
    with scipy.fft.set_backend(orbital.Backend("hls:p=2,b=4,full=4,w=16,jobs=1")):
        x[5, 6] = np.nan  # the last of several blocks: scipy computes with all that was there
        assert np.array_equal(np.isnan(scipy.fft.dct(x, overwrite_x=True)), np.isnan(x) | (np.arange(6) == 5)[:, None])


@pytest.mark.quick
def test_threads(rng):
    """Many threads at once, and many workers of one call, compute what one does, bit for bit."""
    inputs = [rng.standard_normal(rng.integers(1, 24, rng.integers(1, 4))) for _ in range(40)]
    alone = [orbital.dctn(x) for x in inputs]
    start = threading.Barrier(8)

    def work(_):
        start.wait()
        return [orbital.dctn(x) for x in inputs]

    with concurrent.futures.ThreadPoolExecutor(8) as pool:
        for results in pool.map(work, range(8)):
            assert all(np.array_equal(a, b) for a, b in zip(alone, results))
    assert all(np.array_equal(a, orbital.dctn(x, workers=2)) for a, x in zip(alone, inputs))


FORK = """
import multiprocessing, sys
import numpy, orbital
x = numpy.ones((20, 20, 20))
want = orbital.dctn(x, workers=2)
def child(_):
    plan = orbital.Plan(x.shape, norm="backward", engine="cpu:threads=2")
    return numpy.array_equal(plan.forward(x), want) and numpy.array_equal(orbital.dctn(x, workers=2), want)
with multiprocessing.get_context("fork").Pool(2) as pool:
    sys.exit(not all(pool.map(child, range(4))))
"""


@pytest.mark.quick
def test_forked_processes(root):
    """OpenMP's threads do not survive a fork: the child computes with one, to the same results. Nothing hangs."""
    done = subprocess.run([sys.executable, "-c", FORK], cwd=root / "python", capture_output=True, text=True,
                          timeout=120)
    assert done.returncode == 0, done.stderr


def test_on_an_array(rng):
    """Fixed point of 16 bits in the C model of an array, whose errors are 1.5e-4 rms; what it cannot do is said."""
    engine = "hls:p=2,b=4,full=4,w=16,jobs=1"
    x = rng.uniform(-1, 1, (6, 8, 5))
    for name in ("dctn", "idstn", "fftn"):
        error = getattr(orbital, name)(x, norm="ortho", engine=engine) - getattr(scipy.fft, name)(x, norm="ortho")
        assert 0 < np.abs(error).max() < 1e-3
    with pytest.raises(orbital.ArgumentError, match="choose shorter blocks") as caught:
        orbital.dct(np.ones(100000), engine=engine)
    assert caught.value.status == "TOO_LONG"
    with pytest.raises(orbital.ArgumentError, match="cannot carry"):
        orbital.dct([np.inf, 1.0], engine=engine)
    with pytest.raises(orbital.Error, match="ORB_MODEL_PATH"):
        orbital.dct([1.0, 2.0], engine="sim:p=77")
