"""The bar that plays a motion: all of the page follows, and whoever drags meanwhile is obeyed."""

import numpy as np
import pytest

from equidyn import robots, trapezoid
from equidyn.page import page
from oracles.browser import CHROMIUM
from page.test_page_in_browser import TOOLS, ready

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium on the path"),
    pytest.mark.skipif(not page.MODULE.exists(), reason="the module has not been built"),
]

WAY = trapezoid([0, 0.7, -1.2, 0, 0.5, 0], [1.2, -0.5, 0.3, 1, -1, 2], duration=0.5)

PLAYER = """
  window.bar = document.querySelector(".player");
  window.handle = () => document.querySelector(".handle");
  window.time = () => Number(bar.querySelector("input").value);
  window.to_time = (time) => {
    bar.querySelector("input").value = time;
    bar.querySelector("input").dispatchEvent(new Event("input", { bubbles: true }));
    return frames_passed();
  };
  window.playing = () => Boolean(button("Pause"));
  window.until = (true_now) => new Promise((done) => {
    const look = () => (true_now() ? done() : requestAnimationFrame(look));
    look();
  });
  window.pointed = (key) =>
    bar.querySelector("input").dispatchEvent(new KeyboardEvent("keydown", { key }));
"""


@pytest.fixture(scope="module")
def file(tmp_path_factory):
    """A page with a motion."""
    path = tmp_path_factory.mktemp("lab") / "lab.html"
    robots.puma560().lab(motion=WAY).save(path)
    return path


def opened(tab, file, media=()):
    """Open the page, ready."""
    tab.open(file, 1280, 900, media)
    ready(tab)
    tab.run(TOOLS)
    tab.run(PLAYER)


@pytest.fixture
def lab(tab, file):
    """The page, which prints nothing."""
    opened(tab, file)
    yield tab
    assert tab.run("said") == []


def test_the_page_begins_at_the_start_and_waits(lab):
    lab.run("frames_passed(3)")
    assert lab.run("time()") == 0
    assert not lab.run("playing()")
    assert lab.run("[...state.q]") == WAY(0)[0].tolist()


def test_a_time_is_chosen_and_all_follows(lab):
    lab.run("setState({ step: 30 }), frames_passed()")
    before = lab.run("picture()")
    lab.run("to_time(0.25)")
    # of 200 samples, the time lies between two
    for name, expected in zip(("q", "qd"), WAY(0.25), strict=False):
        assert np.abs(np.array(lab.run(f"[...state.{name}]")) - expected).max() < 1e-3
    assert lab.run("bar.querySelector('output').textContent") == "0.25 s"
    assert lab.run("picture()") != before
    assert "joint 1" in lab.run("document.querySelector('.joints input').ariaLabel")
    shown = lab.run("labelled('position of joint 1, °').value")
    assert abs(float(shown) - np.degrees(WAY(0.25)[0][0])) < 0.1


def test_a_motion_is_played_to_its_end_and_again(lab):
    lab.run("(window.seen = [], followers.push(() => seen.push(time())), 0)")
    lab.run("button('Play').click()")
    assert lab.run("playing()")
    lab.run("until(() => !playing())")
    seen = lab.run("seen")
    assert seen == sorted(seen)
    assert len(set(seen)) > 3
    assert lab.run("time()") == 0.5
    assert lab.run("[...state.q]") == WAY(0.5)[0].tolist()
    lab.run("button('Play').click()")
    assert lab.run("time() < 0.5 && playing()")


def test_a_motion_is_paused_and_goes_on(lab):
    lab.run("(bar.querySelector('select').value = '0.1', "
            "bar.querySelector('select').dispatchEvent(new Event('change')))")  # fmt: skip
    lab.run("(button('Play').click(), until(() => time() > 0.02))")
    lab.run("button('Pause').click()")
    time = lab.run("time()")
    lab.run("frames_passed(3)")
    assert lab.run("time()") == time < 0.5
    lab.run("(button('Play').click(), frames_passed(3))")
    assert lab.run("time()") > time


@pytest.mark.parametrize(
    "change",
    [
        "setState({ q: Float64Array.from([9, 0, 0, 0, 0, 0]) })",
        "type_into('position of joint 1, °', '90')",
        "button('Random state').click()",
        "choose_robot('scara')",
        "(bar.querySelector('input').dispatchEvent(new Event('input', { bubbles: true })))",
    ],
)
def test_who_moves_the_arm_stops_the_motion(lab, change):
    lab.run("(button('Play').click(), frames_passed(2))")
    lab.run(f"({change}, frames_passed(3))")
    assert not lab.run("playing()")
    state = lab.run("[...state.q]")
    lab.run("frames_passed(3)")
    assert lab.run("[...state.q]") == state


def test_the_way_of_the_tool_is_drawn_and_the_tool_is_on_it(lab):
    way = "document.querySelector('.way').getAttribute('points').split(' ')"
    seen = [np.array(lab.run(f"{way}.map((each) => each.split(',').map(Number))"))]
    assert len(seen[0]) == 200
    for time in (0, 0.25, 0.5):
        lab.run(f"to_time({time})")
        tool = lab.run("['cx', 'cy'].map((x) => Number(handle().getAttribute(x)))")
        assert np.linalg.norm(seen[0] - tool, axis=1).min() < 1
    lab.run("type_into('a of joint 2', '0.6')")
    assert lab.run(f"{way}.map((each) => each.split(',').map(Number))") != seen[0].tolist()
    lab.run("choose_robot('scara')")
    assert lab.run("document.querySelector('.way')") is None


def test_the_picture_keeps_its_scale_while_a_motion_plays(lab):
    unit = "document.querySelector('.stage-picture .floor').getAttribute('points')"
    before = lab.run(unit)
    for time in (0.1, 0.2, 0.3, 0.4, 0.5):
        lab.run(f"to_time({time})")
        assert lab.run(unit) == before


PEAKS = "[...document.querySelectorAll('#breakdown table')].at(-1).rows"


def peaks(lab):
    """The largest torques of the joints that the breakdown shows."""
    lab.run("(document.getElementById('breakdown').scrollIntoView(), frames_passed(8))")
    found = lab.run(f"[...{PEAKS}].slice(1).map((row) => row.cells[1].textContent)")
    return np.array([float(each.replace("\u2212", "-")) for each in found])


def test_torques_are_taken_apart_along_the_motion(lab):
    arm = robots.puma560()
    t = np.linspace(0, 0.5, 200)
    expected = np.abs(arm.inverse_dynamics(*WAY(t))).max(axis=0)
    assert np.allclose(peaks(lab), expected, rtol=6e-3, atol=1e-9)
    lab.run("to_time(0.2)")
    assert np.allclose(peaks(lab), expected, rtol=6e-3, atol=1e-9)
    lab.run("type_into('mass of link 2', '30')")
    heavy = arm._with(mass=[30 if k == 1 else mass for k, mass in enumerate(arm.mass)])
    expected = np.abs(heavy.inverse_dynamics(*WAY(t))).max(axis=0)
    assert np.allclose(peaks(lab), expected, rtol=6e-3, atol=1e-9)
    lab.run("choose_robot('scara')")
    peaks(lab)
    said = "document.querySelector('#breakdown p').textContent"
    assert "from their current positions" in lab.run(said)


@pytest.mark.parametrize("simulated", [True, False])
def test_torques_of_drives_are_drawn_where_they_are_known(tab, tmp_path, simulated):
    arm = robots.planar_2r()
    moved = arm.simulate([0.3, 0.4], [0, 0], duration=0.5)
    path = tmp_path / "lab.html"
    arm.lab(motion=moved if simulated else (moved.t, moved.q)).save(path)
    opened(tab, path)
    peaks(tab)
    drives = "[...document.querySelectorAll('#breakdown .legend')]"
    shown = f"{drives}.filter((each) => each.checkVisibility()).map((each) => each.textContent)"
    assert any("motor" in each for each in tab.run(shown)) == simulated
    curves = tab.run("document.querySelectorAll('#breakdown figure path.curve').length")
    assert curves == (5 if simulated else 4)
    assert tab.run("said") == []


def test_an_arm_of_other_joints_has_no_bar(lab):
    hidden = "document.getElementById('player').hidden"
    assert not lab.run(hidden)
    lab.run("choose_robot('scara')")
    assert lab.run(hidden)
    lab.run("choose_robot('stanford')")
    assert not lab.run(hidden)


def test_arrows_go_by_a_hundredth(lab):
    lab.run("(to_time(0.1), pointed('ArrowRight'))")
    assert lab.run("time()") == pytest.approx(0.105, abs=1e-9)
    lab.run("pointed('ArrowLeft')")
    assert lab.run("time()") == pytest.approx(0.1, abs=1e-9)


def test_where_less_motion_is_asked_for_it_goes_by_jumps(tab, file):
    opened(tab, file, [("prefers-reduced-motion", "reduce")])
    assert tab.run("button('Play').hidden")
    tab.run("[...bar.querySelectorAll('button')].at(-1).click()")
    assert tab.run("time()") == 0.5
    tab.run("[...bar.querySelectorAll('button')].at(-1).click()")
    assert tab.run("time()") == 0


def test_a_page_without_a_motion_has_no_bar(tab, tmp_path):
    robots.puma560().lab().save(tmp_path / "lab.html")
    opened(tab, tmp_path / "lab.html")
    assert tab.run("document.getElementById('player').childElementCount") == 0
