"""How well a tool moves: manipulability, and the derivatives of the Jacobian."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

import numpy as np
from numpy.typing import ArrayLike

from ..output.tables import Table
from ..validation import FloatArray, choice, vectors

if TYPE_CHECKING:
    from ..arm import Arm

# rows of the Jacobian
_ROWS = {"position": slice(0, 3), "orientation": slice(3, 6)}

# positions that are decomposed at once, in a fraction of a second
_AT_ONCE = 50_000


@dataclass(frozen=True, repr=False)
class Manipulability:
    """How well a tool moves in each direction; prints as a table.

    Attributes
    ----------
    measure : ndarray, shape (...)
        Yoshikawa's measure, the product of the singular values of the Jacobian; 0 where it is
        singular.
    velocities : ndarray, shape (..., m)
        The singular values, the largest first: the semi-axes of the ellipsoid of tool velocities
        that joint velocities of norm 1 give, zero for those that an arm of few joints lacks.
    directions : ndarray, shape (..., m, m)
        Unit vectors along these semi-axes, in columns.
    """

    measure: FloatArray
    velocities: FloatArray
    directions: FloatArray

    @property
    def inverse_condition(self) -> FloatArray:
        """The least singular value as a part of the largest, shape (...); 0 if all vanish."""
        largest, least = self.velocities[..., 0], self.velocities[..., -1]
        found: FloatArray = np.divide(least, largest, out=np.zeros_like(least), where=largest > 0)
        return found

    def table(self) -> Table:
        """Return a row for each position."""
        measures, parts = np.ravel(self.measure), np.ravel(self.inverse_condition)
        values = self.velocities.reshape(len(measures), -1)
        return Table(
            title="Manipulability",
            columns=("position", "measure", "inverse condition", "singular values"),
            align="rrrl",
            rows=tuple(
                (str(k), f"{w:.4g}", f"{part:.4g}", ", ".join(f"{x:.4g}" for x in row))
                for k, (w, part, row) in enumerate(zip(measures, parts, values, strict=True))
            ),
        )

    def __repr__(self) -> str:
        return str(self.table())

    def _repr_html_(self) -> str:
        return self.table()._repr_html_()


def manipulability(
    arm: Arm, q: ArrayLike, only: Literal["position", "orientation"] | None
) -> Manipulability:
    """Return the manipulability of an arm, of the whole pose or one part of it."""
    J = arm.jacobian(q)
    if only is not None:
        J = J[..., _ROWS[choice("only", only, _ROWS)], :]
    directions, values = _semi_axes(J)
    missing = J.shape[-2] - values.shape[-1]
    velocities = np.pad(values, [(0, 0)] * (values.ndim - 1) + [(0, max(missing, 0))])
    return Manipulability(velocities.prod(axis=-1), velocities, directions)


def _semi_axes(J: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Return left singular vectors and singular values, some at a time: Ctrl-C ends the loop."""
    *lead, rows, columns = J.shape
    flat = J.reshape(-1, rows, columns)
    directions, values = (
        np.empty((len(flat), rows, rows)),
        np.empty((len(flat), min(rows, columns))),
    )
    for first in range(0, len(flat), _AT_ONCE):
        part = slice(first, first + _AT_ONCE)
        directions[part], values[part], _ = np.linalg.svd(flat[part])
    return directions.reshape(*lead, rows, rows), values.reshape(*lead, min(rows, columns))


def hessian(arm: Arm, q: ArrayLike) -> FloatArray:
    """Return the derivatives of the Jacobian, in axes of the world, by the joint positions.

    The axis of a joint turns with the revolute joints before it, and the tool moves with all: by
    q_k, the column (v, w) of joint j changes by (w_k x v, w_k x w) for k < j, and by
    (w x v_k, 0) for k >= j.
    """
    J = arm.jacobian(vectors("q", q, arm.n))
    v, w = (np.swapaxes(part, -1, -2) for part in (J[..., :3, :], J[..., 3:, :]))
    k, j = np.ogrid[: arm.n, : arm.n]
    before = (k < j)[..., np.newaxis]
    turned = np.cross(w[..., :, np.newaxis, :], v[..., np.newaxis, :, :])
    moved = np.cross(w[..., np.newaxis, :, :], v[..., :, np.newaxis, :])
    axes = np.cross(w[..., :, np.newaxis, :], w[..., np.newaxis, :, :])
    rows = np.concatenate([np.where(before, turned, moved), np.where(before, axes, 0.0)], axis=-1)
    return np.ascontiguousarray(np.swapaxes(rows, -1, -2))
