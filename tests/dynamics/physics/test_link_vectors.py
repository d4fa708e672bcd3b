"""The vectors of a free-body diagram: links in equilibrium, and each vector what it is."""

from itertools import pairwise

import numpy as np
import pytest

from conftest import EPS, TOLERANCE
from equidyn import Arm, robots
from equidyn.dynamics.link_vectors import KINDS, ON_A_BODY, link_vectors
from oracles.random_arms import random_arm

ARMS = [Arm.from_dh(**random_arm(seed)) for seed in range(0, 96, 11)]
ARMS += [robots.puma560(), robots.planar_2r(), robots.load("stanford"), robots.load("panda")]

both_conventions = pytest.mark.parametrize("arm", ARMS, ids=lambda arm: arm.name)


def state(arm):
    rng = np.random.default_rng(arm.n)
    return rng.uniform(-2, 2, (3, arm.n)), rng.uniform(-5, 5, 6)


def of_unit(vectors, unit):
    return [vector for vector in vectors if vector.unit == unit and vector.kind in ON_A_BODY]


@both_conventions
def test_forces_and_moments_on_a_link_add_up_to_zero(arm):
    (q, qd, qdd), tip = state(arm)
    for link in range(1, arm.n + 1):
        vectors = link_vectors(arm, q, qd, qdd, link=link, tip_wrench=tip)
        forces, moments = of_unit(vectors, "N"), of_unit(vectors, "N m")
        assert len(forces) == 4
        assert len(moments) == 3
        # about a point far from all others, moments of forces that do not add up show too
        levers = [np.cross(force.point - [3.0, -2.0, 1.0], force.value) for force in forces]
        for parts in ([force.value for force in forces], [m.value for m in moments] + levers):
            largest = np.abs(parts).max()
            assert np.abs(np.sum(parts, axis=0)).max() <= TOLERANCE["identity"] * EPS * largest


@both_conventions
def test_a_link_exerts_the_opposite_on_the_one_before(arm):
    (q, qd, qdd), tip = state(arm)
    of_each = [link_vectors(arm, q, qd, qdd, link=k + 1, tip_wrench=tip) for k in range(arm.n)]
    for k, (one, after) in enumerate(pairwise(of_each), start=2):
        for letter in "fn":
            (reaction,) = (v for v in one if v.symbol == f"-{letter}_{{{k}}}")
            (action,) = (v for v in after if v.symbol == f"{letter}_{{{k}}}")
            np.testing.assert_array_equal(reaction.value, -action.value)
            np.testing.assert_array_equal(reaction.point, action.point)


@both_conventions
def test_the_wrench_of_a_joint_has_its_torque_along_the_axis(arm):
    (q, qd, qdd), tip = state(arm)
    torque = arm.inverse_dynamics(q, qd, qdd, tip_wrench=tip)
    frames = np.concatenate([arm.base[np.newaxis], arm.link_poses(q)])
    axes = frames[:-1] if arm.convention == "standard" else frames[1:]
    vectors = link_vectors(arm, q, qd, qdd, tip_wrench=tip)
    for letter, turns in (("f", "P"), ("n", "R")):
        found = [v.value for v in vectors if v.symbol.startswith(f"{letter}_")]
        for k in (k for k, kind in enumerate(arm.joints) if kind == turns):
            along = found[k] @ axes[k, :3, 2]
            assert abs(along - torque[k]) <= TOLERANCE["identity"] * EPS * np.abs(found).max()


@both_conventions
def test_the_motion_of_a_link_is_the_change_of_its_pose(arm):
    (q, qd, qdd), _ = state(arm)
    h = 1e-4

    def centres(t):
        poses = arm.link_poses(q + t * qd + t * t / 2 * qdd)
        return poses[:, :3, 3] + np.einsum("nij,nj->ni", poses[:, :3, :3], arm.com)

    before, now, after = centres(-h), centres(0.0), centres(h)
    vectors = link_vectors(arm, q, qd, qdd)
    expected = {
        "velocity": (after - before) / (2 * h),
        "acceleration": (after - 2 * now + before) / h**2,
    }
    for kind, values in expected.items():
        found = np.array([v.value for v in vectors if v.kind == kind])
        np.testing.assert_allclose(found, values, rtol=0, atol=1e-4 * np.abs(values).max())
        np.testing.assert_allclose([v.point for v in vectors if v.kind == kind], now, atol=1e-12)


@both_conventions
def test_positions_lead_from_joint_to_joint_and_to_the_mass_centre(arm):
    (q, qd, qdd), _ = state(arm)
    origins = arm.link_poses(q)[:, :3, 3]
    vectors = [v for v in link_vectors(arm, q, qd, qdd) if v.kind == "position"]
    steps = [v for v in vectors if not v.symbol.startswith("c")]
    levers = [v for v in vectors if v.symbol.startswith("c")]
    np.testing.assert_allclose([v.point for v in levers], origins, atol=1e-12)
    ends = [v.point + v.value for v in steps]
    np.testing.assert_allclose(ends, origins[arm.n - len(steps) :], atol=1e-12)
    assert len(steps) == arm.n - (arm.convention == "modified")


def test_an_arm_at_rest_has_no_acceleration_not_even_that_of_rounding():
    arm = robots.puma560()
    vectors = link_vectors(arm, np.full(6, 0.3), np.zeros(6), np.zeros(6))
    for vector in vectors:
        if vector.kind in ("velocity", "acceleration", "omega", "alpha", "inertia"):
            np.testing.assert_array_equal(vector.value, 0.0)
    assert {vector.kind for vector in vectors} == set(KINDS)
