# A pytest plugin: scipy's own tests of its transforms, run through this package. Each has to reach the C library.
# SPDX-License-Identifier: Apache-2.0
"""Public functions get the package as their one backend; those of the private module are replaced by the package's.
ORB_CASES_PLAIN=1 does neither, which has to fail."""
import os

import numpy as np
import pytest

import orbital
import scipy.fft
import scipy.fft._pocketfft.realtransforms as private

PRIVATE = ("dct", "idct", "dst", "idst", "dctn", "idctn", "dstn", "idstn")
REFUSALS = ("test_axes_and_shape",)  # only of bad arguments: nothing to compute


class Calls:
    """Of the library, and the tests that made none."""

    made = 0
    execute = staticmethod(orbital._library.execute_batch)
    without = []

    @classmethod
    def count(cls, *arguments):
        cls.made += 1
        return cls.execute(*arguments)


orbital._library.execute_batch = Calls.count
if "ORB_CASES_PLAIN" not in os.environ:
    scipy.fft.set_global_backend(orbital.Backend(), only=True)
    for name in PRIVATE:
        setattr(private, name, getattr(orbital, name))


def is_long_double(item):
    values = item.callspec.params.values() if hasattr(item, "callspec") else ()
    return any(value in (np.longdouble, np.clongdouble) for value in values if isinstance(value, type))


def pytest_collection_modifyitems(config, items):
    dropped = [item for item in items if is_long_double(item)]
    items[:] = [item for item in items if not is_long_double(item)]
    config.hook.pytest_deselected(items=dropped)
    print(f"{len(dropped)} cases left out: long double, which the library does not have")


def pytest_runtest_setup():
    np.random.seed(int(os.environ["ORB_SEED"]))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item):
    before = Calls.made
    result = yield
    if Calls.made == before and item.originalname not in REFUSALS:
        Calls.without.append(item.name)
        pytest.fail("the package was not reached")
    return result


def pytest_terminal_summary():
    print(f"{Calls.made} calls of the library; {len(Calls.without)} tests passed without any")
