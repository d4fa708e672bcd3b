"""Interactive arm of a report, in a browser: its numbers are those of the library."""

import json
import re

import numpy as np
import pytest

import equidyn
from equidyn import Arm
from equidyn.draw.recursion import in_characters
from equidyn.reports.moving import _MOST_CODE, moving
from equidyn.robots import puma560, uniform_chain
from oracles.browser import CHROMIUM, browser
from oracles.random_arms import random_arm

pytestmark = pytest.mark.slow

pytest.importorskip("matplotlib")
pytest.importorskip("jinja2")
needs_browser = pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium on the path")

STATES = 20
WIDTHS = (390, 768, 1280)

# reports what goes wrong before anything else runs
WATCH = """<script>
window.problems = [];
addEventListener("error", (event) => problems.push(event.message));
console.error = (...words) => problems.push(words.join(" "));
</script>
<style>"""

# moves the sliders of a page as a hand does, and writes down what it shows
DRIVE = """
const number = (id) => Number(document.getElementById(id).getAttribute("value"));
function drive(state) {
  for (const [id, value] of Object.entries(state)) {
    const input = document.getElementById(id);
    input.value = value;
    input.dispatchEvent(new Event("input", { bubbles: true }));
  }
  const values = {};
  for (const name of ["one", "other", "inertial", "velocity", "gravity"])
    values[name] = joints.map((k) => number(`${name}-${k}`));
  values.tool = ["x", "y", "z"].map((axis) => number(`tool-${axis}`));
  values.apart = number("apart");
  for (const name of ["q", "qd", "qdd"])
    values[name] = joints.map((k) => Number(document.getElementById(`${name}-${k}`).value));
  return values;
}
function too_wide() {
  const inside = document.querySelectorAll("#moving, #moving *:not(svg *)");
  const boxes = [document.documentElement, ...inside];
  return boxes.filter((box) => box.scrollWidth > box.clientWidth + 1 && box.clientWidth &&
    getComputedStyle(box).overflowX === "visible").map((box) => box.outerHTML.slice(0, 80));
}
"""


def make_report(arm):
    return equidyn.report(arm, samples=1, n=(1, 2), repetitions=1, seconds=1e-5)


@pytest.fixture(scope="module")
def in_browser(tmp_path_factory):
    """A function that returns what a script says of a report's page in a window of a width."""
    folder, pages = tmp_path_factory.mktemp("pages"), {}

    def said(report, width, script):
        if id(report) not in pages:
            pages[id(report)] = folder / f"{len(pages)}.html"
            page = report.html().replace("<style>", WATCH, 1)
            pages[id(report)].write_text(page, encoding="utf-8")
        tab.open(pages[id(report)], width, 900)
        joints = list(range(1, report.arm.n + 1))
        said = tab.run(f"(() => {{ const joints = {joints}; {DRIVE} return {script}; }})()")
        assert tab.run("window.problems") == []
        return said

    with browser(tmp_path_factory.mktemp("profile")) as tab:
        yield said


@pytest.fixture(
    scope="module",
    params=[
        puma560,
        lambda: Arm.from_dh(**random_arm(5, 4)),
        lambda: Arm.from_dh(**random_arm(6, 3)),
    ],
    ids=["puma560", "four joints", "three joints"],
)
def report(request):
    """Arms of both conventions and kinds of joints, askew bases and tools."""
    return make_report(request.param())


@needs_browser
def test_numbers_on_the_page_are_those_of_the_library(report, in_browser):
    arm = report.arm
    rng = np.random.default_rng(arm.n)
    shown = moving(arm, report.on_arm.formulations)
    names = list(shown.formulations)
    sliders = [slider for vector in shown.vectors for slider in vector.sliders]
    states = [
        {
            **{s.id: rng.uniform(s.lowest, s.highest) for s in sliders},
            "one": names[k % len(names)],
            "other": names[-1 - k % len(names)],
        }
        for k in range(max(STATES, len(names)))
    ]
    said = in_browser(report, 1280, f"{json.dumps(states)}.map(drive)")

    turns = np.array([kind == "R" for kind in arm.joints])
    for state, values in zip(states, said, strict=True):
        q, qd, qdd = (np.where(turns, np.radians(values[x]), values[x]) for x in ("q", "qd", "qdd"))
        down = arm.gravity / np.linalg.norm(arm.gravity)
        loaded = arm.with_gravity(state["gravity"] * down).with_payload(state["payload"])
        parts = loaded.breakdown(q, qd, qdd)
        tolerance = 1e-12 * np.abs(parts.total).max()
        for name, torque in {
            "one": parts.total,
            "other": parts.total,
            "inertial": parts.inertial,
            "velocity": parts.centrifugal + parts.coriolis,
            "gravity": parts.gravity,
        }.items():
            np.testing.assert_allclose(values[name], torque, rtol=0, atol=tolerance, err_msg=name)
        tool = arm.forward_kinematics(q)[:3, 3]
        np.testing.assert_allclose(values["tool"], tool, rtol=0, atol=1e-12)
        apart = np.abs(np.subtract(values["one"], values["other"])).max()
        eps = apart / np.abs(values["one"]).max() / np.finfo(float).eps
        assert values["apart"] == pytest.approx(eps)


# goes through all steps of the recursion, and writes down the numbers of each
STEP_THROUGH = """(() => {
  const step = document.getElementById("step");
  return [...Array(Number(step.max)).keys()].map((k) => {
    drive({ step: k + 1 });
    const equation = document.getElementById("equation");
    const shapes = [...document.querySelectorAll("#stage > .vector")];
    const points = shapes.flatMap((each) => each.points
      ? [...each.points].flatMap((point) => [point.x, point.y])
      : [each.x.baseVal[0].value, each.y.baseVal[0].value]);
    const data = [...equation.querySelectorAll("data")];
    return {
      equation: equation.innerHTML.split(" <span")[0],
      numbers: data.map((each) => Number(each.getAttribute("value"))),
      strong: shapes.filter((each) => !each.classList.contains("faint")).length,
      farthest: Math.max(0, ...points.map(Math.abs)),
    };
  });
})()"""


@needs_browser
@pytest.mark.parametrize("convention", ["standard", "modified"])
def test_the_recursion_on_the_page_is_that_of_the_library(report, convention, in_browser):
    arm = report.arm.to_convention(convention)
    if convention != report.arm.convention:
        report = equidyn.report(arm, samples=1, quick=True)
    width = 390 if convention == "modified" else 1280
    shown = moving(arm, report._names())
    rng = np.random.default_rng(arm.n)
    sliders = [slider for vector in shown.vectors for slider in vector.sliders]
    state = {s.id: rng.uniform(s.lowest, s.highest) for s in sliders}
    script = f"[drive({json.dumps(state)}), {STEP_THROUGH}]"
    values, said = in_browser(report, width, script)
    turns = np.array([kind == "R" for kind in arm.joints])
    q, qd, qdd = (np.where(turns, np.radians(values[x]), values[x]) for x in ("q", "qd", "qdd"))
    down = arm.gravity / np.linalg.norm(arm.gravity)
    loaded = arm.with_gravity(state["gravity"] * down).with_payload(state["payload"])
    steps = loaded.recursion(q, qd, qdd)
    assert len(said) == len(steps) == 9 * arm.n
    largest = {}
    for step in steps:
        largest[step.unit] = max(largest.get(step.unit, 0.0), np.abs(step.value).max())
    for found, step in zip(said, steps, strict=True):
        written = re.sub(r"_(\d+)", r"<sub>\1</sub>", in_characters(step.equation))
        assert found["equation"] == written.replace("ᵀ", "<sup>T</sup>")
        allowed = 1e-12 * largest[step.unit]
        np.testing.assert_allclose(found["numbers"], step.value, rtol=0, atol=allowed)
        # the result has its arrow, with its symbol, unless it is nothing
        zero = np.abs(step.value).max() <= 1e-9 * largest[step.unit]
        assert found["strong"] in ((0, 3, 4) if zero else (3, 4))
        assert found["farthest"] < 1.0


@needs_browser
def test_without_a_step_the_picture_has_no_arrows(report, in_browser):
    script = """[3, 0].map((k) => {
      drive({ step: k });
      return [document.querySelectorAll("#stage > .vector").length > 0,
        document.getElementById("equation").hidden];
    })"""
    assert in_browser(report, 1280, script) == [[True, False], [False, True]]


@needs_browser
@pytest.mark.parametrize("width", WIDTHS)
def test_nothing_leaves_its_box(report, width, in_browser):
    assert in_browser(report, width, "too_wide()") == []


@needs_browser
def test_buttons_move_the_arm(report, in_browser):
    script = """(() => {
      const press = (id) => { document.getElementById(id).click(); return drive({}); };
      const [another, rest, first] = [press("another"), press("rest"), press("another")];
      press("swing");
      const pressed = document.getElementById("swing").getAttribute("aria-pressed");
      return { another, rest, first, pressed };
    })()"""
    said = in_browser(report, 1280, script)
    assert not any(said["rest"]["qd"] + said["rest"]["qdd"])
    assert said["rest"]["q"] == said["another"]["q"] != said["first"]["q"]
    np.testing.assert_array_equal(said["rest"]["velocity"], 0)
    assert said["pressed"] == "true"


@needs_browser
def test_numbers_may_be_typed_and_stay_within_their_bounds(report, in_browser):
    first = moving(report.arm, report.on_arm.formulations).vectors[0].sliders[0]
    inside = round(first.lowest + 0.75 * (first.highest - first.lowest), 2)
    script = f"""[0, {inside}, 1e9].map((number) => {{
      const typed = document.getElementById("q-1-typed");
      typed.value = number;
      typed.dispatchEvent(new Event("input", {{ bubbles: true }}));
      return [drive({{}}).q[0], Number(typed.value)];
    }})"""
    said = in_browser(report, 1280, script)
    digits = 0.5 * 10.0**-first.digits
    for number, (moved, shown) in zip((0, inside, first.highest), said, strict=True):
        assert moved == pytest.approx(number, abs=1e-12)
        assert shown == pytest.approx(number, abs=digits)


@needs_browser
def test_arrow_keys_lead_to_round_numbers_by_small_steps(report, in_browser):
    script = """joints.map((k) => ["ArrowRight", "ArrowUp", "ArrowLeft"].map((key, j) => {
      const slider = document.getElementById(`qd-${k}`);
      if (!j) slider.value = 0.5001 * slider.dataset.step;
      const shiftKey = j === 2;
      slider.dispatchEvent(new KeyboardEvent(
        "keydown", { key, shiftKey, bubbles: true, cancelable: true }));
      return Number(slider.value) / slider.dataset.step;
    }))"""
    said = in_browser(report, 1280, script)
    np.testing.assert_allclose(said, [[1, 2, 1.9]] * report.arm.n, rtol=1e-9)


@needs_browser
@pytest.mark.parametrize("width", WIDTHS)
def test_picture_sliders_and_torques_are_on_the_screen_together(report, width, in_browser):
    script = """joints.map((k) => {
      const slider = document.getElementById(`qdd-${k}`);
      slider.scrollIntoView({ block: "center" });
      const others = ["stage", `now-${k}-shown`].map((id) => document.getElementById(id));
      return [slider, ...others].map((box) => box.getBoundingClientRect()).every(
        ({ top, bottom }) => top >= 0 && bottom <= innerHeight);
    })"""
    assert in_browser(report, width, script) == [True] * report.arm.n


@needs_browser
def test_sliders_are_high_enough_for_a_finger(report, in_browser):
    script = """[...document.querySelectorAll("#moving input, #moving button")].map(
      (box) => box.getBoundingClientRect().height)"""
    assert min(in_browser(report, 1280, script)) >= 24


# every point of the arm in the picture, and how much of the stage they take
EXTENT = """(() => {
  const parts = [...document.querySelectorAll("#stage .link, #stage .mass")];
  const points = parts.flatMap((part) => part.points ? [...part.points].map(({ x, y }) => [x, y])
    : [[part.cx.baseVal.value, part.cy.baseVal.value]]);
  const [x, y] = [0, 1].map((k) => points.map((point) => point[k]));
  return { inside: Math.max(...points.flat().map(Math.abs)),
    fills: Math.max(Math.max(...x) - Math.min(...x), Math.max(...y) - Math.min(...y)) / 2 };
})()"""


@needs_browser
def test_the_arm_fills_its_picture_and_never_leaves_it(report, in_browser):
    script = f"""[() => 0, ...[0, 1, 2, 3].map((turn) => () => drive({{ turn: 60 * turn }})),
      () => document.getElementById("another").click(),
      ...joints.map((k) => () => drive({{ [`q-${{k}}`]: 1e9 }})),
      ].map((move) => {{ move(); return {EXTENT}; }})"""
    first, *others = in_browser(report, 1280, script)
    assert first["fills"] > 0.5
    assert max(extent["inside"] for extent in (first, *others)) < 0.9


@needs_browser
def test_frames_at_the_joints_do_not_hide_the_last_link(in_browser):
    rods = {
        **{"a": [0.0, 1.0], "alpha": [0.0, 0.0], "d": [0.0, 0.0], "theta": [0.0, 0.0]},
        **{"mass": [1.0, 1.0], "com": [[0.5, 0, 0]] * 2, "inertia": [[0.0, 0.1, 0.1]] * 2},
    }
    arm = Arm.from_dh("modified", joints="RR", gravity=(0, -9.81, 0), **rods)
    script = """[...document.querySelectorAll("#stage .link:not(.joint)")].map((line) =>
      [...line.points].map(({ x, y }) => [x, y])).map(([one, other]) =>
      Math.hypot(one[0] - other[0], one[1] - other[1])).filter((length) => length > 0.1).length"""
    assert in_browser(make_report(arm), 1280, script) == 2


def test_the_page_is_smaller_than_a_megabyte(report):
    page = len(report.html().encode())
    code = len(moving(report.arm, report.on_arm.formulations).code)
    assert page - code + _MOST_CODE < 1_000_000


def test_every_slider_and_every_number_beside_it_has_a_name(report):
    inputs = re.findall(r"<input [^>]*>", report.html())
    # one more goes through the recursion
    assert len(inputs) == 2 * (3 * report.arm.n + 4) + 1
    names = [re.search(r'aria-label="([^"]+)"', text)[1] for text in inputs]
    assert len(set(names)) == len(names)


@pytest.mark.parametrize("robot", ["panda", "iiwa14"])
def test_what_has_no_room_is_named(robot):
    arm = equidyn.robots.load(robot)
    names = [f.name for f in equidyn.formulations()]
    shown = moving(arm, names)
    assert len(shown.code) < 440_000
    words = " ".join(shown.left_out)
    assert set(names) == set(shown.formulations) | {name for name in names if name in words}


@pytest.mark.parametrize(
    "arm",
    [equidyn.robots.load("twolink"), equidyn.robots.load("rods"), uniform_chain(1)],
    ids=["twolink", "rods", "one rod"],
)
def test_a_formulation_that_takes_the_arm_without_a_payload_only_is_named(arm):
    names = [f.name for f in equidyn.formulations()]
    assert names == [f.name for f in equidyn.formulations() if not f.refusal(arm)]
    shown = moving(arm, names)
    assert set(names) - set(shown.formulations) == {"newton_euler_sasaki_scalar"}
    (line,) = shown.left_out
    assert line.startswith("newton_euler_sasaki_scalar takes ")
    assert line.endswith(" only, and a payload changes that.")


def test_an_arm_of_very_many_joints_is_not_moved():
    arm = Arm.from_dh(**random_arm(1, 13))
    assert moving(arm, ["newton_euler"]) is None


def test_a_name_cannot_leave_the_data_of_the_page():
    arm = puma560().with_name("</script><script>evil()</script>")
    assert "<" not in moving(arm, ["newton_euler"]).data
    assert "<" not in moving(arm, ["newton_euler"]).code


@needs_browser
def test_an_arrow_shows_gravity_downwards_unless_there_is_none(report, in_browser):
    script = """[null, 0].map((gravity) => {
      if (gravity !== null) drive({ gravity });
      const shaft = document.querySelector("#stage .gravity polyline");
      return shaft && shaft.getAttribute("points").split(/[ ,]/).map(Number);
    })"""
    shaft, none = in_browser(report, 1280, script)
    x, y, x_tip, y_tip = shaft
    assert x_tip == pytest.approx(x, abs=1e-9)
    # pixels count downwards
    assert y_tip > y + 0.1
    assert none is None
