"""The report is one page that needs nothing else, and says what was found."""

import re
from dataclasses import replace
from html import escape

import numpy as np
import pytest

import equidyn
from equidyn.dynamics.registry import kernel_name
from equidyn.output.page import typeset
from equidyn.output.text import in_time
from equidyn.robots import planar_2r
from oracles.web_page import Page

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def report():
    """Every formulation, on a small arm, for a short time."""
    return equidyn.report(
        planar_2r(),
        samples=5,
        seed=7,
        n=(1, 2, 4),
        repetitions=2,
        seconds=1e-4,
        command="equidyn report planar_2r --seed 7",
    )


@pytest.fixture(scope="module")
def text(report):
    """The page as text."""
    return report.html()


@pytest.fixture(scope="module")
def page(text):
    """The page as a browser reads it."""
    return Page(text)


def test_page_is_well_formed(page):
    assert page.open == []
    assert len(page.names) == len(set(page.names))


def test_page_loads_nothing(page, text):
    assert page.loads
    assert all(reference.startswith("#") for reference in page.loads)
    assert {reference[1:] for reference in page.loads} <= set(page.names)
    assert not {"link", "object", "img"} & set(page.tags)
    assert not any("src" in attributes for _, attributes in page.elements)
    assert "@import" not in text
    assert all(target.startswith("#") for target in re.findall(r"url\(([^)]*)\)", text))


def test_page_says_what_was_found(report, page):
    words = page.text
    assert "All formulations agree." in words
    assert report.verification.summary in words
    assert report.command in words
    for formulation in equidyn.formulations():
        assert formulation.name in words
        assert formulation.reference in words
    for claim in report.verification.claims:
        assert claim.statement in words
    assert report.against_n.machine["compiler"] in words


def test_page_holds_five_drawings_in_the_ink_of_the_page(page, text):
    assert page.tags.count("figure") == page.tags.count("svg") == 5
    assert "currentColor" in text
    assert "#010203" not in text
    assert "prefers-color-scheme: dark" in text


def test_names_of_arms_are_escaped():
    arm = planar_2r().with_name("<b>bold</b> & co")
    options = {"samples": 2, "n": (1,), "repetitions": 1, "seconds": 1e-4}
    page = equidyn.report(arm, formulations=["newton_euler", "kane"], **options).html()
    assert "<b>" not in page
    assert "&lt;b&gt;bold&lt;/b&gt; &amp; co" in page


def test_costs_are_sorted_and_relative_to_the_cheapest(report):
    for timings, batch in ((report.on_arm, 1), (report.batches_on_arm, 1024)):
        assert timings.batch == batch
        factors = {row[0]: float(row[-1]) for row in timings.cost_table().rows}
        assert list(factors.values()) == sorted(factors.values())
        assert set(factors) == set(timings.formulations)
        assert min(factors[name] for name in factors if name != kernel_name()) == 1.0
        assert kernel_name() in factors


def test_formulations_have_the_same_order_in_every_table_of_the_page(page):
    names = [formulation.name for formulation in equidyn.formulations()]
    listed = [[cell for cell in table if cell in names] for table in page.tables]
    long = [found for found in listed if len(set(found)) == len(found) > 10]
    assert len(long) >= 8
    for found in long:
        assert found == [name for name in names if name in found]


def test_every_cost_of_the_arm_has_a_bar_as_long_as_its_number(report, page, text):
    cells = re.findall(r'<td class="bar.*?--share: ([\d.e-]+);.*?>(\d.*?)</td>', text)
    times = [record.minimum for record in report.on_arm.records]
    assert len(cells) == 2 * len(times) + 2 * len(report.counts)
    end = min(max(times), 3 * sorted(times)[len(times) // 2])
    for (share, shown), time in zip(cells, times, strict=False):
        assert shown == in_time(time)
        assert float(share) == pytest.approx(min(time / end, 1.0), rel=5e-3)
    assert "Newton-Euler Lagrange Kane, Gibbs, complement production kernel" in page.text


def test_the_contents_lead_to_every_section(page, text):
    headings = re.findall(r'<h2 id="([\w-]+)">(?:\d+\. )?(.*?)</h2>', text)
    assert headings[0] == ("move-it", "Move it")
    assert len(headings) == 9
    links = re.findall(r'<a href="#([\w-]+)">(.*?)</a>', text)
    # beside the sections, and folded above them
    assert links == 2 * headings
    assert page.tags.count("nav") == 1


def test_report_times_the_arm_itself(report):
    assert report.on_arm.sizes == (2,)
    assert report.on_arm.arms == "planar 2R"
    assert report.against_n.sizes == (1, 2, 4)


def plain(cell):
    """A cell without what typesetting adds to it and takes away."""
    return cell.replace("−", "-").replace("⁄", "/").replace("^", "").replace(" ", "")


def cells(table):
    """Text of a table, its title first."""
    shown = (table.title, *table.columns, *(cell for row in table.rows for cell in row))
    return tuple(plain(cell) for cell in shown)


def tables_of(report):
    """Every table that a report has."""
    verification, against_n = report.verification, report.against_n
    in_batches = report.batches_against_n
    return {
        "checks": verification.checks_table(),
        "claims": verification.claims_table(),
        "cost": report.on_arm.cost_table(ranked=False),
        "growth": against_n.growth_table(),
        "times": against_n.table(against_n.sizes),
        "crossovers of times": against_n.crossovers().table(),
        "cost in batches": report.batches_on_arm.cost_table(ranked=False),
        "times in batches": in_batches.table(in_batches.sizes),
        "crossovers in batches": in_batches.crossovers().table(),
        "counts": report.counts.table(),
        "polynomials": report.polynomials.table(),
        "crossovers": report.polynomials.crossovers().table(),
        "parallel": report.parallel.table(),
        "registry": equidyn.formulations().table(),
        **{str(part): part.table() for part in (*report.published, *report.others)},
    }


def test_page_holds_every_table_with_every_cell(report, page):
    on_page = {tuple(plain(cell) for cell in table) for table in page.tables}
    missing = [name for name, table in tables_of(report).items() if cells(table) not in on_page]
    assert missing == []
    assert any(table[0].startswith("planar2R:2joints") for table in on_page)


def test_text_has_all_its_parts(report):
    text = str(report)
    times = ("on_arm", "batches_on_arm", "against_n", "batches_against_n")
    names = ("verification", *times, "counts", "polynomials")
    parts = [*(getattr(report, name) for name in names), *report.others]
    missing = [part for part in parts if str(part) not in text]
    assert missing == []
    assert bool(repr(report) == text)


def test_every_line_of_the_notes_below_tables_is_one_on_the_page(report, text):
    for table in tables_of(report).values():
        lines = [escape(line) for line in table.footnote.split("\n")]
        note = re.sub(r"n\^(\d+)", r"n<sup>\1</sup>", "<br>".join(lines))
        assert bool(f"<small>{note}</small>" in text), note


def test_powers_are_set_as_powers(text):
    literal = "12<i>n</i><sup>4</sup> + <sup>107</sup>⁄<sub>3</sub> <i>n</i><sup>3</sup>"
    order = "><i>n</i><sup>2</sup></td>"
    assert [part for part in (literal, order) if part not in text] == []
    assert re.findall(r"\bn\^\d", text) == []


@pytest.mark.parametrize(
    ("written", "set_"),
    [
        ("107n - 72", "107<i>n</i> − 72"),
        ("-1/2 n^2 + n", "−<sup>1</sup>⁄<sub>2</sub> <i>n</i><sup>2</sup> + <i>n</i>"),
        ("kane", "kane"),
        ("n = 2", "n = 2"),
        ("none - not one", "none - not one"),
        ("-0.5, 1/2", "−0.5, 1/2"),
        ("-π/2", "−π/2"),
        ("4e-05, (3.15)-(3.21), 4.1-4.2", "4e-05, (3.15)-(3.21), 4.1-4.2"),
    ],
)
def test_polynomials_are_told_from_words(written, set_):
    assert typeset(f"<td>{written}</td>") == f"<td>{set_}</td>"


def test_wide_things_scroll_in_a_box_that_has_a_name(page, text):
    boxes = [attributes for _, attributes in page.elements if attributes.get("class") == "wide"]
    assert len(boxes) == len(page.tables) + page.tags.count("figure")
    for box in boxes:
        assert (box["role"], box["tabindex"]) == ("region", "0")
        assert box["aria-label"]
    assert bool(".wide {\n  overflow-x: auto" in text)


def test_columns_pictures_and_the_page_have_names_for_those_who_cannot_see_them(page, report):
    assert all(a.get("scope") in ("col", "row") for tag, a in page.elements if tag == "th")
    labels = [a.get("aria-label", "") for tag, a in page.elements if tag == "svg"]
    assert [label.split(":")[0] for label in labels] == [
        "The arm with all joint positions zero",
        "Heat map",
        "Curves",
        "Curves",
        "Curves",
    ]
    assert page.tags.count("h1") == page.tags.count("main") == page.tags.count("title") == 1
    assert page.tags.count("caption") == len(page.tables)
    assert page.text.startswith(report.title)


def test_numbers_of_the_checks_are_explained_beside_them(page):
    explained = page.text.index("How to read it")
    assert page.text.index("Checks of each formulation") < explained
    assert explained < page.text.index("3. What does each cost?")
    assert "450 eps, about 10 −13 of the largest torque" in page.text[explained:]
    assert "M>0 is how far the smallest eigenvalue" in page.text[explained:]


def test_exponents_below_their_order_are_explained(page):
    growth = page.text.index("Growth with the number of joints")
    assert "is usually a little below the order" in page.text[growth:]


def test_a_notebook_shows_the_page_in_a_frame_of_its_own(report):
    (frame,) = Page(report._repr_html_()).elements
    tag, attributes = frame
    assert (tag, attributes["title"]) == ("iframe", "planar 2R")
    # links within the page lead to places of the page, not of the notebook
    base = '\n<base href="about:srcdoc">'
    assert base in attributes["srcdoc"]
    assert bool(attributes["srcdoc"].replace(base, "") == report.html())


def test_a_report_takes_the_name_of_a_robot():
    options = {"samples": 2, "n": (1,), "repetitions": 1, "seconds": 1e-5}
    report = equidyn.report("planar_2r", formulations=["newton_euler", "kane"], **options)
    assert report.arm == planar_2r()
    assert equidyn.studies.reports.report is equidyn.report


def test_the_page_shows_names_and_obeys_none(report, tmp_path):
    name = "\x9b31m\u202e<script>$\\frac$"
    arm = report.arm.with_name(name)
    odd = replace(
        report,
        arm=arm,
        verification=replace(report.verification, arm=arm),
        against_n=replace(report.against_n, arms=name),
        # a file may be called by bytes that are no text
        command=f"equidyn report {name}\x1b\udcff.json",
    )
    odd.save(tmp_path / "report.html")
    page = (tmp_path / "report.html").read_text(encoding="utf-8")
    # heading, title, verdict, table of the arm, times, command
    assert page.count(r"\x9b31m\u202e&lt;script&gt;$\frac$") > 5
    assert r"\x1b\udcff.json" in page
    assert not set(page) & set("\x9b\u202e\x1b\udcff")
    assert "<script>" not in page


def test_an_arm_without_a_name_has_a_report(tmp_path):
    arm = planar_2r().with_name("")
    options = {"samples": 2, "n": (1,), "repetitions": 1, "seconds": 1e-4}
    report = equidyn.report(arm, formulations=["newton_euler"], **options)
    report.save(tmp_path / "report.html")
    assert "An arm of 2 joints" in (tmp_path / "report.html").read_text(encoding="utf-8")


def test_a_wrong_formulation_is_the_first_thing_that_is_said(monkeypatch):
    original = equidyn.Arm.inverse_dynamics

    def nan(arm, q, *rest, formulation=None, **options):
        tau = original(arm, q, *rest, formulation=formulation, **options)
        return np.full_like(tau, np.nan) if formulation == "kane" else tau

    monkeypatch.setattr(equidyn.Arm, "inverse_dynamics", nan)
    options = {"samples": 2, "n": (1,), "repetitions": 1, "seconds": 1e-4}
    text = equidyn.report(planar_2r(), **options).html()
    verdict, arm = text.index("The formulations do not agree."), text.index("1. The arm")
    assert verdict < arm
    assert "(kane" in text[verdict:arm]
