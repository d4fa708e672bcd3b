"""Pseudo-inertia: the parameters of a body as one symmetric matrix.

J = [[K, m c], [m c^t, m]] with K the integral of r r^t dm, which is Tr(I)/2 E - I. In a frame in
which that of the body has the pose T it is T J T^t. It is physical if no eigenvalue is negative.
"""

from __future__ import annotations

import numpy as np

from ...validation import FloatArray
from .parameters import PER_LINK, TENSOR_ENTRIES, entries_of


def _matrices_of_parameters() -> FloatArray:
    """Return the derivatives of J with respect to the parameters of a body."""
    matrices = np.zeros((PER_LINK, 4, 4))
    matrices[0, 3, 3] = 1.0
    for k in range(3):
        matrices[1 + k, k, 3] = matrices[1 + k, 3, k] = 1.0
    for matrix, row, column in zip(matrices[4:], *TENSOR_ENTRIES, strict=True):
        if row == column:
            matrix[:3, :3] = np.eye(3) / 2
        matrix[row, column] -= 1.0
        matrix[column, row] = matrix[row, column]
    return matrices


# J is linear in the parameters: shape (10, 4, 4)
OF_PARAMETER = _matrices_of_parameters()


def pseudo_inertias(links: FloatArray) -> FloatArray:
    """Return J (..., 4, 4) of parameters (..., 10)."""
    return np.asarray(np.einsum("...k,kij->...ij", links, OF_PARAMETER))


def links_of(J: FloatArray) -> FloatArray:
    """Return the parameters (..., 10) of pseudo-inertias (..., 4, 4)."""
    K = J[..., :3, :3]
    tensors = np.trace(K, axis1=-2, axis2=-1)[..., np.newaxis, np.newaxis] * np.eye(3) - K
    return np.concatenate([J[..., 3, 3:], J[..., :3, 3], entries_of(tensors)], axis=-1)
