"""The torque is the regressor times the parameters, of the links, friction and motors."""

import numpy as np
import pytest

from conftest import EPS, TOLERANCE
from equidyn import Arm, BaseMotion, robots
from oracles.random_arms import random_arm, random_inertia, random_state

# arms of every length up to 12, with slides at either end, in either convention
SEEDS = range(0, 96, 5)


def with_other_bodies(arm: Arm, rng) -> Arm:
    """The same geometry with links that share nothing with its own."""
    data = {
        **arm.to_dict(),
        "mass": rng.uniform(0.5, 5.0, arm.n),
        "com": rng.uniform(-0.3, 0.3, (arm.n, 3)),
        "inertia": [random_inertia(rng) for _ in range(arm.n)],
    }
    return Arm.from_dict(data)


def assert_same(found, expected, name):
    allowed = TOLERANCE["identity"] * EPS * np.abs(expected).max()
    assert np.abs(found - expected).max() <= allowed, name


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("moving", [False, True], ids=["base at rest", "moving base"])
def test_torque_is_linear_in_the_parameters_of_the_links(seed, moving):
    arm = Arm.from_dh(**random_arm(seed))
    rng = np.random.default_rng([seed, 6])
    x = random_state(rng, arm.n, (4,))
    base_motion = BaseMotion(*rng.uniform(-2, 2, (3, 4, 3))) if moving else None
    Y = arm.regressor(*x, base_motion=base_motion)
    assert Y.shape == (4, arm.n, 10 * arm.n)
    for each in (arm, with_other_bodies(arm, rng)):
        torque = each.inverse_dynamics(*x, base_motion=base_motion)
        assert_same(Y @ each.parameters(), torque, arm.name)


@pytest.mark.parametrize("friction", [False, True])
@pytest.mark.parametrize("motors", [False, True])
def test_torque_is_linear_in_the_parameters_of_the_drives(friction, motors):
    arm = robots.puma560()
    x = random_state(np.random.default_rng(7), arm.n, (20,))
    x[1, ::3] = 0.0
    Y = arm.regressor(*x, friction=friction, motors=motors)
    torque = arm.inverse_dynamics(*x, friction=friction, motors=motors)
    assert_same(Y @ arm.parameters(friction=friction, motors=motors), torque, arm.name)


def test_regressor_of_friction_needs_no_friction_data():
    arm = robots.puma560()
    x = random_state(np.random.default_rng(8), arm.n)
    bare = arm.with_friction().with_motors()
    given = arm.regressor(*x, friction=True, motors=True)
    assert np.array_equal(bare.regressor(*x, friction=True, motors=True), given)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("moving", [False, True], ids=["base at rest", "moving base"])
def test_products_with_the_regressor_are_those_of_its_rows(seed, moving):
    arm = Arm.from_dh(**random_arm(seed))
    rng = np.random.default_rng([seed, 7])
    *x, w = rng.uniform(-2, 2, (4, 5, arm.n))
    x[1][::2] = 0.0
    base_motion = BaseMotion(*rng.uniform(-2, 2, (3, 5, 3))) if moving else None
    for drives in ({}, {"friction": True}, {"motors": True}, {"friction": True, "motors": True}):
        Y = arm.regressor(*x, base_motion=base_motion, **drives)
        found = arm.regressor_vjp(*x, w, base_motion=base_motion, **drives)
        assert_same(found, np.einsum("si,sip->sp", w, Y), arm.name)


@pytest.mark.parametrize("convention", ["standard", "modified"])
def test_regressor_is_that_of_pinocchio(convention):
    pin = pytest.importorskip("pinocchio")
    for joints in ("R", "P", "RPRRPR", "PPRRPRR"):
        arm = robots.random_arm(len(joints), 3, joints, convention=convention)
        model = arm.to_pinocchio()
        data, rng = model.createData(), np.random.default_rng(9)
        for q, qd, qdd in rng.uniform(-3, 3, (5, 3, arm.n)):
            # about the frames on the joints, moments in the order m, m c, xx, xy, yy, xz, yz, zz
            theirs = pin.computeJointTorqueRegressor(model, data, q, qd, qdd)
            ours = arm.to_convention("modified").regressor(q, qd, qdd)
            assert_same(ours, theirs, arm.name)
            torque = arm.regressor(q, qd, qdd) @ arm.parameters()
            assert_same(torque, pin.rnea(model, data, q, qd, qdd), arm.name)
