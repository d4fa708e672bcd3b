"""The operators of the papers' notation: one name each."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import reduce
from itertools import product
from typing import Any

import numpy as np

from ....validation import FloatArray

E = np.eye(3)


def from_one(x: FloatArray) -> FloatArray:
    """Prepend a zero for the base, so that index i is link, or joint, i."""
    return np.concatenate([np.zeros_like(x[:1]), x])


def upto(i: int) -> range:
    """Return the joints, or links, 1 to i."""
    return range(1, i + 1)


def pairs(i: int) -> Iterator[tuple[int, int]]:
    """Return all pairs of the joints 1 to i, each with itself too."""
    return product(upto(i), upto(i))


def total(terms: Iterable[Any]) -> FloatArray:
    """Return the sum of the terms, zero if there are none."""
    return reduce(np.add, terms, np.zeros(()))


def outer(a: FloatArray, b: FloatArray) -> FloatArray:
    """Return a b^t."""
    return np.outer(a, b)


def tr(matrix: FloatArray) -> FloatArray:
    """Return Tr{matrix}."""
    return np.asarray(matrix.trace())


def cross(a: FloatArray, b: FloatArray) -> FloatArray:
    """Return a x b."""
    return np.array(
        [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
    )


def skew(a: FloatArray) -> FloatArray:
    """Return the matrix of a x, the paper's a^t sigma."""
    return np.array([[0.0, -a[2], a[1]], [a[2], 0.0, -a[0]], [-a[1], a[0], 0.0]])


def block_diagonal(blocks: FloatArray) -> FloatArray:
    """Return the matrix with these blocks, all of one shape, on its diagonal."""
    n, rows, columns = blocks.shape
    matrix = np.zeros((n, rows, n, columns))
    for k, block in enumerate(blocks):
        matrix[k, :, k] = block
    return matrix.reshape(n * rows, n * columns)
