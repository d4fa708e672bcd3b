"""Right angles that were written with few digits, and what was meant by them."""

from __future__ import annotations

from decimal import ROUND_DOWN, ROUND_HALF_EVEN, Context, Decimal
from math import pi

_CONTEXT = Context(prec=60)
# so many digits are looked at: more than tell a number from its neighbours
_READ = Context(prec=40)
_QUARTER = Decimal("0.785398163397448309615660845819875721049292349843776")

# 1.57 is meant; 1.6 need not be. Digits are mostly rounded, and of many the last may be cut off
_ROUNDED_DIGITS = 3
_CUT_DIGITS = 5

# two turns
_LARGEST = 16

# angles that differ by less are the same: nobody is told
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
    """Tell whether what is meant by an angle differs noticeably from what is written."""
    return abs(meant_angle(token) - float(token)) > _TOLD
