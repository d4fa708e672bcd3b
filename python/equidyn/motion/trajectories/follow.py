"""Joint path along a straight line of the tool, by continuation from point to point."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from ...dynamics.joint_range import joint_range
from ...validation import FloatArray
from .hermite import hermite
from .line import Line
from .line_path import LineEquations, LinePath
from .spline import spline

if TYPE_CHECKING:
    from ...arm import Arm

# largest step of a joint, and largest error of its prediction, rad or m
_STEP, _LARGEST_ERROR = 0.2, 3e-4
_FIRST, _SHORTEST = 1 / 16, 2.0**-30

# Newton's method: largest number of iterations, and step at which it has converged
_TRIES, _CONVERGED = 8, 1e-11

# tolerance in distance (m) and angle (rad) for the tool on the line
_ON_THE_LINE = 1e-8

# smallest ratio of singular values of a regular Jacobian, with four digits to spare
_SINGULAR = 1e-4

# random positions tried for the rank of the Jacobian
_SAMPLES = 16

# tolerance of a joint limit, rad or m, and samples of a step compared with limits
_AT_LIMIT, _LOOKS_IN_A_STEP = 1e-9, 20


class Stopped(Exception):
    """The line cannot be followed beyond part s of it; with the reason, if known."""

    def __init__(self, s: float, why: str = "") -> None:
        super().__init__(why)
        self.s = s


class _Point(NamedTuple):
    """Point of the line: path parameter, joint positions, their derivatives, null space."""

    s: float
    q: FloatArray
    slope: FloatArray
    bend: FloatArray
    null: FloatArray


class Follower:
    """Joint path of an arm along a line.

    Parameters
    ----------
    arm : Arm
        The arm.
    line : Line
        Poses of the tool.
    rows : int
        Number of components of the tool's velocity that are prescribed, the first of six.
    """

    def __init__(self, arm: Arm, line: Line, rows: int) -> None:
        self._arm, self._equations = arm, LineEquations(arm, line, rows)
        ends = joint_range(arm)
        samples = np.random.default_rng(0).uniform(*ends, (_SAMPLES, arm.n))
        values = np.linalg.svd(self._scaled(arm.jacobian(samples)), compute_uv=False)
        self._rank = int((values > _SINGULAR * values[:, :1]).sum(axis=1).max())

    def follow(self, start: FloatArray) -> LinePath:
        """Return the joint path from a position with the tool at the start of the line.

        Raises
        ------
        Stopped
            If the path ends before the line does.
        """
        points, step = [self._point(0.0, start, None)], _FIRST
        while points[-1].s < 1:
            s = min(1.0, points[-1].s + step)
            q = self._next(points[-1], s)
            if q is not None:
                points.append(self._point(s, q, points[-1]))
                step *= 2
            elif step > _SHORTEST:
                step = (s - points[-1].s) / 2
            else:
                raise Stopped(points[-1].s)
        return self._path(points)

    def _next(self, last: _Point, s: float) -> FloatArray | None:
        """Return the positions at s, if they agree with the prediction from the last point."""
        h, null = s - last.s, last.null[np.newaxis]
        near = (last.q + h * last.slope + h * h / 2 * last.bend)[np.newaxis]
        at, q = np.array([s]), near
        if np.abs(near - last.q).max() > _STEP:
            return None
        for _ in range(_TRIES):
            before, q = q, self._equations.improved(q, at, near, null)
            if np.abs(q - near).max() > _LARGEST_ERROR:
                return None
            if np.abs(q - before).max() < _CONVERGED:
                break
        on_the_line = np.abs(self._equations.left(q, at)).max() < _ON_THE_LINE
        return np.asarray(q[0]) if on_the_line else None

    def _point(self, s: float, q: FloatArray, last: _Point | None) -> _Point:
        """Return derivatives and null space at a point; the Jacobian must be regular."""
        self._require_limits(np.array([s]), q[np.newaxis])
        _, values, Vt = np.linalg.svd(self._scaled(self._arm.jacobian(q)))
        if self._rank == 0 or values[self._rank - 1] < _SINGULAR * values[0]:
            raise Stopped(s)
        null = Vt[self._rank :]
        if last is not None and len(null):
            # the basis nearest to the previous one
            U, _, Wt = np.linalg.svd(last.null @ null.T)
            null = U @ Wt @ null
        equations, rows = self._equations, self._equations.rows
        inverse = equations.inverse(q[np.newaxis], null[np.newaxis])[0, :, :rows]
        slope = inverse @ equations.line.twist[:rows]
        Jd = equations.change(q[np.newaxis], slope[np.newaxis])[0]
        # least motion: no component in the null space
        along = null.T @ null @ Jd.T @ inverse.T @ slope
        bend = along - inverse @ Jd @ slope
        return _Point(s, q, slope, bend, null)

    def _path(self, points: list[_Point]) -> LinePath:
        """Return the path through the points, checked against the limits."""
        s, q, slope, bend, null = (np.array(x) for x in zip(*points, strict=True))
        near = hermite("near", s, [q, slope, bend], "goal_pose")
        between = np.linspace(s[:-1], s[1:], _LOOKS_IN_A_STEP).T.ravel()
        self._require_limits(between, near.motion_at(between)[0])
        combinations = spline("null", s, null.reshape(len(s), -1), 1, "goal_pose")
        return LinePath(self._equations, near, combinations)

    def _scaled(self, J: FloatArray) -> FloatArray:
        """Return the prescribed rows, lengths in units of the farthest joint."""
        farthest = np.linalg.norm(J[..., :3, :], axis=-2).max(axis=-1)[..., np.newaxis, np.newaxis]
        shift = np.divide(
            J[..., :3, :], farthest, out=np.zeros_like(J[..., :3, :]), where=farthest > 0
        )
        return np.concatenate([shift, J[..., 3 : self._equations.rows, :]], axis=-2)

    def _require_limits(self, s: FloatArray, q: FloatArray) -> None:
        """Check that the positions (k, n) at path parameters s (k,) are within the limits."""
        if self._arm.limits is None:
            return
        lower, upper = self._arm.limits.T
        over = np.maximum(lower - q, q - upper)
        if (over <= _AT_LIMIT).all():
            return
        first = int((over > _AT_LIMIT).any(axis=1).argmax())
        j = int(over[first].argmax())
        limit = lower[j] if q[first, j] < lower[j] else upper[j]
        unit = "rad" if self._arm.revolute[j] else "m"
        raise Stopped(s[first], f"takes joint {j + 1} beyond its limit of {limit:.6g} {unit}")
