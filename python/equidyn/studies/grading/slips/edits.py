"""Slips in a part of an entry: its factor, a symbol, a cosine or sine."""

from __future__ import annotations

import itertools
import math
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from ....codegen import Monomial
from ....graph import Operation
from ....validation import FloatArray
from .closed_form import ClosedForm, Operands, Unit
from .products import Function, Product, Sum, as_product, function_text, upright
from .symbols import Symbols, argument, index

# factors of students, the likeliest first
FACTORS = {
    0.0: "is missing",
    -1.0: "has the wrong sign",
    0.5: "has half its factor",
    2.0: "has twice its factor",
}
_RARE_FACTORS = {
    factor: f"has {factor:g} times its factor" for factor in (-2.0, -0.5, 0.25, 4.0, 3.0)
}

# ranks: simple factors by their order, then other functions, symbols and rare factors
_OF_FUNCTIONS = len(FACTORS)
_OF_SYMBOLS = _OF_FUNCTIONS + 1
_RANKS = {
    **{verdict: rank for rank, verdict in enumerate(FACTORS.values())},
    **dict.fromkeys(_RARE_FACTORS.values(), _OF_SYMBOLS + 1),
}

# degrees in a radian
_DEGREES = 180 / math.pi

# most terms of an entry whose cosines and sines are changed
MOST_TERMS = 40


class Edit(NamedTuple):
    """A slip in a part of an entry.

    Attributes
    ----------
    verdict : str
        The slip in words: "is missing".
    rank : int
        How likely it is, 0 first.
    effect : callable
        Function of operands: what it adds to the entry (m,).
    """

    verdict: str
    rank: int
    effect: Callable[[Operands], FloatArray]


def edits(form: ClosedForm, unit: Unit, functions: bool) -> Iterator[Edit]:
    """Yield slips in a part of an entry, the likeliest first; in cosines and sines if asked."""
    known = set()
    factors = (*FACTORS.items(), *_symbol_factors(form.symbols, unit), *_RARE_FACTORS.items())
    for factor, verdict in factors:
        if factor not in known and factor != 1.0:
            known.add(factor)
            rank = _RANKS.get(verdict, _OF_SYMBOLS)
            yield Edit(verdict, rank, _scaled(form, unit, factor - 1.0))
    product = (
        as_product(unit.terms)
        if functions and len({term.monomial for term in unit.terms}) == 1
        else None
    )
    if product:
        yield from _other_functions(form, unit, product)
    if functions:
        yield from _of_degrees(form, unit)


def _scaled(form: ClosedForm, unit: Unit, factor: float) -> Callable[[Operands], FloatArray]:
    return lambda operands: factor * form.values(unit.terms, operands)


def _symbol_factors(symbols: Symbols, unit: Unit) -> Iterator[tuple[float, str]]:
    """Yield factors of another symbol in the place of one, and of another power of it."""
    for name, power in Counter(unit.monomial).items():
        if argument(name) == "q":
            continue
        own, text = symbols.values[name], symbols.text(name)
        for other, value in symbols.others(name):
            yield (value / own) ** power, f"has {other} in place of {text}"
            if power == 2:
                yield value / own, f"has {other} in place of one {text}"
        if power == 2:
            yield 1.0 / own, f"lacks the square of {text}"
        else:
            yield 1.0 / abs(own), f"lacks {text}"
            yield abs(own), f"has {text} squared"


def _other_functions(form: ClosedForm, unit: Unit, product: Product) -> Iterator[Edit]:
    """Yield a part with another angle, and with a cosine for a sine or a sine for a cosine."""
    known = {product.text}
    for functions, sign in itertools.product(_changed(product, form.positions), (1.0, -1.0)):
        other = upright(sign * product.coefficient, functions)
        turned = "-" * (other.coefficient * product.coefficient < 0)
        text = f"{turned}{other.text}"
        if other.coefficient and text not in known:
            known.add(text)
            verdict = f"has {text} in place of {product.text}"
            yield Edit(
                verdict, _OF_FUNCTIONS, _replaced(form, unit, [(unit.terms[0].monomial, other)])
            )


def _of_degrees(form: ClosedForm, unit: Unit) -> Iterator[Edit]:
    """Yield a part in which a cosine or sine that all its terms have is of an angle in degrees."""
    parts: list[tuple[Monomial, Product]] = []
    for monomial, terms in itertools.groupby(unit.terms, lambda term: term.monomial):
        if (product := as_product(tuple(terms))) is None:
            return
        parts.append((monomial, product))
    common = set.intersection(*(set(product.functions) for _, product in parts))
    for function in sorted((each for each in common if each[1]), key=function_text):
        for angle, words in _in_degrees(function[1]):
            others = [
                (monomial, _with(product, function, (function[0], angle)))
                for monomial, product in parts
            ]
            verdict = f"has {function_text(function)} {words}"
            yield Edit(verdict, _OF_FUNCTIONS, _replaced(form, unit, others))


def _in_degrees(angle: Sum) -> Iterator[tuple[Sum, str]]:
    """Yield an angle converted to degrees, or to rad twice, as a whole or one position of it."""
    to_degrees = [(name, multiple * _DEGREES) for name, multiple in angle]
    twice = [(name, multiple / _DEGREES) for name, multiple in angle]
    yield tuple(to_degrees), "of degrees, not of rad"
    yield tuple(twice), "of π/180 times the angle, which is in rad already"
    for k in range(len(angle)) if len(angle) > 1 else ():
        name = f"q_{index(angle[k][0]) + 1}"
        yield (*angle[:k], to_degrees[k], *angle[k + 1 :]), f"with {name} in degrees, not in rad"
        part = (*angle[:k], twice[k], *angle[k + 1 :])
        yield part, f"with π/180 times {name}, which is in rad already"


def _with(product: Product, old: Function, new: Function) -> Product:
    functions = tuple(new if each == old else each for each in product.functions)
    return Product(product.coefficient, functions)


def _changed(product: Product, positions: tuple[str, ...]) -> Iterator[tuple[Function, ...]]:
    """Yield the functions of a product with one of them, or a square of one, changed."""
    functions = product.functions
    for k, (_, angle) in enumerate(functions):
        others = [
            (function, other)
            for function in (Operation.COSINE, Operation.SINE)
            for other in _angles(angle, positions)
        ]
        yield from ((*functions[:k], other, *functions[k + 1 :]) for other in others)
        if k == 1 and functions[0] == functions[1]:
            yield from ((other, other) for other in others)


def _replaced(
    form: ClosedForm, unit: Unit, others: Sequence[tuple[Monomial, Product]]
) -> Callable[[Operands], FloatArray]:
    """Return what monomials times other products add to an entry, in the place of a part."""

    def effect(operands: Operands) -> FloatArray:
        total = -form.values(unit.terms, operands)
        for monomial, product in others:
            total += form.value(monomial, product, operands)
        return total

    return effect


def _angles(angle: Sum, positions: tuple[str, ...]) -> Iterator[Sum]:
    """Yield an angle, and others with a position more or less, or of another sign or factor."""
    yield angle
    yield ()
    for k, (name, multiple) in enumerate(angle):
        if rest := angle[:k] + angle[k + 1 :]:
            yield rest
            yield (*angle[:k], (name, -multiple), *angle[k + 1 :])
    for name in set(positions) - {name for name, _ in angle}:
        yield tuple(sorted((*angle, (name, 1))))
        if len(angle) == 1:
            yield ((name, angle[0][1]),)
    yield tuple((name, 2 * multiple) for name, multiple in angle)
    if all(multiple % 2 == 0 for _, multiple in angle):
        yield tuple((name, multiple // 2) for name, multiple in angle)
