"""The decoupled complement is the complement in two factors, and its elimination factors M."""

import numpy as np
import pytest

import equidyn
from equidyn.robots import puma560, random_arm

ARMS = [puma560(), random_arm(7, 2), random_arm(4, 3, joints="PRPP"), random_arm(1, 4, joints="P")]


@pytest.fixture(params=ARMS, ids=lambda arm: arm.name)
def case(request):
    arm = request.param
    q = np.random.default_rng(arm.n).normal(size=arm.n)
    return arm, q, equidyn.studies.decoupled_complement(arm, q)


def assert_same(found, expected):
    np.testing.assert_allclose(found, expected, atol=1e-13 * max(1, np.abs(expected).max()))


def test_the_product_of_the_factors_is_the_natural_orthogonal_complement(case):
    arm, q, denoc = case
    noc = equidyn.studies.orthogonal_complement(arm, q, 0 * q)
    assert_same(denoc.N_l @ denoc.N_d, noc.T)
    assert_same(denoc.M, noc.M)


def test_both_ways_give_the_mass_matrix(case):
    arm, q, denoc = case
    M = arm.mass_matrix(q)
    assert_same(denoc.mass_matrix, M)
    assert_same(denoc.U @ denoc.D @ denoc.U.T, M)


def test_the_factors_are_triangular_and_diagonal(case):
    _, _, denoc = case
    np.testing.assert_array_equal(denoc.U, np.triu(denoc.U, 1) + np.eye(len(denoc.U)))
    np.testing.assert_array_equal(denoc.D, np.diag(np.diagonal(denoc.D)))
    np.testing.assert_array_equal(denoc.N_l, np.tril(denoc.N_l))


def test_pivots_are_the_innovations_of_the_filter(case):
    arm, q, denoc = case
    operators = equidyn.studies.spatial_operators(arm, q)
    assert_same(denoc.D, operators.D)
    assert_same(denoc.U, operators.innovations_factor)


def test_it_prints_as_one_line():
    assert repr(equidyn.studies.decoupled_complement("planar_2r", [0.1, 0.2])) == (
        "DecoupledComplement of 2 joints: N_l (12, 12), N_d (12, 2), M (12, 12), U (2, 2), D (2, 2)"
    )
