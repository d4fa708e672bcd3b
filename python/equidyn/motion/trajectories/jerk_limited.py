"""The fastest motions of limited jerk, found by ruckig.

L. Berscheid, T. Kröger, Jerk-limited Real-time Trajectory Generation with Arbitrary Target States,
Robotics: Science and Systems XVII, 2021.
"""

from __future__ import annotations

from itertools import accumulate
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from ..._validation import FloatArray, positive, require
from ...show.extras import require_extra
from .checks import bound, ends, instant, interval, rates, require_moderate
from .polynomial import PolynomialTrajectory

# times of a motion that differ by a smaller part of it are the same
_SAME = 1e-12

# of a velocity that is as high as its limit
_ROUNDING = 1e-12

# how much longer than it was asked to be a motion may last, relatively
_IN_TIME = 1e-9


def jerk_limited(
    start: ArrayLike,
    goal: ArrayLike,
    *,
    velocity: ArrayLike,
    acceleration: ArrayLike,
    jerk: ArrayLike,
    duration: float | None = None,
    start_rate: ArrayLike | None = None,
    goal_rate: ArrayLike | None = None,
    start_acceleration: ArrayLike | None = None,
    goal_acceleration: ArrayLike | None = None,
    start_time: float = 0.0,
) -> PolynomialTrajectory:
    """Move as fast as limits of velocity, acceleration and jerk allow, all joints together.

    By ruckig: ``pip install "equidyn[trajectories]"``. Accelerations are continuous.

    Parameters
    ----------
    start, goal : array_like, shape (n,)
        Joint positions, rad or m.
    velocity, acceleration, jerk : array_like, shape () or (n,)
        The largest that joints may have: rad/s, rad/s², rad/s³, or m/s, m/s², m/s³.
    duration : float, optional
        How long the motion lasts, s; as short as possible without it.
    start_rate, goal_rate : array_like, shape (n,), optional
        Joint velocities at the ends; at rest without them.
    start_acceleration, goal_acceleration : array_like, shape (n,), optional
        Joint accelerations at the ends; zero without them.
    start_time : float, optional
        When it starts, s.

    Returns
    -------
    PolynomialTrajectory
        Call it with times.

    Raises
    ------
    ValueError, TypeError
        For a bad argument, and where there is no such motion: "start_rate: must be
        within the limits of velocity, got 2 at joint 1".
    ImportError
        If ruckig is not installed.

    References
    ----------
    L. Berscheid, T. Kröger, Jerk-limited Real-time Trajectory Generation with Arbitrary Target
    States, Robotics: Science and Systems XVII, 2021.
    """
    q0, q1 = ends(start, goal)
    n = q0.size
    limits = {
        "velocity": bound("velocity", velocity, n),
        "acceleration": bound("acceleration", acceleration, n),
        "jerk": bound("jerk", jerk, n),
    }
    given = {
        "start_rate": rates("start_rate", start_rate, n),
        "goal_rate": rates("goal_rate", goal_rate, n),
        "start_acceleration": rates("start_acceleration", start_acceleration, n),
        "goal_acceleration": rates("goal_acceleration", goal_acceleration, n),
    }
    for name, values in given.items():
        limited = "velocity" if name.endswith("rate") else "acceleration"
        expected = f"must be within the limits of {limited}"
        require(name, np.abs(values) <= limits[limited], expected, values, "joint")
    for end, sense in (("start", 1), ("goal", -1)):
        # before the end, or after the start, it was or will be as fast as this
        a = given[f"{end}_acceleration"]
        fastest = given[f"{end}_rate"] + sense * a * np.abs(a) / (2 * limits["jerk"])
        within = np.abs(fastest) <= limits["velocity"] * (1 + _ROUNDING)
        expected = "takes a velocity within the limits, with such a jerk"
        require(f"{end}_acceleration", within, expected, fastest, "joint")
    begins = instant("start_time", start_time)
    lasts = None if duration is None else positive("duration", duration)

    require_extra("trajectories", "ruckig")
    found = _found(q0, q1, limits, given, lasts)
    if lasts is not None and found.duration > lasts * (1 + _IN_TIME):
        least = _found(q0, q1, limits, given, None).duration
        raise ValueError(
            "duration: within these limits of velocity, acceleration and jerk the motion takes at "
            f"least {least:.6g} s, or lasts {found.duration:.6g} s, got {lasts:g}"
        )
    interval(found.duration, begins)
    times, coefficients = _pieces(found)
    require_moderate("jerk", times, coefficients)
    return PolynomialTrajectory("Jerk-limited motion", begins + times, coefficients)


def _found(
    q0: FloatArray,
    q1: FloatArray,
    limits: dict[str, FloatArray],
    given: dict[str, FloatArray],
    lasts: float | None,
) -> Any:
    """Return what ruckig finds."""
    import ruckig

    asked = ruckig.InputParameter(q0.size)
    asked.current_position, asked.target_position = q0.tolist(), q1.tolist()
    asked.current_velocity = given["start_rate"].tolist()
    asked.target_velocity = given["goal_rate"].tolist()
    asked.current_acceleration = given["start_acceleration"].tolist()
    asked.target_acceleration = given["goal_acceleration"].tolist()
    asked.max_velocity = limits["velocity"].tolist()
    asked.max_acceleration = limits["acceleration"].tolist()
    asked.max_jerk = limits["jerk"].tolist()
    if lasts is not None:
        asked.minimum_duration = lasts
    found = ruckig.Trajectory(q0.size)
    try:
        result = ruckig.Ruckig(q0.size).calculate(asked, found)
    except ruckig.RuckigError as error:
        raise ValueError(f"goal: ruckig finds no motion there: {error}") from None
    if result not in (ruckig.Result.Working, ruckig.Result.Finished):
        raise ValueError(f"goal: ruckig finds no motion there: {result.name}")
    return found


def _pieces(found: Any) -> tuple[FloatArray, FloatArray]:
    """Return times (m + 1,), and the coefficients (4, m, n) of pieces of constant jerk."""
    changes: set[float] = set()
    for profile in found.profiles[0]:
        parts = [*profile.brake.t, *profile.t, *profile.accel.t]
        changes.update(accumulate(part for part in parts if part > 0))
    inner = np.array(sorted(changes))
    same = _SAME * found.duration
    inner = inner[(np.diff(inner, prepend=0.0) > same) & (found.duration - inner > same)]
    times = np.concatenate([[0.0], inner, [found.duration]])
    # at the end of its time ruckig has the state that was asked for
    q, qd, qdd = (np.array(x) for x in zip(*map(found.at_time, times), strict=True))
    h = np.diff(times)[:, np.newaxis]
    jump = np.diff(qdd, axis=0)
    return times, np.stack([q[:-1], qd[:-1] * h, qdd[:-1] * h**2 / 2, jump * h**2 / 6])
