"""Products of small matrices to the same bits on every machine."""

from __future__ import annotations

from functools import reduce
from math import sqrt

import numpy as np

from ..validation import FloatArray


def product(left: FloatArray, *others: FloatArray) -> FloatArray:
    """Return the product of matrices (..., i, j), and of a vector after them, from left to right.

    Terms are added in their order, one rounding after the other. ``@`` leaves the order to a
    library, which chooses it by the processor.
    """
    for right in others:
        if right.ndim == 1:
            left = reduce(np.add, (left * right).swapaxes(0, 1))
        else:
            terms = left[..., np.newaxis] * right[..., np.newaxis, :, :]
            left = reduce(np.add, [terms[..., k, :] for k in range(terms.shape[-2])])
    return left


def length(vector: FloatArray) -> float:
    """Return the length of a vector; its squares must not overflow."""
    return sqrt(product(vector[np.newaxis], vector)[0])
