"""Names of joints and links, and table labels of joints."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..output.text import in_one_line
from ..validation import choice, several, text

IndexArray = NDArray[np.intp]


def usual_joint_names(n: int) -> tuple[str, ...]:
    """Return the default names of joints."""
    return tuple(f"joint_{number}" for number in range(1, n + 1))


def usual_link_names(n: int) -> tuple[str, ...]:
    """Return the default names of links."""
    return tuple(f"link_{number}" for number in range(1, n + 1))


def unused_name(name: str, taken: Sequence[str]) -> str:
    """Return an unused name, this one if possible."""
    while name in taken:
        name += "_"
    return name


def are_given(names: Sequence[str]) -> bool:
    """Tell whether joint names differ from the default."""
    return tuple(names) != usual_joint_names(len(names))


def order_of(names: Sequence[str], wanted: Sequence[str]) -> IndexArray:
    """Return the index of each wanted name among some names.

    Raises
    ------
    ValueError, TypeError
        If names are not strings, one occurs twice, or a wanted one is missing.
    """
    indices: dict[str, int] = {}
    for index, name in enumerate(several("names", names, "names")):
        if indices.setdefault(text("names", name), index) != index:
            raise ValueError(f"names: must differ, got {name!r} at {indices[name]} and {index}")
    missing = [name for name in wanted if name not in indices]
    if missing:
        raise ValueError(
            f"names: expected all of {', '.join(map(repr, wanted))}; missing are "
            f"{', '.join(map(repr, missing))}"
        )
    return np.array([indices[name] for name in wanted])


def renamed(present: Sequence[str], given: Any) -> Any:
    """Return the names of joints after a mapping renames some; anything else is returned as it is.

    Raises
    ------
    ValueError, TypeError
        If a name in the mapping is not a present one.
    """
    if not isinstance(given, Mapping):
        return given
    for name in given:
        choice("joint_names", name, present)
    return [given.get(name, name) for name in present]


def joint_labels(arm: Any) -> list[str]:
    """Return a label for each joint of an arm: its name where one was given, else its number."""
    if are_given(arm.joint_names):
        return [in_one_line(name) for name in arm.joint_names]
    return [str(number + 1) for number in range(arm.n)]
