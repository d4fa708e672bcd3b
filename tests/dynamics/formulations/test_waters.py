"""Waters' recursion costs for each pair of links what Hollerbach's survey prints."""

import numpy as np

import equidyn
from equidyn.counting.operation_polynomials import operation_polynomial

FULL_PRODUCT = np.array((64, 48))

# 106 1/2 n^2 M, 82 n^2 A of J. M. Hollerbach, 1980, and terms of lower order: twice that for a pair
PRINTED = np.array((213, 164))


def squares(steps):
    """Return operations for each pair of links, of which there are n^2/2."""
    return np.array([[int(2 * amount.coefficients[2]) for amount in step[:2]] for step in steps])


def test_a_pair_takes_three_products_of_matrices_and_its_gravity():
    steps = operation_polynomial("waters", rotations="full", base="moving", dead_code=True).steps
    to_link, derivative, trace, gravity = squares(
        [steps[name] for name in ("W_i^j", "dW_j/dq_i", "trace", "gravity")]
    )
    # a trace adds its diagonal, and itself to the sum
    assert tuple(to_link) == tuple(derivative) == tuple(FULL_PRODUCT)
    assert tuple(trace) == tuple(FULL_PRODUCT + np.array((0, 3 + 1)))
    zeros_of_g, first_moment = np.array((4, 4)), np.array((1, 0))
    found = to_link + derivative + trace + gravity
    assert tuple(found) == (208, 160)
    assert tuple(found + zeros_of_g + first_moment) == tuple(PRINTED)


def test_the_texts_of_lagranges_equation_grow_by_four_three_two_and_one():
    names = ("lagrange_euler_literal", "lagrange_euler", "waters", "recursive_lagrangian_4x4")
    assert [equidyn.formulations()[name].order for name in names] == ["n^4", "n^3", "n^2", "n"]
    counts = [sum(equidyn.count_operations(6, name).total[:2]) for name in names]
    assert counts == sorted(counts, reverse=True)
