"""Numbers in attributes, and the one message that each failure gets."""

from __future__ import annotations

import re
from math import isfinite
from xml.etree.ElementTree import Element

_NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d{1,9})?", re.ASCII)

# of what was found, so much is shown
_SHOWN = 40


def attribute(place: str, element: Element, name: str) -> str:
    """Return an attribute that must be there.

    Parameters
    ----------
    place : str
        What the element belongs to: "joint 'elbow'".
    """
    value = element.get(name)
    if value is None:
        raise ValueError(f"{place}: <{element.tag}> has no attribute {name!r}")
    return value


def words(place: str, element: Element, name: str, count: int, default: str = "") -> list[str]:
    """Return the numbers in an attribute as they are written, each of them checked."""
    text = element.get(name) or default or attribute(place, element, name)
    found = text.split()
    what = f"{count} numbers" if count > 1 else "a number"
    proper = all(_NUMBER.fullmatch(word) and isfinite(float(word)) for word in found)
    if len(found) != count or not proper:
        shown = text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"
        raise ValueError(f"{place}: <{element.tag} {name}>: expected {what}, got {shown!r}")
    return found


def numbers(place: str, element: Element, name: str, count: int, default: str = "") -> list[float]:
    """Return the numbers in an attribute; without a default it must be there."""
    return [float(word) for word in words(place, element, name, count, default)]


def number(place: str, element: Element, name: str, default: str = "") -> float:
    """Return the one number in an attribute."""
    return numbers(place, element, name, 1, default)[0]
