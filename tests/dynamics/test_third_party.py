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

DATA = json.loads((Path(__file__).parents[1] / "data/third_party.json").read_text())


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


@pytest.mark.parametrize("vector", DATA["vectors"], ids=lambda vector: vector["id"])
def test_printed_numbers_are_reproduced(formulation, vector):
    value = QUANTITIES[vector["quantity"]](Case(vector, formulation))
    np.testing.assert_allclose(value, vector["expected"], rtol=0, atol=vector["abs_tol"])
