"""Vectors in pictures of an arm: arrows to scale, named, on the page; a link free of the others."""

import re
from itertools import combinations

import numpy as np
import pytest
from matplotlib.colors import to_rgb
from matplotlib.figure import Figure
from matplotlib.patches import FancyArrowPatch
from matplotlib.transforms import Bbox
from mpl_toolkits.mplot3d.proj3d import proj_transform

import equidyn
from equidyn import robots
from equidyn.draw.arrows import Diagram, round_up, scale_of
from equidyn.draw.free_view import view_of
from equidyn.dynamics.link_vectors import KINDS, ON_A_BODY, link_vectors
from equidyn.output.styles import VECTORS

PUMA = robots.puma560()
STATE = ([0, 0.7, 3.1, 0, 0.7, 0], [0.5, 0.8, -0.5, 1, 1, 1], [1, 2, -1, 3, 2, 1])
POSES = {
    "puma560": STATE[0],
    "planar_2r": [0.5, 0.7],
    "stanford": [0.3, 0.8, 0.5, 0.2, 0.5, 0.3],
    "panda": [0, -0.5, 0, -2, 0, 1.6, 0.7],
    "planar_rp": [0.6, 0.8],
}


def space():
    return Figure((6.4, 6.0), layout="constrained").add_subplot(projection="3d")


def diagram_of(link):
    return Diagram(link_vectors(PUMA, *np.array(STATE), link=link), ON_A_BODY, link)


def arrows(ax):
    return [patch for patch in ax.patches if isinstance(patch, FancyArrowPatch)]


def words(ax):
    return {text.get_text() for text in ax.texts}


def legend(ax):
    return [text.get_text() for text in ax.get_legend().get_texts()]


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_is_drawn_in_its_colour_and_explained(kind):
    ax = PUMA.draw(*STATE, ax=space(), vectors=[kind], link=3)
    drawn = arrows(ax)
    assert drawn
    assert {to_rgb(arrow.get_edgecolor()) for arrow in drawn} == {to_rgb(VECTORS[kind])}
    assert any(KINDS[kind].name.split()[0] in line for line in legend(ax))


def test_a_link_alone_has_its_free_body_diagram():
    ax = PUMA.draw(*STATE, ax=space(), link=3)
    expected = {"$f_{3}$", "$-f_{4}$", "$n_{3}$", "$-n_{4}$", "$m_{3}g$", "$-m_{3}a_{C3}$"}
    assert expected | {"$-N_{3}$"} <= words(ax)
    # moments have a second head
    assert len(arrows(ax)) == 4 + 2 * 3
    lines = {line.get_label(): line for line in ax.get_lines()}
    assert lines["body 3"].get_alpha() is None
    assert all(lines[f"link {k}"].get_alpha() < 0.3 for k in range(1, 7))


def test_without_a_link_all_links_have_their_vectors_but_no_reactions():
    ax = PUMA.draw(*STATE, ax=space(), vectors=("force", "weight"))
    expected = {f"$f_{{{k}}}$" for k in range(1, 7)} | {f"$m_{{{k}}}g$" for k in range(2, 7)}
    assert {word for word in words(ax) if "$" in word} == expected
    assert "link 1" in {line.get_label() for line in ax.get_lines()}


@pytest.mark.parametrize("name", POSES)
def test_arrows_are_as_long_as_the_legend_says(name):
    arm = robots.load(name)
    state = np.array([POSES[name], np.ones(arm.n), np.ones(arm.n)])
    for link in (None, arm.n):
        found = link_vectors(arm, *state, link=link)
        reach = 1.0
        diagram = Diagram(found, tuple(KINDS), link)
        scale = scale_of([diagram], reach)
        for vector in found:
            if vector.unit in scale.values:
                one = vector.value * scale.length / scale.values[vector.unit]
                np.testing.assert_allclose(scale.along(vector), one, rtol=1e-15)
        drawn = scale.arrows(diagram)
        for unit, value in scale.values.items():
            longest = max(np.linalg.norm(v.value) for v in found if v.unit == unit)
            if unit != "m":
                assert 0.4 * reach / 2 < longest * scale.length / value <= 0.4 * reach * (1 + 1e-9)
        assert len(drawn) + sum(map(scale.is_zero, found)) == len(found)


@pytest.mark.parametrize(
    ("value", "expected"), [(1, 1), (1.01, 2), (6.2, 8), (8.1, 10), (0.031, 0.04)]
)
def test_scales_are_round(value, expected):
    assert round_up(value) == pytest.approx(expected, rel=1e-12)


def test_a_scale_by_which_arrows_leave_the_picture_is_refused():
    message = r"^scale: N: 47.1 N is too long; a picture of an arm that reaches 1.03 m has no room"
    for show in (PUMA.draw, lambda *given, **more: PUMA.view(*given, **more).plot):
        with pytest.raises(ValueError, match=message):
            show(*STATE, link=3, vectors=["weight"], scale={"N": 1e-300})
    ax = PUMA.draw(*STATE, ax=space(), link=3, vectors=["weight"], scale={"N": 1e300})
    assert not arrows(ax)


@pytest.mark.filterwarnings("error")
def test_an_arm_at_rest_lists_whole_kinds_as_zero_in_lines_that_fit():
    ax = PUMA.draw(np.zeros(6), np.zeros(6), np.zeros(6), ax=space(), vectors=KINDS)
    (zero,) = (line for line in legend(ax) if line.startswith("zero"))
    assert "velocities, accelerations," in zero.replace("\n", " ")
    assert not re.search(r"v_|a_\{|omega|alpha", zero)
    bars, figure = ax.get_legend(), ax.figure
    figure.draw_without_rendering()
    assert bars.get_window_extent().width < figure.bbox.width
    assert ax.get_window_extent().height > 0.4 * figure.bbox.height


def test_of_many_zero_vectors_some_are_listed():
    arm = robots.uniform_chain(30)
    q, qd = np.zeros((2, 30))
    qd[-1] = 1
    ax = arm.draw(q, qd, ax=space(), vectors=["omega", "velocity"])
    (zero,) = (line for line in legend(ax) if line.startswith("zero"))
    assert zero.count("$") == 2 * 18
    assert zero.endswith(f"and {58 - 18} more")


def test_a_force_whose_magnitude_overflows_is_named():
    wrench = [1.5e308, 1.5e308, 0, 0, 0, 0]
    with pytest.raises(ValueError, match=r"^forces of joints: overflow"):
        PUMA.draw(*np.zeros((3, 6)), vectors=["force"], tip_wrench=wrench)


def bars(ax):
    """Return the value of the bar of each unit."""
    matches = (re.fullmatch(r"(\S+) (\D+)", text.get_text()) for text in ax.texts)
    return {match[2]: float(match[1]) for match in matches if match}


def test_forces_share_a_scale_and_a_picture_alone_says_what_is_zero():
    ax = PUMA.draw(STATE[0], np.zeros(6), np.zeros(6), ax=space(), link=6)
    (zero,) = (line for line in legend(ax) if line.startswith("zero"))
    assert zero == "zero: $-f_{7}$, $-n_{7}$, $-m_{6}a_{C6}$, $-N_{6}$"
    assert not any("inertial" in line for line in legend(ax))
    assert list(bars(ax)) == ["m", "N m", "N"]


def test_bars_are_as_long_as_the_arrows_of_their_values():
    ax = PUMA.draw(*STATE, ax=space(), link=3)
    ax.figure.draw_without_rendering()
    lines = [line for line in ax.get_lines() if line.get_transform() == ax.transAxes]
    lengths = [
        np.ptp(line.get_xdata()) * ax.bbox.width for line in lines if len(line.get_xdata()) == 2
    ]
    a_bar = dict(zip(bars(ax), lengths, strict=True))
    across = np.cross([0, 0, 1], [*np.array([np.cos(a := np.radians(ax.azim)), np.sin(a)]), 0])
    start, end = pixels(ax, [np.zeros(3), across])
    a_metre = np.hypot(*(end - start))
    assert a_bar["m"] == pytest.approx(bars(ax)["m"] * a_metre)
    view = view_of([PUMA._posture(np.array(STATE[0]))], [diagram_of(3)])
    for arrow, vector in zip(view.arrows[0], diagram_of(3).shown(), strict=True):
        expected = np.linalg.norm(vector.value) / bars(ax)[vector.unit] * a_bar[vector.unit]
        assert np.linalg.norm(arrow.along) * a_metre == pytest.approx(expected)


@pytest.mark.slow
@pytest.mark.parametrize("name", POSES)
def test_symbols_are_on_the_page_and_none_lies_on_another(name):
    arm = robots.load(name)
    ones = np.ones(arm.n)
    for link in range(1, arm.n + 1, 2):
        ax = arm.draw(POSES[name], ones, ones, ax=space(), link=link)
        figure = ax.figure
        figure.draw_without_rendering()
        texts = [text for text in ax.texts if hasattr(text, "get_position_3d")]
        boxes = [extent(ax, text) for text in texts]
        boxes.append(ax.get_legend().get_window_extent())
        for one, other in combinations(boxes, 2):
            assert not one.overlaps(other)
        tips = np.vstack([arrow._ends for arrow in arrows(ax)])
        points = np.vstack([pixels(ax, tips), *([box.p0, box.p1] for box in boxes)])
        assert (points >= figure.bbox.p0).all()
        assert (points <= figure.bbox.p1).all()


def pixels(ax, points):
    x, y, _ = proj_transform(*np.asarray(points, dtype=float).T, ax.get_proj())
    return ax.transData.transform(np.column_stack([x, y]))


def extent(ax, text):
    size = text.get_window_extent().size
    (middle,) = pixels(ax, [text.get_position_3d()])
    return Bbox([middle - size / 2, middle + size / 2])


def test_a_wrench_at_the_tip_acts_on_the_last_link():
    ax = PUMA.draw(*STATE, ax=space(), link=6, vectors=["force"], tip_wrench=[0, 0, 9, 0, 0, 0])
    assert words(ax) >= {"$f_{6}$", "$-f_{7}$"}
    assert not any("zero" in line for line in legend(ax))


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"vectors": ["forces"]}, r"vectors: there is no 'forces'; did you mean 'force'\?"),
        ({"vectors": "force"}, "vectors: expected several names of vectors, got the string"),
        ({"vectors": [3]}, "vectors: expected a string, got int"),
        ({"link": 0}, "link: must be at least 1, got 0"),
        ({"link": 7}, "link: must be at most 6, got 7"),
        ({"link": 2.0}, "link: expected an integer, got float"),
        ({"link": 2}, "qd: expected 6 numbers for 'force', got None"),
        ({"vectors": ["omega"]}, "qd: expected 6 numbers for 'omega', got None"),
        ({"qd": [0] * 6, "vectors": ["alpha"]}, "qdd: expected 6 numbers for 'alpha', got None"),
        ({"qd": [0] * 5, "vectors": ["omega"]}, r"qd: shape must be \(6,\)"),
        ({"qd": [0] * 6}, "qd: expected together with vectors or a link, got it alone"),
        ({"link": 2, "qd": [0] * 6, "qdd": [0] * 6, "scale": {"lb": 2}}, "scale: there is no 'lb'"),
        ({"vectors": ["weight"], "scale": {"N": 0}}, "scale: N: must be positive, got 0"),
        ({"vectors": ["weight"], "scale": 3.0}, "scale: expected values by unit, got float"),
        ({"vectors": ["weight"], "tip_wrench": [0, 0, 1]}, r"tip_wrench: shape must be \(6,\)"),
    ],
)
def test_what_cannot_be_drawn_is_named(given, message):
    for show in (PUMA.draw, PUMA.view):
        with pytest.raises((ValueError, TypeError), match=f"^{message}"):
            show(STATE[0], **given)


def test_weights_and_positions_need_no_velocity():
    ax = PUMA.draw(STATE[0], ax=space(), vectors=["weight", "position"])
    assert "$m_{2}g$" in words(ax)
    ax = PUMA.draw(STATE[0], STATE[1], ax=space(), vectors=["velocity"])
    assert "$v_{C2}$" in words(ax)


MOVE = equidyn.quintic([0] * 6, STATE[0], duration=1.5)


def test_pictures_of_a_motion_have_one_scale_and_one_room():
    animation = PUMA.animate(MOVE, samples=5, link=3)
    (ax,) = animation.figure.axes
    seen = []
    for k in range(5):
        animation.draw(k, ax)
        view = ax.get_xlim(), ax.get_ylim(), ax.get_zlim(), ax.elev, ax.azim
        seen.append((view, bars(ax), legend(ax)[:5]))
    assert all(each == seen[0] for each in seen)
    assert len(seen[0][-1]) == 5


def test_a_motion_without_accelerations_has_no_forces():
    falling = PUMA.simulate([0.0] * 6, [0.0] * 6, duration=0.1)
    PUMA.animate(falling, samples=3, vectors=["velocity"])
    message = "^motion: expected accelerations, which the vectors need$"
    with pytest.raises(ValueError, match=message):
        PUMA.animate(falling, samples=3, link=2)
    with pytest.raises(ValueError, match=r"^motion: expected velocities"):
        PUMA.view(motion=(falling.t, falling.q), samples=3, vectors=["omega"])
    t, q, qd = falling.t, falling.q, falling.qd
    states = (t, q, qd, np.zeros_like(q))
    assert repr(PUMA.animate(states, samples=3, link=2)) == "<Animation of 3 pictures in 0.1 s>"
    with pytest.raises(
        ValueError, match=r"^motion: expected times \(k,\) and positions \(k, 6\) and"
    ):
        PUMA.animate((t, q, qd[:-1]), samples=3, vectors=["omega"])


def in_scene(view):
    return {shape.name: shape for shape in view.plot.objects}


def test_the_scene_has_the_same_arrows_beside_the_body():
    pytest.importorskip("k3d")
    state = np.array(STATE)
    view = PUMA.view(*state, link=2, masses=True)
    shapes = in_scene(view)
    posture, diagram = PUMA._posture(state[0]), diagram_of(2)
    expected = view_of([posture], [diagram], masses=True)
    assert len(expected.arrows[0]) == 7
    to_eye = np.reshape(view.plot.camera[:6], (2, 3))
    to_eye = (to_eye[0] - to_eye[1]) / np.linalg.norm(to_eye[0] - to_eye[1])
    np.testing.assert_allclose(to_eye, expected.sight.picture[2], atol=1e-9)
    longer = [arrow for arrow in expected.arrows[0] if arrow.symbol in shapes]
    # the others are shorter than their heads
    assert len(longer) >= 4
    for arrow in longer:
        shaft, head = (
            np.asarray(shapes[name].model_matrix, dtype=float)
            for name in (arrow.symbol, f"{arrow.symbol}, head")
        )
        tip = head[:3, 3] + head[:3, 2]
        if arrow.axial:
            # the last head is the second one
            size, length = view._size, np.linalg.norm(arrow.along)
            tip += 0.03 * size * min(1, length / (0.05 * size)) * arrow.along / length
        span = tip - shaft[:3, 3]
        np.testing.assert_allclose(span, arrow.along, atol=1e-5 * expected.half)
        # moved across the line of sight, with a leader to where the vector acts
        moved = shaft[:3, 3] - arrow.start
        assert abs(moved @ to_eye) < 1e-5 * expected.half
        leader = np.asarray(shapes[f"{arrow.symbol}, leader"].model_matrix, dtype=float)
        np.testing.assert_allclose(leader[:3, 3], arrow.start, atol=1e-5)
        end = leader[:3, 3] + leader[:3, 2]
        nearest = min(np.linalg.norm(end - point) for point in (shaft[:3, 3], tip))
        assert nearest < 1e-5 * expected.half
    assert shapes["link 4, segment 1"].opacity < 0.3
    assert shapes["joint 2"].opacity == 1
    assert "inertia 2" in shapes
    assert "inertia 3" not in shapes
    words = [words for _, words in view._legend()]
    assert words[0] == f"an arrow of {expected.scale.length:g} m:"
    # the link takes a good part of the picture
    assert np.linalg.norm(np.ptp(posture.bodies[1], axis=0)) > 0.2 * np.ptp(view._box()[::3])


def seen_by_the_camera(view, points, height=512):
    """Return points, shape (k, 3), in pixels of a canvas of this height, from its middle."""
    eye, target, up = np.reshape(np.array(view.plot.camera, dtype=float), (3, 3))
    ahead = (target - eye) / np.linalg.norm(target - eye)
    across = np.cross(ahead, up) / np.linalg.norm(np.cross(ahead, up))
    away = np.asarray(points, dtype=float) - eye
    pixels = 0.5 * height / np.tan(np.radians(view.plot.camera_fov) / 2)
    return pixels * away @ np.array([across, np.cross(across, ahead)]).T / (away @ ahead)[:, None]


def symbols_on_another(view, t=None):
    """Return the pairs of symbols that lie on each other, with letters of 9 by 14 pixels."""
    names, places = [], []
    for name, shape in in_scene(view).items():
        if name.endswith(", symbol") and name != "g, symbol":
            names.append(name.removesuffix(", symbol"))
            places.append(shape.position if t is None else shape.position[t])
    sizes = [9 * len(re.sub(r"[{}_\\]", "", name)) for name in names]
    middles = seen_by_the_camera(view, places)
    assert np.abs(middles).max() < 256
    return [
        (names[i], names[j])
        for i, j in combinations(range(len(names)), 2)
        if abs(middles[i] - middles[j])[0] < (sizes[i] + sizes[j]) / 2
        and abs(middles[i] - middles[j])[1] < 14
    ]


@pytest.mark.parametrize("name", POSES)
def test_no_symbol_of_a_scene_lies_on_another(name):
    pytest.importorskip("k3d")
    arm = robots.load(name)
    for link in range(1, arm.n + 1):
        ones = np.ones(arm.n)
        assert symbols_on_another(arm.view(POSES[name], ones, 2 * ones, link=link)) == []


def test_no_symbol_of_a_moving_scene_lies_on_another():
    pytest.importorskip("k3d")
    view = PUMA.view(motion=MOVE, samples=6, link=3)
    times = in_scene(view)["m_{3}g, symbol"].position
    assert len(times) == 6
    assert [symbols_on_another(view, t) for t in times] == [[]] * 6


def test_symbols_of_all_links_are_apart_in_a_scene():
    pytest.importorskip("k3d")
    view = PUMA.view(*STATE, vectors=["force", "moment"])
    assert symbols_on_another(view) == []
    # arrows stay where they act
    shapes = in_scene(view)
    assert not [name for name in shapes if name.endswith(", leader")]
    force = next(v for v in link_vectors(PUMA, *np.array(STATE)) if v.symbol == "f_{2}")
    np.testing.assert_allclose(shapes["f_{2}"].model_matrix[:3, 3], force.point, atol=1e-6)


def test_arrows_of_a_scene_move_and_are_not_made_anew():
    pytest.importorskip("k3d")
    view = PUMA.view(motion=MOVE, samples=4, link=3)
    for shape in view.plot.objects:
        traits = {name for name in shape.trait_names() if not name.startswith("_")}
        changing = {name for name in traits if isinstance(getattr(shape, name), dict)}
        assert changing <= {"model_matrix", "positions", "position", "custom_data"}, shape.name
    weight = in_scene(view)["m_{3}g"].model_matrix
    assert len(weight) == 4


def test_a_page_of_a_scene_explains_its_arrows(tmp_path):
    pytest.importorskip("k3d")
    PUMA.view(*STATE, link=2).save(tmp_path / "arm.html")
    page = (tmp_path / "arm.html").read_text(encoding="utf-8")
    assert "const legend = [[" in page
    assert "forces of joints, " in page
    PUMA.view(STATE[0]).save(tmp_path / "arm.html")
    assert 'axes in metres"]];' in (tmp_path / "arm.html").read_text(encoding="utf-8")
