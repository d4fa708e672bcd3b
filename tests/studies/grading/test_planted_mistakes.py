"""Each mistake of a student is named; where none is known, the wrong entries are."""

import pytest

import equidyn
from studies.grading.planted import CLOSED, PLANTED, functions


@pytest.mark.parametrize("planted", PLANTED, ids=lambda p: f"{p.program}: {p.words}")
def test_a_mistake_is_named(planted, planar, spatial):
    f = functions(planted.program, planted.old, planted.new)[planted.quantity]
    arm = planar if planted.program == CLOSED else spatial
    marking = equidyn.grade(f, arm, quantity=planted.quantity)
    assert not marking
    assert planted.words in str(marking.explanations[0])
    assert marking.points < marking.out_of


def test_there_are_more_than_forty():
    assert len({planted.words for planted in PLANTED}) >= 40
