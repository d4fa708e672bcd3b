"""The picture of an arm shows what the arm is: points in the world, axes, ellipsoids."""

import re

import numpy as np
import pytest

from equidyn import Arm, robots
from equidyn.view.posture import posture, semi_axes
from equidyn.view.shapes import prism
from oracles.random_arms import random_arm

pytest.importorskip("matplotlib")
from itertools import pairwise

import matplotlib.pyplot as plt
from matplotlib.figure import Figure

ARMS = [Arm.from_dh(**random_arm(seed)) for seed in range(0, 96, 11)]


def seen(arm: Arm, q: np.ndarray):
    frames = np.concatenate([arm.base[None], arm.link_poses(q)])
    names = ("convention", "joints", "mass", "com", "inertia")
    data = {name: getattr(arm, name) for name in names}
    return posture(frames, arm.forward_kinematics(q), **data)


def space():
    return Figure().add_subplot(projection="3d")


@pytest.mark.parametrize("arm", ARMS, ids=lambda arm: arm.name)
def test_links_hang_together_and_bend_at_right_angles_to_the_joint_axis(arm):
    picture = seen(arm, np.random.default_rng(arm.n).uniform(-2, 2, arm.n))
    links = picture.links
    np.testing.assert_allclose(links[0][0], arm.base[:3, 3])
    for before, behind in pairwise(links):
        np.testing.assert_allclose(before[2], behind[0])
    for joint, (start, turn, end) in zip(picture.joints, links, strict=True):
        along, across = (turn - start, end - turn)[:: 1 if arm.convention == "standard" else -1]
        assert np.linalg.norm(np.cross(joint.axis, along)) <= 1e-12
        assert abs(joint.axis @ across) <= 1e-12


@pytest.mark.parametrize("arm", ARMS, ids=lambda arm: arm.name)
def test_a_turn_or_slide_of_a_joint_leaves_its_axis_where_it_is(arm):
    q = np.random.default_rng(arm.n).uniform(-2, 2, arm.n)
    picture = seen(arm, q)
    for j, joint in enumerate(picture.joints):
        moved = q.copy()
        moved[j] += 0.3
        after = seen(arm, moved).joints[j]
        np.testing.assert_allclose(after.axis, joint.axis, atol=1e-12)
        assert np.linalg.norm(np.cross(joint.axis, after.point - joint.point)) <= 1e-12


def test_centres_of_mass_lift_as_the_potential_energy_says():
    arm = ARMS[4]
    q = np.full(arm.n, 0.4)
    energy = -(seen(arm, q).centres @ arm.gravity) @ arm.mass
    assert energy == pytest.approx(arm.potential_energy(q), rel=1e-13)


def test_the_ellipsoid_of_a_body_has_its_mass_and_its_inertia():
    arm = robots.random_arm(6, seed=2)
    for mass, inertia, axes in zip(
        arm.mass, arm.inertia, semi_axes(arm.mass, arm.inertia), strict=True
    ):
        second_moments = mass / 5 * axes @ axes.T
        found = np.trace(second_moments) * np.eye(3) - second_moments
        np.testing.assert_allclose(found, inertia, atol=1e-12 * np.abs(inertia).max())
    assert not semi_axes(np.zeros(1), np.zeros((1, 3, 3))).any()


def test_all_of_the_arm_lies_in_the_picture_and_a_metre_is_as_long_on_every_axis():
    for arm in (robots.puma560(), robots.planar_2r(), robots.random_arm(7, 3, "RPRPRRP")):
        ax = arm.draw(np.full(arm.n, 0.5), space())
        limits = np.array([ax.get_xlim(), ax.get_ylim(), ax.get_zlim()])
        points = seen(arm, np.full(arm.n, 0.5)).points()
        assert (points >= limits[:, 0]).all()
        assert (points <= limits[:, 1]).all()
        widths = limits[:, 1] - limits[:, 0]
        shape = np.asarray(ax._box_aspect)
        np.testing.assert_allclose(shape / shape[0], widths / widths[0])
        ax.figure.draw_without_rendering()


@pytest.mark.parametrize("name", ["scara", "planar_2r", "puma560"])
def test_no_label_is_cut_off(name):
    ax = robots.load(name).draw()
    ax.figure.draw_without_rendering()
    page = ax.figure.bbox
    for axis in (ax.xaxis, ax.yaxis, ax.zaxis):
        box = axis.label.get_window_extent()
        assert page.x0 <= box.x0
        assert box.x1 <= page.x1
    plt.close(ax.figure)


@pytest.mark.filterwarnings("ignore::equidyn.ArmWarning")
def test_an_arm_without_lengths_is_drawn_too():
    arm = Arm.from_dh(
        "standard", joints="R", a=[0], alpha=[0], d=[0], theta=[0], mass=[1], com=[[0, 0, 0]],
        inertia=np.zeros((1, 3, 3)), name="$\\frac{1}{$ [red]",
    )  # fmt: skip
    ax = arm.draw(ax=space())
    assert ax.get_title() == "$\\frac{1}{$ [red]"
    ax.figure.draw_without_rendering()


@pytest.mark.parametrize("letter", "RP")
def test_the_solid_of_a_joint_is_closed_and_its_faces_have_as_many_corners(letter):
    faces = prism(letter)
    assert faces.shape[1:] == (4, 3)
    # the volume within, by the divergence theorem, if all faces look outwards
    a, b, c, d = faces.swapaxes(0, 1)
    normals = np.cross(b - a, c - a) + np.cross(c - a, d - a)
    outwards = np.sign(np.einsum("ij,ij->i", normals, faces.mean(axis=1)))
    volume = np.einsum("i,ij,ij->", outwards, normals, faces.mean(axis=1)) / 6
    sides = 4 if letter == "P" else 20
    assert volume == pytest.approx(sides / 2 * np.sin(2 * np.pi / sides))


def test_parts_are_left_out_on_wish():
    arm = robots.puma560()
    everything = len(arm.draw(ax=space()).get_children())
    assert len(arm.draw(ax=space(), frames=False).get_children()) == everything - 3 * 7
    assert len(arm.draw(ax=space(), masses=False).get_children()) < everything


@pytest.mark.parametrize(
    ("q", "message"),
    [
        ([0, 0, 0], "q: shape must be (2,) (one position of every joint), got shape (3,)"),
        ([[0, 0]], "q: shape must be (2,) (one position of every joint), got shape (1, 2)"),
        ([0, np.nan], "q: must be finite, got nan"),
    ],
)
def test_what_is_no_position_is_named(q, message):
    with pytest.raises(ValueError, match=re.escape(message)):
        robots.planar_2r().draw(q)
    with pytest.raises(TypeError, match="frames: expected True or False"):
        robots.planar_2r().draw([0, 0], frames=1.5)
    for ax in ([], "ax", Figure().add_subplot()):
        with pytest.raises(TypeError, match=r"^ax: expected matplotlib axes in space, got "):
            robots.planar_2r().draw([0, 0], ax)


@pytest.mark.filterwarnings("ignore::equidyn.ArmWarning")
@pytest.mark.parametrize("length", [1e-200, 1e-60, 1e60])
def test_what_matplotlib_has_no_numbers_for_is_refused(length):
    points = {"com": np.zeros((2, 3)), "inertia": np.zeros((2, 3, 3))}
    arm = Arm.from_dict(robots.uniform_chain(2).to_dict() | {"a": [length, length], **points})
    with pytest.raises(ValueError, match=r"^draw: there are no pictures of an arm that reaches 2e"):
        arm.draw(ax=space())


def test_what_is_too_far_away_is_not_drawn():
    far = robots.planar_2r().with_base(np.eye(4) + 1e60 * np.eye(4, k=3))
    with pytest.raises(ValueError, match=r"^draw: there are no pictures of an arm .* 1e\+60 m$"):
        far.draw(ax=space())
