"""Counts of the generalized d'Alembert equations: what is printed, and what they resemble."""

from fractions import Fraction

from equidyn.counting.operation_polynomials import operation_polynomial
from equidyn.counting.polynomial import Polynomial
from equidyn.studies.papers.published_counts import published_counts


def triples(n):
    """Count i <= j <= s: the terms of all D_ij with i <= j."""
    return sum(n - j + 1 for i in range(1, n + 1) for j in range(i, n + 1))


def test_the_terms_of_the_printed_matrix_are_those_of_triples():
    """13 M and 8 A each leave whole numbers of n^2 and of n."""
    (table,) = published_counts("Lee, Lee & Nigam 1983")
    (compared,) = table.entries
    all_terms = Polynomial.of([0, Fraction(1, 3), Fraction(1, 2), Fraction(1, 6)])
    assert [all_terms(n) for n in (1, 2, 6)] == [triples(n) for n in (1, 2, 6)]
    rest = [
        printed - Polynomial.of([each]) * all_terms
        for printed, each in zip(compared.printed, (13, 8), strict=True)
    ]
    assert [str(each) for each in rest] == ["46n^2 + 85n + 69", "40n^2 + 46n + 45"]


def test_only_the_matrix_grows_with_the_cube():
    steps = operation_polynomial("generalized_dalembert").steps
    cubic = {name for name, step in steps.items() if len(step.multiplications.coefficients) > 3}
    assert cubic == {"D_ij rot", "D_ij tran"}
