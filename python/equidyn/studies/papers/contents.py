"""Contents of a source from beginning to end: where each item is in equidyn, or why it is not.

Equations are those of its derivation; tables, figures and the rest are listed beside them, so that
nothing of a source is left without a word.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Steps:
    """A run of equations that the derivation of the source checks, in its order.

    Attributes
    ----------
    first, last : str
        Numbers of its first and its last equation.
    places : tuple of str
        Calls and names of `equidyn`, or files of the course, that have them beside the check.
    """

    first: str
    last: str
    places: tuple[str, ...] = ()


@dataclass(frozen=True)
class Item:
    """A figure, a table, an equation without a check, or a statement.

    Attributes
    ----------
    label : str
        What it is called in the source; a table of counts as in `published_counts`.
    content : str
        What it shows.
    places : tuple of str
        Calls and names of `equidyn`, or files of the course, that have it.
    missing : str
        Reason why it, or a part of it, is not there; empty where nothing is missing.
    """

    label: str
    content: str
    places: tuple[str, ...] = ()
    missing: str = ""


@dataclass(frozen=True)
class Section:
    """A section of a source.

    Attributes
    ----------
    title : str
        Its number and title.
    rows : tuple of Steps and Item
        What stands in it, in order.
    """

    title: str
    rows: tuple[Steps | Item, ...]


@dataclass(frozen=True)
class Contents:
    """A source from its first section to its last.

    Attributes
    ----------
    paper : str
        Name of its derivation in `check_derivation`.
    counts : str
        Name of its tables in `published_counts`; empty where it has none.
    sections : tuple of Section
        All of them, in order.
    """

    paper: str
    counts: str
    sections: tuple[Section, ...]

    def items(self) -> tuple[Item, ...]:
        """Return all that is no checked equation."""
        rows = (row for section in self.sections for row in section.rows)
        return tuple(row for row in rows if isinstance(row, Item))
