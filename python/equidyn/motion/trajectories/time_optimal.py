"""The fastest motions along a path within limits of torque, found by toppra.

H. Pham, Q.-C. Pham, A New Approach to Time-Optimal Path Parameterization Based on Reachability
Analysis, IEEE Transactions on Robotics 34(3), 2018.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from ..._validation import FloatArray, count, float64_copy, require, require_finite, switch
from ...dynamics.derived import Derived
from ...show.extras import require_extra
from .checks import bound, instant, interval, require_arm
from .hermite import hermite
from .path import Path, PathTrajectory
from .polynomial import PolynomialTrajectory
from .reachability import Terms, highest_rates

# the square of the rate of the path where no velocity is limited
_FREE = 1e8


def time_optimal(
    arm: Derived,
    path: ArrayLike | PathTrajectory,
    *,
    torque: ArrayLike | None = None,
    velocity: ArrayLike | None = None,
    acceleration: ArrayLike | None = None,
    motors: bool = False,
    samples: int = 200,
    start_time: float = 0.0,
) -> PathTrajectory:
    """Move along a path as fast as limits of torque, velocity and acceleration allow.

    By toppra, to which the dynamics of the arm at all samples of the path are given at once:
    ``pip install "equidyn[trajectories]"``. From rest to rest.

    Parameters
    ----------
    arm : Arm
        The arm, n joints.
    path : array_like, shape (k, n), or PathTrajectory
        Joint positions through which a cubic spline is laid, rad or m; or a motion of which the
        path is taken, such as that of `straight_line`.
    torque : array_like, shape () or (n,), optional
        The largest, either way, N m or N: of `Arm.inverse_dynamics`, without friction.
    velocity, acceleration : array_like, shape () or (n,), optional
        The largest that joints may have: rad/s, rad/s², m/s, m/s². Torque or acceleration is
        needed.
    motors : bool, optional
        Whether torques include what the rotors take.
    samples : int, optional
        Into how many parts the path is divided; between their ends limits hold but for a small
        part, the smaller the more there are.
    start_time : float, optional
        When it starts, s.

    Returns
    -------
    PathTrajectory
        Call it with times.

    Raises
    ------
    ValueError, TypeError
        For a bad argument, and where the arm cannot even rest on the path: "torque: joint 2 takes
        40 N m at rest after 0.3 of the path, got a limit of 20".
    ImportError
        If toppra is not installed.

    References
    ----------
    H. Pham, Q.-C. Pham, A New Approach to Time-Optimal Path Parameterization Based on Reachability
    Analysis, IEEE Transactions on Robotics 34(3), 2018.
    """
    require_arm(arm)
    limits = {
        name: None if limit is None else bound(name, limit, arm.n)
        for name, limit in (
            ("torque", torque),
            ("velocity", velocity),
            ("acceleration", acceleration),
        )
    }
    if torque is None and acceleration is None:
        raise ValueError("torque: expected a limit of torque or of acceleration, got neither")
    motors, begins = switch("motors", motors), instant("start_time", start_time)
    s = np.linspace(0.0, 1.0, count("samples", samples, smallest=2) + 1)
    require_extra("trajectories", "toppra")
    way = path.path if isinstance(path, PathTrajectory) else _through(_points(path, arm.n))
    if way.n != arm.n:
        raise ValueError(f"path: expected the motion of {arm.n} joints, got one of {way.n}")
    law = _law(s, highest_rates(s, _terms(arm, way, s, limits, motors)), begins)
    return PathTrajectory("Time-optimal motion", way, law)


def _points(path: ArrayLike, n: int) -> FloatArray:
    """Return two points or more, each different from the one before."""
    points = float64_copy("path", path)
    if points.ndim != 2 or len(points) < 2 or points.shape[1] != n:
        raise ValueError(f"path: shape must be (k, {n}) with k > 1, got shape {points.shape}")
    require_finite("path", points, "point")
    same = np.append(True, np.abs(np.diff(points, axis=0)).max(axis=1) > 0)
    require("path", same, "each point must differ from the one before", points, "point")
    return points


def _through(points: FloatArray) -> PolynomialTrajectory:
    """Return the natural cubic spline through points, by the part of the distances."""
    from scipy.interpolate import CubicSpline

    distances = np.linalg.norm(np.diff(points, axis=0), axis=1)
    s = np.append(0.0, np.cumsum(distances) / distances.sum())
    s[-1] = 1.0
    slopes = CubicSpline(s, points, bc_type="natural")(s, 1)
    return hermite("path", s, [points, slopes], "path")


def _terms(
    arm: Derived, way: Path, s: FloatArray, limits: dict[str, FloatArray | None], motors: bool
) -> Terms:
    """Return what the motion along the path takes: torques, then accelerations."""
    q, slope, curvature = way.along(s)
    zero, rows = np.zeros_like(q), []
    if limits["torque"] is not None:
        states = (
            np.stack([q] * 3),
            np.stack([zero, zero, slope]),
            np.stack([zero, slope, curvature]),
        )
        held, driven, moved = arm.inverse_dynamics(*states, motors=motors)
        _require_rest(s, held, limits["torque"])
        rows.append((driven - held, moved - held, held, limits["torque"]))
    if limits["acceleration"] is not None:
        rows.append((slope, curvature, zero, limits["acceleration"]))
    a, b, c = (np.concatenate([row[k] for row in rows], axis=1) for k in range(3))
    fastest = np.full(len(s), _FREE)
    if limits["velocity"] is not None:
        moving = np.maximum(np.abs(slope), np.finfo(float).tiny)
        with np.errstate(over="ignore"):
            fastest = np.minimum(fastest, ((limits["velocity"] / moving) ** 2).min(axis=1))
    return Terms(a, b, c, np.concatenate([row[3] for row in rows]), fastest)


def _require_rest(s: FloatArray, held: FloatArray, limit: FloatArray) -> None:
    """Check that the arm can rest everywhere on the path."""
    over = np.abs(held) > limit
    if over.any():
        k = int(over.any(axis=1).argmax())
        j = int(over[k].argmax())
        raise ValueError(
            f"torque: joint {j + 1} takes {abs(held[k, j]):.6g} N m or N at rest after "
            f"{s[k]:.3g} of the path, got a limit of {limit[j]:g}"
        )


def _law(s: FloatArray, rates: FloatArray, begins: float) -> PolynomialTrajectory:
    """Return the part of the path over time: of constant acceleration between the samples."""
    pairs = rates[:-1] + rates[1:]
    if (pairs <= 0).any():
        k = int((pairs <= 0).argmax())
        raise ValueError(f"path: within these limits the motion stops after {s[k]:.3g} of it")
    lasts = 2 * np.diff(s) / pairs
    coefficients = np.stack([s[:-1], rates[:-1] * lasts, np.diff(rates) * lasts / 2])
    breaks = begins + np.append(0.0, np.cumsum(lasts))
    interval(float(breaks[-1] - begins), begins)
    return PolynomialTrajectory("part of the way", breaks, coefficients[..., np.newaxis], s[-1:])
