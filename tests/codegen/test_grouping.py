"""Polynomials as products of sums: the same terms when multiplied out, and no longer."""

from collections import Counter
from itertools import product as pairs

import numpy as np
import pytest

from equidyn.codegen.grouping import grouped

A, B, C, D, Q = "a[0]", "a[1]", "com[3]", "com[4]", "q[2]"
M, N, K, L = "mass[0]", "mass[1]", "inertia[8]", "inertia[17]"


def polynomial(*products):
    """The sum of products: a coefficient, then sums of (sign, name), multiplied term by term."""
    total = Counter()
    for coefficient, *factors in products:
        for members in pairs(*factors):
            sign = np.prod([own for own, _ in members], initial=1)
            total[tuple(sorted(name for _, name in members))] += sign * coefficient
    return {monomial: x for monomial, x in total.items() if x}


def the_sum(*names):
    return [(-1, name[1:]) if name.startswith("-") else (1, name) for name in names]


def factors_of(products):
    return sum(len(factor) for each in products for factor in each.factors)


def multiplied_out(products):
    return polynomial(*((each.coefficient, *each.factors) for each in products))


@pytest.mark.parametrize(
    ("given", "factors"),
    [
        # m (a + c)², beside another mass, with a sign, with three lengths, with a number
        ([(1, the_sum(M), the_sum(A, C), the_sum(A, C))], 5),
        (
            [
                (1, the_sum(M), the_sum(A, C), the_sum(A, C)),
                (1, the_sum(N), the_sum(A), the_sum(A)),
            ],
            8,
        ),
        ([(1, the_sum(M), the_sum(A, f"-{C}"), the_sum(A, f"-{C}"))], 5),
        ([(-0.5, the_sum(M), the_sum(A, B, C), the_sum(A, B, C))], 7),
        ([(0.7, the_sum(Q, C), the_sum(Q, C))], 4),
        # a length times a sum, two sums, of which one is that of a square
        ([(2, the_sum(M), the_sum(A), the_sum(B, C))], 4),
        ([(2, the_sum(M), the_sum(A, f"-{D}"), the_sum(B, C))], 5),
        (
            [
                (1, the_sum(M), the_sum(A), the_sum(B, C)),
                (1, the_sum(M), the_sum(B, C), the_sum(B, C)),
            ],
            9,
        ),
        # what is left over beside a square
        (
            [
                (1, the_sum(M), the_sum(A, C), the_sum(A, C)),
                (1, the_sum(M), the_sum(D), the_sum(D)),
            ],
            8,
        ),
        # a sum of masses, or of moments, with a common length
        ([(1, the_sum(M, N), the_sum(A), the_sum(A))], 4),
        ([(0.5, the_sum(K, f"-{L}"))], 2),
        # no square, because a coefficient differs
        ([(1, the_sum(M), the_sum(A), the_sum(A)), (3, the_sum(M), the_sum(A), the_sum(C))], 6),
    ],
)
def test_what_was_a_product_of_sums_is_one_again(given, factors):
    found = grouped(polynomial(*given))
    assert multiplied_out(found) == pytest.approx(polynomial(*given))
    assert factors_of(found) == factors


def test_random_polynomials_keep_their_terms_and_are_not_longer():
    rng = np.random.default_rng(0)
    names, shorter = [A, B, C, D, Q], 0
    for _ in range(300):
        given = []
        for _ in range(rng.integers(1, 4)):
            owner = the_sum(*rng.choice([M, N, K], rng.integers(0, 2), replace=False))
            sums = [
                [(int(rng.choice((1, 1, -1))), str(x)) for x in rng.choice(names, size, False)]
                for size in rng.integers(1, 4, rng.integers(1, 3))
            ]
            if rng.random() < 0.3:
                sums = [sums[0], sums[0]]
            given.append(
                (float(rng.choice((1, 2, -1, 0.5, 0.3))), *([owner] if owner else []), *sums)
            )
        terms = polynomial(*given)
        found = grouped(terms)
        right = multiplied_out(found)
        assert right == pytest.approx(terms)
        assert factors_of(found) <= sum(map(len, terms))
        shorter += factors_of(found) < sum(map(len, terms))
    assert shorter > 200
