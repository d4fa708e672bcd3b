"""verify() checks quantities beside the torques, and finds what is wrong in each."""

import warnings

import numpy as np
import pytest

import equidyn
from equidyn import Arm
from equidyn.robots import load, planar_2r, puma560, random_arm, uniform_chain
from equidyn.verification import physics
from equidyn.verification.derived import checks_of_derived
from oracles.random_arms import random_arm as dh_of_random_arm

OF_ENERGY = {
    *("coriolis_matrix", "coriolis_torque", "transposed_coriolis_torque", "mass_matrix_rate")
}
OF_TORQUES = {f"inverse_dynamics_{kind}" for kind in ("derivatives", "jvp", "vjp")}
OF_ACCELERATIONS = {f"forward_dynamics_{kind}" for kind in ("derivatives", "jvp", "vjp")}
ALL = OF_ENERGY | OF_TORQUES | OF_ACCELERATIONS | {"operational_space_inertia"}


def subjects(verification):
    return {check.subject for check in verification.derived}


@pytest.mark.parametrize("seed", range(12))
def test_quantities_of_random_arms_pass(seed):
    arm = Arm.from_dh(**dh_of_random_arm(seed))
    checks, _ = checks_of_derived(arm, 5, seed)
    assert {check.subject for check in checks} >= ALL - {"operational_space_inertia"}
    assert not [str(check) for check in checks if not check.passed]


@pytest.mark.parametrize("name", ["puma560", "panda", "ur5e", "stanford", "iiwa14"])
def test_every_quantity_of_an_arm_that_moves_its_tool_anywhere_is_checked(name):
    verification = equidyn.verify(load(name), samples=5)
    verification.assert_passed()
    assert subjects(verification) == ALL
    assert verification.all_checks == (*verification.checks, *verification.derived)
    text = str(verification)
    assert "Checks of derived quantities" in text
    assert "11 derived quantities all 12. Largest residual" in verification.summary
    assert all(
        check.claim.statement in str(verification.claims_table()) for check in verification.derived
    )
    records = verification.to_dict()["derived"]
    assert [record["quantity"] for record in records] == [c.subject for c in verification.derived]


def nearly(results):
    """Results of which a number is larger by a hundred-millionth of the largest."""
    parts = results if isinstance(results, tuple) else (results,)
    wrong = tuple(np.array(part) for part in parts)
    wrong[-1][(0,) * wrong[-1].ndim] += 1e-8 * abs(wrong[-1]).max()
    return wrong if isinstance(results, tuple) else wrong[0]


@pytest.mark.parametrize("name", sorted(ALL))
def test_a_wrong_number_of_a_quantity_is_found_and_named(name, monkeypatch):
    original = getattr(Arm, name)
    monkeypatch.setattr(Arm, name, lambda *args, **options: nearly(original(*args, **options)))
    verification = equidyn.verify(puma560(), samples=3)
    assert not verification
    assert name in {check.subject for check in verification.failures}
    # products of accelerations are measured by the inverse that the derivatives give
    assert {check.subject for check in verification.failures} <= {name} | OF_ACCELERATIONS
    assert f"FAILED ({name}" in verification.summary
    assert "! " in str(verification.derived_table())


# how many arrays they return
SEVERAL = {
    "inverse_dynamics_derivatives": 2,
    "inverse_dynamics_vjp": 3,
    "forward_dynamics_derivatives": 3,
    "forward_dynamics_vjp": 3,
}


@pytest.mark.parametrize(
    ("name", "part"), [(name, part) for name, parts in SEVERAL.items() for part in range(parts)]
)
def test_each_of_several_derivatives_is_checked(name, part, monkeypatch):
    original = getattr(Arm, name)

    def one_reversed(*args, **options):
        results = list(original(*args, **options))
        results[part] = np.array(results[part])[..., ::-1]
        return tuple(results)

    monkeypatch.setattr(Arm, name, one_reversed)
    checks, _ = checks_of_derived(puma560(), 3, 0)
    assert name in {check.subject for check in checks if not check.passed}


def test_a_coriolis_matrix_of_the_right_torques_is_not_enough(monkeypatch):
    """Half of the derivative of the bias in qd, times qd the same, has no skew-symmetry."""
    original = Arm.inverse_dynamics_derivatives

    def factor(arm, q, qd):
        return original(arm, q, qd, np.zeros_like(q))[1] / 2 + skew(qd)

    def skew(qd):
        """Return matrices that vanish, times qd."""
        square = np.einsum("ki,kj->kij", qd, qd)
        return np.einsum("k,ij->kij", (qd * qd).sum(axis=1), np.eye(qd.shape[1])) - square

    monkeypatch.setattr(Arm, "coriolis_matrix", factor)
    checks, _ = checks_of_derived(puma560(), 3, 0)
    failed = {(check.subject, check.claim.name) for check in checks if not check.passed}
    assert failed == {("coriolis_matrix", "∇M"), ("coriolis_matrix", "skew")}


@pytest.mark.parametrize(
    "options",
    [
        {"formulations": ["kane"]},
        {"candidates": {"mine": lambda arm, *state: arm.inverse_dynamics(*state)}},
        {"quantity": "mass_matrix"},
    ],
)
def test_who_asks_for_something_else_gets_that_alone(options):
    verification = equidyn.verify(planar_2r(), samples=3, **options)
    assert verification.derived == ()
    assert "other quantities" not in str(verification)


def test_a_tool_that_cannot_be_moved_everywhere_has_no_inertia():
    short = equidyn.verify(planar_2r(), samples=3)
    assert subjects(short) == ALL - {"operational_space_inertia"}
    assert "operational_space_inertia" not in str(short)
    flat = equidyn.verify(uniform_chain(6), samples=3)
    assert subjects(flat) == ALL - {"operational_space_inertia"}
    assert any("operational_space_inertia: not checked, since" in note for note in flat.notes)


def test_accelerations_of_a_singular_arm_have_no_derivatives():
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", equidyn.ArmWarning)
        arm = puma560().with_payload(0.0)
        arm = Arm.from_dict(arm.to_dict() | {"mass": [0.0] * 6, "inertia": np.zeros((6, 3, 3))})
        verification = equidyn.verify(arm, samples=3)
    assert subjects(verification) == OF_ENERGY | OF_TORQUES
    assert verification


@pytest.mark.parametrize("width", [1e-5, 1e-2, 300.0])
def test_the_range_of_sliding_joints_does_not_matter(width):
    arm = random_arm(5, seed=4, joints="PRPRP").with_limits(np.tile([-width, 0.0], (5, 1)))
    checks, _ = checks_of_derived(arm, 5, 0)
    assert not [str(check) for check in checks if not check.passed]


@pytest.mark.filterwarnings("ignore::equidyn.ArmWarning")
@pytest.mark.parametrize("unit", [1e-6, 1e-3, 1e3, 1e6])
def test_the_unit_of_length_does_not_matter(unit):
    data = dh_of_random_arm(8)
    powers = {"a": 1, "d": 1, "com": 1, "inertia": 2}
    data |= {name: unit**k * np.asarray(data[name]) for name, k in powers.items()}
    checks, _ = checks_of_derived(Arm.from_dh(**data), 5, 0)
    assert not [str(check) for check in checks if not check.passed]


def test_a_joint_that_is_locked_takes_steps():
    arm = random_arm(3, seed=4, joints="PRP").with_limits([[0.2, 0.2], [-1, 1], [0, 0]])
    checks, _ = checks_of_derived(arm, 5, 0)
    assert not [str(check) for check in checks if not check.passed]


def test_the_same_seed_gives_the_same_numbers():
    first, again, other = (checks_of_derived(puma560(), 5, seed)[0] for seed in (3, 3, 4))
    assert first == again
    assert first != other


def test_the_jacobian_is_that_of_small_motions():
    arm, h = random_arm(4, seed=3, joints="RPRR"), 1e-6
    q = np.random.default_rng(5).uniform(-1, 1, 4)
    J = physics.tool_jacobian(arm, q)
    for k, e in enumerate(h * np.eye(4)):
        after, before = arm.forward_kinematics(q + e), arm.forward_kinematics(q - e)
        moved = (after - before) / (2 * h)
        turning = moved[:3, :3] @ arm.forward_kinematics(q)[:3, :3].T
        np.testing.assert_allclose(J[:3, k], moved[:3, 3], atol=1e-8)
        np.testing.assert_allclose(J[3:, k], turning[[2, 0, 1], [1, 2, 0]], atol=1e-8)
