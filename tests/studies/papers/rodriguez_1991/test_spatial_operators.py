"""The spatial operators obey their identities, and are those of the arm."""

import numpy as np
import pytest

import equidyn
from equidyn.robots import puma560, random_arm

ARMS = [puma560(), random_arm(7, 2), random_arm(4, 3, joints="PRPP"), random_arm(1, 4, joints="P")]


@pytest.fixture(params=ARMS, ids=lambda arm: arm.name)
def case(request):
    arm = request.param
    q = np.random.default_rng(arm.n).normal(size=arm.n)
    return arm, q, equidyn.studies.spatial_operators(arm, q)


def assert_same(found, expected):
    np.testing.assert_allclose(found, expected, atol=1e-12 * max(1, np.abs(expected).max()))


def test_the_mass_matrix_has_two_factorizations(case):
    arm, q, o = case
    M = arm.mass_matrix(q)
    assert_same(o.H @ o.phi @ o.M @ o.phi.T @ o.H.T, M)
    assert_same(o.innovations_factor @ o.D @ o.innovations_factor.T, M)


def test_the_inverse_of_a_factor_needs_no_inversion(case):
    arm, q, o = case
    assert_same(o.innovations_factor @ o.inverse_factor, np.eye(arm.n))
    inverse = o.inverse_factor.T @ np.diag(1 / np.diagonal(o.D)) @ o.inverse_factor
    assert_same(inverse @ arm.mass_matrix(q), np.eye(arm.n))


def test_filter_and_smoother_of_torques_are_forward_dynamics(case):
    arm, q, o = case
    qd, tau = np.random.default_rng(1).normal(size=(2, arm.n))
    eps = o.inverse_factor @ (tau - arm.bias(q, qd))
    qdd = o.inverse_factor.T @ (eps / np.diagonal(o.D))
    assert_same(arm.forward_dynamics(q, qd, tau, formulation="spatial_operators"), qdd)


def test_covariances_and_gains_obey_the_equations_of_the_filter(case):
    arm, _, o = case
    one = np.eye(6 * arm.n)
    step, yielding = one - np.linalg.inv(o.phi), one - np.linalg.inv(o.psi)
    assert_same(o.D, o.H @ o.P @ o.H.T)
    assert_same(o.G @ o.D, o.P @ o.H.T)
    assert_same(o.K, step @ o.G)
    assert_same(yielding, step @ (one - o.G @ o.H))
    assert_same(o.P, yielding @ o.P @ yielding.T + o.M)


def test_links_are_counted_from_the_base(case):
    arm, _, o = case
    np.testing.assert_array_equal(o.H @ o.H.T, np.eye(arm.n))
    for upper in (o.phi, o.psi):
        blocks = upper.reshape(arm.n, 6, arm.n, 6)
        for i in range(arm.n):
            for j in range(i + 1):
                np.testing.assert_array_equal(blocks[i, :, j], np.eye(6) * (i == j))


def test_it_prints_as_one_line():
    assert repr(equidyn.studies.spatial_operators("planar_2r", [0.1, 0.2])) == (
        "SpatialOperators of 2 joints: H (2, 12), phi (12, 12), M (12, 12), P (12, 12), "
        "D (2, 2), G (12, 2), K (12, 2), psi (12, 12)"
    )
