"""Friction with a Stribeck effect comes back from data, by joint and by direction."""

import numpy as np
import pytest

import equidyn
from equidyn import robots
from oracles.drawn_curves import drawn_curves

ARM = robots.puma560()
VISCOUS = np.array([9.0, 8.0, 4.0, 1.0, 1.2, 0.7])
COULOMB = np.array([[7, -6], [8, -9], [4, -4.5], [1, -0.8], [1.1, -1.2], [0.9, -0.7]])
BREAKAWAY = np.array([[3, -2], [4, -3], [1.5, -1], [0.5, -0.3], [0.2, -0.6], [0.3, -0.2]])
STRIBECK = np.array([0.02, 0.05, 0.1, 0.2, 0.15, 0.08])


def friction(qd):
    forwards = COULOMB[:, 0] + BREAKAWAY[:, 0] * np.exp(-((qd / STRIBECK) ** 2))
    backwards = COULOMB[:, 1] + BREAKAWAY[:, 1] * np.exp(-((qd / STRIBECK) ** 2))
    return VISCOUS * qd + np.where(qd > 0, forwards, 0) + np.where(qd < 0, backwards, 0)


def measured(seed, samples=1500, noise=0.0):
    rng = np.random.default_rng([seed, 3])
    q, qdd = rng.uniform(-2, 2, (2, samples, 6))
    qd = rng.uniform(-1, 1, (samples, 6)) ** 3  # often slow
    tau = ARM.inverse_dynamics(q, qd, qdd, motors=True) + friction(qd)
    return q, qd, qdd, tau + noise * rng.normal(size=tau.shape)


def test_exact_data_return_all_coefficients():
    found = equidyn.identify_friction(ARM, *measured(1), motors=True)
    np.testing.assert_allclose(found.stribeck, STRIBECK, rtol=1e-3)
    np.testing.assert_allclose(found.viscous, VISCOUS, rtol=1e-3)
    np.testing.assert_allclose(found.coulomb, COULOMB, rtol=1e-3)
    np.testing.assert_allclose(found.breakaway, BREAKAWAY, rtol=2e-3)
    qd = np.random.default_rng(2).uniform(-1, 1, (2, 5, 6))
    qd[0, 0] = 0.0
    np.testing.assert_allclose(found.torque(qd), friction(qd), atol=5e-3)
    assert not found.torque(np.zeros(6)).any()


def test_errors_have_the_size_that_is_told():
    errors = []
    for seed in range(20):
        found = equidyn.identify_friction(ARM, *measured(seed, noise=0.1), motors=True)
        linear = np.column_stack([found.viscous, found.coulomb]) - np.column_stack(
            [VISCOUS, COULOMB]
        )
        errors.append(linear / found.deviations[:, :3])
        assert np.allclose(found.noise, 0.1, rtol=0.1)
    assert 0.8 < np.std(errors) < 1.3


def test_noise_of_small_sets_counts_every_coefficient_and_the_stribeck_velocity():
    """Six numbers are fitted to 12 torques: six degrees of freedom are left."""
    arm, squares = robots.uniform_chain(1, length=1.0), []
    for seed in range(80):
        rng = np.random.default_rng([seed, 7])
        q, qdd = rng.uniform(-2, 2, (2, 12, 1))
        qd = np.linspace(-1, 1, 12)[:, np.newaxis] ** 3
        tau = arm.inverse_dynamics(q, qd, qdd) + 2 * qd + np.sign(qd)
        tau += np.sign(qd) * np.exp(-((qd / 0.1) ** 2)) + 0.1 * rng.normal(size=qd.shape)
        squares.append(equidyn.identify_friction(arm, q, qd, qdd, tau).noise[0] ** 2)
    # five coefficients alone would give 0.86, seven 1.2
    assert np.sqrt(np.mean(squares)) == pytest.approx(0.1, rel=0.04)


def test_feed_forward_of_the_stribeck_effect_leaves_less_than_coulomb_alone():
    found = equidyn.identify_friction(ARM, *measured(3, noise=0.05), motors=True)
    *_, qd = measured(4)[:2]
    left = {
        "stribeck": found.torque(qd) - friction(qd),
        "coulomb": found.arm.inverse_dynamics(0 * qd, qd, 0 * qd, friction=True)
        - found.arm.inverse_dynamics(0 * qd, qd, 0 * qd)
        - friction(qd),
    }
    assert np.std(left["stribeck"]) < np.std(left["coulomb"]) / 10


def test_the_arm_has_the_viscous_and_coulomb_part_on_the_joint_side():
    found = equidyn.identify_friction(ARM, *measured(5), motors=True)
    assert ARM.gear_ratio is not None
    parameters = found.arm.parameters(friction=True)
    for k in range(6):
        assert parameters[f"viscous{k + 1}"] == pytest.approx(found.viscous[k])
        assert parameters[f"coulomb{k + 1}-"] == pytest.approx(found.coulomb[k, 1])


def test_motion_in_one_direction_leaves_the_other_undetermined():
    q, qd, qdd, _ = measured(6)
    qd = np.abs(qd)
    tau = ARM.inverse_dynamics(q, qd, qdd) + friction(qd)
    found = equidyn.identify_friction(ARM, q, qd, qdd, tau)
    assert np.all(np.isinf(found.deviations[:, [2, 4]]))
    assert np.all(np.isfinite(found.deviations[:, [0, 1, 3]]))
    assert "?" in str(found)


def test_simulation_takes_the_friction_found():
    """A pendulum that swings against it loses energy."""
    arm = robots.planar_2r()
    qd = np.random.default_rng(7).uniform(-2, 2, (300, 2))
    tau = arm.inverse_dynamics(qd, qd, qd) + 2 * qd + np.sign(qd)
    found = equidyn.identify_friction(arm, qd, qd, qd, tau)
    run = arm.simulate([0, 0], [0, 0], 1.0, 0.01, torque=lambda t, q, qd: -found.torque(qd))
    free = arm.simulate([0, 0], [0, 0], 1.0, 0.01)
    assert np.abs(run.qd[-1]).max() < np.abs(free.qd[-1]).max()


def test_bad_input_is_named():
    q, qd, qdd, tau = measured(8, 30)
    for change, message in [
        ({"qd": 0 * qd}, "qd: every joint must move, got 0 at joint 1"),
        ({"tau": tau[:, :3]}, "tau: last axis must be 6"),
        ({"motors": "yes"}, "motors: expected True or False"),
    ]:
        given = {"q": q, "qd": qd, "qdd": qdd, "tau": tau, **change}
        with pytest.raises((ValueError, TypeError), match=message):
            equidyn.identify_friction(ARM, **given)
    with pytest.raises(ValueError, match="tau: expected at least 7 samples, got 6"):
        equidyn.identify_friction(ARM, q[:6], qd[:6], qdd[:6], tau[:6])
    with pytest.raises(ValueError, match="qd: last axis must be 6"):
        equidyn.identify_friction(ARM, q, qd, qdd, tau).torque([1, 2])


def test_curves_are_drawn():
    found = equidyn.identify_friction(ARM, *measured(9), motors=True)
    curves = drawn_curves(found.plot(speed=0.5))
    assert len(curves) == 6
    rate, torque = curves["joint 2"].get_data()
    np.testing.assert_allclose(torque, friction(np.tile(rate, (6, 1)).T)[:, 1], atol=0.02)
