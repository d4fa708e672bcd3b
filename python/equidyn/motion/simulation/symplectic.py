"""The implicit midpoint rule in canonical variables: its steps are symplectic.

E. Hairer, C. Lubich, G. Wanner, Geometric Numerical Integration, Springer, 2006: the rule of Gauss
of order 2 keeps the symplectic form of any Hamiltonian, also of one like that of arms, in which
positions and momenta do not separate. Over long times its energy then oscillates, and does not
drift.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ...validation import FloatArray

if TYPE_CHECKING:
    from .python_steps import RightHandSide

# most iterations of a step, until velocities change only by rounding
_ITERATIONS = 100
# relative change of a velocity; smaller changes that stop decreasing are rounding
_ROUNDING = 1e-9


@np.errstate(all="ignore")
def implicit_midpoint(rhs: RightHandSide, time: float, y: FloatArray, h: float) -> FloatArray:
    """Return states after a step: q and p = M qd go on by h times their rates at the midpoint.

    With velocity v at the midpoint, p there is M v, and its rate is M qdd + Md v. Each row is
    iterated alone: its bits do not depend on the others.
    """
    n, rows = rhs.n, np.arange(len(y))
    q, qd = y[:, :n], y[:, n : 2 * n]
    momentum = _product(rhs.mass_matrix(q), qd)
    middle, v = y.copy(), qd.copy()
    waiting, before = np.isfinite(y[:, : 2 * n]).all(axis=1), np.full(len(y), np.inf)
    for _ in range(_ITERATIONS):
        middle[:, :n], middle[:, n : 2 * n] = q + h / 2 * v, v
        M, Md_v = rhs.mass_matrix(middle[:, :n]), _product(rhs.mass_matrix_rate(middle), v)
        rates = rhs(middle, rhs.torque_within(time, h, 1 / 2, middle), rows)
        if not waiting.any():
            break
        found = _solved(M, momentum + h / 2 * Md_v) + h / 2 * rates[:, n : 2 * n]
        change = np.abs(found - v).max(axis=1)
        size = np.maximum(np.abs(found), np.abs(qd)).max(axis=1)
        v[waiting] = found[waiting]
        waiting &= np.isfinite(change)  # others end
        waiting &= ~((change <= _ROUNDING * size) & (change >= before / 2))
        before = change
    else:
        raise ValueError(
            f"step: {h:g} s is too long for the implicit midpoint rule at {time:g} s, where its "
            "equations do not converge; take a shorter one, or method='rk4'"
        )
    result: FloatArray = y + h * rates
    end = result[:, :n]
    result[:, n : 2 * n] = _solved(rhs.mass_matrix(end), 2 * _product(M, v) - momentum)
    return result


def _product(matrices: FloatArray, vectors: FloatArray) -> FloatArray:
    return np.asarray(np.einsum("...ij,...j->...i", matrices, vectors))


def _solved(matrices: FloatArray, vectors: FloatArray) -> FloatArray:
    """Return solutions; NaN for rows that have ended."""
    solutions = np.full(vectors.shape, np.nan)
    live = np.isfinite(matrices).all(axis=(1, 2)) & np.isfinite(vectors).all(axis=1)
    solutions[live] = np.linalg.solve(matrices[live], vectors[live][..., np.newaxis])[..., 0]
    return solutions
