"""Entries of a closed form: coefficients of an output, as sums of terms."""

from __future__ import annotations

import warnings
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from ....codegen import Monomial, Term, closed_terms
from ....graph import Operation
from ....validation import FloatArray
from .products import Product, as_product, function_text
from .symbols import RATES, SHARED, Symbols, argument, index

if TYPE_CHECKING:
    from ....arm import Arm

# positions, velocities and accelerations (m, n) by name
Operands = Mapping[str, FloatArray]

# most joints of an arm with a closed form that a student writes
MOST_JOINTS = 3


@dataclass(frozen=True)
class Entry:
    """An entry of a closed form, such as M_12.

    Attributes
    ----------
    label : str
        Its name.
    row : int
        The output that it is in.
    rates : tuple of str or None
        The velocities and accelerations that it is the coefficient of, sorted; None for the whole
        output.
    """

    label: str
    row: int = 0
    rates: Monomial | None = None


@dataclass(frozen=True)
class Unit:
    """Part of an entry that a student writes as one: a term, or terms that belong together.

    Attributes
    ----------
    terms : tuple of Term
        Its terms.
    text : str
        It in words.
    name : str
        It in words without its factor: the same in every entry.
    monomial : tuple of str
        The parameters and positions in all of its terms; empty where they differ.
    part : bool
        Whether other terms of the entry have the same parameters.
    """

    terms: tuple[Term, ...]
    text: str
    name: str
    monomial: Monomial = ()
    part: bool = False


class ClosedForm:
    """Closed form of a quantity of an arm.

    Attributes
    ----------
    rows : list of list of Term
        Terms of each output, those of value zero left out.
    symbols : Symbols
        Symbols of the terms.
    positions : tuple of str
        The positions that turn: those in angles.
    """

    def __init__(self, arm: Arm, quantity: str) -> None:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # the arm has been warned about
            modified = arm.to_convention("modified")
            rows = closed_terms(modified, quantity)
        if quantity == "coriolis_torque":
            # the product of C with the velocities that it depends on
            rows = [_squared(row) for row in rows]
        self.symbols = Symbols(modified)
        self.rows = [[term for term in row if self.symbols.factor(term.monomial)] for row in rows]
        angles = (term.angle for row in self.rows for term in row)
        self.positions = tuple(sorted({name for angle in angles for name, _ in angle}))

    def terms(self, entry: Entry) -> tuple[Term, ...]:
        """Return the terms of an entry."""
        row = self.rows[entry.row]
        return tuple(t for t in row if entry.rates is None or _rates(t) == entry.rates)

    def values(self, terms: Sequence[Term], operands: Operands) -> FloatArray:
        """Return the sum of terms (m,) in some states."""
        total = np.zeros(len(operands["q"]))
        for term in terms:
            product = Product(term.coefficient, ((term.function, term.angle),))
            total += self.value(term.monomial, product, operands)
        return total

    def value(self, monomial: Monomial, product: Product, operands: Operands) -> FloatArray:
        """Return a monomial times a product of cosines and sines (m,) in some states."""
        value = np.full(len(operands["q"]), product.coefficient * self.symbols.factor(monomial))
        for function, angle in product.functions:
            turned = np.zeros(len(value))
            for name, multiple in angle:
                turned += multiple * operands["q"][:, index(name)]
            value *= np.cos(turned) if function is Operation.COSINE else np.sin(turned)
        for name in monomial:
            if argument(name) in operands:
                value *= operands[argument(name)][:, index(name)]
        return value

    def units(self, entry: Entry) -> Iterator[Unit]:
        """Yield the parts of an entry: products first, then single terms, then links."""
        products = _products(self.terms(entry))
        for group in products:
            yield self._unit(entry, group)
            if len(group) > 1:
                yield from (self._unit(entry, (term,), part=True) for term in group)
        for text, groups in self._families(products):
            yield Unit(tuple(term for group in groups for term in group), text, text)

    def _families(
        self, products: list[tuple[Term, ...]]
    ) -> Iterator[tuple[str, list[tuple[Term, ...]]]]:
        """Yield products that have a link, a symbol, all parameters or all rates in common.

        Then those of a cosine or sine, which may be all products.
        """
        families, of_functions = defaultdict(list), defaultdict(list)
        for group in products:
            monomial = group[0].monomial
            names = {f"link {link}": None for x in monomial if (link := self.symbols.link(x))}
            names |= {self.symbols.text(x): None for x in monomial if argument(x) in SHARED}
            at_rest = self.symbols.product(x for x in monomial if argument(x) not in RATES)
            rates = self.symbols.product(x for x in monomial if argument(x) in RATES)
            for name in names | {at_rest: None, rates: None}:
                families[name].append(group)
            product = as_product(group)
            for name in dict.fromkeys(map(function_text, product.functions if product else ())):
                of_functions[name].append(group)
        known: list[list[tuple[Term, ...]]] = []
        for name, groups in families.items():
            if 1 < len(groups) < len(products) and groups not in known:
                known.append(groups)
                yield f"every term of {name}", groups
        for name, groups in of_functions.items():
            if len(groups) > 1 and groups not in known:
                known.append(groups)
                yield f"every term of {name}", groups

    def written(self, entry: Entry) -> str:
        """Return the sum of all terms of an entry in words."""
        texts = [self._unit(entry, group).text for group in _products(self.terms(entry))]
        return " + ".join(texts).replace("+ -", "- ")

    def _unit(self, entry: Entry, terms: tuple[Term, ...], part: bool = False) -> Unit:
        """Return terms of one monomial; in words without the velocities of an isolated entry."""
        monomial = tuple(x for x in terms[0].monomial if argument(x) not in RATES)
        shown = terms[0].monomial if entry.rates is None else monomial
        size = abs(terms[0].coefficient)
        stripped = [term._replace(monomial=shown) for term in terms]
        bare = [term._replace(coefficient=term.coefficient / size) for term in stripped]
        text, name = self.symbols.written(stripped), self.symbols.written(bare)
        return Unit(terms, text, name.removeprefix("-"), monomial, part)


@lru_cache(maxsize=8)
def closed_form_of(arm: Arm, quantity: str) -> ClosedForm:
    """Return a closed form, kept since many functions are marked on one arm."""
    return ClosedForm(arm, quantity)


def _products(terms: Sequence[Term]) -> list[tuple[Term, ...]]:
    """Return the terms grouped by monomial."""
    groups = defaultdict(list)
    for term in terms:
        groups[term.monomial].append(term)
    return [tuple(group) for group in groups.values()]


def _squared(terms: Sequence[Term]) -> list[Term]:
    """Return terms with velocities in place of the vector that C is multiplied with."""
    sums: defaultdict[tuple[object, ...], list[Term]] = defaultdict(list)
    for term in terms:
        names = (f"qd[{index(x)}]" if argument(x) == "v" else x for x in term.monomial)
        same = term._replace(monomial=tuple(sorted(names)))
        sums[same[1:]].append(same)
    return [
        alike[0]._replace(coefficient=total)
        for alike in sums.values()
        if (total := sum(term.coefficient for term in alike))
    ]


def _rates(term: Term) -> Monomial:
    return tuple(name for name in term.monomial if argument(name) in RATES)
