"""Equations in LaTeX: matrices, fractions, products of sums, and each entry once."""

import re

import numpy as np
import pytest

from equidyn.codegen import generate
from equidyn.codegen.quantities import QUANTITIES
from equidyn.robots import load, planar_2r
from oracles import latex_equations
from oracles.quantities_of_arms import case


def equations(arm, quantity, parameters="all"):
    code = generate(arm, language="latex", quantity=quantity, parameters=parameters)
    return code.source[code.source.index(r"\begin{aligned}") :]


def lines(arm, quantity):
    """The lines of the equations, without thin spaces, braces and ends of lines."""
    plain = re.sub(r"\\,|[{}]", "", equations(arm, quantity))
    return [line.removesuffix(" \\\\") for line in plain.splitlines()[1:-1]]


def test_the_mass_matrix_is_that_of_the_textbooks():
    own = "m_2(a_2 + c_2x)^2 + I_2zz"
    assert lines(planar_2r(), "mass_matrix") == [
        "M_11 &= m_1(a_1 + c_1x)^2 + m_2a_1^2 + m_2(a_2 + c_2x)^2 + I_1zz + I_2zz"
        r" + 2m_2a_1(a_2 + c_2x)\cos q_2",
        rf"M_12 &= m_2a_1(a_2 + c_2x)\cos q_2 + {own}",
        f"M_22 &= {own}",
        r"M &= \beginbmatrix",
        "M_11 & M_12",
        "M_12 & M_22",
        r"\endbmatrix",
    ]


def test_gravity_torques_have_the_size_of_gravity():
    last = r"m_2(a_2 + c_2x)\cos (q_1 + q_2)"
    assert lines(planar_2r(), "gravity_torque") == [
        rf"G_1 &= ((m_1(a_1 + c_1x) + m_2a_1)\cos q_1 + {last})g",
        f"G_2 &= {last}g",
    ]
    assert lines(load("spherical"), "gravity_torque")[0] == "G_1 &= 0"


def test_short_matrices_are_written_at_once_and_equal_velocities_added():
    common = r"m_2a_1(a_2 + c_2x)\sin q_2"
    assert lines(planar_2r(), "coriolis_matrix") == [
        r"C &= \beginbmatrix",
        rf"- {common}\dotq_2 & - {common}(\dotq_1 + \dotq_2)",
        rf"{common}\dotq_1 & 0",
        r"\endbmatrix",
    ]
    assert rf"&\quad  - {common}(2\dotq_1\dotq_2 + \dotq_2^2)" in lines(
        planar_2r(), "inverse_dynamics"
    )


def test_halves_are_fractions_and_data_are_decimals():
    source = equations(load("spherical"), "kinetic_energy")
    assert r"\frac{1}{2}\,m_{3}\,\dot{q}_{3}^{2}" in source
    assert r"\frac{1}{4}" in source
    assert not re.search(r"\d\.\d", source)
    arm = planar_2r(length=(1, 1), mass=(0.2, 0.4), com=(1, 1), inertia=(0, 0.31))
    assert r"M &= \begin{bmatrix}" in equations(arm, "mass_matrix", ())
    assert "0.71 & " not in equations(arm, "mass_matrix", ())
    assert "0.71\n" in equations(arm, "mass_matrix", ())


@pytest.mark.parametrize("robot", ["puma560", "stanford", "scara"])
def test_an_entry_of_a_long_arm_is_written_once(robot):
    """Of its symmetric mass matrix, half of the entries."""
    arm = load(robot)
    source = equations(arm, "mass_matrix")
    entries = re.findall(r"^M_\{(\d)(\d)\} &= (.*?)(?: \\\\)?$", source, re.MULTILINE)
    formulas = [formula for _, _, formula in entries if len(formula) > 40]
    assert len(set(formulas)) == len(formulas)
    assert r"M &= \begin{bmatrix}" in source
    assert "M_{21} &=" not in source


def test_no_moment_of_inertia_is_added_to_itself():
    """A traced tensor is the mean of itself and its transpose."""
    sums = re.findall(r"(I_\{\w+\}) \+ (I_\{\w+\})", equations(load("stanford"), "mass_matrix"))
    assert sums
    assert not [x for x, y in sums if x == y]


def test_what_is_too_wide_for_a_matrix_stands_entry_by_entry():
    source = equations(planar_2r(), "regressor")
    assert "bmatrix" not in source
    assert "Y_{1,20} &= " in source
    # a mass at the tip of link 2 turns joint 2 as much as it does joint 1
    assert re.search(r"^Y_\{2,20\} &= Y_\{1,20\}", source, re.MULTILINE)


@pytest.mark.parametrize("robot", ["planar_2r", "planar_rp", "spherical", "scara"])
def test_every_quantity_is_read_back(robot):
    """By an independent reader, of arms whose matrices are short, named and too wide."""
    arm = load(robot)
    for quantity in QUANTITIES:
        state = case(arm, quantity)
        code = generate(arm, language="latex", quantity=quantity, parameters="all", digits=17)
        given = {name: getattr(arm, name) for name in ("mass", "com", "inertia", "a", "a_y", "d")}
        given |= {**state.given, "g": [np.linalg.norm(arm.gravity)]}
        right = np.concatenate([np.ravel(x) for x in state.results])
        found = latex_equations.evaluate(code.source, given)[-right.size :]
        np.testing.assert_allclose(
            found, right, rtol=0, atol=1e-12 * max(np.abs(right).max(), 1), err_msg=quantity
        )
