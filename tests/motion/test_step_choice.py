"""The step of a simulation is as long as changes of positions and velocities allow."""

import numpy as np
import pytest

from equidyn import robots, trapezoid
from equidyn.motion import choose_step

ARM = robots.random_arm(2, seed=1, joints="RP")
# up to 0.75 rad/s and 1.5 m/s, at 0.5 rad/s^2 and 1 m/s^2
MOVE = trapezoid([0.0, 0.0], [1.5, -3.0], velocity=[0.75, 9.0], acceleration=[0.5, 9.0], arm=ARM)


def samples(order, times=400):
    """The motion as arrays, up to a derivative."""
    t = MOVE.times(times)
    return (t, *MOVE(t)[: order + 1])


@pytest.mark.parametrize(
    ("limits", "longest", "what", "joint"),
    [
        ({"position": 0.01}, 0.01 / 1.5, "position", 2),
        ({"velocity": 0.01}, 0.01, "velocity", 2),
        ({"position": 0.01, "velocity": 0.005}, 0.005, "velocity", 2),
        ({"position": 0.001, "velocity": 0.005}, 0.001 / 1.5, "position", 2),
        ({"position": [0.001, 0.1], "velocity": 1.0}, 0.001 / 0.75, "position", 1),
    ],
)
def test_the_change_that_is_reached_first_chooses(limits, longest, what, joint):
    chosen = choose_step(ARM, MOVE, **limits)
    assert (chosen.what, chosen.joint) == (what, joint)
    limit = np.broadcast_to(limits[what], 2)[joint - 1]
    assert limit / chosen.rate == pytest.approx(longest, rel=1e-9)
    # no longer, and a whole number of them makes the motion
    steps = MOVE.duration / chosen.step
    assert steps == pytest.approx(round(steps), rel=1e-12)
    assert (steps - 1) * longest < MOVE.duration <= steps * longest * (1 + 1e-9)


@pytest.mark.parametrize("order", [0, 1, 2])
def test_rates_that_are_not_given_are_those_between_samples(order):
    limits = {"position": 0.01, "velocity": 0.005}
    (step, *what, rate), (same_step, *same, same_rate) = (
        choose_step(ARM, motion, **limits) for motion in (samples(order), MOVE)
    )
    assert what == same
    assert (step, rate) == pytest.approx((same_step, same_rate), rel=1e-9)


def test_a_simulation_in_such_steps_changes_no_more():
    arm, start, rest = robots.planar_2r(), [0.4, 0.3], [0.0, 0.0]
    fall = arm.simulate(start, rest, 2.0)
    for limits in ({"position": 0.2}, {"velocity": 1.0}):
        chosen = choose_step(arm, fall, **limits)
        motion = arm.simulate(start, rest, 2.0, chosen.step)
        changes = abs(np.diff({"position": motion.q, "velocity": motion.qd}[chosen.what], axis=0))
        (limit,) = limits.values()
        assert 0.9 * limit < changes.max() == changes[:, chosen.joint - 1].max() <= limit


@pytest.mark.parametrize(
    ("motion", "limits", "message"),
    [
        (MOVE, {}, r"^position: expected a limit of position or velocity, got neither$"),
        (MOVE, {"position": [1, 0]}, r"^position: must be positive"),
        (MOVE, {"velocity": [1, 1, 1]}, r"^velocity: expected one number or 2"),
        (trapezoid([0], [1], duration=1), {"velocity": 1}, r"^motion: expected 2 joints"),
        (samples(1, times=1), {"velocity": 1}, r"^motion: expected two times or more, got 1$"),
        (
            ([0, 1], [[0, 0], [0, 0]]),
            {"position": 1},
            r"^motion: nothing changes in it that has a limit \(position\)$",
        ),
    ],
)
def test_what_gives_no_step_is_refused(motion, limits, message):
    with pytest.raises(ValueError, match=message):
        choose_step(ARM, motion, **limits)
