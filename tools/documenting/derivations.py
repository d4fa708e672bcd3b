"""Equations of a formulation's page, as `equidyn.studies.check_derivation` finds them."""

import equidyn
from equidyn.studies.papers.equivalence import derivation_of

from . import citations, sources
from .markdown import literal, table
from .mathematics import in_text


def section(entry: equidyn.dynamics.Formulation) -> str:
    """Return the steps of its derivation, or where those of its source are."""
    try:
        paper = derivation_of(entry.name)
    except ValueError:  # nobody has written one
        return ""
    call = literal(f'equidyn.studies.check_derivation(arm, paper="{entry.name}")')
    if paper.name != entry.name:
        link = f"[{citations.authors(paper)}](../sources/{paper.name}.md)"
        return f"{call} evaluates the equations of its source, {link}, one by one.\n"
    rows = [
        (literal(step.equation), in_text(step.statement), sources.verdict(step))
        for step in sources.checked(entry.name)
    ]
    return f"""## Each equation, checked

{call} evaluates two sides of each equation: one as it is written above, the other by exact motion,
by points of mass, or by Lagrange's equation. An equation is called by its left side; a plus marks
the second one with the same left side. This is what it finds on an arm of six joints of both kinds,
with general bodies:

{table(("equation", "what it says", ""), rows)}"""
