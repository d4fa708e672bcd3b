"""A report has a table for the methods of each quantity, and may be about one of them."""

from dataclasses import replace
from html import escape

import pytest

import equidyn
from conftest import QUANTITIES
from equidyn.robots import planar_2r

pytestmark = pytest.mark.slow


QUICK = {"samples": 3, "n": (1, 2, 4), "repetitions": 1, "seconds": 1e-5}


def methods(quantity):
    """Return the names of those that take the arm."""
    return [f.name for f in equidyn.formulations(quantity) if not f.refusal(planar_2r())]


@pytest.fixture(scope="module")
def report():
    """About torques, by two formulations."""
    return equidyn.report("planar_2r", formulations=["newton_euler", "kane"], **QUICK)


def test_a_report_about_torques_has_a_row_for_each_method_of_each_other_quantity(report):
    assert [other.verification.quantity for other in report.others] == QUANTITIES
    for quantity, other in zip(QUANTITIES, report.others, strict=True):
        rows = {row[0]: row for row in other.table().rows}
        assert list(rows) == methods(quantity)
        for count in other.counts:
            _, residual, verdict, *operations, time = rows[count.formulation]
            assert float(residual) < 450
            assert verdict == "pass"
            assert operations == [
                str(count.multiplications),
                str(count.additions),
                str(count.divisions),
            ]
            assert time.endswith("s")
    assert "7. The formulations" in report.html()


def test_a_method_that_is_wrong_is_the_first_thing_that_is_said(report):
    first, *rest = report.others
    wrong = equidyn.verify(
        planar_2r(),
        samples=2,
        quantity="mass_matrix",
        candidates={"wrong": lambda arm, q: -arm.mass_matrix(q)},
    )
    others = (replace(first, verification=wrong, timings=_with(first.timings, "wrong")), *rest)
    failing = replace(report, others=others)
    assert report.passed
    assert not failing.passed
    page = failing.html()
    assert (
        page.index("The formulations do not agree.")
        < page.index("FAILED (wrong)")
        < page.index("1. The arm")
    )


def _with(timings, name):
    """Timings that know of one formulation more."""
    return replace(
        timings, records=(*timings.records, replace(timings.records[0], formulation=name))
    )


@pytest.mark.parametrize("quantity", QUANTITIES)
def test_a_report_may_be_about_a_quantity(quantity, tmp_path):
    report = equidyn.report(planar_2r(), quantity=quantity, **QUICK)
    assert report.passed
    assert (report.published, report.parallel, report.others) == (None, None, ())
    for part in (report.verification, report.on_arm, report.against_n):
        assert part.quantity == quantity
    report.save(tmp_path / "report.html")
    page = (tmp_path / "report.html").read_text(encoding="utf-8")
    words = quantity.replace("_", " ").replace("coriolis", "Coriolis")
    assert f"{words[0].upper()}{words[1:]} by {len(methods(quantity))} formulations" in page
    assert "6. System and command to reproduce this report" in page
    assert "published tables of the sources" not in page
    assert "run at the same time" not in page
    for formulation in equidyn.formulations(quantity):
        assert escape(formulation.reference) in page


def test_a_singular_arm_has_a_report_that_says_what_it_has_not(tmp_path):
    arm = planar_2r(mass=(1, 0), com=(0.5, 0), inertia=(0.1, 0))
    report = equidyn.report(arm, formulations=["newton_euler", "kane"], **QUICK)
    assert report.passed
    assert "joint 2" in str(report.others[1])
    assert "joint 2" in report.html()
    with pytest.raises(ValueError, match="joint 2"):
        equidyn.report(arm, quantity="forward_dynamics", **QUICK)


def test_no_other_quantity_is_known():
    with pytest.raises(ValueError, match="quantity: there is no 'bias'"):
        equidyn.report("planar_2r", quantity="bias", **QUICK)
