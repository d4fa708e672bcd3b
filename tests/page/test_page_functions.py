"""Functions of the page beside its panels: code that is pasted, and ranges of sliders."""

import json
import re

import numpy as np
import pytest

from equidyn import Arm, robots
from oracles.scripts import NODE, evaluate

pytestmark = pytest.mark.skipif(NODE is None, reason="there is no Node on the path")

FORMATS = ("base/formats.js", "base/data.js")

ARM = robots.stanford()._with(name="arm", frames=[(f"camera {k}", k, np.eye(4)) for k in range(3)])


def read(code):
    """Return the description that the page reads of code."""
    return evaluate(FORMATS, f"fromPython({json.dumps(code)})")


def code_of(arm):
    """Return the code of an arm that the page writes."""
    return evaluate(FORMATS, f"asPython({json.dumps(arm.to_dict())})")


def test_code_with_frames_is_read():
    assert Arm.from_dict(read(code_of(ARM))) == ARM


def test_frames_off_the_common_normals_are_read_and_zeros_left_out():
    bent = ARM._with(a_y=[0.25, 0, 0, -0.5, 0, 0])
    assert Arm.from_dict(read(code_of(bent))) == bent
    known = "Object.assign(pageData, { most_joints: 9, defaults: {} })"
    for arm, there in ((bent, True), (ARM, False)):
        for given in (arm.to_dict(), {**arm.to_dict(), "a_y": arm.a_y.tolist()}):
            found = evaluate(FORMATS, f"({known}, checkedDescription({json.dumps(given)}))")
            assert ("a_y" in found) == there
            assert Arm.from_dict(found) == arm


def test_the_table_has_a_column_more_where_frames_are_off_the_common_normals():
    for arm, names in ((ARM._with(a_y=[1] * 6), ["a", "a_y", "alpha"]), (ARM, ["a", "alpha", "d"])):
        given = evaluate(FORMATS, f"asJson({json.dumps(arm.to_dict())})")
        cells = evaluate(
            ("editor.js",), f"cellsOfJoint(2, geometryOf({given})).map(({{ name }}) => name)"
        )
        assert cells[:3] == names
    assert evaluate(("editor.js",), "blamedCell('a_y: must be finite, got nan at link 3')") == (
        "a_y 2"
    )


def test_comments_blanks_and_commas_may_stand_anywhere_in_code():
    code = re.sub(r"[\[(,]", r"\g<0> # ## a[1], 'x' = (\n\t", code_of(ARM))
    assert Arm.from_dict(read(code.replace("=", " = "))) == ARM


@pytest.mark.parametrize("blanks", ["#", " ", "\n", "# \n", ",", "\t#,"])
@pytest.mark.parametrize("end", ["", "\n*args)", "\nmass"])
def test_code_of_any_length_is_read_at_once(blanks, end):
    code = 'Arm.from_dh(\n  "standard",' + blanks * 300_000 + end
    assert read(code)["convention"] == "standard"


@pytest.mark.parametrize("joint", "RP")
@pytest.mark.parametrize(
    "limit", [[None, -4], [4, None], [None, 4], [-4, None], [None, None], [1, 2], [-9, -8]]
)
def test_a_slider_has_room_within_the_limits_of_its_joint(joint, limit):
    arm = {"joints": joint, "limits": [limit], "a": [0.5], "d": [0]}
    low, high = evaluate(("arm/posture.js",), f"rangeOfJoint({json.dumps(arm)}, 0)")
    assert low < high
    assert limit[0] in (None, low)
    assert limit[1] in (None, high)


LESSON = ("lesson.js", "base/data.js")


@pytest.mark.parametrize(
    ("call", "said"),
    [
        ("namedSliders('q1,x2')", "expected names such as q1, qd2, gravity or payload, got x2"),
        ("namedSliders('q0')", "expected names such as q1, qd2, gravity or payload, got q0"),
        ("namedNumbers('tau1,')", "expected names such as tau1, G1, C2 or M11, got nothing"),
        ("namedNumbers('M1')", "expected names such as tau1, G1, C2 or M11, got M1"),
        ("sliderOf('q7', arm)", "q7 of the link: the arm has 6 joints"),
        ("numberOf('M17', arm)", "M17 of the link: the arm has 6 joints"),
    ],
)
def test_wrong_names_of_a_lesson_are_said(call, said):
    script = f"""(() => {{
      const arm = {json.dumps(ARM.to_dict())};
      try {{ {call}; }} catch (error) {{ return error.message; }}
    }})()"""
    assert evaluate(LESSON, script) == said


def test_sliders_and_numbers_of_a_lesson_have_the_units_of_their_joints():
    script = f"""(() => {{
      const arm = {json.dumps(ARM.to_dict())};
      const sliders = ["q1", "qd3", "qdd2", "gravity"].map((name) => sliderOf(name, arm));
      const numbers = ["tau1", "C3", "M13", "M33", "M12"].map((name) => numberOf(name, arm));
      return [...sliders, ...numbers].map(({{ label, unit }}) => `${{label}} ${{unit}}`);
    }})()"""
    assert evaluate(LESSON, script) == [
        "q\u2081 °", "q\u0307\u2083 m/s", "q\u0308\u2082 °/s²", "gravity m/s²",
        "τ\u2081 N m", "C\u2083 N", "M\u2081\u2083 kg m", "M\u2083\u2083 kg", "M\u2081\u2082 kg m²",
    ]  # fmt: skip
