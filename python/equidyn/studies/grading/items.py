"""Items of a marking: entries of a term, right or wrong, with their ratio to the right ones."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from ...validation import FloatArray

# most entries named in a finding
_NAMED = 6

# ratios are told to three digits where they are the same in every state to this part
_CONSTANT = 1e-4


@dataclass(frozen=True)
class Entry:
    """One entry of a term, in several states.

    Attributes
    ----------
    label : str
        Name of the entry: "M_12".
    got, expected : ndarray, shape (m,)
        Its values.
    allowed : float
        Largest difference that is not wrong.
    """

    label: str
    got: FloatArray
    expected: FloatArray
    allowed: float

    @property
    def right(self) -> bool:
        """Whether the entry is right in every state."""
        return bool(np.all(np.abs(self.got - self.expected) <= self.allowed))

    @property
    def vanishes(self) -> bool:
        """Whether the right entry is zero in every state."""
        return bool(np.all(np.abs(self.expected) <= self.allowed))

    @property
    def verdict(self) -> str:
        """The way in which a wrong entry is wrong."""
        if not np.isfinite(self.got).all():
            return "not finite"
        if self.vanishes:
            return "must be 0"
        if np.all(np.abs(self.got) <= self.allowed):
            return "missing"
        ratio = float(self.got @ self.expected / (self.expected @ self.expected))
        off = np.abs(self.got - ratio * self.expected).max()
        if off > max(self.allowed, _CONSTANT * np.abs(self.expected).max()):
            return "differs"
        return "wrong sign" if abs(ratio + 1.0) < _CONSTANT else f"{ratio:.6g} times the right one"


@dataclass(frozen=True)
class Item:
    """One item of a marking, with its points.

    Attributes
    ----------
    name : str
        What is marked: "gravity torque".
    entries : tuple of Entry
        Its entries.
    out_of : float
        Points of the item when everything is right.
    fault : str
        Why there are no points, where there are no entries; else empty.
    """

    name: str
    entries: tuple[Entry, ...]
    out_of: float = 1.0
    fault: str = ""

    @property
    def passed(self) -> bool:
        """Whether every entry is right."""
        return not (self.wrong or self.fault)

    @property
    def wrong(self) -> tuple[Entry, ...]:
        """The wrong entries."""
        return tuple(entry for entry in self.entries if not entry.right)

    @property
    def points(self) -> float:
        """Points: the right part of the entries, those that vanish rightly left out."""
        if self.fault:
            return 0.0
        counted = sum(not (entry.right and entry.vanishes) for entry in self.entries)
        right = 1.0 - len(self.wrong) / counted if counted else 1.0
        return self.out_of * right

    @property
    def finding(self) -> str:
        """The wrong entries in words: "M_12, M_21: missing; M_22: differs"."""
        if self.fault:
            return self.fault
        labels: dict[str, list[str]] = {}
        for entry in self.wrong[:_NAMED]:
            labels.setdefault(entry.verdict, []).append(entry.label)
        said = "; ".join(f"{', '.join(names)}: {verdict}" for verdict, names in labels.items())
        more = len(self.wrong) - _NAMED
        return f"{said}; and {more} more" if more > 0 else said


def item(
    name: str,
    labels: Iterable[str],
    got: FloatArray,
    expected: FloatArray,
    allowed: FloatArray,
) -> Item:
    """Make an item of values (m, ...), entries being the axes after the first.

    Parameters
    ----------
    name : str
        What is marked.
    labels : iterable of str
        Names of the entries, in the order of the flattened axes.
    got, expected : ndarray, shape (m, ...)
        The values.
    allowed : ndarray, broadcast to the shape (...)
        Largest differences that are not wrong.
    """
    limits = np.broadcast_to(allowed, got.shape[1:]).ravel()
    columns = zip(
        labels, got.reshape(len(got), -1).T, expected.reshape(len(got), -1).T, limits, strict=True
    )
    return Item(name, tuple(Entry(label, g, e, float(limit)) for label, g, e, limit in columns))
