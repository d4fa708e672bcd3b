"""Exact polynomials in the number of joints n, by which operation counts are expressed."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise, zip_longest
from math import ceil

from ..validation import brief

_TERM = re.compile(r"(?P<sign>[+-])(?P<number>\d+(?:/\d+)?)?(?P<n>n(?:\^(?P<power>\d+))?)?")


@dataclass(frozen=True)
class Polynomial:
    """A polynomial in n with rational coefficients.

    Attributes
    ----------
    coefficients : tuple of Fraction
        Coefficients of the powers 0, 1, 2, ... of n; the last one is not 0.

    Examples
    --------
    >>> p = Polynomial.parse("116n - 24")
    >>> p(6), str(p + Polynomial.parse("1/2 n^2 + 24"))
    (Fraction(672, 1), '1/2 n^2 + 116n')
    """

    coefficients: tuple[Fraction, ...]

    @classmethod
    def of(cls, coefficients: Sequence[Fraction | int]) -> Polynomial:
        """Return the polynomial with these coefficients of the powers 0, 1, 2, ... of n."""
        exact = [Fraction(coefficient) for coefficient in coefficients]
        while exact and exact[-1] == 0:
            exact.pop()
        return cls(tuple(exact))

    @classmethod
    def parse(cls, text: str) -> Polynomial:
        """Parse a polynomial as formatted by `str`.

        Raises
        ------
        ValueError
            If the string is not of the form "1/2 n^2 - 3n + 4".
        """
        compact = text.replace(" ", "")
        terms = compact if compact.startswith("-") else f"+{compact}"
        coefficients: dict[int, Fraction] = {}
        end = 0
        for term in _TERM.finditer(terms):
            if term.start() != end or not (term["number"] or term["n"]):
                break
            end = term.end()
            power = int(term["power"] or 1) if term["n"] else 0
            coefficient = Fraction(term["sign"] + (term["number"] or "1"))
            coefficients[power] = coefficients.get(power, Fraction(0)) + coefficient
        if end != len(terms):
            raise ValueError(
                f"polynomial: expected a form such as '1/2 n^2 - 3n', got {brief(text)}"
            )
        return cls.of([coefficients.get(power, 0) for power in range(max(coefficients) + 1)])

    @classmethod
    def through(cls, first: int, values: Sequence[int]) -> Polynomial:
        """Return the polynomial of least degree that takes these values at first, first + 1, ..."""
        # Newton's forward differences: the k-th is the factor of the binomial (n - first) over k
        total, binomial = cls(()), cls.of([1])
        differences = list(values)
        for k in range(len(values)):
            total = total + binomial * cls.of([differences[0]])
            binomial = binomial * cls.of([Fraction(-first - k, k + 1), Fraction(1, k + 1)])
            differences = [b - a for a, b in pairwise(differences)]
        return total

    @property
    def degree(self) -> int:
        """The highest power of n; 0 for a constant."""
        return max(len(self.coefficients) - 1, 0)

    @property
    def last_change_of_sign(self) -> int:
        """An integer beyond which the value is 0 for all n, or has one sign."""
        *lower, highest = self.coefficients or (Fraction(1),)
        # Cauchy's bound of the roots
        return ceil(1 + max((abs(c / highest) for c in lower), default=Fraction(0)))

    def __call__(self, n: int) -> Fraction:
        """Return the value at n."""
        return sum((c * n**power for power, c in enumerate(self.coefficients)), Fraction(0))

    def constant_at(self, n: int) -> Polynomial:
        """Return the value at n as a polynomial."""
        return Polynomial.of([self(n)])

    def __add__(self, other: Polynomial) -> Polynomial:
        pairs = zip_longest(self.coefficients, other.coefficients, fillvalue=Fraction(0))
        return Polynomial.of([a + b for a, b in pairs])

    def __mul__(self, other: Polynomial) -> Polynomial:
        product = [Fraction(0)] * (len(self.coefficients) + len(other.coefficients))
        for i, a in enumerate(self.coefficients):
            for j, b in enumerate(other.coefficients):
                product[i + j] += a * b
        return Polynomial.of(product)

    def __sub__(self, other: Polynomial) -> Polynomial:
        return self + other * Polynomial.of([-1])

    def __str__(self) -> str:
        terms = [_term(c, power) for power, c in enumerate(self.coefficients) if c]
        if not terms:
            return "0"
        text = " ".join(reversed(terms))
        return text.removeprefix("+ ") if text.startswith("+") else f"-{text.removeprefix('- ')}"


def _term(coefficient: Fraction, power: int) -> str:
    """Format one term with its sign before it, as in "+ 1/2 n^2"."""
    size = abs(coefficient)
    variable = "" if power == 0 else "n" if power == 1 else f"n^{power}"
    number = "" if size == 1 and variable else str(size)
    # "1/2 n" and not "1/2n", which may be read as 1/(2n)
    gap = " " if variable and size.denominator > 1 else ""
    return f"{'-' if coefficient < 0 else '+'} {number}{gap}{variable}"
