"""Items, explanations by two mistakes, intermediate rows, and messages of a marking."""

import sys

import numpy as np
import pytest

import equidyn
from studies.grading.planted import PROGRAMS, functions


def edited(*edits):
    """Return Newton-Euler after several edits of its text."""
    program = {}
    text = (PROGRAMS / "newton_euler.py").read_text(encoding="utf-8")
    for old, new in edits:
        assert old in text
        text = text.replace(old, new)
    exec(text, program)
    return program["inverse_dynamics"]


GRAVITY = ("-arm.base[:3, :3].T @ arm.gravity", "arm.base[:3, :3].T @ arm.gravity")
GYROSCOPIC = ("J @ al + np.cross(w, J @ w)", "J @ al")


def test_two_mistakes_are_named_together(spatial):
    marking = equidyn.grade(edited(GRAVITY, GYROSCOPIC), spatial)
    causes = [str(cause) for cause in marking.explanations[0].causes]
    assert causes == [
        "gravity has the wrong sign: the base accelerates by +g",
        "the gyroscopic term ω × I ω is missing",
    ]


def test_degrees_together_with_another_mistake(spatial):
    degrees = ("arm.theta[i] + q if", "arm.theta[i] + np.radians(q) if")
    marking = equidyn.grade(edited(GRAVITY, degrees), spatial)
    causes = [str(cause) for cause in marking.explanations[0].causes]
    assert any("degrees" in cause for cause in causes)
    assert any("gravity" in cause for cause in causes)


def test_a_mistake_at_one_link_is_named_there(spatial):
    local = ("np.cross(w, np.cross(w, c))", "(i != 1) * np.cross(w, np.cross(w, c))")
    marking = equidyn.grade(edited(local), spatial)
    assert str(marking.explanations[0]) == (
        "link 2: the centripetal acceleration ω × (ω × c) of the centre of mass is missing"
    )


def test_an_unknown_mistake_is_localised_and_nothing_is_blamed(planar):
    def strange(arm, q, qd, qdd):
        tau = arm.inverse_dynamics(q, qd, qdd)
        tau[0] += 0.3 * np.sin(q[1]) * qdd[1]
        return tau

    marking = equidyn.grade(strange, planar)
    assert marking.explanations == ()
    wrong = {item.name: [entry.label for entry in item.wrong] for item in marking.items}
    assert wrong["gravity torque"] == wrong["Coriolis"] == wrong["centrifugal"] == []
    assert wrong["mass matrix"] == ["M_12"]
    assert "no known mistake" in marking.summary


def test_the_first_wrong_number_is_shown_with_its_state(planar):
    def second(arm, q, qd, qdd):
        return arm.inverse_dynamics(q, qd, qdd) * [1, 2]

    marking = equidyn.grade(second, planar)
    failure = marking.failure
    right = planar.inverse_dynamics(**failure.operands)[1]
    assert failure.entry == (2,)
    assert failure.expected == right
    assert failure.found == 2 * right
    first = f"state 0 at entry 2: expected {failure.expected!r}, got {failure.found!r}"
    assert first in str(marking)
    assert f"  q = {failure.operands['q'].tolist()}" in str(marking)


def test_a_mistake_that_some_states_do_not_show_is_not_blamed(planar):
    def sometimes(arm, q, qd, qdd):
        moving = qd.any() and qdd.any()
        return arm.inverse_dynamics(q, qd, qdd) - 2 * moving * arm.gravity_torque(q)

    marking = equidyn.grade(sometimes, planar)
    assert [item.name for item in marking.items if not item.passed] == ["all together"]
    assert marking.explanations == ()


def test_a_missing_centrifugal_torque_is_localised(planar):
    f = functions("closed_form", "- h * d2**2", "")["inverse_dynamics"]
    items = {item.name: item for item in equidyn.grade(f, planar).items}
    assert items["centrifugal"].finding == "C_122: missing"
    assert items["Coriolis"].passed


def test_ratios_of_wrong_entries(planar):
    def half(arm, q, qd, qdd):
        return arm.inverse_dynamics(q, qd, qdd) - 0.5 * arm.gravity_torque(q)

    items = {item.name: item for item in equidyn.grade(half, planar).items}
    assert items["gravity torque"].finding == "τ_1, τ_2: 0.5 times the right one"
    assert items["gravity torque"].points == 0
    assert items["mass matrix"].points == 1


def test_the_first_wrong_row_is_shown_with_its_equation(spatial):
    marking = equidyn.grade(edited(GYROSCOPIC), spatial)
    row = marking.wrong_row
    assert (row.link, row.name) == (1, "N")
    assert row.equation == "N_i = I_i α_i + ω_i × I_i ω_i"
    assert "3.12" in row.source
    assert "N of link 1" in str(marking)


def test_rows_in_other_axes_and_without_gravity(spatial):
    f = functions("world", "2 * np.cross(w, z)", "np.cross(w, z)")["inverse_dynamics"]
    row = equidyn.grade(f, spatial).wrong_row
    assert (row.link, row.name) == (2, "a")
    assert "2 ω_i" in row.equation


def test_rows_of_the_modified_convention():
    arm = equidyn.Arm.from_dh(
        convention="modified",
        joints="RR",
        a=[0, 0.5],
        alpha=[0.3, 1.0],
        d=[0.1, 0.2],
        theta=[0, 0],
        mass=[1, 2],
        com=[[0.1, 0.2, 0.3], [0.2, 0.1, 0]],
        inertia=[[0.1, 0.1, 0.1]] * 2,
    )
    f = functions("craig", "np.cross(R.T @ w, qd[i] * Z) + ", "")["inverse_dynamics"]
    row = equidyn.grade(f, arm).wrong_row
    assert (row.link, row.name) == (2, "al")
    assert "6.46" in row.source


OTHER_NAMES = {
    "w": ("omega", "ω"),
    "al": ("wd", "alpha", "dw", "α"),
    "a": ("vd", "vdot"),
    "ac": ("vdc", "ab", "a_c", "acom"),
    "n": ("mu",),
}


@pytest.mark.parametrize(
    ("row", "name"), [(row, name) for row, names in OTHER_NAMES.items() for name in names]
)
def test_rows_by_another_name(row, name, spatial):
    program = functions("newton_euler")["inverse_dynamics"]

    def times(factor):
        def f(arm, *state):
            tau, found = program(arm, *state)
            found["ac"] = np.array(found["F"]) / arm.mass[:, np.newaxis]
            return tau, {name: factor * np.array(found[row])}

        return equidyn.grade(f, spatial).wrong_row

    assert times(1.0) is None
    assert times(1.1).name == row


def test_rows_of_a_small_arm():
    sizes = {"length": (1e-3, 1e-3), "com": (5e-4, 5e-4), "inertia": (1e-10, 1e-10)}
    small = equidyn.robots.planar_2r(mass=(1e-3, 1e-3), **sizes)
    assert equidyn.grade(edited(), small).wrong_row is None
    row = equidyn.grade(edited(("F = m * ac", "F = 0.99 * m * ac")), small).wrong_row
    assert (row.link, row.name) == (1, "F")


def test_forgotten_friction_is_no_other_mistake(planar):
    arm = planar.with_friction([0.5, 0.7], [[2, -2], [3, -3]])
    marking = equidyn.grade(lambda arm, *state: arm.inverse_dynamics(*state), arm, friction=True)
    wrong = [item.name for item in marking.items if not item.passed]
    assert wrong == ["friction", "all together"]


def test_motors_that_a_mass_matrix_lacks(spatial):
    arm = spatial.with_motors([1e-3, 2e-3, 3e-3], [50, 60, 70])
    f = functions("lagrange")["mass_matrix"]
    marking = equidyn.grade(f, arm, quantity="mass_matrix", motors=True)
    assert str(marking.explanations[0]) == "motor inertia is missing"


def test_gravity_that_counts_twice(spatial):
    def f(arm, q, qd, qdd):
        return arm.inverse_dynamics(q, qd, qdd) + arm.gravity_torque(q)

    assert str(equidyn.grade(f, spatial).explanations[0]) == "gravity counts twice"


def test_no_more_than_four_explanations_are_told():
    arm = equidyn.Arm.from_dh(
        "standard",
        joints="R",
        a=[1],
        alpha=[0],
        d=[0],
        theta=[0],
        mass=[1],
        com=[[0, 0, 0]],
        inertia=[[0, 0, 0]],
        gravity=(0, -9.81, 0),
    )
    marking = equidyn.grade(lambda q, qd, qdd: 0 * q, arm)
    assert len(marking.explanations) == 4


def test_explanations_are_shown_in_words(planar):
    marking = equidyn.grade(lambda arm, *state: -arm.inverse_dynamics(*state), planar)
    assert repr(marking.explanations[:1]) == "(Explanation('the torques have the wrong sign'),)"
    assert " at 0x" not in repr(marking.explanations[0].causes)


def test_friction_of_the_wrong_sign(spatial):
    arm = spatial.with_friction([0.1, 0.2, 0.3])

    def f(arm, q, qd, qdd):
        return arm.inverse_dynamics(q, qd, qdd) - arm.viscous * qd

    marking = equidyn.grade(f, arm, friction=True)
    assert str(marking.explanations[0]) == "viscous friction has the wrong sign"
    assert not {item.name: item for item in marking.items}["friction"].passed


def test_a_gear_ratio_that_is_not_squared(spatial):
    arm = spatial.with_motors([1e-3, 2e-3, 3e-3], [50, 60, 70])

    def f(arm, q, qd, qdd):
        return arm.inverse_dynamics(q, qd, qdd) + arm.gear_ratio * arm.motor_inertia * qdd

    marking = equidyn.grade(f, arm, motors=True)
    assert "wrong power of the gear ratio" in str(marking.explanations[0])


def test_a_result_that_is_not_finite_is_wrong(planar):
    marking = equidyn.grade(lambda q, qd, qdd: [np.nan, 0], planar)
    assert marking.points == 0
    assert "not finite" in str(marking)


def test_results_that_are_not_finite_in_some_states(spatial):
    def f(arm, q, qd, qdd):
        tau = arm.inverse_dynamics(q, qd, qdd)
        return tau if qd.any() else np.nan * tau

    marking = equidyn.grade(f, spatial)
    states = marking.explanations[0].causes
    assert [str(cause) for cause in states] == ["the result is not finite in 14 of 40 states"]
    assert "the result is not finite in 14 of 40 states" in marking.summary


def test_results_that_are_not_finite_beside_another_mistake(spatial):
    def f(arm, q, qd, qdd):
        tau = -arm.inverse_dynamics(q, qd, qdd)
        return tau if qdd.any() else tau + np.inf

    causes = equidyn.grade(f, spatial).explanations[0].causes
    assert "not finite" in str(causes[0])
    assert str(causes[1]) == "the torques have the wrong sign"


def test_a_matrix_that_is_not_finite_is_not_called_asymmetric(planar):
    marking = equidyn.grade(lambda q: np.full((2, 2), np.nan), planar, quantity="mass_matrix")
    assert marking.notes == ()
    assert "in every state" in str(marking.explanations[0])


def test_single_precision_is_named(planar):
    def single(arm, *state):
        return arm.inverse_dynamics(*state).astype(np.float32)

    marking = equidyn.grade(single, planar)
    assert marking.passed
    assert marking.notes == ("the results are of float32, of about 6 digits",)
    rough = equidyn.grade(lambda *x: np.float16(planar.inverse_dynamics(*x[1:])), planar)
    assert not rough
    assert "float16" in rough.notes[0]
    assert equidyn.grade(lambda arm, *state: arm.inverse_dynamics(*state), planar).notes == ()


def test_records_and_plain_data(planar, tmp_path):
    marking = equidyn.grade(lambda arm, *state: -arm.inverse_dynamics(*state), planar, name="mine")
    records = marking.to_records()
    assert [record["item"] for record in records] == [item.name for item in marking.items]
    assert all(record["function"] == "mine" for record in records)
    marking.save(tmp_path / "marking.json")
    assert '"the torques have the wrong sign"' in (tmp_path / "marking.json").read_text("utf-8")


def test_a_notebook_shows_verdict_and_equation(planar):
    f = functions("closed_form", "- 2 * h * d1 * d2", "- h * d1 * d2")["inverse_dynamics"]
    page = equidyn.grade(f, planar)._repr_html_()
    assert page.startswith("<p><strong>")
    assert "lacks the factor 2" in page
    assert "2 Σ" in page


def test_a_name_that_controls_a_terminal(planar):
    marking = equidyn.grade(lambda arm, *x: arm.inverse_dynamics(*x), planar, name="\x1b[31m\u202e")
    for shown in (marking._repr_html_(), str(marking), marking.summary):
        assert "\x1b" not in shown
        assert "\u202e" not in shown


def test_assert_passed_tells_the_mistake(planar):
    marking = equidyn.grade(lambda arm, *state: -arm.inverse_dynamics(*state), planar)
    with pytest.raises(AssertionError, match="the torques have the wrong sign"):
        marking.assert_passed()


def test_the_first_wrong_row_of_none(planar):
    with pytest.raises(ValueError, match="wrong_row: there is none"):
        equidyn.grade(lambda arm, *state: arm.inverse_dynamics(*state), planar).row_table()


def test_a_function_that_raises(planar):
    with pytest.raises(ValueError, match=r"f \(broken\) raised ZeroDivisionError") as raised:
        equidyn.grade(lambda q, qd, qdd: 1 / 0, planar, name="broken")
    assert isinstance(raised.value.__cause__, ZeroDivisionError)


def test_an_error_without_words(planar):
    class Silent(Exception):
        def __str__(self):
            raise RuntimeError("no words")

    def f(q, qd, qdd):
        raise Silent

    with pytest.raises(ValueError, match=r"f raised Silent$"):
        equidyn.grade(f, planar, name="f")


def test_a_function_that_ends_python(planar):
    with pytest.raises(ValueError, match=r"f raised SystemExit: 0$"):
        equidyn.grade(lambda q, qd, qdd: sys.exit(0), planar, name="f")


@pytest.mark.parametrize(
    ("change", "received"),
    [
        (lambda x: x + 5j, "imaginary parts of 5"),
        (lambda x: x.astype(str), "dtype <U32"),
        (lambda x: x > 0, "dtype bool"),
        (lambda x: None, "NoneType"),
        (lambda x: np.ma.masked_array(x, mask=True), "a masked array"),
        (lambda x: np.ma.masked_array(x, mask=[1, 0]), "a masked array"),
        (lambda x: [np.ma.masked_array(row, mask=True) for row in x], "a masked array"),
        (lambda x: [[1.0], [2.0, 3.0]], "rows of unequal length"),
        (lambda x: np.array(x.astype(str), dtype=object), "dtype object"),
    ],
)
def test_what_is_no_array_of_real_numbers(change, received, planar):
    with pytest.raises(ValueError, match="f: must return") as refused:
        equidyn.grade(lambda arm, *x: change(arm.inverse_dynamics(*x)), planar, name="f")
    assert received in str(refused.value)


def test_what_is_returned_beside_the_rows(planar):
    def f(arm, *state):
        return {"tau": arm.inverse_dynamics(*state), "comment": "mine", "w": None, 3: 1j}

    equidyn.grade(f, planar).assert_passed()


def test_rows_of_complex_numbers(planar):
    def f(arm, *state):
        return arm.inverse_dynamics(*state), {"w": np.full((2, 3), 1j)}

    with pytest.raises(ValueError, match="f, w: must return real numbers, got imaginary parts"):
        equidyn.grade(f, planar, name="f")


@pytest.mark.parametrize(
    ("f", "options", "message"),
    [
        (lambda q, qd, qdd: [1, 2, 3], {}, r"f: must return shape \(2,\), got shape \(3,\)"),
        (lambda q, qd, qdd: "torque", {}, "f: must return real numbers, got str"),
        (
            lambda q: np.zeros((2, 6)),
            {"quantity": "jacobian"},
            r"got shape \(2, 6\), the transpose",
        ),
        (lambda q: q, {}, r"f: expected a function of \(arm, q, qd, qdd\), got one of \(q\)"),
        (3, {}, "f: expected a function of"),
        (print, {"quantity": "torque"}, "quantity: there is no 'torque'"),
        (print, {"samples": 1}, "samples: must be at least 2, got 1"),
        (print, {"seed": -1}, "seed: must be at least 0"),
        (print, {"friction": 1}, "friction: expected True or False, got int"),
        (lambda q, qd, qdd: q, {"tolerance": 0}, "tolerance: must be positive, got 0"),
        (lambda q, qd, qdd: q, {"name": 5}, "name: expected a string, got int"),
    ],
)
def test_bad_input(f, options, message, planar):
    with pytest.raises((ValueError, TypeError), match=message):
        equidyn.grade(f, planar, **({"name": "f"} | options))
