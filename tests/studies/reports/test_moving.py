"""The moving arm of a report: an excerpt of the laboratory in a frame, and what is not in it."""

import re

import numpy as np
import pytest

import equidyn
from equidyn import Arm
from equidyn.page import page
from equidyn.robots import planar_2r, puma560, random_arm, stanford
from equidyn.studies.reports.moving import moving
from oracles.browser import CHROMIUM, browser
from oracles.web_page import Page

# remembers what goes wrong, in frames, too
WATCH = """(() => {
  window.said = [];
  console.error = (...words) => said.push(words.join(" "));
  addEventListener("error", (event) => said.push(event.message));
})()"""

ZEROS = dict.fromkeys(("alpha", "theta"), [0.0] * 31)
needs_module = pytest.mark.skipif(not page.MODULE.exists(), reason="the module was not built")


def frame_of(text):
    """The attributes of the frame of a page, None without one."""
    seen = Page(text)
    assert seen.open == []
    frames = [attributes for tag, attributes in seen.elements if tag == "iframe"]
    assert len(frames) <= 1
    return frames[0] if frames else None


@pytest.fixture
def built(monkeypatch, tmp_path):
    """An installation whose module is of no interest."""
    module = tmp_path / "equidyn.wasm"
    module.write_bytes(b"\0asm")
    monkeypatch.setattr(page, "MODULE", module)


@pytest.mark.usefixtures("built")
def test_the_frame_holds_the_excerpt_of_the_arm_letter_by_letter():
    arm = stanford().with_name("a 'b' & \"c\" &lt; </iframe><script>evil()</script>")
    report = equidyn.report(arm, samples=1, quick=True)
    text = report.html()
    frame = frame_of(text)
    show = ("arm", "recursion", "torques", "free_body")
    assert bool(frame["srcdoc"] == page.page_of(page.described(arm), None, show))
    assert frame["title"] == f"{arm.name}, moving"
    assert "src" not in frame
    assert "<script>" not in text
    shown = Page(report._repr_html_()).elements[0][1]["srcdoc"]
    assert bool(shown.replace('<base href="about:srcdoc">\n', "", 1) == text)


def test_without_the_module_one_sentence_says_what_is_missing(monkeypatch, tmp_path):
    monkeypatch.setattr(page, "MODULE", tmp_path / "none.wasm")
    text = equidyn.report(planar_2r(), samples=1, quick=True).html()
    assert frame_of(text) is None
    assert text.count("lacks the WebAssembly module") == 1
    assert "EQUIDYN_LAB=1 pip install" in text
    assert "could not be made" not in text


@pytest.mark.usefixtures("built")
def test_an_arm_of_more_joints_than_the_page_takes_is_not_moved():
    assert moving(random_arm(30, seed=0), ["kane"]) is not None
    assert moving(random_arm(31, seed=0), ["kane"]) is None
    without = Arm.from_dh("standard", joints="R" * 31, **dict.fromkeys("ad", [0.1] * 31), **ZEROS)
    assert "Move it" not in equidyn.report(without).html()


@pytest.mark.usefixtures("built")
def test_functions_of_the_user_are_said_not_to_be_there():
    def mine(arm, q, qd, qdd):
        return arm.inverse_dynamics(q, qd, qdd)

    options = {"samples": 1, "quick": True, "formulations": ["kane"]}
    text = equidyn.report(planar_2r(), candidates={"<mine>": mine}, **options).html()
    assert "Not computed in the browser: &lt;mine&gt;." in text
    text = equidyn.report(planar_2r(), **options).html()
    assert "Not computed in the browser" not in text


@pytest.mark.usefixtures("built")
def test_reports_of_other_quantities_have_no_moving_arm():
    report = equidyn.report(planar_2r(), quantity="mass_matrix", samples=1, quick=True)
    assert frame_of(report.html()) is None


@needs_module
def test_a_quick_page_is_smaller_than_1_3_megabytes():
    text = equidyn.report(puma560(), samples=1, quick=True).html()
    assert len(text.encode()) < 1_300_000


@pytest.fixture(scope="module")
def tab(tmp_path_factory):
    """A tab of a browser."""
    if CHROMIUM is None:
        pytest.skip("there is no Chromium on the path")
    with browser(tmp_path_factory.mktemp("profile"), WATCH) as opened:
        opened.evaluate_in_frames()
        yield opened


# waits until the frame is ready, and up to 20 s until it is as high as its page
SETTLED = """new Promise((done) => {
  let left = 2000;
  const look = () => {
    const frame = document.getElementById("moving");
    const inside = frame.contentDocument;
    const height = Math.ceil(inside?.body?.getBoundingClientRect().height);
    if (inside?.querySelector("#torques td") && (frame.clientHeight === height || !left--)) done();
    else setTimeout(look, 10);
  };
  look();
})"""


@needs_module
@pytest.mark.slow
@pytest.mark.parametrize("width", [390, 768, 1280])
@pytest.mark.parametrize("arm", [puma560(), stanford(), Arm.to_convention(stanford(), "modified")])
def test_the_frame_computes_the_torques_and_has_the_height_of_its_page(tab, tmp_path, arm, width):
    report = equidyn.report(arm, samples=1, quick=True)
    report.save(tmp_path / "report.html")
    tab.open(tmp_path / "report.html", width, 2400)
    tab.run(SETTLED)
    inside = "document.getElementById('moving').contentDocument"
    q, total = tab.run(f"""[
      [...document.getElementById("moving").contentWindow.eval("state.q")],
      [...{inside}.querySelectorAll("#torques data.total")].map(({{ value }}) => Number(value))]""")
    tau = arm.gravity_torque(q)
    np.testing.assert_allclose(total, tau, rtol=0, atol=1e-13 * np.abs(tau).max())
    for box in ("document.documentElement", f"{inside}.documentElement"):
        assert tab.run(f"{box}.scrollWidth - {box}.clientWidth") <= 0
    heights = tab.run(f"""[document.getElementById("moving").clientHeight,
      Math.ceil({inside}.body.getBoundingClientRect().height)]""")
    assert heights[0] == heights[1] > 400
    assert tab.run("[said, document.getElementById('moving').contentWindow.said]") == [[], []]


@needs_module
@pytest.mark.slow
def test_heights_of_others_are_not_taken(tab, tmp_path):
    equidyn.report(planar_2r(), samples=1, quick=True).save(tmp_path / "report.html")
    tab.open(tmp_path / "report.html")
    tab.run(SETTLED)
    height = "document.getElementById('moving').style.height"
    before = tab.run(height)
    assert re.fullmatch(r"\d+px", before)
    tab.run("(postMessage({ height: 7 }, '*'), new Promise((done) => setTimeout(done, 100)))")
    assert tab.run(height) == before
