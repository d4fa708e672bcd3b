"""Operation counts of the coefficients of the equations of motion, as polynomials."""

import pytest

import equidyn
from equidyn.lab.count.unit_accelerations import unit_acceleration_costs


def test_mass_matrix_is_quadratic_and_coriolis_cubic(formulation):
    order = next(f.order for f in equidyn.formulations() if f.name == formulation)
    if order != "n":
        pytest.skip("only recursions of order n make it quadratic and cubic")
    M, _, C = unit_acceleration_costs(formulation).rows
    assert (M.multiplications.degree, C.multiplications.degree) == (2, 3)
    assert (M.additions.degree, C.additions.degree) == (2, 3)


def test_composite_rigid_bodies_are_cheaper_than_unit_accelerations(formulation):
    if formulation not in ("newton_euler", "minimal_newton_euler"):
        pytest.skip("two of them stand for all")
    runs, composite, _ = unit_acceleration_costs(formulation).rows
    for n in (6, 7, 12):
        assert composite.multiplications(n) < runs.multiplications(n)
        assert composite.additions(n) < runs.additions(n)
