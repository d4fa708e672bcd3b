"""Linear equations by elimination, over numbers of any kind."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

Objects = NDArray[np.object_]


def solve(a: Any, b: Any, size: Callable[[Any], float] = abs) -> Objects:
    """Solve ``a x = b`` by elimination with row pivots, as `numpy.linalg.solve`.

    Parameters
    ----------
    a : array_like, shape (n, n)
        The matrix.
    b : array_like, shape (n,) or (n, k)
        Right-hand sides.
    size : callable
        Returns the magnitude of a number, by which pivots are chosen.
    """
    left, right = (np.array(x, dtype=object) for x in (a, b))
    n = len(left)
    for k in range(n):
        pivot = max(range(k, n), key=lambda row: size(left[row, k]))
        left[[k, pivot]], right[[k, pivot]] = left[[pivot, k]], right[[pivot, k]]
        for row in range(k + 1, n):
            factor = left[row, k] / left[k, k]
            left[row, k + 1 :] = left[row, k + 1 :] - factor * left[k, k + 1 :]
            right[row] = right[row] - factor * right[k]
    for k in reversed(range(n)):
        for column in range(k + 1, n):
            right[k] = right[k] - left[k, column] * right[column]
        right[k] = right[k] / left[k, k]
    return right
