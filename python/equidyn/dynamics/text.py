"""Parser of a formulation's C++ header: symbols, equations, citation and code."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from html import escape
from itertools import takewhile
from pathlib import Path
from typing import NamedTuple

from ..cpp import HEADER_FOLDERS

_PLACES = tuple(folder / "equidyn" for folder in HEADER_FOLDERS)

# start of the paragraph with the source: "J. L. Turney, T. N. Mudge ..."
_SOURCE = re.compile(r"([A-Z]\.[ -]?)+ [A-Z]|Tutorial")

# head of a table of symbols: "paper   code   meaning, in frame i"
_HEADING = re.compile(r".*\w {2,}meaning")
# row labels of operation counts, at the end of statements or before the value of a declaration, are
# not part of equations, which may be broken into two lines
_BROKEN = re.compile(r" =\n +")
_LEADING = re.compile(r'\(row\("[^"]*"\), ([^;]*)\)(?=;)')
_ROWS = re.compile(r"^ *(const )?Row<T> row\b.*;\n|(,| \|)\s+row\([^;]*\)(?=;)", re.MULTILINE)
# equation numbers are in a comment after the code, or at the end of an equation in a comment
_NUMBER = r"\(\d+\.\d+[a-z]?\)"
_NUMBERED = re.compile(
    rf"\s*(?!//)(?P<code>\S.*\S)\s+// (?P<behind>.*{_NUMBER}.*)"
    rf"|\s*///? +(?P<comment>\S.*?)\s+(?P<numbers>{_NUMBER}(?:(?:-|, ){_NUMBER})*)"
)


class Equation(NamedTuple):
    """A numbered equation of the source: a line of code or of a comment.

    Attributes
    ----------
    numbers : str
        As in "(3.15), (3.16)".
    line : str
        The line without the numbers.
    """

    numbers: str
    line: str


@dataclass(frozen=True)
class Header:
    """A parsed C++ header.

    Attributes
    ----------
    path : Path
        The file.
    text : str
        Its content.
    """

    path: Path
    text: str

    @property
    def _equations_alone(self) -> str:
        """The content without row labels, both sides of an equation on one line."""
        return _BROKEN.sub(" = ", _ROWS.sub("", _LEADING.sub(r"\1", self.text)))

    @property
    def comment(self) -> str:
        """The file comment, without slashes and file name."""
        top = takewhile(lambda line: line.startswith("///"), self.text.splitlines())
        return "\n".join(line[4:] for line in top if not line.startswith("/// @file"))

    @property
    def symbols(self) -> str:
        """Tables of symbols, of the file comment and of later comments."""
        tables, inside = [], False
        for line in map(str.strip, self.text.splitlines()):
            comment = line[4:] if line.startswith("///") else ""
            inside = bool(comment) and (inside or bool(_HEADING.match(comment)))
            if inside:
                tables.append(comment)
        return "\n".join(tables)

    @property
    def equations(self) -> tuple[Equation, ...]:
        """Numbered equations: lines with an equation number at their end."""
        # unindented lines of the file comment are prose
        top, _, below = self._equations_alone.partition("#pragma once")
        lines = [*re.findall(r"^///   .*$", top, re.MULTILINE), *below.splitlines()]
        found = filter(None, map(_NUMBERED.fullmatch, lines))
        return tuple(
            Equation(line["behind"] or line["numbers"], line["code"] or line["comment"])
            for line in found
        )

    @property
    def code(self) -> str:
        """Code of the workspace and the algorithm; of a shared header, all declarations."""
        text = self._equations_alone
        _, workspace, rest = text.partition("  template <Scalar T>\n  struct Workspace {")
        if workspace:
            lines = (workspace + rest.partition("\n};")[0]).splitlines()
            return "\n".join(line.removeprefix("  ") for line in lines)
        _, named, declarations = text.partition("namespace equidyn")
        return (declarations.partition("\n")[2] if named else text).strip()

    @property
    def page(self) -> str:
        """Readable parts of a shared header: comment, symbols, numbered equations."""
        symbols = "" if self.symbols in self.comment else self.symbols
        lines = (f"  {line}  {numbers}" for numbers, line in self.equations)
        parts = (f"{self.path.name}\n\n{self.comment}", symbols, "\n".join(lines))
        return "\n\n".join(filter(None, parts))

    @property
    def citation(self) -> str:
        """Paragraph with the citation of the source; empty if there is none."""
        paragraphs = self.comment.split("\n\n")
        return next((" ".join(p.split()) for p in paragraphs if _SOURCE.match(p)), "")

    def html(self) -> str:
        """Return comment and code as HTML, numbered equations emphasised."""
        top = f"<p><code>{escape(self.path.name)}</code></p><pre>{escape(self.comment)}</pre>"
        lines = (
            f"<mark>{escape(line)}</mark>" if _NUMBERED.fullmatch(line) else escape(line)
            for line in self.code.splitlines()
        )
        return f"{top}<pre>" + "\n".join(lines) + "</pre>"


@cache
def headers_of(formulation: str, quantity: str = "inverse_dynamics") -> tuple[Header, ...]:
    """Return the header of a formulation, then those of its shared steps and symbols.

    Raises
    ------
    FileNotFoundError
        If the headers were not installed with the package.
    """
    room = "formulations" if quantity == "inverse_dynamics" else f"reference/{quantity}"
    return with_shared(_read(f"{room}/{formulation}.hpp"))


def with_shared(own: Header) -> tuple[Header, ...]:
    """Return the header of a formulation, then those that it includes or names."""
    included = re.findall(r'#include "equidyn/(formulations/shared/\S+)"', own.text)
    named = re.findall(r"\bkernels/\S+?\.hpp", own.comment)
    return own, *map(_read, (*included, *named))


def _read(name: str) -> Header:
    for place in _PLACES:
        if (place / name).is_file():
            return Header(place / name, (place / name).read_text(encoding="utf-8"))
    raise FileNotFoundError(f"{name}: not a header of equidyn")
