"""The natural orthogonal complement: T spans what the joints allow, and yields the dynamics."""

import numpy as np
import pytest

from conftest import EPS
from equidyn.robots import puma560, random_arm
from equidyn.studies.papers.angeles.orthogonal_complement import orthogonal_complement

ARMS = [puma560(), random_arm(7, 2), random_arm(4, 3, joints="PRPP"), random_arm(1, 4, joints="P")]


def state(arm):
    return np.random.default_rng(arm.n).normal(size=(2, arm.n))


@pytest.mark.parametrize("arm", ARMS, ids=lambda arm: arm.name)
def test_twists_of_the_joints_are_all_that_the_constraints_allow(arm):
    noc = orthogonal_complement(arm, *state(arm))
    assert np.abs(noc.K @ noc.T).max() < 50 * EPS * np.abs(noc.K).max() * np.abs(noc.T).max()
    assert np.linalg.matrix_rank(noc.K) == 5 * arm.n
    assert np.linalg.matrix_rank(noc.T) == arm.n


@pytest.mark.parametrize("arm", ARMS, ids=lambda arm: arm.name)
def test_rate_of_T_is_its_derivative(arm):
    q, qd = state(arm)
    ahead, behind = (orthogonal_complement(arm, q + h * qd, qd).T for h in (1e-5, -1e-5))
    rate = (ahead - behind) / 2e-5
    np.testing.assert_allclose(orthogonal_complement(arm, q, qd).T_rate, rate, atol=1e-7)


@pytest.mark.parametrize("arm", ARMS, ids=lambda arm: arm.name)
def test_projection_is_the_dynamics_of_the_arm(arm):
    q, qd = state(arm)
    noc = orthogonal_complement(arm, q, qd)
    M = arm.mass_matrix(q)
    np.testing.assert_allclose(noc.generalized_inertia, M, atol=1e-13 * np.abs(M).max())
    weightless = arm.with_gravity((0, 0, 0))
    expected = weightless.inverse_dynamics(q, qd, 0 * q)
    np.testing.assert_allclose(
        noc.generalized_coupling @ qd, expected, atol=1e-13 * max(1.0, np.abs(M).max())
    )


def test_it_prints_as_one_line():
    complement = orthogonal_complement("planar_2r", [0.1, 0.2], [0.3, 0.4])
    assert repr(complement) == (
        "OrthogonalComplement of 2 joints: "
        "T (12, 2), T_rate (12, 2), M (12, 12), W (12, 12), K (12, 12)"
    )
