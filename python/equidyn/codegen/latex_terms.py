"""Closed forms in LaTeX: the terms of an output in lines."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from ..graph.graph import Operation
from .arguments import PARAMETERS, split
from .closed_form import Angle, Monomial, Term
from .formulas import Notation
from .grouping import Product, Sum, grouped, is_same

# signs that fit on a line
LINE = 76

# largest multiple of a motion in a sum of several
_MULTIPLE = 4

# the factors of a product that come first, in this order: positions, and what an arm is made of
_FIRST = {name: order for order, name in enumerate((*PARAMETERS[:6], "q"))}

# what takes no space, or that of another letter
_UNSEEN = re.compile(r"\\(?:d?dot|frac|operatorname|,)|[\\{}_^ ]")


def width(text: str) -> int:
    """Return about how many signs of a formula are seen."""
    return len(_UNSEEN.sub("", text))


class _Part(NamedTuple):
    """Terms that are multiplied by a sum of motions.

    Attributes
    ----------
    motions : list of (int, Monomial)
        Products of velocities, accelerations, forces or gravity, and their multiples.
    terms : dict
        Coefficients by function, angle and the other inputs.
    """

    motions: list[tuple[int, Monomial]]
    terms: dict[tuple[Operation, Angle, Monomial], float]


def in_lines(terms: Iterable[Term], notation: Notation) -> list[str]:
    """Return the lines of a sum: terms in accelerations, then in velocities, then the rest."""
    lines = [line for part in _parts(terms) for line in _lines(part, notation)]
    return [lines[0].removeprefix("+ "), *lines[1:]] if lines else ["0"]


def _parts(terms: Iterable[Term]) -> list[_Part]:
    """Return the parts of a sum; those of motions of one kind with the same terms are one."""
    by_motion: dict[Monomial, _Part] = {}
    for term in terms:
        motion = tuple(name for name in term.monomial if split(name)[0] not in _FIRST)
        position = tuple(name for name in term.monomial if split(name)[0] in _FIRST)
        part = by_motion.setdefault(motion, _Part([(1, motion)], {}))
        part.terms[term.function, term.angle, position] = term.coefficient
    parts: list[_Part] = []
    for motion in sorted(by_motion, key=_reading_order):
        part = by_motion[motion]
        for k, before in enumerate(parts):
            if _kind(before.motions[0][1]) == _kind(motion) and (joined := _joined(before, part)):
                parts[k] = joined
                break
        else:
            parts.append(part)
    return parts


def _joined(x: _Part, y: _Part) -> _Part | None:
    """Return two parts as one, if the terms of one are a small multiple of those of the other."""
    if not x.motions[0][1] or x.terms.keys() != y.terms.keys():
        return None
    if all(not angle and not position for _, angle, position in x.terms):
        return None
    for less, more in ((x, y), (y, x)):
        ratios = [more.terms[key] / less.terms[key] for key in less.terms]
        multiple = round(ratios[0])
        if 1 <= abs(multiple) <= _MULTIPLE and all(is_same(r, multiple) for r in ratios):
            scaled = {id(less): 1, id(more): multiple}
            motions = [(scaled[id(part)] * own, m) for part in (x, y) for own, m in part.motions]
            sign = 1 if motions[0][0] > 0 else -1
            return _Part(
                [(sign * own, motion) for own, motion in motions],
                {key: sign * coefficient for key, coefficient in less.terms.items()},
            )
    return None


def _reading_order(motion: Monomial) -> tuple[object, ...]:
    return _kind(motion), len(motion), motion


def _kind(motion: Monomial) -> int:
    arguments = {split(name)[0] for name in motion}
    return 0 if "qdd" in arguments else 1 if arguments == {"qd"} else 2


def _texts(part: _Part, notation: Notation) -> Iterator[tuple[int, str]]:
    """Return the terms of a part, short, each with its sign; an empty text is 1."""
    by_function: dict[tuple[Operation, Angle], dict[Monomial, float]] = defaultdict(dict)
    for (function, angle, position), coefficient in part.terms.items():
        by_function[function, angle][position] = coefficient
    for (function, angle), positions in by_function.items():
        turned = notation.function(function, _angle(angle, notation)) if angle else ""
        products = grouped(positions)
        apart = [text for each in products for text in _signed_texts(each, turned, notation)]
        together = _together(products, turned, notation)
        is_shorter = width(together[1]) < sum(width(text) + 1 for _, text in apart)
        yield from [together] if is_shorter and width(together[1]) <= LINE else apart


def _together(products: Sequence[Product], turned: str, notation: Notation) -> tuple[int, str]:
    """Return products as one: their sum, times their function and a coefficient of all of them."""
    first = products[0].coefficient
    sign, size = (1 if first > 0 else -1), abs(first)
    if not all(is_same(abs(each.coefficient), size) for each in products):
        size = 1.0
    texts = [
        f"{'+' if own * sign > 0 else '-'} {text or 1}"
        for each in products
        for own, text in _signed_texts(
            each._replace(coefficient=each.coefficient / size), "", notation
        )
    ]
    factors = [notation.number(size)] if size != 1 else []
    factors.append(f"({' '.join(texts).removeprefix('+ ')})")
    return sign, notation.times.join([*factors, turned] if turned else factors)


def _signed_texts(product: Product, turned: str, notation: Notation) -> Iterator[tuple[int, str]]:
    """Return a product with its sign; a sum that nothing multiplies as its terms."""
    sign = 1 if product.coefficient > 0 else -1
    coefficient = notation.number(abs(product.coefficient))
    factors = [] if coefficient == "1" else [coefficient]
    if not factors and not turned and len(product.factors) == 1:
        yield from ((sign * own, notation.input(name)) for own, name in product.factors[0])
        return
    factors += _powers(sorted(product.factors, key=_place), notation)
    yield sign, notation.times.join([*factors, turned] if turned else factors)


def _place(factor: Sum) -> tuple[bool, int]:
    """Return the order of a factor: masses, then single lengths, then sums of lengths."""
    argument = split(factor[0][1])[0]
    return len(factor) > 1 and argument not in PARAMETERS[:3:2], _FIRST[argument]


def _lines(part: _Part, notation: Notation) -> Iterator[str]:
    """Write a part: its terms in parentheses, if they are several, times the sum of its motions."""
    texts, motion = list(_texts(part, notation)), _motion(part.motions, notation)
    several = len(texts) > 1 and bool(motion)
    first = texts[0][0] if several else 1
    parts = []
    for sign, text in texts:
        factors = [text] if several or not motion else [text, motion]
        product = notation.times.join(filter(None, factors)) or "1"
        parts.append(f"{'+' if first * sign > 0 else '-'} {product}")
    if several:
        parts[0] = f"{'+' if first > 0 else '-'} ({parts[0].removeprefix('+ ')}"
        parts[-1] += f"){notation.times}{motion}"
    line: list[str] = []
    for text in parts:
        if line and width(" ".join([*line, text])) > LINE:
            yield " ".join(line)
            line = []
        line.append(text)
    yield " ".join(line)


def _motion(motions: list[tuple[int, Monomial]], notation: Notation) -> str:
    """Write the sum of some motions; empty for no motion."""
    texts = []
    for multiple, names in motions:
        factors = _powers([((1, name),) for name in names], notation)
        if abs(multiple) > 1:
            factors.insert(0, str(abs(multiple)))
        texts.append(f"{'+' if multiple > 0 else '-'} {notation.times.join(factors)}")
    text = " ".join(texts).removeprefix("+ ")
    return f"({text})" if len(texts) > 1 else text


def _powers(factors: Iterable[Sum], notation: Notation) -> list[str]:
    """Write factors, equal ones as a power, sums in parentheses."""
    exponents: dict[Sum, int] = {}
    for factor in factors:
        exponents[factor] = exponents.get(factor, 0) + 1
    return [
        _sum(factor, notation) + (f"^{{{power}}}" if power > 1 else "")
        for factor, power in exponents.items()
    ]


def _sum(members: Sum, notation: Notation) -> str:
    text = " ".join(f"{'+' if sign > 0 else '-'} {notation.input(name)}" for sign, name in members)
    text = text.removeprefix("+ ")
    return f"({text})" if len(members) > 1 else text


def _angle(angle: Angle, notation: Notation) -> str:
    text = "".join(
        f" {'+' if multiple > 0 else '-'} {abs(multiple) if abs(multiple) > 1 else ''}"
        f"{notation.input(name)}"
        for name, multiple in angle
    )
    return text.removeprefix(" + ")
