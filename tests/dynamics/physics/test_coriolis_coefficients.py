"""Coriolis coefficients: kernel, unit velocities and the derivative of the mass matrix agree."""

import numpy as np

from conftest import EPS, TOLERANCE
from equidyn import Arm, robots
from oracles import random_arms

ARMS = [
    robots.puma560(),
    robots.planar_2r(),
    *(
        robots.random_arm(len(joints), seed, joints, convention=convention)
        for seed, (joints, convention) in enumerate(
            (joints, convention)
            for joints in ("R", "P", "RP", "PR", "PPP", "RPRP", "PRRPR", "RRPRRRP")
            for convention in ("standard", "modified")
        )
    ),
    *(Arm.from_dh(**random_arms.random_arm(seed)) for seed in range(24)),
    Arm.from_dh(**random_arms.random_arm(5, 14)),
]


def positions(arm: Arm, *shape: int) -> np.ndarray:
    return np.random.default_rng(arm.n).uniform(-3, 3, (*shape, arm.n))


def assert_same(arm: Arm, found: np.ndarray, expected: np.ndarray):
    assert found.shape == expected.shape
    largest = max(np.abs(expected).max(), np.abs(arm.mass_matrix(positions(arm))).max())
    assert np.abs(found - expected).max() <= TOLERANCE["identity"] * EPS * largest, arm.name


def test_they_are_those_of_unit_velocities():
    for arm in ARMS:
        q = positions(arm, 7)
        expected = arm.coriolis_coefficients(q, formulation="newton_euler")
        assert_same(arm, arm.coriolis_coefficients(q), expected)


def test_they_are_christoffel_symbols_of_the_mass_matrix():
    """C^i_jk = (dM_ij/dq_k + dM_ik/dq_j - dM_jk/dq_i) / 2, by differences of the sixth order."""
    for arm in ARMS:
        q, step, weights = positions(arm), 2.0**-7, {1: 45, 2: -9, 3: 1}
        steps = step * np.eye(arm.n)
        change = sum(
            weight * (arm.mass_matrix(q + k * steps) - arm.mass_matrix(q - k * steps))
            for k, weight in weights.items()
        )
        dM = np.moveaxis(change, 0, -1) / (60 * step)  # i, j, k
        expected = (dM + np.swapaxes(dM, 1, 2) - np.moveaxis(dM, -1, 0)) / 2
        largest = max(np.abs(expected).max(), np.abs(arm.mass_matrix(q)).max())
        np.testing.assert_allclose(
            arm.coriolis_coefficients(q), expected, rtol=0, atol=1e-10 * largest
        )


def test_they_are_symmetric_and_take_no_power():
    """A joint before two others, or one of them, gains on the first what it loses on the second."""
    for arm in ARMS:
        C = arm.coriolis_coefficients(positions(arm, 5))
        np.testing.assert_array_equal(C, np.swapaxes(C, -1, -2))
        for j in range(arm.n):
            np.testing.assert_array_equal(C[:, j:, j, j:], -np.swapaxes(C[:, j:, j, j:], -1, -2))


def test_they_make_the_torques_of_velocity():
    arm = robots.puma560().with_gravity((0, 0, 0))
    q, qd = np.random.default_rng(3).uniform(-2, 2, (2, 40, 6))
    found = np.einsum("...ijk,...j,...k", arm.coriolis_coefficients(q), qd, qd)
    assert_same(arm, found, arm.bias(q, qd))
