"""Numbers of 106 bits in arrays of objects, by which references and mistakes are judged."""

import operator

import numpy as np
import pytest

from equidyn._core import DoubleDouble

mpmath = pytest.importorskip("mpmath")

RNG = np.random.default_rng(0)
NUMBERS = [
    DoubleDouble(high, 2.0**-55 * low * high) for high, low in RNG.uniform(0.1, 0.9, (20, 2))
]


def exact(x):
    return mpmath.mpf(x.high) + mpmath.mpf(x.low)


def close(found: DoubleDouble, expected, digits: int = 100) -> bool:
    return abs(exact(found) - expected) <= mpmath.mpf(2) ** -digits * abs(expected)


FUNCTIONS = {
    "sin": mpmath.sin, "cos": mpmath.cos, "tan": mpmath.tan, "sqrt": mpmath.sqrt,
    "exp": mpmath.exp, "arctan": mpmath.atan, "arccos": mpmath.acos, "deg2rad": mpmath.radians,
    "radians": mpmath.radians,
}  # fmt: skip


@pytest.mark.parametrize("name", FUNCTIONS)
def test_functions_of_numpy_have_thirty_digits(name):
    with mpmath.workdps(50):
        arguments = np.array([*NUMBERS, *(-37 * x for x in NUMBERS)])
        inside = [x for x in arguments if name not in ("sqrt", "arccos") or 0 < x.high < 1]
        for x, found in zip(inside, getattr(np, name)(np.array(inside)), strict=True):
            assert close(found, FUNCTIONS[name](exact(x)), 94)


@pytest.mark.parametrize("name", ["add", "sub", "mul", "truediv"])
def test_sums_products_and_quotients_have_thirty_digits(name):
    function = getattr(operator, name)
    with mpmath.workdps(50):
        for x, y in zip(NUMBERS, NUMBERS[::-1], strict=True):
            assert close(function(x, -y), function(exact(x), -exact(y)))
            for number in (3, 0.1, np.float64(0.1), np.int64(3)):
                # sums with floats; of a difference, the number decides how much is left
                other = mpmath.mpf(float(number))
                assert close(function(x, number), function(exact(x), other), 98)
                assert close(function(number, x), function(other, exact(x)), 98)


def test_powers_are_whole_or_a_root():
    with mpmath.workdps(50):
        for x in NUMBERS:
            assert close(x**3, exact(x) ** 3)
            assert close(x**-2, exact(x) ** -2)
            assert x**0 == 1
            assert x**0.5 == np.sqrt(np.array([x]))[0]
    with pytest.raises(TypeError, match="unsupported operand"):
        NUMBERS[0] ** 0.3


def test_extremes_are_those_of_floats():
    for argument in (0.0, -0.0, 1.0, 710.0, -800.0, np.inf, np.nan):
        x = np.array([DoubleDouble(argument)])
        for name in ("exp", "arctan"):
            with np.errstate(all="ignore"):
                found, expected = (getattr(np, name)(each) for each in (x, argument))
            np.testing.assert_allclose(found.astype(float), expected, rtol=1e-15)


def test_they_compare_and_print_as_numbers():
    one = DoubleDouble(1.0)
    more = one + 2.0**-80
    assert one == 1 == float(more)
    assert one < more <= abs(-more)
    assert 1 < more > one
    assert more != one
    assert hash(more) == hash(one + 2.0**-80)
    assert repr(more) == f"1.0 + {2.0**-80!r}"
    assert (more.sign(), (-more).sign(), (0 * more).sign()) == (1, -1, 0)
    assert (more.high, more.low) == (1.0, 2.0**-80)
