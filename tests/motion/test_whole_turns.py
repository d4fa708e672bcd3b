"""Jumps of an angle by whole turns do not become velocities, torques or parameters in silence."""

import numpy as np
import pytest

import equidyn
from equidyn import momentum_observer, robots, smooth

ARM = robots.random_arm(3, seed=2, joints="RPR").with_friction(np.full(3, 0.3))
T = np.linspace(0, 8, 801)
RATES = np.array([0.7, 1.1, 1.3])
Q = np.array([5.0, 0.4, 3.5]) * np.sin(RATES * T[:, np.newaxis])
QD = np.array([5.0, 0.4, 3.5]) * RATES * np.cos(RATES * T[:, np.newaxis])
QDD = -(RATES**2) * Q
TAU = ARM.inverse_dynamics(Q, QD, QDD, friction=True)


def wrapped(q, lowest=0.0):
    """Positions as drives of one turn report those of the revolute joints."""
    return np.where(ARM.revolute, (q - lowest) % (2 * np.pi) + lowest, q)


@pytest.mark.parametrize("unit", [1.0, 180 / np.pi], ids=["rad", "deg"])
@pytest.mark.parametrize("lowest", [0.0, -np.pi])
def test_smooth_tells_the_signal_and_the_time_of_a_jump(lowest, unit):
    period = "" if unit == 1 else ", period=360"
    message = rf"signal 1 jumps by a whole turn at t = 1\d+\.\d+: .* np.unwrap\(q, axis=0{period}\)"
    with pytest.warns(equidyn.ArmWarning, match=message):
        smooth(10.0 + T, unit * wrapped(Q, lowest), cutoff=5.0)
    found = smooth(T, np.unwrap(wrapped(Q, lowest), axis=0), cutoff=5.0)
    np.testing.assert_allclose(found.qd, QD, atol=0.02)


@pytest.mark.parametrize("seed", range(20))
def test_smooth_is_silent_about_noise_and_torques_that_change_their_sign(seed):
    rng = np.random.default_rng(seed)
    friction = rng.uniform(1, 2.8) * np.sign(np.sin(rng.uniform(0.5, 5) * T))
    noisy = friction + rng.normal(scale=rng.choice([0.01, 0.1, 1, 3]), size=T.size)
    smooth(T, np.column_stack([noisy, 60 * noisy]), cutoff=5.0)


def test_angles_that_wrap_change_no_result_where_velocities_are_measured():
    tau = TAU + np.random.default_rng(0).normal(scale=0.1, size=TAU.shape)
    for identify in (equidyn.identify, equidyn.identify_friction):
        plain, jumping = (identify(ARM, q, QD, QDD, tau) for q in (Q, wrapped(Q)))
        np.testing.assert_allclose(plain.noise, jumping.noise, rtol=1e-6)
    plain, jumping = (momentum_observer(ARM, T, q, QD, TAU, gain=40.0) for q in (Q, wrapped(Q)))
    np.testing.assert_allclose(plain, jumping, atol=1e-9)


DIFFERENCES = {
    "central": lambda q: np.gradient(q, T, axis=0),
    "backward": lambda q: np.diff(q, axis=0, prepend=q[:1]) / (T[1] - T[0]),
}


@pytest.mark.parametrize("kind", DIFFERENCES)
def test_velocities_made_of_jumps_are_told_with_joint_and_time(kind):
    q = wrapped(Q)
    qd = DIFFERENCES[kind](q)
    for identify in (equidyn.identify, equidyn.identify_friction):
        with pytest.warns(equidyn.ArmWarning, match="joint 1 has .* rad/s in sample") as told:
            identify(ARM, q, qd, QDD, TAU)
        assert "joint 3 has" in str(told[0].message)
        assert "joint 2" not in str(told[0].message)
    message = "qd: expected velocities, got .* rad/s of joint 1 at t = .* q jumps by a whole turn"
    with pytest.raises(ValueError, match=message):
        momentum_observer(ARM, T, np.stack([Q, q]), qd, TAU, gain=40.0)
    # differences of what does not jump
    momentum_observer(ARM, T, Q, DIFFERENCES[kind](Q), TAU, gain=40.0)


@pytest.mark.parametrize("direction", [1.0, -1.0])
def test_jumps_of_a_joint_that_turns_one_way_are_told(direction):
    q = Q + direction * np.outer(T, [6.0, 0.0, 0.0])
    qd = DIFFERENCES["central"](wrapped(q))
    with pytest.raises(ValueError, match=rf"got {'-' if direction > 0 else ''}\d\d\d"):
        momentum_observer(ARM, T, wrapped(q), np.where([True, False, False], qd, QD), TAU, gain=9.0)


@pytest.mark.parametrize("seed", range(10))
def test_samples_in_any_order_are_no_motion(seed):
    rng = np.random.default_rng(seed)
    q, qd, qdd, tau = rng.normal(scale=3, size=(4, int(rng.integers(10, 100)), 3))
    equidyn.identify_friction(ARM, q, qd, qdd, tau)
