"""Free-body diagrams: the link from near, arrows and symbols apart, polygons that close."""

from itertools import combinations, pairwise

import matplotlib.pyplot as plt
import numpy as np
import pytest
from matplotlib.figure import Figure
from matplotlib.patches import FancyArrowPatch
from mpl_toolkits.mplot3d.proj3d import proj_transform

import equidyn
from conftest import EPS, TOLERANCE
from equidyn import robots
from equidyn.draw.arrows import Diagram
from equidyn.draw.free_view import view_of
from equidyn.draw.placing import Wanted, placed
from equidyn.draw.polygons import forces, moments, outline, seen
from equidyn.dynamics.link_vectors import ON_A_BODY, link_vectors

PUMA = robots.puma560()
STATE = ([0, 0.7, 3.1, 0, 0.7, 0], [0.5, 0.8, -0.5, 1, 1, 1], [1, 2, -1, 3, 2, 1])
ARMS = [arm for arm in map(robots.load, robots.names()) if not arm.missing]

# side of the picture, points
SIDE = 380.0

every_arm = pytest.mark.parametrize("arm", ARMS, ids=lambda arm: arm.name)


def state_of(arm, seed=0):
    return np.random.default_rng([arm.n, seed]).uniform(-2, 2, (3, arm.n))


def diagram_of(arm, state, link, kinds=ON_A_BODY):
    return Diagram(link_vectors(arm, *state, link=link), kinds, link)


@every_arm
def test_polygons_close_and_are_those_of_the_motion_of_the_link(arm):
    q, qd, qdd = state_of(arm)
    motion = arm.link_motion(q, qd, qdd)
    sight = None
    for k, turn in enumerate(arm.link_poses(q)[:, :3, :3]):
        diagram = diagram_of(arm, (q, qd, qdd), k + 1)
        sight = view_of([arm._posture(q)], [diagram]).sight
        of_forces, of_moments = forces(diagram.vectors), moments(diagram.vectors)
        assert len(of_forces) == 4
        assert len(of_moments) == 5
        np.testing.assert_allclose(of_forces[0].value, turn @ motion.force[k], rtol=1e-12)
        # about the centre of mass: the moment at the joint, and that of the force there
        about = next(side.value for side in of_moments if side.symbol == f"M(f_{{{k + 1}}})")
        joint = next(v.point for v in diagram.vectors if v.symbol == f"f_{{{k + 1}}}")
        centre = arm._posture(q).centres[k]
        lever = np.cross(joint - centre, turn @ motion.force[k])
        np.testing.assert_allclose(about, lever, atol=1e-12 * (1 + np.abs(lever).max()))
        for sides in (of_forces, of_moments):
            values = np.array([side.value for side in sides])
            # moments of large forces may cancel
            largest = max(np.abs(values).max(), 1e-3 * np.abs(of_forces[0].value).max())
            assert np.abs(values.sum(axis=0)).max() <= 8 * TOLERANCE["identity"] * EPS * largest
            if not (drawn := seen(sides)):
                continue
            shape = outline(drawn, sight)
            if not shape.flat:
                ends = shape.starts + shape.spans
                np.testing.assert_array_equal(ends[:-1], shape.starts[1:])
                longest = np.linalg.norm(values, axis=1).max()
                # what is too short to be seen is not drawn
                assert np.linalg.norm(ends[-1] - shape.starts[0]) < 5 * 3e-3 * longest


def test_a_polygon_is_seen_upright_and_in_the_plane_that_shows_most():
    arm = robots.planar_2r()
    q, qd, qdd = np.array([[0.5, 0.7], [1, 1], [1, 1]])
    diagram = diagram_of(arm, (q, qd, qdd), 1)
    sight = view_of([arm._posture(q)], [diagram]).sight
    shape = outline(forces(diagram.vectors), sight)
    # gravity along -y, the plane of motion is that of x and y
    np.testing.assert_allclose(shape.plane[1], [0, 1, 0], atol=1e-12)
    np.testing.assert_allclose(np.abs(shape.plane[0]), [1, 0, 0], atol=1e-12)
    lengths = [np.linalg.norm(side.value) for side in forces(diagram.vectors)]
    np.testing.assert_allclose(np.linalg.norm(shape.spans, axis=1), lengths, rtol=1e-12)
    # moments of a planar arm are along one line, and yet as long as they are
    drawn = moments(diagram.vectors)
    shape = outline(drawn, sight)
    assert shape.flat
    lengths = [np.linalg.norm(side.value) for side in drawn]
    np.testing.assert_allclose(np.linalg.norm(shape.spans, axis=1), lengths, rtol=1e-12)
    for one, other in combinations(shape.starts, 2):
        assert np.linalg.norm(one - other) > 0.1 * max(lengths)


@pytest.mark.parametrize("name", ["planar_2r", "planar_rp", "scara", "puma560"])
def test_the_view_turns_until_each_moment_is_seen(name):
    arm = robots.load(name)
    for link in range(1, arm.n + 1):
        state = state_of(arm)
        view = view_of([arm._posture(state[0])], [diagram_of(arm, state, link)])
        for arrow in view.arrows[0]:
            if np.linalg.norm(arrow.along) > 0.05 * view.half:
                across = np.linalg.norm(view.sight.picture[:2] @ arrow.along)
                assert across > 0.2 * np.linalg.norm(arrow.along), arrow.symbol


def size_of(symbol):
    letters = len(symbol.translate(dict.fromkeys(map(ord, "{}_"))))
    return np.array([3 + 6.2 * letters, 13.0])


def overlaps(one, other):
    return (one[0] < other[1]).all() and (other[0] < one[1]).all()


def faults_of(arm, state, link):
    """Return what lies on another in the diagram of a link."""
    posture = arm._posture(state[0])
    view = view_of([posture], [diagram_of(arm, state, link)])
    across, scale = view.sight.picture[:2], SIDE / (2 * view.half)

    def flat(points):
        return (points - view.middle) @ across.T * scale + SIDE / 2

    wanted = [
        Wanted(flat(arrow.start), across @ arrow.along * scale, size_of(arrow.symbol))
        for arrow in view.arrows[0]
    ]
    body, corner = flat(posture.bodies[link - 1]), np.array([[0, 0], [60, 60]])
    places = placed(wanted, [body], np.array([[0, 0], [SIDE, SIDE]]), [corner])
    names = [arrow.symbol for arrow in view.arrows[0]]
    boxes = [
        place.symbol + [[-0.5], [0.5]] * want.size
        for place, want in zip(places, wanted, strict=True)
    ]
    shares = np.linspace(0, 1, 60)[:, None]
    lines = [place.start + shares * want.along for place, want in zip(places, wanted, strict=True)]
    solid = np.vstack([a + shares * (b - a) for a, b in pairwise(body)])
    found = []
    for (one, box), (other, second) in combinations(zip(names, boxes, strict=True), 2):
        if overlaps(box, second):
            found.append(f"{one} on {other}")
    for name, box in zip(names, boxes, strict=True):
        if overlaps(box, corner) or (box < 0).any() or (box > SIDE).any():
            found.append(f"{name} at the edge")
        for other, line in zip(names, lines, strict=True):
            if ((line > box[0]) & (line < box[1])).all(axis=-1).any():
                found.append(f"{name} on the arrow of {other}")
    for name, line in zip(names, lines, strict=True):
        if np.linalg.norm(line[:, None] - solid, axis=-1).min() < 4:
            found.append(f"the arrow of {name} is on the body")
    for (one, line), (other, second) in combinations(zip(names, lines, strict=True), 2):
        if np.linalg.norm(line[:, None] - second, axis=-1).min() < 2:
            found.append(f"the arrow of {one} is on that of {other}")
    return found


@pytest.mark.parametrize("arm", ARMS[::3], ids=lambda arm: arm.name)
def test_nothing_lies_on_another(arm):
    for link in range(1, arm.n + 1, 2):
        assert faults_of(arm, state_of(arm), link) == []


@pytest.mark.slow
@every_arm
def test_no_symbol_lies_on_another_in_any_position(arm):
    """Of arrows, one in a hundred diagrams may touch another or the body."""
    found = [
        fault
        for seed in range(1, 5)
        for link in range(1, arm.n + 1)
        for fault in faults_of(arm, state_of(arm, seed), link)
    ]
    assert [each for each in found if not each.startswith("the arrow")] == []
    assert len(found) <= 1


def drawn_lines(ax, label):
    return [line for line in ax.get_lines() if line.get_label() == label]


def in_panel(space):
    return [ax for ax in space.figure.axes if ax is not space]


def test_a_new_figure_has_the_link_and_both_polygons():
    space = PUMA.draw(*STATE, link=3)
    plt.close(space.figure)
    assert space.get_title() == f"{PUMA.name}, link 3"
    at_forces, at_moments = in_panel(space)
    assert at_forces.get_title() == "forces add up to zero"
    assert at_moments.get_title() == "moments about $C_{3}$ add up to zero"
    words = [{text.get_text() for text in ax.texts} for ax in (at_forces, at_moments)]
    assert {"$f_{3}$", "$-f_{4}$", "$m_{3}g$", "$-m_{3}a_{C3}$"} <= words[0]
    assert {"$n_{3}$", "$-n_{4}$", "$M(f_{3})$", "$M(-f_{4})$", "$-N_{3}$"} <= words[1]
    for ax, unit in ((at_forces, " N"), (at_moments, " N m")):
        assert any(text.get_text().endswith(unit) for text in ax.texts)
        symbols = [text for text in ax.texts if "$" in text.get_text()]
        for one, other in combinations([text.get_window_extent() for text in symbols], 2):
            assert not one.overlaps(other)
    # a leader for each arrow, and the body takes a good part of the picture
    assert len(drawn_lines(space, "_leader")) == 7
    (body,) = drawn_lines(space, "body 3")
    points = np.array(body.get_data_3d()).T
    assert np.ptp(points, axis=0).max() > 0.2 * np.ptp(space.get_xlim())


def test_given_axes_and_other_vectors_have_no_polygons():
    own = Figure((6.4, 6.0), layout="constrained").add_subplot(projection="3d")
    assert in_panel(PUMA.draw(*STATE, link=3, ax=own)) == []
    space = PUMA.draw(*STATE, link=3, vectors=["omega", "position"])
    plt.close(space.figure)
    assert in_panel(space) == []
    # positions stay where they are
    assert len(drawn_lines(space, "_leader")) == 1


def test_a_link_without_forces_has_empty_polygons():
    arm = robots.planar_2r().with_gravity([0, 0, 0])
    space = arm.draw([0.2, 0.3], [0, 0], [0, 0], link=2)
    plt.close(space.figure)
    for ax in in_panel(space):
        assert [text.get_text() for text in ax.texts] == ["all zero"]
    assert not [patch for patch in space.patches if isinstance(patch, FancyArrowPatch)]


def test_turned_axes_keep_their_view_and_leaders_their_points():
    own = Figure((6.4, 6.0), layout="constrained").add_subplot(projection="3d")
    own.view_init(50, 10)
    PUMA.draw(*STATE, link=3, ax=own)
    assert (own.elev, own.azim) == (50, 10)
    starts = [np.array(line.get_data_3d())[:, 0] for line in drawn_lines(own, "_leader")]
    points = [v.point for v in diagram_of(PUMA, np.array(STATE), 3).shown()]
    for start in starts:
        assert min(np.linalg.norm(start - point) for point in points) < 1e-12


def shifts_of(animation, k):
    """Return the shift of each arrow from its point in a picture, points of print."""
    return {p.arrow.symbol: p.place.start - p.wanted.point for p in animation._picture._outside[k]}


def test_a_motion_has_one_view_and_arrows_do_not_jump():
    move = equidyn.quintic([0] * 6, STATE[0], duration=1.5)
    animation = PUMA.animate(move, samples=16, link=3)
    (ax,) = animation.figure.axes
    views, shifts = [], []
    for k in range(16):
        animation.draw(k, ax)
        views.append([*ax.get_xlim(), *ax.get_ylim(), *ax.get_zlim(), ax.elev, ax.azim])
        shifts.append(shifts_of(animation, k))
        # the body is solid and in the picture, the others are faint
        lines = {line.get_label(): line for line in ax.get_lines()}
        assert all(lines[f"link {i}"].get_alpha() < 0.3 for i in range(1, 7))
        body = np.array(lines["body 3"].get_data_3d()).T
        x, y, _ = proj_transform(*body.T, ax.get_proj())
        inside = ax.transAxes.inverted().transform(ax.transData.transform(np.stack([x, y], axis=1)))
        assert (inside > 0).all()
        assert (inside < 1).all()
        assert ax.get_title().endswith(f"link 3\n{animation.times[k]:.2f} s")
    np.testing.assert_array_equal(views, [views[0]] * 16)
    moved = [
        np.linalg.norm(after[symbol] - before[symbol])
        for before, after in pairwise(shifts)
        for symbol in before.keys() & after.keys()
    ]
    assert np.mean(np.array(moved) > 30) < 0.05
    # a picture does not depend on those that were looked at before
    again = PUMA.animate(move, samples=16, link=3)
    (other,) = again.figure.axes
    again.draw(9, other)
    for symbol, shift in shifts_of(again, 9).items():
        np.testing.assert_allclose(shift, shifts[9][symbol], atol=1e-6)
