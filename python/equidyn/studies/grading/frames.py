"""Link frames of a model, and the algebra of batches of vectors."""

from __future__ import annotations

import numpy as np

from ...validation import FloatArray
from .model import Model

_YZX = [1, 2, 0]


def cross(u: FloatArray, v: FloatArray) -> FloatArray:
    """Cross products of vectors (..., 3)."""
    product: FloatArray = (u * v.take(_YZX, -1) - u.take(_YZX, -1) * v).take(_YZX, -1)
    return product


def times(matrix: FloatArray, vector: FloatArray) -> FloatArray:
    """Products of matrices (..., 3, 3) and vectors (..., 3)."""
    product: FloatArray = (matrix @ vector[..., np.newaxis])[..., 0]
    return product


def transposed(matrix: FloatArray) -> FloatArray:
    """Transposes of matrices (..., 3, 3)."""
    swapped: FloatArray = matrix.swapaxes(-1, -2)
    return swapped


def link_frames(model: Model, q: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Return rotation (m, n, 3, 3) and origin (m, n, 3) of each frame i in frame i-1."""
    theta = model.theta + np.where(model.revolute, q, 0.0)
    d = model.d + np.where(model.revolute, 0.0, q)
    a, a_y, alpha = np.broadcast_arrays(model.a, model.a_y, model.alpha, theta)[:3]
    c, s, ca, sa = np.cos(theta), np.sin(theta), np.cos(alpha), np.sin(alpha)
    zero = np.zeros_like(theta)
    if model.transforms == "standard":
        entries = ((c, -s * ca, s * sa), (s, c * ca, -c * sa), (zero, sa, ca))
        origin = (a * c - a_y * s, a * s + a_y * c, d)
    else:
        entries = ((c, -s, zero), (s * ca, c * ca, -sa), (s * sa, c * sa, ca))
        origin = (a, a_y - sa * d, ca * d)
    rotation = np.stack([np.stack(row, axis=-1) for row in entries], axis=-2)
    return rotation, np.stack(origin, axis=-1)
