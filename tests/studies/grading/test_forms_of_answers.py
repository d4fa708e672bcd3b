"""Right numbers in unusual forms are right, and what is unusual about them is told."""

import itertools

import numpy as np
import pytest

import equidyn
from studies.grading.planted import functions

CLOSED = functions("closed_form")


def rotated(planar, normal):
    """The planar arm in another plane: that normal to y, or x."""
    base = np.eye(4)
    base[:3, :3] = {
        "x": [[0, 0, 1], [1, 0, 0], [0, 1, 0]],
        "y": [[1, 0, 0], [0, 0, -1], [0, 1, 0]],
    }[normal]
    return planar.with_base(base)


def test_functions_of_numbers(planar):
    def gravity(q1, q2):
        return CLOSED["gravity_torque"](np.array([q1, q2]))

    def torque(q1, q2, qd1, qd2, qdd1, qdd2):
        return CLOSED["inverse_dynamics"](*np.array([[q1, q2], [qd1, qd2], [qdd1, qdd2]]))

    equidyn.grade(gravity, planar, quantity="gravity_torque").assert_passed()
    equidyn.grade(torque, planar).assert_passed()
    assert equidyn.verify(planar, formulations=["newton_euler"], candidates={"mine": torque})
    with pytest.raises(ValueError, match=r"\(q1, q2, qd1, qd2, qdd1, qdd2\) are numbers of 2"):
        equidyn.grade(torque, equidyn.robots.puma560())


@pytest.mark.parametrize(
    "spelling",
    [
        ("q{}", "qd{}"),
        ("q_{}", "qd_{}"),
        ("theta_{}", r"\dot{{\theta}}_{}"),
        ("th{}", "dth{}"),
        ("q{}", "qdot{}"),
        ("q_{{{}}}", "q_{{{}}}d"),
        ("θ{}", "dotθ{}"),
        None,
    ],
)
def test_expressions_of_sympy(planar, spelling):
    sympy = pytest.importorskip("sympy")
    if spelling:
        q, qd = ([sympy.Symbol(x.format(j + 1)) for j in range(2)] for x in spelling)
    else:
        t = sympy.Symbol("t")
        q = [sympy.Function(f"q{j + 1}")(t) for j in range(2)]
        qd = [x.diff(t) for x in q]
    names = {}
    for quantity in ("mass_matrix", "coriolis_matrix"):
        exec(equidyn.generate(planar, language="sympy", quantity=quantity).source, names)
    matrix, coriolis = names["mass_matrix"](q), names["coriolis_matrix"](q, qd)
    equidyn.grade(matrix, planar, quantity="mass_matrix").assert_passed()
    equidyn.grade(matrix.tolist(), planar, quantity="mass_matrix", name="M").assert_passed()
    equidyn.grade(coriolis, planar, quantity="coriolis_matrix").assert_passed()
    marking = equidyn.grade(2 * matrix, planar, quantity="mass_matrix")
    assert not marking
    assert "2 times the right one" in str(marking)


def test_expressions_of_joints_that_are_numbered_from_0(planar):
    sympy = pytest.importorskip("sympy")
    names = {}
    exec(equidyn.generate(planar, language="sympy", quantity="gravity_torque").source, names)
    torque = names["gravity_torque"](sympy.symbols("q:2"))
    assert {x.name for x in torque.free_symbols} == {"q0", "q1"}
    equidyn.grade(torque, planar, quantity="gravity_torque").assert_passed()


def test_parameters_of_expressions(planar):
    sympy = pytest.importorskip("sympy")
    names = {}
    given = {"quantity": "gravity_torque", "parameters": ("mass", "com", "a", "gravity")}
    exec(equidyn.generate(planar, language="sympy", **given).source, names)
    torque = names["gravity_torque"]()
    assert {"m_1", "c_1x", "a_1", "g_y"} <= {x.name for x in torque.free_symbols}
    equidyn.grade(torque, planar, quantity="gravity_torque").assert_passed()
    scalar = torque.subs({"g_x": 0, "g_z": 0, "g_y": -sympy.Symbol("g")})
    equidyn.grade(scalar, planar, quantity="gravity_torque").assert_passed()
    unknown = torque + sympy.Symbol("l_1") * sympy.ones(2, 1) * sympy.Symbol("q3")
    with pytest.raises(ValueError, match="got the symbols l_1, q3: replace them by numbers"):
        equidyn.grade(unknown, planar, quantity="gravity_torque")


def of_plane(pose, plane):
    return [pose[plane[0], 3], pose[plane[1], 3]]


@pytest.mark.parametrize(
    ("normal", "plane", "sign"), [("z", "xy", 1), ("y", "xz", 1), ("y", "xz", -1), ("x", "yz", 1)]
)
@pytest.mark.parametrize("turns", [0, 3])
def test_planar_poses(planar, normal, plane, sign, turns):
    arm = planar if normal == "z" else rotated(planar, normal)
    k = ["xyz".index(axis) for axis in plane]

    def pose(arm, q):
        place = of_plane(arm.forward_kinematics(q), k)
        return [*place, sign * q.sum() + 2 * np.pi * turns]

    marking = equidyn.grade(pose, arm, quantity="forward_kinematics")
    marking.assert_passed()
    assert f"angle φ of the tool in the plane {plane}" in marking.notes[0]

    def position(arm, q):
        return pose(arm, q)[:2]

    marking = equidyn.grade(position, arm, quantity="forward_kinematics")
    marking.assert_passed()
    assert marking.notes == (() if normal == "z" else (f"the numbers are read as {plane}",))

    def wrong(arm, q):
        return [*pose(arm, q)[:2], q[0]]

    marking = equidyn.grade(wrong, arm, quantity="forward_kinematics")
    assert [item.passed for item in marking.items] == [True, False]


@pytest.mark.parametrize(("normal", "plane"), [("z", "xy"), ("y", "xz"), ("x", "yz")])
def test_planar_jacobians(planar, normal, plane):
    arm = planar if normal == "z" else rotated(planar, normal)
    k = ["xyz".index(axis) for axis in plane]
    rows = [*k, 3 + "xyz".index(normal)]

    def jacobian(arm, q):
        return arm.jacobian(q)[rows]

    marking = equidyn.grade(jacobian, arm, quantity="jacobian")
    marking.assert_passed()
    said = f"the rows are read as v{plane[0]}, v{plane[1]}, ω{normal}"
    assert marking.notes == (said,)

    def double(arm, q):
        return jacobian(arm, q) * [[1], [1], [2]]

    marking = equidyn.grade(double, arm, quantity="jacobian")
    assert [item.passed for item in marking.items] == [True, False]
    equidyn.grade(lambda arm, q: jacobian(arm, q)[:2], arm, quantity="jacobian").assert_passed()


def test_positions_and_velocities_in_space_are_read_as_such(spatial, planar):
    for arm in (spatial, planar):
        marking = equidyn.grade(
            lambda arm, q: arm.forward_kinematics(q)[:3, 3], arm, quantity="forward_kinematics"
        )
        assert marking
        assert marking.notes == ()
        assert (
            equidyn.grade(lambda arm, q: arm.jacobian(q)[:3], arm, quantity="jacobian").notes == ()
        )


def test_complex_numbers(spatial):
    marking = equidyn.grade(lambda arm, *x: arm.inverse_dynamics(*x) + 0j, spatial)
    marking.assert_passed()
    assert marking.notes == ("the results are of complex128, without imaginary parts",)
    for off in (1e-3j, complex(0, np.nan)):
        with pytest.raises(ValueError, match="must return real numbers, got imaginary parts of"):
            equidyn.grade(lambda arm, *x, off=off: arm.inverse_dynamics(*x) + off, spatial)


def test_columns_are_told(spatial):
    marking = equidyn.grade(lambda arm, *x: arm.inverse_dynamics(*x)[:, np.newaxis], spatial)
    marking.assert_passed()
    assert marking.notes == ("a result of shape (3, 1) is read as (3,)",)


@pytest.mark.parametrize("decimals", range(4))
def test_rounded_results(spatial, decimals):
    def rounded(arm, *state):
        return np.round(arm.inverse_dynamics(*state), decimals)

    marking = equidyn.grade(rounded, spatial)
    assert not marking
    said = {0: "whole numbers", 1: "1 decimal"}.get(decimals, f"{decimals} decimals")
    assert f"rounded to {said}; all these digits are right" in marking.summary
    tolerance = float(marking.notes[-1].split("with a tolerance of ")[1].split()[0])
    equidyn.grade(rounded, spatial, tolerance=tolerance).assert_passed()
    assert not equidyn.grade(rounded, spatial, tolerance=tolerance / 4)

    def wrong(arm, *state):
        return np.round(1.01 * arm.inverse_dynamics(*state), decimals)

    assert "digits are right" not in equidyn.grade(wrong, spatial).summary


def test_other_answers_to_the_same_question(spatial):
    counter = itertools.count()

    def drifting(arm, *state):
        return arm.inverse_dynamics(*state) + next(counter)

    assert (
        "it answers differently when it is called again"
        in equidyn.grade(drifting, spatial).notes[0]
    )


@pytest.mark.parametrize("lost", ["raised", "nan"])
def test_what_is_lost_in_some_states_only(spatial, lost):
    def torque(arm, q, qd, qdd):
        tau = arm.inverse_dynamics(q, qd, qdd)
        if qd[1] > 0 and qd[0] == qd[2] == 0:
            if lost == "raised":
                raise ZeroDivisionError("division by zero")
            return np.nan * tau
        return tau

    marking = equidyn.grade(torque, spatial)
    points = {item.name: item.points for item in marking.items}
    assert points["gravity torque"] == points["mass matrix"] == 1
    assert points["centrifugal"] < 1
    told = {
        "raised": "it raised an error in 2 of ",
        "nan": "it returns nan or inf in 2 of ",
    }[lost]
    assert marking.notes[0].startswith(told)
    assert "not finite in 2 of" in marking.summary
