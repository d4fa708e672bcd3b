"""`equidyn mark homework.py`: exit status for graders, whatever the file does."""

import json
import subprocess
import sys

import pytest

from lab.mark.planted import PROGRAMS

pytestmark = pytest.mark.slow  # each starts two processes

RIGHT = (PROGRAMS / "closed_form.py").read_text(encoding="utf-8")
WRONG = RIGHT.replace("- 2 * h * d1 * d2", "- h * d1 * d2")


@pytest.fixture
def run(tmp_path, planar):
    """Write a homework and mark it from a shell."""
    robot, file = tmp_path / "arm.json", tmp_path / "homework.py"
    planar.save(robot)

    def marked(text, *options, arm=True):
        file.write_text(text, encoding="utf-8")
        named = ["--arm", str(robot)] if arm else []
        command = [sys.executable, "-m", "equidyn", "mark", str(file), *named, *options]
        return subprocess.run(command, capture_output=True, text=True, check=False, timeout=300)

    return marked


def test_right_homework(run):
    result = run(RIGHT)
    assert result.returncode == 0
    assert "5 of 5 points" in result.stdout
    assert "Coriolis matrix" in result.stdout


def test_wrong_homework(run):
    result = run(WRONG, "--function", "inverse_dynamics")
    assert result.returncode == 1
    assert "lacks the factor 2" in result.stdout


def test_points_as_json(run):
    result = run(f"print('hello')\n{WRONG}", "--json", "--quantity", "inverse_dynamics")
    assert result.returncode == 1
    assert "hello" in result.stderr
    points = json.loads(result.stdout)
    assert not points["passed"]
    assert points["points"] < points["out_of"] == 5
    assert {item["item"] for item in points["markings"][0]["items"]} >= {"Coriolis"}


def test_a_function_of_another_name(run):
    text = RIGHT.replace("def inverse_dynamics", "def torques")
    text += "\n\ninverse_dynamics = None\n"
    result = run(text, "--function", "torques")
    assert result.returncode == 0
    assert "torques: inverse dynamics" in result.stdout


def test_the_arm_of_a_urdf_that_goes_on(run, planar, tmp_path):
    urdf = tmp_path / "arm.urdf"
    more = """<link name="hand"/><joint name="wrist" type="continuous"><parent link="link_2"/>
    <child link="hand"/></joint></robot>"""
    urdf.write_text(planar.with_gravity((0, 0, -9.81)).to_urdf().replace("</robot>", more))
    options = ["--arm", str(urdf), "--quantity", "mass_matrix"]
    longer = run(RIGHT, *options, arm=False)
    assert longer.returncode == 2
    assert "too many values to unpack (expected 2)" in longer.stderr
    assert run(RIGHT, *options, "--tip", "tool", arm=False).returncode == 0


def test_the_arm_of_the_file(run):
    text = f"import equidyn\narm = equidyn.robots.planar_2r()\n{RIGHT}"
    assert run(text, "--quantity", "gravity_torque", arm=False).returncode == 0
    result = run(RIGHT, arm=False)
    assert result.returncode == 2
    assert "--arm: expected a robot" in result.stderr


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("1 / 0", "ZeroDivisionError: division by zero"),
        ("def f(:", "SyntaxError"),
        ("import sys; sys.exit(0)", "calls sys.exit(0)"),
        ("import os; os._exit(0)", "ended Python before it was marked"),
        ("while True: pass", "not done after 5 s"),
        ("x = 1", "defines none of inverse_dynamics"),
        ("def gravity_torque(q): return q[7]", "IndexError"),
    ],
)
def test_what_cannot_be_run(run, text, message):
    result = run(text, "--timeout", "5" if "while" in text else "100")
    assert result.returncode == 2
    assert message in result.stderr
    assert result.stdout == ""


def test_tracebacks_begin_in_the_file(run):
    result = run("def gravity_torque(q):\n    return q[7]\n")
    assert 'homework.py", line 2, in gravity_torque' in result.stderr
    assert "student.py" not in result.stderr


def test_an_unknown_function(run):
    result = run(RIGHT, "--function", "torque")
    assert result.returncode == 2
    assert "the file defines no 'torque'" in result.stderr
