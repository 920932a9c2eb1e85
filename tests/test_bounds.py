# The bounds of rounding errors let right ones pass, and not those of a stage that does not round.
# SPDX-License-Identifier: Apache-2.0
import numpy as np
import pytest
from rounding import assert_rounding

pytestmark = pytest.mark.quick

STAGES = 4  # that round: the one of the points, and those of the three axes
EXPECTED = 0.6  # as tests/system/test_transforms.py has it


def errors(rng, count):
    return rng.uniform(-0.5, 0.5, (STAGES, count)).sum(axis=0)


@pytest.mark.parametrize("count", [1, 2, 10, 100, 4000])
def test_right_errors_pass(rng, count):
    for _ in range(1000):
        assert_rounding(errors(rng, count), np.sqrt(STAGES / 12))


@pytest.mark.parametrize("kind", ["real", "imaginary"])
def test_wrong_errors_do_not(rng, kind):
    """A stage cuts in place of rounding; one number of many is wrong; one is not a number."""
    part = 1 if kind == "real" else 1j
    error = errors(rng, 4000) + (0 if kind == "real" else 1j * errors(rng, 4000))
    assert_rounding(error, EXPECTED)
    lone, nothing = error.copy(), error.copy()
    lone[17] += 8 * part
    nothing[17] = np.nan
    for wrong in (error - 0.5 * part, lone, nothing):
        with pytest.raises(AssertionError):
            assert_rounding(wrong, EXPECTED)
