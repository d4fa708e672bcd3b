"""Scene of an arm: every part in its place at every time; a page that loads nothing."""

import re
import sys

import numpy as np
import pytest
from matplotlib.figure import Figure

import equidyn
from equidyn import robots
from oracles.drawn_links import segments_drawn

ARM = robots.puma560()
Q = np.array([0.3, -0.6, 0.4, 0.2, 0.5, 0.1])
MOVE = equidyn.trapezoid([0] * 6, Q, duration=1.5, start_time=2.0)


def test_without_k3d_the_extra_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "k3d", None)
    with pytest.raises(ImportError, match=r"^k3d is needed here: pip install 'equidyn\[view\]'$"):
        ARM.view(Q)


@pytest.fixture(autouse=True)
def _with_k3d(request):
    if "without_k3d" not in request.node.name:
        pytest.importorskip("k3d")


def named(view):
    return {shape.name: shape for shape in view.plot.objects}


def at(shape, t=None):
    """The matrix of a solid, or its matrix at a time."""
    matrix = shape.model_matrix
    return np.asarray(matrix if t is None else matrix[t], dtype=float)


def ends_of_links(view, t=None):
    """Both ends of every segment of a link that is given to k3d, by the number of the link."""
    found = {}
    for name, shape in named(view).items():
        if match := re.fullmatch(r"link (\d+), segment \d", name):
            matrix = at(shape, t)
            rod = [matrix[:3, 3], matrix[:3, 3] + matrix[:3, 2]]
            found.setdefault(int(match[1]), []).append(np.array(rod))
    return found


def require_same_segments(found, expected):
    assert found.keys() == expected.keys()
    for link, segments in expected.items():
        np.testing.assert_allclose(found[link], segments, atol=2e-6)


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore::equidyn.ArmWarning")
@pytest.mark.parametrize("name", robots.names()[::5])
def test_every_segment_of_every_link_that_is_drawn_is_in_the_scene(name):
    arm = robots.load(name)
    move = equidyn.trapezoid(np.zeros(arm.n), np.linspace(0.4, -0.7, arm.n), duration=2.0)
    less = {"frames": False, "masses": False}
    resting = arm.view(np.zeros(arm.n), **less)
    moving = arm.view(motion=move, samples=3, **less)
    require_same_segments(ends_of_links(resting), segments_drawn(arm, np.zeros(arm.n)))
    for t in ("1.000000", "2.000000"):
        found, expected = ends_of_links(moving, t), segments_drawn(arm, move(float(t))[0])
        require_same_segments(found, expected)


def test_a_solid_is_moved_and_never_made_anew():
    for shape in ARM.view(motion=MOVE, samples=4).plot.objects:
        traits = {name for name in shape.trait_names() if not name.startswith("_")}
        changing = {name for name in traits if isinstance(getattr(shape, name), dict)}
        assert changing <= {"model_matrix", "position", "positions", "custom_data"}, shape.name


def test_links_joints_and_bodies_stand_where_the_arm_has_them():
    tool = np.eye(4)
    tool[:3, 3] = 0.1, 0.2, 0.3
    arm = ARM.with_tool(tool)
    shapes = named(arm.view(Q, masses=True))
    places = np.concatenate([arm.base[np.newaxis], arm.link_poses(Q)])
    for k in range(arm.n):
        corners = shapes[f"link {k + 1}, corners"].positions[[0, -1]]
        np.testing.assert_allclose(corners, places[k : k + 2, :3, 3], atol=1e-6)
        axis = at(shapes[f"axis {k + 1}"])[:3, 2]
        np.testing.assert_allclose(axis / np.linalg.norm(axis), places[k, :3, 2], atol=1e-6)
        joint = at(shapes[f"joint {k + 1}"])
        np.testing.assert_allclose(joint[:3, 3], places[k, :3, 3], atol=1e-6)
    centres = places[1:, :3, 3] + np.einsum("nij,nj->ni", places[1:, :3, :3], arm.com)
    np.testing.assert_allclose(shapes["centres of mass"].positions, centres, atol=1e-6)
    poses = {f"frame {k}": place for k, place in enumerate(places)}
    for name, pose in {**poses, "tool frame": arm.forward_kinematics(Q)}.items():
        frame = at(shapes[name])
        np.testing.assert_allclose(frame[:3, 3], pose[:3, 3], atol=1e-6)
        length = np.cbrt(np.linalg.det(frame[:3, :3]))
        np.testing.assert_allclose(frame[:3, :3] / length, pose[:3, :3], atol=1e-5)


def test_axes_are_red_green_and_blue_along_x_y_and_z():
    frame = named(ARM.view(Q))["tool frame"]
    tips = [frame.vertices[:, k].argmax() for k in range(3)]
    for k, tip in enumerate(tips):
        np.testing.assert_allclose(frame.vertices[tip].argmax(), k)
        colour = int(frame.colors[tip])
        assert np.argmax([colour >> 16, colour >> 8 & 255, colour & 255]) == k


def volume(vertices, triangles):
    """The volume that triangles enclose, by the divergence theorem; negative if they look in."""
    a, b, c = vertices[triangles].swapaxes(0, 1).astype(float)
    return np.einsum("ij,ij->", a, np.cross(b, c)) / 6


def test_all_triangles_of_an_ellipsoid_look_the_same_way():
    body = named(ARM.view(Q, masses=True))["inertia 2"]
    turned = abs(np.linalg.det(at(body)[:3, :3]))
    # of the unit ball, as inscribed polyhedra of 24 x 12 faces have it
    enclosed = abs(volume(body.vertices, body.indices)) * turned
    assert enclosed == pytest.approx(4 / 3 * np.pi * turned, rel=0.03)


def test_the_camera_looks_from_the_side_from_which_draw_does():
    ax = ARM.draw(Q, ax=Figure().add_subplot(projection="3d"))
    camera = np.array(ARM.view(Q).plot.camera)
    x, y, z = camera[:3] - camera[3:6]
    assert np.degrees(np.arctan2(y, x)) == pytest.approx(ax.azim)
    assert np.degrees(np.arctan2(z, np.hypot(x, y))) == pytest.approx(25.0)
    np.testing.assert_array_equal(camera[6:], [0, 0, 1])


def test_an_ellipsoid_has_the_inertia_of_its_link_and_a_flat_one_some_thickness():
    shapes = named(ARM.view(Q, masses=True))
    turn = ARM.link_poses(Q)[1][:3, :3]
    axes = shapes["inertia 2"].model_matrix[:3, :3]
    moments = ARM.mass[1] / 5 * axes @ axes.T
    found = np.trace(moments) * np.eye(3) - moments
    np.testing.assert_allclose(found, turn @ ARM.inertia[1] @ turn.T, atol=1e-6)
    # of all its mass in a plane; without mass there is none
    assert abs(np.linalg.det(shapes["inertia 3"].model_matrix[:3, :3])) > 0
    assert "inertia 1" not in shapes


@pytest.mark.slow
def test_parts_are_left_out_on_wish():
    shapes = named(ARM.view(Q, frames=False, masses=False))
    assert not {name for name in shapes if "inertia" in name or "mass" in name}
    assert {name for name in shapes if "frame" in name} == {"tool frame"}
    assert len({name for name in named(ARM.view(Q)) if "frame" in name}) == 8


def test_a_motion_is_seen_at_its_times():
    view = ARM.view(motion=MOVE, samples=4)
    shapes = named(view)
    times = np.linspace(0, 1.5, 4)
    matrices = shapes["tool frame"].model_matrix
    assert [float(t) for t in matrices] == pytest.approx(times)
    for t, found in matrices.items():
        tool = ARM.forward_kinematics(MOVE(2.0 + float(t))[0])
        np.testing.assert_allclose(found[:3, 3], tool[:3, 3], atol=1e-6)
    last = shapes["path of the tool"].vertices[-1]
    np.testing.assert_allclose(last, found[:3, 3], atol=1e-6)
    assert repr(view) == "<View of an arm in motion, 1.5 s>"


@pytest.mark.slow
def test_a_tool_that_rests_has_no_path():
    rest = (np.array([0.0, 1.0, 2.0, 3.0]), np.zeros((4, 6)))
    assert "path of the tool" not in named(ARM.view(motion=rest, samples=4))
    pause = (rest[0], np.array([Q, Q, 2 * Q, 2 * Q]))
    path = named(ARM.view(motion=pause, samples=4))["path of the tool"].vertices
    assert np.linalg.norm(np.diff(path, axis=0), axis=1).min() > 1e-3


def test_a_link_that_slides_through_zero_keeps_its_thickness():
    slide = robots.load("cartesian")
    times = np.linspace(0, 1, 5)
    path = np.zeros((5, slide.n))
    path[:, 0] = [-0.2, -0.1, 0.0, 0.1, 0.2]
    shapes = named(slide.view(motion=(times, path), samples=5))
    (rod,) = (shape for name, shape in shapes.items() if name.startswith("link 1, segment"))
    matrices = np.array(list(rod.model_matrix.values()), dtype=float)
    thickness = np.linalg.norm(matrices[:, :3, :2], axis=1)
    np.testing.assert_allclose(thickness, thickness[0, 0], rtol=1e-6)
    assert (np.linalg.det(matrices[:, :3, :3]) > 0).all()
    # what is between two times is interpolated: the rod must not turn about itself meanwhile
    np.testing.assert_allclose(matrices[1:, :3, 0], matrices[:-1, :3, 0], atol=1e-7)


@pytest.mark.slow
def test_a_page_is_one_document_that_loads_nothing(tmp_path):
    arm = ARM.with_name("<b>")
    arm.view(Q).save(tmp_path / "arm.html")
    page = (tmp_path / "arm.html").read_text(encoding="utf-8")
    assert page.count("<title>&lt;b&gt;</title>") == page.count("<title>") == 1
    assert not re.search(r"<(script|link|img)[^>]+(src|href)=", page)
    assert "prefers-color-scheme" in page
    assert 'srcdoc="&lt;!doctype html&gt;' in arm.view(Q)._repr_html_()
    with pytest.raises(ValueError, match=r"^path: expected the suffix \.html, got 'arm\.png'$"):
        arm.view(Q).save("arm.png")


@pytest.mark.parametrize(
    ("given", "error", "message"),
    [
        ({"q": [0, 0]}, ValueError, r"^q: shape must be \(6,\)"),
        ({"q": Q, "motion": MOVE}, TypeError, "^motion: expected motion or q, got both"),
        ({"motion": 3}, TypeError, "^motion: expected a trajectory, a simulated motion, or times"),
        ({"frames": 2}, TypeError, "^frames: expected True or False"),
    ],
)
def test_what_cannot_be_seen_is_named(given, error, message):
    with pytest.raises(error, match=message):
        ARM.view(**given)


@pytest.mark.filterwarnings("ignore::equidyn.ArmWarning")
def test_what_a_browser_has_no_numbers_for_is_refused():
    for arm in (
        robots.uniform_chain(2, length=1e9),
        ARM.with_base(np.eye(4) + np.eye(4, k=3) * 1e6),
    ):
        with pytest.raises(ValueError, match=r"^view: cannot draw an arm with a reach"):
            arm.view()
