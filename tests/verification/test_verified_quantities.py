"""verify(quantity=...) accepts what is right of mass matrices, accelerations and coefficients."""

import numpy as np
import pytest

import equidyn
from conftest import QUANTITIES
from equidyn import Arm
from equidyn.robots import planar_2r, puma560, random_arm
from equidyn.verification import physics
from oracles.random_arms import random_arm as dh_of_random_arm

METHODS = {quantity: [f.name for f in equidyn.formulations(quantity)] for quantity in QUANTITIES}
every_quantity = pytest.mark.parametrize("quantity", METHODS)


@every_quantity
@pytest.mark.parametrize("seed", range(12))
def test_methods_of_random_arms_pass(quantity, seed):
    arm = Arm.from_dh(**dh_of_random_arm(seed))
    verification = equidyn.verify(arm, samples=5, seed=seed, quantity=quantity)
    verification.assert_passed()
    assert list(verification.subjects) == METHODS[quantity]
    tried = {(check.subject, check.claim) for check in verification.checks}
    assert len(tried) == len(METHODS[quantity]) * len(verification.claims)


def test_the_quantity_is_that_of_the_torques_by_default():
    plain, named = (
        equidyn.verify(puma560(), samples=3, **options)
        for options in ({}, {"quantity": "inverse_dynamics"})
    )
    assert str(plain) == str(named)
    assert plain.subjects == tuple(
        f.name for f in equidyn.formulations() if not f.refusal(puma560())
    )


@every_quantity
def test_a_formulation_runs_at_unit_motions_by_its_name(quantity):
    names = ("kane", METHODS[quantity][1])
    verification = equidyn.verify(puma560(), samples=3, quantity=quantity, formulations=names)
    verification.assert_passed()
    assert verification.subjects == names


def skewed(matrices, part):
    """Matrices of which one entry is larger by a part of itself."""
    matrices = matrices.copy()
    matrices[..., 0, 1] *= 1 + part
    return matrices


WRONG = {
    "M not symmetric": (
        "mass_matrix",
        lambda arm, q: skewed(arm.mass_matrix(q), 1e-11),
        {"others", "exact", "energy", "M=Mᵗ"},
    ),
    "M negative": (
        "mass_matrix",
        lambda arm, q: -arm.mass_matrix(q),
        {"others", "exact", "energy", "M>0"},
    ),
    "qdd not linear": (
        "forward_dynamics",
        lambda arm, q, qd, tau: arm.forward_dynamics(q, qd, tau) + 1e-9 * tau**2,
        {"others", "exact", "inverse", "power", "linear"},
    ),
    "qdd without rates": (
        "forward_dynamics",
        lambda arm, q, qd, tau: arm.forward_dynamics(q, 0 * qd, tau),
        {"others", "exact", "inverse", "power"},
    ),
    "C of one order": (
        "coriolis_coefficients",
        lambda arm, q: skewed(arm.coriolis_coefficients(q), 1e-9),
        {"others", "exact", "∇M", "jk=kj"},
    ),
    "C of the wrong sign": (
        "coriolis_coefficients",
        lambda arm, q: -arm.coriolis_coefficients(q),
        {"others", "exact", "∇M"},
    ),
}


@pytest.mark.parametrize(("quantity", "wrong", "claims"), WRONG.values(), ids=WRONG)
def test_a_wrong_candidate_fails_where_it_is_wrong_and_nobody_else_does(quantity, wrong, claims):
    verification = equidyn.verify(
        puma560(), samples=5, quantity=quantity, candidates={"wrong": wrong}
    )
    assert {check.subject for check in verification.failures} == {"wrong"}
    assert {check.claim.name for check in verification.failures} == claims
    assert "FAILED (wrong)" in verification.summary


@every_quantity
def test_a_right_candidate_of_one_state_passes(quantity):
    def alone(arm, *operands):
        assert all(operand.ndim == 1 for operand in operands)
        return getattr(arm, quantity)(*operands)

    verification = equidyn.verify(
        planar_2r(), samples=4, quantity=quantity, candidates={"mine": alone}
    )
    verification.assert_passed()
    assert verification.subjects[-1] == "mine"


@every_quantity
def test_tables_say_what_is_verified_and_by_what_it_is_measured(quantity):
    verification = equidyn.verify(planar_2r(), samples=2, quantity=quantity)
    words = quantity.replace("_", " ").replace("coriolis", "Coriolis")
    assert f"between two formulations of {words}" in str(verification)
    assert f"formulations of {words} passed" in verification.summary
    assert verification.scale in str(verification.claims_table())
    assert verification.to_dict()["quantity"] == quantity
    assert ("M>0: how far" in str(verification)) == (quantity == "mass_matrix")


def test_christoffel_symbols_are_differences_of_the_kinetic_matrix():
    arm, h = random_arm(4, seed=3, joints="RPRR"), 1e-5
    q = np.random.default_rng(5).uniform(-1, 1, 4)
    C = physics.christoffel_symbols(arm, q)
    steps = h * np.eye(4)
    dM = np.array(
        [
            (physics.kinetic_matrix(arm, q + e) - physics.kinetic_matrix(arm, q - e)) / (2 * h)
            for e in steps
        ]
    )
    for i, j, k in np.ndindex(4, 4, 4):
        symbol = (dM[k, i, j] + dM[j, i, k] - dM[i, j, k]) / 2
        assert C[i, j, k] == pytest.approx(symbol, abs=1e-8 * np.abs(dM).max())


@pytest.mark.slow
def test_a_long_arm_is_tried_in_fewer_states():
    verification = equidyn.verify(
        random_arm(60, seed=1), samples=10, quantity="coriolis_coefficients"
    )
    verification.assert_passed()
    assert verification.samples == 500_000 // 60**3


def test_accelerations_of_a_singular_arm_are_refused_and_its_matrix_is_noted():
    arm = planar_2r(mass=(1, 0), com=(0.5, 0), inertia=(0.1, 0))
    with pytest.raises(ValueError, match="joint 2"):
        equidyn.verify(arm, samples=2, quantity="forward_dynamics")
    verification = equidyn.verify(arm, samples=2, quantity="mass_matrix")
    verification.assert_passed()
    assert any("singular" in note for note in verification.notes)


BAD_INPUT = {
    "no quantity": (
        {"quantity": "mass_matrx"},
        ValueError,
        "quantity: there is no 'mass_matrx'; did you mean 'mass_matrix'",
    ),
    "no string": ({"quantity": 3}, TypeError, "quantity: expected a string, got int"),
    "a method of another": (
        {"quantity": "mass_matrix", "formulations": ["articulated_bodies"]},
        ValueError,
        "there is no 'articulated_bodies'",
    ),
    "name taken": (
        {"quantity": "mass_matrix", "candidates": {"trace_form": lambda arm, q: q}},
        ValueError,
        "'trace_form' is the name of a formulation",
    ),
    "wrong shape": (
        {"quantity": "mass_matrix", "candidates": {"mine": lambda arm, q: q}},
        ValueError,
        r"candidates\['mine'\]: must return shape \(2, 2\), got shape \(2,\)",
    ),
    "no function": (
        {"quantity": "forward_dynamics", "candidates": {"mine": 3}},
        TypeError,
        r"function of \(arm, q, qd, tau\), got int",
    ),
}


@pytest.mark.parametrize(("options", "error", "message"), BAD_INPUT.values(), ids=BAD_INPUT)
def test_bad_input_gets_one_clear_message(options, error, message):
    with pytest.raises(error, match=message):
        equidyn.verify(planar_2r(), **options)
