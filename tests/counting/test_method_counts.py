"""Pinned operation counts of methods for other quantities than torques."""

import numpy as np
import pytest

import equidyn
from conftest import QUANTITIES
from equidyn import _core
from equidyn.counting.conventions import Conventions, general_arm
from equidyn.counting.operation_polynomials import polynomials_of_each
from equidyn.counting.polynomial import Polynomial
from equidyn.graph.trace import Operation, live_nodes

# multiplications, additions and divisions on the general revolute arm on a base at rest, and the
# smallest n at which the polynomials hold; rotations formed, dead code removed
PINNED = {
    "mass_matrix": {
        "unit_accelerations": ("47n^2 - 57n - 6", "34n^2 - 40n - 9", "0", 3),
        "trace_form": ("2n^3 + 51n^2 - 3n - 20", "2n^3 + 71/2 n^2 - 11/2 n - 11", "0", 4),
        "composite_rigid_bodies": ("11n^2 + 55n - 124", "7n^2 + 62n - 123", "0", 3),
        "orthogonal_complement": (
            "n^3 + 23/2 n^2 + 183/2 n - 89",
            "n^3 + 8n^2 + 62n - 62",
            "0",
            2,
        ),
        "symmetric_unit_accelerations": (
            "46n^2 - 56n - 6",
            "67/2 n^2 - 79/2 n - 9",
            "0",
            3,
        ),
        "decoupled_orthogonal_complement": (
            "6n^2 + 152n - 189",
            "11/2 n^2 + 243/2 n - 177",
            "0",
            3,
        ),
        "spatial_operators": (
            "1/6 n^3 + 25/2 n^2 + 949/3 n - 722",
            "1/6 n^3 + 9n^2 + 1565/6 n - 582",
            "n - 2",
            3,
        ),
    },
    "forward_dynamics": {
        "unit_accelerations": (
            "1/3 n^3 + 48n^2 + 146/3 n - 90",
            "1/3 n^3 + 69/2 n^2 + 283/6 n - 90",
            "2n - 1",
            3,
        ),
        "boltzmann_hamel": (
            "1/3 n^4 + 16/3 n^3 + 71/3 n^2 + 338/3 n - 92",
            "1/3 n^4 + 13/3 n^3 + 85/6 n^2 + 583/6 n - 96",
            "n^2",
            2,
        ),
        "maximal_coordinates": ("1261n - 2158", "1085n - 1888", "5n - 5", 3),
        "composite_rigid_bodies": (
            "1/6 n^3 + 25/2 n^2 + 475/3 n - 254",
            "1/6 n^3 + 8n^2 + 887/6 n - 240",
            "2n - 1",
            3,
        ),
        "articulated_bodies": ("501n - 873", "415n - 728", "n - 1", 3),
        "orthogonal_complement": (
            "19/6 n^3 + 31n^2 + 593/6 n - 117",
            "19/6 n^3 + 25n^2 + 413/6 n - 100",
            "2n - 1",
            3,
        ),
        "symmetric_unit_accelerations": (
            "1/6 n^3 + 95/2 n^2 + 148/3 n - 90",
            "1/6 n^3 + 69/2 n^2 + 142/3 n - 90",
            "2n - 1",
            3,
        ),
        "conjugate_gradients": (
            "n^3 + 147/2 n^2 + 107/2 n - 84",
            "n^3 + 113/2 n^2 + 69/2 n - 81",
            "n",
            2,
        ),
        "decoupled_orthogonal_complement": ("379n - 451", "324n - 449", "n", 3),
        "spatial_operators": ("502n - 874", "416n - 735", "n - 1", 3),
    },
    "coriolis_coefficients": {
        "unit_accelerations": (
            "110/3 n^3 - 13/2 n^2 - 253/6 n - 4",
            "85/3 n^3 - 11/2 n^2 - 233/6 n",
            "0",
            3,
        ),
        "trace_form": (
            "12n^4 + 50/3 n^3 + 33n^2 - 35/3 n - 20",
            "33/4 n^4 + 12n^3 + 89/4 n^2 - 21/2 n - 11",
            "0",
            4,
        ),
    },
    "kinematics": {
        "forward_kinematics": ("37n - 58", "24n - 42", "0", 3),
        "jacobian": ("43n - 86", "30n - 60", "0", 3),
        "jacobian_rate": ("64n - 111", "54n - 93", "0", 3),
    },
    "inverse_dynamics_derivatives": {
        "spatial_vectors": ("21n^2 + 549n - 726", "16n^2 + 515n - 742", "0", 3),
    },
}
# the same where n is a power of two, from 4 on, as factors of n, log2 n and 1: of other n, some
# bodies have no other one to be joined with, and the numbers are no polynomials
PINNED_AT_POWERS_OF_TWO = {
    "divide_and_conquer": ((2063, -1602, -2157), (1788, -1425, -1872), (5, 0, -5)),
}
METHODS = [(quantity, method) for quantity, methods in PINNED.items() for method in methods]


def counted(quantity: str, method: str, n: int) -> list[int]:
    if quantity in QUANTITIES:
        count = equidyn.count_operations(n, method, quantity=quantity, base="tilted")
        return [count.multiplications, count.additions, count.divisions]
    arm = general_arm(n).with_gravity((2.4, -3.9, -8.6))
    state = np.random.default_rng(n).uniform(-1, 1, (3, n))
    if method == "spatial_vectors":
        graph = _core.trace(arm, quantity, method, tuple(state))
    else:
        operands = tuple(state[:2] if method == "jacobian_rate" else state[:1])
        graph = _core.trace(arm, method, "link_frames", operands)
    outputs = np.asarray(graph["output_nodes"])
    live = live_nodes(graph["left"], graph["right"], outputs)
    kinds = np.bincount(graph["operation"][live], minlength=len(Operation))
    additions = kinds[Operation.ADD] + kinds[Operation.SUBTRACT]
    return [int(kinds[Operation.MULTIPLY]), int(additions), int(kinds[Operation.DIVIDE])]


@pytest.mark.parametrize(("quantity", "method"), METHODS)
def test_a_method_takes_as_many_operations_as_is_pinned(quantity, method):
    *pinned, first = PINNED[quantity][method]
    expected = [Polynomial.parse(text) for text in pinned]
    for n in range(first, 9):
        assert counted(quantity, method, n) == [polynomial(n) for polynomial in expected], n
    # the first n is the smallest from which they hold
    before = first - 1
    assert first == 1 or counted(quantity, method, before) != [p(before) for p in expected]


@pytest.mark.parametrize(("quantity", "method"), METHODS)
def test_the_polynomials_that_are_found_are_those_that_are_pinned(quantity, method):
    if quantity not in QUANTITIES:
        pytest.skip("has one method")
    found = equidyn.operation_polynomial(method, quantity=quantity, base="tilted")
    *pinned, first = PINNED[quantity][method]
    totals = (found.multiplications, found.additions, found.divisions)
    assert ([str(total) for total in totals], found.n_min) == (pinned, first)


@pytest.mark.parametrize("method", PINNED_AT_POWERS_OF_TWO)
def test_operations_of_bodies_joined_two_by_two(method):
    for doublings in (2, 3, 4):
        terms = (2**doublings, doublings, 1)
        expected = [np.dot(factors, terms) for factors in PINNED_AT_POWERS_OF_TWO[method]]
        assert counted("forward_dynamics", method, 2**doublings) == expected


@pytest.mark.parametrize("method", PINNED_AT_POWERS_OF_TWO)
def test_numbers_that_are_no_polynomials_are_left_out_of_several(method):
    found = polynomials_of_each(
        ["articulated_bodies", method], Conventions(), quantity="forward_dynamics"
    )
    assert [polynomial.formulation for polynomial in found] == ["articulated_bodies"]
    assert f"not counted: {method}: no polynomials" in str(found)


@pytest.mark.parametrize("quantity", QUANTITIES)
def test_no_method_is_forgotten(quantity):
    pinned = set(PINNED[quantity])
    if quantity == "forward_dynamics":
        pinned |= set(PINNED_AT_POWERS_OF_TWO)
    assert pinned == {f.name for f in equidyn.formulations(quantity)}
