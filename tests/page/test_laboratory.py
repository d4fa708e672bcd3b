"""The laboratory in Python: what is set and read there, and what a page tells it."""

import json
import sys

import numpy as np
import pytest

from equidyn import Arm, robots
from page.test_page import data_of

pytestmark = pytest.mark.usefixtures("built")

NAMES = ("q", "qd", "qdd")


def shown_by(arm, q):
    """What a page shows of an arm, in a position at rest."""
    return {"description": arm.to_dict(), "q": list(q), "qd": [0.0] * arm.n, "qdd": [0.0] * arm.n}


# masses without centres of mass and tensors
HALF = Arm.from_dh("standard", joints="R", theta=[0], d=[0], a=[1], alpha=[0], mass=[1])


@pytest.fixture
def displayed():
    """A laboratory that a notebook has displayed, and the widget that speaks with its page."""
    pytest.importorskip("anywidget")
    lab = robots.scara().lab([0.1, 0.2, 0.3, 0.4])
    lab._repr_html_()
    return lab, lab._bridge


def test_what_is_set_is_in_the_page():
    lab = robots.scara().lab()
    assert (lab.q, lab.qd, lab.qdd) == (None, None, None)
    assert data_of(lab.to_html())["state"] is None
    lab.q = [1, 2, 3, 4]
    lab.qdd = [5, 6, 7, 8]
    assert data_of(lab.to_html())["state"] == {
        "q": [1, 2, 3, 4], "qd": [0, 0, 0, 0], "qdd": [5, 6, 7, 8],
    }  # fmt: skip
    lab.arm = robots.planar_2r()
    data = data_of(lab.to_html())
    assert data["description"]["name"] == "planar 2R"
    assert data["state"] == {name: [0, 0] for name in NAMES}


def test_an_arm_without_masses_is_shown_as_it_is():
    arm = robots.load("irb140")
    lab = arm.lab()
    assert data_of(lab.to_html())["description"]["mass"] is None
    lab._take({**lab._shown(), "q": [0.5] * 6, "qd": [0] * 6, "qdd": [0] * 6})
    assert np.array_equal(lab.q, [0.5] * 6)
    assert lab.arm.missing == ("mass", "com", "inertia")


def test_an_arm_with_as_many_joints_keeps_the_state():
    lab = robots.puma560().lab([1, 2, 3, 4, 5, 6], qd=[1] * 6)
    lab.arm = robots.load("stanford")
    assert lab.arm == robots.load("stanford")
    assert np.array_equal(lab.q, [1, 2, 3, 4, 5, 6])
    assert np.array_equal(lab.qd, np.ones(6))


@pytest.mark.parametrize(
    ("name", "value", "error", "said"),
    [
        ("q", [1.0], ValueError, "q: "),
        ("q", [1, 2, 3, np.nan], ValueError, "q: "),
        ("q", "abc", (TypeError, ValueError), "q: "),
        ("q", None, (TypeError, ValueError), "q: "),
        ("qd", [[1, 2, 3, 4]], ValueError, "qd: "),
        ("qdd", [1j] * 4, (TypeError, ValueError), "qdd: "),
        ("arm", "scara", TypeError, "arm: expected an Arm, got str"),
        ("arm", robots.random_arm(31, seed=0), ValueError, "arm: expected 1 to 30 joints, got 31"),
        ("arm", HALF, ValueError, "lab: .*has no com and no inertia of its links"),
    ],
)
def test_what_is_wrong_is_refused_and_changes_nothing(displayed, name, value, error, said):
    lab, bridge = displayed
    before = lab.to_html()
    with pytest.raises(error, match=said):
        setattr(lab, name, value)
    assert lab.to_html() == before
    assert bridge.shown == lab._shown()


@pytest.mark.parametrize("name", ["qd", "qdd"])
def test_a_rate_needs_a_position(name):
    lab = robots.planar_2r().lab()
    with pytest.raises(TypeError, match=f"{name}: expected q first, got none yet"):
        setattr(lab, name, [0, 0])


def test_numbers_of_the_state_are_not_changed_in_place():
    given = np.zeros(2)
    lab = robots.planar_2r().lab(given)
    given[0] = 1
    assert lab.q[0] == 0
    with pytest.raises(ValueError, match="read-only"):
        lab.q[0] = 1


def test_page_and_widget_know_each_other(displayed):
    lab, bridge = displayed
    html = lab._repr_html_()
    assert f'data-channel="{bridge.channel}"' in html
    assert f"&quot;channel&quot;:&quot;{bridge.channel}&quot;" in html
    assert bridge.channel != ""
    other = robots.scara().lab()
    other._repr_html_()
    assert other._bridge.channel != bridge.channel


def test_what_is_set_is_told_to_the_page(displayed):
    lab, bridge = displayed
    lab.q = [4, 3, 2, 1]
    assert bridge.shown["q"] == [4, 3, 2, 1]
    lab.arm = robots.planar_2r()
    assert bridge.shown["description"]["name"] == "planar 2R"
    assert bridge.shown["q"] == [0, 0]
    assert json.loads(json.dumps(bridge.shown)) == bridge.shown


def test_what_the_page_tells_is_read_here_as_one_change(displayed):
    lab, bridge = displayed
    seen = []
    lab.on_change(lambda told: seen.append((told.arm.n, told.q.tolist())))
    arm = robots.load("stanford")
    bridge.set_state({"shown": shown_by(arm, [1, 2, 3, 4, 5, 6])})
    assert lab.arm == arm
    assert seen == [(6, [1, 2, 3, 4, 5, 6])]
    bridge.set_state({"shown": shown_by(arm, [1, 2, 3, 4, 5, 6])})
    assert len(seen) == 1


def test_listeners_are_called_for_the_page_alone_and_until_they_are_removed(displayed):
    lab, bridge = displayed
    seen = []
    lab.on_change(seen.append)
    lab.q = [1, 1, 1, 1]
    assert seen == []
    bridge.set_state({"shown": shown_by(lab.arm, [2, 2, 2, 2])})
    assert seen == [lab]
    lab.on_change(seen.append, remove=True)
    bridge.set_state({"shown": shown_by(lab.arm, [3, 3, 3, 3])})
    assert seen == [lab]
    with pytest.raises(TypeError, match="listener: expected a function of the laboratory, got int"):
        lab.on_change(3)


def test_what_a_listener_sets_is_told(displayed):
    lab, bridge = displayed

    def held(lab):
        lab.q = np.minimum(lab.q, 1)

    lab.on_change(held)
    bridge.set_state({"shown": shown_by(lab.arm, [2, 0.5, 2, 2])})
    assert bridge.shown["q"] == [1, 0.5, 1, 1]
    assert lab.q.tolist() == [1, 0.5, 1, 1]


@pytest.mark.parametrize(
    "changes",
    [
        {"q": [1, 2]},
        {"q": [1, 2, 3, None]},
        {"qd": "fast"},
        {"description": None},
        {"description": {}},
        {"description": {**robots.scara().to_dict(), "mass": [-1, 1, 1, 1]}},
        {"description": robots.planar_2r().to_dict()},
        {"description": robots.random_arm(13, seed=0).to_dict(), "q": [0] * 13},
    ],
)
def test_a_message_that_is_wrong_changes_nothing(displayed, changes):
    lab, bridge = displayed
    before = lab.to_html()
    bridge.set_state({"shown": {**shown_by(robots.scara(), [9, 9, 9, 9]), **changes}})
    assert lab.to_html() == before


@pytest.mark.parametrize("key", ["q", "description", "mass"])
def test_a_message_deeper_than_recursion_goes_changes_nothing(key):
    lab = robots.scara().lab([0] * 4)
    nested = []
    for _ in range(sys.getrecursionlimit()):
        nested = [nested]
    shown = shown_by(lab.arm, [9, 9, 9, 9])
    (shown["description"] if key == "mass" else shown)[key] = nested
    before = lab.to_html()
    # the widget of a notebook calls this
    lab._take(shown)
    assert lab.to_html() == before


def test_an_arm_that_is_suspect_comes_without_warnings(displayed):
    lab, bridge = displayed
    odd = {**robots.scara().to_dict(), "inertia": np.full((4, 3, 3), 1e5 * np.eye(3)).tolist()}
    bridge.set_state({"shown": {**shown_by(robots.scara(), [0] * 4), "description": odd}})
    assert lab.arm.inertia[0, 0, 0] == 1e5


def test_without_anywidget_the_page_is_shown_as_it_is(monkeypatch):
    monkeypatch.setitem(sys.modules, "anywidget", None)
    monkeypatch.delitem(sys.modules, "equidyn.page.bridge", raising=False)
    lab = robots.planar_2r().lab()
    assert 'data-channel=""' in lab._repr_html_()
    lab.q = [1, 2]
    assert lab.q.tolist() == [1, 2]
