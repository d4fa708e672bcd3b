"""The texts of the site: their examples run, and nothing that should have a page has none."""

import doctest
import importlib
import re
from pathlib import Path

import numpy as np
import pytest

import equidyn
from documenting import citations, errata, formulation_pages, reference
from equidyn import robots
from equidyn.counting.polynomial import Polynomial
from equidyn.dynamics import bibliography
from updating import counts, times

DOCS = Path(__file__).parents[2] / "docs"
COUNTED = counts.read((DOCS.parent / counts.FILE).read_text(encoding="utf-8"))
TIMED = times.read((DOCS.parent / times.FILE).read_text(encoding="utf-8"))

NAMES = [entry.name for entry in equidyn.formulations()]


def examples(path: Path) -> str:
    """Return the sessions that a page shows."""
    sessions = re.findall(
        r"^```pycon\n(.*?)^```", path.read_text("utf-8"), re.DOTALL | re.MULTILINE
    )
    return "\n".join(sessions)


PAGES = [path for path in sorted(DOCS.glob("*.md")) if examples(path)]


def test_conventions_and_reliability_are_shown_by_examples():
    assert {"conventions", "reliability"} <= {path.stem for path in PAGES}


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
def test_examples_of_a_page_do_what_they_show(path):
    example = doctest.DocTestParser().get_doctest(examples(path), {}, path.stem, str(path), 0)
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
    assert runner.run(example).failed == 0


# public names that are no pages of the reference
UNLISTED = {"__version__", "jax", "robots", "studies", "torch"}


def test_every_public_name_is_once_in_the_reference():
    page = reference.index("")
    listed = re.findall(r"^   ([\w.]+)$", page, re.MULTILINE)
    public = {*equidyn.__all__} - UNLISTED
    rooms = [
        each
        for room in (robots, equidyn.jax, equidyn.torch, equidyn.studies)
        for each in room.__all__
    ]
    of_packages = [name for names in reference.groups().values() for name in names if "." in name]
    assert sorted(listed) == sorted([*public, *rooms, *of_packages])
    for name in of_packages:
        package, member = name.split(".")
        assert member in importlib.import_module(f"equidyn.{package}").__all__


def test_what_the_reference_does_not_list_is_in_its_text():
    by_hand = (DOCS / "texts" / "reference.md").read_text(encoding="utf-8")
    assert all(f"`equidyn.{name}`" in by_hand for name in UNLISTED)


def test_every_formulation_has_its_text_by_hand_and_no_other_has_one():
    texts = {path.stem for path in (formulation_pages.TEXTS / "formulations").glob("*.md")}
    assert texts == set(NAMES)


@pytest.mark.parametrize("quantity", ["mass_matrix", "forward_dynamics"])
def test_every_method_has_its_place_on_the_page_of_methods(quantity):
    text = (DOCS / "methods.md").read_text(encoding="utf-8")
    for method in equidyn.formulations(quantity):
        assert f"`{method.name}`" in text


def test_the_entry_for_bibtex_is_that_of_the_citation():
    citation = (DOCS.parent / "CITATION.cff").read_text(encoding="utf-8")
    (entry,) = re.findall(r"@software\{.*?\n\}", (DOCS / "index.md").read_text("utf-8"), re.DOTALL)
    assert entry == bibliography.of_equidyn()
    entry = dict(re.findall(r"(\w+) = \{+(.*?)\}+,", entry))
    for field, key in {"title": "title", "version": "version", "author": "  - name"}.items():
        assert entry[field] == re.search(rf"^{key}: (.+)$", citation, re.MULTILINE)[1]
    assert entry["note"] in citation


@pytest.mark.parametrize("name", NAMES)
def test_the_text_by_hand_has_equations_and_says_when_to_use_it(name):
    _, equations, use = formulation_pages.text_by_hand(name).split("\n## ")
    assert equations.startswith("Equations\n")
    assert "$$" in equations
    assert use.startswith("When to use it, when to teach it\n")
    words = use.split()
    assert len(words) > 25, f"{name}.md: expected more than 25 words on its use, got {len(words)}"


def test_what_the_literal_form_costs_is_said_as_it_is_counted():
    literal, shared = (
        sum(COUNTED[counts.PINNED[0], name].at(6))
        for name in ("lagrange_euler_literal", "lagrange_euler")
    )
    factor = {7: "seven", 8: "eight", 9: "nine"}[round(literal / shared)]
    text = formulation_pages.text_by_hand("lagrange_euler_literal")
    assert f"a factor of {factor} at six joints" in text


@pytest.mark.parametrize("name", NAMES)
def test_the_page_of_a_formulation_holds_what_the_registry_says(name):
    entry = equidyn.formulations()[name]
    page = formulation_pages.page(entry, COUNTED, TIMED)
    multiplications, additions = COUNTED[counts.Conventions(), name].at(times.N)
    assert page.startswith(f"# {entry.title}\n")
    assert all(part.text.rstrip() in page for part in entry.headers)
    assert all(line.strip() in page for line in entry.symbols.splitlines())
    assert entry.reference in page
    assert entry.citation in page
    assert f"| {multiplications} |" in page
    assert f"| {additions} |" in page
    assert entry.restriction in page


def test_what_another_formulation_saves_adds_up():
    """Rows to totals, surpluses to the difference; each joint of the one takes 126 more."""
    page = formulation_pages.page(equidyn.formulations()["newton_euler_base_frame"], COUNTED, TIMED)
    section = page.partition("## What link frames save\n")[2].partition("\n## ")[0]
    lines = [line.split("|")[1:-1] for line in section.splitlines() if line.startswith("| ")][2:]
    numbers = [[Polynomial.parse(cell.strip(" $")) for cell in line[1:]] for line in lines]
    columns = zip(*numbers[:-1], strict=True)
    assert [sum(column, Polynomial(())) for column in columns] == numbers[-1]
    assert [str(number) for number in numbers[-1]] == [
        "178n - 161", "143n - 146", "107n - 72", "88n - 71"
    ]  # fmt: skip
    assert "saves $71n - 89$ multiplications and $55n - 75$ additions, at $n = 6$ 592 of 1619" in (
        section
    )
    here, there = (
        sum(map(int, re.findall(r"\((\d+)\)", part))) for part in section.split("; there")
    )
    assert here - there == 71 + 55


def test_the_page_before_them_leads_to_all():
    index = formulation_pages.index(COUNTED, TIMED)
    assert all(f"]({name}.md)" in index for name in NAMES)


def test_a_formulation_that_was_not_timed_says_so():
    page = formulation_pages.page(equidyn.formulations()[0], COUNTED, times.Times({}, ()))
    assert "It has not been timed yet" in page


def test_errata_are_those_of_the_parts_of_its_source_that_a_formulation_uses():
    def numbers(name):
        return {row[0] for row in errata.of_formulation(equidyn.formulations()[name])}

    assert numbers("newton_euler") == {"3.2", "3.14", "3.16", "3.18"}
    # Newton-Euler's part of a paper on both, and Lagrange's
    assert numbers("newton_euler_lee") == {"3.20"}
    assert {"2.6", "3.8", "3.10"} <= numbers("lagrange_euler_literal")
    assert "3.20" not in numbers("lagrange_euler_literal")
    assert {"7.24a", "7.38d"} <= numbers("newton_euler_angeles")
    assert numbers("newton_euler_modified_dh") == {"3.1.5d"}
    assert not errata.section(equidyn.formulations()["kane"])


def test_a_number_of_another_source_than_that_of_the_page_says_of_which():
    """(3.15) is Newton's law with Lee et al., and an angular velocity in steps of Turney et al."""
    rows = list(citations.numbered(equidyn.formulations()["newton_euler_lee"]))
    assert ("(3.15)", "F[i] = m * ab;") in rows
    assert [line for number, line in rows if number == "(3.15) of Turney, Mudge & Lee"] == [
        "w[i] = Rt * (w[i - 1] + x.thd[i] * z);"
    ]
    own = [number for number, _ in citations.numbered(equidyn.formulations()["newton_euler"])]
    assert own
    assert not any(" of " in number for number in own)


def test_headers_cite_equations_that_their_sources_have():
    for entry in equidyn.formulations():
        for paper, equations in citations.of_formulation(entry):
            assert equations, f"{entry.name}: {paper.name}"


TEXTS = sorted([*DOCS.glob("*.md"), *DOCS.glob("texts/**/*.md"), DOCS.parent / "README.md"])


@pytest.mark.parametrize("path", TEXTS, ids=lambda path: path.stem)
def test_names_of_the_package_in_a_text_exist(path):
    for name in re.findall(r"`equidyn\.([A-Za-z_.]+\w)", path.read_text("utf-8")):
        thing = equidyn
        for part in name.split("."):
            thing = getattr(thing, part)


def test_the_complement_has_what_the_page_on_it_says():
    text = formulation_pages.text_by_hand("natural_orthogonal_complement")
    arm = robots.stanford()
    q, qd, qdd = np.random.default_rng(0).uniform(-1, 1, (3, arm.n))
    T = equidyn.studies.orthogonal_complement(arm, q, qd).T
    wrenches = arm.link_motion(q, qd, qdd).wrenches().constraint
    R = arm.link_poses(q)[:, :3, :3]
    force, moment = (np.einsum("ijk,ik->ij", R, w) for w in (wrenches[:, :3], wrenches[:, 3:]))
    constraint = np.hstack([moment, force]).ravel()
    assert "`equidyn.studies.orthogonal_complement`" in text
    assert "`equidyn.Arm.link_motion`" in text
    np.testing.assert_allclose(T.T @ constraint, 0, atol=1e-12 * np.abs(constraint).max())


@pytest.mark.parametrize("name", NAMES)
def test_the_text_by_hand_states_no_time_that_depends_on_the_machine(name):
    words = re.sub(r"\$.*?\$", "", formulation_pages.text_by_hand(name), flags=re.DOTALL)
    assert not re.search(
        r"(half|third|quarter|fifth|tenth|%) of the time|times as (fast|long)", words
    )
