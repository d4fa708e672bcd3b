"""The picture of an arm shows what the arm is: points in the world, axes, ellipsoids."""

import re
from itertools import combinations, pairwise

import numpy as np
import pytest
from matplotlib.colors import to_rgb
from matplotlib.figure import Figure
from matplotlib.transforms import Bbox
from mpl_toolkits.mplot3d.proj3d import proj_transform

from equidyn import Arm, robots
from equidyn.draw.floor import step_of
from equidyn.draw.posture import posture, semi_axes
from equidyn.draw.shapes import base_faces, prism
from oracles.random_arms import random_arm

ARMS = [Arm.from_dh(**random_arm(seed)) for seed in range(0, 96, 11)]


def seen(arm: Arm, q: np.ndarray):
    frames = np.concatenate([arm.base[None], arm.link_poses(q)])
    names = ("convention", "joints", "mass", "com", "inertia", "gravity")
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


def heights_of_floor(ax):
    """The heights of the lines of the floor, from low to high."""
    lines = [np.array(line.get_data_3d()) for line in ax.get_lines()]
    level = [line[2, 0] for line in lines if line.shape == (3, 2) and line[2, 0] == line[2, 1]]
    return sorted(level)


def test_all_of_the_arm_lies_in_the_picture_and_a_metre_is_as_long_on_every_axis():
    for arm in (robots.puma560(), robots.planar_2r(), robots.random_arm(7, 3, "RPRPRRP")):
        ax = arm.draw(np.full(arm.n, 0.5), ax=space())
        limits = np.array([ax.get_xlim(), ax.get_ylim(), ax.get_zlim()])
        points = pixels(ax, seen(arm, np.full(arm.n, 0.5)).points(masses=False).T)
        assert (points >= ax.bbox.p0).all()
        assert (points <= ax.bbox.p1).all()
        widths = limits[:, 1] - limits[:, 0]
        shape = np.asarray(ax._box_aspect)
        np.testing.assert_allclose(shape / shape[0], widths / widths[0])
        ax.figure.draw_without_rendering()


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore::equidyn.ArmWarning")
@pytest.mark.parametrize("name", robots.names())
def test_everything_is_on_the_page_and_no_word_lies_on_another(name):
    figure = Figure((6.4, 6.0), layout="constrained")
    ax = robots.load(name).draw(ax=figure.add_subplot(projection="3d"))
    figure.draw_without_rendering()
    words = {text.get_text(): text for text in (*ax.texts, ax.title)}
    boxes = [extent(ax, text) for text in words.values()]
    assert {"x", "y", "z", ax.get_title()} < set(words)
    for one, other in combinations(boxes, 2):
        assert not one.overlaps(other)
    drawn = np.vstack([pixels(ax, line.get_data_3d()) for line in ax.get_lines()])
    points = np.vstack([drawn, *([box.p0, box.p1] for box in boxes)])
    assert (points >= figure.bbox.p0).all()
    assert (points <= figure.bbox.p1).all()
    # the page is filled, at least in one direction
    assert max(np.ptp(drawn, axis=0) / figure.bbox.size) > 0.6


def extent(ax, text):
    """The room that a text takes, of one in space too, of which matplotlib does not say it."""
    box = text.get_window_extent()
    if not hasattr(text, "get_position_3d"):
        return box
    (middle,) = pixels(ax, [[each] for each in text.get_position_3d()])
    return Bbox([middle - box.size / 2, middle + box.size / 2])


def pixels(ax, points):
    """Points of the world in the picture."""
    x, y, _ = proj_transform(*np.asarray(points, dtype=float), ax.get_proj())
    return ax.transData.transform(np.column_stack([x, y]))


NAMES = ["puma560", "planar_2r", "panda", "stanford_toolbox", "baxter", "gen3", "iiwa14_drake"]


@pytest.mark.parametrize("masses", [False, True])
@pytest.mark.parametrize("name", NAMES)
def test_the_picture_is_filled_and_all_of_it_is_inside(name, masses):
    arm = robots.load(name)
    figure = Figure((6.4, 6.0), layout="constrained")
    ax = arm.draw(ax=figure.add_subplot(projection="3d"), masses=masses)
    figure.draw_without_rendering()
    drawn = np.vstack([pixels(ax, line.get_data_3d()) for line in ax.get_lines()])
    letters = [extent(ax, text) for text in ax.texts if hasattr(text, "get_position_3d")]
    points = np.vstack([drawn, *([box.p0, box.p1] for box in letters)])
    assert (points >= figure.bbox.p0).all()
    assert (points <= figure.bbox.p1).all()
    middle = (drawn.min(axis=0) + drawn.max(axis=0)) / 2 - (ax.bbox.p0 + ax.bbox.p1) / 2
    assert (abs(middle) < 0.1 * ax.bbox.size).all()
    # a title that is set later, at the height that matplotlib gives it, lies above
    ax.set_title("a title")
    figure.draw_without_rendering()
    assert ax.title.get_window_extent().y0 >= max(points[:, 1])
    links = [line for line in ax.get_lines() if str(line.get_label()).startswith("link")]
    extents = np.ptp(np.vstack([pixels(ax, line.get_data_3d()) for line in links]), axis=0)
    if not masses:
        assert max(extents / ax.bbox.size) > 0.4


@pytest.mark.parametrize("name", ["puma560", "panda", "ur5e", "stanford_toolbox"])
def test_the_floor_touches_the_foot_or_lies_under_the_arm(name):
    arm = robots.load(name)
    ax = arm.draw(ax=space())
    foot = np.vstack([base_faces(arm.base, seen(arm, np.zeros(arm.n)).reach()).reshape(-1, 3)])
    lowest = seen(arm, np.zeros(arm.n)).points(masses=False)[:, 2].min()
    floor = heights_of_floor(ax)[0]
    if foot[:, 2].min() < lowest - 0.04 * seen(arm, np.zeros(arm.n)).reach():
        assert floor == pytest.approx(foot[:, 2].min())
    assert floor <= min(foot[:, 2].min() + 1e-12, lowest)
    # the foot is below the base frame, and as wide as high
    assert foot[:, 2].max() == pytest.approx(arm.base[2, 3])


def test_ellipsoids_are_drawn_on_wish_and_behind_the_links():
    arm = robots.puma560()
    plain, full = (arm.draw(ax=space(), masses=masses) for masses in (False, True))
    assert len(full.collections) == len(plain.collections) + 1 + 5  # link 1 has no ellipsoid
    ellipsoids = [each for each in full.collections if each.get_alpha() == 0.16]
    links = [line for line in full.get_lines() if str(line.get_label()).startswith("link")]
    full.figure.draw_without_rendering()
    joints = [each for each in full.collections if each not in ellipsoids]
    assert len(ellipsoids) == 5
    assert max(each.zorder for each in ellipsoids) < min(line.zorder for line in links)
    assert max(line.zorder for line in links) < min(each.zorder for each in joints)
    assert len(arm.draw(ax=space()).collections) == len(plain.collections)


@pytest.mark.parametrize("name", NAMES)
def test_the_arrow_of_gravity_stands_on_the_floor_away_from_the_arm(name):
    arm = robots.load(name)
    ax = arm.draw(ax=space())
    ax.figure.draw_without_rendering()
    (arrow,) = (line for line in ax.get_lines() if line.get_label() == "gravity")
    shaft = pixels(ax, [np.linspace(*ends, 20) for ends in np.array(arrow.get_data_3d())])
    for line in ax.get_lines():
        if str(line.get_label()).startswith("link"):
            corners = np.array(line.get_data_3d())
            along = pixels(ax, [np.interp(np.linspace(0, 2, 40), range(3), x) for x in corners])
            apart = np.linalg.norm(along[:, None] - shaft, axis=-1).min()
            assert apart > 5, line.get_label()


def test_the_squares_of_the_floor_are_as_long_as_it_says():
    ax = robots.puma560().draw(ax=space())
    (text,) = (text.get_text() for text in ax.texts if "squares" in text.get_text())
    step = float(re.fullmatch(r"squares of (\S+) m", text)[1])
    low = heights_of_floor(ax)[0]
    lines = [np.array(line.get_data_3d()).T for line in ax.get_lines()]
    whole = max(np.ptp(line[:, 1]) for line in lines if len(line) == 2)
    floor = [line for line in lines if len(line) == 2 and (line[:, 2] == low).all()]
    floor = [line for line in floor if np.ptp(line[:, 1]) in (0, whole)]
    along_y = sorted({start[0] for start, end in floor if start[0] == end[0]})
    assert len(along_y) > 3
    np.testing.assert_allclose(np.diff(along_y), step)


@pytest.mark.parametrize("length", [0.013, 0.2, 0.8, 1.0, 3.0, 12.0, 4e6])
def test_squares_are_round_lengths_and_neither_few_nor_many(length):
    step = step_of(length)
    assert f"{step:e}"[0] in "125"
    assert 3 < length / step <= 8 + 1e-9


def test_links_have_their_shadow_below_them():
    ax = robots.puma560().draw([0, 0.7, 3.1, 0, 0.7, 0], ax=space())
    lines = {line.get_label(): np.array(line.get_data_3d()) for line in ax.get_lines()}
    for k in range(1, 7):
        link, shadow = lines[f"link {k}"], lines[f"_shadow of link {k}"]
        np.testing.assert_array_equal(shadow[:2], link[:2])
        np.testing.assert_allclose(shadow[2], heights_of_floor(ax)[0], atol=1e-12)


@pytest.mark.slow
def test_pictures_of_several_positions_have_the_same_limits_on_wish():
    arm = robots.puma560()
    low, high = np.zeros(6), np.array([0.3, -0.9, 0.4, 0, 0, 0])
    one, other = (arm.draw(q, ax=space(), around=(low, high)) for q in (low, high))
    for limits in ("get_xlim", "get_ylim", "get_zlim"):
        assert getattr(one, limits)() == getattr(other, limits)()
    assert arm.draw(low, ax=space()).get_zlim() != one.get_zlim()
    with pytest.raises(ValueError, match=r"^around: shape must be \(6,\)"):
        arm.draw(low, around=[[0, 0]])


def test_axes_are_red_green_and_blue():
    ax = robots.planar_2r().draw([0.3, 0.2], ax=space(), frames=False, masses=False)
    tool = robots.planar_2r().forward_kinematics([0.3, 0.2])
    for k, axis in enumerate(tool[:3, :3].T):
        colours = [
            to_rgb(line.get_color())
            for line in ax.get_lines()
            if len(line.get_data_3d()[0]) == 2 and along(line, tool[:3, 3], axis)
        ]
        assert len(colours) == 1
        assert np.argmax(colours[0]) == k


def along(line, start, axis):
    """Tell whether a line begins at a point and goes along an axis."""
    begin, end = np.array(line.get_data_3d()).T
    return np.allclose(begin, start) and (end - begin) @ axis > 0.99 * np.linalg.norm(end - begin)


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


@pytest.mark.slow
def test_parts_are_left_out_on_wish():
    arm = robots.puma560()
    everything = len(arm.draw(ax=space(), masses=True).get_children())
    without = len(arm.draw(ax=space(), masses=True, frames=False).get_children())
    assert without == everything - 3 * 7
    assert len(arm.draw(ax=space(), masses=False).get_children()) < everything
    assert len(arm.draw(ax=space()).get_children()) < everything


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
        with pytest.raises(TypeError, match=r"^ax: expected 3D matplotlib axes, got "):
            robots.planar_2r().draw([0, 0], ax=ax)


@pytest.mark.filterwarnings("ignore::equidyn.ArmWarning")
@pytest.mark.parametrize("length", [1e-200, 1e-60, 1e60])
def test_what_matplotlib_has_no_numbers_for_is_refused(length):
    points = {"com": np.zeros((2, 3)), "inertia": np.zeros((2, 3, 3))}
    arm = Arm.from_dict(robots.uniform_chain(2).to_dict() | {"a": [length, length], **points})
    with pytest.raises(ValueError, match=r"^draw: cannot draw an arm with a reach of 2e"):
        arm.draw(ax=space())


# no formulas, and characters that fonts lack
NAMES = ["", "$", "$$", r"$\frac{$", "a_b^c", r"$\undefined$", r"\$x\$ $y$", "%", "{}", "a\nb\tc"]
NAMES += ["\x9b31mred", "\x7f", "\u202eevil", "e\u0301" * 30, "x" * 400, "<b>", "🤖", "機"]


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore:Glyph")
def test_an_arm_of_any_name_is_drawn():
    ax = space()
    for name in NAMES:
        ax.set_title("")
        robots.planar_2r().with_name(name).draw([0.1, 0.2], ax=ax)
        ax.figure.canvas.draw()


def test_what_is_too_far_away_is_not_drawn():
    far = robots.planar_2r().with_base(np.eye(4) + 1e60 * np.eye(4, k=3))
    with pytest.raises(ValueError, match=r"^draw: cannot draw an arm .* 1e\+60 m$"):
        far.draw(ax=space())
