"""What formulations give at unit motions is what composite and articulated bodies give."""

import numpy as np
import pytest

import equidyn
from conftest import EPS, TOLERANCE
from equidyn import BaseMotion, _core
from equidyn.robots import random_arm, uniform_chain
from oracles.drives import geared

# formulations whose own equations have viscous friction
WITH_FRICTION = [f.name for f in equidyn.formulations() if ".viscous_friction = true" in f.text]

ARMS = [
    random_arm(1, 1, joints="P"),
    random_arm(1, 2, joints="R"),
    random_arm(4, 3, joints="PRRP"),
    random_arm(6, 4, convention="modified"),
    random_arm(9, 5),
]


def positions(arm, *size):
    return np.random.default_rng(arm.n).uniform(-3, 3, (*size, arm.n))


def assert_same(actual, expected):
    assert actual.shape == expected.shape
    assert np.abs(actual - expected).max() <= TOLERANCE["identity"] * EPS * np.abs(expected).max()


def test_mass_matrix_by_unit_accelerations_is_that_of_composite_rigid_bodies(formulation):
    for arm in ARMS:
        q = positions(arm, 3)
        assert_same(arm.mass_matrix(q, formulation=formulation), arm.mass_matrix(q))


@pytest.mark.parametrize("arm", ARMS, ids=lambda arm: arm.name)
def test_mass_matrix_and_coriolis_coefficients_are_those_of_the_trace_form(arm):
    q = positions(arm)
    D, h = _core.trace_form_coefficients(arm, q)
    assert_same(arm.mass_matrix(q), D)
    np.testing.assert_allclose(arm.coriolis_coefficients(q), h, atol=1e-11 * np.abs(D).max())


def test_torque_is_the_sum_of_its_terms(formulation):
    for arm in ARMS:
        q, qd, qdd = np.random.default_rng(7).normal(size=(3, 2, 4, arm.n))
        C = arm.coriolis_coefficients(q, formulation=formulation)
        tau = (
            np.einsum("...ij,...j", arm.mass_matrix(q), qdd)
            + np.einsum("...ijk,...j,...k", C, qd, qd)
            + arm.inverse_dynamics(q, 0 * q, 0 * q)
        )
        assert_same(arm.inverse_dynamics(q, qd, qdd), tau)


@pytest.mark.parametrize("loaded", [False, True], ids=["links alone", "all options"])
def test_accelerations_by_unit_accelerations_take_the_torques_they_are_made_of(formulation, loaded):
    for arm in ARMS:
        assert_accelerations(
            geared(arm, coulomb=(0.2, -0.3)) if loaded else arm, formulation, loaded
        )


def assert_accelerations(arm, formulation, loaded):
    rng = np.random.default_rng(arm.n)
    q, qd, tau = rng.normal(size=(3, 2, 4, arm.n))
    loads = {}
    if loaded:
        loads = {"friction": True, "motors": True, "tip_wrench": rng.normal(size=(2, 1, 6))}
        loads["base_motion"] = BaseMotion(*rng.normal(size=(3, 4, 3)))
    qdd = arm.forward_dynamics(q, qd, tau, formulation=formulation, **loads)
    needed = arm.inverse_dynamics(q, qd, qdd, **loads)
    # elimination multiplies the rounding of M by no more than the accelerations that it makes
    scale = max(np.abs(tau).max(), np.abs(arm.mass_matrix(q)).max() * np.abs(qdd).max())
    assert np.abs(needed - tau).max() <= TOLERANCE["identity"] * EPS * scale, arm.name


def test_viscous_friction_is_subtracted_once_where_the_equations_have_a_term_for_it():
    arm = uniform_chain(3).with_friction(viscous=[2.0, 3.0, 4.0])
    q, qd, tau = np.random.default_rng(3).normal(size=(3, arm.n))
    less = arm.forward_dynamics(q, qd, tau - arm.viscous * qd)
    for formulation in WITH_FRICTION:
        found = arm.forward_dynamics(q, qd, tau, formulation=formulation, friction=True)
        np.testing.assert_allclose(found, less, rtol=1e-12)


def test_unit_accelerations_are_by_default_those_of_newton_and_euler():
    arm = random_arm(6, 4)
    q, qd, tau = np.random.default_rng(1).normal(size=(3, 5, arm.n))
    by_name = (
        arm.forward_dynamics(q, qd, tau, formulation=name)
        for name in ("unit_accelerations", "newton_euler")
    )
    np.testing.assert_array_equal(*by_name)


def test_the_printed_rule_for_coriolis_coefficients_is_wrong():
    # Turney, Mudge & Lee: joints j and k at rate 1 alone, without subtracting the squares
    arm = random_arm(5, 11).with_gravity((0, 0, 0))
    q, rates = positions(arm), np.array([1.0, 0, 1, 0, 0])
    printed = arm.inverse_dynamics(q, rates, 0 * q) / 2
    assert np.abs(printed - arm.coriolis_coefficients(q)[:, 0, 2]).max() > 0.1


def test_results_go_where_they_are_wanted():
    arm = random_arm(4, 8)
    q = positions(arm, 300)
    M, out = arm.mass_matrix(q, threads=1), np.empty((300, 4, 4))
    assert arm.mass_matrix(q, out=out, threads=3) is out
    assert np.array_equal(M, out)
    strided = np.empty((300, 8, 4))[:, ::2]
    assert np.array_equal(arm.mass_matrix(q, out=strided), M)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"q": [0, 0]}, "q: last axis must be 4 (joints of the arm), got shape (2,)"),
        ({"q": [0, 0, 0, np.inf]}, "q: must be finite, got inf at index (3,)"),
        ({"out": np.empty((4, 3))}, "out: expected shape (4, 4), got (4, 3)"),
        ({"formulation": "kaine"}, "'kane'"),
    ],
)
def test_bad_input_is_named(arguments, message):
    arm = equidyn.robots.random_arm(4, 8)
    with pytest.raises(ValueError) as error:  # noqa: PT011 (the message is compared below)
        arm.mass_matrix(**{"q": np.zeros(4), **arguments})
    assert message in str(error.value)
