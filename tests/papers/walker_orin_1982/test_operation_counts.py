"""The four methods of Walker & Orin solve the equations of motion, and cost what is stated."""

import numpy as np
import pytest

import equidyn
from equidyn.lab.count.polynomial import Polynomial
from equidyn.papers.published_counts import published_counts
from equidyn.robots import random_arm


@pytest.fixture(scope="module")
def methods():
    """Multiplications and additions of the methods, in their order."""
    (table,) = published_counts("Walker & Orin 1982")
    return [compared.measured for compared in table.entries]


@pytest.mark.parametrize(("k", "name"), [(0, "unit_accelerations"), (2, "composite_rigid_bodies")])
def test_methods_that_an_arm_has_are_counted_as_it_runs_them(methods, k, name):
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
    assert [p.degree for p in methods[3]] == [2, 2]
    assert [p.degree for p in methods[2]] == [3, 3]
    cheaper = [n for n in range(3, 400) if sum(p(n) for p in methods[3]) < _total(methods[2], n)]
    assert cheaper[0] > 30
    assert cheaper == list(range(cheaper[0], 400))


def _total(pair: tuple[Polynomial, Polynomial], n: int) -> int:
    return sum(p(n) for p in pair)


def test_n_steps_of_conjugate_gradients_solve_the_equations_of_motion():
    """Each product with M is a run without rates and gravity, and M is never formed."""
    arm = random_arm(4, seed=2, joints="RRRR")
    q, qd, qdd = np.random.default_rng(1).uniform(-1, 1, (3, 4))
    tau = arm.inverse_dynamics(q, qd, qdd)
    weightless = arm.with_gravity((0, 0, 0))

    def product(x):
        return weightless.inverse_dynamics(q, 0 * q, x, formulation="newton_euler")

    found = np.zeros(4)
    residual = tau - arm.bias(q, qd)
    direction, square = residual, residual @ residual
    for _ in range(arm.n):
        image = product(direction)
        step = square / (direction @ image)
        found = found + step * direction
        residual = residual - step * image
        before, square = square, residual @ residual
        direction = residual + square / before * direction
    np.testing.assert_allclose(found, qdd, atol=1e-9)


def test_no_figure_is_given_as_printed_that_was_not_read():
    (table,) = published_counts("Walker & Orin 1982")
    assert all(compared.printed is None for compared in table.entries)
    assert "not at hand" in str(table)
