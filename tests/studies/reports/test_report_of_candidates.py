"""A report takes a user's functions in all of its sections."""

import numpy as np
import pytest

import equidyn
from equidyn.robots import planar_2r

pytestmark = pytest.mark.slow


ARM = planar_2r()
QUICK = {"samples": 3, "n": (1, 2), "repetitions": 1, "seconds": 1e-5, "formulations": ["kane"]}


def compiled(arm, q, qd, qdd):
    return arm.inverse_dynamics(q, qd, qdd)


def wrong(q, qd, qdd):
    first, second = q
    return [np.cos(first), second]


@pytest.fixture(scope="module")
def report():
    return equidyn.report(ARM, candidates={"compiled": compiled, "wrong": wrong}, **QUICK)


def test_candidates_are_verified_timed_and_counted_beside_the_formulations(report):
    assert report.verification.subjects == ("kane", "compiled", "wrong")
    assert {check.subject for check in report.verification.failures} == {"wrong"}
    assert report.on_arm.formulations == ("kane", "compiled", "wrong")
    assert [count.formulation for count in report.counts] == ["kane", "wrong"]
    assert report.counts["wrong"].total == (0, 0, 1, 0)
    assert report.missing == ()


def test_what_a_candidate_cannot_do_is_said_and_nothing_else_is_lost(report):
    assert report.against_n.formulations == ("kane", "compiled")
    assert any("candidates['compiled']: cannot be counted" in why for why in report.counts.refusals)
    assert [p.formulation for p in report.polynomials] == ["kane"]


def test_the_page_has_the_candidates_and_the_first_failure(report):
    page = report.html()
    assert "compiled (Python)" in page
    assert "wrong fails first in state 0 at joint 1: expected" in page


def test_a_function_of_other_arguments_is_refused_before_any_part():
    with pytest.raises(TypeError, match=r"candidates\['mine'\]: expected a function of"):
        equidyn.report(ARM, candidates={"mine": lambda q: q}, **QUICK)
