"""One table, printed the same way in a terminal, in a notebook and in a report."""

from __future__ import annotations

import io
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    import rich.console

_JUSTIFY: dict[str, Literal["left", "right", "center"]] = {"l": "left", "r": "right", "c": "center"}
_VERDICT_STYLE = {"pass": "green", "FAIL": "bold red"}


@dataclass(frozen=True, repr=False)
class Table:
    """Rows of text under column headings.

    Parameters
    ----------
    title : str
        Stands above the table.
    columns : tuple of str
        Headings; a line break in one is kept.
    align : str
        One letter a column: l, r or c.
    rows : tuple of tuple of str
        The cells, one for each column. The cells "pass" and "FAIL" are coloured.
    footnote : str
        Stands below the table.
    """

    title: str
    columns: tuple[str, ...]
    align: str
    rows: tuple[tuple[str, ...], ...]
    footnote: str = ""

    def __str__(self) -> str:
        from rich.console import Console

        text = io.StringIO()
        Console(file=text, color_system=None, width=1000).print(self)
        return "\n".join(line.rstrip() for line in text.getvalue().splitlines())

    __repr__ = __str__

    def __rich__(self) -> rich.console.Group:
        """Return the table as `rich` draws it."""
        from rich import box
        from rich.console import Group
        from rich.table import Table as RichTable
        from rich.text import Text

        table = RichTable(box=box.SIMPLE_HEAD, pad_edge=False, collapse_padding=True)
        for heading, letter in zip(self.columns, self.align, strict=True):
            # a narrow terminal may fold text and cut names short, never numbers
            table.add_column(
                Text(heading),
                justify=_JUSTIFY[letter],
                no_wrap=letter != "l",
                overflow="ellipsis",
            )
        for row in self.rows:
            table.add_row(*(Text(cell, style=_VERDICT_STYLE.get(cell, "")) for cell in row))
        footnote = [Text(self.footnote, style="dim")] if self.footnote else []
        return Group(Text(self.title, style="bold"), table, *footnote)

    def _repr_html_(self) -> str:
        aligns = [_JUSTIFY[letter] for letter in self.align]
        head = "".join(_html_cell("th", *cell) for cell in zip(self.columns, aligns, strict=True))
        rows = (
            "".join(_html_cell("td", *cell) for cell in zip(row, aligns, strict=True))
            for row in self.rows
        )
        body = "".join(f"<tr>{row}</tr>\n" for row in rows)
        note = f"<p><small>{escape(self.footnote)}</small></p>\n" if self.footnote else ""
        return (
            f"<table>\n<caption>{escape(self.title)}</caption>\n"
            f"<thead><tr>{head}</tr></thead>\n<tbody>\n{body}</tbody>\n</table>\n{note}"
        )


def _html_cell(tag: str, text: str, alignment: str) -> str:
    verdict = f' class="{text.lower()}"' if text in _VERDICT_STYLE else ""
    content = escape(text).replace("\n", "<br>")
    return f'<{tag}{verdict} style="text-align: {alignment}">{content}</{tag}>'
