"""What the core reads from a tree of links, and what it is asked for."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from ....validation import FloatArray, real_array, text


class Unsound(NamedTuple):
    """What is wrong with tensors that no bodies have, and those of the nearest bodies."""

    reason: str
    nearest: FloatArray


class Reading(NamedTuple):
    """The data of an arm, remarks, all locked joints, tensors of no bodies, and the first link."""

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
    """Return what the core has read."""
    return Reading(data, remarks, locked, Unsound(*unsound) if unsound else None, base)


def name_or_none(what: str, name: Any) -> str | None:
    """Return a name that is asked for, as the core can take it."""
    return None if name is None else _encodable(text(what, name))


def positions(locked: Any) -> list[tuple[str, float]]:
    """Return the positions of joints that are to be locked, by their names.

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
    """Return a name with halves of surrogate pairs, which no file has, written out."""
    return name.encode("utf-8", "backslashreplace").decode()
