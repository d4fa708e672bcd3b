"""The page on paper and under the keyboard: no empty sheets, and no focus behind the picture."""

import base64
import re

import pytest

import equidyn
from equidyn import robots
from equidyn.page import page
from oracles.browser import CHROMIUM
from page.test_page_in_browser import ready

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium on the path"),
    pytest.mark.skipif(not page.MODULE.exists(), reason="the module has not been built"),
]

# A4, in inches
SHEET = {"paperWidth": 8.27, "paperHeight": 11.69}


@pytest.fixture(name="lab")
def fixture_lab(tmp_path):
    """The file of a laboratory."""
    path = tmp_path / "lab.html"
    robots.puma560().lab().save(path)
    return path


def test_the_laboratory_is_a_handout_of_two_sheets(tab, lab):
    tab.open(lab, 1280, 900)
    ready(tab)
    pdf = base64.b64decode(tab.ask("Page.printToPDF", **SHEET)["data"])
    assert len(re.findall(rb"/Type\s*/Page\b", pdf)) == 2
    tab.ask("Emulation.setEmulatedMedia", media="print")
    tab.run("(dispatchEvent(new Event('beforeprint')), frames_passed(4))")
    shown = "[...document.querySelectorAll('.panel')].filter((each) => each.checkVisibility())"
    assert "agreement" in tab.run(f"{shown}.map(({{ id }}) => id)")
    # nothing that is printed is empty
    empty = (
        "each.matches(':has(.picture svg:empty, .unmade)') || !each.querySelector('td, svg > *')"
    )
    assert tab.run(f"{shown}.filter((each) => {empty}).map(({{ id }}) => id)") == []
    verdicts = "[...document.querySelectorAll('.verdict:empty')]"
    assert tab.run(f"{verdicts}.some((each) => each.checkVisibility())") is False
    tab.ask("Emulation.setEmulatedMedia", media="")


def test_the_report_prints_the_arm_below_its_verdict(tab, tmp_path):
    path = tmp_path / "report.html"
    equidyn.report(robots.scara(), quick=True).save(path)
    # the width of a sheet without its margins
    tab.open(path, 718, 1000)
    tab.run("new Promise((done) => addEventListener('message', () => setTimeout(done, 300)))")
    tab.ask("Emulation.setEmulatedMedia", media="print")
    frame = tab.run("document.querySelector('iframe').getBoundingClientRect().toJSON()")
    assert frame["height"] < 400
    assert frame["bottom"] < 1000
    tab.ask("Emulation.setEmulatedMedia", media="")


OBSCURED = """(() => {
  const each = document.activeElement;
  if (each === document.body || each.closest("#stage, .tour, header")) return "";
  const arm = document.querySelector(".stage-box").getBoundingClientRect();
  const { left, right, top, bottom } = each.getBoundingClientRect();
  const aside = right <= arm.left || left >= arm.right;
  const seen = aside || top >= arm.bottom - 1 || bottom <= arm.top + 1;
  return seen && bottom > 0 && top < innerHeight ? "" : each.outerHTML.slice(0, 120);
})()"""


@pytest.mark.parametrize("size", [(1280, 900), (1280, 600), (390, 844)])
def test_no_control_has_the_focus_behind_the_picture(tab, lab, size):
    tab.open(lab, *size)
    ready(tab)
    tab.run("(document.querySelector('#editor details').open = true, frames_passed())")
    tab.run("(document.querySelector('#text summary').focus(), frames_passed())")
    found, visited = [], set()
    for _ in range(150):
        key = {"key": "Tab", "code": "Tab", "windowsVirtualKeyCode": 9, "modifiers": 8}
        tab.ask("Input.dispatchKeyEvent", type="keyDown", **key)
        tab.ask("Input.dispatchKeyEvent", type="keyUp", **key)
        visited.add(tab.run("document.activeElement.ariaLabel ?? document.activeElement.id"))
        found.append(tab.run(f"frames_passed(1).then(() => {OBSCURED})"))
        if tab.run("document.activeElement.id") == "take-tour":
            break
    assert [each for each in found if each] == []
    assert {"take-tour", "position of joint 1", "a of joint 2"} <= visited
