"""Straight-line motion of the tool in Cartesian space."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import numpy as np
from numpy.typing import ArrayLike

from ...dynamics.joint_range import joint_range
from ...validation import FloatArray, choice
from .checks import bound, position, require_arm
from .follow import Follower, Stopped
from .line import Line, line_between
from .line_path import LinePath
from .path import PathTrajectory
from .polynomial import PolynomialTrajectory
from .trapezoid import trapezoidal_law

if TYPE_CHECKING:
    from ...arm import Arm

_ROWS = {"position": 3}

# starts of the inverse kinematics tried for a position from which the line can be followed
_STARTS = 16

# distance beyond the end of the followed part at which reachability is tested
_AHEAD = 0.02


def straight_line(
    arm: Arm,
    start_pose: ArrayLike,
    goal_pose: ArrayLike,
    *,
    duration: float | None = None,
    velocity: ArrayLike | None = None,
    acceleration: ArrayLike | None = None,
    start: ArrayLike | None = None,
    only: str | None = None,
    start_time: float = 0.0,
) -> PathTrajectory:
    """Straight-line trajectory of the tool in Cartesian space.

    The tool turns uniformly about one axis, by half a turn at most, or keeps its orientation. Its
    velocity profile is trapezoidal, as in `trapezoid`. Joint velocities and accelerations are
    exact, from the Jacobian and its derivative; a redundant arm takes the least joint motion.

    Parameters
    ----------
    arm : Arm
        The arm, n joints.
    start_pose : array_like, shape (4, 4)
        Pose of the tool frame in the world at the start.
    goal_pose : array_like, shape (4, 4) or (3,)
        Pose at the end; with a point alone the tool keeps its orientation.
    duration : float, optional
        Duration of the motion, s.
    velocity, acceleration : array_like, shape () or (2,), optional
        Limits of the tool: m/s and rad/s, m/s² and rad/s², one number for both or two. Without a
        duration the acceleration is needed.
    start : array_like, shape (n,), optional
        Joint position near which the motion starts. By default several are tried, until the line
        can be followed to its end.
    only : {"position"}, optional
        Component of the poses to follow: by default all; the position alone needs fewer joints.
    start_time : float, optional
        Start time, s.

    Returns
    -------
    PathTrajectory
        Call it with times.

    Raises
    ------
    ValueError, TypeError
        For a bad argument, and if the line leaves the reach or the limits of the arm, or comes too
        near to a singular position; the message states the place.

    Examples
    --------
    >>> import numpy as np
    >>> from equidyn import robots
    >>> arm = robots.puma560()
    >>> pose = arm.forward_kinematics([0.1, 0.7, -0.4, 0.2, 0.9, 0.1])
    >>> move = straight_line(arm, pose, pose[:3, 3] + (0, 0.2, 0), velocity=0.1, acceleration=1)
    >>> round(move.duration, 6)
    2.1
    >>> q, qd, qdd = move(1.0)
    >>> np.allclose(arm.jacobian(q) @ qd, [0, 0.1, 0, 0, 0, 0])
    True
    """
    require_arm(arm)
    line = line_between(start_pose, goal_pose)
    rows = 6 if only is None else _ROWS[choice("only", only, _ROWS)]
    if rows == _ROWS["position"]:
        line = line._replace(turn=np.zeros(3))
    sizes = np.array([line.length, line.angle])
    fastest, hardest = (
        None if limit is None else bound(name, limit, sizes.size, "entry")
        for name, limit in (("velocity", velocity), ("acceleration", acceleration))
    )
    breaks, s = trapezoidal_law(sizes, duration, fastest, hardest, start_time)
    s[0, -1] += 1
    law = PolynomialTrajectory("path parameter", breaks, s[..., np.newaxis], np.ones(1))
    near = None if start is None else position("start", start, arm.n)
    turning = f", turning by {line.angle:.4g} rad" if line.angle else ""
    kind = f"Straight line of {line.length:.4g} m{turning}"
    return PathTrajectory(kind, _path(arm, line, rows, near), law)


def _path(arm: Arm, line: Line, rows: int, near: FloatArray | None) -> LinePath:
    """Return the joint path from the first start that reaches the end of the line."""
    follower, furthest = Follower(arm, line, rows), None
    for start in _starts(arm, line, rows, near):
        try:
            return follower.follow(start)
        except Stopped as stopped:
            if furthest is None or stopped.s > furthest.s:
                furthest = stopped
    assert furthest is not None
    why = str(furthest) or _why(arm, line, rows, furthest.s)
    raise ValueError(f"goal_pose: the straight line {why} {line.place(furthest.s)}")


def _starts(arm: Arm, line: Line, rows: int, near: FloatArray | None) -> list[FloatArray]:
    """Return different joint positions with the tool at the start of the line."""
    found = arm.inverse_kinematics(line.start, start=near, only=_only(rows))
    if not found.converged:
        raise ValueError(
            f"start_pose: out of reach of the arm, by {float(found.residual):.3g} m or rad"
        )
    if near is not None:
        return [found.q]
    ends = joint_range(arm)
    looks = np.random.default_rng(0).uniform(*ends, (_STARTS - 1, arm.n))
    others = arm.inverse_kinematics(line.start, start=looks, only=_only(rows))
    q = np.vstack([found.q, others.q[others.converged]])
    different = np.unique(np.round(q, 6), axis=0, return_index=True)[1]
    return list(q[np.sort(different)])


def _why(arm: Arm, line: Line, rows: int, s: float) -> str:
    """Return the reason for a path that ends at s: the reach of the arm, or a singularity."""
    ahead = line.poses(np.array(min(1.0, s + _AHEAD)))
    if arm.inverse_kinematics(ahead, only=_only(rows)).converged:
        return "is singular for the arm"
    return "leaves the reach of the arm"


def _only(rows: int) -> Literal["position"] | None:
    return "position" if rows == _ROWS["position"] else None
