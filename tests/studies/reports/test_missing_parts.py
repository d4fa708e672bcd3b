"""Failed parts of a report: the others are made, and the reason stands in place of the part."""

import warnings

import pytest

import equidyn
from equidyn import cli
from equidyn.counting import OperationCounts
from equidyn.counting.operation_polynomials import OperationPolynomials
from equidyn.output.missing import Missing, PartMissing
from equidyn.robots import planar_2r
from equidyn.studies.reports import examination, methods, report_of_arm
from equidyn.timing.timings import Timings
from equidyn.verification.verification import Verification
from oracles.web_page import Page

pytestmark = pytest.mark.slow


QUICK = {"samples": 2, "n": (1, 2), "repetitions": 1, "seconds": 1e-5}
WHY = "the moon is full"

# what may fail while it is measured, and the part that is missing then
MEASURED = {
    "verify": "Verification",
    "count_each": "Operations",
    "polynomials_of_each": "Operations against n",
    "published_counts": "Printed counts",
    "steps_of_each": "Steps in parallel",
    "methods_of": "Formulations of mass matrix",
}

# what may fail while the page is made, and the block that is missing then
DRAWN = {
    "the picture of the arm": (equidyn.Arm, "draw", "The picture of the arm"),
    "the table of the arm": (equidyn.Arm, "_repr_html_", "The table of the arm"),
    "the moving arm": (report_of_arm, "moving", "Move it"),
    "the heat map": (Verification, "plot", "The heat map of disagreements"),
    "the checks": (Verification, "checks_table", "The table of checks"),
    "the claims": (Verification, "claims_table", "How to read the checks"),
    "the costs": (Timings, "cost_table", "The times on this arm"),
    "the picture of times": (Timings, "plot", "The picture of times"),
    "the growth": (Timings, "growth_table", "The growth of times"),
    "the table of batches": (Timings, "cost_table", "The times in batches on this arm"),
    "the picture of batches": (Timings, "plot", "The picture of times in batches"),
    "the counts": (OperationCounts, "table", "The operations on this arm"),
    "the picture of counts": (OperationPolynomials, "plot", "The picture of operations"),
    "the polynomials": (OperationPolynomials, "table", "The operations against n"),
    "the crossings": (OperationPolynomials, "crossovers", "Crossovers"),
    "the methods": (methods.MethodsOfQuantity, "table", "The formulations of another quantity"),
}

# what stands on a page of which one part at most is missing
HEADINGS = [
    "1. The arm",
    "2. Do the formulations agree?",
    "3. What does each cost?",
    "4. How many operations does each take?",
    "5. How much could run in parallel?",
    "6. Other quantities with several formulations",
    "7. The formulations",
    "8. System and command to reproduce this report",
]


def fail(*_, **__):
    raise RuntimeError(WHY)


def page_of(report):
    """The page of a report, and the parts that it misses as its warnings name them."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        page = Page(report.html())
    missing = [str(w.message).partition(" could not be made: ") for w in caught]
    return page, {title for title, _, why in missing if WHY in why}


@pytest.fixture(scope="module")
def report():
    """A report of which nothing is missing."""
    return equidyn.report(planar_2r(), formulations=["newton_euler", "kane"], **QUICK)


@pytest.fixture(scope="module")
def whole(report):
    """Its page."""
    page, missing = page_of(report)
    assert missing == set()
    return page


@pytest.mark.parametrize("name", MEASURED)
def test_a_part_that_cannot_be_measured_is_named_and_the_others_are_there(name, monkeypatch):
    monkeypatch.setattr(examination, name, fail)
    report = equidyn.report(planar_2r(), formulations=["newton_euler", "kane"], **QUICK)
    assert MEASURED[name] in {part.title for part in report.missing}
    assert WHY in str(report.summary())
    page, _ = page_of(report)
    assert page.open == []
    assert all(heading in page.text for heading in HEADINGS)
    assert f"RuntimeError: {WHY}" in page.text
    assert "The cheapest formulation on this arm is" in page.text


def test_times_that_cannot_be_measured_leave_the_verdict(monkeypatch):
    monkeypatch.setattr(examination, "time_formulations", fail)
    report = equidyn.report(planar_2r(), formulations=["newton_euler", "kane"], **QUICK)
    parts = ("on this arm", "against n")
    expected = [f"Times{batches} {part}" for batches in ("", " in batches") for part in parts]
    assert [part.title for part in report.missing] == expected
    assert report.passed
    page, _ = page_of(report)
    assert "All formulations agree." in page.text
    assert all(heading in page.text for heading in HEADINGS)


@pytest.mark.parametrize("name", ["count_each", "time_formulations"])
def test_a_quantity_keeps_what_was_found_of_it(name, monkeypatch):
    monkeypatch.setattr(methods, name, fail)
    report = equidyn.report(planar_2r(), formulations=["newton_euler", "kane"], **QUICK)
    assert len(report.missing) == len(report.others) == 3
    for other in report.others:
        assert other.passed
        assert WHY in str(other)
        assert "pass" in str(other)


@pytest.mark.parametrize(("owner", "name", "title"), DRAWN.values(), ids=DRAWN)
def test_a_part_that_cannot_be_shown_is_named_in_its_place(
    report, whole, owner, name, title, monkeypatch
):
    monkeypatch.setattr(owner, name, fail)
    page, missing = page_of(report)
    assert title in missing
    assert page.open == []
    assert f"{title} could not be made: RuntimeError: {WHY}" in page.text
    assert all(heading in page.text for heading in HEADINGS)
    assert len(page.tables) >= len(whole.tables) - 3


def test_nothing_is_verified_where_the_verification_is_missing(monkeypatch):
    monkeypatch.setattr(examination, "verify", fail)
    report = equidyn.report(planar_2r(), formulations=["newton_euler", "kane"], **QUICK)
    assert not report.passed
    assert report.verdict == "Some formulations could not be verified."
    with pytest.raises(PartMissing, match=WHY):
        report.verification.summary  # noqa: B018


def test_what_a_part_of_a_report_does_not_take_is_said_before_anything_is_measured(monkeypatch):
    monkeypatch.setattr(examination, "verify", fail)
    for name, value in {"n": (0,), "repetitions": 0, "seconds": -1.0, "seed": -1}.items():
        with pytest.raises(ValueError, match=f"{name}: "):
            equidyn.report(planar_2r(), **{**QUICK, name: value})


def test_a_missing_part_has_no_private_parts():
    missing = Missing("Times", WHY)
    assert not hasattr(missing, "_repr_png_")
    with pytest.raises(PartMissing, match=WHY):
        missing.plot()


def test_the_command_line_says_what_is_missing_and_writes_the_page(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(Timings, "plot", fail)
    path = tmp_path / "report.html"
    options = ["--samples", "2", "--n", "1,2", "--repetitions", "1", "--seconds", "1e-5"]
    assert cli.main(["report", "twolink", *options, "-o", str(path)]) == 1
    out, err = capsys.readouterr()
    assert f"warning: The picture of times could not be made: RuntimeError: {WHY}" in err
    assert "All formulations agree." in out
    assert out.splitlines()[-1] == path.as_uri()
    assert WHY in path.read_text(encoding="utf-8")


def test_a_page_that_cannot_be_written_leaves_its_tables_in_the_terminal(
    tmp_path, monkeypatch, capsys
):
    monkeypatch.setattr("equidyn.studies.reports.page_of_arm.write_text", fail)
    options = ["--samples", "2", "--n", "1,2", "--repetitions", "1", "--seconds", "1e-5"]
    with pytest.raises(RuntimeError, match=WHY):
        cli.main(["report", "twolink", *options, "-o", str(tmp_path / "report.html")])
    assert "Growth with the number of joints" in capsys.readouterr().out
