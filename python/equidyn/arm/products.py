"""Products of small matrices to the same bits on every machine."""

from __future__ import annotations

from functools import reduce
from math import sqrt

import numpy as np

from ..validation import FloatArray


def product(left: FloatArray, *others: FloatArray) -> FloatArray:
    """Return the product of matrices, and of a vector after them, from left to right.

    Terms are added in their order, one rounding after the other. ``@`` leaves the order to a
    library, which chooses it by the processor.
    """
    for right in others:
        terms = left[..., np.newaxis] * right if right.ndim == 2 else left * right
        left = reduce(np.add, terms.swapaxes(0, 1))
    return left


def length(vector: FloatArray) -> float:
    """Return the length of a vector; its squares must not overflow."""
    return sqrt(product(vector[np.newaxis], vector)[0])
