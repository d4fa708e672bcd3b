"""Energies, Coriolis coefficients and accelerations are marked, and their mistakes named."""

import numpy as np
import pytest

import equidyn
from oracles.random_arms import random_arm


def graded(arm, quantity, change):
    """Grade the right function of an arm after a change."""

    def f(arm, *state):
        return change(arm, *state)

    return equidyn.grade(f, arm, quantity=quantity, name="f")


def without_coupling(arm, q, qd):
    return sum(arm.kinetic_energy(q, qd * unit) for unit in np.eye(arm.n))


MISTAKES = {
    "no half": (
        "kinetic_energy",
        lambda arm, q, qd: 2.0 * arm.kinetic_energy(q, qd),
        "the factor ½ is missing",
        (0, 0, 0),
    ),
    "no coupling": ("kinetic_energy", without_coupling, "", (1, 0, 0)),
    "one square twice": (
        "kinetic_energy",
        lambda arm, q, qd: arm.kinetic_energy(q, qd) + arm.kinetic_energy(q, qd * np.eye(arm.n)[0]),
        "",
        (0, 1, 0),
    ),
    "sign of V": (
        "potential_energy",
        lambda arm, q: -arm.potential_energy(q),
        "gravity has the wrong sign",
        (0,),
    ),
    "points at the joints": (
        "potential_energy",
        lambda arm, q: arm._with(com=0 * arm.com).potential_energy(q),
        "centre",
        (0,),
    ),
    "squares twice": (
        "coriolis_coefficients",
        lambda arm, q: arm.coriolis_coefficients(q) * (1 + np.eye(arm.n)),
        "the centrifugal torque (squares q̇_j²) counts twice",
        (0, 1),
    ),
    "no gravity": (
        "forward_dynamics",
        lambda arm, q, qd, tau: arm.with_gravity((0, 0, 0)).forward_dynamics(q, qd, tau),
        "gravity is missing",
        (0, 1, 0),
    ),
    "no velocities": (
        "forward_dynamics",
        lambda arm, q, qd, tau: arm.forward_dynamics(q, 0 * qd, tau),
        "the torque of the velocities C q̇ is missing",
        (1, 1, 0),
    ),
}


@pytest.mark.filterwarnings("ignore::equidyn.ArmWarning")
@pytest.mark.parametrize("case", MISTAKES)
def test_a_mistake_takes_its_own_points_and_is_named(case, spatial):
    quantity, change, said, right = MISTAKES[case]
    marking = graded(spatial, quantity, change)
    assert tuple(item.points == item.out_of for item in marking.items) == tuple(map(bool, right))
    assert said in marking.summary


@pytest.mark.parametrize("quantity", ["kinetic_energy", "potential_energy"])
def test_small_errors_of_energies_are_wrong(spatial, quantity):
    """And those of rounding are right."""
    for size, right in ((1e-4, False), (1e-14, True)):
        marking = graded(
            spatial,
            quantity,
            lambda arm, *state, size=size: (1 + size) * getattr(arm, quantity)(*state),
        )
        assert marking.passed == right


@pytest.mark.parametrize(("slope", "right"), [(0.01, False), (1e-14, True)])
def test_an_energy_that_vanishes_is_compared_with_the_size_of_its_terms(slope, right):
    level = equidyn.robots.planar_2r().with_gravity((0, 0, -9.81))
    assert graded(level, "potential_energy", lambda arm, q: slope * q[0]).passed == right


@pytest.mark.parametrize("seed", range(5))
def test_the_constant_of_the_potential_energy_is_arbitrary(seed):
    arm = equidyn.Arm.from_dh(**random_arm(seed, 1 + seed))
    marking = graded(arm, "potential_energy", lambda arm, q: arm.potential_energy(q) - 12.5)
    marking.assert_passed()
    assert marking.notes == ("V is -12.5 J above that of the origin of the world: no mistake",)
    exact = graded(arm, "potential_energy", lambda arm, q: arm.potential_energy(q))
    assert exact.notes == ()
    slope = graded(arm, "potential_energy", lambda arm, q: arm.potential_energy(q) + 0.1 * q[0])
    assert not slope


def test_raw_strobing_is_named_as_the_misprint_that_it_is(spatial):
    def strobed(arm, q):
        still, unit = np.zeros(arm.n), np.eye(arm.n)
        both = np.minimum(unit[:, np.newaxis] + unit, 1.0)
        found = [
            [arm.inverse_dynamics(q, rates, still) - arm.gravity_torque(q) for rates in row]
            for row in both
        ]
        return np.moveaxis(np.array(found), 2, 0)

    marking = graded(spatial, "coriolis_coefficients", strobed)
    assert [item.passed for item in marking.items] == [True, False]
    assert "Turney, Mudge and Lee 1980" in marking.summary


def test_friction_and_motors_of_forward_dynamics(spatial):
    arm = spatial.with_friction([0.1, 0.2, 0.3], [[1, -2], [3, -4], [5, -6]])
    arm = arm.with_motors([1e-3, 2e-3, 3e-3], [50, -60, 70])
    options = {"friction": True, "motors": True}

    def f(arm, q, qd, tau):
        return arm.forward_dynamics(q, qd, tau, **options)

    equidyn.grade(f, arm, quantity="forward_dynamics", **options).assert_passed()
    without = equidyn.grade(f, arm, quantity="forward_dynamics", motors=True)
    assert "friction" in without.summary
