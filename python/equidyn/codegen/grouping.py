"""Sums of products written as products of sums: m a² + 2 m a c + m c² is m (a + c)².

Terms are grouped only where the product of sums, multiplied out, has exactly these terms, and where
it has fewer factors.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

from .arguments import PARAMETERS, split
from .closed_form import Monomial

# a sum of inputs, each with its sign; the first sign is positive
Sum = tuple[tuple[int, str], ...]

# inputs that are lengths, in their order within a sum
_LENGTHS = {name: order for order, name in enumerate(("a", "a_y", "d", "q", "com"))}

# relative difference of equal coefficients
_EQUAL = 1e-13

# coefficients by pairs of lengths
_Pairs = dict[tuple[str, str], float]


class Product(NamedTuple):
    """A coefficient times sums.

    Attributes
    ----------
    coefficient : float
        Not zero.
    factors : tuple of Sum
        The sums, single inputs first; equal ones are a power.
    """

    coefficient: float
    factors: tuple[Sum, ...] = ()


def grouped(terms: Mapping[Monomial, float]) -> list[Product]:
    """Return a polynomial as few short products.

    Parameters
    ----------
    terms : mapping
        Coefficients by monomial.
    """
    by_owner: dict[Monomial, dict[Monomial, float]] = defaultdict(dict)
    for monomial in sorted(terms, key=_owners):
        lengths = [name for name in monomial if split(name)[0] in _LENGTHS]
        owner = tuple(name for name in monomial if split(name)[0] not in _LENGTHS)
        by_owner[owner][tuple(sorted(lengths, key=_order))] = terms[monomial]
    found = [
        (owner, product) for owner, lengths in by_owner.items() for product in _products(lengths)
    ]
    return list(_with_common_lengths(found))


def _owners(monomial: Monomial) -> list[tuple[int, int]]:
    """Return the order of a term: masses, then moments of inertia, each from base to tip."""
    owners = (split(name) for name in monomial if split(name)[0] not in _LENGTHS)
    return [(PARAMETERS.index(argument), index) for argument, index in owners]


def _order(name: str) -> tuple[int, int]:
    argument, index = split(name)
    return _LENGTHS[argument], index


def _products(lengths: Mapping[Monomial, float]) -> list[Product]:
    """Return a polynomial of lengths, whose squares and products of sums are found."""
    products = []
    pairs: _Pairs = {}
    for monomial, coefficient in lengths.items():
        if len(monomial) == 2:
            pairs[monomial[0], monomial[1]] = coefficient
    while found := max(_candidates(pairs), key=_saving, default=None):
        products.append(found)
        for pair in _multiplied_out(found):
            del pairs[pair]
    linear = {x[0]: coefficient for x, coefficient in lengths.items() if len(x) == 1}
    for each in _by_size(linear):
        sign, own = _signed(each)
        products.append(Product(sign * abs(linear[each[0][1]]), (own,)))
    left = [x for x in lengths if len(x) != 1 and (len(x) != 2 or (x[0], x[1]) in pairs)]
    products += [Product(lengths[x], tuple(((1, name),) for name in x)) for x in left]
    return sorted(products, key=_names)


def _names(product: Product) -> list[list[tuple[int, int]]]:
    return [[_order(name) for _, name in factor] for factor in product.factors]


def _candidates(pairs: _Pairs) -> Iterator[Product]:
    """Return squares of sums and products of two sums whose terms are all among the pairs."""
    names = sorted({name for pair in pairs for name in pair}, key=_order)
    rows: dict[str, dict[str, float]] = {x: {} for x in names}
    for (x, y), coefficient in pairs.items():
        rows[x][y] = rows[y][x] = coefficient
    for x in names:
        if x in rows[x]:
            yield from _square(rows, x)
        for members in _by_size(rows[x]):
            if len(members) > 1:
                sign, own = _signed(members)
                yield Product(sign * abs(rows[x][own[0][1]]), (((1, x),), own))
    for x, y in combinations(names, 2):
        yield from _of_two_sums(rows, x, y)


def _square(rows: Mapping[str, Mapping[str, float]], first: str) -> Iterator[Product]:
    """Return the square of a sum that begins with a length, as long as there is."""
    size, members = rows[first][first], [(1, first)]
    for name in rows:
        cross = rows[first].get(name, 0.0)
        sign = 1 if cross * size > 0 else -1
        if (
            name not in (x for _, x in members)
            and is_same(rows[name].get(name, 0.0), size)
            and all(is_same(rows[x].get(name, 0.0), 2 * size * s * sign) for s, x in members)
        ):
            members.append((sign, name))
    if len(members) > 1:
        sign, own = _signed(sorted(members, key=lambda member: _order(member[1])))
        yield Product(size, (own, own))


def _of_two_sums(
    rows: Mapping[str, Mapping[str, float]], first: str, second: str
) -> Iterator[Product]:
    """Return the products of a sum that has two lengths, and of what both multiply alike."""
    for same in (1, -1):
        for members in _by_size(rows[first]):
            others = tuple(
                (sign, x)
                for sign, x in members
                if x not in (first, second)
                and is_same(rows[second].get(x, 0.0), same * rows[first][x])
            )
            if not others:
                continue
            sums = [(1, first), (same, second)]
            for name in rows:
                for sign in (1, -1):
                    if (
                        name not in (first, second)
                        and name not in (x for _, x in others)
                        and all(
                            is_same(rows[name].get(x, 0.0), sign * rows[first][x])
                            for _, x in others
                        )
                    ):
                        sums.append((sign, name))
            left, own = _signed(sorted(sums, key=lambda member: _order(member[1])))
            right, theirs = _signed(others)
            size = abs(rows[first][others[0][1]])
            yield Product(left * right * size, tuple(sorted((own, theirs), key=len)))


def _by_size(row: Mapping[str, float]) -> list[Sum]:
    """Return the lengths of coefficients of equal size, with their signs."""
    found: list[list[str]] = []
    for name in sorted(row, key=_order):
        for each in found:
            if is_same(abs(row[each[0]]), abs(row[name])):
                each.append(name)
                break
        else:
            found.append([name])
    return [tuple((1 if row[x] > 0 else -1, x) for x in each) for each in found]


def is_same(x: float, y: float) -> bool:
    """Tell whether coefficients are equal up to rounding errors."""
    return math.isclose(x, y, rel_tol=_EQUAL)


def _signed(members: Sequence[tuple[int, str]]) -> tuple[int, Sum]:
    """Return the sign of the first member, and the sum divided by it."""
    first = members[0][0]
    return first, tuple((first * sign, name) for sign, name in members)


def _saving(product: Product) -> int:
    """Return how many factors fewer a product of two sums has than its terms."""
    left, right = product.factors
    if left == right:
        return len(left) ** 2
    return 2 * len(left) * len(right) - len(left) - len(right)


def _multiplied_out(product: Product) -> set[tuple[str, str]]:
    """Return the pairs of a product of two sums."""
    left, right = product.factors
    found = set()
    for _, x in left:
        for _, y in right:
            first, second = sorted((x, y), key=_order)
            found.add((first, second))
    return found


def _with_common_lengths(found: Iterable[tuple[Monomial, Product]]) -> Iterator[Product]:
    """Return products of masses and lengths; those of equal lengths and size are one."""
    by_lengths: dict[tuple[Sum, ...], list[tuple[Monomial, float]]] = defaultdict(list)
    for owner, product in found:
        by_lengths[product.factors].append((owner, product.coefficient))
    for lengths, owned in by_lengths.items():
        single = {owner[0]: coefficient for owner, coefficient in owned if len(owner) == 1}
        for owner, coefficient in owned:
            if len(owner) != 1:
                yield Product(coefficient, (*(((1, name),) for name in owner), *lengths))
        while single:
            first = next(iter(single))
            size = abs(single[first])
            members = [x for x in single if is_same(abs(single[x]), size)]
            sign, own = _signed([(1 if single[x] > 0 else -1, x) for x in members])
            for name in members:
                del single[name]
            yield Product(sign * size, (own, *lengths))
