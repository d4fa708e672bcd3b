"""Symbols of a closed form: their values for one arm, and their names in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

import numpy as np

from ....codegen import Monomial, Term
from .products import as_product, upright

if TYPE_CHECKING:
    from ....arm import Arm

# arguments of a closed form; all other names are parameters of the arm
RATES = ("qd", "qdd")
MOTION = ("q", *RATES)

_LETTERS = {"mass": "m", "a": "a", "a_y": "a_y", "d": "d", "q": "q", "qd": "q̇", "qdd": "q̈"}
_ORDER = ("mass", "inertia", "a", "a_y", "d", "com", "gravity", *MOTION)
_LENGTHS = ("a", "a_y", "d", "com")

# arguments that several terms of an entry have in common
SHARED = ("mass", *_LENGTHS, "q")
_POWERS = {1: "", 2: "²", 3: "³", 4: "⁴"}
_FRACTIONS = {1.0: "", 0.5: "½", 0.25: "¼", 0.125: "⅛"}


def argument(name: str) -> str:
    """Return the argument of an element: "com" of "com[5]"."""
    return name.partition("[")[0]


def index(name: str) -> int:
    """Return the position of an element: 5 of "com[5]"."""
    return int(name.partition("[")[2].removesuffix("]"))


class Symbols:
    """Values and names of the parameters of an arm in the modified convention.

    Attributes
    ----------
    values : dict of str to float
        Values of the elements by name, those that are not zero.
    """

    def __init__(self, arm: Arm) -> None:
        self.values = {
            f"{name}[{k}]": float(value)
            for name in _ORDER
            if name not in MOTION
            for k, value in enumerate(np.ravel(getattr(arm, name)))
            if value
        }
        self._axes = sum(argument(name) == "gravity" for name in self.values)
        # the length of the last link is that of the tool in this convention
        self._tool = float(arm.tool[0, 3])

    def factor(self, monomial: Iterable[str]) -> float:
        """Return the product of the parameters of a monomial; zero where one of them is."""
        product = 1.0
        for name in monomial:
            if argument(name) not in MOTION:
                product *= self.values.get(name, 0.0)
        return product

    def others(self, name: str) -> list[tuple[str, float]]:
        """Return the parameters of the same kind with another value, as (text, value)."""
        kinds = _LENGTHS if argument(name) in _LENGTHS else (argument(name),)
        found = [(self.text(x), v) for x, v in self.values.items() if argument(x) in kinds]
        if kinds is _LENGTHS and self._tool:
            found.append(("the length of the last link", self._tool))
        own = self.values[name]
        return [(text, value) for text, value in found if abs(value) != abs(own)]

    def link(self, name: str) -> int:
        """Return the number of the link that a mass or a tensor is of, or 0."""
        size = {"mass": 1, "inertia": 9}.get(argument(name), 0)
        return index(name) // size + 1 if size else 0

    def text(self, name: str) -> str:
        """Return the symbol of an element: "c_2x" for "com[3]"."""
        kind, k = argument(name), index(name)
        if kind == "com":
            return f"c_{k // 3 + 1}{'xyz'[k % 3]}"
        if kind == "inertia":
            row, column = sorted((k % 9 // 3, k % 3))
            return f"I_{k // 9 + 1}{'xyz'[row]}{'xyz'[column]}"
        if kind == "gravity":
            return "g" if self._axes == 1 else f"g_{'xyz'[k]}"
        return f"{_LETTERS[kind]}_{k + 1}"

    def product(self, monomial: Iterable[str]) -> str:
        """Return a monomial in words: "m_2 c_2x²"."""
        powers = Counter(monomial)
        ordered = sorted(powers, key=lambda name: (_ORDER.index(argument(name)), index(name)))
        return " ".join(self.text(name) + _POWERS[powers[name]] for name in ordered)

    def written(self, terms: Sequence[Term]) -> str:
        """Return the sum of terms with one monomial in words: "-2 m_2 a_2 c_2x sin q_2"."""
        monomial = terms[0].monomial
        product = as_product(terms)
        parts = [product] if product else [upright(t.coefficient, [t[2:]]) for t in terms]
        factors = [self._sign(monomial) * part.coefficient for part in parts]
        functions = [part.text if part.functions else "" for part in parts]
        if product:
            said = _spaced(_number(factors[0]), self.product(monomial), functions[0]) or "1"
            return _minus(factors[0]) + said
        sums = [
            f"{'-' if factor < 0 else '+'} {_spaced(_number(factor), text) or '1'}"
            for factor, text in zip(factors, functions, strict=True)
        ]
        return _spaced(self.product(monomial), f"({' '.join(sums).removeprefix('+ ')})")

    def _sign(self, monomial: Monomial) -> float:
        """Return the sign of gravity in a monomial, where it has one axis and is called g."""
        if self._axes != 1:
            return 1.0
        factors = [self.values[name] for name in monomial if argument(name) == "gravity"]
        return float(np.prod(np.sign(factors)))


def _spaced(*parts: str) -> str:
    return " ".join(filter(None, parts))


def _minus(value: float) -> str:
    return "-" if value < 0 else ""


def _number(value: float) -> str:
    return _FRACTIONS.get(abs(value), f"{abs(value):.4g}")
