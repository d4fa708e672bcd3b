"""Each formulation names the steps of its source, and takes next to none of them twice."""

import pytest

from conftest import FORMULATIONS, RESTRICTED
from equidyn import Arm, formulations
from equidyn.counting.conventions import general_arm
from equidyn.counting.counting import count_operations
from equidyn.studies.parallelism import parallel_steps
from oracles.random_arms import plain_arm

# those whose source means every term to be computed anew
TERM_BY_TERM = {"lagrange_euler_literal"}

every_formulation = pytest.mark.parametrize("formulation", FORMULATIONS + RESTRICTED)


def arm_for(formulation, n):
    if formulation not in RESTRICTED:
        return general_arm(n)
    return Arm.from_dh(**plain_arm(3, n)).with_friction([0.1] * n)


@every_formulation
def test_every_operation_belongs_to_a_step_that_has_a_name(formulation):
    steps = count_operations(
        arm_for(formulation, 3), formulation, base="moving", dead_code=True, tip_wrench=True
    ).steps
    assert "evaluation" not in steps
    assert len(steps) > 5


@every_formulation
def test_next_to_nothing_is_computed_twice(formulation):
    # terms that occur twice in a source share products: W A and W d2A, tau_i and R n
    record = parallel_steps(arm_for(formulation, 6), formulation, [1], tip_wrench=True)
    repeated = 1 - record.distinct_operations / record.operations
    assert (repeated > 0.06) == (formulation in TERM_BY_TERM)


@every_formulation
def test_viscous_friction_takes_a_product_and_a_sum_at_each_joint(formulation):
    arm = arm_for(formulation, 4)
    without, with_it = (count_operations(arm, formulation, friction=on) for on in (False, True))
    assert with_it.multiplications == without.multiplications + 4
    assert with_it.additions == without.additions + 4
    assert with_it.trigonometric == without.trigonometric


def test_friction_is_a_step_of_its_own_where_the_equations_have_none():
    for each in formulations():
        steps = count_operations(arm_for(each.name, 2), each.name, friction=True).steps
        assert ("friction" in steps) != (".viscous_friction = true" in each.text)


def test_friction_is_counted_only_where_there_are_data():
    frictionless = general_arm(2).with_friction()
    with pytest.raises(ValueError, match="friction: the arm has no friction data"):
        count_operations(frictionless, "newton_euler", friction=True)


def test_sasakis_scalar_form_is_counted_by_his_arrays():
    steps = count_operations(
        arm_for("newton_euler_sasaki_scalar", 2), "newton_euler_sasaki_scalar", tip_wrench=True
    ).steps
    arrays = "B DD CX CC BB BBB H CAR BAR B2 AA F XJC XJB BIB AN RF YK YKR U2 AU2 PF U tau"
    assert set(arrays.split()) <= set(steps)
