"""Trajectories with trapezoidal velocity profiles.

S. Sasaki, A Modelling of Robot Manipulator Dynamics Based on Newton-Euler's Equations, JAERI-M
90-147, 1990, section 4, takes three phases of equal duration: a = 9 dq / (2 T^2).
"""

from __future__ import annotations

from math import inf, isfinite, isinf, sqrt
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike

from ...validation import BoolArray, FloatArray, positive
from .checks import (
    beside,
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


def trapezoid(
    start: ArrayLike,
    goal: ArrayLike,
    *,
    duration: float | None = None,
    velocity: ArrayLike | None = None,
    acceleration: ArrayLike | None = None,
    start_time: float = 0.0,
    arm: Arm | None = None,
) -> PolynomialTrajectory:
    """Trapezoidal trajectory: constant acceleration, constant velocity, constant deceleration.

    All joints start and end together, on the straight line between the positions. With a duration,
    each of the three phases takes a third of it, as in Sasaki's report, or as nearly as limits
    allow. Without, the motion is the fastest within the limits.

    Parameters
    ----------
    start, goal : array_like, shape (n,)
        Joint positions, rad or m.
    duration : float, optional
        Duration of the motion, s.
    velocity, acceleration : array_like, shape () or (n,), optional
        Limits of the joints: rad/s, rad/s², m/s, m/s²; by default those of the arm. Without a
        duration that of acceleration is needed; without one of velocity there is no phase of
        constant velocity.
    start_time : float, optional
        Start time, s.
    arm : Arm, optional
        The arm of n joints whose `velocity_limits` and `acceleration_limits` hold where none are
        given.

    Returns
    -------
    PolynomialTrajectory
        Call it with times. Without a duration, its duration is zero if start and goal are equal.

    Raises
    ------
    ValueError, TypeError
        For a bad argument, and for too short a duration: "duration: within these
        limits of velocity and acceleration the motion takes at least 3 s, got 2".

    References
    ----------
    S. Sasaki, A Modelling of Robot Manipulator Dynamics Based on Newton-Euler's Equations, JAERI-M
    90-147, 1990, section 4.

    Examples
    --------
    >>> move = trapezoid([0.0, 1.0], [2.0, 0.0], duration=3.0)
    >>> q, qd, qdd = move(0.0)
    >>> qdd
    array([ 1. , -0.5])
    >>> trapezoid([0.0], [2.0], velocity=1.0, acceleration=1.0).duration
    3.0

    Limits of the arm hold where none are given:

    >>> from equidyn import robots
    >>> arm = robots.planar_2r().with_limits(velocity=[1.0, 1.0], acceleration=[1.0, 2.0])
    >>> trapezoid([0.0, 0.0], [2.0, 1.0], arm=arm).duration
    3.0
    """
    q0, q1 = ends(start, goal)
    n = q0.size
    require_arm_of(arm, n)
    fastest, hardest = (
        limit("velocity", velocity, arm, n),
        limit("acceleration", acceleration, arm, n),
    )
    moved = q0 != q1
    if arm is not None and duration is None and not _ends_by_itself(moved, hardest):
        raise ValueError(
            "acceleration: expected a limit, here or of each joint of the arm that moves, or a "
            "duration, got neither"
        )
    breaks, s = trapezoidal_law(q1 - q0, duration, fastest, hardest, start_time)
    coefficients = s[..., np.newaxis] * (q1 - q0)
    coefficients[0] += (q0, q0, q1)
    require_moderate("acceleration" if duration is None else "duration", breaks, coefficients)
    return PolynomialTrajectory("Trapezoidal motion", breaks, coefficients, q1)


def _ends_by_itself(moved: BoolArray, hardest: FloatArray | None) -> bool:
    """Tell whether limits of acceleration bound the duration from below."""
    return hardest is not None and (not moved.any() or bool(np.isfinite(hardest[moved]).any()))


def trapezoidal_law(
    distance: FloatArray,
    duration: float | None,
    velocity: FloatArray | None,
    acceleration: FloatArray | None,
    start_time: float,
) -> tuple[FloatArray, FloatArray]:
    """Return breaks (4,) and coefficients (3, 3) of the path parameter in each piece.

    In the last piece they give the distance to the goal, so that no digits are lost near it.

    Parameters
    ----------
    distance : ndarray, shape (k,)
        Distance along each axis.
    duration, start_time
        As in `trapezoid`.
    velocity, acceleration : ndarray, shape (k,), or None
        Checked limits along each axis.
    """
    fastest = _along("velocity", velocity, distance)
    hardest = _along("acceleration", acceleration, distance)
    begins = instant("start_time", start_time)
    if duration is None:
        lasts, ramp = _shortest(fastest, hardest, acceleration is not None)
    else:
        lasts = positive("duration", duration)
        ramp = _ramp(lasts, fastest, hardest, rounding(lasts, begins))
    interval(lasts, begins)
    ramp = min(ramp, lasts / 2)
    breaks = begins + np.array([0.0, ramp, lasts - ramp, lasts])
    if lasts == 0:
        return breaks, np.zeros((3, 3))
    speed = 1 / (lasts - ramp)
    up, steady = speed * ramp / 2, speed * (lasts - 2 * ramp)
    return breaks, np.array([[0.0, up, -up], [0.0, steady, 2 * up], [up, 0.0, -up]])


def _along(name: str, each: FloatArray | None, distance: FloatArray) -> float:
    """Return a limit of the path velocity or acceleration from those of the joints."""
    if each is None:
        return inf
    moved = np.abs(distance)
    with np.errstate(over="ignore"):
        shares = np.divide(each, moved, out=np.full_like(each, np.inf), where=moved > 0)
    share = float(shares.min())
    if share == 0:
        raise ValueError(f"{name}: the motion within such limits would never end")
    return share


def _shortest(fastest: float, hardest: float, accelerated: bool) -> tuple[float, float]:
    """Return the duration of the fastest motion within limits, and of each of its ramps."""
    if not accelerated:
        raise ValueError("acceleration: expected a limit or a duration, got neither")
    if isinf(hardest):
        return 0.0, 0.0
    speed = min(fastest, sqrt(hardest))
    lasts, ramp = 1 / speed + speed / hardest, speed / hardest
    if isinf(lasts):
        raise ValueError("acceleration: the motion within such limits would never end")
    return lasts, ramp


def _ramp(lasts: float, fastest: float, hardest: float, digit: float) -> float:
    """Return the duration of each ramp: as nearly a third of the time as limits allow.

    The distance is 1. A ramp takes T - 1 / v at the speed v between the ramps, so the acceleration
    is v^2 / (v T - 1): least at v = 2 / T, with no phase between the ramps.
    """
    if isfinite(hardest):
        least, ramp = _shortest(fastest, hardest, accelerated=True)
        if abs(lasts - least) <= digit:
            return ramp
    else:
        least = 1 / fastest
    # slowest speed with the acceleration within its limit, and highest, in units of 1 / T
    room = 4 / lasts / lasts / hardest if isfinite(hardest) else 0.0
    slowest, highest = 2 / (1 + sqrt(max(0.0, 1 - room))), fastest * lasts
    if room > 1 or slowest > highest or highest <= 1:
        bounded = "at least" if isfinite(hardest) else "more than"
        got, takes = beside(lasts, least)
        raise ValueError(
            "duration: within these limits of velocity and acceleration the motion takes "
            f"{bounded} {takes} s, got {got}"
        )
    speed = min(max(1.5, slowest), highest)
    # the second expression where the difference has lost its digits
    return max(lasts * (speed - 1) / speed, speed / lasts / hardest)
