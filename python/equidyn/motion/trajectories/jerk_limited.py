"""Time-optimal motions of limited jerk, by ruckig.

L. Berscheid, T. Kröger, Jerk-limited Real-time Trajectory Generation with Arbitrary Target States,
Robotics: Science and Systems XVII, 2021.
"""

from __future__ import annotations

from itertools import accumulate
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike

from ...output.extras import require_extra
from ...validation import FloatArray, positive, require
from .checks import (
    beside,
    derivatives,
    ends,
    instant,
    interval,
    limit,
    require_arm_of,
    require_moderate,
    rounding,
)
from .polynomial import PolynomialTrajectory

if TYPE_CHECKING:
    from ...arm import Arm

# relative difference below which times of a motion are equal
_SAME = 1e-12

# tolerance of a velocity at its limit
_ROUNDING = 1e-12

# ruckig's name of each input, and its power of the unit of time
_INPUTS = {
    "start": ("current_position", 0),
    "goal": ("target_position", 0),
    "velocity": ("max_velocity", 1),
    "acceleration": ("max_acceleration", 2),
    "jerk": ("max_jerk", 3),
    "start_rate": ("current_velocity", 1),
    "goal_rate": ("target_velocity", 1),
    "start_acceleration": ("current_acceleration", 2),
    "goal_acceleration": ("target_acceleration", 2),
}

# durations in the units that are tried: ruckig refuses motions of more than about 7,600 s
_LONGEST = (4096.0, 1024.0, 64.0)

# largest relative excess of the duration
_IN_TIME = 1e-9


def jerk_limited(
    start: ArrayLike,
    goal: ArrayLike,
    *,
    velocity: ArrayLike | None = None,
    acceleration: ArrayLike | None = None,
    jerk: ArrayLike | None = None,
    duration: float | None = None,
    start_rate: ArrayLike | None = None,
    goal_rate: ArrayLike | None = None,
    start_acceleration: ArrayLike | None = None,
    goal_acceleration: ArrayLike | None = None,
    start_time: float = 0.0,
    arm: Arm | None = None,
) -> PolynomialTrajectory:
    """Jerk-limited trajectory: the fastest within limits, all joints synchronised.

    Uses ruckig: ``pip install "equidyn[trajectories]"``. Accelerations are continuous.

    Parameters
    ----------
    start, goal : array_like, shape (n,)
        Joint positions, rad or m.
    velocity, acceleration, jerk : array_like, shape () or (n,), optional
        Limits of the joints: rad/s, rad/s², rad/s³, or m/s, m/s², m/s³; by default those of the
        arm. All three are needed.
    duration : float, optional
        Duration of the motion, s; the shortest by default.
    start_rate, goal_rate : array_like, shape (n,), optional
        Joint velocities at the ends; zero by default.
    start_acceleration, goal_acceleration : array_like, shape (n,), optional
        Joint accelerations at the ends; zero by default.
    start_time : float, optional
        Start time, s.
    arm : Arm, optional
        The arm of n joints whose `velocity_limits`, `acceleration_limits` and `jerk_limits` hold
        where none are given.

    Returns
    -------
    PolynomialTrajectory
        Call it with times.

    Raises
    ------
    ValueError, TypeError
        For a bad argument, and if there is no such motion: "start_rate: must be
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
    require_arm_of(arm, n)
    asked = {"velocity": velocity, "acceleration": acceleration, "jerk": jerk}
    limits = {name: _needed(name, limit(name, given, arm, n)) for name, given in asked.items()}
    given = {
        "start_rate": derivatives("start_rate", start_rate, n),
        "goal_rate": derivatives("goal_rate", goal_rate, n),
        "start_acceleration": derivatives("start_acceleration", start_acceleration, n),
        "goal_acceleration": derivatives("goal_acceleration", goal_acceleration, n),
    }
    for name, values in given.items():
        limited = "velocity" if name.endswith("rate") else "acceleration"
        expected = f"must be within the limits of {limited}"
        require(name, np.abs(values) <= limits[limited], expected, values, "joint")
    for end, sense in (("start", 1), ("goal", -1)):
        # velocity reached before the goal, or after the start
        a = given[f"{end}_acceleration"]
        with np.errstate(over="ignore"):
            fastest = given[f"{end}_rate"] + sense * a * np.abs(a) / (2 * limits["jerk"])
        within = np.abs(fastest) <= limits["velocity"] * (1 + _ROUNDING)
        expected = "takes a velocity within the limits, with such a jerk"
        require(f"{end}_acceleration", within, expected, fastest, "joint")
    begins = instant("start_time", start_time)
    lasts = None if duration is None else positive("duration", duration)

    require_extra("trajectories", "ruckig")
    inputs = {"start": q0, "goal": q1, **limits, **given}
    times, coefficients = _found(inputs, lasts)
    if lasts is not None and times[-1] > lasts * (1 + _IN_TIME) + rounding(lasts, begins):
        got, least, longer = beside(
            lasts, *(float(x[-1]) for x in (_found(inputs, None)[0], times))
        )
        raise ValueError(
            "duration: within these limits of velocity, acceleration and jerk the motion takes at "
            f"least {least} s, or lasts {longer} s, got {got}"
        )
    interval(float(times[-1]), begins)
    require_moderate("jerk", times, coefficients)
    return PolynomialTrajectory("Jerk-limited motion", begins + times, coefficients)


def _needed(name: str, each: FloatArray | None) -> FloatArray:
    """Return limits that all joints must have."""
    if each is None:
        raise ValueError(f"{name}: expected limits, or an arm that has them, got None")
    require(name, np.isfinite(each), "expected a limit of each joint of the arm", each, "joint")
    return each


def _found(inputs: dict[str, FloatArray], lasts: float | None) -> tuple[FloatArray, FloatArray]:
    """Return times (m + 1,) and coefficients (4, m, n) of the pieces of ruckig's motion.

    Raises
    ------
    ValueError
        If ruckig finds none in any unit of time.
    """
    import ruckig

    n = inputs["start"].size
    for unit in _units(inputs, lasts):
        with np.errstate(over="ignore", under="ignore", invalid="ignore"):
            # because of absolute tolerances: a velocity limit is about 1 in the units of its joint
            lengths = np.exp2(np.floor(np.log2(inputs["velocity"]))) * unit
            scaled = {
                name: value / lengths * unit ** _INPUTS[name][1] for name, value in inputs.items()
            }
        if not all(np.isfinite(value).all() for value in (lengths, *scaled.values())):
            continue
        question = ruckig.InputParameter(n)
        for name, value in scaled.items():
            setattr(question, _INPUTS[name][0], value.tolist())
        if lasts is not None:
            question.minimum_duration = lasts / unit
        found = ruckig.Trajectory(n)
        try:
            result = ruckig.Ruckig(n).calculate(question, found)
        except (ruckig.RuckigError, ValueError):
            # ruckig raises the latter for results without a name
            continue
        if result in (ruckig.Result.Working, ruckig.Result.Finished):
            times, coefficients = _pieces(found)
            return unit * times, coefficients * lengths
    if lasts is None:
        raise ValueError("goal: ruckig finds no motion there")
    raise ValueError(f"duration: ruckig finds no motion that lasts {lasts:g} s")


def _units(inputs: dict[str, FloatArray], lasts: float | None) -> FloatArray:
    """Return the units of time, powers of two, to try ruckig in."""
    v, a, j = (inputs[name] for name in ("velocity", "acceleration", "jerk"))
    with np.errstate(over="ignore"):
        expected = float((np.abs(inputs["goal"] - inputs["start"]) / v + v / a + a / j).max())
    longest = min(max(expected, lasts or 0.0), np.finfo(np.float64).max)
    if longest < _LONGEST[0]:
        return np.ones(1)
    return np.asarray(np.exp2(np.round(np.log2(longest) - np.log2(_LONGEST))))


def _pieces(found: Any) -> tuple[FloatArray, FloatArray]:
    """Return times (m + 1,) and coefficients (4, m, n) of pieces of constant jerk."""
    changes: set[float] = set()
    for profile in found.profiles[0]:
        parts = [*profile.brake.t, *profile.t, *profile.accel.t]
        changes.update(accumulate(part for part in parts if part > 0))
    inner = np.array(sorted(changes))
    same = _SAME * found.duration
    inner = inner[(np.diff(inner, prepend=0.0) > same) & (found.duration - inner > same)]
    times = np.concatenate([[0.0], inner, [found.duration]])
    # at its end time ruckig returns the target state
    q, qd, qdd = (np.array(x) for x in zip(*map(found.at_time, times), strict=True))
    h = np.diff(times)[:, np.newaxis]
    jump = np.diff(qdd, axis=0)
    return times, np.stack([q[:-1], qd[:-1] * h, qdd[:-1] * h**2 / 2, jump * h**2 / 6])
