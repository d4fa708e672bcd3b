"""Rounding of a user's functions, and their other errors."""

import numpy as np
import pytest

import equidyn
from equidyn import _core
from equidyn.implementations import candidates_of

FEW = {"formulations": ["newton_euler", "kane"], "samples": 3, "n": (1, 2, 3)}


def right(arm, q, qd, qdd):
    return arm.inverse_dynamics(q, qd, qdd, formulation="kane")


def no_gravity(arm, q, qd, qdd):
    return arm.inverse_dynamics(q, qd, qdd) - arm.gravity_torque(q)


def test_a_candidate_is_measured_beside_the_formulations():
    found = equidyn.rounding_error(sweeps=["lift"], candidates={"mine": right}, **FEW)
    mine, kane = found.of("lift", "mine"), found.of("lift", "kane")
    assert [record.error for record in mine] == [record.error for record in kane]
    assert found.mistakes == ()


def test_an_error_is_said_to_be_none_of_rounding_and_has_no_part_in_the_comparison():
    alone = equidyn.rounding_error(sweeps=["joints"], **FEW)
    found = equidyn.rounding_error(sweeps=["joints"], candidates={"mine": no_gravity}, **FEW)
    (mistake,) = found.mistakes
    assert (mistake.sweep, mistake.formulation, mistake.extended) == ("joints", "mine", None)
    assert str(mistake) in str(found)
    assert str(mistake).endswith("an error, not rounding; verify it first")
    assert found.worst("joints") == alone.worst("joints")
    assert found.groups("joints") == alone.groups("joints")


def pendulum(wrong=1.0):
    def torque(arm, q, qd, qdd):
        tau = np.zeros(1)
        reach = arm.a[0] + arm.com[0, 0]
        inertia = arm.inertia[0][2, 2] + arm.mass[0] * reach**2
        tau[0] = inertia * qdd[0] + wrong * arm.mass[0] * 9.81 * reach * np.cos(q[0])
        return tau

    return torque


def rods(n):
    return equidyn.robots.planar_2r() if n == 2 else equidyn.robots.uniform_chain(n)


@pytest.mark.parametrize(
    ("function", "extended"), [(pendulum(), True), (lambda q, qd, qdd: [float(q[0])], False)]
)
def test_extended_precision_is_tried_where_the_function_keeps_it(function, extended):
    (mine,) = candidates_of({"mine": function})
    state = tuple(np.full((2, 1), 0.3) for _ in range(3))
    found = mine.in_extended_precision(rods(1), state)
    assert (found is not None) == extended
    if extended:
        assert {type(number) for number in found.flat} == {_core.DoubleDouble}
        assert np.any(found != found.astype(np.float64))


def test_extended_precision_tells_an_error_from_rounding():
    found = equidyn.rounding_error(
        sweeps=["joints"],
        formulations=["kane"],
        n=(1,),
        family=rods,
        samples=3,
        candidates={"right": pendulum(), "wrong": pendulum(1.0 + 1e-9)},
    )
    (mistake,) = found.mistakes
    assert mistake.formulation == "wrong"
    assert mistake.extended == pytest.approx(mistake.error, rel=1e-3)


def test_all_wrong_leaves_the_errors_alone():
    found = equidyn.rounding_error(
        sweeps=["turns"],
        formulations=["kane"],
        samples=2,
        candidates={"mine": no_gravity},
    )
    assert "causes of their errors" in str(found)
    only = type(found)(
        tuple(r for r in found.records if r.formulation == "mine"),
        found.arm,
        found.samples,
        found.seed,
        mistakes=found.mistakes,
    )
    assert str(only).count("not rounding") == 1
    assert "causes of their errors" not in str(only)


def of_two_joints(q, qd, qdd):
    first, second = q
    return [first, second]


def test_a_candidate_for_other_arms_is_refused_before_any_work():
    with pytest.raises(ValueError, match=r"^candidates\['two'\] raised ValueError: "):
        equidyn.rounding_error(candidates={"two": of_two_joints}, **FEW)
