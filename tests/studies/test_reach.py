"""The workspace of an arm: known shapes, and values of its configurations."""

import matplotlib.pyplot as plt
import numpy as np
import pytest

import equidyn
from equidyn import robots

PLANAR = robots.planar_2r()
UR = robots.load("ur5e")


def test_a_plane_arm_fills_a_ring_and_moves_best_with_the_elbow_at_a_right_angle():
    space = equidyn.studies.workspace(PLANAR, 5000)
    a, b = PLANAR.a
    distance = np.linalg.norm(space.points, axis=1)
    assert a + b - 0.01 < distance.max() <= a + b + 1e-12
    assert abs(a - b) - 1e-12 <= distance.min() < abs(a - b) + 0.02
    np.testing.assert_allclose(space.values, a * b * np.abs(np.sin(space.q[:, 1])), atol=1e-12)


def test_payloads_are_those_of_the_postures():
    space = equidyn.studies.workspace(UR, 50, by="payload", seed=3)
    np.testing.assert_array_equal(space.values, UR.payload_capacity(space.q))
    np.testing.assert_array_equal(space.points, UR.forward_kinematics(space.q)[:, :3, 3])
    low, high = UR.limits.T
    assert np.all((space.q >= low) & (space.q <= high))
    again = equidyn.studies.workspace(UR, 50, by="payload", seed=3)
    np.testing.assert_array_equal(space.q, again.q)
    assert np.any(space.q != equidyn.studies.workspace(UR, 50, by="payload", seed=4).q)


@pytest.mark.parametrize("convention", ["standard", "modified"])
def test_section_of_an_arm_in_space_does_not_depend_on_its_first_joint(convention):
    base = np.eye(4)
    base[:3, :3] = [[0, 0, 1], [1, 0, 0], [0, 1, 0]]
    base[:3, 3] = 1, 2, 3
    arm = UR.with_base(base).to_convention(convention)
    space = equidyn.studies.workspace(arm, 20)
    places, labels = space.section
    turned = space.q + np.array([0.7, 0, 0, 0, 0, 0])
    points = arm.forward_kinematics(turned)[:, :3, 3]
    other = equidyn.studies.reach.Workspace(arm, space.by, turned, points, space.values)
    np.testing.assert_allclose(other.section[0], places, atol=1e-12)
    assert labels == ("distance from the axis of joint 1, m", "height along it, m")
    assert np.all(places[:, 0] >= 0)


LIFTED = np.array([[0.8, -0.6, 0, 0.3], [0.6, 0.8, 0, -0.2], [0, 0, 1, 1], [0, 0, 0, 1]])


@pytest.mark.parametrize("base", [LIFTED, LIFTED[[1, 2, 0, 3]]], ids=["raised", "on a wall"])
def test_a_section_does_not_depend_on_where_the_base_is(base):
    arm = robots.puma560()
    places, labels = equidyn.studies.workspace(arm, 200).section
    moved = equidyn.studies.workspace(arm.with_base(base), 200)
    np.testing.assert_allclose(moved.section[0], places, atol=1e-12)
    assert moved.section[1] == labels
    # by the frame of the base: z is the axis of joint 1
    x, y, z = equidyn.studies.workspace(arm, 200).points.T
    np.testing.assert_allclose(places, np.column_stack([np.hypot(x, y), z]), atol=1e-12)


def test_a_section_of_modified_frames_is_about_their_first_axis():
    data = UR.to_convention("modified").to_dict()
    # the first axis lies on its side, half a metre from the base
    data["a"][0], data["alpha"][0] = 0.5, np.pi / 2
    arm = equidyn.Arm.from_dict(data)
    space = equidyn.studies.workspace(arm, 200)
    standard = equidyn.studies.workspace(arm.to_convention("standard"), 200)
    np.testing.assert_allclose(space.points, standard.points, atol=1e-12)
    np.testing.assert_allclose(space.section[0], standard.section[0], atol=1e-12)
    x, y, z = space.points.T
    distance = np.hypot(x - 0.5, z)
    np.testing.assert_allclose(space.section[0], np.column_stack([distance, -y]), atol=1e-12)


def test_a_plane_arm_stands_upright_where_gravity_is_in_its_plane():
    space = equidyn.studies.workspace(PLANAR, 100)
    places, labels = space.section
    np.testing.assert_allclose(places, space.points[:, :2], atol=1e-12)
    assert labels == ("m", "upwards, m")
    flat = equidyn.studies.workspace(PLANAR.with_gravity([0, 0, -9.81]), 100)
    np.testing.assert_allclose(flat.section[0], flat.points[:, :2], atol=1e-12)
    assert flat.section[1] == ("m", "m")


@pytest.mark.parametrize(
    ("arm", "label"),
    [
        (PLANAR, "manipulability, m²"),
        (UR, "manipulability, m³"),
        (robots.random_arm(1, seed=0, joints="R"), "manipulability, m"),
        (robots.load("cartesian"), "manipulability"),
        (robots.load("scara"), "reciprocal condition number"),
        (robots.load("stanford"), "reciprocal condition number"),
    ],
    ids=lambda each: getattr(each, "name", each),
)
def test_values_have_a_unit(arm, label):
    space = equidyn.studies.workspace(arm, 200)
    assert space.label == label
    assert label in [row[0] for row in space.table().rows]
    ax = space.plot()
    assert ax.figure.axes[-1].get_ylabel() == f"largest {label}"
    plt.close("all")


def test_the_condition_is_that_of_the_jacobian():
    arm = robots.load("stanford")
    space = equidyn.studies.workspace(arm, 100)
    J = arm.jacobian(space.q)[:, :3]
    sizes = np.linalg.svd(J, compute_uv=False)
    np.testing.assert_allclose(space.values, sizes[:, 2] / sizes[:, 0], atol=1e-12)
    assert space.to_records()[0]["condition"] == space.values[0]
    # without a unit: it stays in a longer arm, if joints turn
    turning = equidyn.studies.workspace(UR, 100, by="condition")
    assert 0 <= turning.values.min() < turning.values.max() <= 1


def test_manipulability_of_joints_of_both_kinds_is_refused():
    with pytest.raises(ValueError, match=r"^by: manipulability has no unit where joints turn and"):
        equidyn.studies.workspace("scara", 10, by="manipulability")


def test_what_cannot_be_carried_is_said():
    weak = PLANAR.with_limits(effort=[20, 20])
    space = equidyn.studies.workspace(weak, 200, by="payload")
    assert np.isnan(space.values).any()
    assert "the limits are too low without load" in str(space)
    free = equidyn.studies.workspace(PLANAR.with_limits(effort=[np.inf, np.inf]), 9, by="payload")
    assert "in 9 no limited joint feels the load" in str(free)


@pytest.mark.parametrize("name", robots.names())
def test_every_robot_has_a_picture(name):
    ax = equidyn.studies.workspace(name, 100).plot()
    (cells,) = ax.collections
    assert len(cells.get_array()) > 1
    plt.close("all")


def test_cells_show_the_least_that_can_be_carried():
    space = equidyn.studies.workspace(UR, 500, by="payload")
    (cells,) = space.plot().collections
    assert cells.get_array().min() == pytest.approx(space.values.min())
    assert cells.get_array().max() <= space.values.max()
    plt.close("all")


def test_bad_input_is_named():
    for given, message in [
        ({"by": "mass"}, "by: there is no 'mass'"),
        ({"samples": 0}, "samples: must be at least 1"),
        ({"seed": -1}, "seed: must be at least 0"),
        ({"by": "payload"}, "effort_limits: the arm has none"),
    ]:
        with pytest.raises(ValueError, match=message):
            equidyn.studies.workspace(PLANAR, **given)
