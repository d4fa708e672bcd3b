"""The walk through the sources leaves out nothing that they number or that is cited of them."""

import re
from pathlib import Path
from typing import get_args

import pytest

import equidyn
from documenting import citations, formulation_pages, sources
from equidyn.studies.papers.contents import Steps
from equidyn.studies.papers.equivalence import derivation_of
from equidyn.studies.papers.names import ExperimentName
from equidyn.studies.papers.published_counts import published_counts
from equidyn.studies.papers.sources import SOURCES

ROOT = Path(__file__).parents[2]
each_source = pytest.mark.parametrize("contents", SOURCES, ids=lambda contents: contents.paper)

# figures and tables of each source
FIGURES = {
    "turney_mudge_lee": (4, 5),
    "lee_chung_mudge_turney": (8, 2),
    "sasaki": (12, 1),
    "modified_dh_tutorial": (7, 0),
}


def test_every_derivation_has_its_contents():
    assert [contents.paper for contents in SOURCES] == list(sources.PAPERS)


@each_source
def test_every_checked_equation_stands_there_once_in_order(contents):
    check = sources.checked(contents.paper)
    runs = [
        sources.run(row, check)
        for section in contents.sections
        for row in section.rows
        if isinstance(row, Steps)
    ]
    assert all(runs)
    assert [step for run in runs for step in run] == list(check)


@each_source
def test_every_equation_applies_to_the_arm_and_each_erratum_shows(contents):
    check = sources.checked(contents.paper)
    assert not check.left_aside
    assert all(step.holds_as_printed == (not step.misprints) for step in check)


@each_source
def test_every_table_of_counts_stands_there_once(contents):
    labels = [item.label for item in contents.items()]
    places = [
        table.printed.place
        for table in published_counts()
        if table.printed.source == contents.counts
    ]
    assert [label for label in labels if label in places] == places
    assert len(set(labels)) == len(labels)


@pytest.mark.parametrize("paper", FIGURES)
def test_figures_and_tables_are_counted_through(paper):
    (contents,) = (each for each in SOURCES if each.paper == paper)
    labels = {item.label for item in contents.items()}
    for kind, last in zip(("Figure", "Table"), FIGURES[paper], strict=True):
        found = {label for label in labels if re.fullmatch(rf"{kind} \d+", label)}
        assert found == {f"{kind} {k}" for k in range(1, last + 1)}


@each_source
def test_an_item_is_somewhere_or_has_a_reason(contents):
    assert all(item.places or item.missing for item in contents.items())


@each_source
def test_places_exist(contents):
    rows = [row for section in contents.sections for row in section.rows]
    for place in {place for row in rows for place in row.places}:
        if place.startswith("notebooks/"):
            assert (ROOT / place).is_file(), place
            continue
        name, called, argument = place.partition("(")
        thing = equidyn
        for part in name.split("."):
            thing = getattr(thing, part)
        assert callable(thing)
        values = re.findall(r'"(.*?)"', called + argument)
        known = {
            "studies.published_counts": {contents.counts},
            "studies.reproduce": {*get_args(ExperimentName)},
            "formulations": {entry.name for entry in equidyn.formulations()},
        }
        assert set(values) <= known.get(name, set()), place


# Featherstone 2008
OF_OTHERS = {"2.63"}


def known_numbers():
    """Numbers of equations that the walk knows, of any source: of its checks and of its items."""
    steps = (equation.number for paper in sources.PAPERS.values() for equation in paper.equations)
    labels = " ".join(item.label for contents in SOURCES for item in contents.items())
    return {*OF_OTHERS, *steps, *re.findall(r"\((\d+\.\d+[a-z]?)\)", labels)}


def cited_numbers(text):
    """Numbers such as "(3.16)", "(7.38a)", "(A.28)", both ends of a range; not "f(1.0)"."""
    return set(re.findall(r"(?<!\w)\(((?:[1-57]|[AB])\.\d{1,2}[a-f]?)\)", text))


# what the site makes
MADE = {ROOT / "docs" / name for name in ("_build", "course", "recorded", "reference", "vectors")}

TEXTS = [
    path
    for folder, kinds in {
        "python/equidyn": ("py",),
        "cpp/include": ("hpp",),
        "docs": ("md",),
        "notebooks": ("ipynb",),
    }.items()
    for kind in kinds
    for path in (ROOT / folder).rglob(f"*.{kind}")
    if not MADE & set(path.parents)
]


def test_every_equation_that_is_cited_anywhere_is_one_that_the_walk_knows():
    known = known_numbers()
    parts = {re.sub(r"[a-f'+]+$", "", number) for number in known}
    unknown = {
        (str(path.relative_to(ROOT)), number)
        for path in TEXTS
        for number in cited_numbers(path.read_text(encoding="utf-8"))
        if number not in known and number not in parts
    }
    assert not unknown


@each_source
def test_the_page_has_a_line_for_each_equation_and_item(contents):
    page = sources.page(contents)
    assert page.startswith(f"# {citations.authors(sources.checked(contents.paper).paper)}\n")
    page = page.replace("\N{NO-BREAK SPACE}", " ")
    lines = [line.split(" | ") for line in page.splitlines() if line.startswith("| ")]
    labels = [line[0].removeprefix("| ") for line in lines]
    for step in sources.checked(contents.paper):
        assert labels.count(f"({step.equation})") == 1
    assert all(labels.count(item.label) == 1 for item in contents.items())
    wrong = sum("*should be*" in line[2] for line in lines if len(line) > 2)
    assert wrong == len(sources.checked(contents.paper).misprinted)


def test_the_page_leads_from_an_equation_to_the_formulation_that_has_it():
    (contents,) = (each for each in SOURCES if each.paper == "turney_mudge_lee")
    page = sources.page(contents).replace("\N{NO-BREAK SPACE}", " ")
    (line,) = (line for line in page.splitlines() if line.startswith("| (3.17)"))
    assert "[newton_euler](../formulations/newton_euler.md)" in line
    assert "holds" in line
    (line,) = (line for line in page.splitlines() if line.startswith("| Table 3"))
    assert re.search(r"\d+ of \d+ rows as counted", line)
    (line,) = (line for line in page.splitlines() if line.startswith("| section 6, strobing"))
    assert "counted: no numbers are printed" in line


def test_the_index_leads_to_every_source():
    index = sources.index("# The sources\n")
    assert all(f"]({contents.paper}.md)" in index for contents in SOURCES)
    assert "| [Angeles](angeles.md) | 50 | 4 | 7 | 13 | 2 |" in index


def test_the_page_of_a_formulation_shows_its_steps_or_leads_to_its_source():
    shown = {
        entry.name: formulation_pages.checked_equations(entry)
        for entry in equidyn.formulations()[::6]
    }
    for name, section in shown.items():
        paper = derivation_of(name)
        if paper.name == name:
            rows = [line for line in section.splitlines() if line.endswith("| holds |")]
            assert [row.split("`")[1] for row in rows] == [step.number for step in paper.equations]
        else:
            assert f"](../sources/{paper.name}.md)" in section
    assert {section.startswith("## ") for section in shown.values()} == {True, False}
