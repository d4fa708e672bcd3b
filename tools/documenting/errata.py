"""Errata of the sources, of the derivations that `equidyn.studies.check_derivation` evaluates."""

import equidyn
from equidyn.studies.papers.derivation.reading import Equation, Paper
from equidyn.studies.papers.equivalence import PAPERS

from . import citations
from .markdown import table
from .mathematics import in_text

# number of the equation, what is printed, what is right: as Markdown
Row = tuple[str, str, str]


def section(entry: equidyn.dynamics.Formulation) -> str:
    """Return the errata of the equations that a formulation uses; empty where none is known."""
    rows = of_formulation(entry)
    paper = own_source(entry)
    if not (rows and paper):
        return ""
    cells = [
        line
        for number, printed, right in rows
        for line in ((number, "printed", printed), ("", "right", right))
    ]
    head = ("equation", "", "")
    return f"""## Errata of its source

Of the parts of its source with these equations, in its symbols, as it was read from a scan; some
may be faults of the scan alone. `equidyn.studies.check_derivation` evaluates each equation as
published and as corrected, and shows by how much each erratum is wrong;
[here](../sources/{paper.name}.md) are all equations of the source.

{table(head, cells)}"""


def of_formulation(entry: equidyn.dynamics.Formulation) -> list[Row]:
    """Return the errata of the parts of its source that a formulation has equations of."""
    paper = own_source(entry)
    used = {
        _part(equation)
        for source, equations in citations.of_formulation(entry)
        if source is paper
        for equation in equations
    }
    return [
        row
        for equation in (paper.equations if paper else ())
        if _part(equation) in used
        for row in of_equation(equation)
    ]


def own_source(entry: equidyn.dynamics.Formulation) -> Paper | None:
    """Return the checked derivation of a formulation's own source, if there is one."""
    return next((p for p in PAPERS.values() if entry.citation.startswith(p.source)), None)


def of_equation(equation: Equation) -> list[Row]:
    """Return the errata of an equation."""
    return [
        (equation.number, in_text(erratum.printed), in_text(erratum.corrected))
        for erratum in equation.errata
    ]


def _part(equation: Equation) -> str:
    """Return the part of its derivation that an equation belongs to: the module where it stands."""
    return equation.sides.__module__
