"""Coefficients of the equations of motion, by probing inverse dynamics with simple motions."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from .._validation import FloatArray


def coriolis_coefficients(torque: Callable[[FloatArray], FloatArray], n: int) -> FloatArray:
    """Coefficients C^i_jk of the products of joint rates; see `Arm.coriolis_coefficients`.

    Turney, Mudge & Lee (1980), end of section 3, with its erratum: a run in which joints j and k
    move at rate 1 also yields the squares, which two runs with one joint each take away again.

    Parameters
    ----------
    torque : callable
        The torques (..., runs, n) of joint rates (runs, n), without acceleration and gravity.
    n : int
        Number of joints.
    """
    one = np.eye(n)
    j, k = np.triu_indices(n, 1)
    alone = np.moveaxis(torque(one), -2, -1)  # (..., i, run)
    C = np.zeros((*alone.shape, n))
    C[..., range(n), range(n)] = alone
    if n > 1:
        both = np.moveaxis(torque(one[j] + one[k]), -2, -1)
        C[..., j, k] = C[..., k, j] = (both - alone[..., j] - alone[..., k]) / 2.0
    return C
