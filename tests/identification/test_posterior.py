"""Arms drawn from the distribution of an identification."""

import numpy as np
import pytest

import equidyn
from equidyn import robots
from oracles.refusals import raises


def identified(robot, scale: float, **drives: bool):
    """An identification of a robot from random states, with noise of this scale."""
    random = np.random.default_rng(0)
    q, qd, qdd = random.uniform(-2, 2, (3, 300, robot.n))
    tau = robot.inverse_dynamics(q, qd, qdd, **drives)
    return equidyn.identify(robot, q, qd, qdd, tau + random.normal(0, scale, tau.shape), **drives)


@pytest.fixture(scope="module")
def found():
    return identified(robots.planar_2r(), 0.01)


def test_base_parameters_are_spread_as_estimated(found):
    arms = found.sample(2000, seed=0)
    assert arms.shape == (2000,)
    B = found.base.structural.matrix
    drawn = np.array([B @ np.asarray(arm.parameters()) for arm in arms])
    sigma = found.standard_deviations
    assert (np.abs(drawn.mean(axis=0) - found.base.values) < 0.15 * sigma).all()
    assert np.allclose(drawn.std(axis=0), sigma, rtol=0.1)
    scaled = found.covariance / np.outer(sigma, sigma)
    assert np.allclose(np.corrcoef(drawn.T), scaled, atol=0.1)


def test_arms_are_the_same_for_a_seed(found):
    assert found.sample(5, seed=3) == found.sample(5, seed=3)
    assert found.sample(5, seed=3) != found.sample(5, seed=4)
    assert found.sample(9, seed=3)[:5] == found.sample(5, seed=3)


def test_arms_are_physically_possible_where_the_draws_are_not():
    found = identified(robots.puma560(), 1.0)
    arms = found.sample(10, seed=0)
    moments = np.linalg.eigvalsh(arms.inertia)
    assert (arms.mass > 0).all()
    assert (moments[..., 0] > 0).all()
    assert (moments[..., 2] <= (moments[..., 0] + moments[..., 1]) * (1 + 1e-9)).all()


def test_friction_and_motors_vary_where_identified(found):
    robot = robots.planar_2r().with_friction([0.3, 0.2], [(0.1, -0.1)] * 2).with_motors([0.1, 0.1])
    drives = {"friction": True, "motors": True}
    arms = identified(robot, 0.01, **drives).sample(20, seed=0)
    assert {"viscous", "coulomb", "motor_inertia"} <= set(arms.varied)
    assert np.allclose(arms.viscous, robot.viscous, atol=0.02)
    assert set(found.sample(2, seed=0).varied) == {"mass", "com", "inertia"}


def test_bad_arguments(found):
    with raises(ValueError, "size: must be at least 1, got 0"):
        found.sample(0, seed=0)
    with raises(TypeError, "size: expected an integer, got float"):
        found.sample(2.0, seed=0)
    with raises(ValueError, "seed: must be at least 0, got -1"):
        found.sample(1, seed=-1)
