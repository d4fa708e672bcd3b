"""Output arrays (``out=``) of results computed in Python, checked and filled as by the core."""

from __future__ import annotations

import numpy as np

from ..validation import FloatArray

_FLOAT64 = np.dtype(np.float64)


def written(result: FloatArray, out: object) -> FloatArray:
    """Write a result to ``out`` if given; return the array that holds it."""
    if out is None:
        return result
    array = _checked(out, result.shape)
    array[...] = result
    return array


def _checked(out: object, shape: tuple[int, ...]) -> FloatArray:
    if not isinstance(out, np.ndarray):
        raise TypeError(f"out: expected a NumPy array, got {type(out).__name__}")
    if np.ma.is_masked(out):
        raise ValueError("out: expected numbers, got a masked array with entries left out")
    # the type itself compares slowly
    if out.dtype != _FLOAT64:
        raise TypeError(f"out: expected dtype float64, got {out.dtype}")
    if out.shape != shape:
        raise ValueError(f"out: expected shape {shape}, got {out.shape}")
    if not out.flags.writeable:
        raise ValueError("out: expected a writeable array, got a read-only one")
    return out
