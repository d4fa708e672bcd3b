"""Results of the core that reads a tree of links, and its options."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from ....validation import FloatArray, real_array, text


class Unsound(NamedTuple):
    """The error of impossible tensors, and the nearest possible ones."""

    reason: str
    nearest: FloatArray


class Reading(NamedTuple):
    """The data of an arm, remarks, all locked joints, impossible tensors, and the first link."""

    data: dict[str, Any]
    remarks: list[str]
    locked: dict[str, float]
    unsound: Unsound | None
    base: str


def reading(
    data: dict[str, Any],
    remarks: list[str],
    locked: dict[str, float],
    unsound: tuple[str, FloatArray] | None,
    base: str,
) -> Reading:
    """Return the result of the core."""
    return Reading(data, remarks, locked, Unsound(*unsound) if unsound else None, base)


def name_or_none(what: str, name: Any) -> str | None:
    """Return a requested name in a form that the core can take."""
    return None if name is None else _encodable(text(what, name))


def positions(locked: Any) -> list[tuple[str, float]]:
    """Return the positions of joints to lock, by their names.

    Raises
    ------
    ValueError, TypeError
        If they are not finite numbers by names.
    """
    if locked is None:
        return []
    if not isinstance(locked, Mapping):
        got = type(locked).__name__
        raise TypeError(f"locked: expected positions by joint name, got {got}")
    return [
        (
            _encodable(text("locked", name)),
            float(real_array(f"locked: {name!r}", x, (), "rad or m")),
        )
        for name, x in locked.items()
    ]


def _encodable(name: str) -> str:
    """Return a name with single surrogates escaped; no file has them."""
    return name.encode("utf-8", "backslashreplace").decode()
