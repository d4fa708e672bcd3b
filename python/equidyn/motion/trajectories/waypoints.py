"""Spline trajectories through waypoints without stops."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from ...validation import FloatArray, choice, float64_copy, require, require_finite
from .checks import instant, interval
from .polynomial import PolynomialTrajectory
from .spline import spline

KINDS = {"cubic": 1, "quintic": 2}


def waypoints(
    points: ArrayLike,
    *,
    times: ArrayLike | None = None,
    durations: ArrayLike | None = None,
    kind: str = "cubic",
    start_time: float = 0.0,
) -> PolynomialTrajectory:
    """Spline trajectory through waypoints at given times, from rest to rest.

    Of all such motions, the cubic one has the least mean square of acceleration, which is
    continuous; the quintic one has the least mean square of jerk, starts and ends without
    acceleration, and is continuous up to the fourth derivative. Both may overshoot between points.

    Parameters
    ----------
    points : array_like, shape (k, n)
        Joint positions, two or more, rad or m.
    times : array_like, shape (k,), optional
        Times of the points, s, increasing.
    durations : array_like, shape () or (k - 1,), optional
        In place of times: durations from each point to the next, s.
    kind : {"cubic", "quintic"}, optional
        Degree of the polynomials between two points.
    start_time : float, optional
        Start time of a motion given by durations, s.

    Returns
    -------
    PolynomialTrajectory
        Call it with times.

    Raises
    ------
    ValueError, TypeError
        For a bad argument: "times: must increase, got 1 at point 3".

    References
    ----------
    C. de Boor, A Practical Guide to Splines, Springer 1978, chapters IV and V.

    Examples
    --------
    >>> move = waypoints([[0.0], [1.0], [0.0]], times=[0.0, 1.0, 2.0])
    >>> q, qd, qdd = move([0.5, 1.0])
    >>> q[:, 0]
    array([0.5, 1. ])
    """
    array = float64_copy("points", points)
    if array.ndim != 2 or len(array) < 2 or array.shape[1] == 0:
        raise ValueError(f"points: shape must be (k, n) with k > 1, got shape {array.shape}")
    require_finite("points", array, "point")
    orders = KINDS[choice("kind", kind, KINDS)]
    name, breaks = _breaks(times, durations, instant("start_time", start_time), len(array))
    interval(float(np.diff(breaks).min()), float(np.abs(breaks).max()), name)
    title = f"Motion through {len(array)} points"
    return spline(title, breaks, array, orders, name)


def _breaks(
    times: ArrayLike | None, durations: ArrayLike | None, start_time: float, k: int
) -> tuple[str, FloatArray]:
    """Return the times of the points, (k,), and the name of the argument that gave them."""
    if (times is None) == (durations is None):
        given = "neither" if times is None else "both"
        raise ValueError(f"times: expected either times or durations, got {given}")
    if times is not None:
        each = float64_copy("times", times)
        if each.shape != (k,):
            raise ValueError(f"times: shape must be ({k},), one per point, got shape {each.shape}")
        require_finite("times", each, "point")
        require("times", np.diff(each, prepend=-np.inf) > 0, "must increase", each, "point")
        if start_time != 0:
            raise ValueError(f"start_time: expected only with durations, got {start_time:g}")
        return "times", each
    lasts = float64_copy("durations", durations)  # type: ignore[arg-type]
    if lasts.shape not in ((), (k - 1,)):
        raise ValueError(f"durations: expected one number or {k - 1}, got shape {lasts.shape}")
    require_finite("durations", lasts)
    lasts = np.broadcast_to(lasts, (k - 1,))
    require("durations", lasts > 0, "must be positive", lasts, "segment")
    with np.errstate(over="ignore"):
        return "durations", start_time + np.append(0.0, np.cumsum(lasts))
