"""The four methods of Walker & Orin solve the equations of motion, and cost what is stated."""

import numpy as np
import pytest

import equidyn
from equidyn.counting.polynomial import Polynomial
from equidyn.dynamics.names import SYNONYMS_OF_METHODS
from equidyn.robots import random_arm
from equidyn.studies.papers.published_counts import published_counts


@pytest.fixture(scope="module")
def methods():
    """Multiplications and additions of the methods, in their order."""
    (table,) = published_counts("Walker & Orin 1982")
    return [compared.measured for compared in table.entries]


NAMES = (
    "unit_accelerations",
    "symmetric_unit_accelerations",
    "composite_rigid_bodies",
    "conjugate_gradients",
)


@pytest.mark.parametrize(("k", "name"), list(enumerate(NAMES)))
def test_methods_are_counted_as_an_arm_runs_them(methods, k, name):
    assert SYNONYMS_OF_METHODS[f"walker_orin_{k + 1}"] == name
    for n in (3, 6, 9):
        count = equidyn.count_operations(n, name, quantity="forward_dynamics")
        assert tuple(p(n) for p in methods[k]) == count.total[:2]


def test_from_five_joints_on_each_of_the_first_three_methods_is_cheaper_than_the_one_before(
    methods,
):
    for n in range(5, 30):
        totals = [M(n) + A(n) for M, A in methods[:3]]
        assert totals == sorted(totals, reverse=True)


def test_conjugate_gradients_are_of_order_n_squared_and_win_in_the_end(methods):
    assert [p.degree for p in methods[4]] == [2, 2]
    assert [p.degree for p in methods[2]] == [3, 3]
    cheaper = [n for n in range(3, 400) if _total(methods[4], n) < _total(methods[2], n)]
    assert cheaper[0] > 30
    assert cheaper == list(range(cheaper[0], 400))


def _total(pair: tuple[Polynomial, Polynomial], n: int) -> int:
    return sum(p(n) for p in pair)


def test_corrections_by_all_directions_cost_what_they_are_said_to(methods):
    """Step k corrects k - 1 times: a product of vectors, a factor, a sum."""
    for n in (3, 6, 9):
        corrections = n * (n - 1) // 2
        # a step by the last direction alone makes it of r and that one, which is one sum more
        more = corrections * (2 * n + 1) - n**2 - n, corrections * (2 * n - 1) - n**2 - 2 * n + 1
        assert more == tuple(a(n) - b(n) for a, b in zip(methods[3], methods[4], strict=True))


@pytest.mark.parametrize("all_before", [False, True], ids=["the last", "all before"])
def test_n_steps_solve_the_equations_where_directions_are_conjugate_to_all_before(all_before):
    arm = random_arm(12, seed=3)
    q, qd, tau = np.random.default_rng(1).uniform(-1, 1, (3, 12))
    M, residual = arm.mass_matrix(q), tau - arm.bias(q, qd)
    found, directions = np.zeros(12), []
    for _ in range(arm.n):
        direction = residual
        for d in directions if all_before else directions[-1:]:
            direction = direction - (residual @ M @ d) / (d @ M @ d) * d
        step = (direction @ residual) / (direction @ M @ direction)
        found, residual = found + step * direction, residual - step * (M @ direction)
        directions.append(direction)
    error = np.abs(M @ found + arm.bias(q, qd) - tau).max()
    assert (error < 1e-12) == all_before
    named = arm.forward_dynamics(q, qd, tau, formulation="conjugate_gradients")
    assert not all_before or np.allclose(named, found, atol=1e-9)


def test_a_residual_that_is_zero_from_the_start_stays_so():
    arm = random_arm(5, seed=4).with_gravity((0, 0, 0))
    still = np.zeros(5)
    qdd = arm.forward_dynamics(still, still, still, formulation="conjugate_gradients")
    np.testing.assert_array_equal(qdd, still)


def test_no_figure_is_given_as_printed_that_was_not_read():
    (table,) = published_counts("Walker & Orin 1982")
    assert all(compared.printed is None for compared in table.entries)
    assert "not at hand" in str(table)
