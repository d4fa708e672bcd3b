"""The same numbers in memory, in files and in objects, in as many ways as NumPy and Python know."""

from __future__ import annotations

import array
import tempfile
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]


def plain(values: Array) -> Any:
    """Leave no gaps."""
    return values.copy()


def fortran(values: Array) -> Any:
    """Store column after column."""
    return np.asfortranarray(values)


def spread(values: Array) -> Any:
    """Put NaN between the numbers of a row."""
    memory = np.full((*values.shape[:-1], 3 * values.shape[-1]), np.nan)
    memory[..., ::3] = values
    return memory[..., ::3]


def gapped(values: Array) -> Any:
    """Put NaN between rows."""
    memory = np.full((*values.shape[:-1], values.shape[-1] + 2), np.nan)
    memory[..., 1:-1] = values
    return memory[..., 1:-1]


def backwards(values: Array) -> Any:
    """Go backwards along every axis."""
    turned = (slice(None, None, -1),) * values.ndim
    return values[turned].copy()[turned]


def rows_backwards(values: Array) -> Any:
    """Go backwards along the first axis."""
    return values[::-1].copy()[::-1]


def misaligned(values: Array) -> Any:
    """Start one byte off."""
    memory = np.zeros(values.nbytes + 1, np.uint8)
    moved = memory[1 : 1 + values.nbytes].view(np.float64).reshape(values.shape)
    moved[...] = values
    return moved


def half_misaligned(values: Array) -> Any:
    """Start four bytes off, as packed records with an int32 do."""
    record = np.zeros(values.shape, np.dtype([("flag", "i4"), ("value", "f8")]))
    record["value"] = values
    return record["value"]


def swapped(values: Array) -> Any:
    """Turn the bytes round."""
    return values.astype(">f8")


def read_only(values: Array) -> Any:
    """Forbid writing."""
    copy = values.copy()
    copy.setflags(write=False)
    return copy


def single(values: Array) -> Any:
    """Round to float32: the tables hold numbers that fit."""
    return values.astype(np.float32)


def extended(values: Array) -> Any:
    """Widen to long double."""
    return values.astype(np.longdouble)


def nested(values: Array) -> Any:
    """Return lists of lists."""
    return values.tolist()


def tuples(values: Array) -> Any:
    """Return a tuple of arrays."""
    return tuple(values)


def scalars(values: Array) -> Any:
    """Return lists of NumPy's own numbers."""
    return list(values)


def unmasked(values: Array) -> Any:
    """Return a masked array that masks nothing."""
    return np.ma.masked_array(values.copy())


class OwnArray(np.ndarray):
    """A subclass that says nothing of its own."""


def subclass(values: Array) -> Any:
    """Return a subclass of ndarray."""
    return values.copy().view(OwnArray)


class _Convertible:
    """Anything that NumPy can ask for an array."""

    def __init__(self, values: Array) -> None:
        self._values = values.copy()

    def __array__(self, dtype: Any = None, copy: Any = None) -> Array:
        return np.array(self._values, dtype)


def convertible(values: Array) -> Any:
    """Return an object with __array__."""
    return _Convertible(values)


def view(values: Array) -> Any:
    """Return a memoryview."""
    return memoryview(values.copy())


def plain_buffer(values: Array) -> Any:
    """Return Python's own array where there is one axis."""
    return array.array("d", values.tolist()) if values.ndim == 1 else values.copy()


def mapped(values: Array) -> Any:
    """Map a file into memory, read-only."""
    if not values.size:
        return values.copy()
    with tempfile.TemporaryFile() as file:
        file.write(values.tobytes())
        file.flush()
        return np.memmap(file, np.float64, "r", 0, values.shape)


LAYOUTS: tuple[Callable[[Array], Any], ...] = (
    plain,
    plain,
    plain,
    fortran,
    spread,
    gapped,
    backwards,
    rows_backwards,
    misaligned,
    half_misaligned,
    swapped,
    read_only,
    single,
    extended,
    nested,
    tuples,
    scalars,
    unmasked,
    subclass,
    convertible,
    view,
    plain_buffer,
    mapped,
)
