"""Tensors that no bodies have: a warning, and an error only where they are needed."""

import pickle

import numpy as np
import pytest

from arm.formats.urdf.test_flaws import robot
from equidyn import Arm, ArmWarning, _core
from equidyn.arm.parameters.pseudo_inertia import pseudo_inertias

TENSOR_OF_A_POINT = '<inertia ixx="0" iyy="0" izz="0" ixy="0" ixz="0" iyz="0"/></inertial>'
NEGATIVE = (
    '<inertial><origin xyz="0.1 0 0.2"/><mass value="2"/><inertia ixx="0.006" iyy="0.0086" '
    'izz="0.0065" ixy="0.009" ixz="0.003" iyz="0.009"/></inertial>'
)
WRONG = "link 'hand': inertia: principal moments must not be negative, got -0.00381138"
Q = np.array([[0.1, 0.2, 0.3], [-1.0, 0.5, 0.0]])


def turning(hand):
    """A robot whose hand is a link of its own."""
    fixed = 'name="weld" type="fixed"'
    return robot(hand=hand).replace(fixed, fixed.replace("fixed", "continuous"))


def read(text):
    with pytest.warns(ArmWarning, match=WRONG):
        return Arm.from_urdf(text, tip="hand")


def both():
    """The arm with such a hand, and the one whose hand is a point."""
    point = NEGATIVE.split("<inertia ")[0] + TENSOR_OF_A_POINT
    return read(turning(NEGATIVE)), Arm.from_urdf(turning(point), tip="hand")


def test_all_that_needs_no_tensor_is_computed():
    arm, point = both()
    assert arm.missing == ("inertia",)
    np.testing.assert_array_equal(arm.forward_kinematics(Q), point.forward_kinematics(Q))
    np.testing.assert_array_equal(arm.gravity_torque(Q), point.gravity_torque(Q))
    np.testing.assert_array_equal(arm.potential_energy(Q), point.potential_energy(Q))


def test_what_needs_it_names_link_moment_and_the_way_on():
    arm, _ = both()
    for needs in (
        lambda: arm.inverse_dynamics(Q, Q, Q),
        lambda: arm.mass_matrix(Q),
        lambda: arm.inertia,
        lambda: arm.with_payload(1.0),
    ):
        with pytest.raises(ValueError, match=rf"{WRONG}; arm.with_nearest_bodies\(\) has the"):
            needs()


def test_the_nearest_bodies_are_bodies_of_the_same_masses_and_centres():
    arm, point = both()
    nearest = arm.with_nearest_bodies()
    np.testing.assert_array_equal(nearest.mass, arm.mass)
    np.testing.assert_array_equal(nearest.com, arm.com)
    J = pseudo_inertias(np.reshape(nearest.parameters(), (arm.n, -1)))
    assert np.linalg.eigvalsh(J).min() > -1e-15
    assert not nearest.check()
    # the other links keep theirs
    np.testing.assert_array_equal(nearest.inertia[:2], point.inertia[:2])


def test_no_other_body_is_nearer():
    given = np.array([[0.006, 0.009, 0.003], [0.009, 0.0086, 0.009], [0.003, 0.009, 0.0065]])
    found = read(turning(NEGATIVE)).with_nearest_bodies().inertia[-1]

    def second_moments(tensor):
        return np.trace(tensor) / 2 * np.eye(3) - tensor

    # frames turn, which moves no tensor nearer
    rng = np.random.default_rng(1)
    K = second_moments(given)
    moments = np.sort(np.linalg.eigvalsh(second_moments(found)))
    np.testing.assert_allclose(moments, np.sort(np.maximum(np.linalg.eigvalsh(K), 0)), atol=1e-16)
    least = np.linalg.norm(np.minimum(np.linalg.eigvalsh(K), 0))
    for factor in rng.normal(scale=0.1, size=(2000, 3, 3)):
        assert np.linalg.norm(factor @ factor.T - K) > least


def test_links_in_one_piece_are_repaired_before_they_are_lumped():
    lumped = read(robot(hand=NEGATIVE)).with_nearest_bodies()
    turning_hand = read(turning(NEGATIVE)).with_nearest_bodies()
    q, qd, qdd = np.random.default_rng(2).normal(size=(3, 5, 2))
    held = [np.pad(x, ((0, 0), (0, 1))) for x in (q, qd, qdd)]
    np.testing.assert_allclose(
        lumped.inverse_dynamics(q, qd, qdd),
        turning_hand.inverse_dynamics(*held)[:, :2],
        rtol=1e-12,
    )


def test_tensors_of_bodies_stay_bit_for_bit():
    _, point = both()
    sound = point.with_nearest_bodies()
    np.testing.assert_array_equal(sound.inertia, point.inertia)


def test_the_triangle_inequality_is_mended_too():
    with pytest.warns(ArmWarning):
        arm = Arm.from_dh(
            "standard", joints="R", a=[0.5], alpha=[0], d=[0], theta=[0], mass=[1], com=[[0, 0, 0]],
            inertia=[[0.1, 0.1, 0.3]],
        )  # fmt: skip
    tensor = arm.with_nearest_bodies().inertia[0]
    np.testing.assert_allclose(tensor, np.diag([0.15, 0.15, 0.3]), rtol=1e-15)


@pytest.mark.parametrize("unit", [1e-300, 1e300])
def test_tensors_of_any_size_are_mended(unit):
    tensors = unit * np.array([np.diag([0.1, 0.1, 0.3]), np.diag([1.0, 1.0, 2.0])])
    expected = unit * np.array([np.diag([0.15, 0.15, 0.3]), np.diag([1.0, 1.0, 2.0])])
    np.testing.assert_allclose(_core.nearest_tensors(tensors), expected, rtol=1e-14)


def test_arms_made_of_it_know_the_nearest_bodies():
    arm, _ = both()
    nearest = arm.with_nearest_bodies()
    copied = pickle.loads(pickle.dumps(arm))
    for other in (arm.with_gravity([0, 0, 1]), arm.with_tool(None), copied):
        assert other.missing == ("inertia",)
        np.testing.assert_array_equal(other.with_nearest_bodies().inertia, nearest.inertia)
    turned = arm.to_convention("standard")  # whose frames have other axes
    for without in (turned, turned.to_convention("modified"), Arm.from_dict(arm.to_dict())):
        with pytest.raises(ValueError, match=r"with_nearest_bodies: .*no inertia of its links"):
            without.with_nearest_bodies()


def test_a_link_off_the_chain_is_not_asked():
    assert not Arm.from_urdf(robot(head=NEGATIVE), tip="hand").missing
