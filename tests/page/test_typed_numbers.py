"""Numbers that are typed: one parser reads all fields, and what is wrong is marked and said."""

import json

import numpy as np
import pytest

from equidyn import robots
from oracles.scripts import NODE, evaluate
from page.test_page_in_browser import TOOLS, ready

by_node = pytest.mark.skipif(NODE is None, reason="there is no Node on the path")
in_browser = pytest.mark.slow

TOLD = "told = (call) => { try { return call(); } catch (error) { return error.message; } }"


def number(text, **options):
    """Return the number in a text, or what is said of it."""
    call = f"typedNumber({json.dumps(text)}, {json.dumps(options)})"
    return evaluate(("base/numbers.js",), f"(({TOLD}) => told(() => {call}))()")


@by_node
@pytest.mark.parametrize(
    ("text", "radians"),
    [
        ("-90°", -np.pi / 2),
        ("-90 deg", -np.pi / 2),
        ("\u221290º", -np.pi / 2),
        ("90 Degrees", np.pi / 2),
        ("1e2 degree", np.radians(100)),
        ("pi/2", np.pi / 2),
        ("-3π/4", -3 * np.pi / 4),
        ("2*pi/3 rad", 2 * np.pi / 3),
        (".5pi", np.pi / 2),
        ("1.2 rad", 1.2),
        ("-1.2radians", -1.2),
    ],
)
def test_angles_with_units_are_the_same_in_fields_of_degrees_and_of_radians(text, radians):
    assert number(text, angle="rad") == pytest.approx(radians, rel=1e-15)
    assert number(text, angle="°") == pytest.approx(np.degrees(radians), rel=1e-15)
    # of a rate, with its unit of time
    assert number(f"{text}/s^2", angle="°", unit="/s²") == number(text, angle="°")


@by_node
def test_bare_numbers_are_in_the_unit_of_the_field():
    assert number("1.5", angle="rad") == number("1.5", angle="°") == number("1.5") == 1.5
    assert number(" 0.25 m ", unit="m") == 0.25
    assert number("0.25 m/s", unit="m/s") == 0.25


@by_node
@pytest.mark.parametrize("text", ["", "abc", "1 2 m", "0,5", "90 apples", "pi°", "pi/0", "1.2.3"])
@pytest.mark.parametrize("angle", ["", "rad", "°"])
def test_other_texts_are_refused_with_what_was_expected(text, angle):
    wanted = "an angle, such as 0.5, 90° or pi/2" if angle else "a number"
    assert number(text, angle=angle) == f"expected {wanted}, got {text or 'nothing'}"


@by_node
def test_lengths_take_no_angles():
    for text in ("90°", "pi", "1 rad"):
        assert number(text, unit="m") == f"expected a number, got {text}"


@by_node
def test_a_bare_number_of_radians_beyond_a_turn_is_questioned():
    asked = {"angle": "rad", "asks": True}
    assert number("90", **asked) == ("90 rad is 14.3 turns. Did you mean 90°? Type 90° or 90 rad")
    assert number("-180.5", **asked).startswith("-180.5 rad is 28.7 turns. Did you mean -180.5°?")
    assert number("90 rad", **asked) == 90
    assert number("3pi", **asked) == 3 * np.pi
    assert number("6.28", **asked) == 6.28
    # the table shows such an angle as it may be typed again
    for radians in (90.0, -7.25, 0.3, np.pi / 3):
        assert number(evaluate(("base/numbers.js",), f"angleText({radians!r})"), **asked) == radians


@by_node
@pytest.mark.parametrize(
    ("value", "scale", "short"),
    [
        (0.05824999999999997, 1, 0.05825),
        (-1.0842021724855044e-19, 1, 0),
        (-1.0842021724855044e-19, 1e-18, -1.0842e-19),
        (1.5e-9, 1, 1.5e-9),
        (123456789.0, 1, 123457000.0),
    ],
)
def test_numbers_are_shown_in_six_digits_without_rounding_errors(value, scale, short):
    assert evaluate(("base/numbers.js",), f"shortNumber({value!r}, {scale!r})") == short


@pytest.fixture(name="lab")
def fixture_lab(tab, tmp_path):
    """The laboratory of an arm whose data have more digits than a field shows."""
    arm = robots.stanford()
    com = arm.com.copy()
    com[5] = [0.05824999999999997, -1.0842021724855044e-19, -1.2345678901234567e-07]
    path = tmp_path / "lab.html"
    arm._with(com=com).lab().save(path)
    tab.open(path, 1280, 900)
    ready(tab)
    tab.run(TOOLS)
    tab.run("(document.querySelector('#editor details').open = true, frames_passed())")
    yield tab
    assert tab.run("said") == []


STYLE = "(({ borderColor, backgroundColor }) => [borderColor, backgroundColor])"


def style_of(tab, label):
    """Return the colours of a field."""
    return tab.run(f"{STYLE}(getComputedStyle(labelled({json.dumps(label)})))")


@in_browser
@pytest.mark.parametrize(
    "label",
    [
        "mass of link 2",
        "alpha of joint 1",
        "position of joint 1, °",
        "acceleration of joint 3, m/s²",
        "turn the view, °",
        "gravity x",
    ],
)
def test_invalid_input_changes_border_and_background_and_is_said(lab, label):
    lab.run("document.querySelector('.view').open = true")
    before = style_of(lab, label)
    lab.run(f"type_into({json.dumps(label)}, 'abc')")
    lab.run("(document.activeElement.blur(), setState({}), frames_passed())")
    marked = style_of(lab, label)
    assert marked[0] != before[0]
    assert marked[1] != before[1]
    # it is left in its field, and a sentence is seen
    assert lab.run(f"labelled({json.dumps(label)}).value") == "abc"
    seen = "[...document.querySelectorAll('.problem')].filter((each) => each.checkVisibility())"
    assert "got abc" in lab.run(f"{seen}.map((each) => each.textContent).join()")
    lab.run(f"type_into({json.dumps(label)}, '0.5')")
    assert style_of(lab, label) == before
    assert lab.run(f"{seen}.map((each) => each.textContent).join('')") == ""


@in_browser
def test_joint_fields_take_what_the_table_takes(lab):
    for text, radians in (("-90°", -np.pi / 2), ("pi/4", np.pi / 4), ("1.2 rad", 1.2), ("30", 30)):
        lab.run(f"type_into('position of joint 1, °', {json.dumps(text)})")
        expected = np.radians(30) if text == "30" else radians
        assert lab.run("state.q[0]") == pytest.approx(expected, rel=1e-15)
    lab.run("type_into('position of joint 1, °', 'pie')")
    assert lab.run("state.q[0]") == pytest.approx(np.radians(30))
    # a joint that is moved otherwise has a new number
    lab.run("(setState({ q: state.q.map((x) => x + 0.1) }), frames_passed())")
    assert lab.run("labelled('position of joint 1, °').hasAttribute('aria-invalid')") is False


@in_browser
def test_ninety_radians_are_asked_back(lab):
    lab.run("type_into('alpha of joint 1', '90')")
    assert lab.run("problem()") == (
        "alpha of joint 1: 90 rad is 14.3 turns. Did you mean 90°? Type 90° or 90 rad"
    )
    lab.run("type_into('alpha of joint 1', '90 rad')")
    assert lab.run("[problem(), state.description.alpha[0]]") == ["", 90]


@in_browser
def test_suspect_data_are_told_above_the_table(lab):
    told = "[...document.querySelectorAll('#editor .findings li')].map((each) => each.textContent)"
    assert lab.run(told) == []
    for text, message in (
        ("1.57", "alpha = 1.57 rad: π/2 without its last digits, off by 0.046°?"),
        ("90 rad", "alpha = 90 rad is more than a full turn: degrees?"),
    ):
        lab.run(f"type_into('alpha of joint 1', '{text}')")
        assert lab.run(told) == [f"link 1: {message}"]
    for k in range(1, 7):
        lab.run(f"type_into('mass of link {k}', '0')")
        lab.run(f"type_into('alpha of joint {k}', '{k}0 rad')")
    assert lab.run(told)[-1] == "and 5 more"
    lab.run("type_into('alpha of joint 1', 'abc')")
    assert lab.run(told) == []


@in_browser
def test_numbers_are_seen_whole_and_kept(lab):
    com = ["com x of link 6", "com y of link 6", "com z of link 6"]
    assert [lab.run(f"labelled('{each}').value") for each in com] == [
        "0.05825", "0", "-1.23457e-7"
    ]  # fmt: skip
    cut = """[...document.querySelectorAll(".editor input")]
      .filter((each) => each.scrollWidth > each.clientWidth).map((each) => each.value)"""
    assert lab.run(cut) == []
    kept = "state.description.com[5]"
    before = lab.run(kept)
    lab.run("(labelled('com x of link 6').focus(), frames_passed())")
    assert lab.run("labelled('com x of link 6').value") == "0.05824999999999997"
    lab.run("(labelled('com x of link 6').blur(), frames_passed())")
    assert lab.run("labelled('com x of link 6').value") == "0.05825"
    assert lab.run(kept) == before


@in_browser
def test_a_joint_that_is_added_has_a_length(lab):
    for _ in range(3):
        lab.run("(button('Add joint').click(), frames_passed())")
    a, d = np.array(lab.run("[state.description.a, state.description.d]"))
    assert (np.hypot(a, d)[6:] > 0.05).all()
