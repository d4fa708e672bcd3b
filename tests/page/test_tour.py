"""The tour: its steps open by a link, each shows its panel, and an arm of the address stays."""

import json

import pytest

from equidyn import robots
from equidyn.page import page
from equidyn.page.panel_data import panel_data
from equidyn.page.robots import robots as offered
from oracles.browser import CHROMIUM, browser
from oracles.scripts import FOLDER, NODE, evaluate
from page.test_page_in_browser import TOOLS, WATCH, ready

by_node = pytest.mark.skipif(NODE is None, reason="there is no Node on the path")


def found(expression):
    """Return what an expression of the functions of the tour gives."""
    return evaluate(("tour.js",), expression)


@by_node
def test_twelve_steps_name_what_the_page_has():
    steps = found("TOUR")
    assert len(steps) == 12
    scripts = "".join(each.read_text(encoding="utf-8") for each in FOLDER.glob("panels/*.js"))
    formulations = panel_data()["styles"]
    for each in steps:
        assert each["title"].endswith("?")
        assert each["sentence"]
        assert each["task"]
        assert each["control"]
        assert "description" in each or each["robot"] in offered()
        assert "panel" not in each or f'id: "{each["panel"]}"' in scripts
        assert "formulation" not in each or each["formulation"] in formulations


@by_node
@pytest.mark.parametrize(
    ("fragment", "step"),
    [("#step=5", 5), ("#arm=x&step=12", 12), ("#step=13", 0), ("#step=-1", 0), ("#step=1e1", 0),
     ("", 0), ("#arm=5", 0)],
)  # fmt: skip
def test_an_address_names_a_step(fragment, step):
    assert found(f"stepOfAddress({json.dumps(fragment)})") == step


@by_node
def test_a_step_that_is_not_there_is_named():
    for good in ("", "#arm=x", "#step=", "#step=0", "#step=12", "#arm=x&step=1"):
        assert found(f"problemOfStep({json.dumps(good)})") == ""
    for wrong in ("13", "99", "-1", "1e1", "one", "9" * 80):
        shown = f"'{wrong[:60]}…'" if len(wrong) > 60 else f"'{wrong}'"
        assert found(f"problemOfStep({json.dumps('#step=' + wrong)})") == (
            f"step of the link: expected 1 to 12, got {shown}"
        )


@by_node
def test_a_step_lives_beside_an_arm():
    assert found("fragmentWith('#arm=a-b_c', 5)") == "#arm=a-b_c&step=5"
    assert found("fragmentWith('#step=4&arm=a', 5)") == "#step=5&arm=a"
    assert found("fragmentWith('#arm=a&step=5', 0)") == "#arm=a"


in_browser = pytest.mark.skipif(
    CHROMIUM is None or not page.MODULE.exists(),
    reason="there is no Chromium on the path, or the module has not been built",
)

# boxes that are not whole in the part of the window that neither the tour nor the arm covers
HIDDEN = """(() => {
  const box = (selector) => document.querySelector(selector).getBoundingClientRect();
  const [tour, arm] = [box(".tour"), box(".stage-box")];
  const aside = (each) => each.right <= arm.left || each.left >= arm.right;
  const seen = (each) => each.left >= 0 && each.right <= innerWidth && each.bottom <= tour.top
    && each.top >= 0 && (aside(each) || each.top >= arm.bottom);
  const covered = ({ left, right, top, bottom }, item) => {
    const at = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    return !item.contains(at);
  };
  const asked = [...document.querySelectorAll(TOUR[STEP - 1].control)];
  const hidden = asked.filter((each) => {
    const rect = each.getBoundingClientRect();
    return !rect.width || !seen(rect) || covered(rect, each) || !each.classList.contains("asked");
  });
  const whole = arm.top >= 0 && arm.bottom <= tour.top && arm.height > 100;
  return [asked.length > 0, whole, hidden.map((each) => each.outerHTML.slice(0, 80))];
})()"""


@pytest.mark.slow
@in_browser
@pytest.mark.parametrize("size", [(1280, 900), (1440, 900), (1280, 720), (390, 844)])
def test_each_step_shows_the_arm_and_the_control_that_its_task_names(tab, tmp_path, size):
    path = tmp_path / "lab.html"
    robots.stanford().lab().save(path)
    tab.open(path, *size)
    ready(tab)
    tab.run("(button('Take the tour').click(), frames_passed(30))")
    for step in range(1, 13):
        found = tab.run(HIDDEN.replace("STEP", str(step)))
        assert found == [True, True, []], step
        assert tab.run("too_wide()") <= 0
        panel = tab.run(f"TOUR[{step} - 1].panel ?? null")
        shown = "[...document.querySelectorAll('.panel')].filter((each) => each.checkVisibility())"
        assert tab.run(f"{shown}.map(({{ id }}) => id)") == ([panel] if panel else [])
        tab.run("(button('Next').click(), frames_passed(30))")
    for step in (12, 11, 6, 2):
        tab.run(f"(location.hash = '#step={step}', frames_passed(40))")
        assert tab.run(HIDDEN.replace("STEP", str(step))) == [True, True, []], step
    tab.run("(button('End').click(), frames_passed())")
    assert tab.run("document.querySelectorAll('.asked').length") == 0
    assert tab.run("document.querySelector('#counts').checkVisibility()")
    assert tab.run("said") == []


@pytest.mark.slow
@in_browser
def test_the_tour_goes_through_the_page(tmp_path):
    path = tmp_path / "lab.html"
    robots.stanford().lab().save(path)
    with browser(tmp_path / "profile", WATCH) as tab:
        tab.open(path, 1280, 900)
        ready(tab)
        tab.run(TOOLS)
        assert tab.run("document.querySelector('.tour').hidden")
        tab.run("(button('Take the tour').click(), frames_passed(4))")
        shown = "[...document.querySelectorAll('.tour .note')].map((each) => each.textContent)[0]"
        for step in range(1, 13):
            assert tab.run(shown) == f"{step} of 12"
            assert tab.run("location.hash") == f"#step={step}"
            assert tab.run("document.querySelector('.tour').getBoundingClientRect().bottom <= 900")
            assert tab.run("problem()") == ""
            tab.run("(button('Next').click(), frames_passed(6))")
        assert tab.run("document.querySelector('#simulation select').value") == "computed_torque"
        tab.run("button('Large type').click()")
        key = "dispatchEvent(new KeyboardEvent('keydown', { key: 'PageUp', cancelable: true }))"
        tab.run(f"({key}, frames_passed(4))")
        assert tab.run(shown) == "11 of 12"
        tab.run("(button('End').click(), frames_passed())")
        assert tab.run("document.documentElement.classList.contains('presenting')") is False
        assert tab.run("said") == []
        tab.run("(choose_robot('scara'), button('Copy a link').click(), frames_passed(20))")
        name = tab.run("state.description.name")
        tab.run("(location.hash += '&step=4', new Promise((done) => setTimeout(done, 300)))")
        assert tab.run(shown) == "4 of 12"
        assert tab.run("state.description.name") == name
