"""From one position to another with trapezoids of velocity.

S. Sasaki, A Modelling of Robot Manipulator Dynamics Based on Newton-Euler's Equations, JAERI-M
90-147, 1990, section 4, has the three parts equally long: a = 9 dq / (2 T^2).
"""

from __future__ import annotations

from math import inf, isfinite, isinf, sqrt

import numpy as np
from numpy.typing import ArrayLike

from ..._validation import FloatArray, positive
from .checks import beside, bound, ends, instant, interval, require_moderate, rounding
from .polynomial import PolynomialTrajectory


def trapezoid(
    start: ArrayLike,
    goal: ArrayLike,
    *,
    duration: float | None = None,
    velocity: ArrayLike | None = None,
    acceleration: ArrayLike | None = None,
    start_time: float = 0.0,
) -> PolynomialTrajectory:
    """Move with constant acceleration, then constant velocity, then constant deceleration.

    All joints start and end together, on the straight line between the positions. With a duration,
    each of the three parts takes a third of it, as Sasaki has it, or as nearly that as limits
    allow. Without, the motion is the fastest within the limits.

    Parameters
    ----------
    start, goal : array_like, shape (n,)
        Joint positions, rad or m.
    duration : float, optional
        How long the motion lasts, s.
    velocity, acceleration : array_like, shape () or (n,), optional
        The largest that joints may have: rad/s, rad/s², m/s, m/s². Without a duration the
        acceleration is needed; where no velocity is given, there is no part of constant velocity.
    start_time : float, optional
        When it starts, s.

    Returns
    -------
    PolynomialTrajectory
        Call it with times. Without a duration, and where start and goal are the same, it takes no
        time.

    Raises
    ------
    ValueError, TypeError
        For a bad argument, and where no such motion is so short: "duration: within these
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
    """
    q0, q1 = ends(start, goal)
    breaks, s = trapezoidal_law(q1 - q0, duration, velocity, acceleration, start_time, "joint")
    coefficients = s[..., np.newaxis] * (q1 - q0)
    coefficients[0] += (q0, q0, q1)
    require_moderate("acceleration" if duration is None else "duration", breaks, coefficients)
    return PolynomialTrajectory("Trapezoidal motion", breaks, coefficients, q1)


def trapezoidal_law(
    distance: FloatArray,
    duration: float | None,
    velocity: ArrayLike | None,
    acceleration: ArrayLike | None,
    start_time: float,
    item: str,
) -> tuple[FloatArray, FloatArray]:
    """Return breaks (4,), and coefficients (3, 3) of the part of the way in each piece.

    In the last piece it is what is missing, so that no digits are lost near the goal.

    Parameters
    ----------
    distance : ndarray, shape (k,)
        How far it is along each axis.
    duration, velocity, acceleration, start_time
        As `trapezoid` takes them, with limits for each axis.
    item : str
        What an axis is, for messages.
    """
    fastest = _along("velocity", velocity, distance, item)
    hardest = _along("acceleration", acceleration, distance, item)
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


def _along(name: str, limit: ArrayLike | None, distance: FloatArray, item: str) -> float:
    """Return a limit of the part of the way per time, of which each joint takes its share."""
    if limit is None:
        return inf
    each = bound(name, limit, distance.size, item)
    moved = np.abs(distance)
    with np.errstate(over="ignore"):
        shares = np.divide(each, moved, out=np.full_like(each, np.inf), where=moved > 0)
    share = float(shares.min())
    if share == 0:
        raise ValueError(f"{name}: the motion within such limits would never end")
    return share


def _shortest(fastest: float, hardest: float, accelerated: bool) -> tuple[float, float]:
    """Return how long the fastest motion within limits lasts, and each of its ramps."""
    if not accelerated:
        raise ValueError("acceleration: expected where no duration is given, got None")
    if isinf(hardest):
        return 0.0, 0.0
    speed = min(fastest, sqrt(hardest))
    lasts, ramp = 1 / speed + speed / hardest, speed / hardest
    if isinf(lasts):
        raise ValueError("acceleration: the motion within such limits would never end")
    return lasts, ramp


def _ramp(lasts: float, fastest: float, hardest: float, digit: float) -> float:
    """Return how long each ramp lasts: as nearly a third of the time as limits allow.

    The way is 1. The two ramps together take twice what it leaves of the time at the speed v, so
    the acceleration is v^2 / (v T - 1): least at v = 2 / T, where nothing is between the ramps.
    """
    if isfinite(hardest):
        least, ramp = _shortest(fastest, hardest, accelerated=True)
        if abs(lasts - least) <= digit:
            return ramp
    else:
        least = 1 / fastest
    # the slowest speed for which the acceleration is within its limit, and the highest, over 1 / T
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
    # the second where the difference has lost its digits
    return max(lasts * (speed - 1) / speed, speed / lasts / hardest)
