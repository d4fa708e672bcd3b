"""What is computed of many rows at once, where some of them may have no result."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from ..._validation import FloatArray


def where_there_are_results(
    compute: Callable[..., FloatArray], rows: Sequence[FloatArray], width: tuple[int, ...]
) -> FloatArray:
    """Return what is computed of rows of arrays, (m, *width); NaN for those that it refuses."""
    count = len(rows[0])
    try:
        return compute(*rows)
    except ValueError:
        if count == 1:
            return np.full((1, *width), np.nan)
    halves = zip(*(np.array_split(array, 2) for array in rows), strict=True)
    return np.concatenate([where_there_are_results(compute, half, width) for half in halves])
