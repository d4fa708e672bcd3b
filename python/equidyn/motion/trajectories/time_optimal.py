"""Time-optimal motions along a path within limits of torque, by toppra.

H. Pham, Q.-C. Pham, A New Approach to Time-Optimal Path Parameterization Based on Reachability
Analysis, IEEE Transactions on Robotics 34(3), 2018.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ...output.extras import require_extra
from ...validation import FloatArray, count, float64_copy, require, require_finite, switch
from .checks import instant, interval, limit, require_arm
from .hermite import hermite
from .path import Path, PathTrajectory
from .path_limits import path_limits
from .polynomial import PolynomialTrajectory
from .reachability import highest_rates

if TYPE_CHECKING:
    from ...arm import Arm

# excess over a limit above which a part is divided, number of new parts, and rounds of division
_CLOSE, _INTO, _DIVISIONS = 1e-3, 4, 7

# parts that can be asked for: more take minutes
_MOST_SAMPLES = 100_000

# number of parts from which on none is divided
_MOST = 20_000

_DIFFERENT = "each point must differ from the one before"

# slopes of a spline in steps of its points, at most
_SLACK = 16.0

# relative rounding error of a length
_ROUNDING = 1e-12


def time_optimal(
    arm: Arm,
    path: ArrayLike | PathTrajectory,
    *,
    torque: ArrayLike | None = None,
    velocity: ArrayLike | None = None,
    acceleration: ArrayLike | None = None,
    motors: bool = False,
    samples: int = 200,
    start_time: float = 0.0,
) -> PathTrajectory:
    """Time-optimal trajectory along a path within limits of torque, velocity and acceleration.

    Uses toppra, with the dynamics of the arm at all samples of the path computed at once:
    ``pip install "equidyn[trajectories]"``. From rest to rest. Limits hold at every instant, to a
    relative 1e-6.

    Parameters
    ----------
    arm : Arm
        The arm, n joints.
    path : array_like, shape (k, n), or PathTrajectory
        Joint positions of a cubic spline, rad or m; or a motion along the path, such as that of
        `straight_line`.
    torque : array_like, shape () or (n,), optional
        Largest magnitude of the torque by `Arm.inverse_dynamics`, without friction, N m or N; by
        default the `effort_limits` of the arm.
    velocity, acceleration : array_like, shape () or (n,), optional
        Limits of the joints: rad/s, rad/s², m/s, m/s²; by default the `velocity_limits` and
        `acceleration_limits` of the arm. Torque or acceleration is needed. An arm without some of
        its limits is ``arm.with_limits(velocity=None)``.
    motors : bool, optional
        Whether torques include the inertia of the rotors.
    samples : int, optional
        Least number of parts of constant acceleration, at most 100,000; parts that would exceed a
        limit are divided further.
    start_time : float, optional
        Start time, s.

    Returns
    -------
    PathTrajectory
        Call it with times.

    Raises
    ------
    ValueError, TypeError
        For a bad argument, and if the arm cannot even rest on the path: "torque: joint 2 takes
        40 N m at rest after 0.3 of the path, got a limit of 20".
    ImportError
        If toppra is not installed.

    References
    ----------
    H. Pham, Q.-C. Pham, A New Approach to Time-Optimal Path Parameterization Based on Reachability
    Analysis, IEEE Transactions on Robotics 34(3), 2018.
    """
    require_arm(arm)
    asked = {"torque": torque, "velocity": velocity, "acceleration": acceleration}
    found = {name: limit(name, given, arm, arm.n) for name, given in asked.items()}
    limits = {name: each for name, each in found.items() if each is not None}
    if "torque" not in limits and "acceleration" not in limits:
        raise ValueError(
            "torque: expected a limit of torque or of acceleration, here or of the arm, got neither"
        )
    motors, begins = switch("motors", motors), instant("start_time", start_time)
    samples = count("samples", samples, smallest=2, largest=_MOST_SAMPLES)
    require_extra("trajectories", "toppra")
    way = path.path if isinstance(path, PathTrajectory) else _through(_points(path, arm.n))
    if way.n != arm.n:
        raise ValueError(f"path: expected {arm.n} joints, got {way.n}")
    s, x = _fastest(arm, way, samples, limits, motors)
    return PathTrajectory("Time-optimal motion", way, _law(s, x, begins))


def _points(path: ArrayLike, n: int) -> FloatArray:
    """Return checked points: two or more, each different from the one before."""
    points = float64_copy("path", path)
    if points.ndim != 2 or len(points) < 2 or points.shape[1] != n:
        raise ValueError(f"path: shape must be (k, {n}) with k > 1, got shape {points.shape}")
    require_finite("path", points, "point")
    moved = np.append(True, (points[1:] != points[:-1]).any(axis=1))
    require("path", moved, _DIFFERENT, points, "point")
    return points


def _through(points: FloatArray) -> PolynomialTrajectory:
    """Return the natural cubic spline through points, by normalised chord length."""
    from scipy.interpolate import CubicSpline

    with np.errstate(over="ignore"):
        steps = np.diff(points, axis=0)
    near = np.isfinite(steps).all(axis=1)
    require("path", np.append(True, near), "too far from the one before", points, "point")
    distances = np.linalg.norm(steps / np.abs(steps).max(), axis=1)
    s = np.append(0.0, np.cumsum(distances) / distances.sum())
    s[-1] = 1.0
    require("path", np.diff(s, prepend=-1.0) > _ROUNDING, _DIFFERENT, points, "point")
    with np.errstate(over="ignore", invalid="ignore"):
        slow = np.isfinite(_SLACK * steps / np.diff(s)[:, np.newaxis]).all(axis=1)
        require("path", np.append(True, slow), "too far from the one before", points, "point")
        slopes = CubicSpline(s, points, bc_type="natural")(s, 1)
    return hermite("path", s, [points, slopes], "path")


def _fastest(
    arm: Arm, way: Path, samples: int, limits: dict[str, FloatArray], motors: bool
) -> tuple[FloatArray, FloatArray]:
    """Return ends of parts of the path, and the squares of the highest path velocities there."""

    def found(s: FloatArray) -> tuple[FloatArray, FloatArray]:
        given = path_limits(arm, way, s, limits, motors)
        x = highest_rates(given)
        return x, given.taken(x)

    s = _parts(way.breaks, samples)
    x, taken = found(s)
    for _ in range(_DIVISIONS):
        passed = taken > 1 + _CLOSE
        if not passed.any() or len(s) > _MOST:
            break
        s = _divided(s, passed)
        x, taken = found(s)
    # the share of motion in a limit is proportional to x, that of rest is constant
    return s, x / max(1.0, taken.max())


def _parts(breaks: FloatArray, samples: int) -> FloatArray:
    """Return the ends of at least `samples` smooth parts of the path."""
    ends = np.unique(np.clip([0.0, *breaks, 1.0], 0.0, 1.0))
    counts = np.ceil(np.diff(ends) * samples * (1 - _ROUNDING)).astype(int)
    pieces = map(partial(np.linspace, endpoint=False), ends[:-1], ends[1:], counts)
    return np.concatenate([*pieces, [1.0]])


def _divided(s: FloatArray, passed: NDArray[np.bool_]) -> FloatArray:
    """Divide the parts that exceed a limit, and their neighbours."""
    near = passed.copy()
    near[1:] |= passed[:-1]
    near[:-1] |= passed[1:]
    inner = np.linspace(s[:-1][near], s[1:][near], _INTO, endpoint=False)[1:]
    return np.sort(np.append(s, inner))


def _law(s: FloatArray, x: FloatArray, begins: float) -> PolynomialTrajectory:
    """Return the time law of the path: constant acceleration between the samples."""
    velocities = np.sqrt(x)
    pairs = velocities[:-1] + velocities[1:]
    if (pairs <= 0).any():
        k = int((pairs <= 0).argmax())
        raise ValueError(f"path: within these limits the motion stops after {s[k]:.3g} of it")
    lasts = 2 * np.diff(s) / pairs
    coefficients = np.stack([s[:-1], velocities[:-1] * lasts, np.diff(velocities) * lasts / 2])
    breaks = begins + np.append(0.0, np.cumsum(lasts))
    interval(float(breaks[-1] - begins), begins)
    return PolynomialTrajectory("path parameter", breaks, coefficients[..., np.newaxis], s[-1:])
