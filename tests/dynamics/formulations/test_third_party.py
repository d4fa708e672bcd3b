"""Numbers that other software printed, for every formulation.

The arms are as that software has them: the PUMA 560 of the Robotics Toolbox keeps the sign of its
fourth centre of mass, which contradicts the measurements.
"""

import json
from pathlib import Path

import numpy as np
import pytest

import equidyn

# measured arms: a link without mass, tensors that break the triangle inequality
pytestmark = pytest.mark.filterwarnings("ignore::equidyn.ArmWarning")

DATA = json.loads((Path(__file__).parents[2] / "data/third_party.json").read_text())


class Case:
    """One printed quantity, and the joint torques from which it follows."""

    def __init__(self, vector, formulation):
        record = DATA["arms"][vector["arm"]]
        arm = equidyn.Arm.from_dh(**record["from_dh"])
        self.arm = arm.with_gravity(vector.get("gravity", arm.gravity))
        self.formulation = formulation
        # where the other software counts a joint in units of its own
        self.units = np.array(record.get("joint_units", np.ones(arm.n)))
        self.q, self.qd, self.qdd = (
            np.array(vector.get(k, np.zeros(arm.n)), dtype=float) for k in ("q", "qd", "qdd")
        )
        self.tip_wrench = vector.get("tip_wrench")
        self.loads = {"friction": vector["friction"], "motors": vector["motors"]}

    def torque(self, qd=0.0, qdd=0.0, **loads):
        state = (self.units * x for x in (self.q, qd, qdd))
        tau = self.arm.inverse_dynamics(
            *state, formulation=self.formulation, **{**self.loads, **loads}
        )
        return self.units * tau

    def velocity_torque(self, qd):
        return self.torque(qd=qd) - self.torque()


def inverse_dynamics(case):
    return case.torque(case.qd, case.qdd, tip_wrench=case.tip_wrench)


def gravity(case):
    return case.torque()


def tip_wrench(case):
    return case.torque(tip_wrench=case.tip_wrench) - case.torque()


def inertia_torque(case):
    return case.torque(qdd=case.qdd) - case.torque()


def mass_matrix(case):
    return (case.torque(qdd=np.eye(case.arm.n)) - case.torque()).T


def coriolis_vector(case):
    return case.velocity_torque(case.qd)


def coriolis_matrix(case):
    # of Christoffel symbols: the symmetric bilinear form whose square is the velocity torque
    units = np.eye(case.arm.n)
    mixed = case.velocity_torque(case.qd + units) - case.velocity_torque(case.qd)
    return (mixed - case.velocity_torque(units)).T / 2


def friction(case):
    return case.torque(qd=case.qd, friction=True) - case.torque(qd=case.qd)


QUANTITIES = {
    f.__name__: f
    for f in (
        inverse_dynamics,
        gravity,
        tip_wrench,
        inertia_torque,
        mass_matrix,
        coriolis_vector,
        coriolis_matrix,
        friction,
    )
}


def vectors(quantities):
    """The printed numbers of some quantities."""
    return [vector for vector in DATA["vectors"] if vector["quantity"] in quantities]


def assert_printed(value, vector):
    np.testing.assert_allclose(
        value, vector["expected"], rtol=0, atol=vector["abs_tol"], err_msg=vector["id"]
    )


def test_printed_numbers_are_reproduced(formulation):
    for vector in vectors(QUANTITIES):
        assert_printed(QUANTITIES[vector["quantity"]](Case(vector, formulation)), vector)


# --- by the methods of an arm that are no inverse dynamics ----------------------------------------


def methods(quantity):
    names = [method.name for method in equidyn.formulations(quantity)]
    return pytest.mark.parametrize("method", names)


def reflected_inertia(arm, vector):
    """That of the motors, where the printed numbers have it."""
    return np.diag(arm.gear_ratio**2 * arm.motor_inertia) if vector["motors"] else 0.0


@methods("mass_matrix")
def test_printed_mass_matrices_are_those_of_every_method(method):
    for vector in vectors(["mass_matrix"]):
        case = Case(vector, None)
        M = case.arm.mass_matrix(case.units * case.q, formulation=method)
        links = np.outer(case.units, case.units) * M
        assert_printed(links + reflected_inertia(case.arm, vector), vector)


@methods("coriolis_coefficients")
def test_printed_coriolis_terms_are_those_of_every_method(method):
    for vector in vectors(["coriolis_matrix", "coriolis_vector"]):
        case = Case(vector, None)
        q, qd = case.units * case.q, case.units * case.qd
        by_coefficients = case.arm.coriolis_coefficients(q, formulation=method) @ qd
        for matrix in (by_coefficients, case.arm.coriolis_matrix(q, qd)):
            C = np.outer(case.units, case.units) * matrix
            assert_printed(C @ case.qd if vector["quantity"] == "coriolis_vector" else C, vector)


def test_printed_gravity_torques_are_those_of_the_arm():
    for vector in vectors(["gravity"]):
        case = Case(vector, None)
        assert_printed(case.units * case.arm.gravity_torque(case.units * case.q), vector)


@methods("forward_dynamics")
def test_printed_accelerations_are_those_of_every_method(method):
    for vector in vectors(["forward_dynamics"]):
        case = Case(vector, None)
        if "tau_in" in vector:  # the torques that another motion takes
            tau = case.arm.inverse_dynamics(**vector["tau_in"], **case.loads)
        else:
            tau = vector["tau"] / case.units
        q, qd = case.units * case.q, case.units * case.qd
        qdd = case.arm.forward_dynamics(
            q, qd, tau, formulation=method, tip_wrench=case.tip_wrench, **case.loads
        )
        assert_printed(qdd / case.units, vector)


def test_printed_inertias_of_the_tool_are_those_of_the_links_and_of_the_motors():
    for vector in vectors(["operational_space_inertia"]):
        case = Case(vector, None)
        mobility = np.linalg.inv(case.arm.jacobian(case.q))
        motors = mobility.T @ reflected_inertia(case.arm, vector) @ mobility
        assert_printed(case.arm.operational_space_inertia(case.q) + motors, vector)
