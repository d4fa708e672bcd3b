"""Errata of the sources, of the derivations that `equidyn.check_derivation` evaluates."""

import equidyn
from equidyn.papers.derivation.reading import Equation

from . import citations
from .markdown import table
from .mathematics import in_text

# number of the equation, what is printed, what is right: as Markdown
Row = tuple[str, str, str]


def section(entry: equidyn.Formulation) -> str:
    """Return the errata of the equations that a formulation uses; empty where none is known."""
    rows = of_formulation(entry)
    if not rows:
        return ""
    cells = [
        line
        for number, printed, right in rows
        for line in ((number, "printed", printed), ("", "right", right))
    ]
    head = ("equation", "", "")
    return f"""## Errata of its source

Of the parts of its source with these equations, in its symbols, as it was read from a scan; some
may be faults of the scan alone. `equidyn.check_derivation` evaluates each equation as printed and
as corrected, and shows by how much each erratum is wrong.

{table(head, cells)}"""


def of_formulation(entry: equidyn.Formulation) -> list[Row]:
    """Return the errata of the parts of its source that a formulation has equations of."""
    for paper, equations in citations.of_formulation(entry):
        if entry.citation.startswith(paper.source):
            used = {_part(equation) for equation in equations}
            return [
                row
                for equation in paper.equations
                if _part(equation) in used
                for row in of_equation(equation)
            ]
    return []


def of_equation(equation: Equation) -> list[Row]:
    """Return the errata of an equation."""
    return [
        (equation.number, in_text(erratum.printed), in_text(erratum.corrected))
        for erratum in equation.errata
    ]


def _part(equation: Equation) -> str:
    """Return the part of its derivation that an equation belongs to: the module where it stands."""
    return equation.sides.__module__
