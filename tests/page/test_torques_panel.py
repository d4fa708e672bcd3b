"""The panel of the torques now, gravity and payload, and what moves the arm beside it."""

import json
import re

import numpy as np
import pytest

import equidyn
from equidyn import Arm, robots
from equidyn.page import page
from oracles.browser import CHROMIUM
from oracles.random_arms import random_arm
from page.test_page_in_browser import ready

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium on the path"),
    pytest.mark.skipif(not page.MODULE.exists(), reason="the module has not been built"),
]

PARTS = ("total", "inertial", "velocity", "gravity", "other")

# of both conventions and kinds of joints, with tilted bases and tools
ARMS = {
    "puma560": robots.puma560(),
    "four joints": Arm.from_dh(**random_arm(5, 4)),
    "three joints": Arm.from_dh(**random_arm(6, 3)),
}
FIELDS = ("q", "qd", "qdd")

# sets a state, and writes down what the panel shows of it
DRIVE = """
  window.drive = async ({ other, ...state }) => {
    if (other) choose("#torques .chosen:nth-of-type(2) select", other);
    for (const name of ["q", "qd", "qdd"].filter((each) => each in state))
      state[name] = Float64Array.from(state[name]);
    setState(state);
    await frames_passed();
    const numbers = (name) => [...document.querySelectorAll(`#torques data.${name}`)]
      .map((each) => Number(each.getAttribute("value")));
    const names = ["total", "inertial", "velocity", "gravity", "other", "apart"];
    const widths = [...document.querySelectorAll("#torques .bars i")]
      .map((bar) => parseFloat(bar.style.width));
    return { ...Object.fromEntries(names.map((name) => [name, numbers(name)])), widths };
  };
  window.choose = (selector, value) => {
    const list = document.querySelector(selector);
    list.value = value;
    list.dispatchEvent(new Event("change"));
    return frames_passed();
  };
  window.slide = (label, value) => {
    labelled(label).value = value;
    labelled(label).dispatchEvent(new Event("input"));
    return frames_passed();
  };
  window.key_on = (label, key, shiftKey) => {
    const event = new KeyboardEvent("keydown", { key, shiftKey, cancelable: true });
    labelled(label).dispatchEvent(event);
    return frames_passed();
  };
"""


@pytest.fixture
def opened(tab, tmp_path):
    """A function that opens the arm, the recursion and the panel, which print nothing."""

    def open_arm(arm, width=1280, media=()):
        file = tmp_path / "excerpt.html"
        show = ("arm", "recursion", "torques")
        file.write_text(page.page_of(arm.to_dict(), show=show), encoding="utf-8")
        tab.open(file, width, 2000, media)
        ready(tab)
        tab.run(DRIVE)
        return tab

    yield open_arm
    assert tab.run("said") == []


def loaded(arm, gravity, payload):
    """The arm with a gravity of this size and a payload."""
    down = arm.gravity / np.linalg.norm(arm.gravity)
    return arm.with_gravity(gravity * down).with_payload(payload)


def random_states(arm, number):
    """States, loads, and the formulations that compute their torques."""
    rng = np.random.default_rng(arm.n)
    names = [f.name for f in equidyn.formulations() if not f.refusal(arm.with_payload(1.0))]
    for k in range(number):
        motion = {name: rng.uniform(-3, 3, arm.n).tolist() for name in FIELDS}
        load = {"gravity": rng.uniform(0, 24), "payload": rng.uniform(0, 5)}
        chosen = {"formulation": names[k % len(names)], "other": names[-1 - k % len(names)]}
        yield {**motion, **load, **chosen}


@pytest.mark.parametrize("arm", ARMS.values(), ids=ARMS)
def test_parts_of_the_torques_are_those_of_python(opened, arm):
    tab = opened(arm)
    for state in random_states(arm, 16):
        said = tab.run(f"drive({json.dumps(state)})")
        motion = [state[name] for name in FIELDS]
        parts = loaded(arm, state["gravity"], state["payload"]).breakdown(*motion)
        allowed = 1e-12 * np.abs(parts.total).max()
        for name, torque in {
            "total": parts.total, "other": parts.total, "inertial": parts.inertial,
            "velocity": parts.centrifugal + parts.coriolis, "gravity": parts.gravity,
        }.items():  # fmt: skip
            np.testing.assert_allclose(said[name], torque, rtol=0, atol=allowed, err_msg=name)
        apart = np.abs(np.subtract(said["total"], said["other"])).max()
        eps = apart / np.abs(said["total"]).max() / np.finfo(float).eps
        assert said["apart"] == pytest.approx([eps])
        bars = np.abs([[said[part][k] for part in PARTS[:-1]] for k in range(arm.n)])
        for kind in set(arm.joints):  # a scale for torques, one for forces
            alike = [each == kind for each in arm.joints]
            widths = np.reshape(said["widths"], bars.shape)[alike]
            np.testing.assert_allclose(widths, 50 * bars[alike] / bars[alike].max(), atol=1e-3)
        beside = tab.run(
            "[...document.querySelectorAll('.torque')].map(({ value }) => Number(value))"
        )
        assert beside == said["total"]


def test_each_change_of_gravity_or_payload_alone_changes_the_torques(opened):
    arm = ARMS["four joints"]
    tab = opened(arm)
    state = next(random_states(arm, 1))
    for change in ({"payload": 1}, {"payload": 2}, {"gravity": 3}, {"gravity": 4}, {"payload": 0}):
        state |= change
        said = tab.run(f"drive({json.dumps(state)})")
        torque = loaded(arm, state["gravity"], state["payload"]).inverse_dynamics(
            *(state[name] for name in FIELDS)
        )
        allowed = 1e-12 * np.abs(torque).max()
        np.testing.assert_allclose(said["total"], torque, rtol=0, atol=allowed)


@pytest.mark.parametrize("convention", ["standard", "modified"])
@pytest.mark.parametrize("arm", ARMS.values(), ids=ARMS)
def test_gravity_and_payload_act_in_the_recursion(opened, arm, convention):
    arm = arm.to_convention(convention)
    tab = opened(arm, 390 if convention == "modified" else 1280)
    state = next(random_states(arm, 1))
    tab.run(f"drive({json.dumps(state)})")
    steps = loaded(arm, state["gravity"], state["payload"]).recursion(*(state[x] for x in FIELDS))
    largest = {}
    for step in steps:
        largest[step.unit] = max(largest.get(step.unit, 0.0), np.abs(step.value).max())
    for number, step in enumerate(steps, start=1):
        said, width, height, points, bars = (
            tab.run(f"""(setState({{ step: {number} }}), frames_passed().then(() => {{
          const {{ width, height }} = document.querySelector(".stage-picture").viewBox.baseVal;
          const arrows = document.querySelectorAll(".vector:is(polyline, polygon):not(.weight)");
          const ends = [...arrows].flatMap((each) => [...each.points]);
          const points = ends.map(({{ x, y }}) => [x, y]);
          const bars = document.querySelectorAll(".stage-picture text.of-scale");
          return [document.querySelector(".equation").innerText, width, height, points,
            [...bars].map((each) => each.textContent)];
        }}))""")
        )
        result = [line for line in said.split("\n") if line.startswith("=")][-1]
        numbers = re.search(r"^= \(?([^()]*?)\)? ?(?:N|m|rad|, in)", result)[1]
        found = np.array(
            [float(x.replace("\u2212", "-")) for x in re.findall(r"[\d.\u2212]+", numbers)]
        )
        allowed = 5.001e-4 + 1e-12 * largest[step.unit]
        np.testing.assert_allclose(found, step.value, rtol=5e-3, atol=allowed)
        if np.abs(step.value).max() > 1e-9 * largest[step.unit]:
            x, y = np.array(points).T
            assert 0 <= x.min() <= x.max() <= width
            assert 0 <= y.min() <= y.max() <= height
            units = [bar.split(" ", 1)[1] for bar in bars]
            assert step.unit in units
            assert units[-1] == "m"


def test_at_rest_no_torque_is_due_to_velocities(opened):
    tab = opened(ARMS["puma560"])
    said = tab.run("(drive({ qd: [1, 1, 1, 1, 1, 1] }), button('At rest').click(), drive({}))")
    assert said["velocity"] == said["inertial"] == [0] * 6
    assert said["total"] == said["gravity"]
    assert max(map(abs, said["total"])) > 1


def test_a_payload_that_a_formulation_does_not_take_is_said(opened):
    tab = opened(robots.load("rods"))
    name = "newton_euler_sasaki_scalar"
    said = tab.run(f"drive({{ other: '{name}' }})")
    np.testing.assert_allclose(said["other"], said["total"], rtol=1e-12)
    tab.run("drive({ payload: 1 })")
    text = tab.run("document.getElementById('torques').textContent")
    assert tab.run(f"loadedArm().refusals['{name}']") in text
    assert "They differ by an unknown part" in text
    assert tab.run("document.querySelector('#torques data.other').textContent") == ""
    tab.run("button('Reset gravity and payload').click()")
    said = tab.run("drive({})")
    np.testing.assert_allclose(said["other"], said["total"], rtol=1e-12)


def test_operations_are_those_of_python(opened):
    arm = ARMS["puma560"]
    tab = opened(arm)
    tab.run("drive({ formulation: 'kane', other: 'lagrange_euler' })")
    said = tab.run(
        "[...document.querySelectorAll('#torques .chosen small')].map((x) => x.textContent)"
    )
    for name, text in zip(("kane", "lagrange_euler"), said, strict=True):
        count = equidyn.count_operations(arm, name)
        written = f"{count.multiplications} M + {count.additions} A"
        assert text.replace("\u202f", "") == written


def test_gravity_and_payload_are_typed_within_their_bounds(opened):
    arm = ARMS["puma560"]
    tab = opened(arm)
    most = np.ceil(arm.mass.sum() / 5)
    for text, gravity, payload in (
        ("1e9", 24.8, most),
        ("-3", 0, 0),
        ("2.5", 2.5, 2.5),
        ("", 2.5, 2.5),
    ):
        tab.run(f"type_into('gravity, m/s²', '{text}')")
        tab.run(f"type_into('payload, kg', '{text}')")
        assert tab.run("[state.gravity, state.payload]") == [gravity, payload]
    tab.run("key_on('payload', 'ArrowUp')")
    tab.run("key_on('payload', 'ArrowUp', true)")
    assert tab.run("state.payload") == pytest.approx(2.61)
    assert tab.run("labelled('payload').getAttribute('aria-valuetext')") == "2.61 kg"


def test_without_gravity_the_picture_has_no_arrow_of_it(opened):
    tab = opened(ARMS["puma560"])
    weights = "document.querySelectorAll('.stage-picture .weight').length"
    assert tab.run(weights) > 0
    tab.run("slide('gravity', 0)")
    assert tab.run(weights) == 0
    assert set(tab.run("drive({})")["gravity"]) == {0}
    assert tab.run("document.querySelectorAll('.stage-picture .load').length") == 0
    tab.run("slide('payload', 2)")
    assert tab.run("document.querySelectorAll('.stage-picture .load').length") == 1


def test_another_gravity_of_the_arm_goes_before_the_chosen_one(opened):
    tab = opened(ARMS["puma560"])
    tab.run("slide('gravity', 3)")
    weaker = "{ ...state.description, gravity: [0, 0, -1.5] }"
    tab.run(f"(setState({{ description: {weaker} }}), frames_passed())")
    assert tab.run("[state.gravity, Number(labelled('gravity').value)]") == [None, 1.5]


@pytest.mark.parametrize("name", ["q", "qd", "qdd"])
def test_sliders_change_what_is_chosen_by_round_steps(opened, name):
    arm = robots.stanford()
    tab = opened(arm)
    word = {"q": "position", "qd": "velocity", "qdd": "acceleration"}[name]
    tab.run(f"choose('[aria-label=\"quantity that the sliders set\"]', '{name}')")
    for k, turns in enumerate(arm.revolute):
        step = 1 if turns else 0.005
        label = f"{word} of joint {k + 1}"
        first = np.ceil(float(tab.run(f"labelled('{label}').min")) / step)
        tab.run(f"slide('{label}', {(first + 0.5001) * step})")
        found = []
        for key, shift in (("ArrowRight", "false"), ("ArrowUp", "false"), ("ArrowLeft", "true")):
            tab.run(f"key_on('{label}', '{key}', {shift})")
            found.append(tab.run(f"state.{name}[{k}]") * (180 / np.pi if turns else 1) / step)
        np.testing.assert_allclose(found, first + np.array([1, 2, 1.9]), rtol=1e-9)
        unit = ("°" if turns else "m") + {"q": "", "qd": "/s", "qdd": "/s²"}[name]
        assert tab.run(f"labelled('{label}').getAttribute('aria-valuetext')").endswith(f" {unit}")


def test_the_arm_swings_until_something_else_moves_it(opened):
    tab = opened(ARMS["puma560"])
    pressed = "button('Swing').getAttribute('aria-pressed')"
    tab.run("(button('Swing').click(), frames_passed(5))")
    # of one frame, since it goes on
    q, qd, qdd = np.array(tab.run("[state.q, state.qd, state.qdd].map((list) => [...list])"))
    ends = tab.run(
        "[...document.querySelectorAll('.joints [type=range]')].map(({ min, max }) => [+min, +max])"
    )
    middle = np.radians(ends).mean(axis=1)
    rates = 0.7 + 0.17 * np.arange(6)
    np.testing.assert_allclose(qdd, -(rates**2) * (q - middle), atol=1e-12)
    assert np.abs(qd).min() > 0
    assert tab.run(pressed) == "true"
    tab.run("(button('At rest').click(), frames_passed(5))")
    assert tab.run(pressed) == "false"
    rests = tab.run("[...state.q]")
    assert tab.run("frames_passed(5).then(() => [...state.q])") == rests


def test_where_less_motion_is_asked_for_a_press_swings_half_a_second(opened):
    tab = opened(ARMS["puma560"], media=[("prefers-reduced-motion", "reduce")])
    q = []
    for _ in range(2):
        tab.run("(button('Swing').click(), frames_passed(5))")
        q.append(tab.run("[...state.q]"))
        assert tab.run("frames_passed(5).then(() => [...state.q])") == q[-1]
    rate = 0.7
    moved = np.sin(rate * 1.0) / np.sin(rate * 0.5)
    low, high = (float(tab.run(f"labelled('position of joint 1').{end}")) for end in ("min", "max"))
    first, second = (np.degrees(each[0]) - (low + high) / 2 for each in q)
    assert second / first == pytest.approx(moved)


def test_the_view_has_sliders_that_follow_the_picture(opened):
    tab = opened(ARMS["puma560"])
    before = tab.run("picture()")
    tab.run("slide('turn the view', 30)")
    assert tab.run("picture()") != before
    tab.run("press('ArrowUp')")
    said = "labelled(`${name} the view`).getAttribute('aria-valuetext')"
    shown = tab.run(f"['turn', 'tilt'].map((name) => {said})")
    assert shown == ["30 °", "25 °"]
    tab.run("type_into('tilt the view, °', '500')")
    assert tab.run("labelled('tilt the view').value") == "90"


@pytest.mark.parametrize("width", [390, 768, 1280])
def test_nothing_leaves_the_window(opened, width):
    tab = opened(ARMS["puma560"], width)
    tab.run("(document.querySelector('.view').open = true, slide('payload', 2))")
    tab.run("drive({ step: 20 })")
    assert tab.run("too_wide()") <= 0


def test_every_control_has_a_name_and_room_for_a_finger(opened):
    tab = opened(ARMS["puma560"])
    controls = """[...document.querySelectorAll("input, select, button")]
      .filter((each) => each.checkVisibility())"""
    name = "each.ariaLabel || each.labels?.[0]?.textContent || each.textContent"
    names = tab.run(f"{controls}.map((each) => {name})")
    assert all(names)
    assert min(tab.run(f"{controls}.map((each) => each.getBoundingClientRect().height)")) >= 24


def test_what_is_read_out_is_not_every_number(opened):
    tab = opened(ARMS["puma560"])
    live = ":is(#joints, #torques) :is(output, [aria-live])"
    assert tab.run(f"document.querySelectorAll('{live}').length") == 0
