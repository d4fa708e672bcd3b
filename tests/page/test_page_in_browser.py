"""The laboratory in a browser: it is silent, draws what is typed, and loses nothing."""

import json
import re

import numpy as np
import pytest

from equidyn import Arm, robots
from equidyn.page import page
from oracles.browser import CHROMIUM

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium on the path"),
    pytest.mark.skipif(not page.MODULE.exists(), reason="the module has not been built"),
]

# what the page prints or fetches is remembered, and answered by frames that have passed
WATCH = """(() => {
  window.said = [];
  for (const kind of ["log", "info", "warn", "error", "debug"])
    console[kind] = (...words) => said.push([kind, ...words].join(" "));
  addEventListener("error", (event) => said.push(event.message));
  addEventListener("unhandledrejection", (event) => said.push(String(event.reason)));
  window.fetch = (address) => { said.push(`fetch ${address}`); return Promise.reject(); };
})()"""

TOOLS = """
  window.frames_passed = (n = 2) => new Promise((done) => {
    const next = () => (n-- > 0 ? requestAnimationFrame(next) : done());
    next();
  });
  window.labelled = (label) => document.querySelector(`[aria-label="${label}"]`);
  window.type_into = (label, text) => {
    const field = labelled(label);
    field.closest("details")?.setAttribute("open", "");
    field.focus();
    field.value = text;
    field.dispatchEvent(new Event("input", { bubbles: true }));
    return frames_passed();
  };
  window.picture = () => document.querySelector(".stage-picture").innerHTML;
  window.problem = () => document.getElementById("arm-problem").textContent;
  window.button = (text) =>
    [...document.querySelectorAll("button")].find((each) => each.textContent === text);
  window.as_text = () => document.querySelector(".as-text textarea");
  window.take_text = (text) => {
    as_text().value = text;
    button("Load this arm").click();
    return frames_passed();
  };
  window.robots = () => document.querySelector("#editor select");
  window.choose_robot = (name) => {
    robots().value = name;
    robots().dispatchEvent(new Event("change"));
    return frames_passed();
  };
  window.press = (key) => {
    const box = document.querySelector(".stage-box");
    box.dispatchEvent(new KeyboardEvent("keydown", { key }));
    return frames_passed();
  };
  window.middle = (selector) => {
    const { x, y, width, height } = document.querySelector(selector).getBoundingClientRect();
    return [x + width / 2, y + height / 2];
  };
  window.too_wide = () => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth - clientWidth;
  };
"""


@pytest.fixture(scope="module")
def file(tmp_path_factory):
    """The laboratory of a robot with revolute and prismatic joints."""
    path = tmp_path_factory.mktemp("lab") / "lab.html"
    robots.stanford().lab([0.3, -0.7, 0.6, 0.2, 0.9, 0.1], [0.5] * 6, [0.25] * 6).save(path)
    return path


@pytest.fixture
def lab(tab, file):
    """The laboratory, ready; afterwards it has printed and fetched nothing."""
    tab.open(file, 1280, 900)
    ready(tab)
    yield tab
    assert tab.run("said") == []
    assert tab.run("performance.getEntriesByType('resource').map((each) => each.name)") == []


def ready(tab):
    """Wait until the page has started."""
    tab.run(TOOLS)
    tab.run("""new Promise((done) => {
      const look = () => (document.documentElement.dataset.ready ? done() : setTimeout(look, 10));
      look();
    })""")
    tab.run("frames_passed()")


def test_torques_are_those_of_python(lab):
    arm = robots.stanford()
    tau = arm.inverse_dynamics([0.3, -0.7, 0.6, 0.2, 0.9, 0.1], [0.5] * 6, [0.25] * 6)
    shown = lab.run("[...document.querySelectorAll('.torque')].map((each) => each.textContent)")
    numbers = [float(each.split(" ")[0].replace("\u2212", "-")) for each in shown]
    assert np.abs(np.array(numbers) - tau).max() <= 5.001e-4
    assert [each.split(" ", 1)[1] for each in shown] == ["N m" if r else "N" for r in arm.revolute]


def test_steps_of_the_recursion_are_those_of_python(lab):
    state = [0.3, -0.7, 0.6, 0.2, 0.9, 0.1], [0.5] * 6, [0.25] * 6
    steps = robots.stanford().recursion(*state)
    for number in (1, 15, 18, 36, 40, 54):
        lab.run(f"setState({{ step: {number} }}), frames_passed()")
        said = lab.run("document.querySelector('.equation').textContent")
        expected = steps[number - 1].value
        found = re.findall(r"[\d.]+", said.split("= ")[-1])[: len(expected)]
        assert np.abs(np.array(found, float) - np.abs(expected)).max() <= 5.001e-4
        assert lab.run(
            "document.querySelectorAll('.stage-picture polyline.vector:not(.weight)').length"
        )


@pytest.mark.parametrize("label", ["a of joint 2", "alpha of joint 2", "d of joint 2"])
def test_an_edit_changes_what_is_drawn(lab, label):
    before = lab.run("picture()")
    lab.run(f"type_into('{label}', '0.4')")
    assert lab.run("problem()") == ""
    assert lab.run("picture()") != before


@pytest.mark.parametrize(
    ("label", "text", "said"),
    [
        ("mass of link 2", "NaN", "mass of link 2: expected a number, got NaN"),
        ("mass of link 2", "", "mass of link 2: expected a number, got nothing"),
        ("a of joint 1", "1e400", "a of joint 1: expected a finite number, got 1e400"),
        ("a of joint 1", "1" + "0" * 400, "a of joint 1: expected a finite number"),
        ("alpha of joint 1", "90 apples", "alpha of joint 1: expected an angle"),
        ("com y of link 3", "<script>", "com y of link 3: expected a number, got <script>"),
        ("mass of link 2", "-1", "mass: must not be negative, got -1"),
    ],
)
def test_bad_input_is_said_and_nothing_is_lost(lab, label, text, said):
    before = lab.run("JSON.stringify(state.description)")
    lab.run(f"type_into({json.dumps(label)}, {json.dumps(text)})")
    assert lab.run("problem()").startswith(said)
    assert lab.run(f"labelled({json.dumps(label)}).value") == text
    assert lab.run(f"labelled({json.dumps(label)}).getAttribute('aria-invalid')") == "true"
    assert lab.run("state.arm") is None
    lab.run("type_into('d of joint 3', '0.25')")  # another number is taken, the bad one waits
    assert lab.run("problem()").startswith(said)
    good = "0.5" if "joint" in label else "1"
    lab.run(f"type_into({json.dumps(label)}, '{good}')")
    assert lab.run("problem()") == ""
    assert lab.run("state.arm !== null")
    assert lab.run("state.description.d[2]") == 0.25
    after, old = json.loads(lab.run("JSON.stringify(state.description)")), json.loads(before)
    assert after["inertia"] == old["inertia"]
    assert after["joints"] == old["joints"]


@pytest.mark.parametrize("value", ["1e308", "-1e308", "1e-308", "1e160"])
@pytest.mark.parametrize("label", ["a of joint 2", "d of joint 1", "mass of link 3"])
def test_numbers_that_overflow_are_said_and_do_no_harm(lab, label, value):
    lab.run(f"type_into('{label}', '{value}')")
    lab.run("(setState({ step: 30 }), frames_passed())")
    lab.run(f"type_into('{label}', '0.5')")
    assert lab.run("problem() + document.getElementById('trouble').textContent") == ""
    assert lab.run("state.arm !== null")


def test_joints_are_added_and_removed(lab):
    for _ in range(24):
        lab.run("button('Add joint').click(), frames_passed()")
    assert lab.run("state.description.joints.length") == 30
    assert lab.run("button('Add joint').disabled")
    for _ in range(30):
        lab.run("button('Remove joint').click(), frames_passed()")
    assert lab.run("state.description.joints.length") == 1
    assert lab.run("button('Remove joint').disabled")
    assert lab.run("problem()") == ""


def test_every_robot_can_be_chosen(lab):
    names = lab.run("[...robots().options].map((each) => each.value).filter(Boolean)")
    assert len(names) > 20
    for name in names:
        lab.run(f"choose_robot('{name}')")
        assert lab.run("problem()") == "", name
        assert lab.run("state.arm.n") == robots.load(name).n


def test_json_makes_the_same_arm_in_python(lab):
    lab.run("type_into('alpha of joint 2', '-3pi/7')")
    lab.run("button('Copy as JSON').click()")
    arm = Arm.from_dict(json.loads(lab.run("as_text().value")))
    assert arm.alpha[1] == -3 * np.pi / 7
    given = robots.stanford().to_dict()
    given["alpha"][1] = arm.alpha[1]
    assert arm == Arm.from_dict(given)


FRAMED = robots.planar_2r()._with(frames=[(f"camera {k}", k, np.eye(4)) for k in range(3)])


@pytest.mark.parametrize(
    "arm",
    [robots.stanford(), robots.panda(), robots.planar_2r(), FRAMED],
    ids=["stanford", "panda", "planar_2r", "framed"],
)
def test_python_code_makes_the_same_arm_there_and_back(tab, tmp_path, arm):
    path = tmp_path / "lab.html"
    arm.lab().save(path)
    tab.open(path, 1280, 900)
    ready(tab)
    tab.run("button('Copy as Python').click()")
    code = tab.run("as_text().value")
    made = {}
    exec(code, made)
    assert made["arm"] == arm
    tab.run("type_into('a of joint 1', '7')")
    tab.run(f"take_text({json.dumps(code)})")
    tab.run("button('Copy as JSON').click()")
    assert Arm.from_dict(json.loads(tab.run("as_text().value"))) == arm


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "expected an arm as JSON or as Python code, got nothing"),
        ("{", "expected JSON"),
        ("{}", "convention: key is missing"),
        ("import os; os.remove('x')", "expected a call of Arm.from_dh"),
        ("Arm.from_dh('standard', joints=__import__('os'))", "expected a number, a text or a list"),
        ("Arm.from_dh(" + "[" * 5000, "expected a number, a text or a list"),
    ],
)
def test_bad_text_is_said_and_the_arm_stays(lab, text, said):
    before = lab.run("JSON.stringify(state.description)")
    lab.run(f"take_text({json.dumps(text)})")
    assert lab.run("document.querySelector('#text .problem').textContent").startswith(said)
    assert lab.run("JSON.stringify(state.description)") == before


def test_a_link_opens_the_arm(lab, tab, file):
    lab.run("type_into('a of joint 2', '0.123')")
    lab.run("button('Copy a link').click(), new Promise((done) => setTimeout(done, 200))")
    link = lab.run("as_text().value")
    expected = lab.run("JSON.stringify(state.description)")
    tab.open(file, 1280, 900)
    tab.run(f"location.hash = {json.dumps(link[link.index('#') :])}")
    ready(tab)
    tab.run("new Promise((done) => setTimeout(done, 200))")
    assert json.loads(tab.run("JSON.stringify(state.description)")) == json.loads(expected)


def test_a_broken_link_is_said(tab, file):
    tab.open(file, 1280, 900)
    ready(tab)
    tab.run("(location.hash = '#arm=AAAA', new Promise((done) => setTimeout(done, 200)))")
    assert "could not be read" in tab.run("document.getElementById('failure').textContent")
    assert tab.run("state.arm !== null")


def mouse(tab, kind, x, y):
    """Move the mouse with its button down, or press or release it."""
    what = {"button": "left", "buttons": 1, "clickCount": 1}
    tab.ask("Input.dispatchMouseEvent", type=f"mouse{kind}", x=x, y=y, **what)
    tab.run("frames_passed()")


def test_nothing_can_be_sent_or_fetched_and_no_other_script_runs(lab):
    refused = lab.run("""new Promise((done) => {
      const refused = [];
      addEventListener("securitypolicyviolation", ({ effectiveDirective }) => {
        refused.push(effectiveDirective);
        if (refused.length === 3) done(refused.sort());
      });
      new Image().src = "https://localhost/x.png";
      const request = new XMLHttpRequest();
      request.open("POST", "https://localhost/x");
      request.send("x");
      const script = document.createElement("script");
      script.textContent = "window.foreign = true";
      document.body.append(script);
    })""")
    assert refused == ["connect-src", "img-src", "script-src-elem"]
    assert lab.run("window.foreign === undefined")
    # browsers list what they refused, too
    lab.run("performance.clearResourceTimings()")


# what stands in the empty line before the walk inward, and what is said of it
OWN_ERRORS = {
    "a word at a wrong place": ("let x = = 0;", "line 25: SyntaxError"),
    "an unknown name": ("w = nowhere;", "line 25: ReferenceError"),
    "within a function of the page": ("w = cross(undefined, w);", "line 25: TypeError"),
    "no array": ("return { tau: 3 };", "Error: inverseDynamics: expected 6 torques, got 3"),
    "a name of the page": ("} const cross = 0; {", "line 25: SyntaxError"),
    "an open bracket": ("{", "line 37: SyntaxError"),
    "an endless loop": ("for (;;);", "stopped: no result within 0.5 s"),
}


def test_an_error_of_an_own_formulation_has_its_line(lab):
    lab.run("(document.getElementById('own').scrollIntoView(), frames_passed(4))")
    write = """((changed) => new Promise((done) => {
      const [text, said] = [...document.querySelectorAll("#own :is(textarea, .problem)")];
      const lines = OWN_TEXT.split("\\n");
      if (changed) lines[24] = changed;
      text.value = lines.join("\\n");
      const until = (now) => (Boolean(now()) === Boolean(changed)
        ? done(now()) : setTimeout(() => until(now), 20));
      said.textContent = changed ? "" : "waits";
      text.dispatchEvent(new Event("input"));
      until(() => said.textContent);
    }))"""
    for name, (changed, said) in OWN_ERRORS.items():
        assert lab.run(f"{write}({json.dumps(changed)})").startswith(said), name
    assert lab.run(f"{write}('')") == ""
    assert lab.run("document.querySelector('#own .verdict').className") == "verdict pass"


def test_the_picture_is_turned_by_keys_and_pointer(lab):
    before = lab.run("picture()")
    lab.run("press('ArrowLeft')")
    turned = lab.run("picture()")
    assert turned != before
    x, y = lab.run("middle('.stage-box')")
    # beside the arm
    for kind, at in (("Pressed", x - 250), ("Moved", x - 150), ("Released", x - 150)):
        mouse(lab, kind, at, y - 200)
    assert lab.run("picture()") != turned


def test_a_dragged_tool_follows_the_pointer(lab):
    x, y = lab.run("middle('.handle')")
    mouse(lab, "Pressed", x, y)
    for step in range(1, 21):
        mouse(lab, "Moved", x - 2 * step, y + step)
    mouse(lab, "Released", x - 40, y + 20)
    moved = np.array(lab.run("middle('.handle')")) - (x, y)
    assert np.linalg.norm(moved - (-40, 20)) < 15


def test_the_picture_is_saved_with_its_colours(lab):
    text = lab.run("asSvgFile(document.querySelector('.stage-picture'))")
    assert text.startswith("<svg")
    assert "var(" not in text
    assert text.count("stroke-width:") > 50


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [390, 768, 1280, 2560])
def test_the_page_never_scrolls_sideways(tab, file, width, scheme):
    tab.open(file, width, 900, [("prefers-color-scheme", scheme)])
    ready(tab)
    assert tab.run("too_wide()") <= 0


def test_panels_follow_the_state_while_they_are_seen(tab, tmp_path, monkeypatch):
    script = """
      window.updates = [];
      const panel = (id, update) => ({ id, title: id, make: () => ({ update }) });
      export const panels = [
        panel("counting", ({ arm, q }) => updates.push([arm?.n ?? null, q.length])),
        panel("failing", () => { throw new Error("no numbers"); }),
        panel("last", () => updates.push("last")),
      ];
    """.replace("      ", "")
    read = page._read
    monkeypatch.setattr(page, "_read", lambda name: script if name == page._PANELS else read(name))
    path = tmp_path / "lab.html"
    robots.planar_2r().lab().save(path)
    tab.open(path, 1280, 900)
    ready(tab)
    tab.run("(document.getElementById('panels').scrollIntoView(), frames_passed(6))")
    assert [2, 2] in tab.run("updates")
    assert "last" in tab.run("updates")
    said = "document.querySelector('#failing .problem').textContent"
    assert tab.run(said) == "failing could not be shown: no numbers"
    tab.run("(button('Add joint').click(), frames_passed())")
    assert tab.run("updates.findLast((each) => each !== 'last')") == [3, 3]
    tab.run("type_into('mass of link 1', 'heavy')")
    assert tab.run("updates.findLast((each) => each !== 'last')") == [None, 3]
    assert tab.run("said") == []


def test_every_control_has_a_name(lab):
    unnamed = """[...document.querySelectorAll("button, input, select, textarea")].filter((each) =>
      !each.getAttribute("aria-label") && !each.textContent.trim() && !each.labels?.length
    ).map((each) => each.outerHTML)"""
    assert lab.run(unnamed) == []


def test_every_panel_is_shown_and_says_nothing(lab):
    lab.run("""(async () => {
      for (const panel of document.querySelectorAll(".panel")) {
        for (let k = 0; k < 4; k++) panel.scrollIntoView(), await frames_passed(4);
        for (const each of panel.querySelectorAll("details")) each.open = true;
        for (const button of panel.querySelectorAll("button:not(figcaption button)"))
          if (button.checkVisibility()) button.click(), await frames_passed(2);
        for (const list of panel.querySelectorAll("select")) {
          list.selectedIndex = list.length - 1;
          list.dispatchEvent(new Event("change")), await frames_passed(2);
        }
      }
      await frames_passed(10);
    })()""")
    shown = "[...document.querySelectorAll('.panel')].map((each) => each.lastChild)"
    assert lab.run(f"{shown}.filter((each) => !each.children.length).length") == 0
    problems = "[...document.querySelectorAll('.panel .problem, #failure, #trouble')]"
    assert lab.run(f"{problems}.map((each) => each.textContent).join('')") == ""
    # distances between arms are shown of many arms, and of those that are held
    tables = "[...document.querySelectorAll('.panel figcaption details')]"
    assert lab.run(f"{tables}.filter((each) => !each.querySelector('td')).length") <= 1


WATCH_PROOFS = """(() => {
  window.proofs = [];
  window.counted = [];
  const { verify, counts } = LabArm.prototype;
  LabArm.prototype.verify = function (given) {
    proofs.push(given.states);
    return verify.call(this, given);
  };
  LabArm.prototype.counts = function (name) {
    if (this === state.arm) counted.push(name);
    return counts.call(this, name);
  };
})()"""
HEAVIER = """(() => {
  const mass = state.description.mass.map((m) => 1.01 * m);
  setState({ description: { ...state.description, mass } });
})()"""


def test_an_edit_is_proved_and_counted_once(lab):
    for between in ("own", "wrong_one"):
        lab.run(f"document.getElementById('{between}').hidden = true")
    for _ in range(3):
        lab.run("(document.getElementById('counts').scrollIntoView(), frames_passed(40))")
    lab.run(f"({WATCH_PROOFS}, performance.clock = performance.now, 0)")
    # where all states fit into a frame, they are taken at once, else a few, and all of them at rest
    lab.run(f"(performance.now = () => 1e9, {HEAVIER}, frames_passed(3))")
    lab.run(f"(proofs.length = counted.length = 0, {HEAVIER}, frames_passed(4))")
    assert lab.run("proofs") == [64]
    assert lab.run("counted.length === new Set(counted).size && counted.length > 10")
    lab.run(f"(() => {{ let now = 1e9; performance.now = () => (now += 100); {HEAVIER}; }})()")
    lab.run("frames_passed(4)")
    lab.run(f"(proofs.length = 0, {HEAVIER}, frames_passed(4))")
    assert lab.run("proofs")[0] == 16
    lab.run("new Promise((done) => setTimeout(done, 400))")
    assert lab.run("proofs")[-1] == 64
    lab.run("performance.now = performance.clock, 0")
    spent = lab.run("""(() => {
      const start = performance.now();
      state.arm.verify({ states: 64 });
      const proved = performance.now();
      for (const { name } of page.lab.formulations)
        if (!state.arm.refusals[name]) state.arm.counts(name);
      return [proved - start, performance.now() - proved];
    })()""")
    print("a proof of 64 states {:.1f} ms, counts {:.1f} ms".format(*spent))


FREE_BODY = """
  const root = document.getElementById("free_body");
  root.scrollIntoView();
  return frames_passed(8).then(() => {
    const boxes = [...root.querySelectorAll("svg text.vector")].map((each) => {
      const { left, right, top, bottom } = each.getBoundingClientRect();
      return { text: each.textContent, left, right, top, bottom };
    });
    const over = boxes.flatMap((one, k) => boxes.slice(0, k).filter((other) =>
      one.left < other.right && other.left < one.right && one.top < other.bottom - 4
      && other.top < one.bottom - 4).map((other) => [one.text, other.text]));
    const bars = [...root.querySelectorAll("svg text.of-scale")].map((each) => each.textContent);
    return { texts: boxes.map(({ text }) => text), over, bars };
  });
"""


@pytest.mark.parametrize("width", [1280, 390])
def test_the_free_body_diagram_has_all_vectors_and_no_symbol_on_another(lab, file, width):
    lab.open(file, width, 900)
    ready(lab)
    for link in (2, 4):
        script = f"(setState({{ step: {6 * link} }}), (() => {{ {FREE_BODY} }})())"
        found = lab.run(script)
        expected = {f"f{link}", f"n{link}", f"\u2212f{link + 1}", f"m{link}g", f"M(f{link})"}
        assert expected <= set(found["texts"])
        assert found["over"] == []
        assert [bar.split(" ", 1)[1] for bar in found["bars"]] == ["N", "N m", "m"]
        assert lab.run("document.querySelector('#free_body select').value") == str(link)


def test_the_recursion_plays_and_turns_to_the_link(lab):
    lab.run("(window.seen = new Set(), followers.push(() => seen.add(state.step)), 0)")
    lab.run("((list) => { list.value = '4'; list.dispatchEvent(new Event('change')); })("
            "document.querySelector('.steps select'))")  # fmt: skip
    play = "document.querySelector('.steps button:nth-of-type(2)')"
    view = "JSON.stringify([camera.turn, camera.tilt, camera.aim, camera.zoom])"
    before = lab.run(view)
    lab.run(f"{play}.click()")
    lab.run(
        "new Promise((done) => { const look = () => (seen.has(3) ? done() "
        ": setTimeout(look, 20)); look(); })"
    )
    lab.run(f"{play}.click()")
    assert lab.run(f"{play}.ariaLabel") == "play the recursion"
    step = lab.run("state.step")
    assert lab.run("[1, 2, 3].every((each) => seen.has(each))")
    assert lab.run(view) != before
    lab.run("new Promise((done) => setTimeout(done, 700))")
    assert lab.run("state.step") == step
    assert lab.run("document.querySelector('.put-in').textContent").startswith("= ")
    # off, and the arm is as large as before
    lab.run("((slider) => { slider.value = 0; slider.dispatchEvent(new Event('input')); })("
            "document.querySelector('.steps input'))")  # fmt: skip
    assert lab.run("camera.zoom") == 1
    assert lab.run("camera.aim") is None


def test_where_less_motion_is_asked_for_the_recursion_does_not_play(tab, file):
    tab.open(file, 1280, 900, [("prefers-reduced-motion", "reduce")])
    ready(tab)
    assert tab.run("document.querySelector('.steps button:nth-of-type(2)').hidden")
    tab.run("(document.querySelector('[aria-label=\"next step\"]').click(), frames_passed(2))")
    assert tab.run("state.step") == 1
    # the view is there at once
    assert tab.run("camera.aim") is not None
