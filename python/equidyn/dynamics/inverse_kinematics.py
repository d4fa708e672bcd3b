"""Inverse kinematics: joint positions for tool poses, by damped least squares in the kernels."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf
from typing import TYPE_CHECKING, Any

import numpy as np

from .. import _core
from ..output.tables import Table
from ..output.tabular import Tabular
from ..validation import (
    FloatArray,
    choice,
    count,
    poses,
    positive,
    real_array,
    require,
    switch,
    vectors,
)
from .outputs import written

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from ..arm import Arm, Arms

# components of the pose error that count: x, y and z, and the rotations about them
_WHOLE = np.ones(6)
_PARTS = {"position": np.repeat([1.0, 0.0], 3), "orientation": np.repeat([0.0, 1.0], 3)}

# the square of a longer distance (m) may overflow
_FARTHEST = 1e150

# seeds of the kernels
_SEEDS = 2**64

_ROWS_SHOWN = 12


@dataclass(frozen=True, repr=False, eq=False, init=False)
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
        ``only`` or ``mask``, of the components that count.
    iterations : ndarray of int, shape (...)
        Steps tried, from all starts together.
    """

    q: FloatArray
    converged: NDArray[np.bool_]
    residual: FloatArray
    iterations: NDArray[np.int_]

    def __init__(
        self,
        q: FloatArray,
        converged: NDArray[np.bool_],
        residual: FloatArray,
        iterations: NDArray[np.int_],
    ) -> None:
        # a frozen dataclass would take 10 % of the time of a search
        fields = self.__dict__
        fields["q"], fields["converged"] = q, converged
        fields["residual"], fields["iterations"] = residual, iterations

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
    arm: Arm | Arms,
    pose: ArrayLike,
    *,
    start: ArrayLike | None,
    only: str | None,
    mask: ArrayLike | None,
    solutions: str,
    path: bool,
    seed: int,
    tolerance: float,
    out: FloatArray | None,
    threads: int | None,
) -> InverseKinematics:
    """Find joint positions; arguments as `Arm.inverse_kinematics` takes them."""
    if type(tolerance) is not float or not 0 < tolerance < inf:
        tolerance = positive("tolerance", tolerance)
    if type(seed) is not int or seed < 0:
        seed = count("seed", seed, smallest=0)
    weight = _WHOLE if only is None and mask is None else _weight(only, mask)
    follows = path is not False and switch("path", path)
    every = (type(solutions) is not str or solutions != "one") and (
        choice("solutions", solutions, ("one", "all")) == "all"
    )
    if isinstance(arm, _core.Arm) and not (follows or every):
        found = _found(arm, pose, start, weight, tolerance, seed, 1, False, threads, out)
        if found is not None:
            return found
    search = Search(arm, weight, tolerance, seed, threads, out)
    if every:
        from .all_solutions import all_solutions

        if follows or out is not None:
            raise ValueError("solutions: expected 'one' with path= or out=, got 'all'")
        if not isinstance(arm, _core.Arm):
            raise ValueError("solutions: expected 'one' of many arms, got 'all'; ask arms[i]")
        return all_solutions(arm, search, pose, start)
    return search.follow(pose, start) if follows else search.reach(pose, start)


def _found(
    arm: Arm | Arms,
    pose: Any,
    start: Any,
    weight: FloatArray,
    tolerance: float,
    seed: int,
    path: int,
    checked: bool,
    threads: int | None,
    out: FloatArray | None,
    numbers: NDArray[np.int32] | None = None,
) -> InverseKinematics | None:
    """Search by the kernels; None if arguments have to be checked and converted first."""
    seed %= _SEEDS
    found = _core.search_poses(
        arm, arm.limits, pose, start, weight, tolerance, seed, path, checked, threads, numbers
    )
    if found is None:
        return None
    q, converged, residual, iterations = found
    return InverseKinematics(written(q, out), converged, residual, iterations)


def _weight(only: str | None, mask: ArrayLike | None) -> FloatArray:
    """Return the weights of the components of the pose error: 1, or 0."""
    if mask is None:
        return _PARTS[choice("only", only, _PARTS)]
    if only is not None:
        raise ValueError("mask: expected mask or only, got both")
    meaning = "x, y, z and the rotations about them"
    weight = real_array("mask", _as_numbers(mask), (6,), meaning)
    require("mask", (weight == 0) | (weight == 1), "must be true or false", weight, "component")
    if not weight.any():
        raise ValueError("mask: expected at least one true component, got none")
    return weight


def _as_numbers(mask: ArrayLike) -> ArrayLike:
    """Return an array of bools as zeros and ones; anything else unchanged."""
    try:
        array = np.asarray(mask)
    except ValueError:
        return mask
    return array.astype(float) if array.dtype == bool else mask


class Search:
    """Search for joint positions, with the options of one call."""

    def __init__(
        self,
        arm: Arm | Arms,
        weight: FloatArray,
        tolerance: float,
        seed: int,
        threads: int | None,
        out: FloatArray | None,
    ) -> None:
        self.arm, self.weight, self.tolerance, self.seed = arm, weight, tolerance, seed
        self._threads, self._out = threads, out

    def within(self, tolerance: float) -> Search:
        """Return the same search to another tolerance."""
        return Search(self.arm, self.weight, tolerance, self.seed, self._threads, self._out)

    def reach(self, pose: ArrayLike, start: ArrayLike | None) -> InverseKinematics:
        """Find positions for poses, each by itself."""
        desired = self.checked(pose)
        first = None if start is None else vectors("start", start, self.arm.n)
        shape = self._leading(desired, desired.shape[:-2], first)
        starts = None if first is None else _spread(first, shape, 1)
        return self._found_checked(_spread(desired, shape, 2), starts)

    def follow(self, pose: ArrayLike, start: ArrayLike | None) -> InverseKinematics:
        """Find positions along paths, which are rows of poses."""
        if isinstance(self.arm, _core.Arm) and isinstance(pose, np.ndarray):
            length = pose.shape[-3] if pose.ndim > 2 else 1
            found = self._found(pose, start, length, False) if length > 1 else None
            if found is not None:
                return found
        desired = self.checked(pose)
        if desired.ndim < 3:
            raise ValueError(f"pose: expected a path, shape (..., m, 4, 4), got {desired.shape}")
        length = desired.shape[-3]
        first = None if start is None else vectors("start", start, self.arm.n)
        shape = self._leading(desired, desired.shape[:-3], first)
        desired = _spread(desired, (*shape, length), 2)
        if first is None or not desired.size:
            return self._found_checked(desired, None, max(length, 1))
        starts = _spread(first, shape, 1)
        if length == 1:  # each row by itself
            starts = starts[..., np.newaxis, :]
        return self._found_checked(desired, starts, length)

    def checked(self, pose: ArrayLike) -> FloatArray:
        """Return poses, checked."""
        desired = poses("pose", pose)
        place = desired.reshape(-1, 4, 4)[:, :3, 3]
        near = np.abs(place).max(axis=-1, initial=0.0) < _FARTHEST
        require("pose", near, f"must be within {_FARTHEST:.0e} m of the origin", place, "pose")
        return desired

    def _found_checked(
        self, desired: FloatArray, first: FloatArray | None, path: int = 1
    ) -> InverseKinematics:
        found = self._found(desired, first, path, True)
        assert found is not None
        return found

    def _found(self, pose: Any, start: Any, path: int, checked: bool) -> InverseKinematics | None:
        options = (self.weight, self.tolerance, self.seed, path, checked, self._threads, self._out)
        return _found(self.arm, pose, start, *options, numbers=self._numbers(pose, path))

    def _numbers(self, pose: Any, path: int) -> NDArray[np.int32] | None:
        """Return the number of the arm of each pose, of many arms; all poses of a path have one."""
        if isinstance(self.arm, _core.Arm):
            return None
        if path == 1:
            return self.arm._numbers_for(pose.shape[:-2])
        numbers = self.arm._numbers_for(pose.shape[:-3])
        return np.repeat(numbers[..., np.newaxis], path, axis=-1)

    def _leading(
        self, desired: FloatArray, leading: tuple[int, ...], start: FloatArray | None
    ) -> tuple[int, ...]:
        """Return the common leading axes of the arms, of poses or paths, and of starts."""
        of_arms = () if isinstance(self.arm, _core.Arm) else self.arm.shape
        of_starts = () if start is None else start.shape[:-1]
        try:
            return np.broadcast_shapes(of_arms, leading, of_starts)
        except ValueError:
            arms = f"arms {of_arms}, " * bool(of_arms)
            first = "" if start is None else f", start {start.shape}"
            raise ValueError(
                f"leading axes do not broadcast: {arms}pose {desired.shape}{first}"
            ) from None


def _spread(array: FloatArray, leading: tuple[int, ...], axes: int) -> FloatArray:
    """Return an array with these leading axes before its last ones, contiguous."""
    return np.ascontiguousarray(np.broadcast_to(array, (*leading, *array.shape[-axes:])))
