"""The report is one page that needs nothing else, and says what was found."""

import re
from html.parser import HTMLParser

import numpy as np
import pytest

import equidyn
from equidyn.robots import planar_2r

pytest.importorskip("matplotlib")
pytest.importorskip("jinja2")

# elements of HTML and SVG that have no end tag
VOID = {"meta", "br", "hr", "img", "link", "input"}


class Page(HTMLParser):
    """Collects what a browser would see."""

    def __init__(self, text):
        """Read a page."""
        super().__init__()
        self.open, self.loads, self.names, self.tags, self.words = [], [], [], [], []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        """Remember names, references and unclosed elements."""
        self.tags.append(tag)
        if tag not in VOID:
            self.open.append(tag)
        for name, value in attributes:
            if name in ("src", "href", "xlink:href", "action", "data"):
                self.loads.append(value)
            if name == "id":
                self.names.append(value)

    def handle_startendtag(self, tag, attributes):
        """Take elements of SVG that close themselves."""
        self.handle_starttag(tag, attributes)
        if tag not in VOID:
            self.open.pop()

    def handle_endtag(self, tag):
        """Elements must close in order."""
        assert self.open.pop() == tag

    def handle_data(self, data):
        """Keep the text."""
        self.words.append(data)


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
    assert not {"script", "link", "iframe", "object", "img"} & set(page.tags)
    assert "@import" not in text
    assert all(target.startswith("#") for target in re.findall(r"url\(([^)]*)\)", text))


def test_page_says_what_was_found(report, page):
    words = " ".join(" ".join(page.words).split())
    assert "They agree." in words
    assert report.verification.summary in words
    assert report.command in words
    for formulation in equidyn.formulations():
        assert formulation.name in words
        assert formulation.reference in words
    for claim in report.verification.claims:
        assert claim.statement in words
    assert report.against_n.machine["compiler"] in words


def test_page_holds_three_drawings_in_the_ink_of_the_page(page, text):
    assert page.tags.count("svg") == 3
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
    factors = [float(row[-1]) for row in report.on_arm.cost_table().rows]
    assert factors[0] == 1.0
    assert factors == sorted(factors)
    assert len(factors) == len(report.on_arm.formulations)


def test_report_times_the_arm_itself(report):
    assert report.on_arm.sizes == (2,)
    assert report.on_arm.arms == "planar 2R"
    assert report.against_n.sizes == (1, 2, 4)


def test_report_prints_all_tables(report):
    text = str(report)
    for table in (report.verification.checks_table(), report.on_arm.cost_table()):
        assert str(table) in text
    assert str(report.against_n) in text


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
    verdict, arm = text.index("They do not agree."), text.index("1. The arm")
    assert verdict < arm
    assert "(kane" in text[verdict:arm]
