"""Products of cosines and sines: a term, or the two terms that such a product expands to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from ....codegen import Angle, Term
from ....graph import Operation

# a sum of positions, each times a number; a cosine or sine of it
Sum = tuple[tuple[str, float], ...]
Function = tuple[Operation, Sum]

_PARTS = {
    # cos a + cos b, cos a - cos b, sin a + sin b, sin a - sin b, of half sum and half difference
    (Operation.COSINE, True): (1.0, Operation.COSINE, Operation.COSINE),
    (Operation.COSINE, False): (-1.0, Operation.SINE, Operation.SINE),
    (Operation.SINE, True): (1.0, Operation.SINE, Operation.COSINE),
    (Operation.SINE, False): (1.0, Operation.COSINE, Operation.SINE),
}


class Product(NamedTuple):
    """A coefficient times cosines and sines.

    Attributes
    ----------
    coefficient : float
        The coefficient.
    functions : tuple of Function
        None of them has a negative first multiple.
    """

    coefficient: float
    functions: tuple[Function, ...]

    @property
    def text(self) -> str:
        """The functions in words: "cos(q_1 + q_2) cos q_1", "sin² q_2"; 1 of none."""
        if len(self.functions) == 2 and self.functions[0] == self.functions[1]:
            name = self.functions[0][0].value
            return function_text(self.functions[0]).replace(name, f"{name}²", 1)
        return " ".join(map(function_text, self.functions)) or "1"


def upright(coefficient: float, functions: Sequence[Function]) -> Product:
    """Return a product with angles of positive first multiples, functions of no angle left out."""
    kept = []
    for function, angle in functions:
        if angle and angle[0][1] < 0:
            coefficient *= -1.0 if function is Operation.SINE else 1.0
            kept.append((function, tuple((name, -multiple) for name, multiple in angle)))
        elif angle:
            kept.append((function, angle))
        elif function is Operation.SINE:
            coefficient = 0.0
    return Product(coefficient, tuple(kept))


def as_product(terms: Sequence[Term]) -> Product | None:
    """Return terms as one product of cosines and sines, if they are one."""
    if len({term.monomial for term in terms}) != 1:
        return None
    if len(terms) == 1:
        return upright(terms[0].coefficient, [(terms[0].function, terms[0].angle)])
    if len(terms) != 2 or abs(terms[0].coefficient) != abs(terms[1].coefficient):
        return None
    first, second = terms
    half, rest = (_halved(first.angle, second.angle, sign) for sign in (1, -1))
    if first.function is not second.function or half is None or rest is None:
        return None
    sign, of_half, of_rest = _PARTS[first.function, first.coefficient == second.coefficient]
    return upright(2.0 * sign * first.coefficient, [(of_half, half), (of_rest, rest)])


def _halved(a: Angle, b: Angle, sign: int) -> Angle | None:
    """Return (a + sign b) / 2, or None where it is no whole multiple of positions."""
    total = Counter(dict(a))
    for name, multiple in b:
        total[name] += sign * multiple
    if any(multiple % 2 for multiple in total.values()):
        return None
    return tuple(sorted((name, multiple // 2) for name, multiple in total.items() if multiple))


def function_text(function: Function) -> str:
    """Return a cosine or sine in words: "cos(q_1 + 2q_2)"."""
    operation, angle = function
    text = "".join(
        f" {'-' if multiple < 0 else '+'} {'' if abs(multiple) == 1 else abs(multiple)}"
        f"q_{int(name[2:-1]) + 1}"
        for name, multiple in angle
    ).removeprefix(" + ")
    return f"{operation.value}({text})" if " " in text else f"{operation.value} {text}"
