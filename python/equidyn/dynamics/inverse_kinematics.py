"""Inverse kinematics: joint positions for tool poses, by damped least squares.

T. Sugihara, Solvability-Unconcerned Inverse Kinematics by the Levenberg-Marquardt Method, IEEE
Transactions on Robotics 27, 2011: the damping is proportional to the squared residual, so that
steps converge fast to a pose within reach and approach one beyond it without oscillation.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from .._validation import FloatArray, choice, count, poses, positive, require, vectors
from ..output.tables import Table
from ..output.tabular import Tabular
from .joint_range import joint_range
from .rotation_vector import rotation_vector

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from ..arm import Arm

_SHIFT, _SHIFT_AND_TURN = 3, 6
_ROWS = {"position": _SHIFT}

# starts per pose, and most steps from each
_STARTS, _STEPS = 32, 100

# poses at a time, to bound memory
_AT_A_TIME = 4096

# damping per squared residual: initial value, factors after a good and after a bad step
_DAMPING, _BRAVER, _TIMIDER = 1e-2, 0.1, 10.0

# a descent has stalled if the squared residual shrinks by a smaller part, or at higher damping
_PROGRESS, _MOST_DAMPING = 1e-12, 1e12

# the square of a longer distance (m) may overflow
_FARTHEST = 1e150

_ROWS_SHOWN = 12


@dataclass(frozen=True, repr=False, eq=False)
class InverseKinematics(Tabular):
    """Result of inverse kinematics: joint positions at or nearest to the desired poses.

    Attributes
    ----------
    q : ndarray, shape (..., n)
        Joint positions, within the limits of the arm.
    converged : ndarray of bool, shape (...)
        Whether the residual is within the tolerance.
    residual : ndarray, shape (...)
        Root of the sum of the squares of the distance (m) and of the angle (rad) to the pose; with
        ``only="position"``, the distance.
    iterations : ndarray of int, shape (...)
        Steps tried, from all starts together.
    """

    q: FloatArray
    converged: NDArray[np.bool_]
    residual: FloatArray
    iterations: NDArray[np.int_]

    def to_dict(self) -> dict[str, Any]:
        """Return the results as nested lists."""
        return {
            "q": self.q.tolist(),
            "converged": self.converged.tolist(),
            "residual": self.residual.tolist(),
            "iterations": self.iterations.tolist(),
        }

    def table(self) -> Table:
        """Return a table with a row for each pose, shortened for many."""
        n = self.q.shape[-1]
        several = self.q.ndim > 1
        indices = list(np.ndindex(self.converged.shape))
        rows = tuple(
            (
                *([", ".join(map(str, index))] if several else []),
                "reached" if self.converged[index] else "not reached",
                f"{self.residual[index]:.1e}",
                str(self.iterations[index]),
                *(f"{position:.4f}" for position in self.q[index]),
            )
            for index in indices[:_ROWS_SHOWN]
        )
        left_out = len(indices) - len(rows)
        return Table(
            f"Inverse kinematics: {np.count_nonzero(self.converged)} of {len(indices)} reached",
            (
                *(["pose"] if several else []),
                "",
                "residual",
                "iterations",
                *(f"q{i}" for i in range(1, n + 1)),
            ),
            "l" * several + "lrr" + "r" * n,
            rows,
            f"and {left_out} more" if left_out else "",
            optional=("iterations",),
        )


def solve(
    arm: Arm,
    pose: ArrayLike,
    start: ArrayLike | None,
    only: str | None,
    seed: int,
    tolerance: float,
) -> InverseKinematics:
    """Find joint positions; arguments as `Arm.inverse_kinematics` takes them."""
    desired = poses("pose", pose)
    _require_near(desired.reshape(-1, 4, 4))
    rows = _SHIFT_AND_TURN if only is None else _ROWS[choice("only", only, _ROWS)]
    tolerance = positive("tolerance", tolerance)
    lower, upper = joint_range(arm)
    random = np.random.default_rng(count("seed", seed, smallest=0))
    starts = random.uniform(lower, upper, (_STARTS, arm.n))
    shape, first = desired.shape[:-2], (lower + upper) / 2
    if start is not None:
        shape, first = _broadcast(desired, vectors("start", start, arm.n))
    desired = np.broadcast_to(desired, (*shape, 4, 4)).reshape(-1, 4, 4)
    first = np.broadcast_to(first, (*shape, arm.n)).reshape(-1, arm.n)

    q, iterations = first.copy(), np.zeros(len(desired), int)
    for begin in range(0, len(desired), _AT_A_TIME):
        part = slice(begin, begin + _AT_A_TIME)
        search = _Search(arm, desired[part], rows, tolerance)
        q[part], iterations[part] = search.from_all(first[part], starts)
    q = _unwound(arm, q, first)
    everywhere = np.arange(len(desired))
    left = _Search(arm, desired, rows, tolerance).left(everywhere, q)
    residual = np.linalg.norm(left, axis=-1)
    return InverseKinematics(
        q.reshape(*shape, arm.n),
        (residual <= tolerance).reshape(shape),
        residual.reshape(shape),
        iterations.reshape(shape),
    )


def _require_near(desired: FloatArray) -> None:
    """Check that the squares of the distances of poses (m, 4, 4) do not overflow."""
    place = desired[:, :3, 3]
    near = np.abs(place).max(axis=-1, initial=0.0) < _FARTHEST
    require("pose", near, f"must be within {_FARTHEST:.0e} m of the origin", place, "pose")


class _Search:
    """Damped least-squares search for desired tool poses.

    Parameters
    ----------
    arm : Arm
        The arm.
    desired : ndarray, shape (m, 4, 4)
        Desired poses.
    rows : int
        3 for position alone, 6 for position and orientation.
    tolerance : float
        Largest residual of a reached pose.
    """

    def __init__(self, arm: Arm, desired: FloatArray, rows: int, tolerance: float) -> None:
        self._arm, self._desired, self._rows = arm, desired, rows
        self._enough = tolerance * tolerance
        free = np.full(arm.n, np.inf)
        self._lower: FloatArray = -free if arm.limits is None else arm.limits[:, 0]
        self._upper: FloatArray = free if arm.limits is None else arm.limits[:, 1]

    def left(self, which: NDArray[np.int_], q: FloatArray) -> FloatArray:
        """Return the pose errors: translation and rotation vector to `which`, in the world."""
        return self._between(self._arm.forward_kinematics(q), which)

    def _look(self, which: NDArray[np.int_], q: FloatArray) -> tuple[FloatArray, FloatArray]:
        """Return the pose errors and the Jacobian."""
        now, J = self._arm.pose_and_jacobian(q)
        return self._between(now, which), J[:, : self._rows]

    def _between(self, now: FloatArray, which: NDArray[np.int_]) -> FloatArray:
        desired = self._desired[which]
        shift = desired[:, :3, 3] - now[:, :3, 3]
        if self._rows == _SHIFT:
            return shift
        turn = rotation_vector(desired[:, :3, :3] @ now[:, :3, :3].swapaxes(1, 2))
        return np.concatenate([shift, turn], axis=1)

    def from_all(
        self, first: FloatArray, starts: FloatArray
    ) -> tuple[FloatArray, NDArray[np.int_]]:
        """Try each start until the pose is reached; return the best positions and steps tried.

        The starts are the same for all poses, so that no result depends on the rest of its batch.
        """
        which = np.arange(len(first))
        best, steps = self.descend(which, np.clip(first, self._lower, self._upper))
        left = _squares(self.left(which, best))
        for start in starts:
            which = np.flatnonzero(left > self._enough)
            if which.size == 0:
                break
            q, further = self.descend(which, np.tile(start, (which.size, 1)))
            steps[which] += further
            found = _squares(self.left(which, q))
            better = found < left[which]
            best[which[better]], left[which[better]] = q[better], found[better]
        return best, steps

    def descend(
        self, which: NDArray[np.int_], q: FloatArray
    ) -> tuple[FloatArray, NDArray[np.int_]]:
        """Descend from q to smaller residuals; return the positions and the steps tried."""
        reached, steps = q.copy(), np.zeros(len(q), int)
        place, damping = np.arange(len(q)), np.full(len(q), _DAMPING)
        error, J = self._look(which, q)
        square = _squares(error)
        for _ in range(_STEPS):
            going = (square > self._enough) & (damping < _MOST_DAMPING)
            if not going.all():
                place, q, damping = place[going], q[going], damping[going]
                error, J, square = error[going], J[going], square[going]
            if place.size == 0:
                break
            step = self._step(q, error, J, damping * square)
            trial = np.clip(q + step, self._lower, self._upper)
            trial_error, trial_J = self._look(which[place], trial)
            trial_square = _squares(trial_error)
            steps[place] += 1
            good = trial_square < square
            stuck = good & (trial_square > (1 - _PROGRESS) * square)
            damping = np.where(stuck, np.inf, damping * np.where(good, _BRAVER, _TIMIDER))
            q[good], square[good] = trial[good], trial_square[good]
            error[good], J[good] = trial_error[good], trial_J[good]
            reached[place] = q
        return reached, steps

    def _step(
        self, q: FloatArray, error: FloatArray, J: FloatArray, damping: FloatArray
    ) -> FloatArray:
        """Return the damped least-squares step of the free joints.

        A joint at a limit that would exceed it is held.
        """
        downhill = np.einsum("kij,ki->kj", J, error)
        held = ((q <= self._lower) & (downhill < 0)) | ((q >= self._upper) & (downhill > 0))
        U, s, Vt = np.linalg.svd(np.where(held[:, np.newaxis], 0.0, J), full_matrices=False)
        # the smallest singular values are rounding
        floor = (np.finfo(float).eps * s[:, :1]) ** 2 + np.finfo(float).tiny
        gain = s / (s**2 + damping[:, np.newaxis] + floor)
        step: FloatArray = np.einsum("kji,kj->ki", Vt, gain * np.einsum("kij,ki->kj", U, error))
        return step


def _squares(errors: FloatArray) -> FloatArray:
    squares: FloatArray = np.einsum("ki,ki->k", errors, errors)
    return squares


def _broadcast(desired: FloatArray, start: FloatArray) -> tuple[tuple[int, ...], FloatArray]:
    """Return the common leading axes of poses and starts, and the starts."""
    try:
        return np.broadcast_shapes(desired.shape[:-2], start.shape[:-1]), start
    except ValueError:
        raise ValueError(
            f"leading axes do not broadcast: pose {desired.shape}, start {start.shape}"
        ) from None


def _unwound(arm: Arm, q: FloatArray, first: FloatArray) -> FloatArray:
    """Remove whole turns if the arm has no limits: nearest to the first start."""
    if arm.limits is not None:
        return q
    return np.where(arm.revolute, q - 2 * np.pi * np.round((q - first) / (2 * np.pi)), q)
