"""Valid answers of a call."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import prod
from typing import Any

import numpy as np

from .hostile import UNCHANGED, OwnError, Raising
from .methods import Method
from .scene import Array, flat
from .worker import Turn

_ROUNDING = 1e-9
# errors that are about the whole call, or about options by their remedy
_WHOLE = (
    "leading axes",
    "the numbers of the state",
    "no finite acceleration",
    "overflow",
    "joint",
    "freedom",
)


def judge_refusal(
    turn: Turn, place: str, error: BaseException, names: Iterable[str], large: bool = False
) -> None:
    """Note an error that is no ValueError or TypeError, or that names none of the arguments."""
    if large and isinstance(error, MemoryError):
        return
    if type(error) not in (ValueError, TypeError):
        turn.found(f"raises {type(error).__name__}", place, error)
    elif not any(name in str(error) for name in (*names, *_WHOLE)):
        turn.found("names no argument", place, error)


def judge_own_error(
    turn: Turn, place: str, error: BaseException, hostile: Raising, names: Iterable[str]
) -> None:
    """Note an error of a user's own code that became something else."""
    if type(error) is hostile.error:
        return
    if hostile.error in UNCHANGED:
        turn.found(f"makes {type(error).__name__} of {hostile.error.__name__}", place, error)
    elif not isinstance(error, OwnError):
        judge_refusal(turn, place, error, names)


def judge_result(
    turn: Turn,
    place: str,
    method: Method,
    shapes: tuple[tuple[int, ...], tuple[int, ...]],
    result: Any,
    expected: Array | None,
) -> None:
    """Note results that are not those of the same rows alone, bit for bit."""
    parts: Sequence[Any] = result if method.results > 1 else (result,)
    leading, last = shapes
    if len(parts) != method.results or any(part.shape != (*leading, *last) for part in parts):
        turn.found("wrong shape", place, [part.shape for part in parts])
        return
    rows = prod(leading)
    found = flat(tuple(parts), rows)
    if not np.isfinite(found).all():
        turn.found("not finite", place, found[~np.isfinite(found)][:3])
    elif expected is None:
        turn.found("answers where a row alone raises", place, found.reshape(-1)[:3])
    elif rows and found.dtype != expected.dtype:
        turn.found("wrong dtype", place, found.dtype)
    elif rows and not alike(method, found, expected):
        difference = np.abs(found - expected).max()
        turn.found("not what the rows give alone", place, f"largest difference {difference}")


def alike(method: Method, found: Array, expected: Array) -> bool:
    """Tell whether results, a line a state, are the same: bit for bit, where the method says so."""
    if method.exact:
        return found.tobytes() == expected.tobytes()
    # NumPy adds up in another order where there are many
    scale = np.abs(expected).max(axis=-1, keepdims=True, initial=0.0)
    return bool((np.abs(found / 2 - expected / 2) <= _ROUNDING * scale).all())
