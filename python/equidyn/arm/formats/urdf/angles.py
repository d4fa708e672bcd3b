"""Recovery of multiples of pi/4 that were written with few digits."""

from __future__ import annotations

from decimal import ROUND_DOWN, ROUND_HALF_EVEN, Context, Decimal
from math import pi

_CONTEXT = Context(prec=60)
# digits compared: more than identify a float64
_READ = Context(prec=40)
_QUARTER = Decimal("0.785398163397448309615660845819875721049292349843776")

# 1.57 means pi/2; 1.6 need not. Digits are mostly rounded; the last of many may be truncated
_ROUNDED_DIGITS = 3
_CUT_DIGITS = 5

# two turns
_LARGEST = 16

# smaller differences are not reported
_TOLD = 1e-11


def meant_angle(token: str) -> float:
    """Return the multiple of pi/4 that a number equals to all digits written, else the number."""
    value = float(token)
    quarters = round(value / (pi / 4)) if abs(value) < 100 else 0
    if not 0 < abs(quarters) <= _LARGEST:
        return value
    written = _READ.create_decimal(token)
    _, digits, exponent = written.as_tuple()
    if len(digits) < _ROUNDED_DIGITS or not isinstance(exponent, int):
        return value
    exact = _CONTEXT.multiply(_QUARTER, Decimal(quarters))
    last = Decimal(1).scaleb(exponent)
    roundings = [ROUND_HALF_EVEN, *([ROUND_DOWN] if len(digits) >= _CUT_DIGITS else [])]
    if any(exact.quantize(last, how, _CONTEXT) == written for how in roundings):
        return quarters * (pi / 4)
    return value


def is_told(token: str) -> bool:
    """Tell whether the rounding of an angle is large enough to report."""
    return abs(meant_angle(token) - float(token)) > _TOLD
