"""Textbook arms: closed forms, the oracle and every formulation agree."""

import json
from pathlib import Path

import numpy as np
import pytest

import equidyn
from conftest import TOLERANCE, assert_close
from oracles import lagrange
from oracles.closed_forms import CLOSED_FORMS, uniform_rods
from oracles.random_arms import random_arm, random_state

# one of the textbook tensors belongs to no body
pytestmark = pytest.mark.filterwarnings("ignore::equidyn.ArmWarning")

VALUES = json.loads((Path(__file__).parents[2] / "data/closed_forms.json").read_text())["vectors"]
BY_NAME = {form.name: form for form in CLOSED_FORMS}
ARMS = [(form, convention) for form in CLOSED_FORMS for convention in form.arms]
ARM_IDS = [f"{form.name}-{convention}" for form, convention in ARMS]


def states(form):
    return random_state(np.random.default_rng(3), len(form.joints()), (20,))


def torques(form, q, qd, qdd):
    return np.array([form.torque(*state) for state in zip(q, qd, qdd, strict=True)])


@pytest.mark.parametrize("value", VALUES, ids=lambda value: value["id"])
def test_closed_form_gives_its_known_values(value):
    n = len(value["q"])
    form = BY_NAME.get(value["form"]) or uniform_rods(n)
    tau = form.torque(*(np.array(value[k]) for k in ("q", "qd", "qdd")))
    np.testing.assert_allclose(tau, value["expected"], rtol=0, atol=value["abs_tol"])


@pytest.mark.parametrize(("form", "convention"), ARMS, ids=ARM_IDS)
def test_oracle_agrees_with_closed_form(form, convention):
    arm = form.description(convention)
    q, qd, qdd = (x[:2] for x in states(form))
    tau = [lagrange.torque(arm, *state) for state in zip(q, qd, qdd, strict=True)]
    expected = torques(form, q, qd, qdd)
    assert_close(
        tau, expected, TOLERANCE["closed form"], formulation="Lagrange's equation", arm=arm
    )


def test_formulation_agrees_with_closed_form(formulation):
    for form, convention in ARMS:
        arm = equidyn.Arm.from_dh(convention, **form.arms[convention], name=form.name)
        state = states(form)
        tau = arm.inverse_dynamics(*state, formulation=formulation)
        expected = torques(form, *state)
        assert_close(tau, expected, TOLERANCE["closed form"], formulation=formulation, arm=arm)


def test_formulation_agrees_with_closed_form_of_long_chains(formulation):
    for n in (30, 100):
        form = uniform_rods(n)
        arm = equidyn.Arm.from_dh("standard", **form.arms["standard"], name=form.name)
        state = random_state(np.random.default_rng(4), n)
        tau = arm.inverse_dynamics(*state, formulation=formulation)
        expected = form.torque(*state)
        assert_close(tau, expected, TOLERANCE["closed form"], formulation=formulation, arm=arm)


def test_oracle_takes_no_notice_of_the_velocity_of_the_base():
    arm = equidyn.Arm.from_dh(**random_arm(5))
    rng = np.random.default_rng(5)
    state, wrench = random_state(rng, arm.n), rng.normal(size=6)
    motion = equidyn.BaseMotion(*rng.normal(size=(3, 3)))
    at_rest = lagrange.torque(arm, *state, wrench, motion)
    moving = lagrange.torque(arm, *state, wrench, motion, base_velocity=(3, -4, 5))
    np.testing.assert_array_equal(moving, at_rest)


# sqrt(l / g) times the lowest frequencies of n equal uniform rods, hanging: a chain of length n l
HANGING_RODS = {
    2: np.sqrt(3 * (1 + np.array([-2, 2]) / np.sqrt(7))),
    10: np.array([1.2027771135795562, 2.7867386010065305, 4.484345340113698]) / np.sqrt(10),
}


def test_hanging_chain_swings_at_known_frequencies(formulation):
    for n, frequencies in HANGING_RODS.items():
        # with gravity along x the chain hangs at q = 0
        rods = {**uniform_rods(n).arms["standard"], "gravity": (9.81, 0, 0)}
        hanging = equidyn.Arm.from_dh("standard", **rods)
        weightless = hanging.with_gravity((0, 0, 0))
        none, unit, small = np.zeros(n), np.eye(n), 1e-8
        mass = weightless.inverse_dynamics(none, none, unit, formulation=formulation)
        # the sine of so small an angle is the angle, to the last digit
        stiffness = (
            hanging.inverse_dynamics(small * unit, none, none, formulation=formulation) / small
        )
        squares = np.sort(np.linalg.eigvals(np.linalg.solve(mass, stiffness)).real)
        lowest = np.sqrt(squares / 9.81)[: len(frequencies)]
        np.testing.assert_allclose(lowest, frequencies, rtol=1e-11, err_msg=f"{n} rods")
