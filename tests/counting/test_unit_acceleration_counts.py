"""Operation counts of the coefficients of the equations of motion, as polynomials."""

import pytest

import equidyn
from equidyn.counting.unit_accelerations import unit_acceleration_costs


def test_mass_matrix_is_quadratic_and_coriolis_cubic(formulation):
    order = next(f.order for f in equidyn.formulations() if f.name == formulation)
    if order != "n":
        pytest.skip("only recursions of order n make it quadratic and cubic")
    M, _, C = unit_acceleration_costs(formulation).rows
    assert (M.multiplications.degree, C.multiplications.degree) == (2, 3)
    assert (M.additions.degree, C.additions.degree) == (2, 3)


# of formulations whose torques take more than a number of operations for each joint
DEARER = {
    "kane": ("2n^3 + 163/2 n^2 - 131/2 n - 3", "5/2 n^4 + 113/2 n^3 + 29/2 n^2 - 149/2 n + 16"),
    "gibbs_appell": (
        "25/3 n^3 + 22n^2 - 139/3 n + 16",
        "27/4 n^4 + 45/2 n^3 - 49/4 n^2 - 27n + 10",
    ),
    "natural_orthogonal_complement": (
        "4n^3 + 72n^2 - 52n - 9",
        "13/4 n^4 + 59n^3 + 29/4 n^2 - 133/2 n + 12",
    ),
}


@pytest.mark.parametrize("name", DEARER)
def test_other_formulations_have_polynomials_of_a_higher_degree(name):
    M, composite, C = unit_acceleration_costs(name).rows
    assert (str(M.multiplications), str(C.multiplications)) == DEARER[name]
    assert composite == unit_acceleration_costs().rows[1]


def test_costs_of_an_order_with_a_logarithm_are_no_polynomials():
    with pytest.raises(
        ValueError, match="parallel_prefix, of order n log n, are not a polynomial in"
    ):
        unit_acceleration_costs("parallel_prefix")


def test_composite_rigid_bodies_are_cheaper_than_unit_accelerations(formulation):
    if formulation not in ("newton_euler", "minimal_newton_euler"):
        pytest.skip("two of them stand for all")
    runs, composite, _ = unit_acceleration_costs(formulation).rows
    for n in (6, 7, 12):
        assert composite.multiplications(n) < runs.multiplications(n)
        assert composite.additions(n) < runs.additions(n)
