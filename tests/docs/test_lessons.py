"""The numbers that the lessons of the site tell are those of their arms."""

import json
import re
import zlib
from base64 import urlsafe_b64decode
from math import pi
from pathlib import Path

import numpy as np
import pytest

from equidyn import Arm, robots

TEXT = (Path(__file__).parents[2] / "docs" / "lessons.md").read_text(encoding="utf-8")
ARM = robots.planar_2r()
STRETCHED = ARM.gravity_torque([0, 0])[0]


def lesson(number):
    """The text of a lesson."""
    return re.split(r"^## \d+\. ", TEXT, flags=re.MULTILINE)[number]


def of_velocity(q, qd):
    """Torques due to velocity."""
    return ARM.inverse_dynamics(q, qd, [0, 0]) - ARM.gravity_torque(q)


def disc():
    """The arm of the lesson about the disc."""
    packed = re.search(r":arm: (\S+)", lesson(4))[1]
    text = zlib.decompress(urlsafe_b64decode(packed + "=" * (-len(packed) % 4)), -15)
    return Arm.from_dict(json.loads(text))


HEAVY = ARM.with_payload(2).gravity_torque([0, 0])[0]
MOON = STRETCHED * 1.62 / 9.81


@pytest.mark.parametrize(
    ("number", "said", "value"),
    [
        (1, "{:.1f} N m when it is level", STRETCHED),
        (3, "{:.2f} N m at 90°/s", of_velocity([0, pi / 2], [pi / 2, 0])[1]),
        (4, "gives {:g} N m", disc().inverse_dynamics([0, 0.1], [2, 0.5], [0, 0])[0].round(9)),
        (5, "{:.2f} kg m², the folded", ARM.mass_matrix([0, 0])[0, 0]),
        (5, "folded one {:.2f} kg m²", ARM.mass_matrix([0, pi])[0, 0]),
        (6, "from 50.8 to {:.1f} N m", HEAVY),
        (6, "the arm itself has {:.1f} kg", ARM.mass.sum()),
        (7, "from 50.8 to {:.2f} N m", MOON),
    ],
)
def test_a_lesson_tells_the_number_of_its_arm(number, said, value):
    assert said.format(value) in lesson(number)


def test_claims_of_the_lessons_are_true():
    assert np.isclose(ARM.gravity_torque([pi / 3, 0])[0], STRETCHED / 2)
    assert np.abs(ARM.gravity_torque([pi / 2, 0])).max() < 1e-12
    slow, fast = (of_velocity([0, pi / 2], [rate, 0])[1] for rate in (pi / 2, pi))
    assert np.isclose(fast, 4 * slow)
    assert np.abs(of_velocity([0, 0], [pi, 0])).max() < 1e-12
    for qd in ([2, 0], [0, 0.5]):
        assert np.abs(disc().inverse_dynamics([0, 0.1], qd, [0, 0])[0]) < 1e-12


def test_there_are_ten():
    found = re.findall(r"^## (\d+)\. .*\?$", TEXT, re.MULTILINE)
    assert found == [str(k) for k in range(1, 11)]
    assert TEXT.count("```{excerpt}") == TEXT.count("**Notice**") == 10
