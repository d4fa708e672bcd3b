"""Bars in the cells of a table on a page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from .page import variable_of
from .styles import COLOURS, group_styles
from .tables import CellStyle, Table

# bars end at this many times the middle one, so that one slow row does not shorten all others
_LONGEST = 3.0


@dataclass(frozen=True)
class Bars:
    """Bars in the cells of a table, from zero and to one linear scale.

    Attributes
    ----------
    lengths : mapping of str to sequence of float
        Lengths in the rows, by heading of the column.
    groups : mapping of str to str or None
        Group of each row, by the name in it: of one colour; None: all rows have one colour.
    """

    lengths: Mapping[str, Sequence[float]]
    groups: Mapping[str, str] | None

    @property
    def end(self) -> float:
        """Length at which longer bars are cut."""
        ranked = sorted(length for lengths in self.lengths.values() for length in lengths)
        return min(ranked[-1], _LONGEST * ranked[len(ranked) // 2]) or 1.0

    @property
    def cut(self) -> bool:
        """Whether a bar is cut."""
        return any(max(lengths) > self.end for lengths in self.lengths.values())

    @property
    def key(self) -> dict[str, str]:
        """CSS colour of each group."""
        styles = group_styles(self.groups or {})
        return {group: f"var({variable_of(style['color'])})" for group, style in styles.items()}

    def drawn_in(self, table: Table) -> str:
        """Return a table as HTML, with bars in the cells, whose shape the page's style knows."""
        key, colour = self.key, f"var({variable_of(COLOURS[0])})"
        groups = None if self.groups is None else list(self.groups.values())
        drawn = {}
        for heading, lengths in self.lengths.items():
            for k, length in enumerate(lengths):
                share = length / self.end
                of_row = key[groups[k]] if groups else colour
                style = f"--share: {min(share, 1.0):.3g}; --colour: {of_row}; "
                kind = "bar cut" if share > 1.0 else "bar"
                drawn[k, table.columns.index(heading)] = CellStyle(kind, style)
        return table.in_html(drawn)
