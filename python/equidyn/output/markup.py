"""Tables as LaTeX and as Markdown."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from typing import TYPE_CHECKING

from .formulas import greek, with_formulas
from .text import with_powers

if TYPE_CHECKING:
    from .tables import Table

_LATEX = str.maketrans(
    {
        **{character: f"\\{character}" for character in "&%$#_{}"},
        "\\": r"\textbackslash{}",
        "~": r"\textasciitilde{}",
        "^": r"\textasciicircum{}",
        "<": r"\ensuremath{<}",
        ">": r"\ensuremath{>}",
        "|": r"\ensuremath{|}",
        "≥": r"\ensuremath{\geq}",
        "≤": r"\ensuremath{\leq}",
        "≈": r"\ensuremath{\approx}",
        "×": r"\ensuremath{\times}",
        "·": r"\ensuremath{\cdot}",
        "−": r"\ensuremath{-}",
        "±": r"\ensuremath{\pm}",
        "→": r"\ensuremath{\to}",
        "∞": r"\ensuremath{\infty}",
        "√": r"\ensuremath{\surd}",
        "∂": r"\ensuremath{\partial}",
        "∇": r"\ensuremath{\nabla}",
        "…": r"\ldots{}",
        "°": r"\ensuremath{^\circ}",
        "⁄": "/",
        "ϑ": r"\ensuremath{\vartheta}",
        "µ": r"\ensuremath{\mu}",
    }
)

# most words of a label
_LABEL = 6

# a letter with a combining accent, and the commands of these
_ACCENTED = re.compile("([A-Za-z])([\u0300-\u0304\u0307\u0308])")
_ACCENTS = dict(zip("\u0300\u0301\u0302\u0303\u0304\u0307\u0308", "`'^~=.\"", strict=True))

_GREEK = re.compile("[Α-ω]")

# beside the signs: the address of a link, an entity
_MARKDOWN = re.compile(r"([\\`*_\[\]<>|~$#]|(?<=\])\(|&(?=#?\w+;))")


def in_latex(table: Table) -> str:
    r"""Return a table for LaTeX with the package booktabs.

    The title is the caption, its first words are the label, and notes are below the table.

    Formulas are in math mode: powers, indices, signs, powers of ten. Text is escaped so that any
    engine sets it: signs and Greek letters become commands.
    """
    columns = "".join(letter.lower() for letter in table.align)
    lines = [
        r"\begin{table}",
        r"\centering",
        rf"\caption{{{_latex(table.title)}}}",
        rf"\label{{tab:{_label(table.title)}}}",
        rf"\begin{{tabular}}{{{columns}}}",
        r"\toprule",
        _latex_row(table.columns),
        r"\midrule",
        *map(_latex_row, table.rows),
        r"\bottomrule",
        r"\end{tabular}",
        *(rf"\par\footnotesize {_latex(note)}" for note in table.footnote.split("\n") if note),
        r"\end{table}",
    ]
    return "\n".join(lines) + "\n"


def in_markdown(table: Table) -> str:
    """Return a table of Markdown, with the title above and notes below it."""
    marks = [{"l": ":--", "r": "--:", "c": ":-:"}[letter.lower()] for letter in table.align]
    lines = [
        f"**{_markdown(table.title)}**",
        "",
        _markdown_row(map(_markdown, table.columns)),
        _markdown_row(marks),
        *(_markdown_row(map(_markdown, row)) for row in table.rows),
        *(f"\n{_markdown(note)}" for note in table.footnote.split("\n") if note),
    ]
    return "\n".join(lines) + "\n"


def _label(title: str) -> str:
    """Return the first words of a title, joined by hyphens."""
    plain = unicodedata.normalize("NFKD", title).encode("ascii", "ignore").decode()
    return "-".join(re.findall("[a-z0-9]+", plain.lower())[:_LABEL])


def _latex_row(cells: tuple[str, ...]) -> str:
    # a line that begins with a bracket would be an argument of the line before
    return " & ".join(map(_latex, cells)).replace("[", "{[}") + r" \\"


def _latex(text: str) -> str:
    decomposed = unicodedata.normalize("NFD", text.replace("\n", " "))
    return with_formulas(decomposed, _latex_text)


def _latex_text(text: str) -> str:
    signs = text.replace(">=", "≥").replace("<=", "≤").translate(_LATEX)
    letters = _ACCENTED.sub(lambda found: rf"\{_ACCENTS[found[2]]}{{{found[1]}}}", signs)
    return _GREEK.sub(lambda letter: rf"\ensuremath{{{greek(letter[0])}}}", letters)


def _markdown_row(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _markdown(text: str) -> str:
    return _MARKDOWN.sub(r"\\\1", with_powers(text.replace("\n", " ")))
