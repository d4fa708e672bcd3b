"""Validation of arguments, with one error message for each kind of error."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _core

FloatArray = NDArray[np.float64]
ComplexArray = NDArray[np.complex128]
BoolArray = NDArray[np.bool_]

# largest integer without another limit: a seed of 128 bits
_LARGEST = 2**128 - 1

# tolerance for rounding of data meant to be exact, relative to their largest entry
ROUNDING = 1e-9

# most axes of an array; NumPy has no more
_MOST_AXES = 64

# least similarity of a name to a proposed one
_LIKENESS = 0.6

# limits of messages: listed names, their characters, and characters of a value
_LISTED = 20
_WIDTH = 420
_SHOWN = 60

# the command that shows robots and formulations, in messages
LIST = "`equidyn list`"

# raised by JAX when a traced array is converted to NumPy
_REFUSAL_OF_JAX = "TracerArrayConversionError"


def real_array(
    name: str, value: ArrayLike, shape: tuple[int, ...], meaning: str, item: str = ""
) -> FloatArray:
    """Return a read-only float64 copy of finite real numbers of exactly this shape.

    Parameters
    ----------
    name : str
        Name of the argument in messages.
    value : array_like
        The user's argument.
    shape : tuple of int
        The only accepted shape: nothing broadcasts.
    meaning : str
        Meaning of the shape, in words.
    item : str, optional
        Noun for an entry of the first axis ("link"), by which messages number it.
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


def float64_copy(name: str, value: ArrayLike, verb: str = "expected") -> FloatArray:
    """Return a read-only float64 copy of real numbers; anything else is a TypeError."""
    try:
        array = np.asarray(value)
    except ValueError:
        received = _unequal_rows(value) or type(value).__name__
        raise ValueError(f"{name}: {verb} an array, got {received}") from None
    except TypeError as error:
        if type(error).__name__ != _REFUSAL_OF_JAX:
            raise
        received = "a tracer of JAX: equidyn.jax has functions for these"
        raise TypeError(f"{name}: {verb} an array of real numbers, got {received}") from None
    if array.dtype.kind not in "fiu":
        received = f"dtype {array.dtype}" if array.ndim else type(value).__name__
        raise TypeError(f"{name}: {verb} real numbers, got {received}")
    if np.ma.is_masked(value):
        raise ValueError(f"{name}: {verb} numbers, got a masked array with entries left out")
    return frozen(array)


def frozen(array: NDArray[Any]) -> FloatArray:
    """Return a float64 copy that cannot be made writeable: its memory is a bytes object."""
    memory = np.asarray(array, dtype=np.float64).tobytes()
    copy: FloatArray = np.ndarray(array.shape, np.float64, memory)
    return copy


def without_ones(shape: Sequence[int]) -> tuple[int, ...]:
    """Return a shape without the axes of size 1, as for a column, a row or a batch of one."""
    return tuple(size for size in shape if size != 1)


def _unequal_rows(value: Any, place: str = "") -> str:
    """Describe two rows of nested sequences that differ in shape, counted from 1, if any do."""
    if not isinstance(value, Sequence) or place.count("of row") > _MOST_AXES:
        return ""
    shapes = []
    for number, row in enumerate(value, start=1):
        try:
            shapes.append(np.shape(row))
        except ValueError:
            return _unequal_rows(row, f"{place} of row {number}")
    other = next((k for k, shape in enumerate(shapes) if shape != shapes[0]), 0)
    if other == 0:
        return ""
    sizes = (f"shape {shapes[k]} in row {k + 1}{place}" for k in (0, other))
    return f"rows of unequal length: {' but '.join(sizes)}"


def require_finite(name: str, array: FloatArray, item: str = "") -> None:
    """Raise a ValueError that shows the first entry that is infinite or not a number."""
    finite = np.isfinite(array)
    if finite.all():
        return
    index = tuple(int(i) for i in np.argwhere(~finite)[0])
    place = f" at {item} {index[0] + 1}" if item else f" at index {index}" if index else ""
    raise ValueError(f"{name}: must be finite, got {shown(array[index])}{place}")


def finite_result(name: str, result: FloatArray) -> FloatArray:
    """Return a result computed from finite numbers; raise ValueError if it overflowed.

    For results that NumPy computes from those of the core, with the message of the core.
    """
    finite = np.isfinite(result)
    if finite.all():
        return result
    index = tuple(int(i) for i in np.argwhere(~finite)[0])
    raise ValueError(
        f"{name}: overflow, got {result[index]} at index {index}: the numbers of the state, or of "
        "the arm, are too large"
    )


def require(
    name: str, holds: BoolArray, expected: str, received: NDArray[Any], item: str = "link"
) -> None:
    """Raise a ValueError that shows the first entry, counted from 1, for which ``holds`` is false.

    Without ``item`` there is only one entry, and no number is shown.
    """
    if holds.all():
        return
    first = int(holds.argmin())
    place = f" at {item} {first + 1}" if item else ""
    raise ValueError(f"{name}: {expected}, got {shown(received[first])}{place}")


def pose(name: str, value: ArrayLike | None) -> FloatArray:
    """Return a read-only copy of a rigid 4x4 pose; None is the identity."""
    matrix = real_array(name, np.eye(4) if value is None else value, (4, 4), "a pose")
    _core.require_rigid(name, matrix, "")
    return matrix


def poses(name: str, value: ArrayLike) -> FloatArray:
    """Return a read-only copy of rigid poses, shape (..., 4, 4)."""
    matrices = float64_copy(name, value)
    if matrices.shape[-2:] != (4, 4):
        raise ValueError(f"{name}: last axes must be (4, 4), got shape {matrices.shape}")
    require_finite(name, matrices)
    _core.require_rigid(name, matrices, "pose" if matrices.ndim > 2 else "")
    return matrices


def count(name: str, value: Any, smallest: int = 1, largest: int | None = None) -> int:
    """Validate an integer: at least ``smallest``, at most ``largest``, by default 128 bits."""
    if isinstance(value, bool) or not isinstance(value, (int, np.integer)):
        raise TypeError(f"{name}: expected an integer, got {type(value).__name__}")
    if value < smallest:
        raise ValueError(f"{name}: must be at least {smallest}, got {brief(value)}")
    largest = _LARGEST if largest is None else largest
    if value > largest:
        raise ValueError(f"{name}: must be at most {largest}, got {brief(value)}")
    return int(value)


def positive(name: str, value: Any, largest: float | None = None) -> float:
    """Validate a positive finite number, at most ``largest`` if given."""
    number = float(real_array(name, value, (), "one number"))
    if number <= 0:
        raise ValueError(f"{name}: must be positive, got {shown(number)}")
    if largest is not None and number > largest:
        raise ValueError(f"{name}: must be at most {shown(largest)}, got {shown(number)}")
    return number


def require_turns(name: str, values: Sequence[float]) -> None:
    """Check that there are measurements, one per turn, all positive."""
    array = real_array(name, values, (len(values),), "one number a turn")
    if not array.size:
        raise ValueError(f"{name}: expected at least one number, got none")
    require(name, array > 0, "must be positive", array, "turn")


def text(name: str, value: Any) -> str:
    """Validate a string."""
    if not isinstance(value, str):
        raise TypeError(f"{name}: expected a string, got {type(value).__name__}")
    return value


def writable(name: str, value: Any) -> str:
    """Validate a string that XML, HTML and code can all represent."""
    _core.require_writable(name, text(name, value))
    return str(value)


def switch(name: str, value: Any) -> bool:
    """Validate a bool."""
    if not isinstance(value, (bool, np.bool_)):
        raise TypeError(f"{name}: expected True or False, got {type(value).__name__}")
    return bool(value)


def several(name: str, value: Any, items: str) -> list[Any]:
    """Return the items of an iterable that is not a string."""
    try:
        values = None if isinstance(value, (str, bytes)) else list(value)
    except TypeError:
        values = None
    if values is None:
        is_text = isinstance(value, str)
        shown_value = f"the string {brief(value)}" if is_text else type(value).__name__
        raise TypeError(f"{name}: expected several {items}, got {shown_value}")
    return values


def function(name: str, value: Any, arguments: str) -> Any:
    """Validate a callable."""
    if not callable(value):
        raise TypeError(f"{name}: expected a function of {arguments}, got {type(value).__name__}")
    return value


def no_function(name: str, value: Any, expected: str) -> None:
    """Refuse a function given by mistake, and name the argument for functions."""
    if callable(value):
        raise TypeError(
            f"{name}: expected {expected}, got a function; pass your own function as "
            "candidates={'mine': f}, which is called as f(arm, q, qd, qdd)"
        )


def choice(
    name: str,
    value: Any,
    options: Iterable[str],
    synonyms: Mapping[str, str] | None = None,
    *,
    shown_by: str = "",
) -> str:
    """Validate one of the known names; the error for another proposes the nearest.

    An error that has no room for all names tells what shows them, if anything does.
    """
    known = list(options)
    if text(name, value) not in known:
        raise ValueError(f"{name}: {unknown(value, known, synonyms, shown_by)}")
    return str(value)


def unknown(
    value: str, known: list[str], synonyms: Mapping[str, str] | None = None, shown_by: str = ""
) -> str:
    """Message for an unknown name: the nearest one, and the known ones."""
    nearest = nearest_name(value, known, synonyms or {})
    proposal = f"; did you mean {nearest!r}?" if nearest else ""
    return f"there is no {brief(value)}{proposal} (known: {listed(known, shown_by)})"


def listed(names: Sequence[str], shown_by: str = "") -> str:
    """Write names for a message: the first ones, the number of others, and what shows them."""
    ends = np.cumsum([len(name) + 2 for name in names])
    most = max(1, min(_LISTED, int((ends <= _WIDTH + 2).sum())))
    more = f" and {len(names) - most} more" if len(names) > most else ""
    pointer = f"; {shown_by} shows all" if more and shown_by else ""
    return ", ".join(names[:most]) + more + pointer


def nearest_name(value: str, known: list[str], synonyms: Mapping[str, str]) -> str | None:
    """Return the nearest known name: by synonym, by part, or by similarity."""
    word = re.sub(r"[\W_]+", "_", value.lower())
    if len(word) < 3 or word in synonyms:
        return synonyms.get(word)
    parts = [name for name in known if word in name or word.startswith(name)]
    if parts:
        # prefer names that share a prefix
        return min(parts, key=lambda name: (name[:3] != word[:3], len(name)))
    from difflib import get_close_matches

    like = get_close_matches(word, [*known, *synonyms], n=1, cutoff=_LIKENESS)
    return synonyms.get(like[0], like[0]) if like else None


def shown(value: Any) -> str:
    """Write a number, or nested numbers, for messages."""
    array = np.asarray(value)
    if array.ndim == 0:
        return f"{array:.6g}"
    return f"({', '.join(shown(entry) for entry in array)})"


def brief(value: Any) -> str:
    """Write a value for messages, shortened if it is long."""
    if isinstance(value, str):
        return repr(value if len(value) <= _SHOWN else f"{value[:_SHOWN]}…")
    try:
        written = " ".join(str(value).split())
    except ValueError:
        return "an integer of more digits than Python writes"
    return written if len(written) <= _SHOWN else f"{written[:_SHOWN]}…"
