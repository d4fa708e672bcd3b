"""Manipulability, the derivatives of the Jacobian, and random joint positions."""

import numpy as np
import pytest

from equidyn import robots
from equidyn.dynamics import dexterity
from oracles.random_arms import random_pose

ARMS = {
    "puma": robots.puma560(),
    "panda": robots.panda(),
    "sliding": robots.random_arm(5, seed=2)._with(
        base=random_pose(np.random.default_rng(0)), tool=random_pose(np.random.default_rng(1))
    ),
    "flat": robots.planar_2r(),
}
STEP = 1e-6


@pytest.fixture(params=ARMS)
def arm(request):
    return ARMS[request.param]


def test_the_hessian_is_the_derivative_of_the_jacobian(arm):
    q = arm.random_configuration(3, size=4)
    H = arm.hessian(q)
    assert H.shape == (4, arm.n, 6, arm.n)
    for k, step in enumerate(STEP * np.eye(arm.n)):
        expected = (arm.jacobian(q + step) - arm.jacobian(q - step)) / (2 * STEP)
        np.testing.assert_allclose(H[:, k], expected, atol=1e-8)
    qd = np.linspace(-1, 2, arm.n)
    rate = np.einsum("k,rkij->rij", qd, H)
    np.testing.assert_allclose(rate, arm.jacobian_rate(q, qd), atol=1e-13)
    np.testing.assert_array_equal(arm.hessian(q[1]), H[1])


def test_the_measure_is_that_of_yoshikawa():
    arm = ARMS["panda"]
    q = arm.random_configuration(np.random.default_rng(4), size=(2, 3))
    J = arm.jacobian(q)
    found = arm.manipulability(q)
    expected = np.sqrt(np.linalg.det(J @ np.swapaxes(J, -1, -2)))
    np.testing.assert_allclose(found.measure, expected, rtol=1e-9)
    turning = arm.manipulability(q, only="orientation")
    w = J[..., 3:, :]
    expected = np.sqrt(np.linalg.det(w @ np.swapaxes(w, -1, -2)))
    np.testing.assert_allclose(turning.measure, expected, rtol=1e-9)


def test_the_ellipsoid_holds_the_velocities_of_unit_joint_velocities(arm):
    q = arm.random_configuration(5)
    found = arm.manipulability(q, only="position")
    qd = np.random.default_rng(6).normal(size=(50, arm.n))
    v = (qd / np.linalg.norm(qd, axis=1, keepdims=True)) @ arm.jacobian(q)[:3].T
    along = v @ found.directions
    live = found.velocities > 1e-12
    assert np.abs(along[:, ~live]).max(initial=0.0) < 1e-12
    assert ((along[:, live] / found.velocities[live]) ** 2).sum(axis=1).max() <= 1 + 1e-9
    lengths = np.linalg.norm(found.directions[:, 0] @ arm.jacobian(q)[:3])
    assert lengths == pytest.approx(found.velocities[0])


@pytest.mark.parametrize("only", [None, "position"])
def test_many_positions_are_judged_as_each_alone(monkeypatch, only):
    """Some at a time, so that a Ctrl-C ends the rest."""
    monkeypatch.setattr(dexterity, "_AT_ONCE", 4)
    arm, q = robots.puma560(), np.random.default_rng(8).normal(size=(2, 5, 6))
    many = arm.manipulability(q, only=only)
    for k in np.ndindex(2, 5):
        one = arm.manipulability(q[k], only=only)
        assert one.measure == many.measure[k]
        assert np.array_equal(one.velocities, many.velocities[k])
        assert np.array_equal(one.directions, many.directions[k])


def test_an_arm_of_few_joints_has_no_measure_of_a_whole_pose():
    found = ARMS["flat"].manipulability([0.1, 0.2])
    assert found.measure == 0
    assert found.velocities.shape == (6,)
    np.testing.assert_array_equal(found.velocities[2:], 0)
    assert found.inverse_condition == 0
    assert "Manipulability" in str(found)
    with pytest.raises(ValueError, match=r"^only: "):
        ARMS["flat"].manipulability([0.1, 0.2], only="positions")


def test_random_positions_are_within_the_limits_and_repeat(arm):
    q = arm.random_configuration(7, size=500)
    lower, upper = (-np.pi, np.pi) if arm.limits is None else arm.limits.T
    assert np.all((q >= lower) & (q <= upper))
    np.testing.assert_array_equal(arm.random_configuration(7, size=500), q)
    np.testing.assert_array_equal(arm.random_configuration(np.random.default_rng(7)), q[0])
    assert arm.random_configuration(0, size=(2, 0)).shape == (2, 0, arm.n)
    with pytest.raises(TypeError, match=r"^rng: expected an integer, got str"):
        arm.random_configuration("seed")
    with pytest.raises(ValueError, match=r"^size: must be at least 0"):
        arm.random_configuration(0, size=-1)


@pytest.mark.parametrize("limit", [5.0, -5.0, 0.5])
@pytest.mark.parametrize("name", ["planar_rp", "scara"])
def test_random_positions_keep_a_limit_that_has_no_other(name, limit):
    arm = robots.load(name)
    above = arm.with_limits([[limit, np.inf]] * arm.n).random_configuration(0, size=500)
    below = arm.with_limits([[-np.inf, limit]] * arm.n).random_configuration(0, size=500)
    assert above.min() >= limit
    assert below.max() <= limit
    assert np.ptp(above, axis=0).min() > 0.4
    assert np.ptp(below, axis=0).min() > 0.4


def test_the_hessian_is_that_of_the_robotics_toolbox():
    toolbox = pytest.importorskip("roboticstoolbox")
    puma, arm = toolbox.models.DH.Puma560(), ARMS["puma"]
    q = arm.random_configuration(8)
    ours = arm.with_base(puma.base.A).with_tool(puma.tool.A)
    J = puma.jacob0(q)
    np.testing.assert_allclose(ours.jacobian(q), J, atol=1e-12)
    np.testing.assert_allclose(ours.hessian(q), puma.hessian0(q, J0=J), atol=1e-12)
