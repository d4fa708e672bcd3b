"""Formatting of names and numbers; control characters in names are escaped."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

import numpy as np

from ..validation import FloatArray

_SUPERSCRIPTS = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
_POWER_OF_N = re.compile(r"(?<![A-Za-z])n\^(\d+)")

# part of the largest number of a table below which another one is shown as zero
_NOISE = 1e-12


def visible(text: str) -> str:
    """Escape characters that control a terminal or the direction of writing."""
    return "".join(
        character.encode("unicode_escape").decode("ascii") if _steers(character) else character
        for character in text
    )


def in_one_line(text: str) -> str:
    """Escape line breaks too, for a name in a sentence or on a line of a file."""
    return visible(text).replace("\n", r"\n")


def _steers(character: str) -> bool:
    return character != "\n" and unicodedata.category(character) in ("Cc", "Cf", "Cs", "Zl", "Zp")


def power(base: str, exponent: int | str) -> str:
    """Write a power with its exponent raised: n², 10⁶."""
    return base + str(exponent).translate(_SUPERSCRIPTS)


def with_powers(text: str) -> str:
    """Raise the exponents of n in a text: 1/2 n² for 1/2 n^2."""
    return _POWER_OF_N.sub(lambda found: power("n", found[1]), text)


def in_time(nanoseconds: float) -> str:
    """Format a time with three digits: 93.1 ns, 1.24 µs, 12.4 ms."""
    for unit, size in (("s", 1e9), ("ms", 1e6), ("µs", 1e3)):
        if nanoseconds >= 0.9995 * size:
            return f"{nanoseconds / size:#.3g} {unit}".replace(". ", " ")
    return f"{nanoseconds:#.3g} ns".replace(". ", " ")


def power_of_ten(nanoseconds: float) -> str:
    """Format a time without decimals: 10 ns, 100 µs, 1 s."""
    number, unit = in_time(nanoseconds).split()
    return f"{float(number):g} {unit}"


def alternatives(names: Sequence[str]) -> str:
    """Join names as alternatives: a, b or c."""
    return " or ".join(filter(None, (", ".join(names[:-1]), names[-1])))


def unit_of(joints: str, turning: str, sliding: str) -> str:
    """Return the unit of a quantity of joints R, P: one of two, or both for mixed joints."""
    units = [unit for letter, unit in (("R", turning), ("P", sliding)) if letter in joints]
    return " or ".join(units)


def in_eps(residual: float) -> str:
    """Format a residual in eps: 0.8, 12, 4e+15."""
    return f"{residual:.1f}" if residual < 9.95 else in_whole_eps(residual)


def in_whole_eps(residual: float) -> str:
    """Format a residual in eps as an integer, for narrow columns."""
    return f"{residual:.0f}" if residual < 9999.5 else f"{residual:.0e}"


def without_noise(values: FloatArray) -> FloatArray:
    """Return numbers of one table, with zero, without a sign, for those that are rounding errors.

    A rounding error is at most 1e-12 of the largest finite number.
    """
    sizes = np.abs(values)
    largest = sizes.max(initial=0.0, where=np.isfinite(values))
    return np.where(sizes <= _NOISE * largest, 0.0, values)


def fixed(number: float, digits: int) -> str:
    """Format a number with fixed decimals, and zero without a sign."""
    return f"{round(number, digits) + 0.0:.{digits}f}"
