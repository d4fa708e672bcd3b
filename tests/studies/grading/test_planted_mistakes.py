"""Each mistake of a student is named; where none is known, the wrong entries are."""

import numpy as np
import pytest

import equidyn
from equidyn.studies.papers.equivalence import check_derivation
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


def test_the_positive_direction_of_a_joint(spatial):
    sign = np.array([1, 1, -1])

    def f(arm, *state):
        return sign * arm.inverse_dynamics(*(sign * x for x in state))

    first = equidyn.grade(f, spatial).explanations[0]
    assert str(first) == "joint 3: the positive direction is reversed, of motion and torque"


def test_coefficients_strobed_as_published(spatial):
    def strobed(arm, q, qd):
        e, weightless = np.eye(arm.n), arm.with_gravity((0, 0, 0))
        runs = [[weightless.inverse_dynamics(q, np.maximum(j, k), 0 * q) for k in e] for j in e]
        return np.einsum("jki,k->ij", runs, qd)

    (explanation,) = equidyn.grade(strobed, spatial, quantity="coriolis_matrix").explanations
    assert "as published in section 3 of Turney, Mudge and Lee 1980" in str(explanation)


def test_a_program_in_matrices_is_right(spatial):
    equidyn.grade(functions("matrix_form")["inverse_dynamics"], spatial).assert_passed()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("paper", "number", "printed"),
    [
        ("turney_mudge_lee", "3.16", "ω_i"),
        ("turney_mudge_lee", "3.18", "r_i"),
        ("turney_mudge_lee", "5.0+", "A(3,2) = ω_z ω_y + α_z"),
        ("sasaki", "3.26", "-1/2 [a c; a s; d]"),
        ("sasaki", "3.44", "A(r,c,i)"),
        ("angeles", "7.40+", "Q_i f_{i+1}, Q_i n_{i+1}"),
    ],
)
def test_a_misprint_that_is_named_is_an_erratum_of_its_source(paper, number, printed):
    check = check_derivation(equidyn.robots.random_arm(4, seed=6, joints="RRRR"), paper=paper)
    assert check[number].erratum.startswith(printed)
