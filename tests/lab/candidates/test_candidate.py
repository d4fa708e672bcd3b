"""A user's function beside the formulations: its arguments, its errors, its results."""

import re

import numpy as np
import pytest

import equidyn
from equidyn.lab.candidates import candidates_of
from equidyn.robots import planar_2r

ARM = planar_2r()
STATE = np.random.default_rng(3).normal(size=(3, 5, 2))


def right(arm, q, qd, qdd):
    return arm.inverse_dynamics(q, qd, qdd)


def without_arm(q, qd, qdd):
    return ARM.inverse_dynamics(q, qd, qdd)


def with_a_default(q, qd, qdd, payload=0.0):
    return without_arm(q, qd, qdd) + payload


def with_options(arm, q, qd, qdd, *, gravity=True):
    return right(arm, q, qd, qdd) if gravity else None


class Method:
    def torque(self, q, qd, qdd):
        return without_arm(q, qd, qdd)


TAKEN = {
    "with the arm": right,
    "without the arm": without_arm,
    "a default": with_a_default,
    "options": with_options,
    "any arguments": lambda *arguments: right(*arguments),
    "a method": Method().torque,
    "one state, no batch": lambda q, qd, qdd: without_arm(*np.stack([q, qd, qdd]).reshape(3, 2)),
}


@pytest.mark.parametrize("function", TAKEN.values(), ids=TAKEN)
def test_a_function_is_called_with_or_without_the_arm_as_it_is_written(function):
    (mine,) = candidates_of({"mine": function})
    assert np.allclose(mine.results(ARM, tuple(STATE)), ARM.inverse_dynamics(*STATE), rtol=1e-14)


def test_other_arguments_are_refused_before_any_work():
    message = re.escape("candidates['mine']: expected a function of (arm, q, qd, qdd), got one of")
    with pytest.raises(TypeError, match=message + r" \(q, qd\)$"):
        equidyn.verify(ARM, candidates={"mine": lambda q, qd: q})


def fails_where_the_first_joint_is_negative(arm, q, qd, qdd):
    if q[0] < 0:
        raise ArithmeticError("no root")
    return right(arm, q, qd, qdd)


def test_an_error_in_one_state_fails_its_own_row_and_loses_nothing():
    q = np.abs(STATE[0])
    q[3] *= -1
    (mine,) = candidates_of({"mine": fails_where_the_first_joint_is_negative})
    mine.require(ARM, (q, *STATE[1:]))
    results = mine.results(ARM, (q, *STATE[1:]))
    assert np.isnan(results).all(axis=1).tolist() == [False, False, False, True, False]
    assert mine.faults == ["candidates['mine'] raised ArithmeticError: no root"]


def test_the_row_of_a_candidate_with_an_error_says_so_beside_the_others():
    seed = next(seed for seed in range(100) if first_position(seed)[0] > 0)
    function = fails_where_the_first_joint_is_negative
    found = equidyn.verify(ARM, 20, seed, candidates={"mine": function})
    assert {check.subject for check in found.failures} == {"mine"}
    assert "note: candidates['mine'] raised ArithmeticError: no root" in found.notes


def first_position(seed):
    """Return the position in which a candidate is tried first."""
    asked = []

    def spy(q, qd, qdd):
        asked.append(q)
        return without_arm(q, qd, qdd)

    equidyn.verify(ARM, 1, seed, ["kane"], candidates={"spy": spy})
    return np.ravel(asked[0])


FIRST_TRIES = {
    "verify by position": lambda: equidyn.verify(ARM, right),
    "verify formulations": lambda: equidyn.verify(ARM, formulations=[right]),
    "verify one": lambda: equidyn.verify(ARM, formulations=right),
    "count": lambda: equidyn.count_operations(ARM, right),
    "polynomial": lambda: equidyn.operation_polynomial(right),
    "time": lambda: equidyn.time_formulations((2,), [right]),
    "rounding": lambda: equidyn.rounding_error(ARM, right),
    "report": lambda: equidyn.report(ARM, formulations=[right]),
    "a method": lambda: ARM.inverse_dynamics(*STATE, formulation=right),
}


@pytest.mark.parametrize("tried", FIRST_TRIES.values(), ids=FIRST_TRIES)
def test_what_a_user_tries_first_is_led_to_candidates(tried):
    with pytest.raises(TypeError, match=r"got a function; .* candidates=\{'mine': f\}, called as"):
        tried()
