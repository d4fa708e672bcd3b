"""Checks of the derivations on arms with prismatic joints, and on arms of one link."""

import re
from functools import cache
from itertools import product

import matplotlib
import numpy as np
import pytest

from equidyn import robots
from equidyn.studies.papers.equivalence import check_derivation

# the last equation of each, and where in it the motion of the links begins
PAPERS = {"turney_mudge_lee": "4.34", "lee_chung_mudge_turney": "4.41"}
MOTION = {
    "turney_mudge_lee": {"4.1": "angular_velocity", "4.2": "angular_acceleration"},
    "lee_chung_mudge_turney": {"4.5": "angular_velocity", "4.6": "angular_acceleration"},
}
COM = {"turney_mudge_lee": "4.9", "lee_chung_mudge_turney": "4.13"}
ALL_ARMS_OF_FOUR = ["".join(letters) for letters in product("RP", repeat=4)]

each_paper = pytest.mark.parametrize("paper", PAPERS)


@cache
def arm_and_check(joints: str, paper: str):
    arm = robots.random_arm(len(joints), seed=7, joints=joints)
    return arm, check_derivation(arm, seed=8, paper=paper)


@each_paper
@pytest.mark.parametrize("joints", ["R", "P", *ALL_ARMS_OF_FOUR])
def test_every_equation_that_says_something_of_an_arm_holds(paper, joints):
    _, check = arm_and_check(joints, paper)
    check.assert_passed()
    for step in check:
        assert bool(step.links) == step.applies == step.holds, str(step)


@each_paper
@pytest.mark.parametrize("joints", ["R", "P", *ALL_ARMS_OF_FOUR])
def test_both_ends_of_the_derivation_are_those_of_the_arm(paper, joints):
    """Accelerations at the start, torques and forces at the end, as compiled code has them."""
    arm, check = arm_and_check(joints, paper)
    state = (check.q, check.qd, check.qdd)
    motion = arm.link_motion(*state)
    expected = {equation: getattr(motion, name) for equation, name in MOTION[paper].items()}
    expected |= {COM[paper]: motion.com_acceleration, PAPERS[paper]: arm.inverse_dynamics(*state)}
    for equation, value in expected.items():
        atol = 1e-12 * max(1.0, np.abs(value).max())
        for side in (check[equation].left, check[equation].right):
            np.testing.assert_allclose(side, value, rtol=0, atol=atol)


@pytest.mark.parametrize(
    ("joints", "equation", "links"),
    [
        ("RRPR", "4.1", (1, 2, 3, 4)),
        ("RRPR", "4.5", (1, 2, 4)),
        ("RRPR", "4.5+", (2, 3)),
        ("RRPR", "4.6", (1, 2)),
        ("PRRR", "4.7", ()),
        ("RRPR", "4.13", (1, 2, 4)),
        ("RRPR", "4.27", (1, 2, 3, 4)),
        ("RRPR", "4.28", (1, 2)),
        ("RRPR", "4.33", (1, 2, 3)),
        ("PPPP", "4.24", ()),
    ],
)
def test_an_equation_that_needs_joints_to_turn_says_so_where_they_slide(joints, equation, links):
    step = check_derivation(robots.random_arm(4, seed=1, joints=joints))[equation]
    assert step.links == links
    whole = len(links) == {"4.5+": 3, "4.28": 3, "4.33": 3}.get(equation, 4)
    assert step.restriction == ("" if whole else "revolute joints only")
    assert step.restriction in str(step)


@each_paper
def test_of_one_link_no_equation_about_the_next_says_anything(paper):
    check = check_derivation(robots.random_arm(1, seed=0, joints="R"), paper=paper)
    assert {step.restriction for step in check.left_aside} == {"two links or more"}
    assert f"{len(check) - len(check.left_aside)} of {len(check)} equations hold" in check.summary
    assert f"{len(check.left_aside)} do not apply to this arm" in check.summary


@pytest.mark.parametrize(
    ("joints", "paper", "words"),
    [
        (
            "PP",
            "angeles",
            "42 of 50 equations hold as corrected, .*; 4 do not hold as published, 3 of them",
        ),
        ("RP", "angeles", r"glyphs; 1 does not apply to this arm$"),
        ("PP", "modified_dh_tutorial", r"; all also hold as published; 9 do not apply"),
        ("RRP", "modified_dh_tutorial", r"; 1 does not hold as published(; |$)"),
    ],
)
def test_the_verdict_is_a_sentence(joints, paper, words):
    check = check_derivation(robots.random_arm(len(joints), seed=5, joints=joints), paper=paper)
    assert re.search(words, check.summary)


def test_a_step_prints_as_its_equation():
    step = check_derivation(robots.random_arm(1, seed=0))["4.29"]
    assert repr(step) == str(step)
    assert str(step).startswith("(4.29) ")


def test_what_says_nothing_has_no_sides_no_residuals_and_no_misprints():
    check = check_derivation(robots.random_arm(2, seed=0, joints="PP"))
    step = check["4.24"]
    assert step in check.left_aside
    assert step not in check.failures + check.misprinted
    assert (step.residual_corrected, step.residual_printed, step.misprints) == (None, None, ())
    assert not step.holds
    assert not step.holds_as_printed
    with pytest.raises(ValueError, match=r"^\(4\.24\) does not apply to this arm: revolute joints"):
        _ = step.left
    row = check.steps_table().rows[list(check).index(step)]
    assert row[2:] == ("none", "-", "-", "-")
    assert "Links are left out because of: revolute joints only" in check.steps_table().footnote


def test_what_says_nothing_is_drawn_as_words():
    matplotlib.use("Agg")
    from matplotlib import pyplot

    check = check_derivation(robots.random_arm(2, seed=0, joints="PP"))
    ax = check.plot()
    words = [text.get_text() for text in ax.texts]
    assert words.count("does not apply to this arm") == len(check.left_aside)
    pyplot.close(ax.figure)


def test_links_are_written_as_ranges():
    check = check_derivation(robots.random_arm(6, seed=0, joints="RRRPRR"))
    assert check["4.10"].where == "1-3, 5-6"
    assert check["4.28"].where == "1-3, 5"
    assert check["4.1"].where == "1-6"
