"""Pages "The sources, equation by equation": a walk through each source, made from the checks.

Verdicts are those of `equidyn.studies.check_derivation` on an arm with both kinds of joints, and of
`equidyn.studies.published_counts`; what the sources contain is listed in `equidyn.studies.papers`.
"""

import re
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import equidyn
from equidyn import robots
from equidyn.output.files import write_text
from equidyn.studies.papers.contents import Contents, Item, Steps
from equidyn.studies.papers.derivation import DerivationCheck, Step
from equidyn.studies.papers.equivalence import PAPERS
from equidyn.studies.papers.printed_counts.comparison import PublishedCounts
from equidyn.studies.papers.sources import SOURCES

from . import citations
from .markdown import literal, table, toctree
from .mathematics import in_text

# both kinds of joints, and revolute ones first, where the proofs of two papers need them
_JOINTS = "RRRRPR"
_SEED = 0
_HEAD = ("", "what it says", "verdict", "in equidyn")


def write_all(folder: Path, text: str) -> None:
    """Write the page of each source, and the index page, which begins with a text by hand."""
    write_text(folder / "index.md", index(text))
    for contents in SOURCES:
        write_text(folder / f"{contents.paper}.md", page(contents))


def index(text: str) -> str:
    """Return the page before them: a table of what was found in each source."""
    rows = []
    for contents in SOURCES:
        check, items = checked(contents.paper), contents.items()
        link = f"[{citations.authors(check.paper)}]({contents.paper}.md)"
        numbers = (
            len(check),
            len(check.misprinted),
            sum(len(step.misprints) for step in check),
            len(items),
            sum(bool(item.missing) for item in items),
        )
        rows.append((link, *map(str, numbers)))
    head = ("source", "equations", "wrong as published", "errata", "other items", "not complete")
    names = [contents.paper for contents in SOURCES]
    return "\n".join((text, table(head, rows), toctree(names, hidden=True)))


def page(contents: Contents) -> str:
    """Return the page of a source."""
    check = checked(contents.paper)
    parts = [
        f"# {citations.authors(check.paper)}\n",
        f"{check.paper.source}.\n",
        f"{in_text(check.paper.notes)}.\n",
    ]
    for section in contents.sections:
        rows = [line for row in section.rows for line in lines(row, contents)]
        parts.append(f"## {section.title}\n\n{table(_HEAD, rows)}")
    return "\n".join(parts)


def lines(row: Steps | Item, contents: Contents) -> Iterator[tuple[str, str, str, str]]:
    """Yield the lines of the table for an item, or for a run of equations."""
    if isinstance(row, Item):
        where = ", ".join(map(_place, row.places))
        yield _together(row.label), in_text(row.content), verdict_of_item(row, contents), where
        return
    formulations = citing(contents.paper)
    for step in run(row, checked(contents.paper)):
        places = [*map(_place, row.places), *formulations[step.equation]]
        yield f"({step.equation})", in_text(step.statement), verdict(step), ", ".join(places)


def run(row: Steps, check: DerivationCheck) -> tuple[Step, ...]:
    """Return the steps of a run of equations."""
    numbers = [step.equation for step in check]
    return check.steps[numbers.index(row.first) : numbers.index(row.last) + 1]


def verdict(step: Step) -> str:
    """Return what the check found of an equation: that it holds, or its errata."""
    if not step.misprints:
        return "holds"
    lines = []
    for misprint in step.misprints:
        erratum = misprint.erratum
        lines.append(f"{in_text(erratum.printed)}: *should be* {in_text(erratum.corrected)}")
    return "<br>".join(lines)


def verdict_of_item(item: Item, contents: Contents) -> str:
    """Return how many rows of a table are as counted, and what is missing of an item."""
    found = "there" if item.places else ""
    compared = {each.printed.place: each for each in counted(contents)}
    if item.label in compared:
        rows = [each for each in compared[item.label].entries if each.printed and each.measured]
        exact = sum(each.agrees for each in rows)
        found = "counted: no numbers are printed"
        if rows:
            found = f"{exact} of {len(rows)} rows as counted, reasons for the others"
    missing = f"not there: {item.missing}" if not item.places else item.missing
    return "; ".join(filter(None, (found, missing)))


@cache
def checked(paper: str) -> DerivationCheck:
    """Return the derivation of a source, checked: all of it applies, and holds as corrected.

    Raises
    ------
    AssertionError
        If an equation does not hold as corrected.
    """
    arm = robots.random_arm(len(_JOINTS), seed=_SEED, joints=_JOINTS, friction=True)
    check = equidyn.studies.check_derivation(
        arm.with_friction(viscous=arm.viscous), _SEED, paper=paper
    )
    check.assert_passed()
    return check


@cache
def counted(contents: Contents) -> PublishedCounts:
    """Return the printed tables of counts of a source beside those of the code."""
    return (
        equidyn.studies.published_counts(contents.counts) if contents.counts else PublishedCounts()
    )


@cache
def citing(paper: str) -> dict[str, list[str]]:
    """Return the links to the formulations that cite each equation of a source."""
    found: dict[str, list[str]] = defaultdict(list)
    for entry in equidyn.formulations():
        link = f"[{entry.name}](../formulations/{entry.name}.md)"
        numbers = {
            equation.number
            for source, equations in citations.of_formulation(entry)
            if source is PAPERS[paper]
            for equation in equations
        }
        for number in numbers:
            found[number].append(link)
    return found


def _place(place: str) -> str:
    """Return a place as Markdown: a link to a notebook, or a name as code."""
    folder, _, file = place.partition("/")
    if folder != "notebooks":
        return literal(f"equidyn.{place}")
    number = int(file.partition("_")[0])
    return f"[notebook\N{NO-BREAK SPACE}{number}](../course/{file})"


def _together(label: str) -> str:
    """Return the label of a figure or a table with its number on the same line."""
    return re.sub(r"^(Figure|Table) ", "\\1\N{NO-BREAK SPACE}", label)
