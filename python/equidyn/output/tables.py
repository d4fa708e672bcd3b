"""Tables for terminals, notebooks and reports."""

from __future__ import annotations

import io
import shutil
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from html import escape
from typing import TYPE_CHECKING, Literal, NamedTuple

from .text import in_one_line, visible, with_powers

if TYPE_CHECKING:
    from rich.console import Console, ConsoleOptions, RenderableType, RenderResult

_JUSTIFY: dict[str, Literal["left", "right", "center"]] = {
    "l": "left",
    "r": "right",
    "R": "right",
    "c": "center",
}
_FOLDING = "lR"
_VERDICT_STYLE = {"pass": "green", "FAIL": "bold red"}
# without the style sheet of a page, as in a notebook
_HTML_STYLE = {"FAIL": "; color: light-dark(#b3261e, #ff9d94); font-weight: 700"}

# width of a table outside a terminal, enough for every line
_UNFOLDED = 1000


@dataclass(frozen=True, repr=False)
class Table:
    """Table of strings under column headings.

    In a terminal it fits the width: text is folded, then columns are left out, with a note; names
    and numbers are never cut, and names, in the first column with a heading, are the last to go.
    Elsewhere nothing is folded or left out.

    Parameters
    ----------
    title : str
        Title above the table.
    columns : tuple of str
        Headings; line breaks are kept.
    align : str
        One letter a column: l, r or c. Columns of l and of a capital R fold.
    rows : tuple of tuple of str
        The cells, one for each column. The cells "pass" and "FAIL" are coloured.
    footnote : str
        Note below the table.
    optional : tuple of str
        Headings of the columns that are left out first in a narrow terminal.
    """

    title: str
    columns: tuple[str, ...]
    align: str
    rows: tuple[tuple[str, ...], ...]
    footnote: str = ""
    optional: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "title", in_one_line(self.title))
        object.__setattr__(self, "columns", tuple(map(visible, self.columns)))
        object.__setattr__(self, "rows", tuple(tuple(map(in_one_line, row)) for row in self.rows))
        object.__setattr__(self, "footnote", visible(self.footnote))

    def __str__(self) -> str:
        from rich.console import Console

        text = io.StringIO()
        # in a notebook the console would display the table instead of writing it to the buffer
        console = Console(
            file=text,
            color_system=None,
            force_terminal=False,
            force_jupyter=False,
            # the characters on a line of the terminal, if there is one
            width=shutil.get_terminal_size().columns if sys.stdout.isatty() else _UNFOLDED,
        )
        console.print(self)
        return "\n".join(line.rstrip() for line in text.getvalue().splitlines())

    __repr__ = __str__

    def __rich__(self) -> RenderableType:
        """Return the table as a `rich` renderable."""
        rows = (tuple(map(with_powers, row)) for row in self.rows)
        return _Drawn(replace(self, rows=tuple(rows), footnote=with_powers(self.footnote)))

    def to_latex(self) -> str:
        """Return the table for LaTeX with the package booktabs, in a float with its title."""
        from .markup import in_latex

        return in_latex(self)

    def to_markdown(self) -> str:
        """Return the table as Markdown."""
        from .markup import in_markdown

        return in_markdown(self)

    def _repr_html_(self) -> str:
        return self.in_html({})

    def in_html(self, drawn: Mapping[tuple[int, int], CellStyle]) -> str:
        """Return the table as HTML, with classes and styles of cells by row and column, from 0."""
        aligns = [_JUSTIFY[letter] for letter in self.align]
        # an empty cell heads nothing
        cells = (
            _html_cell("th" if heading else "td", heading, align)
            for heading, align in zip(self.columns, aligns, strict=True)
        )
        head = f"<thead><tr>{''.join(cells)}</tr></thead>\n" if any(self.columns) else ""
        rows = (
            "".join(
                _html_cell("td", text, align, drawn.get((k, j)))
                for j, (text, align) in enumerate(zip(row, aligns, strict=True))
            )
            for k, row in enumerate(self.rows)
        )
        body = "".join(f"<tr>{row}</tr>\n" for row in rows)
        lines = escape(self.footnote).replace("\n", "<br>")
        note = f"<p><small>{lines}</small></p>\n" if lines else ""
        return (
            f"<table>\n<caption>{escape(self.title)}</caption>\n"
            f"{head}<tbody>\n{body}</tbody>\n</table>\n{note}"
        )


class CellStyle(NamedTuple):
    """Class of a cell in HTML, and its style before the alignment."""

    kind: str
    style: str


def _html_cell(tag: str, text: str, alignment: str, drawn: CellStyle | None = None) -> str:
    verdict = text.lower() if text in _VERDICT_STYLE else ""
    kind, before = drawn or (verdict, "")
    named = f' class="{kind}"' if kind else ""
    style = f"{before}text-align: {alignment}{_HTML_STYLE.get(text, '')}"
    content = escape(text).replace("\n", "<br>")
    return f'<{tag}{named} style="{style}">{content}</{tag}>'


@dataclass(frozen=True)
class _Drawn:
    """Rich renderable of a table, laid out for the width of the console."""

    table: Table

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        from rich.text import Text

        shown = self._layout(options.max_width)
        yield Text(self.table.title, style="bold")
        yield self._grid(shown)
        dropped = [
            heading.replace("\n", " ")
            for k, heading in enumerate(self.table.columns)
            if heading and k not in shown.columns
        ]
        note = f"no room for: {'; '.join(dropped)}" if dropped else ""
        for line in filter(None, (self.table.footnote, note)):
            yield Text(line, style="dim")

    def _layout(self, width: int) -> Layout:
        table = self.table
        cells = list(zip(*table.rows, strict=True)) or [()] * len(table.columns)
        columns = [
            Column.of(heading, column, letter in _FOLDING)
            for heading, column, letter in zip(table.columns, cells, table.align, strict=True)
        ]
        names = next((k for k, heading in enumerate(table.columns) if heading), 0)
        optional = [table.columns.index(name) for name in table.optional]
        return layout(columns, optional, width, names)

    def _grid(self, shown: Layout) -> RenderableType:
        from rich import box
        from rich.table import Table as RichTable
        from rich.text import Text

        grid = RichTable(
            box=box.SIMPLE_HEAD,
            show_edge=False,
            padding=(0, shown.gap - 1, 0, 0),
            pad_edge=False,
        )
        for k, width in zip(shown.columns, shown.widths, strict=True):
            heading = Text(self.table.columns[k])
            grid.add_column(heading, justify=_JUSTIFY[self.table.align[k]], width=width)
        for row in self.table.rows:
            cells = (row[k] for k in shown.columns)
            grid.add_row(*(Text(cell, style=_VERDICT_STYLE.get(cell, "")) for cell in cells))
        return grid


# gaps between columns; the smallest is tried before columns are left out
_GAPS = (2, 1)


@dataclass(frozen=True)
class Column:
    """Width of a column.

    Attributes
    ----------
    natural : int
        Width without folding.
    least : int
        Width with lines folded between words; names and numbers are never cut.
    """

    natural: int
    least: int

    @classmethod
    def of(cls, heading: str, cells: Sequence[str], folds: bool) -> Column:
        """Return the widths of a column; its heading folds in any case."""
        lines = [line for text in (heading, *cells) for line in text.split("\n")]
        words = [word for text in (heading, *(cells if folds else ())) for word in text.split()]
        uncut = words if folds else [*words, *(line for cell in cells for line in cell.split("\n"))]
        return cls(_longest(lines), _longest(uncut))


@dataclass(frozen=True)
class Layout:
    """Layout of a table in a given width.

    Attributes
    ----------
    columns : tuple of int
        Indices of the columns shown, in order.
    widths : tuple of int
        Width of each.
    gap : int
        Spaces between columns.
    """

    columns: tuple[int, ...]
    widths: tuple[int, ...]
    gap: int


def layout(
    columns: Sequence[Column], optional: Sequence[int], width: int, names: int = 0
) -> Layout:
    """Fit columns into a width: text is folded first, then columns are left out.

    Parameters
    ----------
    columns : sequence of Column
        All columns of the table.
    optional : sequence of int
        Indices of the columns left out first; then others are, from the last one on.
    width : int
        Characters on a line.
    names : int
        Index of the column that is never left out.
    """
    last_first = [k for k in reversed(range(len(columns))) if k not in (names, *optional)]
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
    """Return widths that fit: narrow the widest column that can fold, a character at a time."""
    widths = [column.natural for column in columns]
    while sum(widths) > room:
        foldable = [k for k, column in enumerate(columns) if widths[k] > column.least]
        widths[max(foldable, key=lambda k: widths[k])] -= 1
    return tuple(widths)


def _longest(texts: Sequence[str]) -> int:
    from rich.cells import cell_len

    return max(map(cell_len, texts), default=0)
