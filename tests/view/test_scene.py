"""The scene of an arm: what is in it is where the arm has it, at every time; it is a page alone."""

import re
import sys

import numpy as np
import pytest

import equidyn
from equidyn import robots

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


def test_links_joints_and_bodies_stand_where_the_arm_has_them():
    shapes = named(ARM.view(Q))
    places = np.concatenate([ARM.base[np.newaxis], ARM.link_poses(Q)])
    for k in range(ARM.n):
        ends = shapes[f"link {k + 1}"].vertices[[0, -1]]
        np.testing.assert_allclose(ends, places[k : k + 2, :3, 3], atol=1e-6)
        axis = np.diff(shapes[f"axis {k + 1}"].vertices, axis=0)[0]
        np.testing.assert_allclose(axis / np.linalg.norm(axis), places[k, :3, 2], atol=1e-6)
        joint = shapes[f"joint {k + 1}"].model_matrix
        np.testing.assert_allclose(joint[:3, 3], places[k, :3, 3], atol=1e-6)
    centres = places[1:, :3, 3] + np.einsum("nij,nj->ni", places[1:, :3, :3], ARM.com)
    np.testing.assert_allclose(shapes["centres of mass"].positions, centres, atol=1e-6)
    tool = ARM.forward_kinematics(Q)
    for letter, axis in zip("xyz", tool[:3, :3].T, strict=True):
        start, end = shapes[f"axes {letter}"].vertices[:2]
        np.testing.assert_allclose(start, tool[:3, 3], atol=1e-6)
        np.testing.assert_allclose((end - start) / np.linalg.norm(end - start), axis, atol=1e-5)


def test_an_ellipsoid_has_the_inertia_of_its_link_and_a_flat_one_some_thickness():
    shapes = named(ARM.view(Q))
    turn = ARM.link_poses(Q)[1][:3, :3]
    axes = shapes["inertia 2"].model_matrix[:3, :3]
    moments = ARM.mass[1] / 5 * axes @ axes.T
    found = np.trace(moments) * np.eye(3) - moments
    np.testing.assert_allclose(found, turn @ ARM.inertia[1] @ turn.T, atol=1e-6)
    # of all its mass in a plane; without mass there is none
    assert abs(np.linalg.det(shapes["inertia 3"].model_matrix[:3, :3])) > 0
    assert "inertia 1" not in shapes


def test_parts_are_left_out_on_wish():
    shapes = named(ARM.view(Q, frames=False, masses=False))
    assert not {name for name in shapes if "inertia" in name or "mass" in name}
    assert len(shapes["axes x"].vertices) == 2
    assert len(named(ARM.view(Q))["axes x"].vertices) == 2 * 8


def test_a_motion_is_seen_at_its_times():
    view = ARM.view(motion=MOVE, samples=4)
    shapes = named(view)
    times = np.linspace(0, 1.5, 4)
    vertices = shapes["link 6"].vertices
    assert [float(t) for t in vertices] == pytest.approx(times)
    for t, found in vertices.items():
        tip = ARM.link_poses(MOVE(2.0 + float(t))[0])[-1][:3, 3]
        np.testing.assert_allclose(found[-1], tip, atol=1e-6)
    np.testing.assert_allclose(shapes["way of the tool"].vertices[-1], found[-1], atol=1e-6)
    assert repr(view) == "<View of an arm in motion, 1.5 s>"


def test_a_page_is_one_document_that_loads_nothing(tmp_path):
    arm = ARM.with_name("<b>")
    arm.view(Q).save(tmp_path / "arm.html")
    page = (tmp_path / "arm.html").read_text(encoding="utf-8")
    assert page.count("<title>&lt;b&gt;</title>") == page.count("<title>") == 1
    assert not re.search(r"<(script|link|img)[^>]+(src|href)=", page)
    assert "prefers-color-scheme" in page
    assert "startAutoPlay()" not in page
    assert 'srcdoc="&lt;!doctype html&gt;' in arm.view(Q)._repr_html_()
    assert "startAutoPlay();" in ARM.view(motion=MOVE, samples=2).to_html()
    with pytest.raises(ValueError, match=r"^path: expected the suffix \.html, got 'arm\.png'$"):
        arm.view(Q).save("arm.png")


@pytest.mark.parametrize(
    ("given", "error", "message"),
    [
        ({"q": [0, 0]}, ValueError, r"^q: shape must be \(6,\)"),
        ({"q": Q, "motion": MOVE}, TypeError, "^motion: expected it or q, got both"),
        ({"motion": 3}, TypeError, "^motion: expected a trajectory, or times and positions"),
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
        with pytest.raises(ValueError, match=r"^view: there are no pictures of an arm that reach"):
            arm.view()
