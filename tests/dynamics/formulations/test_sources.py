"""Equation numbers in the headers of the formulations exist in the sources that they name."""

import re
from pathlib import Path

import numpy as np
import pytest

import equidyn
from equidyn.studies.papers.equivalence import PAPERS

HEADERS = Path(__file__).parents[3] / "cpp/include/equidyn/formulations"


def checked_numbers(paper):
    """Section and number of each numbered equation of a derivation that is checked."""
    found = (re.match(r"(\d+)\.(\d+)", equation.number) for equation in PAPERS[paper].equations)
    return {(int(number[1]), int(number[2])) for number in found if number}


TURNEY_MUDGE_LEE = checked_numbers("turney_mudge_lee")
LEE_CHUNG_MUDGE_TURNEY = checked_numbers("lee_chung_mudge_turney")
SASAKI = checked_numbers("sasaki")
ANGELES = checked_numbers("angeles")

SOURCES = {
    "shared/standard_dh_recursion.hpp": TURNEY_MUDGE_LEE,
    "shared/sasaki_steps.hpp": SASAKI,
    "shared/trace_form.hpp": TURNEY_MUDGE_LEE,
    "shared/link_points.hpp": ANGELES,
    "newton_euler.hpp": TURNEY_MUDGE_LEE,
    "newton_euler_base_frame.hpp": TURNEY_MUDGE_LEE,
    "modified_newton_euler.hpp": TURNEY_MUDGE_LEE,
    "lagrange_euler.hpp": TURNEY_MUDGE_LEE,
    "newton_euler_lee.hpp": LEE_CHUNG_MUDGE_TURNEY,
    "lagrange_euler_literal.hpp": LEE_CHUNG_MUDGE_TURNEY,
    "newton_euler_sasaki.hpp": SASAKI,
    "newton_euler_sasaki_scalar.hpp": SASAKI,
    "newton_euler_angeles.hpp": ANGELES,
    "natural_orthogonal_complement.hpp": ANGELES,
}


def equation_numbers(text):
    """Section and number of "(3.16)", of both ends of "(3.19)-(3.21)", of "(7.38a, c)".

    Not of "(3.20) of Turney", an equation of another source than the header's.
    """
    found = re.findall(r"\(([1-9])\.(\d+)[a-z]?(?:, [a-z])*\)(?! of [A-Z])", text)
    return {(int(section), int(number)) for section, number in found}


def headers():
    paths = [*HEADERS.glob("*.hpp"), *HEADERS.glob("shared/*.hpp")]
    return {str(path.relative_to(HEADERS)): path.read_text(encoding="utf-8") for path in paths}


def test_every_header_that_numbers_equations_has_a_source():
    assert {name for name, text in headers().items() if equation_numbers(text)} == set(SOURCES)


@pytest.mark.parametrize("name", SOURCES)
def test_equations_of_a_header_are_those_of_its_source(name):
    assert equation_numbers(headers()[name]) <= SOURCES[name]


@pytest.mark.parametrize("formulation", equidyn.formulations(), ids=lambda f: f.name)
def test_equations_of_a_reference_stand_in_the_text(formulation):
    texts = headers()
    own = texts[f"{formulation.name}.hpp"]
    shared = [texts[name] for name in re.findall(r"formulations/(shared/\w+\.hpp)", own)]
    lines = [line for text in (own, *shared) for line in text.splitlines()]
    text = "\n".join(line for line in lines if ".reference" not in line)
    assert equation_numbers(formulation.reference) <= equation_numbers(text)


# where the torque stands in the source: the derivation that is checked, and the equation there
TORQUES = {
    "newton_euler": ("turney_mudge_lee", "3.21"),
    "newton_euler_base_frame": ("turney_mudge_lee", "3.13"),
    "lagrange_euler": ("turney_mudge_lee", "2.10+"),
    "newton_euler_lee": ("lee_chung_mudge_turney", "3.27"),
    "lagrange_euler_literal": ("lee_chung_mudge_turney", "3.7"),
    "newton_euler_sasaki": ("sasaki", "2.39"),
}


@pytest.mark.parametrize("name", TORQUES)
def test_the_equation_of_the_torque_in_a_reference_gives_the_torque(name):
    paper, equation = TORQUES[name]
    reference = equidyn.formulations()[name].reference
    assert f"{'after ' * equation.endswith('+')}({equation.rstrip('+')})" in reference
    check = equidyn.studies.check_derivation("planar_2r", paper=paper)
    tau = check.arm.inverse_dynamics(check.q, check.qd, check.qdd, formulation=name)
    atol = 1e-12 * np.abs(tau).max()
    for side in (check[equation].left, check[equation].right):
        np.testing.assert_allclose(side, tau, rtol=0, atol=atol)
