"""Numbers as tables write them."""

import pytest

from equidyn.output.text import fixed


@pytest.mark.parametrize(
    ("number", "digits", "written"),
    [(-0.000004, 5, "0.00000"), (-0.0, 1, "0.0"), (-0.06, 1, "-0.1"), (2.5, 3, "2.500")],
)
def test_zero_has_no_sign(number, digits, written):
    assert fixed(number, digits) == written
