"""The checks that every number of an arm passes, and the one message that each failure gets."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

FloatArray = NDArray[np.float64]
RealArray = NDArray[Any]  # of float64, or of float32 where dtype= says so
BoolArray = NDArray[np.bool_]

# how far rounding may move data that were meant to be exact, relative to their largest entry
ROUNDING = 1e-9


def real_array(
    name: str, value: ArrayLike, shape: tuple[int, ...], meaning: str, item: str = ""
) -> FloatArray:
    """Return a read-only float64 copy of finite real numbers of exactly this shape.

    Parameters
    ----------
    name : str
        The argument, as messages call it.
    value : array_like
        What the user gave.
    shape : tuple of int
        The only shape that is accepted: nothing broadcasts.
    meaning : str
        What the shape stands for, in words.
    item : str, optional
        What an entry of the first axis is ("link"), so that messages can number it.
    """
    array = float64_copy(name, value)
    if array.shape != shape:
        raise ValueError(f"{name}: shape must be {shape} ({meaning}), got shape {array.shape}")
    require_finite(name, array, item)
    return array


def vectors(name: str, value: ArrayLike, size: int = 3) -> FloatArray:
    """Return a read-only float64 copy of finite real vectors, shape (..., size)."""
    array = float64_copy(name, value)
    if array.shape[-1:] != (size,):
        raise ValueError(f"{name}: last axis must be {size}, got shape {array.shape}")
    require_finite(name, array)
    return array


def float64_copy(name: str, value: ArrayLike) -> FloatArray:
    """Return a read-only float64 copy of real numbers; anything else is a TypeError."""
    try:
        array = np.asarray(value)
    except ValueError:
        raise ValueError(f"{name}: expected an array, got rows of unequal length") from None
    if array.dtype.kind not in "fiu":
        received = f"dtype {array.dtype}" if array.ndim else type(value).__name__
        raise TypeError(f"{name}: expected real numbers, got {received}")
    copy = np.array(array, dtype=np.float64, order="C")
    copy.setflags(write=False)
    return copy


def require_finite(name: str, array: FloatArray, item: str = "") -> None:
    """Raise a ValueError that shows the first entry that is infinite or not a number."""
    finite = np.isfinite(array)
    if finite.all():
        return
    index = tuple(int(i) for i in np.argwhere(~finite)[0])
    place = f" at {item} {index[0] + 1}" if item else f" at index {index}" if index else ""
    raise ValueError(f"{name}: must be finite, got {shown(array[index])}{place}")


def require(
    name: str, holds: BoolArray, expected: str, received: NDArray[Any], item: str = "link"
) -> None:
    """Raise a ValueError that shows the first entry, counted from 1, for which ``holds`` is false.

    An empty ``item`` says that there is only one, which needs no number.
    """
    if holds.all():
        return
    first = int(holds.argmin())
    place = f" at {item} {first + 1}" if item else ""
    raise ValueError(f"{name}: {expected}, got {shown(received[first])}{place}")


def require_inertia(name: str, inertia: FloatArray, item: str = "link") -> FloatArray:
    """Check that tensors (m, 3, 3) can belong to bodies; return them exactly symmetric."""
    mirrored = inertia.transpose(0, 2, 1)
    largest = np.abs(inertia).max(axis=(1, 2))
    skewness = np.abs(inertia - mirrored).max(axis=(1, 2))
    expected = "must be symmetric (largest entry of |I - I^T| = 0)"
    require(name, skewness <= ROUNDING * largest, expected, skewness, item)

    # formulations that read different halves of the tensor must read the same numbers
    symmetric: FloatArray = 0.5 * (inertia + mirrored)
    smallest = np.linalg.eigvalsh(symmetric)[:, 0]
    expected = "principal moments must not be negative"
    require(name, smallest >= -ROUNDING * largest, expected, smallest, item)
    symmetric.setflags(write=False)
    return symmetric


def pose(name: str, value: ArrayLike | None) -> FloatArray:
    """Return a read-only copy of a rigid 4x4 pose; None is the identity."""
    matrix = real_array(name, np.eye(4) if value is None else value, (4, 4), "a pose")
    rotation, last_row = matrix[:3, :3], matrix[3]
    if np.abs(last_row - (0, 0, 0, 1)).max() > ROUNDING:
        raise ValueError(f"{name}: last row must be (0, 0, 0, 1), got {shown(last_row)}")
    error = float(np.abs(rotation @ rotation.T - np.eye(3)).max())
    if error > ROUNDING:
        raise ValueError(
            f"{name}: rotation must be orthonormal (largest entry of |R R^T - E| = 0), "
            f"got {shown(error)}"
        )
    if np.linalg.det(rotation) < 0:
        raise ValueError(f"{name}: rotation must have determinant +1, got -1 (a reflection)")
    return matrix


def count(name: str, value: Any, smallest: int = 1) -> int:
    """Return an integer that is at least ``smallest``."""
    if isinstance(value, bool) or not isinstance(value, (int, np.integer)):
        raise TypeError(f"{name}: expected an integer, got {type(value).__name__}")
    if value < smallest:
        raise ValueError(f"{name}: must be at least {smallest}, got {value}")
    return int(value)


def positive(name: str, value: Any) -> float:
    """Return one positive finite number."""
    number = float(real_array(name, value, (), "one number"))
    if number <= 0:
        raise ValueError(f"{name}: must be positive, got {shown(number)}")
    return number


def require_turns(name: str, values: Sequence[float]) -> None:
    """Check that something was measured in at least one turn, and was positive in each."""
    array = real_array(name, values, (len(values),), "one number a turn")
    if not array.size:
        raise ValueError(f"{name}: expected at least one number, got none")
    require(name, array > 0, "must be positive", array, "turn")


def text(name: str, value: Any) -> str:
    """Return a string."""
    if not isinstance(value, str):
        raise TypeError(f"{name}: expected a string, got {type(value).__name__}")
    return value


def choice(name: str, value: Any, options: Iterable[str]) -> str:
    """Return one of the known names; for any other one the nearest is proposed."""
    known = list(options)
    if text(name, value) not in known:
        nearest = difflib.get_close_matches(value.lower(), known, n=1, cutoff=0.0)[0]
        raise ValueError(
            f"{name}: there is no {value!r}; did you mean {nearest!r}? (known: {', '.join(known)})"
        )
    return str(value)


def shown(value: Any) -> str:
    """Write a number, or a nest of them, as messages show it."""
    array = np.asarray(value)
    if array.ndim == 0:
        return f"{array:.6g}"
    return f"({', '.join(shown(entry) for entry in array)})"
