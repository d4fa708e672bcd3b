"""Arms without masses, centres of mass or tensors: only kinematics."""

import copy
import pickle

import numpy as np
import pytest

import equidyn
from equidyn import Arm, robots

PUMA = robots.puma560()
GEOMETRY = {
    name: getattr(PUMA, name) for name in ("joints", "a", "alpha", "d", "theta", "limits", "tool")
}
ARM = Arm.from_dh("standard", **GEOMETRY, name="bare")
Q, QD = np.linspace(-1, 1, 6), np.linspace(0.5, 2, 6)
NOTHING = r"the arm 'bare' has no mass and no com and no inertia of its links; give them to Arm"


@pytest.mark.parametrize("rows", [(), (5,), (70_000,)])
def test_kinematics_are_those_of_the_arm_with_bodies(rows):
    q, qd = np.broadcast_to(Q, (*rows, 6)), np.broadcast_to(QD, (*rows, 6))
    for method in ("forward_kinematics", "link_poses", "jacobian"):
        expected = getattr(PUMA, method)(q)
        np.testing.assert_array_equal(getattr(ARM, method)(q), expected)
    np.testing.assert_array_equal(ARM.jacobian_rate(q, qd), PUMA.jacobian_rate(q, qd))
    np.testing.assert_array_equal(
        ARM.regressor(q[:9], qd[:9], q[:9]), PUMA.regressor(q[:9], qd[:9], q[:9])
    )


def test_inverse_kinematics_are_those_of_the_arm_with_bodies():
    pose = PUMA.forward_kinematics([0.1, 0.7, 3.0, 0.2, 0.7, 0.1])
    found = ARM.inverse_kinematics(pose)
    assert found.converged
    np.testing.assert_array_equal(found.q, PUMA.inverse_kinematics(pose).q)


@pytest.mark.parametrize(
    ("method", "operands"),
    [
        ("inverse_dynamics", 3),
        ("mass_matrix", 1),
        ("gravity_torque", 1),
        ("bias", 2),
        ("coriolis_matrix", 2),
        ("transposed_coriolis_torque", 3),
        ("forward_dynamics", 3),
        ("inverse_dynamics_derivatives", 3),
        ("kinetic_energy", 2),
        ("potential_energy", 1),
        ("momentum", 2),
        ("operational_space_inertia", 1),
        ("link_motion", 3),
        ("recursion", 3),
    ],
)
@pytest.mark.parametrize("rows", [(), (3,)])
def test_what_needs_masses_says_which_data_are_missing(method, operands, rows):
    if rows and method == "recursion":
        pytest.skip("of one state")
    state = [np.ones((*rows, 6))] * operands
    with pytest.raises(ValueError, match=r"has no mass and no com"):
        getattr(ARM, method)(*state)


def test_what_examines_an_arm_says_which_data_are_missing():
    for call in (
        lambda: equidyn.verify(ARM),
        lambda: equidyn.count_operations(ARM),
        lambda: equidyn.generate(ARM),
        lambda: equidyn.reference_vectors(ARM),
        lambda: ARM.simulate(Q, QD, 0.1, 0.001),
        lambda: ARM.parameters(),
        lambda: ARM.with_payload(1.0),
        lambda: ARM.to_urdf(),
        lambda: ARM.mass,
        lambda: ARM.inertia_about_origin,
    ):
        with pytest.raises(ValueError, match=NOTHING):
            call()


def test_weight_needs_no_tensors():
    arm = Arm.from_dh("standard", **GEOMETRY, mass=PUMA.mass, com=PUMA.com)
    np.testing.assert_array_equal(arm.gravity_torque(Q), PUMA.gravity_torque(Q))
    assert arm.potential_energy(Q) == PUMA.potential_energy(Q)
    assert arm.missing == ("inertia",)
    with pytest.raises(ValueError, match=r"^mass_matrix: the arm has no inertia of its links"):
        arm.mass_matrix(Q)
    np.testing.assert_allclose(
        arm.to_convention("modified").gravity_torque(Q), PUMA.gravity_torque(Q)
    )


def test_it_is_the_same_arm_from_a_file_and_from_a_copy(tmp_path):
    ARM.save(tmp_path / "arm.json")
    for other in (Arm.load(tmp_path / "arm.json"), pickle.loads(pickle.dumps(ARM)), copy.copy(ARM)):
        assert other == ARM
        assert hash(other) == hash(ARM)
        assert other.missing == ("mass", "com", "inertia")
    assert ARM != PUMA


def test_its_parameters_complete_it():
    complete = ARM.with_parameters(PUMA.parameters())
    assert complete.missing == ()
    np.testing.assert_allclose(complete.mass, PUMA.mass)


def test_it_is_shown_and_checked_without_its_bodies():
    assert "missing: mass, com, inertia" in str(ARM)
    assert "missing: mass, com, inertia" in ARM._repr_html_()
    assert ARM.check() == ()
    with pytest.warns(equidyn.ArmWarning, match="degrees"):
        degrees = Arm.from_dh("standard", joints="R", a=[1], alpha=[90], d=[0], theta=[0])
    assert [finding.what for finding in degrees.check()] == ["large angle"]


def test_a_urdf_without_inertias_is_read_for_kinematics():
    text = """
    <robot name="bare">
      <link name="wall"/> <link name="rod"/>
      <joint name="hinge" type="continuous">
        <origin xyz="1 0 0"/> <parent link="wall"/> <child link="rod"/> <axis xyz="0 1 0"/>
      </joint>
    </robot>"""
    with pytest.warns(equidyn.ArmWarning, match="no link has a mass or an inertia"):
        arm = Arm.from_urdf(text)
    np.testing.assert_allclose(arm.forward_kinematics([0.0])[:3, 3], [1, 0, 0])
    with pytest.raises(ValueError, match=r"^inverse_dynamics: the arm 'bare' has no mass"):
        arm.inverse_dynamics([0.0], [0.0], [0.0])
