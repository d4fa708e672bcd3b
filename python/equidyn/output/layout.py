"""Which columns of a table are shown in so much room, and how wide each of them is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

# columns stand this far apart; the least distance comes before the first column that is left out
_GAPS = (2, 1)


@dataclass(frozen=True)
class Column:
    """How much room a column wants.

    Attributes
    ----------
    natural : int
        With every line in one piece.
    least : int
        With lines folded between words, which are names and numbers: they are never cut.
    """

    natural: int
    least: int

    @classmethod
    def of(cls, heading: str, cells: Sequence[str], folds: bool) -> Column:
        """Measure a column, of which the heading folds in any case."""
        lines = [line for text in (heading, *cells) for line in text.split("\n")]
        words = [word for text in (heading, *(cells if folds else ())) for word in text.split()]
        uncut = words if folds else [*words, *(line for cell in cells for line in cell.split("\n"))]
        return cls(_longest(lines), _longest(uncut))


@dataclass(frozen=True)
class Layout:
    """What is shown.

    Attributes
    ----------
    columns : tuple of int
        Indices of the columns, in their order.
    widths : tuple of int
        How wide each of them is.
    gap : int
        Spaces between two.
    """

    columns: tuple[int, ...]
    widths: tuple[int, ...]
    gap: int


def layout(columns: Sequence[Column], optional: Sequence[int], width: int) -> Layout:
    """Fit columns into a width: text is folded first, then columns are left out.

    Parameters
    ----------
    columns : sequence of Column
        All that the table has.
    optional : sequence of int
        Indices of those that are left out before all others, which follow from the last one on.
    width : int
        Characters on a line.
    """
    last_first = [k for k in reversed(range(1, len(columns))) if k not in optional]
    shown = list(range(len(columns)))
    for dropped in (None, *optional, *last_first):
        if dropped is not None:
            shown.remove(dropped)
        for gap in _GAPS:
            room = width - gap * (len(shown) - 1)
            if sum(columns[k].least for k in shown) <= room:
                return Layout(tuple(shown), _widths([columns[k] for k in shown], room), gap)
    return Layout(tuple(shown), tuple(columns[k].least for k in shown), _GAPS[-1])


def _widths(columns: Sequence[Column], room: int) -> tuple[int, ...]:
    """Take room from the widest column that can fold, a character at a time, until all fit."""
    widths = [column.natural for column in columns]
    while sum(widths) > room:
        foldable = [k for k, column in enumerate(columns) if widths[k] > column.least]
        widths[max(foldable, key=lambda k: widths[k])] -= 1
    return tuple(widths)


def _longest(texts: Sequence[str]) -> int:
    from rich.cells import cell_len

    return max(map(cell_len, texts), default=0)
