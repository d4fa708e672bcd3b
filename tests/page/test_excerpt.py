"""Parts of the page alone: what they hold, what an address chooses, and their height."""

import re
import time
from pathlib import Path

import numpy as np
import pytest

from equidyn import robots
from equidyn.page import page
from oracles.browser import CHROMIUM
from page.test_page_in_browser import TOOLS, ready

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium on the path"),
    pytest.mark.skipif(not page.MODULE.exists(), reason="the module has not been built"),
]

# a page that gives its frames the height that they tell
AROUND = """<!doctype html><html lang="en"><title>around</title><body style="margin: 0">
<iframe src="lab.html#{}" style="width: 100%; height: 30px; border: 0"></iframe>
<script>addEventListener("message", ({{ data }}) => {{
  document.querySelector("iframe").style.height = `${{data.height}}px`;
  (window.heights ??= []).push(data.height);
}});</script>"""

PARTS = {
    "arm": ".stage-box", "recursion": ".steps", "editor": "#editor table", "text": ".as-text",
}  # fmt: skip


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A folder with the laboratory of a PUMA 560."""
    path = tmp_path_factory.mktemp("site")
    robots.puma560().lab().save(path / "lab.html")
    return path


@pytest.fixture
def opened(tab, folder):
    """A function that opens the laboratory at an address."""

    def open_at(fragment, width=900, wait=ready):
        # another document: a change of the fragment alone would not load it again
        (folder / "empty.html").write_text("<!doctype html><title>empty</title>", encoding="utf-8")
        tab.open(folder / "empty.html", width, 9000)
        tab.ask("Page.navigate", url=f"{(folder / 'lab.html').as_uri()}#{fragment}")
        tab.run("new Promise(done => document.readyState === 'complete' ? done() : onload = done)")
        wait(tab)
        return tab

    return open_at


def shown(tab):
    """The parts that the page has made."""
    found = tab.run("[...document.querySelectorAll('.panel')].map((each) => each.id)")
    there = [
        name
        for name, what in PARTS.items()
        if tab.run(f"Boolean(document.querySelector('{what}'))")
    ]
    return {*there, *found}


@pytest.mark.parametrize("parts", [["arm"], ["arm", "recursion"], ["counts"], ["text", "equations"],
                                   ["arm", "editor", "agreement"]])  # fmt: skip
def test_an_address_shows_its_parts_and_no_others(opened, parts):
    tab = opened(f"show={','.join(parts)}")
    assert shown(tab) == set(parts)
    assert not tab.run("Boolean(document.querySelector('header, .tour, h1'))")
    assert (
        tab.run("getComputedStyle(document.documentElement).backgroundColor") == "rgba(0, 0, 0, 0)"
    )
    assert tab.run("said") == []


def test_python_chooses_the_same_parts(tab, tmp_path):
    path = tmp_path / "excerpt.html"
    html = page.page_of(robots.scara().to_dict(), show=("counts", "arm"))
    path.write_text(html, encoding="utf-8")
    tab.open(path)
    ready(tab)
    assert shown(tab) == {"arm", "counts"}
    assert tab.run("said") == []


def test_the_whole_page_has_all_parts(opened):
    assert shown(opened("")) == set(page.parts())


def test_an_address_names_robot_and_formulation(opened):
    tab = opened("show=arm,counts&robot=ur5e&formulation=kane")
    assert tab.run("state.description.name") == robots.load("ur5e").name
    assert tab.run("state.formulation") == "kane"
    arm = robots.load("ur5e")
    tau = arm.inverse_dynamics(tab.run("[...state.q]"), np.zeros(6), np.zeros(6))
    said = tab.run("[...document.querySelectorAll('.torque')].map((each) => each.textContent)")
    numbers = [float(each.split(" ")[0].replace("\u2212", "-")) for each in said]
    assert np.abs(np.array(numbers) - tau).max() <= 5.001e-4


def test_an_address_sets_position_equation_and_simulation(opened):
    tab = opened("show=arm,recursion,simulation&q=0,0.7,-1.2,0,0.5,1e-1&qdd=6,5,4,3,2,1"
                 "&equation=8&controller=computed_torque&load=2.5")  # fmt: skip
    assert tab.run("[...state.q]") == [0, 0.7, -1.2, 0, 0.5, 0.1]
    assert tab.run("[...state.qd, ...state.qdd]") == [0, 0, 0, 0, 0, 0, 6, 5, 4, 3, 2, 1]
    assert tab.run("document.querySelector('.steps output').textContent") == "8 of 54"
    assert tab.run("document.querySelector('#simulation select').value") == "computed_torque"
    assert tab.run("state.simulation.load") == 2.5


def test_a_lesson_has_its_sliders_and_numbers_alone(opened):
    tab = opened("show=arm&robot=planar_2r&q=0.5,0.7&payload=2&sliders=q1,payload&numbers=tau2,M12")
    arm = robots.planar_2r().with_payload(2)
    tau, M = arm.gravity_torque([0.5, 0.7]), arm.mass_matrix([0.5, 0.7])
    told = "[...document.querySelectorAll('.lesson-numbers output')].map((x) => x.textContent)"
    assert tab.run(told) == [f"τ₂ = {tau[1]:.3f} N m", f"M₁₂ = {M[0, 1]:.3f} kg m²"]
    fields = "[...document.querySelectorAll('input:not([hidden])')].map((x) => x.type)"
    assert tab.run(fields) == ["range", "text"] * 2
    assert tab.run("document.querySelectorAll('.lesson-numbers ~ .panel path.curve').length") > 0
    picture = "document.querySelector('.stage-picture')"
    size = f"""asPng({picture}).then((png) => createImageBitmap(png))
      .then(({{ width }}) => width / {picture}.viewBox.baseVal.width)"""
    assert abs(tab.run(size) - 2) < 0.01


def test_the_game_says_whether_the_mistake_is_found(opened):
    tab = opened("show=wrong_one&robot=stanford&small=")
    verdicts = tab.run("""new Promise((done) => {
      const choices = () => [...document.querySelectorAll(".choices button")];
      const verdict = () => document.querySelector("#wrong_one .verdict").textContent;
      const look = () => (document.querySelector("#wrong_one table")
        ? done(choices().map((each) => (each.click(), verdict()))) : setTimeout(look, 10));
      look();
    })""")
    assert sum(each.startswith("Right, ") for each in verdicts) == 1
    assert sum(each.startswith("No, it was not ") for each in verdicts) == len(verdicts) - 1


def test_an_address_restricts_what_is_compared(opened):
    tab = opened("show=counts&formulations=kane,newton_euler&formulation=kane")
    tab.run("""new Promise((done) => {
      const look = () => (document.querySelector("#counts rect") ? done() : setTimeout(look, 10));
      look();
    })""")
    names = tab.run("[...document.querySelectorAll('#counts .name')].map((x) => x.textContent)")
    assert names == ["Newton-Euler", "Kane's equations, direct"]


def test_an_excerpt_has_the_colours_of_the_page_around(tab, folder):
    (folder / "around.html").write_text(AROUND.format("show=arm"), encoding="utf-8")
    html = (folder / "around.html").read_text(encoding="utf-8")
    # a frame of another origin cannot be looked into: a copy that may run a script says what it has
    report = """<script>addEventListener("message", () => setTimeout(() =>
      parent.postMessage({ paper: getComputedStyle(document.body).getPropertyValue("--paper") },
        "*")));</script>"""
    lab = (folder / "lab.html").read_text(encoding="utf-8").replace("</body>", f"{report}</body>")
    lab = re.sub('<meta http-equiv="Content-Security-Policy"[^>]*>', "", lab)
    (folder / "saying.html").write_text(lab, encoding="utf-8")
    html = html.replace("lab.html", "saying.html").replace(
        "data.height}px", "data.height ?? 300}px"
    )
    (folder / "around.html").write_text(html, encoding="utf-8")
    tab.open(folder / "around.html")
    for scheme, paper in (("dark", "#17181b"), ("light", "#fffffb"), ("purple", "#fffffb")):
        said = tab.run(f"""new Promise((done) => {{
          addEventListener("message", ({{ data }}) => data.paper && done(data.paper));
          const frame = document.querySelector("iframe");
          const tell = () => frame.contentWindow.postMessage({{ scheme: "{scheme}" }}, "*");
          window.heights ? tell() : addEventListener("message", tell, {{ once: true }});
        }})""")
        assert said.strip() == paper


SCRIPT = Path(__file__).parents[2] / "docs" / "_static" / "excerpts.js"


def test_a_frame_of_the_site_is_as_high_as_it_says_and_another_is_not(tab, folder):
    html = AROUND.format("show=arm").partition("<script>")[0]
    html = html.replace("<iframe", '<iframe class="excerpt"')
    liar = "<script>parent.postMessage({ height: 7 }, '*')</script>"
    html += f'<iframe id="liar" srcdoc="{liar}"></iframe>'
    html += f"<script>{SCRIPT.read_text(encoding='utf-8')}</script>"
    (folder / "around.html").write_text(html, encoding="utf-8")
    tab.open(folder / "around.html")
    found = tab.run("""new Promise((done) => {
      const frame = document.querySelector("iframe.excerpt");
      const high = () => frame.offsetHeight > 200;
      const look = () => (high() ? done(frame.offsetHeight) : setTimeout(look, 10));
      look();
    })""")
    assert found < 2000
    assert tab.run("document.getElementById('liar').style.height") == ""


def test_an_arm_of_the_address_goes_before_a_robot(opened):
    tab = opened("show=text&robot=scara")
    tab.run(TOOLS)

    def link():
        tab.run("(button('Copy a link').click(), frames_passed(20))")
        return tab.run("as_text().value").split("#")[1]

    # a robot of the list has a short link, with its position
    tab.run("setState({ q: new Float64Array([0.5, 0, -0.125, 1e-9]) })")
    assert link() == "show=text&robot=scara&q=0.5,0,-0.125,1e-9"
    tab.run("setState({ description: { ...state.description, name: 'mine' } })")
    own = link()
    assert own.startswith("show=text&arm=")
    tab = opened(own.replace("show=text", "show=text&robot=ur5e"))
    assert tab.run("state.description.name") == "mine"
    assert tab.run("[...state.q]") == [0.5, 0, -0.125, 1e-9]


@pytest.mark.parametrize(
    ("fragment", "said"),
    [
        ("show=arm,hand", "show of the link: expected one of arm, recursion, "),
        ("show=", "show of the link: expected one of arm, recursion, "),
        ("show=arm&robot=toString", "could not be read: expected one of puma560, "),
        ("show=arm&formulation=kan", "formulation of the link: expected one of newton_euler, "),
        (
            "show=counts&formulations=kane,",
            "formulations of the link: expected one of newton_euler, ",
        ),
        ("show=arm&q=1,2", "q of the link: expected 6 numbers, got 2"),
        ("show=arm&q=1,2,x,4,5,6", "q of the link: expected a number, got x"),
        ("show=arm&equation=", "equation of the link: expected a number, got nothing"),
        ("show=simulation&controller=pid", "controller of the link: expected one of none, "),
        ("show=simulation&arms=3", "arms of the link: expected one of 1, 10, 100, 1000, got 3"),
        ("show=arm&gravity=-1", "gravity of the link: expected 0 or more, got -1"),
        ("show=arm&sliders=x1", "sliders of the link: expected names such as q1, "),
        ("show=simulation&load=heavy", "load of the link: expected a number, got heavy"),
        ("show=simulation&load=-5", "load of the link: expected 0 to 10 kg, got -5"),
        ("show=simulation&load=1e308", "load of the link: expected 0 to 10 kg, got 1e+308"),
        ("show=arm&arm=AAAA", "could not be read: its text is incomplete or was changed"),
        ("arm=%E2%82%AC", "could not be read: its text is incomplete or was changed"),
    ],
)
def test_what_is_not_there_is_said_once(opened, fragment, said):
    def wait(tab):
        tab.run("""new Promise((done) => {
          const said = document.getElementById("failure");
          const look = () => (said.textContent ? done() : setTimeout(look, 10));
          look();
        })""")

    tab = opened(fragment, wait=wait)
    text = tab.run("document.getElementById('failure').textContent")
    assert said in text
    assert tab.run("said") == []


@pytest.mark.parametrize("fragment", ["show=hand", "formulations=kan", "show=&formulations=,"])
def test_a_page_whose_address_is_wrong_is_whole(opened, fragment):
    tab = opened(fragment)
    assert shown(tab) == set(page.parts())
    assert tab.run("getComputedStyle(document.querySelector('header')).display") != "none"
    assert tab.run("page.compared") is None
    assert "of the link: expected one of " in tab.run(
        "document.getElementById('failure').textContent"
    )


def test_a_changed_address_shows_other_parts(opened):
    tab = opened("show=arm")
    tab.run("location.hash = '#show=counts'")
    # nothing that the page promises outlives it
    for _ in range(300):
        time.sleep(0.1)
        if tab.run("!document.querySelector('.stage-box')"):
            break
    ready(tab)
    assert shown(tab) == {"counts"}
    tab.run("location.hash = '#show=counts&formulation=kane'")
    tab.run("new Promise((done) => setTimeout(done, 100))")
    assert tab.run("state.formulation") == "kane"


@pytest.mark.parametrize("width", [390, 900])
@pytest.mark.parametrize("parts", ["arm", "arm,recursion", "agreement", "arm,equations"])
def test_the_page_around_hears_how_high_it_is(opened, tab, folder, parts, width):
    height = "Math.ceil(document.body.getBoundingClientRect().height)"
    expected = opened(f"show={parts}", width).run(f"frames_passed(30).then(() => {height})")
    (folder / "around.html").write_text(AROUND.format(f"show={parts}"), encoding="utf-8")
    tab.open(folder / "around.html", width, 9000)
    heard = tab.run(f"""new Promise((done) => {{
      let left = 2000;
      const look = () => {{
        const heard = window.heights?.at(-1);
        if (heard === {expected} || !left--) done(heard);
        else setTimeout(look, 10);
      }};
      look();
    }})""")
    assert heard == expected
    assert tab.run("document.documentElement.scrollWidth - innerWidth") <= 0
