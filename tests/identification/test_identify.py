"""Parameters come back from data: as exactly as these are, and no more than they tell."""

import json
import re

import numpy as np
import pytest
from matplotlib.figure import Figure

import equidyn
from equidyn import Arm, robots
from equidyn.identification.least_squares import condition_number, fit
from oracles.drawn_curves import drawn_curves
from oracles.measurements import assert_parts, measured
from oracles.random_arms import random_arm

ROBOT = robots.puma560()

# masses, moments and drives that are all wrong, and wrong in different ways
GUESS = ROBOT.with_parameters(
    np.asarray(ROBOT.parameters()) * np.repeat([1.5, 0.6, 1.2, 2.0, 0.7, 1.4], 10)
)


def test_exact_data_return_the_base_parameters_whatever_the_masses_that_are_given():
    found = equidyn.identify(GUESS, *measured(ROBOT, 1))
    truth = ROBOT.base_parameters().values
    assert_parts(found.base.values, truth, 1e-9)
    assert np.all(np.abs(found.base.values - truth) <= 1e-9 * np.maximum(np.abs(truth), 1e-3))
    assert found.not_identifiable == ()
    q, qd, qdd, tau = measured(ROBOT, 2)
    assert_parts(found.torque(q, qd, qdd), tau, 1e-11)


def test_exact_data_return_friction_and_rotors_that_the_given_arm_has_not():
    data = measured(ROBOT, 3, friction=True, motors=True)
    bare = GUESS.with_friction().with_motors()
    found = equidyn.identify(bare, *data, friction=True, motors=True)
    truth = ROBOT.base_parameters(friction=True, motors=True)
    assert found.base.kept == truth.kept
    assert_parts(found.base.values, truth.values, 1e-9)
    assert found.parameters["coulomb2-"] == pytest.approx(
        ROBOT.parameters(friction=True)["coulomb2-"]
    )


@pytest.mark.parametrize("seed", range(0, 96, 17))
def test_exact_data_return_the_base_parameters_of_random_arms(seed):
    arm = Arm.from_dh(**random_arm(seed, 1 + seed % 5))
    guess = arm.with_parameters(1.5 * np.asarray(arm.parameters()))
    found = equidyn.identify(guess, *measured(arm, seed))
    assert_parts(found.base.values, arm.base_parameters().values, 1e-9)


def test_noise_leaves_errors_of_the_size_that_is_told():
    """Over many data sets, errors in units of their standard deviations have the size 1."""
    truth = ROBOT.base_parameters().values
    errors = []
    for seed in range(20):
        found = equidyn.identify(GUESS, *measured(ROBOT, seed, 150, noise=0.01))
        errors.append((found.base.values - truth) / found.standard_deviations)
    assert 0.9 < np.std(errors) < 1.1


def test_uncertain_parameters_have_their_share_in_the_error_of_a_prediction():
    """Chi-square of many samples after few is what it should be; without that share 8 % more."""
    states = measured(ROBOT, 30)[:3]
    tau, parts = ROBOT.inverse_dynamics(*states), []
    for seed in range(20):
        *few, exact = measured(ROBOT, seed, 100)
        rng, noise = np.random.default_rng([seed, 17]), 0.01 * np.abs(exact).max(axis=0)
        found = equidyn.identify(GUESS, *few, exact + noise * rng.normal(size=exact.shape))
        validation = found.validate(*states, tau + noise * rng.normal(size=tau.shape))
        parts.append(validation.chi_square / tau.size)
    assert 0.96 < np.mean(parts) < 1.05


def test_noise_explains_the_error_of_a_prediction_of_another_motion():
    found = equidyn.identify(GUESS, *measured(ROBOT, 4, noise=0.01))
    *states, tau = measured(ROBOT, 5)
    sizes = np.abs(measured(ROBOT, 4)[3]).max(axis=0)
    noise = 0.01 * sizes * np.random.default_rng(15).normal(size=tau.shape)
    validation = found.validate(*states, tau + noise)
    assert validation.passed
    assert abs(validation.deviation) < 4
    assert validation.noise == pytest.approx(0.01 * sizes, rel=0.1)


def test_noise_does_not_explain_another_arm():
    found = equidyn.identify(GUESS, *measured(ROBOT, 4, noise=0.01))
    loaded = measured(ROBOT.with_payload(0.5), 5, noise=0.01)
    validation = found.validate(*loaded)
    assert not validation
    assert "does NOT explain" in str(validation)


def test_a_constant_posture_tells_what_it_does_not_tell():
    q = np.tile([0.1, 0.2, 0.3, 0.4, 0.5, 0.6], (60, 1))
    tau = ROBOT.gravity_torque(q)
    found = equidyn.identify(GUESS, q, 0 * q, 0 * q, tau)
    assert np.isinf(found.condition_number)
    assert set(found.not_identifiable) == set(found.base.kept)
    assert np.all(np.isinf(found.standard_deviations))
    # what the position tells is kept, what it does not is what was given, and nothing is noise
    assert_parts(found.torque(q[0], 0 * q[0], 0 * q[0]), tau[0], 1e-12)
    given = GUESS.base_parameters().values
    assert np.abs(found.base.values - given).max() < 2 * np.abs(given).max()
    assert "the data do not determine" in str(found)


def test_joints_that_rest_hide_only_what_their_motion_would_tell():
    q, qd, qdd, _ = measured(ROBOT, 6)
    for still in (q, qd, qdd):
        still[:, :3] = 0.0
    found = equidyn.identify(GUESS, q, qd, qdd, ROBOT.inverse_dynamics(q, qd, qdd))
    assert "I1yy" in found.not_identifiable
    assert "I6zz" not in found.not_identifiable
    truth = dict(zip(found.base.kept, ROBOT.base_parameters().values, strict=True))
    value = dict(zip(found.base.kept, found.base.values, strict=True))
    for name in set(found.base.kept) - set(found.not_identifiable):
        assert value[name] == pytest.approx(truth[name], abs=1e-9)


def test_weights_count_measurements_as_they_deserve():
    q, qd, qdd, tau = measured(ROBOT, 7)
    spoiled = tau.copy()
    spoiled[:50] += 100.0
    weights = np.ones_like(tau)
    weights[:50] = 1e-9
    truth = ROBOT.base_parameters().values
    found = equidyn.identify(GUESS, q, qd, qdd, spoiled, weights=weights)
    assert_parts(found.base.values, truth, 1e-9)
    unweighted = equidyn.identify(GUESS, q, qd, qdd, spoiled)
    assert np.abs(unweighted.base.values - truth).max() > 0.1


@pytest.mark.parametrize("weights", [np.full(2, 2.0), np.full((12, 2), 2.0)])
def test_weights_are_inverse_standard_deviations(weights):
    """What is left over, here nothing, has no part in how certain parameters are."""
    arm = robots.planar_2r()
    q, qd, qdd, tau = measured(arm, 21, 12)
    found = equidyn.identify(arm, q, qd, qdd, tau, weights=weights)
    W = arm.regressor(q, qd, qdd)[..., list(found.base.structural.kept)].reshape(24, -1)
    expected = 0.5 * np.sqrt(np.diagonal(np.linalg.inv(W.T @ W)))
    np.testing.assert_allclose(found.standard_deviations, expected, rtol=1e-9)


def test_deviations_that_are_told_hold_with_the_fewest_samples():
    """A joint that more parameters move than it has samples could be fitted without any noise."""
    arm, errors, told = robots.planar_2r(), [], []
    truth = arm.base_parameters().values
    for seed in range(200):
        *states, tau = measured(arm, seed, 17)
        tau = tau + 0.1 * np.random.default_rng([seed, 22]).normal(size=tau.shape)
        found = equidyn.identify(arm, *states, tau)
        errors.append(np.abs(found.base.values - truth) / found.standard_deviations)
        told.append(found.noise**2)
    parts = [np.mean(np.array(errors) < size) for size in (1, 2, 3)]
    # of a normal distribution, 68.3, 95.4 and 99.7 %: a little less, since the noise is uncertain
    assert np.all(np.array(parts) > (0.63, 0.92, 0.98))
    assert np.max(errors) < 5
    # what each joint leaves over tells its noise without bias, though one has more to fit
    assert np.mean(told, axis=0) == pytest.approx([0.01, 0.01], rel=0.06)


def test_exact_data_of_the_given_arm_are_known_to_rounding():
    """Not exactly at joints where what is guessed predicts every digit."""
    arm = robots.load("cobra600_general")
    *states, tau = measured(arm, 25, 100)
    found = equidyn.identify(arm, *states, tau)
    assert np.all(found.noise >= 1e-16 * np.abs(tau).max())
    assert np.all(found.noise <= 1e-14 * np.abs(tau).max())


@pytest.mark.parametrize("samples", [5, 7, 12])
def test_joint_without_samples_to_tell_its_noise_by_is_named(samples):
    arm = robots.planar_2r()
    data = measured(arm, 23, samples, noise=0.01)
    message = "tau: expected enough samples for 10 degrees of freedom of the noise of each joint"
    with pytest.raises(ValueError, match=rf"^{message}, got {samples}, \d+ for joint 1: "):
        equidyn.identify(arm, *data)
    # with weights it need not be told
    found = equidyn.identify(arm, *data, weights=[10.0, 20.0])
    assert found.noise == pytest.approx([0.1, 0.05])


def test_torques_whose_squares_are_no_numbers_are_refused():
    *states, tau = measured(ROBOT, 20, 100)
    with pytest.raises(ValueError, match=r"^tau: must not exceed 1e\+150, got "):
        equidyn.identify(ROBOT, *states, -1e200 * np.abs(tau))


def test_combination_that_the_data_show_a_millionth_of_is_determined():
    """One of a thousand millionth is rounding."""
    rng = np.random.default_rng(24)
    W = rng.normal(size=(50, 3))
    for part, shown in ((1e-7, True), (1e-11, False)):
        W[:, 2] = W[:, 1] + part * rng.normal(size=50)
        found = fit(W, W @ np.ones(3))
        assert found.determined.tolist() == [True, shown, shown]
        assert np.isfinite(found.condition_number) == shown
        assert np.isfinite(condition_number(W)) == shown


def test_verdict_changes_at_four_standard_deviations_of_chi_square():
    tau, noise = np.zeros((50, 2)), np.ones(2)
    expected, spread = 100, np.sqrt(200)
    for size in (-10, 0, 1, 3.9, 4.1, 10):
        validation = equidyn.identification.Validation(tau, tau, noise, expected + size * spread)
        assert validation.deviation == pytest.approx(size)
        assert validation.passed == bool(validation) == (size < 4)


def test_leading_axes_are_samples():
    q, qd, qdd, tau = (x.reshape(4, 100, 6) for x in measured(ROBOT, 8))
    found = equidyn.identify(GUESS, q, qd, qdd, tau)
    assert found.samples == 400
    assert found.torque(q, qd, qdd).shape == tau.shape
    assert found.validate(q, qd, qdd, tau).measured.shape == (400, 6)


BAD = np.zeros((50, 6))
NAN = np.zeros((50, 6))
NAN[7, 2] = np.nan


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"q": NAN}, "q: must be finite, got nan at index (7, 2)"),
        ({"tau": NAN}, "tau: must be finite, got nan at index (7, 2)"),
        ({"qd": BAD[:, :5]}, "qd: last axis must be 6, got shape (50, 5)"),
        ({"qdd": BAD[:49]}, "qdd: expected the shape of tau, (50, 6), got (49, 6)"),
        (
            {"weights": np.ones(5)},
            "weights: expected shape (6,) or that of tau, (50, 6), got (5,)",
        ),
        ({"weights": np.zeros(6)}, "weights: must be positive, got 0 at entry 1"),
        (
            dict.fromkeys(("q", "qd", "qdd", "tau"), BAD[:6]),
            "tau: expected more torques than the 36 base parameters, got 36: 6 samples of 6 joints",
        ),
        (
            dict.fromkeys(("q", "qd", "qdd", "tau"), BAD[:0]),
            "tau: expected more torques than the 36 base parameters, got 0: 0 samples of 6 joints",
        ),
    ],
)
def test_bad_data_are_named(change, message):
    given = {**dict.fromkeys(("q", "qd", "qdd", "tau"), BAD), **change}
    with pytest.raises(ValueError, match=f"^{re.escape(message)}$"):
        equidyn.identify(ROBOT, **given)


def test_results_print_save_and_plot(tmp_path):
    found = equidyn.identify("puma560", *measured(ROBOT, 15, noise=0.01))
    assert "condition number" in str(found)
    assert "m2*cx" in found._repr_html_()
    validation = found.validate(*measured(ROBOT, 16, noise=0.01))
    for result in (found, validation):
        result.save(tmp_path / "result.json")
        saved = json.loads((tmp_path / "result.json").read_text(encoding="utf-8"))
        assert saved == json.loads(json.dumps(result.to_dict()))
    assert set(found.base.kept) <= set(drawn_curves(found.plot()))


def validated(t=None):
    """Measured samples of another motion, validated, with times if they are given."""
    found = equidyn.identify("puma560", *measured(ROBOT, 15, noise=0.01))
    return found.validate(*measured(ROBOT, 16, noise=0.01), t=t)


def test_errors_are_drawn_in_a_panel_a_joint_with_the_band_of_the_noise():
    validation = validated()
    axes = validation.plot()
    assert [ax.get_ylabel() for ax in axes] == [f"joint {k}, N m" for k in range(1, 7)]
    assert axes[-1].get_xlabel() == "sample"
    torques = axes[0].get_figure().axes[::2]
    for k, ax in enumerate(torques):
        curves = drawn_curves(ax)
        np.testing.assert_array_equal(curves["measured"].get_ydata(), validation.measured[:, k])
        np.testing.assert_array_equal(curves["predicted"].get_ydata(), validation.predicted[:, k])
        assert curves["measured"].get_linestyle() != curves["predicted"].get_linestyle()
    for k, ax in enumerate(axes):
        error = validation.measured[:, k] - validation.predicted[:, k]
        sigma = validation.noise[k]
        curves = drawn_curves(ax)
        np.testing.assert_array_equal(curves["error"].get_ydata(), error)
        (band,) = ax.patches
        np.testing.assert_allclose(band.get_bbox().intervaly, [-2 * sigma, 2 * sigma])
        beyond = error[abs(error) > 2 * sigma]
        np.testing.assert_array_equal(curves["beyond ±2σ"].get_ydata(), beyond)
        share = 1 - len(beyond) / len(error)
        assert 0.9 < share < 1
        assert ax.get_title(loc="right").startswith(f"{share:.1%} within ±2σ")


def test_errors_are_drawn_over_time_where_it_is_known():
    samples = len(validated().measured)
    t = np.linspace(2, 5, samples)
    for axes in (validated(t).plot(), validated().plot(t=t)):
        assert axes[-1].get_xlabel() == "time, s"
        np.testing.assert_array_equal(drawn_curves(axes[0])["error"].get_xdata(), t)
    assert validated(t).spectrum().peaks == pytest.approx(validated().spectrum(t).peaks)


def test_times_that_are_not_those_of_the_samples_are_named():
    validation = validated()
    samples = len(validation.measured)
    expected = rf"^t: expected a time for each of {samples} samples, got shape \(3,\)$"
    for wrong in (validated, lambda t: validation.plot(t=t), validation.spectrum):
        with pytest.raises(ValueError, match=expected):
            wrong([0.0, 1.0, 2.0])
        with pytest.raises(ValueError, match=r"^t: must be finite, got nan"):
            wrong(np.full(samples, np.nan))
    with pytest.raises(ValueError, match=r"^t: expected the times of the samples, here or in"):
        validation.spectrum()
    with pytest.raises(ValueError, match=r"^axes: expected 6, one above the other, got 1$"):
        validation.plot(Figure().subplots(1, 1, squeeze=False))
