"""Methods of mass matrix, forward dynamics and Coriolis coefficients agree."""

import re
from typing import get_args

import numpy as np
import pytest

import equidyn
from conftest import EPS, QUANTITIES, TOLERANCE
from equidyn import Arm, BaseMotion, _core, robots
from equidyn.dynamics.names import QuantityName
from oracles.random_arms import random_arm, random_state

METHODS = {quantity: [f.name for f in equidyn.formulations(quantity)] for quantity in QUANTITIES}


def with_drives(seed: int) -> Arm:
    """A random arm of either convention with friction and motors."""
    rng = np.random.default_rng([seed, 1])
    arm = Arm.from_dh(**random_arm(seed))
    n = arm.n
    coulomb = rng.uniform(0.1, 1, (n, 2)) * (1, -1)
    return arm.with_friction(rng.uniform(0.1, 1, n), coulomb).with_motors(
        rng.uniform(0.001, 0.01, n), rng.uniform(-5, 5, n)
    )


ARMS = [with_drives(seed) for seed in range(200)]


def loads(rng, *shape: int) -> dict:
    return {
        "tip_wrench": rng.uniform(-5, 5, (*shape, 6)),
        "base_motion": BaseMotion(*rng.uniform(-2, 2, (3, *shape, 3))),
    }


@pytest.mark.parametrize("method", METHODS["mass_matrix"])
def test_every_method_gives_the_same_mass_matrix(method):
    for arm in ARMS:
        q = random_state(np.random.default_rng(arm.n), arm.n, (3,))[0]
        M = arm.mass_matrix(q)
        error = np.abs(arm.mass_matrix(q, formulation=method) - M).max() / np.abs(M).max()
        assert error <= TOLERANCE["identity"] * EPS, arm.name


@pytest.mark.parametrize("method", METHODS["coriolis_coefficients"])
def test_every_method_gives_the_same_coriolis_coefficients(method):
    for arm in ARMS:
        q = random_state(np.random.default_rng(arm.n), arm.n, (2,))[0]
        C = arm.coriolis_coefficients(q)
        largest = max(np.abs(C).max(), np.abs(arm.mass_matrix(q)).max())
        error = np.abs(arm.coriolis_coefficients(q, formulation=method) - C).max() / largest
        assert error <= TOLERANCE["identity"] * EPS, arm.name


@pytest.mark.parametrize("method", METHODS["forward_dynamics"])
@pytest.mark.parametrize("loaded", [False, True], ids=["links alone", "all options"])
def test_every_method_undoes_inverse_dynamics(method, loaded):
    for seed, arm in enumerate(ARMS):
        rng = np.random.default_rng(seed)
        q, qd, qdd = random_state(rng, arm.n, (2,))
        options = {**loads(rng, 2), "friction": True, "motors": True} if loaded else {}
        tau = arm.inverse_dynamics(q, qd, qdd, **options)
        found = arm.forward_dynamics(q, qd, tau, formulation=method, **options)
        # rounding of the torques is multiplied by the condition of the mass matrix
        condition = np.linalg.cond(arm.mass_matrix(q)).max()
        error = np.abs(found - qdd).max() / np.abs(qdd).max()
        assert error <= 1e-15 * arm.n * condition + 1e-11, (arm.name, condition)


@pytest.mark.parametrize("quantity", QUANTITIES)
def test_a_traced_method_computes_what_the_method_does(quantity):
    for arm in (robots.random_arm(5, 9, "RPRRP"), robots.random_arm(4, 3, convention="modified")):
        q, qd, tau = random_state(np.random.default_rng(8), arm.n)
        operands = (q, qd, tau) if quantity == "forward_dynamics" else (q,)
        for formulation in equidyn.formulations(quantity):
            own = arm.to_convention(formulation.frames.split()[0]).with_tool(None)
            expected = getattr(own, quantity)(*operands, formulation=formulation.name)
            graph = _core.trace(own, quantity, formulation.name, operands)
            atol = 1e-10 * np.abs(expected).max()
            np.testing.assert_allclose(graph["output_values"], expected.ravel(), atol=atol)


def test_names_of_quantities_for_type_checkers_are_those_of_the_core():
    assert list(_core.methods()) == list(get_args(QuantityName))


@pytest.mark.parametrize("quantity", QUANTITIES)
def test_methods_are_listed_with_their_texts(quantity):
    listed = equidyn.formulations(quantity)
    words = quantity.replace("_", " ").replace("coriolis", "Coriolis")
    assert f"{len(listed)} formulations of {words}" in str(listed)
    for formulation in listed:
        assert formulation.path.parts[-2:] == (quantity, f"{formulation.name}.hpp")
        assert formulation.citation
        assert formulation.title in repr(formulation)
    assert listed["unit_accelerations"] is listed[0]


@pytest.mark.parametrize(
    ("quantity", "name", "message"),
    [
        ("mass_matrix", "crba", "there is no 'crba'; did you mean 'composite_rigid_bodies'"),
        ("mass_matrix", "strobed", "there is no 'strobed'; did you mean 'unit_accelerations'"),
        ("forward_dynamics", "strobing", "did you mean 'unit_accelerations'"),
        ("coriolis_coefficients", "Strobed", "did you mean 'unit_accelerations'"),
        ("forward_dynamics", "aba", "there is no 'aba'; did you mean 'articulated_bodies'"),
        ("forward_dynamics", "lagrange", "there is no 'lagrange'; did you mean 'lagrange_euler'"),
        ("forward_dynamics", "noc", "did you mean 'orthogonal_complement'"),
        ("coriolis_coefficients", "noc", "did you mean 'natural_orthogonal_complement'"),
        ("mass_matrix", "featherstone", "did you mean 'spatial_newton_euler'"),
        ("mass_matrix", "rnea", "did you mean 'newton_euler'"),
        ("coriolis_coefficients", "composite_rigid_bodies", "there is no 'composite_rigid_bodies'"),
    ],
)
def test_a_name_that_is_no_method_of_the_quantity_is_refused(quantity, name, message):
    arm = robots.planar_2r()
    operands = (np.zeros(2),) * (3 if quantity == "forward_dynamics" else 1)
    with pytest.raises(ValueError, match=re.escape(message)):
        getattr(arm, quantity)(*operands, formulation=name)


def test_a_quantity_that_has_one_way_has_no_list():
    with pytest.raises(ValueError, match="quantity: there is no 'gravity_torque'"):
        equidyn.formulations("gravity_torque")


def test_a_formulation_that_refuses_an_arm_does_not_run_at_unit_motions():
    arm = robots.random_arm(3, 1, joints="RPR")
    for quantity in QUANTITIES:
        operands = (np.zeros(3),) * (3 if quantity == "forward_dynamics" else 1)
        with pytest.raises(ValueError, match="formulation: newton_euler_sasaki_scalar"):
            getattr(arm, quantity)(*operands, formulation="newton_euler_sasaki_scalar")


@pytest.mark.parametrize("name", ["maximal_coordinates", "divide_and_conquer"])
def test_a_method_that_frees_every_link_names_the_one_without_inertia(name):
    """Of link 1, the inertia about joint 1 alone counts."""

    def refusal(com, inertia):
        arm = Arm.from_dh(
            "standard",
            joints="RR",
            a=[0.5, 0.5],
            alpha=[0, 0],
            d=[0, 0],
            theta=[0, 0],
            mass=[1, 1],
            com=[[com, 0, 0], [-0.2, 0, 0]],
            inertia=[np.zeros((3, 3)), inertia * np.eye(3)],
        )
        return equidyn.formulations("forward_dynamics")[name].refusal(arm)

    assert not refusal(-0.2, 0.1)
    assert refusal(-0.5, 0.1).endswith("(link 1: about its joint)")
    assert refusal(-0.2, 0).endswith("(link 2)")


def test_a_list_of_methods_says_that_formulations_make_more():
    for quantity, way in (
        ("mass_matrix", "mean unit accelerations, with that formulation"),
        ("forward_dynamics", "mean unit accelerations, and elimination, with that formulation"),
        ("coriolis_coefficients", "mean unit velocities, with that formulation"),
    ):
        assert f"names of equidyn.formulations() {way}" in str(equidyn.formulations(quantity))
    assert "with that formulation" not in str(equidyn.formulations())


def test_a_word_proposes_no_name_that_a_list_has_not():
    with pytest.raises(KeyError, match="did you mean 'orthogonal_complement'"):
        equidyn.formulations("forward_dynamics")["noc"]
    with pytest.raises(KeyError, match="there is no 'rnea' "):
        equidyn.formulations("forward_dynamics")["rnea"]
