"""Operation counts of methods for other quantities than torques."""

import csv
import re

import pytest

import equidyn
from conftest import QUANTITIES
from equidyn import _core, count_operations, operation_polynomial
from equidyn.counting.conventions import general_arm
from equidyn.counting.polynomial import Polynomial
from equidyn.counting.unit_accelerations import unit_acceleration_costs
from equidyn.dynamics.registry import degree
from equidyn.robots import planar_2r, puma560


@pytest.mark.parametrize("quantity", QUANTITIES)
def test_all_methods_are_counted_where_none_is_named(quantity):
    names = [f.name for f in equidyn.formulations(quantity)]
    counts = count_operations(puma560(), quantity=quantity)
    assert [count.formulation for count in counts] == names
    general = count_operations(6, quantity=quantity)
    for count in counts:
        assert count.multiplications < general[count.formulation].multiplications
        assert count == count_operations(puma560(), count.formulation, quantity=quantity)


def test_the_mass_matrix_of_a_pendulum_is_a_constant_and_its_acceleration_takes_a_division():
    pendulum = equidyn.Arm.from_dh(
        "standard",
        joints="R",
        a=[0.5],
        alpha=[0],
        d=[0],
        theta=[0],
        mass=[2.0],
        com=[[0, 0, 0]],
        inertia=[[0, 0.3, 0.3]],
        gravity=(0, -9.81, 0),
    )
    matrix = count_operations(pendulum, "composite_rigid_bodies", quantity="mass_matrix")
    assert sum(matrix.total) == 0
    # (tau - m l g cos q) / J, of which 1 / J is a constant
    motion = count_operations(pendulum, "articulated_bodies", quantity="forward_dynamics")
    assert motion.total[1:3] == (1, 1)
    assert motion.divisions <= 1


@pytest.mark.parametrize("quantity", ["mass_matrix", "coriolis_coefficients"])
def test_unit_accelerations_in_a_formulation_go_by_its_name(quantity):
    named = count_operations(4, "newton_euler", quantity=quantity)
    method = count_operations(4, "unit_accelerations", quantity=quantity)
    assert named.total == method.total
    assert named.formulation == "newton_euler"
    cubic = count_operations(4, "kane", quantity=quantity)
    assert cubic.multiplications > named.multiplications


def test_unit_motions_in_a_formulation_of_order_n_are_of_order_n_squared_and_n_cubed():
    for quantity, power in (("mass_matrix", 2), ("coriolis_coefficients", 3)):
        found = operation_polynomial("minimal_newton_euler", quantity=quantity)
        assert found.multiplications.degree == found.additions.degree == power


def test_accelerations_are_of_the_order_of_the_runs_and_at_least_of_that_of_the_elimination():
    for formulation, power in (("modified_newton_euler", 3), ("lagrange_euler_literal", 5)):
        assert degree(formulation, "forward_dynamics") == power
    found = operation_polynomial("modified_newton_euler", quantity="forward_dynamics")
    *runs, elimination = found.steps.values()
    assert elimination.multiplications.degree == elimination.additions.degree == 3
    assert max(step.multiplications.degree for step in runs) == 2


def test_entries_below_the_diagonal_are_what_unit_acceleration_costs_leave_out():
    """The method computes whole columns, which the costs by symmetry do not."""
    whole = operation_polynomial("newton_euler", quantity="mass_matrix")
    half = unit_acceleration_costs("newton_euler").rows[0]
    assert whole.multiplications(8) > half.multiplications(8)
    assert whole.additions(8) > half.additions(8)


OF_FORWARD_DYNAMICS = [f.name for f in equidyn.formulations("forward_dynamics")]


@pytest.mark.parametrize(
    "method", [*OF_FORWARD_DYNAMICS, "modified_newton_euler", "newton_euler_sasaki"]
)
def test_loads_cost_what_they_cost_in_forward_dynamics(method):
    def count(**rules):
        return count_operations(4, method, quantity="forward_dynamics", **rules)

    plain = count()
    for more in ({"base": "tilted"}, {"base": "moving"}, {"tip_wrench": True}):
        loaded = count(**more)
        assert loaded.multiplications >= plain.multiplications
        assert loaded.additions > plain.additions
    # viscous friction takes a product and a difference of each joint
    damped = count(friction=True)
    assert damped.steps["friction"][:2] == (4, 4)
    assert damped.multiplications == plain.multiplications + 4
    assert damped.additions == plain.additions + 4


@pytest.mark.parametrize("quantity", ["mass_matrix", "coriolis_coefficients"])
def test_loads_are_nothing_to_what_depends_on_positions_alone(quantity):
    plain = count_operations(4, quantity=quantity)
    loaded = count_operations(4, quantity=quantity, base="moving", tip_wrench=True, friction=True)
    assert [count.total for count in plain] == [count.total for count in loaded]


def test_steps_name_what_forward_dynamics_consists_of():
    count = count_operations(4, "composite_rigid_bodies", quantity="forward_dynamics")
    assert {"M", "M qdd = tau - h"} <= set(count.steps)
    assert count.steps["M qdd = tau - h"].divisions == count.divisions == 2 * 4 - 1
    assert "divisions" in str(count)
    assert "divisions" not in str(count_operations(4, "newton_euler"))


def test_tables_and_files_tell_the_quantity(tmp_path):
    counts = count_operations(3, quantity="forward_dynamics")
    assert "an evaluation of forward dynamics: general revolute arm" in str(counts)
    counts.save(tmp_path / "counts.csv")
    lines = (tmp_path / "counts.csv").read_text().splitlines()
    assert "# quantity: forward_dynamics" in lines
    rows = list(csv.DictReader(line for line in lines if not line.startswith("#")))
    method = "unit_accelerations"
    total = next(row for row in rows if (row["formulation"], row["step"]) == (method, "total"))
    assert int(total["divisions"]) == counts[method].divisions > 0
    polynomials = operation_polynomial(quantity="forward_dynamics")
    assert "Operations of forward dynamics for n joints" in str(polynomials)
    assert Polynomial.parse(polynomials.to_records()[0]["divisions"]).degree == 1
    assert "divisions" not in str(operation_polynomial(quantity="coriolis_coefficients"))


def test_forward_dynamics_by_articulated_bodies_gets_cheaper_than_by_composite_ones():
    names = ["articulated_bodies", "composite_rigid_bodies"]
    crossovers = operation_polynomial(quantity="forward_dynamics").crossovers().records
    (found,) = (each for each in crossovers if [each.cheaper, each.dearer] == names)
    for n, order in ((found.before, names[::-1]), (found.n, names)):
        counts = [count_operations(n, name, quantity="forward_dynamics").total for name in order]
        assert sum(counts[0][:2]) <= sum(counts[1][:2])


@pytest.mark.parametrize(
    ("n", "formulation", "quantity", "message"),
    [
        (6, "articulated_bodies", "mass_matrix", "there is no 'articulated_bodies'"),
        (6, "kanes", "forward_dynamics", "there is no 'kanes'; did you mean 'kane'"),
        (40, "kane", "forward_dynamics", "kane is of order n^3: too many"),
        (14, "lagrange_euler", "forward_dynamics", "lagrange_euler is of order n^4: too many"),
        (6, None, "mass", "quantity: there is no 'mass'; did you mean 'mass_matrix'"),
        (40, "trace_form", "coriolis_coefficients", "trace_form is of order n^4: too many"),
        (40, "kane", "coriolis_coefficients", "kane is of order n^4: too many"),
        (3, "newton_euler_sasaki_scalar", "mass_matrix", "newton_euler_sasaki_scalar takes"),
    ],
)
def test_what_cannot_be_counted_is_refused(n, formulation, quantity, message):
    with pytest.raises(ValueError, match=re.escape(message)):
        count_operations(n, formulation, quantity=quantity)


def test_a_method_of_too_high_an_order_is_left_out_and_that_is_said():
    counts = count_operations(40, quantity="coriolis_coefficients")
    assert "trace_form" not in [count.formulation for count in counts]
    assert any("trace_form" in refusal for refusal in counts.refusals)


def test_a_singular_arm_has_no_operations_of_forward_dynamics():
    massless = general_arm(2).to_dict() | {
        "mass": [1, 0],
        "com": [[0, 0, 0], [0, 0, 0]],
        "inertia": [[[1, 0, 0], [0, 1, 0], [0, 0, 1]], [[0] * 3] * 3],
    }
    with pytest.warns(equidyn.ArmWarning):
        arm = equidyn.Arm.from_dict(massless)
    with pytest.raises(ValueError, match="joint 2"):
        count_operations(arm, quantity="forward_dynamics")
    assert count_operations(planar_2r(), quantity="forward_dynamics")


@pytest.mark.parametrize("quantity", QUANTITIES)
def test_a_trace_that_is_wrong_is_noticed(quantity, monkeypatch):
    original = _core.evaluate
    monkeypatch.setattr(
        _core, "evaluate", lambda *args, **options: 1.001 * original(*args, **options)
    )
    with pytest.raises(RuntimeError, match="unit_accelerations: the traced result differs from"):
        count_operations(3, "unit_accelerations", quantity=quantity)
