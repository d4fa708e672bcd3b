"""The spectrum of residual torques shows what a model does not know, and nothing in noise."""

import numpy as np
import pytest

import equidyn
from equidyn import robots
from equidyn.identification import Validation
from oracles.measurements import measured

T = np.arange(1000) / 100.0
NOISE = np.array([0.5, 2.0])


def validation(residuals):
    torque = np.random.default_rng(0).normal(size=residuals.shape)
    return Validation(torque + residuals, torque, NOISE, float(residuals.size))


def white(seed):
    return NOISE * np.random.default_rng([seed, 4]).normal(size=(1000, 2))


def test_a_sine_has_its_frequency_and_amplitude():
    residuals = np.column_stack([3 * np.sin(2 * np.pi * 7 * T), 0.2 * np.cos(2 * np.pi * 31 * T)])
    spectrum = validation(residuals).spectrum(T)
    assert spectrum.peaks == pytest.approx([7, 31], rel=2e-3)
    assert spectrum.amplitudes.max(axis=1) == pytest.approx([3, 0.2], rel=1e-6)
    assert spectrum.frequencies[-1] < 50
    assert not spectrum.white


def test_power_is_that_of_the_residuals():
    residuals = white(1)
    spectrum = validation(residuals).spectrum(T)
    of_rest = residuals - residuals.mean(axis=0)
    kept = np.sum(spectrum.amplitudes**2, axis=1) / 2
    assert kept == pytest.approx(np.mean(of_rest**2, axis=0), rel=0.01)


def test_noise_has_no_peak_and_a_ripple_below_it_has():
    probabilities = np.concatenate(
        [validation(white(seed)).spectrum(T).probabilities for seed in range(100)]
    )
    # of noise they are evenly distributed, up to those that the bound cuts off at 1
    assert 0.02 < np.mean(probabilities < 0.05) < 0.09
    assert all(validation(white(seed)).spectrum(T).white for seed in range(100))
    ripple = white(1)
    ripple[:, 1] += 0.5 * NOISE[1] * np.sin(2 * np.pi * 13 * T)
    spectrum = validation(ripple).spectrum(T)
    assert not spectrum.white
    assert spectrum.peaks[1] == pytest.approx(13, abs=0.1)
    assert "NOT white noise" in str(spectrum)


def test_joints_share_the_probability_of_a_peak_by_noise():
    """Of six joints one has a peak of 1 in 4,000, which is no rarity among six."""
    residuals = np.random.default_rng(366).normal(size=(200, 6))
    t = np.arange(200) / 100.0
    few = Validation(0 * residuals, residuals, np.ones(6), 1200.0).spectrum(t)
    likely = few.probabilities
    assert 1e-3 / 6 < likely.min() < 1e-3
    assert few.white
    joint = int(likely.argmin())
    alone = Validation(0 * residuals[:, [joint]], residuals[:, [joint]], np.ones(1), 200.0)
    assert alone.spectrum(t).probabilities == pytest.approx(likely.min(), rel=1e-9)
    assert not alone.spectrum(t).white


def test_uneven_times_keep_the_frequency():
    t = np.sort(T + np.random.default_rng(5).uniform(-0.003, 0.003, T.size))
    residuals = np.column_stack([np.sin(2 * np.pi * 3 * t)] * 2)
    assert validation(residuals).spectrum(t).peaks == pytest.approx([3, 3], rel=0.01)


def test_nothing_left_is_white():
    spectrum = validation(np.zeros((20, 2))).spectrum(np.arange(20.0))
    assert spectrum.white
    assert not spectrum.amplitudes.any()


def test_an_arm_without_the_friction_of_the_robot_leaves_the_frequencies_of_the_motion():
    robot = robots.planar_2r().with_friction(coulomb=[[8, -8], [4, -4]], viscous=[0, 0])
    motion = equidyn.exciting_trajectory(robot, duration=10.0, evaluations=1)
    state = motion(T)
    tau = robot.inverse_dynamics(*state, friction=True) + white(2)
    plain = equidyn.identify(robot, *state, tau).validate(*state, tau).spectrum(T)
    found = equidyn.identify(robot, *state, tau, friction=True)
    assert not plain.white
    assert np.all(plain.peaks <= 1.0)
    assert found.validate(*state, tau).spectrum(T).white


def test_bad_times_are_named():
    known = validation(white(3))
    for t, message in [
        (T[:5], "t: expected a time for each of 1000 samples"),
        (T[::-1], "t: must increase"),
        (np.full(1000, np.nan), "t: must be finite"),
    ]:
        with pytest.raises(ValueError, match=message):
            known.spectrum(t)
    with pytest.raises(ValueError, match="at least 16"):
        validation(np.zeros((5, 2))).spectrum(np.arange(5.0))


def test_panels_are_drawn():
    arm = robots.planar_2r()
    data = measured(arm, 1, 64, noise=0.01)
    spectrum = equidyn.identify(arm, *data).validate(*data).spectrum(np.arange(64.0))
    axes = spectrum.plot()
    assert len(axes) == 2
    np.testing.assert_array_equal(axes[1].get_lines()[0].get_ydata(), spectrum.amplitudes[1])
