"""A quick report has the page with its moving arm, and nothing that was measured."""

import pytest

import equidyn
from equidyn import cli
from equidyn.studies.reports import examination
from oracles.web_page import Page


@pytest.fixture(autouse=True)
def nothing_is_timed(monkeypatch):
    """Whatever measures or looks at other arms would fail."""
    for name in ("time_formulations", "polynomials_of_each", "published_counts", "steps_of_each"):
        monkeypatch.setattr(examination, name, None)


def test_a_quick_report_has_the_moving_arm_checks_and_counts():
    report = equidyn.report("planar_2r", samples=3, quick=True)
    page = Page(report.html())
    text = page.text
    assert page.open == []
    assert (report.passed, report.missing) == (True, ())
    assert "All formulations agree." in text
    assert "Move it" in text
    assert "Operations of an evaluation: planar 2R" in text
    assert "Time per evaluation" not in text
    assert "against the number of joints" not in text
    assert "time" not in report.summary().parts[0].columns
    assert "Operations" in str(report)


def test_a_quick_report_is_written(tmp_path, capsys):
    path = tmp_path / "quick.html"
    assert cli.main(["report", "planar_2r", "--quick", "--samples", "3", "-o", str(path)]) == 0
    assert "All formulations agree." in capsys.readouterr().out
    assert "equidyn report planar_2r --quick" in path.read_text()


def test_quick_is_true_or_false():
    with pytest.raises(TypeError, match="quick: expected True or False, got str"):
        equidyn.report("planar_2r", quick="yes")
