"""Trapezoids of velocity: Sasaki's thirds, limits that are met and used, joints that keep step."""

import re

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import equidyn

TAKES = "duration: within these limits of velocity and acceleration the motion takes "
EPS = np.finfo(float).eps
START, GOAL = np.array([0.1, -1.0, 2.0]), np.array([1.6, -1.5, 2.0])


def extremes(trajectory):
    """The fastest velocity and the largest acceleration of each joint, at every instant."""
    _, qd, qdd = trajectory(trajectory.instants())
    return np.abs(qd).max(axis=0), np.abs(qdd).max(axis=0)


def test_by_duration_it_is_the_motion_of_sasaki():
    # section 4, the three regions as published
    T = 1.7
    a = 9 * (GOAL - START) / (2 * T**2)
    t = np.linspace(0, T, 301)
    first, second = t < T / 3, t < 2 * T / 3
    way = np.where(first, t**2 / 2, np.where(second, T * (6 * t - T) / 18, 0))
    way = np.where(second, way, -((t - T) ** 2) / 2 + 2 * T**2 / 9)
    q, _, qdd = equidyn.trapezoid(START, GOAL, duration=T)(t)
    np.testing.assert_allclose(q, START + np.outer(way, a), atol=1e-14)
    inside = (np.abs(t - T / 3) > 1e-9) & (np.abs(t - 2 * T / 3) > 1e-9)
    region = np.where(first, 1, np.where(second, 0, -1))
    np.testing.assert_allclose(qdd[inside], np.outer(region, a)[inside], rtol=1e-13, atol=1e-14)


def test_the_fastest_motion_uses_a_limit_of_velocity_and_one_of_acceleration():
    velocity, acceleration = np.array([0.9, 0.2, 1.0]), np.array([1.0, 5.0, 1e-3])
    move = equidyn.trapezoid(START, GOAL, velocity=velocity, acceleration=acceleration)
    qd, qdd = extremes(move)
    assert (qd <= velocity * (1 + 1e-14)).all()
    assert (qdd <= acceleration * (1 + 1e-14)).all()
    # joint 2 is as fast as it may, joint 1 as hard
    assert qd[1] == pytest.approx(0.2, rel=1e-14)
    assert qdd[0] == pytest.approx(1.0, rel=1e-14)


def test_without_a_limit_of_velocity_it_speeds_up_for_half_of_the_way():
    move = equidyn.trapezoid([0.0], [2.0], acceleration=2.0)
    assert move.duration == pytest.approx(2.0, rel=1e-15)
    assert extremes(move)[0] == pytest.approx(2.0)
    # a limit beyond that changes nothing
    free = equidyn.trapezoid([0.0], [2.0], acceleration=2.0, velocity=2.5)
    assert free.duration == move.duration


def test_all_joints_stay_on_the_line_and_arrive_together():
    move = equidyn.trapezoid(START, GOAL, velocity=1.0, acceleration=3.0)
    q, _, _ = move(move.times(50))
    part = (q - START)[:, :2] / (GOAL - START)[:2]
    np.testing.assert_allclose(part[:, 0], part[:, 1], atol=1e-14)
    assert (q[:, 2] == 2.0).all()


@pytest.mark.parametrize(
    ("limits", "speed"),
    [
        ({}, 1.5),
        ({"velocity": 1.4}, 1.4),
        ({"velocity": 1.6, "acceleration": 4.6}, 1.5),
        # v^2 / (v - 1) = 4.2
        ({"acceleration": 4.2}, 2.1 - np.sqrt(2.1**2 - 4.2)),
        ({"acceleration": 4.0}, 2.0),
        ({"velocity": 1.25, "acceleration": 6.25}, 1.25),
    ],
)
def test_in_a_given_time_it_is_as_near_to_thirds_as_limits_allow(limits, speed):
    move = equidyn.trapezoid([0.0], [1.0], duration=1.0, **limits)
    assert move.duration == 1.0
    (qd,), (qdd,) = extremes(move)
    assert qd == pytest.approx(speed, rel=1e-12)
    assert qdd == pytest.approx(speed**2 / (speed - 1), rel=1e-12)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({}, "acceleration: expected a limit or a duration, got neither"),
        ({"velocity": 1}, "acceleration: expected a limit or a duration, got neither"),
        (
            {"duration": 1, "velocity": 1},
            TAKES + "more than 2 s, got 1",
        ),
        (
            {"duration": 2, "velocity": 1},
            TAKES + "more than 2 s, got 2",
        ),
        (
            {"duration": 2.9, "velocity": 1, "acceleration": 1},
            TAKES + "at least 3 s, got 2.9",
        ),
        (
            {"duration": 2.8, "acceleration": 1},
            TAKES + "at least 2.82843 s, got 2.8",
        ),
        ({"acceleration": [1, 2]}, "acceleration: expected one number or 1, got shape (2,)"),
        ({"acceleration": 0}, "acceleration: must be positive, got 0 at joint 1"),
        ({"duration": 1, "velocity": -1}, "velocity: must be positive, got -1 at joint 1"),
        (
            {"velocity": 1e-320, "acceleration": 1},
            "acceleration: the motion within such limits would never end",
        ),
        (
            {"velocity": 5e-324, "acceleration": 1},
            "velocity: the motion within such limits would never end",
        ),
        (
            {"duration": 1, "acceleration": 5e-324},
            "acceleration: the motion within such limits would never end",
        ),
        (
            {"duration": 1e-200},
            "duration: positions, velocities or accelerations would leave the range of numbers",
        ),
    ],
)
def test_limits_that_cannot_be_met_are_told_with_their_numbers(options, message):
    with pytest.raises(ValueError, match=f"^{re.escape(message)}"):
        equidyn.trapezoid([0.0], [2.0], **options)


def test_where_nothing_moves_nothing_takes_time():
    move = equidyn.trapezoid(START, START, velocity=1.0, acceleration=1.0, start_time=3.0)
    assert move.duration == 0
    q, qd, qdd = move([2.0, 3.0, 4.0])
    assert np.array_equal(q, [START] * 3)
    assert not qd.any()
    assert not qdd.any()
    assert "in 0 s, from 3 s on" in str(move)


def test_where_nothing_moves_it_rests_as_long_as_is_asked_for():
    move = equidyn.trapezoid(START, START, duration=2.0, velocity=1e-300)
    assert move.duration == 2.0
    q, qd, qdd = move(move.times(9))
    assert np.array_equal(q, [START] * 9)
    assert not qd.any()
    assert not qdd.any()


@settings(max_examples=30)
@given(
    st.lists(st.tuples(st.floats(-10, 10), st.floats(-10, 10)), min_size=1, max_size=4),
    st.floats(1e-3, 1e3),
    st.floats(1e-3, 1e3),
    st.floats(1.0, 10.0),
)
def test_no_limit_is_passed_and_longer_motions_are_possible(ends, velocity, acceleration, slack):
    start, goal = np.transpose(ends)
    limits = {"velocity": velocity, "acceleration": acceleration}
    fastest = equidyn.trapezoid(start, goal, **limits)
    moves = [fastest]
    if fastest.duration > 0:
        longer = slack * fastest.duration * (1 + 1e-12)
        moves.append(equidyn.trapezoid(start, goal, duration=longer, **limits))
    for move in moves:
        # a ramp is as exact as the times between which it lies
        ramp = np.diff(move.breaks)[0] or np.inf
        allowed = 1 + EPS * (4 + 2 * move.duration / ramp)
        qd, qdd = extremes(move)
        assert (qd <= velocity * allowed).all()
        assert (qdd <= acceleration * allowed**2).all()


@pytest.mark.parametrize("start_time", [0.0, -1e3, 1e6])
def test_a_motion_can_last_as_long_as_the_fastest_one_does(start_time):
    rng = np.random.default_rng(0)
    for start, goal in rng.normal(size=(100, 2, 3)):
        for limits in ({"acceleration": 0.9}, {"velocity": 0.7, "acceleration": 0.9}):
            fastest = equidyn.trapezoid(start, goal, **limits, start_time=start_time)
            again = equidyn.trapezoid(
                start, goal, **limits, start_time=start_time, duration=fastest.duration
            )
            digit = 2 * np.spacing(abs(start_time) + fastest.duration)
            np.testing.assert_allclose(again.breaks, fastest.breaks, rtol=0, atol=digit)
            qd, qdd = extremes(again)
            assert qd.max() <= 0.7 * (1 + 1e-9) or "velocity" not in limits
            assert qdd.max() <= 0.9 * (1 + 1e-8)


def test_a_duration_that_looks_like_the_shortest_is_shown_in_full():
    least = equidyn.trapezoid([0.0], [2.0], velocity=1.0, acceleration=1.5).duration
    short = least * (1 - 1e-9)
    with pytest.raises(ValueError, match=r"^duration: ") as refused:
        equidyn.trapezoid([0.0], [2.0], velocity=1.0, acceleration=1.5, duration=short)
    takes, got = re.findall(r"at least (\S+) s, got (\S+)", str(refused.value))[0]
    assert (float(takes), float(got)) == (least, short)
