"""Errata of the sources: from the checked derivations, else from a file."""

import json
import re
from pathlib import Path

import equidyn
from equidyn.papers.equivalence import PAPERS

from .markdown import table
from .mathematics import in_text

FILE = Path(__file__).resolve().parents[2] / "docs" / "texts" / "errata.json"
_DERIVATION = PAPERS["turney_mudge_lee"]

# number of the equation, what is printed, what is right: as Markdown
Row = tuple[str, str, str]


def section(entry: equidyn.Formulation) -> str:
    """Return the errata of the equations that a formulation uses; empty where none is known."""
    rows = [*of_derivation(entry), *recorded(entry.name)]
    if not rows:
        return ""
    cells = [
        line
        for number, printed, right in rows
        for line in ((in_text(number), "printed", printed), ("", "right", right))
    ]
    head = ("equation", "", "")
    return f"""## Errata of its source

In the symbols of the source, as it was read from a scan; some may be faults of the scan alone.

{table(head, cells)}"""


def of_derivation(entry: equidyn.Formulation) -> list[Row]:
    """Return the errata of the sections of Turney, Mudge & Lee with its equations."""
    if not entry.citation.startswith("J. L. Turney"):
        return []
    numbers = entry.reference + " ".join(equation.numbers for equation in entry.equations)
    sections = set(re.findall(r"\((\d+)\.\d+", numbers))
    return [
        (equation.number, in_text(erratum.printed), in_text(erratum.corrected))
        for equation in _DERIVATION.equations
        for erratum in equation.errata
        if equation.number.partition(".")[0] in sections
    ]


def recorded(name: str) -> list[Row]:
    """Return the errata on file of a formulation."""
    return [(row[0], row[1], row[2]) for row in _on_file().get(name, [])]


def names() -> list[str]:
    """Return the formulations that have errata on file."""
    return list(_on_file())


def _on_file() -> dict[str, list[list[str]]]:
    found: dict[str, list[list[str]]] = json.loads(FILE.read_text(encoding="utf-8"))
    return found
