"""Exciting trajectories: within the limits, from rest to rest, and worth the search."""

import json
import re
from contextlib import contextmanager

import numpy as np
import pytest

import equidyn
from equidyn import robots
from equidyn.identification import excitation
from equidyn.identification.least_squares import condition_number
from oracles.drawn_curves import drawn_curves

ARM = robots.puma560()


def finely(trajectory):
    return trajectory(np.linspace(0, trajectory.duration, 20001))


@pytest.mark.parametrize("seed", [0, 1])
def test_a_motion_stays_within_the_limits_at_every_instant(seed):
    trajectory = equidyn.exciting_trajectory(
        ARM, duration=7.0, speed=np.arange(1.0, 7.0), acceleration=3.0, evaluations=5, seed=seed
    )
    q, qd, qdd = finely(trajectory)
    assert np.all((ARM.limits[:, 0] <= q) & (q <= ARM.limits[:, 1]))
    assert np.all(np.abs(qd) <= np.arange(1.0, 7.0))
    assert np.all(np.abs(qdd) <= 3.0)
    # and uses them: each joint reaches one of its limits but for half a percent
    used = np.stack(
        [
            np.ptp(q, axis=0) / np.ptp(ARM.limits, axis=1),
            np.abs(qd).max(axis=0) / np.arange(1.0, 7.0),
            np.abs(qdd).max(axis=0) / 3.0,
        ]
    )
    assert np.all(used.max(axis=0) > 0.99)


def test_a_motion_starts_and_ends_at_rest():
    trajectory = equidyn.exciting_trajectory(ARM, evaluations=1)
    q, qd, qdd = trajectory([0.0, trajectory.duration])
    assert np.abs(qd).max() < 1e-12
    assert np.abs(qdd).max() < 1e-12
    assert np.allclose(q[0], q[1])


def test_rates_are_those_of_the_positions():
    trajectory = equidyn.exciting_trajectory("planar_2r", duration=3.0, evaluations=1)
    t, step = np.linspace(0.1, 2.9, 20), 1e-5
    q, qd, qdd = trajectory(t)
    ahead, behind = trajectory(t + step), trajectory(t - step)
    assert q.shape == (20, 2)
    assert np.allclose((ahead[0] - behind[0]) / (2 * step), qd, atol=1e-8)
    assert np.allclose((ahead[1] - behind[1]) / (2 * step), qdd, atol=1e-8)


def test_a_motion_repeats_itself():
    trajectory = equidyn.exciting_trajectory("planar_2r", duration=3.0, evaluations=1)
    for once, again in zip(trajectory([0.4, 1.7]), trajectory([3.4, -4.3]), strict=True):
        np.testing.assert_allclose(once, again, atol=1e-13)


def test_the_search_pays():
    one, many = (equidyn.exciting_trajectory(ARM, evaluations=k) for k in (1, 100))
    assert many.condition_number < one.condition_number / 1.15
    assert many.condition_number == pytest.approx(condition_of(many), rel=0.05)


def condition_of(trajectory, samples=1000, **drives):
    base = ARM.base_parameters(**drives)
    Y = ARM.regressor(*trajectory(trajectory.times(samples)), **drives)
    return condition_number(Y[..., list(base.structural.kept)].reshape(-1, len(base)))


def test_a_seed_gives_one_motion():
    one, same, other = (
        equidyn.exciting_trajectory("planar_2r", evaluations=5, seed=seed) for seed in (3, 3, 4)
    )
    assert np.array_equal(one.sine, same.sine)
    assert not np.array_equal(one.sine, other.sine)


def test_progress_is_shown_where_it_is_asked_for(monkeypatch):
    """A step for each motion that is tried, and the same motion."""
    steps = []

    @contextmanager
    def bar(title, total, show):
        assert (title, total, show) == ("excitation trajectory", 30, True)
        yield steps.append

    quiet = equidyn.exciting_trajectory("planar_2r", evaluations=30)
    monkeypatch.setattr(excitation, "progress_bar", bar)
    shown = equidyn.exciting_trajectory("planar_2r", evaluations=30, progress=True)
    assert len(steps) == 30
    assert steps[0] == "random start"
    assert steps[-1].startswith("condition number ")
    assert np.array_equal(quiet.sine, shown.sine)


def test_friction_and_motors_are_excited_too():
    drives = {"friction": True, "motors": True}
    trajectory = equidyn.exciting_trajectory(ARM, **drives, evaluations=30)
    # the signs of Coulomb friction differ between samples: those of the search
    samples = excitation._SAMPLES * trajectory.sine.shape[1]
    expected = condition_of(trajectory, samples, **drives)
    assert trajectory.condition_number == pytest.approx(expected, rel=1e-9)
    x = trajectory(trajectory.times(300))
    found = equidyn.identify(ARM, *x, ARM.inverse_dynamics(*x, **drives), **drives)
    assert found.not_identifiable == ()


def test_joints_that_cannot_move_excite_nothing():
    fixed = ARM.with_limits([(0.5, 0.5), *ARM.limits[1:]])
    with pytest.raises(ValueError, match=r"^arm: no motion within its limits shows all"):
        equidyn.exciting_trajectory(fixed, evaluations=2)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"duration": 0}, "duration: must be positive, got 0"),
        ({"duration": 1e-200}, "duration: must be at least 1e-100, got 1e-200"),
        ({"harmonics": 2}, "harmonics: must be at least 3, got 2"),
        ({"speed": [1, 2]}, "speed: expected one number or 6, got shape (2,)"),
        ({"acceleration": -1}, "acceleration: must be positive, got -1 at joint 1"),
        ({"evaluations": 0}, "evaluations: must be at least 1, got 0"),
    ],
)
def test_bad_options_are_named(options, message):
    with pytest.raises(ValueError, match=f"^{re.escape(message)}$"):
        equidyn.exciting_trajectory(ARM, **options)


def test_a_trajectory_prints_saves_and_plots(tmp_path):
    trajectory = equidyn.exciting_trajectory("planar_2r", evaluations=1)
    assert "harmonics in 10 s" in str(trajectory)
    trajectory.save(tmp_path / "motion.json")
    saved = json.loads((tmp_path / "motion.json").read_text(encoding="utf-8"))
    again = equidyn.identification.FourierTrajectory(
        **{k: np.array(v) if isinstance(v, list) else v for k, v in saved.items()}
    )
    assert np.array_equal(again(1.5)[2], trajectory(1.5)[2])
    assert [list(drawn_curves(ax)) for ax in trajectory.plot()] == [["joint 1", "joint 2"]] * 3
