"""Reader of URDF: XML elements for the core, which finds the chain of an arm in them."""

from __future__ import annotations

from typing import Any

from .... import _core
from ..tree.reading import Reading, name_or_none, positions, reading
from .markup import parsed

Elements = list[tuple[int, str, str, list[tuple[str, str]]]]


def read_urdf(
    text: str | bytes,
    base: str | None,
    tip: str | None,
    *,
    exact: bool,
    locked: Any = None,
    mimic: str | None = None,
) -> Reading:
    """Return the data of the arm between two links of a URDF.

    Parameters
    ----------
    text : str or bytes
        The XML.
    base, tip : str, optional
        Names of links; by default the root, and the end of the only chain, a gripper behind it
        locked at its zero.
    exact : bool
        Whether not to round angles to multiples of pi/4.
    locked : mapping, optional
        Positions of joints that do not move, by their names.
    mimic : str, optional
        Treatment of joints of the chain that mimic others: "lock" or "independent".

    Raises
    ------
    ValueError
        If it is not a URDF, naming element and attribute; for links, and joints on the chain, that
        an arm cannot have.
    TypeError
        If names are not strings, or positions not numbers by name.
    """
    first, last = name_or_none("base", base), name_or_none("tip", tip)
    fixed, follow = positions(locked), name_or_none("mimic", mimic)
    return reading(*_core.read_urdf(elements(text), first, last, fixed, follow, exact))


def elements(text: str | bytes) -> Elements:
    """Return the depth, tag, text and attributes of all elements, in the order of the file."""
    found, pending = Elements(), [(0, parsed(text))]
    while pending:
        depth, element = pending.pop()
        found.append((depth, element.tag, element.text or "", list(element.items())))
        pending += [(depth + 1, child) for child in reversed(element)]
    return found
