"""Right functions of many styles are not blamed."""

import math

import numpy as np
import pytest

import equidyn
from equidyn.lab.mark.tasks import TASKS
from lab.mark.planted import functions
from oracles.random_arms import random_arm


@pytest.mark.parametrize("program", ["newton_euler", "lagrange", "spatial", "world"])
def test_algorithms(program, spatial):
    marking = equidyn.mark(functions(program)["inverse_dynamics"], spatial)
    marking.assert_passed()
    assert marking.points == marking.out_of
    assert marking.wrong_row is None


def test_the_modified_convention():
    arm = equidyn.Arm.from_dh(**{**random_arm(3), "convention": "modified"})
    marking = equidyn.mark(functions("craig")["inverse_dynamics"], arm)
    marking.assert_passed()
    assert marking.wrong_row is None


@pytest.mark.parametrize(
    "quantity", ["inverse_dynamics", "mass_matrix", "gravity_torque", "coriolis_matrix"]
)
@pytest.mark.parametrize("program", ["closed_form", "lagrange"])
def test_quantities(program, quantity, planar):
    f = functions(program)[quantity]
    equidyn.mark(f, planar, quantity=quantity).assert_passed()


@pytest.mark.parametrize("quantity", ["forward_kinematics", "jacobian"])
def test_kinematics(quantity, spatial):
    equidyn.mark(functions("kinematics")[quantity], spatial, quantity=quantity).assert_passed()


def test_generated_code(spatial):
    names = {}
    exec(equidyn.generate(spatial, language="numpy").source, names)
    f = names["inverse_dynamics"]
    equidyn.mark(lambda q, qd, qdd: f(q, qd, qdd), spatial).assert_passed()


def test_numbers_of_single_precision(spatial):
    f = functions("newton_euler")["inverse_dynamics"]

    def single(arm, *state):
        return f(arm, *np.float32(state))[0].astype(np.float32)

    equidyn.mark(single, spatial).assert_passed()


def test_batches_only(spatial):
    def batch(q, qd, qdd):
        states, _ = q.shape
        return spatial.inverse_dynamics(q, qd, qdd).reshape(states, 3)

    equidyn.mark(batch, spatial).assert_passed()


def test_a_column(spatial):
    def column(q, qd, qdd):
        return spatial.inverse_dynamics(q, qd, qdd).reshape(-1, 1)

    equidyn.mark(column, spatial).assert_passed()


def test_lists_and_math():
    def pendulum(q, qd, qdd):
        return [0.5 * qdd[0] + 2.0 * 9.81 * 0.3 * math.cos(q[0])]

    arm = equidyn.Arm.from_dh(
        convention="standard",
        joints="R",
        a=[0.3],
        alpha=[0],
        d=[0],
        theta=[0],
        mass=[2.0],
        com=[[0, 0, 0]],
        inertia=[[0.32, 0.32, 0.32]],
        gravity=(0, -9.81, 0),
    )
    equidyn.mark(pendulum, arm).assert_passed()


def test_friction_and_motors(spatial):
    arm = spatial.with_friction([0.1, 0.2, 0.3], [[1, -2], [3, -4], [5, -6]])
    arm = arm.with_motors([1e-3, 2e-3, 3e-3], [50, -60, 70])

    def f(arm, q, qd, qdd):
        return arm.inverse_dynamics(q, qd, qdd, friction=True, motors=True)

    equidyn.mark(f, arm, friction=True, motors=True).assert_passed()


def test_other_factorisations_of_coriolis_torques(planar):
    christoffel = functions("closed_form")["coriolis_matrix"]

    def other(q, qd):
        C = christoffel(q, qd)
        return C + np.array([[qd[1], -qd[0]], [0, 0]])

    marking = equidyn.mark(other, planar, quantity="coriolis_matrix")
    assert marking
    assert "not skew-symmetric" in marking.notes[0]
    right = equidyn.mark(christoffel, planar, quantity="coriolis_matrix")
    assert "is skew-symmetric" in right.notes[0]


@pytest.mark.parametrize("quantity", TASKS)
@pytest.mark.parametrize("seed", range(0, 100, 11))
def test_methods_of_the_arm(quantity, seed):
    arm = equidyn.Arm.from_dh(**random_arm(seed, 1 + seed % 5))

    def f(arm, *state):
        return getattr(arm, quantity)(*state)

    equidyn.mark(f, arm, quantity=quantity).assert_passed()
