"""Joint positions at which the tool stands where it is wanted, by damped least squares.

T. Sugihara, Solvability-Unconcerned Inverse Kinematics by the Levenberg-Marquardt Method, IEEE
Transactions on Robotics 27, 2011: the damping shrinks with the square of what is left, so that a
pose within reach is met fast and one beyond it is approached without trembling.
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

# from how many positions it is tried, and how often each is improved
_STARTS, _STEPS = 32, 100

# so many poses at a time do not fill the memory
_AT_A_TIME = 4096

# the damping, per square of what is left: at first, after a good step, after a bad one
_DAMPING, _BRAVER, _TIMIDER = 1e-2, 0.1, 10.0

# a step that lessens the square of what is left by a smaller part leads nowhere, and nor does one
# after so much more damping
_PROGRESS, _MOST_DAMPING = 1e-12, 1e12

# the square of a longer distance (m) may be no number
_FARTHEST = 1e150

_ROWS_SHOWN = 12


@dataclass(frozen=True, repr=False, eq=False)
class InverseKinematics(Tabular):
    """Joint positions that bring the tool to poses, or as near to them as was found.

    Attributes
    ----------
    q : ndarray, shape (..., n)
        Joint positions, within the limits of the arm.
    converged : ndarray of bool, shape (...)
        Whether the tool is there, within the tolerance.
    residual : ndarray, shape (...)
        What is left: the root of the sum of the squares of the distance (m) and of the angle (rad);
        with ``only="position"``, the distance.
    iterations : ndarray of int, shape (...)
        Steps that were tried, from all starts together.
    """

    q: FloatArray
    converged: NDArray[np.bool_]
    residual: FloatArray
    iterations: NDArray[np.int_]

    def to_dict(self) -> dict[str, Any]:
        """Return the numbers as nested lists."""
        return {
            "q": self.q.tolist(),
            "converged": self.converged.tolist(),
            "residual": self.residual.tolist(),
            "iterations": self.iterations.tolist(),
        }

    def table(self) -> Table:
        """Return a row for each pose, of many the first ones."""
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
    wanted = poses("pose", pose)
    _require_near(wanted.reshape(-1, 4, 4))
    rows = _SHIFT_AND_TURN if only is None else _ROWS[choice("only", only, _ROWS)]
    tolerance = positive("tolerance", tolerance)
    lower, upper = joint_range(arm)
    random = np.random.default_rng(count("seed", seed, smallest=0))
    starts = random.uniform(lower, upper, (_STARTS, arm.n))
    shape, first = wanted.shape[:-2], (lower + upper) / 2
    if start is not None:
        shape, first = _broadcast(wanted, vectors("start", start, arm.n))
    wanted = np.broadcast_to(wanted, (*shape, 4, 4)).reshape(-1, 4, 4)
    first = np.broadcast_to(first, (*shape, arm.n)).reshape(-1, arm.n)

    q, iterations = first.copy(), np.zeros(len(wanted), int)
    for begin in range(0, len(wanted), _AT_A_TIME):
        part = slice(begin, begin + _AT_A_TIME)
        search = _Search(arm, wanted[part], rows, tolerance)
        q[part], iterations[part] = search.from_all(first[part], starts)
    q = _unwound(arm, q, first)
    everywhere = np.arange(len(wanted))
    left = _Search(arm, wanted, rows, tolerance).left(everywhere, q)
    residual = np.linalg.norm(left, axis=-1)
    return InverseKinematics(
        q.reshape(*shape, arm.n),
        (residual <= tolerance).reshape(shape),
        residual.reshape(shape),
        iterations.reshape(shape),
    )


def _require_near(wanted: FloatArray) -> None:
    """Check that the squares of the distances of poses (m, 4, 4) are numbers."""
    place = wanted[:, :3, 3]
    near = np.abs(place).max(axis=-1, initial=0.0) < _FARTHEST
    require("pose", near, f"must be within {_FARTHEST:.0e} m of the origin", place, "pose")


class _Search:
    """Poses that the tool is to take, and the way there.

    Parameters
    ----------
    arm : Arm
        The arm.
    wanted : ndarray, shape (m, 4, 4)
        The poses.
    rows : int
        How many of the six numbers of a velocity count, the first ones.
    tolerance : float
        How much may be left.
    """

    def __init__(self, arm: Arm, wanted: FloatArray, rows: int, tolerance: float) -> None:
        self._arm, self._wanted, self._rows = arm, wanted, rows
        self._enough = tolerance * tolerance
        free = np.full(arm.n, np.inf)
        self._lower: FloatArray = -free if arm.limits is None else arm.limits[:, 0]
        self._upper: FloatArray = free if arm.limits is None else arm.limits[:, 1]

    def left(self, which: NDArray[np.int_], q: FloatArray) -> FloatArray:
        """Return the shift and the turn, in the world, from the tool to the poses `which`."""
        return self._between(self._arm.forward_kinematics(q), which)

    def _look(self, which: NDArray[np.int_], q: FloatArray) -> tuple[FloatArray, FloatArray]:
        """Return the same, and how it shrinks per joint rate."""
        now, J = self._arm.pose_and_jacobian(q)
        return self._between(now, which), J[:, : self._rows]

    def _between(self, now: FloatArray, which: NDArray[np.int_]) -> FloatArray:
        wanted = self._wanted[which]
        shift = wanted[:, :3, 3] - now[:, :3, 3]
        if self._rows == _SHIFT:
            return shift
        turn = rotation_vector(wanted[:, :3, :3] @ now[:, :3, :3].swapaxes(1, 2))
        return np.concatenate([shift, turn], axis=1)

    def from_all(
        self, first: FloatArray, starts: FloatArray
    ) -> tuple[FloatArray, NDArray[np.int_]]:
        """Return the best positions found, from each start until the pose is reached; steps tried.

        The same starts for all poses, so that no result depends on what is beside it in a batch.
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
        """Return where steps from q lead that lessen what is left, and how many were tried."""
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
        """Return the damped least-squares step of the joints that are free to move.

        At a limit a joint that would have to pass it stays.
        """
        downhill = np.einsum("kij,ki->kj", J, error)
        held = ((q <= self._lower) & (downhill < 0)) | ((q >= self._upper) & (downhill > 0))
        U, s, Vt = np.linalg.svd(np.where(held[:, np.newaxis], 0.0, J), full_matrices=False)
        # what the smallest singular values do is rounding
        floor = (np.finfo(float).eps * s[:, :1]) ** 2 + np.finfo(float).tiny
        gain = s / (s**2 + damping[:, np.newaxis] + floor)
        step: FloatArray = np.einsum("kji,kj->ki", Vt, gain * np.einsum("kij,ki->kj", U, error))
        return step


def _squares(errors: FloatArray) -> FloatArray:
    squares: FloatArray = np.einsum("ki,ki->k", errors, errors)
    return squares


def _broadcast(wanted: FloatArray, start: FloatArray) -> tuple[tuple[int, ...], FloatArray]:
    """Return the common leading axes of poses and starts, and the starts."""
    try:
        return np.broadcast_shapes(wanted.shape[:-2], start.shape[:-1]), start
    except ValueError:
        raise ValueError(
            f"leading axes do not broadcast: pose {wanted.shape}, start {start.shape}"
        ) from None


def _unwound(arm: Arm, q: FloatArray, first: FloatArray) -> FloatArray:
    """Take whole turns away, where no limit counts them: to the nearest to the first start."""
    if arm.limits is not None:
        return q
    return np.where(arm.revolute, q - 2 * np.pi * np.round((q - first) / (2 * np.pi)), q)
