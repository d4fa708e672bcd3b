"""Numbers as tables write them."""

import numpy as np
import pytest

from equidyn.output.text import fixed, without_noise


@pytest.mark.parametrize(
    ("number", "digits", "written"),
    [(-0.000004, 5, "0.00000"), (-0.0, 1, "0.0"), (-0.06, 1, "-0.1"), (2.5, 3, "2.500")],
)
def test_zero_has_no_sign(number, digits, written):
    assert fixed(number, digits) == written


def test_rounding_errors_beside_the_largest_number_are_zero_without_a_sign():
    shown = without_noise(np.array([[1e3, -3e-10], [-0.0, 2e-9]]))
    np.testing.assert_array_equal(shown, [[1e3, 0], [0, 2e-9]])
    assert not np.signbit(shown).any()
    np.testing.assert_array_equal(without_noise(np.array([1e-300, 3e-320])), [1e-300, 0])


def test_numbers_that_are_not_finite_hide_no_others():
    values = np.array([np.inf, 1.0, np.nan, 1e-20])
    np.testing.assert_array_equal(without_noise(values), [np.inf, 1, np.nan, 0])
    assert without_noise(np.empty((0, 3))).shape == (0, 3)
