"""Operations of a user's function, counted by running it on numbers that record them."""

import math
import threading

import numpy as np
import pytest

import equidyn
from equidyn.dynamics.registry import refusals
from equidyn.graph.numpy_of_objects import solve
from equidyn.implementations import candidates_of
from equidyn.implementations.recorded_run import recorded_operations
from equidyn.robots import planar_2r, puma560

NAMES = [formulation.name for formulation in equidyn.formulations()]


def counted(function, arm=None, quantity="inverse_dynamics"):
    (mine,) = candidates_of({"mine": function}, quantity)
    return tuple(recorded_operations(mine, arm or planar_2r()))


@pytest.mark.parametrize("name", NAMES)
def test_generated_code_has_the_operations_that_its_generator_states(name):
    arm = puma560()
    if name in refusals(arm):
        pytest.skip("the formulation does not take this arm")
    code = equidyn.generate(arm, name, "numpy")
    written = {}
    exec(code.source, written)
    assert counted(written["inverse_dynamics"], arm) == code.operations


def preallocated(q, qd, qdd):
    tau = np.zeros(2)
    tau[0] = 2.5 * q[0] + qd[1]
    tau[1] = tau[0] * tau[0]
    return tau


# multiplications, additions, sines and cosines, divisions
COUNTED = {
    "a preallocated array": (preallocated, (2, 1, 0, 0)),
    "sums with 0, products with 0, 1 and -1": (
        lambda q, qd, qdd: q + 0.0 * qd - 1.0 * (qdd * 1.0),
        (0, 2, 0, 0),
    ),
    "the cosine of a right angle is 0": (lambda q, qd, qdd: q + np.cos(np.pi / 2) * qd, (0,) * 4),
    "arithmetic of constants": (lambda q, qd, qdd: (0.3 * 0.7 + 1.1) * q, (2, 0, 0, 0)),
    "negations": (lambda q, qd, qdd: np.negative(-q), (0,) * 4),
    "what no result depends on": (lambda q, qd, qdd: (np.sin(qd) * 2, q)[1], (0,) * 4),
    "a power": (lambda q, qd, qdd: q**3, (4, 0, 0, 0)),
    "a quotient": (lambda q, qd, qdd: q / 2.0, (0, 0, 0, 2)),
    "a matrix": (lambda q, qd, qdd: np.array([[2.0, 3.0], [4.0, 5.0]]) @ q, (4, 2, 0, 0)),
    "a sum over an index": (lambda q, qd, qdd: np.einsum("i,i->i", q, qd), (2, 0, 0, 0)),
    "a vector product": (
        lambda q, qd, qdd: np.cross([q[0], q[1], 0.5], [qd[0], qd[1], 0.7])[:2],
        (4, 2, 0, 0),
    ),
    "linear equations": (
        lambda q, qd, qdd: np.linalg.solve([[3.0 + np.cos(q[1]), 2.0], [2.0, 3.0]], qdd),
        (3, 4, 1, 3),
    ),
    "a list of floats and numbers": (
        lambda q, qd, qdd: np.sin(np.array([0.3, q[1]]) * [1.0, 2.0]),
        (1, 0, 1, 0),
    ),
    "a batch only": (lambda q, qd, qdd: np.stack([q[:, 0] * 2.0, q[:, 1]], -1), (1, 0, 0, 0)),
}


@pytest.mark.parametrize(("function", "operations"), COUNTED.values(), ids=COUNTED)
def test_operations_are_counted_by_the_rules_of_the_formulations(function, operations):
    assert counted(function) == operations


def branching(q, qd, qdd):
    return q if q[0] > 0 else -q


def with_math(q, qd, qdd):
    return np.array([math.sin(q[0]), q[1]])


REFUSED = {
    "a branch": (branching, r"compares values: .*: return q if q\[0\] > 0 else -q\)$"),
    "math": (with_math, r"math.sin takes plain numbers alone: write np.sin \(line \d+ of test_"),
    "compiled code": (
        lambda arm, q, qd, qdd: arm.inverse_dynamics(q, qd, qdd),
        r"equidyn itself computes in C\+\+ and takes plain numbers alone \(q: expected",
    ),
    "a root": (lambda q, qd, qdd: np.sqrt(q * q), r"np.sqrt is not counted: only \+ - \* / and"),
    "a sign": (lambda q, qd, qdd: np.abs(q), "takes an absolute value, which depends on a sign"),
    "a fractional power": (lambda q, qd, qdd: (2 + q * q) ** 0.5, "exponent 0.5 is not counted"),
    "another result": (
        lambda q, qd, qdd: q * (1.0 if q.dtype == float else 2.0),
        "with numbers that record operations its results differ by",
    ),
}


@pytest.mark.parametrize(("function", "message"), REFUSED.values(), ids=REFUSED)
def test_what_cannot_be_counted_is_named_with_its_line(function, message):
    with pytest.raises(ValueError, match=r"^candidates\['mine'\]: .*" + message):
        counted(function)


def test_numpy_is_as_it_was_afterwards_and_in_other_threads():
    before, dtypes = np.zeros, []

    def asks_another_thread(q, qd, qdd):
        thread = threading.Thread(target=lambda: dtypes.append(np.zeros(1).dtype))
        thread.start()
        thread.join()
        return q

    counted(asks_another_thread)
    assert dtypes == [np.dtype(float)] * len(dtypes)
    assert dtypes
    with pytest.raises(ValueError, match="compares"):
        counted(branching)
    assert np.zeros is before


def test_elimination_solves_equations_that_need_another_order_of_rows():
    a = np.array([[0.0, 2.0, 1.0], [1.0, 1.0, 1.0], [4.0, 1.0, 2.0]])
    b = np.arange(6.0).reshape(3, 2)
    assert np.allclose(solve(a, b).astype(float), np.linalg.solve(a, b), rtol=1e-14)


def sine(angle):
    return math.sin(angle)  # the failing line


def calls_another(q, qd, qdd):
    angle = 2.0 * q[0]
    return [sine(angle), q[1]]


def test_the_line_is_that_which_fails_within_functions_of_ones_own():
    with pytest.raises(ValueError, match=r"write np\.sin \(line (\d+) of test_.*") as caught:
        counted(calls_another)
    assert str(caught.value).endswith(": return math.sin(angle)  # the failing line)")
    assert f"line {sine.__code__.co_firstlineno + 1} of " in str(caught.value)
