"""Derivations of the formulations that none of the five sources has."""

import re
from functools import cache
from pathlib import Path

import numpy as np
import pytest

import equidyn
from equidyn.dynamics.names import SYNONYMS
from equidyn.studies.papers.equivalence import PAPERS, derivation_of
from equidyn.studies.papers.formulations import DERIVATIONS as OF_FORMULATIONS
from oracles.random_arms import random_arm
from oracles.sizes import SIZES, of_another_size

TEXTS = Path(__file__).parents[3] / "docs/texts/formulations"

OF_A_SOURCE = {
    entry.name
    for entry in equidyn.formulations()
    if any(entry.citation.startswith(paper.source) for paper in PAPERS.values())
}
ALL = [entry.name for entry in equidyn.formulations()]
each = pytest.mark.parametrize("name", OF_FORMULATIONS)
# both kinds of joints, in every order of two
JOINTS = ("RRPPR", "PRP", "R")


@cache
def checks(name):
    """Checks of a derivation on arms of both kinds of joints."""
    return [
        equidyn.studies.check_derivation(equidyn.Arm.from_dh(**general(k, joints)), k, paper=name)
        for k, joints in enumerate(JOINTS)
    ]


def general(seed, joints):
    return {
        **random_arm(seed, len(joints)),
        "joints": joints,
        "convention": "standard",
        "name": f"arm {seed}",
    }


def plain(tex):
    """The left side of an equation in plain letters: "Wdd_i" of W_i with two dots."""
    accents = {"dot": "d", "ddot": "dd", "bar": "bar", "hat": "hat"}
    tex = re.sub(r"\\frac\{([^{}]*)\}\{([^{}]*)\}", r"\1/\2", tex).replace(r"\partial ", "d")
    tex = re.sub(r"\\(d?dot|bar|hat) ?(\\?[A-Za-z]+)", lambda m: m[2] + accents[m[1]], tex)
    tex = re.sub(r"\\text\{(\w+)\}", r"\1", tex)
    tex = re.sub(r"_\{(\w+)\}", r"_\1", tex).replace(" / ", "/")
    return re.sub(r"[\\&]", "", tex).strip()


def displayed(name):
    """Left sides of the equations that the page of a formulation displays, in order."""
    text = (TEXTS / f"{name}.md").read_text(encoding="utf-8")
    text = text.partition("\n## Equations\n")[2].partition("\n## ")[0]
    found = []
    for formula in re.findall(r"\$\$(.+?)\$\$", text, re.DOTALL):
        formula = re.sub(r"%.*|\\(begin|end)\{aligned\}", "", formula)
        for row in re.split(r"\\\\\s|\\qquad", formula):
            left, relation, _ = re.split(r"(=|\\leftarrow)", row, maxsplit=1)
            assert relation
            found.append(plain(left))
    return found


@pytest.mark.parametrize("name", ALL)
def test_a_formulation_is_in_one_of_the_sources_or_has_a_derivation(name):
    assert (name in OF_A_SOURCE) != (name in OF_FORMULATIONS)
    assert (derivation_of(name).name == name) == (name in OF_FORMULATIONS)


@each
def test_each_displayed_equation_of_its_page_has_a_step_in_order(name):
    steps = [equation.number for equation in OF_FORMULATIONS[name].equations]
    left_sides = displayed(name)
    assert [step for step in steps if step in left_sides] == left_sides
    assert len(set(steps)) == len(steps)


@each
def test_each_equation_holds_and_the_last_ones_are_the_torques(name):
    for check in checks(name):
        check.assert_passed()
        assert max(step.residual_corrected for step in check if step.applies) < 1e-13
    for check in checks(name)[1:]:
        assert_torques(check, name)


def assert_torques(check, name):
    """Both sides of the steps of torques are what the compiled formulation finds."""
    tau = check.arm.inverse_dynamics(check.q, check.qd, check.qdd, formulation=name)
    ends = [step for step in check if step.equation.startswith("tau_") and step.applies]
    for end in ends:
        meant = tau[np.array(end.links) - 1]
        for side in (end.left, end.right):
            np.testing.assert_allclose(side, meant, rtol=0, atol=1e-12 * np.abs(tau).max())
    assert sorted(link for end in ends for link in end.links) == list(range(1, tau.size + 1))


@pytest.mark.filterwarnings("ignore::equidyn.ArmWarning")
@each
def test_verdicts_and_sides_are_those_of_an_arm_of_any_size(name):
    for size in SIZES[:3:2]:
        arm = of_another_size(checks(name)[1].arm, *size)
        check = equidyn.studies.check_derivation(arm, 1, paper=name)
        check.assert_passed()
        assert_torques(check, name)


@each
def test_each_equation_holds_where_links_have_no_mass_and_axes_are_parallel(name):
    for robot in ("puma560", "planar_2r", "scara"):
        equidyn.studies.check_derivation(robot, paper=name).assert_passed()


@each
def test_each_equation_applies_to_an_arm_of_both_kinds_of_joints(name):
    assert not checks(name)[0].left_aside


@each
def test_it_prints_as_one_table(name):
    text = str(checks(name)[0])
    assert text.startswith(f"{equidyn.formulations()[name].title}, equation by equation\n")
    assert "Errata" not in text
    assert f"all {len(checks(name)[0])} equations hold" in text


@pytest.mark.parametrize("synonym", SYNONYMS)
def test_a_synonym_is_taken(synonym):
    assert derivation_of(synonym) is derivation_of(SYNONYMS[synonym])


def test_an_unknown_name_lists_the_derivations():
    with pytest.raises(ValueError, match=r"there is no 'cane'; did you mean 'kane'.*known: .*kane"):
        equidyn.studies.check_derivation("planar_2r", paper="cane")
