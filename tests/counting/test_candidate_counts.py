"""Counts and polynomials of a user's functions, beside those of the formulations."""

import numpy as np
import pytest

from equidyn.counting import count_operations, operation_polynomial
from equidyn.robots import planar_2r


def recursion(arm, q, qd, qdd):
    """Three multiplications and two additions for each joint but one."""
    tau = np.zeros(arm.n)
    total = 0.0
    for k in range(arm.n):
        total = total + arm.mass[k] * q[k]
        tau[k] = total * qd[k] * qdd[k]
    return tau


def pairs(arm, q, qd, qdd):
    return np.array([sum(q[j] * qd[k] for k in range(arm.n)) for j in range(arm.n)])


def test_a_candidate_stands_beside_the_formulations():
    counts = count_operations(planar_2r(), candidates={"mine": recursion})
    assert len(counts) == len(count_operations(planar_2r())) + 1
    assert counts["mine"].total == (6, 1, 0, 0)
    assert list(counts["mine"].steps) == ["as written"]
    assert "mine" in str(counts)
    assert counts.to_records()[-1]["formulation"] == "mine"


def test_a_candidate_stands_beside_the_one_formulation_that_is_named():
    counts = count_operations(3, "kane", candidates={"mine": recursion})
    assert [count.formulation for count in counts] == ["kane", "mine"]


def test_polynomials_of_a_candidate_are_of_the_lowest_degree_that_fits():
    found = operation_polynomial("kane", candidates={"linear": recursion, "square": pairs})
    assert str(found["linear"].multiplications) == "3n"
    assert str(found["linear"].additions) == "n - 1"
    assert str(found["square"].multiplications) == "n^2"
    assert found["square"].n_min == 1


def test_a_function_that_is_no_polynomial_is_said():
    def powers(arm, q, qd, qdd):
        return q * sum(q[0] * 1.5 for _ in range(2**arm.n))

    with pytest.raises(RuntimeError, match=r"^powers: no polynomials of degree 4 fit"):
        operation_polynomial("kane", candidates={"powers": powers})


@pytest.mark.parametrize(
    "rules", [{"base": "moving"}, {"tip_wrench": True}, {"friction": True}], ids=str
)
def test_what_a_candidate_is_not_given_is_not_counted(rules):
    message = r"^candidates\['mine'\]: cannot be counted with a moving base, a tip wrench or"
    with pytest.raises(ValueError, match=message):
        count_operations(3, "kane", candidates={"mine": recursion}, **rules)


def test_operations_that_no_torque_depends_on_are_counted_where_asked():
    def wasteful(q, qd, qdd):
        return (q * 2.0, q)[1]

    counts = count_operations(2, "kane", candidates={"mine": wasteful}, dead_code=True)
    assert counts["mine"].multiplications == 2
