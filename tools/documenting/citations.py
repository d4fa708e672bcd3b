"""Equations of the sources that the headers of formulations cite."""

import re
from collections.abc import Iterator

import equidyn
from equidyn.dynamics.text import Header
from equidyn.studies.papers.derivation.reading import Equation, Paper
from equidyn.studies.papers.equivalence import PAPERS

# "(3.15)" or "(3.15)-(3.21)", of the source of the header and not of another
_CITED = re.compile(r"\((\d+\.\d+[a-z]?)\)(?:-\((\d+\.\d+[a-z]?)\))?(?! of [A-Z])")
# of a source that does not number its displays
_SECTION = re.compile(r"\bsection (\d+\.\d+\.\d+)")


def numbered(entry: equidyn.dynamics.Formulation) -> Iterator[tuple[str, str]]:
    """Yield the numbered lines of a formulation; numbers of another source with its authors."""
    for header in entry.headers:
        paper = paper_of(header)
        another = paper is not None and not entry.citation.startswith(paper.source)
        for numbers, line in header.equations:
            yield (f"{numbers} of {authors(paper)}" if paper and another else numbers), line


def authors(paper: Paper) -> str:
    """Return the authors of a paper, or what it is called instead."""
    return paper.title.partition(", section")[0]


def paper_of(header: Header) -> Paper | None:
    """Return the checked derivation that the numbers of a header belong to, if any."""
    comment = " ".join(header.comment.split())
    return next((paper for paper in PAPERS.values() if paper.source in comment), None)


def cited(header: Header, paper: Paper) -> list[Equation]:
    """Return the equations of its source that a header cites, in the order of the source."""
    found: set[int] = set()
    for first, last in _CITED.findall(header.text):
        places = [*_places(first, paper), *_places(last or first, paper)]
        found.update(range(min(places), max(places) + 1) if places else ())
    for section in _SECTION.findall(header.comment):
        found.update(_places(section, paper))
    return [paper.equations[k] for k in sorted(found)]


def _places(number: str, paper: Paper) -> list[int]:
    """Return the places of an equation, of its parts "7.38a" and "7.38b" too."""
    pattern = re.compile(rf"{re.escape(number)}[a-z]?'?")
    return [k for k, entry in enumerate(paper.equations) if pattern.fullmatch(entry.number)]


def of_formulation(entry: equidyn.dynamics.Formulation) -> Iterator[tuple[Paper, list[Equation]]]:
    """Yield the source of each header of a formulation, and what the header cites of it."""
    for header in entry.headers:
        paper = paper_of(header)
        if paper:
            yield paper, cited(header, paper)
