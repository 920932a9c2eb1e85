# How large rounding errors may be by chance: their rms, and any single one.
# SPDX-License-Identifier: Apache-2.0
import numpy as np

PEAK_SLACK = 8  # A single error exceeds this many times its rms once in 10^13.


def rms_slack(count):
    """How far the rms of this many random errors may exceed the rms that is expected. Roundings are independent and
    uniform, so their sums have the tails of a normal distribution or lighter ones. The sum of the squares of n such
    sums exceeds n + 2 sqrt(n t) + 2 t variances with a probability of at most exp(-t) (Hsu, Kakade and Zhang, 2012).
    This is once in 10^9 comparisons; the tests have some thousands of them."""
    t = np.log(1e9) / count
    return np.sqrt(1 + 2 * np.sqrt(t) + 2 * t)


def expected_rms(*reports, factors=None, one_round=0.75):
    """The rms error of fixed-point transforms one after the other, from their reports. The errors of rounds add up as
    squares, each with as many last places as docs/transforms.md states. A norm that scales results scales their errors:
    `factors` has the largest factor of each transform."""
    factors = factors or [1.0] * len(reports)
    return one_round * np.sqrt(sum(report["rounds"] * (factor * report["last_place"])**2
                                         for report, factor in zip(reports, factors)))


DOUBLES = 2.0**-49  # The rms error that the host's doubles add, as a part of the largest exact result.


def assert_rounding(error, expected, exact=0.0):
    """The errors are what roundings explain that have the expected rms, in the real and in the imaginary parts. If the
    exact results are given, the roundings of doubles may add their part: nothing else is left of a single point, which
    the host transforms alone."""
    error = np.asarray(error)
    expected = np.hypot(expected, DOUBLES * np.abs(exact).max())
    error = np.stack([error.real, error.imag]) if np.iscomplexobj(error) else error
    rms, largest = np.sqrt(np.mean(error**2)), np.abs(error).max()
    assert rms <= rms_slack(error.size) * expected, f"rms of {error.size}: {rms / expected:.3f} of what is expected"
    assert largest <= PEAK_SLACK * expected, f"largest of {error.size}: {largest / expected:.3f} of the expected rms"
