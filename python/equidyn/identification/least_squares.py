"""Least squares with rank deficiency: solution, covariance and undetermined parameters."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ..validation import BoolArray, FloatArray

# relative length below which a column is rounding error
_ZERO = 1e-12

# condition number beyond which a combination counts as undetermined
_LARGEST_CONDITION = 1e9

# largest size of a matrix for which OpenBLAS starts no threads
_BLOCK = 6000


@dataclass(frozen=True, eq=False)
class Fit:
    """Least-squares solution x of W x = r of least norm, with the columns of W scaled to length 1.

    Attributes
    ----------
    solution : ndarray, shape (b,)
        The solution x.
    information : ndarray, shape (k, b)
        Square root R of the inverse covariance R^t R of x, for r of unit variance; k is the rank.
    covariance : ndarray, shape (b, b)
        Covariance of x, without that of undetermined combinations.
    condition_number : float
        Condition number of W, its columns scaled to length 1; infinite if W is rank-deficient.
    determined : ndarray of bool, shape (b,)
        Mask of the x with no part in an undetermined combination.
    leverages : ndarray, shape (rows,)
        Leverage of each row, from 0 to 1; their sum is the rank.
    """

    solution: FloatArray
    information: FloatArray
    covariance: FloatArray
    condition_number: float
    determined: BoolArray
    leverages: FloatArray


def fit(W: FloatArray, r: FloatArray) -> Fit:
    """Solve W x = r, shapes (rows, b) and (rows,)."""
    units = _units(W)
    triangle = _triangle(np.column_stack([W * units, r]))
    A, of_r = triangle[:, :-1], triangle[:, -1]
    U, sizes, Vt = np.linalg.svd(A, full_matrices=len(A) < A.shape[1])
    rank = int(np.sum(sizes > sizes[0] / _LARGEST_CONDITION)) if sizes[0] > 0 else 0
    shown, hidden = Vt[:rank], Vt[rank:]
    inverse = (units[:, np.newaxis] * shown.T) / sizes[:rank]
    scale = np.where(units > 0, units, 1.0)
    leverages = [np.sum((rows @ inverse) ** 2, axis=1) for rows in _blocks(W)]
    return Fit(
        solution=inverse @ (U[:, :rank].T @ of_r),
        information=sizes[:rank, np.newaxis] * shown / scale,
        covariance=inverse @ inverse.T,
        condition_number=float(sizes[0] / sizes[-1]) if rank == len(Vt) else np.inf,
        determined=np.asarray(np.abs(hidden).max(axis=0, initial=0.0) < 1 / _LARGEST_CONDITION),
        leverages=np.concatenate(leverages),
    )


def condition_number(W: FloatArray) -> float:
    """Return the condition number of a matrix with columns scaled to length 1."""
    sizes = np.linalg.svd(_triangle(W * _units(W)), compute_uv=False)
    whole = len(W) >= W.shape[1] and sizes[-1] > sizes[0] / _LARGEST_CONDITION
    return float(sizes[0] / sizes[-1]) if whole else np.inf


def _triangle(W: FloatArray) -> FloatArray:
    """Return the triangle R of a QR decomposition of W, with at most as many rows as columns."""
    triangle = np.empty((0, W.shape[1]))
    for rows in _blocks(W):
        triangle = np.asarray(np.linalg.qr(np.vstack([triangle, rows]), mode="r"))
    return triangle


def _blocks(W: FloatArray) -> list[FloatArray]:
    """Split the rows of a matrix into blocks too small for threads of BLAS.

    Threads that synchronise at every column take a second while other programs use the cores.
    """
    columns = W.shape[1]
    rows = max(_BLOCK // columns - columns, columns)
    return [W[k : k + rows] for k in range(0, len(W), rows)]


def _units(W: FloatArray) -> FloatArray:
    """Return the factors that scale columns to length 1; zero for columns of rounding error."""
    lengths = np.linalg.norm(W, axis=0)
    return 1.0 / np.where(lengths > _ZERO * lengths.max(), lengths, np.inf)
