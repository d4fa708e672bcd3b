"""Motions made of polynomials: what is asked for at their ends, at their points, and between."""

import re

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from numpy.polynomial import Polynomial

import equidyn
from equidyn.motion.trajectories import PolynomialTrajectory
from oracles.refusals import may_be_refused

POINTS = np.random.default_rng(3).normal(size=(6, 3))
TIMES = np.array([-1.0, 0.5, 0.75, 2.0, 5.0, 5.5])

TRAJECTORIES = {
    "trapezoid": equidyn.trapezoid(POINTS[0], POINTS[1], duration=2.0, start_time=-0.7),
    "within limits": equidyn.trapezoid(POINTS[0], POINTS[1], velocity=0.6, acceleration=2.0),
    "cubic": equidyn.cubic(
        POINTS[0], POINTS[1], duration=2.5, start_rate=POINTS[2], goal_rate=POINTS[3], start_time=4
    ),
    "quintic": equidyn.quintic(
        *POINTS[:2],
        duration=0.7,
        start_rate=POINTS[2],
        goal_rate=POINTS[3],
        start_acceleration=POINTS[4],
        goal_acceleration=POINTS[5],
    ),
    "cubic through points": equidyn.waypoints(POINTS, times=TIMES),
    "quintic through points": equidyn.waypoints(POINTS, times=TIMES, kind="quintic"),
}


def pieces(trajectory):
    """Of each piece the polynomials of time, one a joint."""
    for start, end, c in zip(
        trajectory.breaks[:-1],
        trajectory.breaks[1:],
        trajectory.coefficients.swapaxes(0, 1),
        strict=True,
    ):
        yield [Polynomial(c[:, j], domain=[start, end], window=[0, 1]) for j in range(trajectory.n)]


def jumps(trajectory, order):
    """The largest jump of a derivative at the inner breaks."""
    before, behind = list(pieces(trajectory))[:-1], list(pieces(trajectory))[1:]
    return max(
        abs(one.deriv(order)(t) - other.deriv(order)(t))
        for t, ones, others in zip(trajectory.breaks[1:-1], before, behind, strict=True)
        for one, other in zip(ones, others, strict=True)
    )


@pytest.mark.parametrize("trajectory", TRAJECTORIES.values(), ids=TRAJECTORIES)
def test_velocity_and_acceleration_are_derivatives_of_the_position(trajectory):
    for start, end, joints in zip(
        trajectory.breaks[:-1], trajectory.breaks[1:], pieces(trajectory), strict=True
    ):
        t = start + (end - start) * np.array([0.1, 0.5, 0.8])
        for order, found in enumerate(trajectory(t)):
            expected = [p.deriv(order)(t) if order else p(t) for p in joints]
            np.testing.assert_allclose(found.T, expected, rtol=1e-12, atol=1e-12)


@pytest.mark.parametrize("trajectory", TRAJECTORIES.values(), ids=TRAJECTORIES)
def test_velocity_is_what_acceleration_adds_up_to(trajectory):
    # Gauss's rule is exact for these polynomials
    nodes, weights = np.polynomial.legendre.leggauss(4)
    for start, end in zip(trajectory.breaks[:-1], trajectory.breaks[1:], strict=True):
        half = (end - start) / 2
        _, qd, qdd = trajectory(start + half * (nodes + 1))
        q, _, _ = trajectory([start, end])
        np.testing.assert_allclose(half * weights @ qd, q[1] - q[0], atol=1e-12)
        ends = trajectory([start, np.nextafter(end, start)])[1]
        np.testing.assert_allclose(half * weights @ qdd, ends[1] - ends[0], atol=1e-12)


@pytest.mark.parametrize("trajectory", TRAJECTORIES.values(), ids=TRAJECTORIES)
def test_outside_its_time_a_trajectory_rests_at_its_ends(trajectory):
    ends = trajectory([trajectory.start_time, trajectory.end_time])[0]
    q, qd, qdd = trajectory(
        [[-1e300, trajectory.start_time - 1e-9], [trajectory.end_time + 1, 9e9]]
    )
    assert np.array_equal(q, [[ends[0]] * 2, [ends[1]] * 2])
    assert not qd.any()
    assert not qdd.any()


@pytest.mark.parametrize("trajectory", TRAJECTORIES.values(), ids=TRAJECTORIES)
def test_shapes_of_times_are_those_of_motions(trajectory):
    for t in (0.3, [0.3], np.full((2, 0, 4), 0.3), np.full((2, 3), 0.3)):
        assert {x.shape for x in trajectory(t)} == {(*np.shape(t), 3)}
    one, many = trajectory(0.3), trajectory(np.linspace(0, 0.3, 57))
    assert all(np.array_equal(a, b[-1]) for a, b in zip(one, many, strict=True))


# sums of which the goal is not the rounded one: small numbers beside large ones, and zero
@pytest.mark.slow
@given(
    st.lists(st.floats(-1e6, 1e6).map(lambda x: round(x, 9)), min_size=2, max_size=6),
    st.floats(0.1, 30),
)
@settings(max_examples=200, derandomize=True, deadline=None)
def test_motions_start_and_end_exactly_where_they_are_asked_to(points, duration):
    q = np.array(points)[:, np.newaxis]
    ends, whole = q[[0, -1]], {"duration": duration, "start_time": 0.3}
    for trajectory in (
        equidyn.trapezoid(*ends, **whole),
        equidyn.trapezoid(*ends, velocity=0.7, acceleration=1.1),
        equidyn.cubic(*ends, **whole, goal_rate=[0.7]),
        equidyn.quintic(*ends, **whole, goal_acceleration=[0.7]),
        equidyn.waypoints(q, durations=duration),
        equidyn.waypoints(q, durations=duration, kind="quintic"),
    ):
        found = trajectory([trajectory.start_time, trajectory.end_time, 1e9])[0]
        np.testing.assert_array_equal(found, [*ends, ends[1]])


@pytest.mark.parametrize("name", ["cubic", "quintic"])
def test_one_polynomial_has_the_rates_that_are_asked_for(name):
    trajectory = TRAJECTORIES[name]
    start, goal = (
        np.array(x)
        for x in zip(*trajectory([trajectory.start_time, trajectory.end_time]), strict=True)
    )
    np.testing.assert_allclose(start[:2], POINTS[[0, 2]], atol=1e-14)
    np.testing.assert_allclose(goal[:2], POINTS[[1, 3]], atol=1e-14)
    if name == "quintic":
        np.testing.assert_allclose([start[2], goal[2]], POINTS[4:6], atol=1e-12)


@pytest.mark.parametrize(("kind", "smooth"), [("cubic", 2), ("quintic", 4)])
def test_motions_pass_the_points_in_time_and_smoothly(kind, smooth):
    # these conditions, which are as many as there are coefficients, leave but one motion
    trajectory = TRAJECTORIES[f"{kind} through points"]
    np.testing.assert_allclose(trajectory(TIMES)[0], POINTS, atol=1e-14)
    for order in range(smooth + 1):
        assert jumps(trajectory, order) < 1e-9
    assert jumps(trajectory, smooth + 1) > 1e-3
    _, qd, qdd = trajectory(TIMES[[0, -1]])
    assert np.abs(qd).max() < 1e-13
    if kind == "quintic":
        assert np.abs(qdd).max() < 1e-11


def test_durations_say_the_same_as_times():
    by_times = equidyn.waypoints(POINTS, times=3.0 + np.arange(6.0))
    for durations in (1, np.ones(5)):
        same = equidyn.waypoints(POINTS, durations=durations, start_time=3.0)
        assert np.array_equal(same.breaks, by_times.breaks)
        assert np.array_equal(same.coefficients, by_times.coefficients)


def test_many_points_of_uneven_times_are_passed_too():
    rng = np.random.default_rng(1)
    times = np.cumsum(10.0 ** rng.uniform(-3, 1, 2000))
    points = np.sin(np.stack([times, times / 3], axis=1))
    trajectory = equidyn.waypoints(points, times=times, kind="quintic")
    np.testing.assert_allclose(trajectory(times)[0], points, atol=1e-13)
    before, behind = trajectory(np.nextafter(times[1:-1], 0)), trajectory(times[1:-1])
    scale = np.abs(behind[2]).max()
    np.testing.assert_allclose(before[2], behind[2], atol=1e-9 * scale)


def test_far_from_zero_no_digits_of_the_motion_are_lost():
    near = equidyn.quintic([0.0], [2.0**-20], duration=1.0)
    far = equidyn.quintic([1024.0], [1024.0 + 2.0**-20], duration=1.0)
    assert np.array_equal(near([0.3])[1], far([0.3])[1])


@settings(max_examples=30)
@given(
    st.lists(st.floats(-1e3, 1e3), min_size=1, max_size=3),
    st.data(),
    st.sampled_from([equidyn.trapezoid, equidyn.cubic, equidyn.quintic]),
)
def test_any_motion_from_rest_leads_from_start_to_goal_and_never_back(start, data, kind):
    goal = data.draw(st.lists(st.floats(-1e3, 1e3), min_size=len(start), max_size=len(start)))
    duration = data.draw(st.floats(1e-6, 1e6))
    trajectory = kind(start, goal, duration=duration, start_time=data.draw(st.floats(-1, 1)))
    q, qd, qdd = trajectory(trajectory.times(50))
    size = np.abs([start, goal]).max()
    # coefficients are up to 15 times the way, all numbers multiples of the least one
    least = 15 * np.nextafter(0, 1)
    np.testing.assert_allclose(q[[0, -1]], [start, goal], rtol=0, atol=4e-15 * size + least)
    sense = np.sign(np.subtract(goal, start))
    peak = np.abs(np.subtract(goal, start)) / trajectory.duration
    assert (qd * sense >= -1e-9 * peak - least / trajectory.duration).all()
    assert np.isfinite(qdd).all()


NUMBERS = st.floats(allow_nan=False, allow_infinity=False)
ENDS = st.integers(1, 3).flatmap(
    lambda n: st.lists(st.lists(NUMBERS, min_size=n, max_size=n), min_size=2, max_size=2)
)

# of which sums and inverses are numbers
TIMES_OF_ANY_SIZE = st.floats(-1e307, 1e307, allow_subnormal=False)


@given(
    ENDS,
    TIMES_OF_ANY_SIZE,
    TIMES_OF_ANY_SIZE,
    st.sampled_from([equidyn.trapezoid, equidyn.cubic, equidyn.quintic, equidyn.waypoints]),
)
@example([[0.0], [1.0]], 1e200, 0.0, equidyn.cubic)
def test_numbers_of_any_size_make_a_motion_or_one_error(ends, duration, start_time, kind):
    given_ends = (ends,) if kind is equidyn.waypoints else ends
    lasts = "durations" if kind is equidyn.waypoints else "duration"
    with may_be_refused(r"^(start|goal|points|durations?|start_time)\b"):
        motion = kind(*given_ends, **{lasts: duration}, start_time=start_time)
        found = motion([motion.start_time, motion.end_time, -1e308, 0.0, 1e308])
        assert all(np.isfinite(part).all() for part in found)


def test_a_trajectory_prints_what_it_does():
    text = str(equidyn.trapezoid([0.0, 1.0], [2.0, 0.0], duration=3.0, start_time=1.0))
    assert "Trapezoidal motion in 3 s, from 1 s on" in text
    assert re.search(r"1 +0 +2 +0 +2 +1 +1\n +2 +1 +0 +0 +1 +0\.5 +0\.5", text)


def test_the_extremes_in_a_table_are_those_of_the_motion():
    # 3 u - 2 u^3 for the first joint, and what mirrors it for the second
    move = equidyn.cubic([0, 1], [1, 0], duration=1, start_rate=[3, -3], goal_rate=[-3, 3])
    _, _, lowest, highest, fastest, hardest = (
        [float(row[k]) for row in move.table().rows] for k in range(1, 7)
    )
    extremes = [[0, 1 - 2**0.5], [2**0.5, 1], [3, 3], [12, 12]]
    np.testing.assert_allclose([lowest, highest, fastest, hardest], extremes, atol=5e-4)


def test_a_trajectory_is_drawn_with_its_jumps():
    from matplotlib.figure import Figure

    axes = Figure().subplots(3)
    move = equidyn.trapezoid([0.0], [2.0], duration=3.0)
    assert list(move.plot(axes)) == list(axes)
    t, qdd = axes[2].lines[0].get_data()
    assert np.interp(1 - 1e-6, t, qdd) == 1
    assert np.interp(1 + 1e-6, t, qdd) == 0
    with pytest.raises(ValueError, match=r"^axes: expected 3, one above the other, got 2$"):
        move.plot(axes[:2])


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: equidyn.cubic([], [], duration=1), "start: shape must be (n,), got shape (0,)"),
        (
            lambda: equidyn.cubic([[0]], [[1]], duration=1),
            "start: shape must be (n,), got shape (1, 1)",
        ),
        (
            lambda: equidyn.cubic([0], [1, 2], duration=1),
            "goal: shape must be (1,), got shape (2,)",
        ),
        (
            lambda: equidyn.cubic([-1e308], [1e308], duration=1),
            "goal: too far from start, got 1e+308 at joint 1",
        ),
        (lambda: equidyn.quintic([0], [1], duration=0), "duration: must be positive, got 0"),
        (
            lambda: equidyn.quintic([0], [1], duration=1e-160),
            "duration: positions, velocities or accelerations would leave the range of numbers "
            "within 1e-160 s",
        ),
        (
            lambda: equidyn.cubic([0], [1], duration=1, start_time=1e16),
            "start_time: times cannot resolve a motion of 1 s there, got 1e+16",
        ),
        (
            # times are 2e-3 s apart
            lambda: equidyn.cubic([0], [1], duration=1, start_time=1e13),
            "start_time: times cannot resolve a motion of 1 s there, got 1e+13",
        ),
        (
            lambda: equidyn.cubic([0], [1], duration=1, start_rate=[1, 2]),
            "start_rate: shape must be (1,), got shape (2,)",
        ),
        (
            lambda: equidyn.waypoints([[1.0]], durations=1),
            "points: shape must be (k, n) with k > 1, got shape (1, 1)",
        ),
        (
            lambda: equidyn.waypoints([[1.0], [2.0]]),
            "times: expected either times or durations, got neither",
        ),
        (
            lambda: equidyn.waypoints([[1.0], [2.0]], times=[0, 1], durations=1),
            "times: expected either times or durations, got both",
        ),
        (
            lambda: equidyn.waypoints([[1.0], [2.0]], times=[0, 1, 2]),
            "times: shape must be (2,), one per point, got shape (3,)",
        ),
        (
            lambda: equidyn.waypoints([[1.0], [2.0], [3.0]], times=[0, 1, 1]),
            "times: must increase, got 1 at point 3",
        ),
        (
            lambda: equidyn.waypoints([[1.0], [2.0]], times=[0, 1], start_time=1.0),
            "start_time: expected only with durations, got 1",
        ),
        (
            lambda: equidyn.waypoints([[1.0], [2.0], [3.0]], durations=[1, 0]),
            "durations: must be positive, got 0 at segment 2",
        ),
        (
            lambda: equidyn.waypoints([[1.0], [2.0], [3.0]], durations=[1, 1, 1]),
            "durations: expected one number or 2, got shape (3,)",
        ),
        (
            lambda: equidyn.waypoints([[1.0], [2.0]], durations=1, kind="septic"),
            "kind: there is no 'septic'",
        ),
        (
            lambda: PolynomialTrajectory("a", [0.0], np.zeros((1, 1, 1))),
            "breaks: expected two times or more, got shape (1,)",
        ),
        (
            lambda: PolynomialTrajectory("a", [1.0, 0.0], np.zeros((1, 1, 1))),
            "breaks: must not decrease, got 0 at piece 1",
        ),
        (
            lambda: PolynomialTrajectory("a", [0.0, 1.0], np.zeros((1, 2, 1))),
            "coefficients: shape must be (degree + 1, 1, n), got (1, 2, 1)",
        ),
        (
            lambda: PolynomialTrajectory("a", [0.0, 1.0], np.ones((2, 1, 1)), [2.0, 2.0]),
            "goal: shape must be (1,), got shape (2,)",
        ),
        (
            lambda: PolynomialTrajectory("a", [0.0, 1.0], np.ones((2, 1, 1)), [2.1]),
            "goal: must be where the last piece ends, got 2.1 at joint 1",
        ),
    ],
)
def test_what_is_wrong_is_named(call, message):
    with pytest.raises(ValueError, match=f"^{re.escape(message)}"):
        call()


def by_numpy(trajectory, t):
    """The motion as Horner's rule says, with NumPy."""
    within = np.clip(t, trajectory.breaks[0], trajectory.breaks[-1])
    last = len(trajectory.breaks) - 2
    piece = np.clip(np.searchsorted(trajectory.breaks, within, side="right") - 1, 0, last)
    lasts = np.diff(trajectory.breaks)[piece][..., np.newaxis]
    lasts = np.where(lasts > 0, lasts, np.inf)
    u = (within - trajectory.breaks[piece])[..., np.newaxis] / lasts
    q = qd = half_qdd = np.zeros((*t.shape, trajectory.n))
    for c in trajectory.coefficients[::-1, piece]:
        half_qdd = half_qdd * u + qd
        qd = qd * u + q
        q = q * u + c
    if trajectory.goal is not None:
        q = np.where((within == trajectory.breaks[-1])[..., np.newaxis], trajectory.goal, q)
    moving = (t == within)[..., np.newaxis]
    return q, np.where(moving, qd / lasts, 0.0), np.where(moving, 2 * half_qdd / lasts**2, 0.0)


@pytest.mark.parametrize("trajectory", TRAJECTORIES.values(), ids=TRAJECTORIES)
@pytest.mark.parametrize("shape", [(), (3,), (0,), (2, 5), (9000,)])
def test_a_motion_has_the_bits_of_numpy(trajectory, shape):
    rng = np.random.default_rng(5)
    start, end = trajectory.breaks[[0, -1]]
    t = rng.uniform(start - 0.5, end + 0.5, shape)
    times = [t, t + 0 * end, np.broadcast_to(end, shape), np.broadcast_to(start, shape)]
    times += [np.broadcast_to(at, shape) for at in trajectory.breaks]
    for each in times:
        for one, other in zip(trajectory(each), by_numpy(trajectory, each), strict=True):
            assert one.shape == other.shape
            assert one.tobytes() == np.ascontiguousarray(other).tobytes()
            assert one.flags.writeable


def test_a_motion_of_no_duration_rests():
    still = equidyn.trapezoid([1.0, 2.0], [1.0, 2.0], velocity=1.0, acceleration=1.0)
    for t in (-1.0, 0.0, 1.0):
        for one, other in zip(still(t), by_numpy(still, np.array(t)), strict=True):
            assert one.tobytes() == other.tobytes()
