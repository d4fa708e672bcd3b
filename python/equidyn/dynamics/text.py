"""Parser of a formulation's C++ header: symbols, equations, citation and code."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from html import escape
from itertools import takewhile
from pathlib import Path
from textwrap import dedent, indent
from typing import NamedTuple

from ..cpp import HEADER_FOLDERS

_PLACES = tuple(folder / "equidyn" for folder in HEADER_FOLDERS)

# start of the paragraph with the source: "J. L. Turney, T. N. Mudge ..."
_SOURCE = re.compile(r"([A-Z]\.[ -]?)+ [A-Z]|Tutorial")

# head of a table of symbols: "paper   code   meaning, in frame i"
_HEADING = re.compile(r".*\w {2,}meaning")
# what an equation is broken after, to fit into its line
_BROKEN = re.compile(r" =\n +")
# labels of rows of operation counts are not part of equations: of the value of a statement, or of
# the lines up to the next label or a closing brace
_ROW = re.compile(r'\brow\(\s*(?:"(?P<label>[^"]*)"|[^,;]*),\s+(?P<value>[^;]*)\)(?=;)')
_ROW_OF_LINES = re.compile(
    r' *(?:const Row<T> row\(|EQUIDYN_STEP\(T, )"(?P<label>[^"]*)"\);\n'
    r"(?P<lines>(?:(?! *\}| *EQUIDYN_STEP).*\n)*)"
)
_ROWS = re.compile(r"^ *(const )?Row<T> row\b.*;\n", re.MULTILINE)
_MARK = re.compile("\0(.*?)\0")
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
        in_one_line = _ROW.sub(lambda row: " ".join(row["value"].split()), self.text)
        # unindented lines of the file comment are prose
        top, _, below = _BROKEN.sub(" = ", in_one_line).partition("#pragma once")
        lines = [*re.findall(r"^///   .*$", top, re.MULTILINE), *below.splitlines()]
        found = filter(None, map(_NUMBERED.fullmatch, lines))
        return tuple(
            Equation(line["behind"] or line["numbers"], line["code"] or line["comment"])
            for line in found
        )

    @property
    def code(self) -> str:
        """Code of the workspace and the algorithm; of a shared header, all declarations."""
        return "\n".join(line for line, _ in self.labelled_code)

    @property
    def labelled_code(self) -> list[tuple[str, str]]:
        """Lines of the code, each with the label of its operations, empty for most."""
        marked = _ROW_OF_LINES.sub(_marked_lines, _BROKEN.sub(" = ", self.text))
        marked = _ROWS.sub("", _ROW.sub(_marked_value, marked))
        found = ((_MARK.search(line), line) for line in _code_of(marked).splitlines())
        return [(_MARK.sub("", line), mark[1] if mark else "") for mark, line in found]

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


def _marked_value(row: re.Match[str]) -> str:
    column = row.start() - row.string.rfind("\n", 0, row.start()) - 1
    first, *others = row["value"].splitlines()
    lines = indent(dedent("\n".join(others)), " " * column).splitlines()
    return _marked([first, *lines], row["label"] or "")


def _marked_lines(row: re.Match[str]) -> str:
    return _marked([*row["lines"].splitlines(), ""], row["label"])


def _marked(lines: list[str], label: str) -> str:
    return "\n".join(f"{line}\0{label}\0" if line else "" for line in lines)


def _code_of(text: str) -> str:
    _, workspace, rest = text.partition("  template <Scalar T>\n  struct Workspace {")
    if workspace:
        lines = (workspace + rest.partition("\n};")[0]).splitlines()
        return "\n".join(line.removeprefix("  ") for line in lines)
    _, named, declarations = text.partition("namespace equidyn")
    return (declarations.partition("\n")[2] if named else text).strip()


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
