"""Cubic and quintic polynomial trajectories between two positions."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from ...validation import FloatArray, positive
from .checks import derivatives, ends, instant, interval
from .hermite import hermite
from .polynomial import PolynomialTrajectory


def cubic(
    start: ArrayLike,
    goal: ArrayLike,
    *,
    duration: float,
    start_rate: ArrayLike | None = None,
    goal_rate: ArrayLike | None = None,
    start_time: float = 0.0,
) -> PolynomialTrajectory:
    """Cubic trajectory: a polynomial of degree 3 with given velocities at both ends.

    Parameters
    ----------
    start, goal : array_like, shape (n,)
        Joint positions, rad or m.
    duration : float
        Duration of the motion, s.
    start_rate, goal_rate : array_like, shape (n,), optional
        Joint velocities at the ends, rad/s or m/s; zero by default.
    start_time : float, optional
        Start time, s.

    Returns
    -------
    PolynomialTrajectory
        Call it with times.

    Raises
    ------
    ValueError, TypeError
        For a bad argument: "duration: must be positive, got 0".

    Examples
    --------
    >>> move = cubic([0.0, 1.0], [1.0, 0.0], duration=2.0)
    >>> q, qd, qdd = move(1.0)
    >>> q, qd
    (array([0.5, 0.5]), array([ 0.75, -0.75]))
    """
    q0, q1 = ends(start, goal)
    v0 = derivatives("start_rate", start_rate, q0.size)
    v1 = derivatives("goal_rate", goal_rate, q0.size)
    return _between("Cubic motion", (q0, v0), (q1, v1), duration, start_time)


def quintic(
    start: ArrayLike,
    goal: ArrayLike,
    *,
    duration: float,
    start_rate: ArrayLike | None = None,
    goal_rate: ArrayLike | None = None,
    start_acceleration: ArrayLike | None = None,
    goal_acceleration: ArrayLike | None = None,
    start_time: float = 0.0,
) -> PolynomialTrajectory:
    """Quintic trajectory: degree 5, with given velocities and accelerations at both ends.

    Parameters
    ----------
    start, goal : array_like, shape (n,)
        Joint positions, rad or m.
    duration : float
        Duration of the motion, s.
    start_rate, goal_rate : array_like, shape (n,), optional
        Joint velocities at the ends, rad/s or m/s; zero by default.
    start_acceleration, goal_acceleration : array_like, shape (n,), optional
        Joint accelerations at the ends, rad/s² or m/s²; zero by default.
    start_time : float, optional
        Start time, s.

    Returns
    -------
    PolynomialTrajectory
        Call it with times.

    Raises
    ------
    ValueError, TypeError
        For a bad argument: "duration: must be positive, got 0".

    Examples
    --------
    >>> move = quintic([0.0], [1.0], duration=2.0)
    >>> q, qd, qdd = move([0.0, 1.0, 2.0])
    >>> qd[:, 0]
    array([0.    , 0.9375, 0.    ])
    """
    q0, q1 = ends(start, goal)
    n = q0.size
    first = (q0, derivatives("start_rate", start_rate, n))
    last = (q1, derivatives("goal_rate", goal_rate, n))
    a0 = derivatives("start_acceleration", start_acceleration, n)
    a1 = derivatives("goal_acceleration", goal_acceleration, n)
    return _between("Quintic motion", (*first, a0), (*last, a1), duration, start_time)


def _between(
    kind: str,
    first: tuple[FloatArray, ...],
    last: tuple[FloatArray, ...],
    duration: float,
    start_time: float,
) -> PolynomialTrajectory:
    lasts = interval(positive("duration", duration), instant("start_time", start_time))
    known = [np.stack(pair) for pair in zip(first, last, strict=True)]
    return hermite(kind, np.array(lasts), known, "duration")
