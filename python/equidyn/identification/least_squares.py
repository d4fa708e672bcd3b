"""Least squares that say what the data do not determine."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from .._validation import BoolArray, FloatArray

# a column that is smaller than this part of the largest one is rounding
_ZERO = 1e-12

# a combination whose error the data would multiply by more than this is not in them
_LARGEST_CONDITION = 1e9

# numbers in a matrix for which OpenBLAS starts no threads
_BLOCK = 6000


@dataclass(frozen=True, eq=False)
class Fit:
    """The solution x of W x = r that is nearest to zero, where the columns of W have length 1.

    Attributes
    ----------
    solution : ndarray, shape (b,)
        x.
    information : ndarray, shape (k, b)
        Its rows square to the inverse covariance of x, where r has unit variance: k are determined.
    covariance : ndarray, shape (b, b)
        Of x; that of what is not determined is left out.
    condition_number : float
        Of W, its columns scaled to length 1; infinite where not all is determined.
    determined : ndarray of bool, shape (b,)
        Which of x have no part in a combination that is not in the data.
    leverages : ndarray, shape (rows,)
        How much of each row the solution follows, from 0 to 1; in all, the rank.
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
    """Return the condition number of a matrix whose columns are scaled to length 1."""
    sizes = np.linalg.svd(_triangle(W * _units(W)), compute_uv=False)
    whole = len(W) >= W.shape[1] and sizes[-1] > sizes[0] / _LARGEST_CONDITION
    return float(sizes[0] / sizes[-1]) if whole else np.inf


def _triangle(W: FloatArray) -> FloatArray:
    """Return the triangle R of a QR decomposition, at most as many rows as W has columns."""
    triangle = np.empty((0, W.shape[1]))
    for rows in _blocks(W):
        triangle = np.asarray(np.linalg.qr(np.vstack([triangle, rows]), mode="r"))
    return triangle


def _blocks(W: FloatArray) -> list[FloatArray]:
    """Split the rows of a matrix into blocks so small that BLAS starts no threads for them.

    Threads that wait for each other in every column take a second where others use the cores.
    """
    columns = W.shape[1]
    rows = max(_BLOCK // columns - columns, columns)
    return [W[k : k + rows] for k in range(0, len(W), rows)]


def _units(W: FloatArray) -> FloatArray:
    """Return what scales columns to length 1; zero for those that are nothing but rounding."""
    lengths = np.linalg.norm(W, axis=0)
    return 1.0 / np.where(lengths > _ZERO * lengths.max(), lengths, np.inf)
