"""Coefficients of the equations of motion, by probing inverse dynamics with simple motions."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from .._validation import FloatArray

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from ..arm.arm import Arm


def coriolis_coefficients(
    arm: Arm, q: ArrayLike, formulation: str | None, threads: int | None
) -> FloatArray:
    """Coefficients C^i_jk of the products of joint rates; see `Arm.coriolis_coefficients`.

    Turney, Mudge & Lee (1980), end of section 3, with its erratum: a run in which joints j and k
    move at rate 1 also yields the squares, which two runs with one joint each take away again.
    """
    weightless = arm.with_gravity((0.0, 0.0, 0.0))
    one = np.eye(arm.n)
    j, k = np.triu_indices(arm.n, 1)

    def torque(rates: FloatArray) -> FloatArray:
        position = np.asarray(q)[..., None, :]
        still = np.zeros(arm.n)
        tau = weightless.inverse_dynamics(
            position, rates, still, formulation=formulation, threads=threads
        )
        return np.moveaxis(tau, -2, -1)  # (..., i, run)

    alone = torque(one)
    C = np.zeros((*alone.shape, arm.n))
    C[..., range(arm.n), range(arm.n)] = alone
    if arm.n > 1:
        both = torque(one[j] + one[k])
        C[..., j, k] = C[..., k, j] = (both - alone[..., j] - alone[..., k]) / 2.0
    return C
