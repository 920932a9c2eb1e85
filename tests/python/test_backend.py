# The package behind scipy.fft.
# SPDX-License-Identifier: Apache-2.0
import threading

import numpy as np
import orbital
import pytest
import scipy.fft


@pytest.fixture
def engines(monkeypatch):
    """The engines of all plans from now on."""
    opened, make = [], orbital._plan.Directed.execute

    def execute(plan, *arrays):
        opened.append(plan._device.engine)
        return make(plan, *arrays)
    monkeypatch.setattr(orbital._plan.Directed, "execute", execute)
    return opened


@pytest.mark.quick
@pytest.mark.parametrize("name", sorted(orbital._backend.FUNCTIONS))
def test_functions_arrive(rng, engines, name):
    x = rng.standard_normal((5, 6))
    want = getattr(scipy.fft, name)(x, norm="ortho")
    with scipy.fft.set_backend(orbital.Backend("cpu:simd=plain"), only=True):
        got = getattr(scipy.fft, name)(x, norm="ortho")
        getattr(scipy.fft, name)(x=x)
    assert np.allclose(got, want, rtol=0, atol=1e-14) and engines == ["cpu:threads=1,simd=plain"] * len(engines)
    assert len(engines) >= 2


@pytest.mark.quick
def test_all_else_stays_with_scipy(rng, engines):
    x = rng.standard_normal((4, 30))
    for name, argument in (("hfft", x), ("ihfft", x), ("dct", x.astype(np.longdouble))):
        want = getattr(scipy.fft, name)(argument)
        with scipy.fft.set_backend(orbital.Backend()):
            got = getattr(scipy.fft, name)(argument)
        assert np.array_equal(got, want) and got.dtype == want.dtype and engines == []
    with scipy.fft.set_backend(orbital.Backend(longest=29)):
        assert np.allclose(scipy.fft.dct(x), orbital.dct(x)) and len(engines) == 1
        scipy.fft.dct(x, axis=0)
    assert len(engines) == 2
    with scipy.fft.set_backend(orbital.Backend()), pytest.raises(RuntimeError, match="zero-length"):
        scipy.fft.dct([1.0], type=1)
    with scipy.fft.set_backend(orbital.Backend()), pytest.raises(ValueError, match="invalid type"):
        scipy.fft.dct([1.0], type=7)
    with scipy.fft.set_backend(orbital.Backend("sim:p=77")), pytest.raises(orbital.Error, match="no device"):
        scipy.fft.dct([1.0])


def test_what_an_array_cannot_do_stays_with_scipy(engines):
    beyond = [np.array([np.nan, 1.0]), np.ones(100000)]
    want = [scipy.fft.dct(x) for x in beyond]
    with scipy.fft.set_backend(orbital.Backend("hls:p=2,b=4,full=4,w=16,jobs=1", longest=None)):
        assert all(np.array_equal(scipy.fft.dct(x), y, equal_nan=True) for x, y in zip(beyond, want))
        assert np.abs(scipy.fft.dct([1.0, 2.0]) - [6.0, -np.sqrt(2)]).max() < 1e-3
    assert set(engines) == {"hls:p=2,b=4,full=4,w=16,jobs=1"}


@pytest.mark.quick
def test_a_foreign_array_stays_with_scipy(engines):
    class Foreign(list):
        def __array_namespace__(self):
            return np
    with scipy.fft.set_backend(orbital.Backend()):
        assert np.allclose(scipy.fft.dct(Foreign([1.0, 2.0])), [6.0, -np.sqrt(2)])
    assert engines == []


@pytest.mark.quick
def test_workers(engines):
    with scipy.fft.set_backend(orbital.Backend()), scipy.fft.set_workers(2):
        scipy.fft.dctn(np.ones((4, 4)))
        scipy.fft.dctn(np.ones((4, 4)), workers=1)
    scipy.fft.dctn(np.ones((4, 4)), workers=1)
    assert engines == ["cpu:threads=2", "cpu:threads=1"]


@pytest.mark.quick
def test_a_backend_belongs_to_its_thread(engines):
    """set_backend is scipy's, and holds for the thread that says it."""
    with scipy.fft.set_backend(orbital.Backend()):
        thread = threading.Thread(target=scipy.fft.dct, args=([1.0, 2.0],))
        thread.start()
        thread.join()
        assert engines == []
        scipy.fft.dct([1.0, 2.0])
    assert len(engines) == 1
