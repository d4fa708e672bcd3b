"""Coefficients of the equations of motion, by probing inverse dynamics with simple motions."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from .._validation import FloatArray


def strobed_coriolis_coefficients(
    torque: Callable[[FloatArray], FloatArray], n: int, out: FloatArray | None = None
) -> FloatArray:
    """Coefficients C^i_jk of the products of joint rates; see `Arm.coriolis_coefficients`.

    Turney, Mudge & Lee (1980), end of section 3, with its erratum: a run in which joints j and k
    move at rate 1 also yields the squares, which two runs with one joint each take away again.

    Parameters
    ----------
    torque : callable
        The torques (..., runs, n) of joint rates (runs, n), without acceleration and gravity.
    n : int
        Number of joints.
    out : ndarray, shape (..., n, n, n), optional
        Where the coefficients are written.
    """
    one = np.eye(n)
    j, k = np.triu_indices(n, 1)
    alone = np.moveaxis(torque(one), -2, -1)  # (..., i, run)
    both = np.moveaxis(torque(one[j] + one[k]), -2, -1)
    C = np.zeros((*alone.shape, n)) if out is None else _checked(out, (*alone.shape, n))
    C[..., range(n), range(n)] = alone
    C[..., j, k] = C[..., k, j] = (both - alone[..., j] - alone[..., k]) / 2.0
    return C


def _checked(out: FloatArray, shape: tuple[int, ...]) -> FloatArray:
    """Return an array that results can be written to."""
    if not isinstance(out, np.ndarray):
        raise TypeError(f"out: expected a NumPy array, got {type(out).__name__}")
    if out.dtype != np.float64:
        raise TypeError(f"out: expected dtype float64, got {out.dtype}")
    if out.shape != shape:
        raise ValueError(f"out: expected shape {shape}, got {out.shape}")
    if not out.flags.writeable:
        raise ValueError("out: expected a writeable array, got a read-only one")
    return out
