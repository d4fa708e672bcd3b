"""Gravity points down every picture, and a flat arm is seen along the normal of its plane."""

import numpy as np
import pytest
from matplotlib.figure import Figure
from mpl_toolkits.mplot3d.proj3d import proj_transform

import equidyn
from equidyn import Arm, robots
from equidyn.draw.sight import sight_of, upright
from oracles.random_arms import random_arm

PLANAR, PUMA = robots.planar_2r(), robots.puma560()
Q2, Q6 = [0.6, 0.7], [0, 0.7, 3.1, 0, 0.7, 0]


def space():
    return Figure((6.4, 6.0)).add_subplot(projection="3d")


def on_page(ax, points):
    """Points of the world in the picture, of which the second coordinate is upwards."""
    x, y, _ = proj_transform(*np.asarray(points, dtype=float).T, ax.get_proj())
    return np.column_stack([x, y])


def seen_along(ax, direction):
    """The direction of a small arrow in the middle of the picture."""
    limits = np.array([ax.get_xlim(), ax.get_ylim(), ax.get_zlim()])
    arrow = 0.02 * np.ptp(limits) * np.asarray(direction) / np.linalg.norm(direction)
    middle = limits.mean(axis=1)
    return np.diff(on_page(ax, [middle - arrow / 2, middle + arrow / 2]), axis=0)[0]


def labelled(ax, name):
    (line,) = (line for line in ax.get_lines() if line.get_label() == name)
    return np.array(line.get_data_3d()).T


DIRECTIONS = [
    *(sign * axis for axis in 9.81 * np.eye(3) for sign in (1, -1)),
    *np.random.default_rng(5).normal(size=(6, 3)),
    [1e-9, 9.81, -1e-9],
    [0, 0, 1e-300],
    [1e200, -1e200, 1e199],
]


@pytest.mark.parametrize("gravity", DIRECTIONS, ids=lambda g: " ".join(f"{x:.3g}" for x in g))
def test_gravity_points_straight_down_the_picture_whatever_its_direction(gravity):
    ax = PUMA.with_gravity(gravity).draw(Q6, ax=space())
    x, y = seen_along(ax, gravity / np.abs(gravity).max())
    assert y < 0
    assert abs(x) < 1e-6 * abs(y)
    start, tip = labelled(ax, "gravity")
    along, down = tip - start, gravity / np.abs(gravity).max()
    cosine = along @ down / np.linalg.norm(along) / np.linalg.norm(down)
    assert cosine == pytest.approx(1, abs=1e-12)


def test_without_gravity_z_is_up_and_there_is_no_arrow():
    ax = PUMA.with_gravity([0, 0, 0]).draw(Q6, ax=space())
    x, y = seen_along(ax, [0, 0, 1])
    assert y > abs(1e6 * x)
    assert "gravity" not in {line.get_label() for line in ax.get_lines()}
    assert "g" not in {text.get_text() for text in ax.texts}


@pytest.mark.parametrize("gravity", DIRECTIONS)
def test_the_axes_are_a_right_handed_frame_with_the_vertical_last(gravity):
    axes = upright(np.asarray(gravity, dtype=float))
    np.testing.assert_allclose(axes @ axes.T, np.eye(3), atol=1e-12)
    assert np.linalg.det(axes) == pytest.approx(1)
    assert (axes[2] @ gravity) < 0
    np.testing.assert_array_equal(upright(np.zeros(3)), np.eye(3))
    np.testing.assert_array_equal(upright(np.array([0.0, 0.0, -9.81])), np.eye(3))


def test_the_floor_of_an_arm_on_a_wall_is_below_it_and_level():
    wall = np.eye(4)
    wall[:3, :3] = [[0, 0, 1], [0, 1, 0], [-1, 0, 0]]
    for arm in (PUMA.with_base(wall), PUMA.with_gravity([0, 9.81, 0]), PUMA):
        ax = arm.draw(Q6, ax=space())
        up = -arm.gravity / np.linalg.norm(arm.gravity)
        shadows = [labelled(ax, f"_shadow of link {k}") @ up for k in range(1, 7)]
        assert np.ptp(shadows) < 1e-9
        links = np.vstack([labelled(ax, f"link {k}") for k in range(1, 7)])
        assert (links @ up).min() > np.max(shadows)


def test_a_planar_arm_stands_upright_in_its_plane_and_fills_the_picture():
    ax = PLANAR.draw(Q2, ax=space())
    x, y = (seen_along(ax, axis) for axis in np.eye(3)[:2])
    # equal scales, no slant, nothing of the normal
    np.testing.assert_allclose(x, [y[1], 0], atol=1e-6 * y[1])
    np.testing.assert_allclose(y, [0, x[0]], atol=1e-6 * y[1])
    assert np.linalg.norm(seen_along(ax, [0, 0, 1])) < 1e-6 * y[1]
    joints = np.vstack([labelled(ax, "link 1"), labelled(ax, "link 2")])
    pixels = ax.transData.transform(on_page(ax, joints))
    assert np.ptp(pixels, axis=0).max() / ax.bbox.height > 0.6


@pytest.mark.parametrize("gravity", [[0, 0, -9.81], [0, 0, 9.81], [0, 0, 0]])
def test_in_a_level_plane_an_arm_is_seen_from_above(gravity):
    ax = PLANAR.with_gravity(gravity).draw(Q2, ax=space())
    up = -1 if gravity[2] > 0 else 1
    np.testing.assert_allclose(seen_along(ax, [1, 0, 0])[1], 0, atol=1e-9)
    assert seen_along(ax, [1, 0, 0])[0] > 0
    assert up * seen_along(ax, [0, 1, 0])[1] > 0
    assert ("g" in {text.get_text() for text in ax.texts}) == any(gravity)


def test_of_gravity_askew_a_flat_arm_shows_the_part_in_its_plane():
    gravity = np.array([3.0, -7.0, -5.0])
    ax = PLANAR.with_gravity(gravity).draw(Q2, ax=space())
    x, y = seen_along(ax, gravity * [1, 1, 0])
    assert y < 0
    assert abs(x) < 1e-6 * abs(y)


def test_only_an_arm_that_can_not_leave_its_plane_is_flat():
    def flat(arm):
        return sight_of([arm._posture(np.zeros(arm.n))], 30.0).flat

    assert all(flat(robots.load(name)) for name in ("planar_2r", "planar_rp"))
    assert not any(flat(robots.load(name)) for name in ("puma560", "scara", "cartesian", "panda"))
    assert not any(flat(Arm.from_dh(**random_arm(seed))) for seed in range(5, 60, 11))
    lifted = PLANAR.to_dict() | {"d": [0.1, 0.0]}
    assert not flat(Arm.from_dict(lifted))


def test_vectors_out_of_the_plane_are_seen_from_the_side():
    def elevation(**given):
        ax = PLANAR.draw(Q2, [1, 1], [0, 0], ax=space(), **given)
        return np.linalg.norm(seen_along(ax, [0, 0, 1])) / np.linalg.norm(seen_along(ax, [0, 1, 0]))

    assert elevation(vectors=["weight", "velocity"]) < 1e-6
    assert elevation(vectors=["omega"]) > 0.3


def test_axes_that_were_turned_stay_as_they_are():
    ax = space()
    ax.view_init(10, 20, 30)
    PLANAR.draw(Q2, ax=ax)
    assert (ax.elev, ax.azim, ax.roll) == (10, 20, 30)


@pytest.mark.parametrize("gravity", [[0, -9.81, 0], [0, 0, -9.81], [3, -7, -5], [0, 0, 0]])
@pytest.mark.parametrize(("arm", "q"), [(PLANAR, Q2), (PUMA, Q6)], ids=["planar", "puma"])
def test_a_scene_looks_from_where_the_picture_does(arm, q, gravity):
    pytest.importorskip("k3d")
    arm = arm.with_gravity(gravity)
    ax = arm.draw(q, ax=space())
    camera = np.array(arm.view(q).plot.camera)
    sight = camera[3:6] - camera[:3]
    across = np.cross(sight, camera[6:])
    # to the right in the one is to the right in the other
    x, y = seen_along(ax, across)
    assert x > 0
    assert abs(y) < 1e-5 * x


def test_the_scene_has_an_arrow_of_gravity():
    pytest.importorskip("k3d")
    names = {shape.name: shape for shape in PLANAR.view(Q2).plot.objects}
    matrix = names["g, head"].model_matrix
    np.testing.assert_allclose(matrix[:3, 2] / np.linalg.norm(matrix[:3, 2]), [0, -1, 0], atol=1e-6)
    weightless = PLANAR.with_gravity([0, 0, 0]).view(Q2).plot.objects
    assert "g, head" not in {shape.name for shape in weightless}


def test_an_animation_is_upright_too():
    move = equidyn.trapezoid([0.0, 0.3], [1.0, -0.5], duration=1.5)
    (ax,) = PLANAR.animate(move, samples=3).figure.axes
    x, y = seen_along(ax, [0, 1, 0])
    assert y > 1e6 * abs(x)
