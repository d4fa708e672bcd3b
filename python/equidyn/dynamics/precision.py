"""Precision of a computation: float64, or float32 where the kernels support it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import DTypeLike

from ..validation import brief

# type of the result by dtype=; mypy rejects float64 as its default
FLOAT64: Any = np.float64
if TYPE_CHECKING:
    from typing_extensions import TypeVar

    Real = TypeVar("Real", bound=np.floating[Any], default=np.float64)
    Precision = type[Real] | np.dtype[Real] | type[float] | str | None


def checked_precision(dtype: DTypeLike, formulation: str | None) -> type[np.float64 | np.float32]:
    """Validate dtype: float64, or float32 without a named formulation."""
    if dtype is np.float64:
        return np.float64
    try:
        precision = np.dtype(dtype)
    except (TypeError, ValueError):
        raise TypeError(f"dtype: expected float64 or float32, got {brief(dtype)}") from None
    if precision not in (np.float64, np.float32):
        raise TypeError(f"dtype: expected float64 or float32, got {precision}")
    if precision == np.float64:
        return np.float64
    if formulation is not None:
        raise ValueError(
            f"dtype: expected float64, which formulation '{formulation}' computes in, got float32"
        )
    return np.float32
