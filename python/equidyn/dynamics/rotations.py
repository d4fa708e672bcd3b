"""Rotation vectors of rotation matrices."""

from __future__ import annotations

import numpy as np

from ..validation import FloatArray

# below this sine of an angle near half a turn, R - R^T does not determine the axis
_HIDDEN = 1e-6


def rotation_vector(R: FloatArray) -> FloatArray:
    """Return rotation vectors (..., 3), axis times angle, of rotation matrices (..., 3, 3)."""
    skew = R - R.swapaxes(-1, -2)
    sines = np.stack([skew[..., 2, 1], skew[..., 0, 2], skew[..., 1, 0]], axis=-1) / 2
    sine = np.linalg.norm(sines, axis=-1)
    angle = np.arctan2(sine, (np.trace(R, axis1=-2, axis2=-1) - 1) / 2)
    per_sine = np.divide(angle, sine, out=np.ones_like(angle), where=sine > 0)
    turned_round = (sine < _HIDDEN) & (angle > 1)
    general = per_sine[..., np.newaxis] * sines
    vector: FloatArray = np.where(turned_round[..., np.newaxis], _half_turn(R), general)
    return vector


def _half_turn(R: FloatArray) -> FloatArray:
    """Return rotation vectors of half turns, of either sign: R + E is 2 u u^T."""
    twice = R + np.eye(3)
    column = np.argmax(np.einsum("...ii->...i", twice), axis=-1)
    axis = np.take_along_axis(twice, column[..., np.newaxis, np.newaxis], axis=-1)[..., 0]
    length = np.linalg.norm(axis, axis=-1, keepdims=True)
    axis = np.divide(axis, length, out=np.zeros_like(axis), where=length > 0)
    return np.asarray(np.pi * axis)
