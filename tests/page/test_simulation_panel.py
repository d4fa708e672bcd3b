"""The panel of the moving arm: starts, energies, paces, and in a browser the motion of Python."""

import json
import re

import numpy as np
import pytest

from equidyn import robots
from equidyn.page import page
from oracles.browser import CHROMIUM, browser
from oracles.scripts import NODE, evaluate
from page.test_page_in_browser import TOOLS, WATCH, ready

FILES = ("panels/simulation.js",)
PICTURE = ("arm/moving_arms.js",)

by_node = pytest.mark.skipif(NODE is None, reason="there is no Node on the path")


def found(expression):
    """Return what an expression of the panel's functions gives."""
    return evaluate(FILES, expression)


@by_node
def test_arms_start_within_a_hundredth_of_a_degree():
    q = np.reshape(found("[...startsOf([0.5, -1, 2], 100)]"), (100, 3))
    off = np.abs(q - [0.5, -1, 2])
    assert np.all(off[0] == 0)
    assert off[1:].min() > 0
    assert 0.9 * np.deg2rad(0.01) < off.max() <= np.deg2rad(0.01)


@by_node
def test_gains_are_those_of_critical_damping():
    wished = {"controller": "computed_torque", "arms": 10, "stiffness": 64, "load": 2}
    script = f"simulationOf({json.dumps(wished)}, {{ q: [0, 1], qd: [2, 3] }}, [5, 6])"
    given = found(script)
    assert given["controller"] == {"law": "computed_torque", "kp": 64, "kv": 16}
    assert given["trajectory"] == [5, 6]
    assert given["payload"] == {"mass": 2}
    assert given["step"] == 1 / 960
    assert list(given["qd"].values()) == [2, 3] * 10


@by_node
@pytest.mark.parametrize(("controller", "law"), [("none", None), ("gravity", "gravity")])
def test_without_a_goal_there_are_no_gains(controller, law):
    wished = {"controller": controller, "arms": 1, "stiffness": 64, "load": 0}
    given = found(f"simulationOf({json.dumps(wished)}, {{ q: [0], qd: [0] }}, [5])")
    assert given.get("controller") == (law and {"law": law, "kp": 0, "kv": 0})
    assert given["payload"] is None


@by_node
def test_the_balance_counts_each_energy_once():
    start = {"kinetic": [1, 1], "potential": [10, 20]}
    now = {"kinetic": [4, 1], "potential": [12, 20], "work": [7, 0], "dissipated": [2, 0.5]}
    rows = found(f"energiesSince({json.dumps(start)}, {json.dumps(now)})")
    expected = {"kinetic": 4, "potential": 2, "work": 7, "dissipated": 2, "pull": 0, "balance": 0}
    assert rows == {**expected, "worst": 0.5}
    # a pull moves the first arm alone
    rows = found(f"energiesSince({json.dumps(start)}, {json.dumps(now)}, 3)")
    assert rows == {**expected, "pull": 3, "balance": -3, "worst": 3}


@by_node
def test_distances_are_the_largest_of_the_joints():
    assert found("waysOf([0, 1, 0.5, 1, 0, -1], [0.25, 1])") == {"error": 0.25, "apart": 2}
    assert found("waysOf([0, 1], [0, 1])") == {"error": 0, "apart": 0}


@by_node
@pytest.mark.parametrize(
    ("joints", "unit"), [("RR", "rad"), ("PPP", "m"), ("RPR", "rad or m"), ("PR", "rad or m")]
)
def test_distances_have_the_unit_of_the_joints(joints, unit):
    assert found(f"positionUnit('{joints}')") == unit


@by_node
@pytest.mark.parametrize(
    ("rate", "seconds", "frames"), [(60, 2, 120), (120, 2, 120), (144, 2, 120), (30, 2, 60)]
)
def test_the_motion_has_the_pace_of_time_and_never_hurries(rate, seconds, frames):
    script = f"""(() => {{
      let [left, all] = [0, 0];
      for (let k = 0; k < {rate * seconds}; k++) {{
        const due = framesDue(left, 1 / {rate});
        [left, all] = [due.left, all + due.frames];
      }}
      return all;
    }})()"""
    assert found(script) == pytest.approx(frames, abs=1)


@by_node
def test_a_pull_is_a_spring_by_the_weight_of_the_arm():
    weight = 9.80665 * 5
    script = "springForce([1, 0, 0], [1, 0.5, 0], [2, 3], 2)"
    assert evaluate(PICTURE, script) == pytest.approx([0, 0.5 * weight, 0])
    assert evaluate(PICTURE, "springForce([0, 0, 0], [1, 0, 0], [0], 2)") == [1, 0, 0]


@by_node
@pytest.mark.parametrize(
    ("most", "length"),
    [(0.34, 0.2), (0.5, 0.5), (0.99, 0.5), (1, 1), (2.1, 2), (37, 20), (3e-5, 2e-5)],
)
def test_the_scale_has_a_round_length(most, length):
    assert evaluate(PICTURE, f"roundLength({most})") == pytest.approx(length)


Q, QD = [0.3, -0.7, 0.6, 0.2, 0.9, 0.1], [0.5] * 6


@pytest.fixture(scope="module")
def opened(tmp_path_factory):
    """A tab of a browser, and the laboratory of a PUMA that moves."""
    if CHROMIUM is None or not page.MODULE.exists():
        pytest.skip("there is no Chromium on the path, or the module has not been built")
    path = tmp_path_factory.mktemp("lab") / "lab.html"
    robots.puma560().lab(Q, QD).save(path)
    with browser(tmp_path_factory.mktemp("profile"), WATCH) as tab:
        yield tab, path


def panel(tab, path, media=()):
    """Open the page at the panel."""
    tab.open(path, 1280, 900, media)
    ready(tab)
    tab.run(TOOLS)
    tab.run("""new Promise((done) => {
      const look = () => {
        document.getElementById("simulation").scrollIntoView();
        const drawn = document.querySelector("#simulation svg path");
        return drawn ? done() : setTimeout(look, 50);
      };
      look();
    })""")


def wish(tab, **wished):
    """Set what is simulated."""
    script = f"(setState({{ simulation: {json.dumps(wished)} }}), frames_passed(3))"
    tab.run(script)


def numbers(tab, name):
    """Return numbers of the state of the page."""
    return np.array(tab.run(f"[...state.{name}]"))


def silent(tab):
    """The page has said and fetched nothing."""
    assert tab.run("said") == []
    assert tab.run("document.querySelector('#simulation > div > .problem').textContent") == ""
    assert tab.run("document.getElementById('trouble').textContent") == ""


@pytest.mark.slow
@pytest.mark.parametrize("load", [0, 2.5])
def test_the_arm_falls_as_in_python(opened, load):
    tab, path = opened
    panel(tab, path)
    wish(tab, load=load, friction=True)
    tab.run("(button('Step ½ s').click(), frames_passed(3))")
    arm = robots.puma560()
    arm = arm.with_payload(load) if load else arm
    expected = arm.simulate(Q, QD, 0.5, step=1 / 960, friction=True, motors=True)
    np.testing.assert_allclose(numbers(tab, "q"), expected.q[-1], rtol=0, atol=1e-9)
    np.testing.assert_allclose(numbers(tab, "qd"), expected.qd[-1], rtol=0, atol=1e-8)
    said = tab.run("document.querySelector('#simulation .note').textContent")
    balance = float(said.split("within ")[1].split(" J")[0].replace("\N{MINUS SIGN}", "-"))
    # Coulomb friction jumps within steps; energies without the rotors were off by joules
    assert balance < 0.1
    tab.run("(button('Rewind').click(), frames_passed(3))")
    assert numbers(tab, "q").tolist() == Q
    assert numbers(tab, "qd").tolist() == QD
    tab.run("(button('At rest').click(), frames_passed(3), button('Step ½ s').click())")
    rest = arm.simulate(Q, np.zeros(6), 0.5, step=1 / 960, friction=True, motors=True)
    np.testing.assert_allclose(numbers(tab, "q"), rest.q[-1], rtol=0, atol=1e-9)
    silent(tab)


@pytest.mark.slow
def test_computed_torque_reaches_what_is_held_and_a_load_keeps_it_away(opened):
    tab, path = opened
    panel(tab, path)
    arm = robots.puma560()
    goal = np.array(tab.run("[...targetOf(state.description, state.q)]"))
    for load in (0, 5):
        wish(tab, controller="computed_torque", load=load)
        for _ in range(12):
            tab.run("(button('Step ½ s').click(), frames_passed(2))")
        off = goal - numbers(tab, "q")
        # at rest: M kp e = g of the loaded arm - g of the model
        q = numbers(tab, "q")
        lacking = arm.with_payload(load).gravity_torque(q) - arm.gravity_torque(q)
        np.testing.assert_allclose(arm.mass_matrix(q) @ (100 * off), lacking, rtol=0, atol=1e-3)
        assert (np.abs(off).max() > 0.01) == bool(load)
        said = tab.run("document.querySelector('#simulation .note').textContent")
        far = re.search(r"([\d.e−]+) rad from the target", said)[1]
        assert float(far.replace("−", "-")) == pytest.approx(np.abs(off).max(), rel=1e-2)
        tab.run("(button('Rewind').click(), frames_passed(3))")
    # a line in the picture is the arm at the target, whose tool is where that of the arm is there
    tab.run("(setState({ q: targetOf(state.description, state.q) }), frames_passed(3))")
    line = "document.querySelector('#simulation .target-arm').getAttribute('points').split(' ')"
    held = [float(x) for x in tab.run(line)[-1].split(",")]
    tool = tab.run("document.querySelector('#simulation .tools').getAttribute('d')")
    assert [float(x) for x in re.split("[M,h]", tool)[1:3]] == pytest.approx(held, abs=0.2)
    wish(tab, controller="none", load=0)
    assert tab.run("document.querySelector('#simulation .target-arm')") is None
    silent(tab)


@pytest.mark.slow
def test_a_thousand_arms_part_and_keep_their_energy(opened):
    tab, path = opened
    panel(tab, path)
    wish(tab, arms=1000)
    for _ in range(4):
        tab.run("(button('Step ½ s').click(), frames_passed(2))")
    said = tab.run("document.querySelector('#simulation .note').textContent").split("; ")
    assert said[0] == "2.00 s"
    assert re.fullmatch(r"arms differ by up to [\d.]+ rad\.", said[2])
    legend = "[...document.querySelectorAll('#simulation .legend')].at(-1).textContent"
    assert tab.run(legend) == "from the first arm to the farthest"
    dots = tab.run("document.querySelector('#simulation .tools').getAttribute('d')")
    assert dots.count("h0") == 1000
    # kinetic and potential energy, their balance, and the distance: nothing else acts
    assert tab.run("document.querySelectorAll('#simulation .series').length") == 4
    silent(tab)


@pytest.mark.slow
def test_it_moves_until_it_is_stopped_and_goes_on_from_where_it_is_dragged(opened):
    tab, path = opened
    panel(tab, path)
    tab.run("(button('Play').click(), frames_passed(8))")
    before = numbers(tab, "q")
    assert np.abs(before - Q).max() > 1e-3
    tab.run("(setState({ q: new Float64Array(6).fill(1) }), frames_passed(4))")
    tab.run("(button('Pause').click(), frames_passed(2))")
    after = numbers(tab, "q")
    assert 0 < np.abs(after - 1).max() < 0.5
    tab.run("frames_passed(5)")
    assert numbers(tab, "q").tolist() == after.tolist()
    tab.run("choose_robot('panda')")
    tab.run("(button('Step ½ s').click(), frames_passed(2))")
    assert len(numbers(tab, "q")) == 7
    tab.run("(type_into('mass of link 1', 'heavy'), frames_passed(2))")
    assert tab.run("button('Step ½ s').click()") is None
    silent(tab)


@pytest.mark.slow
def test_the_arm_is_pulled_and_its_energy_balances(opened):
    tab, path = opened
    panel(tab, path)
    tab.run("document.querySelector('#simulation svg').scrollIntoView({ block: 'center' })")
    tab.run("frames_passed(3)")
    tab.run("""(() => {
      const picture = document.querySelector("#simulation svg");
      window.point = (kind, target, x, y) => target.dispatchEvent(new PointerEvent(kind, {
        bubbles: true, pointerId: 1, clientX: x, clientY: y }));
      picture.setPointerCapture = () => {};
      const { left, top, width, height } =
        picture.querySelector("[data-joint=tool]").getBoundingClientRect();
      window.place = [left + width / 2, top + height / 2];
      point("pointerdown", picture.querySelector("[data-joint=tool]"), ...place);
      point("pointermove", picture, place[0] + 150, place[1] - 50);
    })()""")
    assert tab.run("document.querySelector('#simulation text.pull').textContent").endswith(" N")
    free = robots.puma560().simulate(Q, QD, 0.5, step=1 / 960).q[-1]
    tab.run("(button('Step ½ s').click(), frames_passed(3))")
    assert np.abs(numbers(tab, "q") - free).max() > 0.05
    said = tab.run("document.querySelector('#simulation .note').textContent")
    assert float(said.split("within ")[1].split(" J")[0].replace("\N{MINUS SIGN}", "-")) < 1e-6
    tab.run(
        "(point('pointerup', document.querySelector('#simulation svg'), 0, 0), frames_passed(2))"
    )
    assert tab.run("document.querySelector('#simulation text.pull')") is None
    # elsewhere, the mouse turns the view, of the arm above too
    tab.run("""(() => {
      const picture = document.querySelector("#simulation svg");
      window.turned = camera.turn;
      point("pointerdown", picture, 700, 300);
      point("pointermove", picture, 740, 300);
      point("pointerup", picture, 740, 300);
    })()""")
    assert tab.run("camera.turn - turned") == pytest.approx(-20, rel=0.2)
    silent(tab)


@pytest.mark.slow
def test_reduced_motion_moves_by_jumps_alone(opened):
    tab, path = opened
    panel(tab, path, [("prefers-reduced-motion", "reduce")])
    assert tab.run("button('Play').hidden")
    tab.run("(button('Play').click(), frames_passed(4))")
    assert numbers(tab, "q").tolist() == Q
    tab.run("(button('Step ½ s').click(), frames_passed(2))")
    assert numbers(tab, "q").tolist() != Q
    silent(tab)


# the script's part of each frame, ms, and what is evaluated of the arm of the page
WATCH_FRAMES = """
  window.work = new Map();
  window.own_request = requestAnimationFrame;
  window.requestAnimationFrame = (call) => own_request((at) => {
    const start = performance.now();
    call(at);
    work.set(at, (work.get(at) ?? 0) + performance.now() - start);
  });
  window.calls = { verify: 0, counts: 0, evaluate: 0, quantity: 0, advance: 0, parts: 0 };
  for (const [owner, name] of [[LabArm, "verify"], [LabArm, "counts"], [LabArm, "evaluate"],
      [LabArm, "quantity"], [LabSimulation, "advance"]]) {
    const own = owner.prototype[name];
    owner.prototype[name] = function (...given) {
      const many = name !== "quantity" || given[2] === 1000;
      if (many && (this === state.arm || this instanceof LabSimulation)) calls[name]++;
      return own.apply(this, given);
    };
  }
  const own_parts = torqueParts;
  torqueParts = (arm, name, { t, ...motion }) => {
    if (t) calls.parts++; // not of the state now
    return own_parts(arm, name, { t, ...motion });
  };
"""


@pytest.mark.slow
def test_a_frame_of_a_thousand_arms_does_no_more_than_it_shows(opened):
    tab, path = opened
    panel(tab, path)
    tab.run(f"(() => {{ {WATCH_FRAMES} }})()")
    wish(tab, arms=1000)
    tab.run("(document.getElementById('breakdown').scrollIntoView(), frames_passed(20))")
    assert tab.run("state.arm.n") == 6
    # other panels wait for the clock, which stands still
    tab.run("(performance.clock = performance.now, performance.now = () => 1e9, setState({}), "
            "frames_passed(3))")  # fmt: skip
    tab.run("(Object.keys(calls).forEach((name) => { calls[name] = 0; }), 0)")
    tab.run("(button('Play').click(), frames_passed(40))")
    calls = tab.run("calls")
    assert calls["advance"] > 3
    assert calls["verify"] == calls["counts"] == calls["parts"] == 0
    # the torques beside the sliders; of all arms where their tools are, every other time energies
    assert calls["evaluate"] <= calls["advance"] + 2
    assert calls["quantity"] <= 2 * calls["advance"] + 2
    tab.run("(button('Pause').click(), frames_passed(3))")
    assert tab.run("calls.parts") == 1
    tab.run("(performance.now = performance.clock, work.clear(), button('Play').click(), "
            "frames_passed(40))")  # fmt: skip
    tab.run("(button('Pause').click(), frames_passed(2))")
    work = np.array(tab.run("[...work.values()]"))
    print(f"scripts of a frame of a thousand arms: {np.median(work):.1f} ms, 90 % below", end=" ")
    print(f"{np.quantile(work, 0.9):.1f} ms, of {len(work)} frames")
    silent(tab)
