"""A user's function beside the formulations: its arguments, its errors, its results."""

import re

import numpy as np
import pytest

import equidyn
from conftest import QUANTITIES
from equidyn.implementations import candidates_of
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
    mine.takes_single_states(ARM, (q, *STATE[1:]))
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
    with pytest.raises(
        TypeError, match=r"got a function; .* candidates=\{'mine': f\}, which is called as"
    ):
        tried()


# what a function returns


def with_one_array(function, array):
    """A function that writes its answers into one array, and returns that each time."""

    def answer(q, qd, qdd):
        if np.ndim(q) > 1:
            raise ValueError("one state at a time")
        array[...] = function(q, qd, qdd)
        return array

    return answer


def with_its_operand(q, qd, qdd):
    q[...] = without_arm(q, qd, qdd)
    return q


def test_an_array_that_is_returned_each_time_holds_one_answer_after_the_other():
    (mine,) = candidates_of({"mine": with_one_array(without_arm, np.empty(2))})
    assert np.array_equal(mine.results(ARM, tuple(STATE)), ARM.inverse_dynamics(*STATE))
    assert equidyn.verify(ARM, 5, candidates={"mine": mine.function})
    extended = candidates_of(
        {"mine": with_one_array(lambda q, qd, qdd: 2 * q, np.zeros(2, object))}
    )
    found = extended[0].in_extended_precision(ARM, tuple(STATE))
    assert np.array_equal(found, 2 * STATE[0])


@pytest.mark.parametrize("quantity", QUANTITIES)
def test_results_of_every_quantity_are_copied(quantity):
    shape = (2,) * {"mass_matrix": 2, "coriolis_coefficients": 3, "forward_dynamics": 1}[quantity]
    array = np.empty(shape)

    def answer(arm, q, *others):
        if np.ndim(q) > 1:
            raise ValueError("one state at a time")
        array[...] = getattr(ARM, quantity)(q, *others)
        return array

    assert equidyn.verify(ARM, 5, quantity=quantity, candidates={"mine": answer})


def test_a_function_that_returns_its_operand_spoils_no_state():
    assert equidyn.verify(ARM, 5, candidates={"mine": with_its_operand})


def changed(change):
    return lambda q, qd, qdd: change(without_arm(q, qd, qdd))


NO_NUMBERS = {
    "complex": (changed(lambda tau: tau + 5j), "got dtype complex128"),
    "complex without an imaginary part": (changed(lambda tau: tau + 0j), "got dtype complex128"),
    "all entries masked": (
        changed(lambda tau: np.ma.masked_array(tau, mask=True)),
        "got a masked array with entries left out",
    ),
    "one entry masked": (
        changed(lambda tau: np.ma.masked_array(tau, mask=np.arange(tau.size) == 1)),
        "got a masked array with entries left out",
    ),
    "text": (lambda q, qd, qdd: ["1.5", "2.5"], "got dtype <U3"),
    "objects": (changed(lambda tau: tau.astype(object)), "got dtype object"),
    "truth": (lambda q, qd, qdd: [True, False], "got dtype bool"),
    "nothing": (lambda q, qd, qdd: None, "got NoneType"),
    "a generator": (lambda q, qd, qdd: (x for x in q), "got generator"),
}


@pytest.mark.parametrize(("function", "received"), NO_NUMBERS.values(), ids=NO_NUMBERS)
def test_what_is_returned_must_be_real_numbers(function, received):
    message = r"^candidates\['mine'\]: must return (real )?numbers, " + re.escape(received)
    for judged in (equidyn.verify, equidyn.count_operations, equidyn.bench):
        with pytest.raises(ValueError, match=message):
            judged(ARM, candidates={"mine": one_state(function)})
    with pytest.raises(ValueError, match=message):
        equidyn.time_formulations(arm=ARM, candidates={"mine": one_state(function)})


def one_state(function):
    """The function, for single states alone."""

    def answer(q, qd, qdd):
        if np.ndim(q) > 1:
            raise ValueError("one state at a time")
        return function(q, qd, qdd)

    return answer


def test_a_tensor_that_is_no_array_is_named():
    class Tensor:
        def __array__(self, *_, **__):
            raise RuntimeError("it is on another device")

    message = r"candidates\['mine'\]: must return real numbers, got it is on another device"
    with pytest.raises(ValueError, match=message):
        equidyn.verify(ARM, candidates={"mine": lambda q, qd, qdd: Tensor()})


@pytest.mark.parametrize("dtype", [np.float32, np.longdouble, np.int64])
def test_any_real_numbers_are_taken(dtype):
    (mine,) = candidates_of({"mine": lambda q, qd, qdd: (8 * q).astype(dtype)})
    expected = (8 * STATE[0]).astype(dtype)
    assert np.array_equal(mine.results(ARM, tuple(STATE)), expected.astype(float))


def test_a_column_is_one_state():
    columns = {"mine": lambda arm, *state: right(arm, *state)[..., np.newaxis]}
    assert equidyn.verify(ARM, 5, candidates=columns)
    found = equidyn.rounding_error(sweeps=["lift"], samples=2, candidates=columns)
    assert found.of("lift", "mine")


LONG = "a" * 100_000
HUGE = 10**5000
LONG_VALUES = {
    "candidate": (equidyn.verify, {"candidates": {LONG: lambda q: q}}, "candidates['aaa"),
    "candidate that raises": (
        equidyn.verify,
        {"candidates": {LONG: lambda q, qd, qdd: None}},
        "candidates['aaa",
    ),
    "quantity": (equidyn.verify, {"quantity": LONG}, "quantity: "),
    "formulations": (equidyn.verify, {"formulations": LONG}, "formulation"),
    "samples": (equidyn.verify, {"samples": HUGE}, "samples: must be at most"),
    "seed": (equidyn.verify, {"seed": HUGE}, "seed: must be at most"),
    "seed of vectors": (equidyn.reference_vectors, {"seed": HUGE}, "seed: must be at most"),
    "quantities": (equidyn.reference_vectors, {"quantities": LONG}, "quantities: "),
    "results": (equidyn.studies.judge_results, {"results": f"{LONG}.csv.x"}, "…aaa"),
    "a quantity of results": (equidyn.studies.judge_results, {"results": {LONG: [1]}}, "results: "),
    "tasks": (equidyn.bench, {"tasks": 10**30}, "tasks: expected several names, got int"),
    "peers": (equidyn.bench, {"peers": 3}, "peers: expected several names, got int"),
    "threads": (equidyn.bench, {"threads": LONG}, "threads: "),
}


@pytest.mark.parametrize(("function", "options", "message"), LONG_VALUES.values(), ids=LONG_VALUES)
def test_messages_name_the_argument_and_stay_short(function, options, message):
    with pytest.raises((ValueError, TypeError)) as caught:
        function(ARM, **options)
    said = str(caught.value)
    assert said.startswith(message)
    assert len(said) < 600
    assert said.count("\n") < 2
