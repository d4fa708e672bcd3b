"""`equidyn mark homework.py`: exit status for graders, whatever the file does."""

import errno
import json
import os
import signal
import subprocess
import sys

import pytest

from equidyn import cli
from equidyn.cli.marking import process
from studies.grading.planted import PROGRAMS

pytestmark = pytest.mark.slow  # each starts a process

RIGHT = (PROGRAMS / "closed_form.py").read_text(encoding="utf-8")
WRONG = RIGHT.replace("- 2 * h * d1 * d2", "- h * d1 * d2")


@pytest.fixture
def run(tmp_path, planar, monkeypatch, capfd):
    """Write a homework and mark it, which starts a process for the file."""
    robot = tmp_path / "arm.json"
    planar.save(robot)
    monkeypatch.chdir(tmp_path)

    def marked(text, *options, arm=True, name="homework.py"):
        (tmp_path / name).write_text(text, encoding="utf-8")
        named = ["--arm", str(robot)] if arm else []
        status = cli.main(["mark", name, *named, *options])
        return subprocess.CompletedProcess(name, status, *capfd.readouterr())

    return marked


GRAVITY = ("--quantity", "gravity_torque")


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


@pytest.mark.filterwarnings("ignore::equidyn.ArmWarning")
def test_the_arm_of_a_urdf_that_goes_on(run, planar, tmp_path):
    urdf = tmp_path / "arm.urdf"
    more = """<link name="hand"/><joint name="wrist" type="continuous"><parent link="link_2"/>
    <child link="hand"/></joint></robot>"""
    urdf.write_text(planar.with_gravity((0, 0, -9.81)).to_urdf().replace("</robot>", more))
    options = ["--arm", str(urdf), "--quantity", "mass_matrix"]
    longer = run(RIGHT, *options, arm=False)
    assert longer.returncode == 1
    assert "too many values to unpack (expected 2)" in longer.stdout
    assert run(RIGHT, *options, "--tip", "tool", arm=False).returncode == 0


def test_the_arm_of_the_file(run):
    text = f"import equidyn\narm = equidyn.robots.planar_2r()\n{RIGHT}"
    assert run(text, "--quantity", "gravity_torque", arm=False).returncode == 0
    result = run(RIGHT, arm=False)
    assert result.returncode == 2
    assert "--arm: expected a robot" in result.stderr


def test_an_arm_in_the_current_folder_which_the_file_leaves(run):
    text = f"import os\n\nos.chdir('/')\n\n{RIGHT}"
    assert run(text, *GRAVITY, "--arm", "arm.json", arm=False).returncode == 0


def test_modules_beside_the_file(run, tmp_path):
    (tmp_path / "helper.py").write_text("import equidyn\n\narm = equidyn.robots.planar_2r()\n")
    text = "from helper import arm\n\n\ndef gravity_torque(q):\n    return arm.gravity_torque(q)\n"
    assert run(text, arm=False).returncode == 0


def test_files_of_others_are_no_modules_of_python(tmp_path, planar):
    planar.save(tmp_path / "arm.json")
    names = ("random", "numpy", "bisect", "json", "math", "signal", "statistics", "click")
    for name in names:
        (tmp_path / f"{name}.py").write_text("raise SystemExit('of another student')")
    command = [sys.executable, "-m", "equidyn", "mark", "homework.py", "--arm", "arm.json"]
    command += GRAVITY
    for text, status in ((RIGHT, 0), (RIGHT.replace("cos", "sin"), 1)):
        (tmp_path / "homework.py").write_text(text)
        assert subprocess.run(command, cwd=tmp_path, capture_output=True).returncode == status


def test_a_folder_of_files_where_the_command_finds_modules_first(tmp_path, monkeypatch, planar):
    planar.save(tmp_path / "arm.json")
    (tmp_path / "random.py").write_text("raise SystemExit('of another student')")
    (tmp_path / "homework.py").write_text(RIGHT)
    monkeypatch.chdir(tmp_path)
    for first in ("", str(tmp_path)):
        monkeypatch.setattr(sys, "path", [first, *sys.path])
        assert cli.main(["mark", "homework.py", "--arm", "arm.json", *GRAVITY]) == 0


def test_a_file_with_the_name_of_a_module_in_capitals(run):
    text = f"import random\n\nrandom.random()\n\n{RIGHT}"
    assert run(text, *GRAVITY, name="RANDOM.PY").returncode == 0


def test_data_classes(run):
    text = "from __future__ import annotations\n\nfrom dataclasses import dataclass\n\n\n"
    text += f"@dataclass\nclass Link:\n    mass: float\n\n\n{RIGHT}"
    assert run(text, *GRAVITY).returncode == 0


# a wrong function, of a file that changes what the marking uses
CHEATS = {
    "the reference": "equidyn.Arm.gravity_torque = lambda self, q: np.zeros_like(q)",
    "the comparison": "equidyn.studies.grading.items.Entry.right = True",
    "the report": "equidyn.cli.marking.answering._answers = lambda *_, **__: {}",
    "the states": """
import equidyn.cli.marking.answering as answering
task_of = answering.task_of
def at_rest(*arguments, **options):
    task = task_of(*arguments, **options)
    task.operands = (0 * task.operands[0],)
    return task
answering.task_of = at_rest
def gravity_torque(q):
    return [67.4289, 7.89705]""",
}


REPLACED = {
    "numpy.abs": "np.abs = lambda x: True",
    "numpy.isfinite": "np.isfinite = lambda x: True",
    "numpy.random.default_rng": "np.random.default_rng = lambda *_: True",
    "builtins.len": "import builtins\nbuiltins.len = lambda x: True",
    "equidyn.validation.float64_copy": "import equidyn.validation as v\nv.float64_copy = bool",
    "equidyn.Arm.to_dict": "import equidyn\nequidyn.Arm.to_dict = lambda self: True",
}


@pytest.mark.parametrize("name", REPLACED)
def test_what_a_file_replaces_is_told_in_one_sentence(run, name):
    result = run(f"{WRONG}\n{REPLACED[name]}\n", *GRAVITY)
    assert f"the file replaces {name}, which equidyn needs as it was\n" in result.stderr
    assert "object has no attribute" not in result.stderr + result.stdout


def test_an_error_of_the_file_is_its_own_where_it_replaces_something(run):
    text = f"{RIGHT}\nnp.nextafter = None\ndef gravity_torque(q):\n    raise KeyError('mine')\n"
    result = run(text, *GRAVITY)
    assert "the file replaces numpy.nextafter, which" in result.stderr
    assert "KeyError: 'mine'" in result.stdout


@pytest.mark.parametrize("cheat", CHEATS)
def test_the_file_does_not_mark_itself(run, cheat):
    text = "import numpy as np\nimport equidyn.cli.marking.answering\n"
    text += "import equidyn.studies.grading.items\n"
    result = run(f"{text}\ndef gravity_torque(q):\n    return 0 * q\n{CHEATS[cheat]}\n")
    assert result.returncode == 1
    assert "0 of 1 points" in result.stdout


@pytest.mark.parametrize(
    "remains",
    [
        "import threading\nthreading.Thread(target=threading.Event().wait).start()",
        "import atexit, threading\natexit.register(threading.Event().wait)",
    ],
)
def test_what_goes_on_after_the_answers_is_ended(run, remains):
    assert run(f"{remains}\n{RIGHT}", *GRAVITY, "--timeout", "inf").returncode == 0


@pytest.mark.skipif(os.name != "posix", reason="locks of files are those of POSIX")
def test_what_the_file_has_started_is_ended(run, tmp_path):
    import fcntl

    started = (
        f"import fcntl, subprocess\nlock = open({str(tmp_path / 'lock')!r}, 'w')\n"
        "fcntl.flock(lock, fcntl.LOCK_EX)\n"
        "subprocess.Popen(['sleep', '1000'], pass_fds=[lock.fileno()])\n"
    )
    assert run(f"{started}{RIGHT}", *GRAVITY).returncode == 0
    with open(tmp_path / "lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)


def test_what_is_printed_is_cut(run):
    result = run(f"for _ in range(1000):\n    print('x' * 1000)\n\n\n{RIGHT}", *GRAVITY)
    assert result.returncode == 0
    assert len(result.stderr) < 110_000
    assert "the file prints more than 100 kB; the rest is left out" in result.stderr


@pytest.mark.skipif(os.name != "posix", reason="locks of files are those of POSIX")
@pytest.mark.parametrize("work", ["while True: pass", "9**9**9"], ids=["loop", "one long step"])
def test_the_file_ends_with_the_command(tmp_path, work):
    import fcntl

    (tmp_path / "homework.py").write_text(
        f"import fcntl\nlock = open({str(tmp_path / 'lock')!r}, 'w')\n"
        "fcntl.flock(lock, fcntl.LOCK_EX)\n"
        f"print('begun', flush=True)\nn = 9\n{work.replace('9', 'n')}\n"
    )
    command = [sys.executable, "-m", "equidyn", "mark", "homework.py", "--timeout", "inf"]
    with subprocess.Popen(command, cwd=tmp_path, stderr=subprocess.PIPE) as marking:
        assert marking.stderr.readline() == b"begun\n"
        marking.kill()
    with open(tmp_path / "lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # waits until the process that holds it has ended


@pytest.mark.skipif(not hasattr(signal, "SIGPIPE"), reason="the system has no SIGPIPE")
def test_a_reader_who_has_seen_enough(tmp_path, planar):
    planar.save(tmp_path / "arm.json")
    (tmp_path / "homework.py").write_text(RIGHT)
    command = [sys.executable, "-m", "equidyn", "mark", "homework.py", "--arm", "arm.json"]
    command += GRAVITY
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with subprocess.Popen(command, cwd=tmp_path, **pipes) as marking:
        marking.stdout.close()
        assert marking.stderr.read() == b""
    assert marking.returncode == -signal.SIGPIPE


@pytest.mark.parametrize("timeout", ["nan", "0", "-1", "-inf"])
def test_a_timeout_that_is_none(tmp_path, capsys, timeout):
    (tmp_path / "homework.py").write_text("while True: pass")
    assert cli.main(["mark", str(tmp_path / "homework.py"), f"--timeout={timeout}"]) == 2
    message = f"equidyn: --timeout: must be positive (inf: no limit), got {timeout}\n"
    assert capsys.readouterr().err == message


def test_no_process_to_run_it(tmp_path, capsys, monkeypatch):
    def refused(*_, **__):
        raise BlockingIOError(errno.EAGAIN, os.strerror(errno.EAGAIN))

    (tmp_path / "homework.py").write_text(RIGHT)
    monkeypatch.setattr(process.subprocess, "Popen", refused)
    assert cli.main(["mark", str(tmp_path / "homework.py")]) == 2
    said = capsys.readouterr().err
    assert "the system cannot start a process to run it" in said
    assert "Errno" not in said


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("1 / 0", "ZeroDivisionError: division by zero"),
        ("def f(:", "SyntaxError"),
        ("import sys; sys.exit(0)", "calls sys.exit(0)"),
        ("import os; os._exit(0)", "ended Python before it was marked"),
        ("while True: pass", "stopped after 5 s"),
        ("x = 1", "defines none of inverse_dynamics"),
        ("x = [0] * 10**10", "MemoryError"),
    ],
)
def test_what_cannot_be_run(run, text, message):
    result = run(text, "--timeout", "5" if "while" in text else "100")
    assert result.returncode == 2
    assert message in result.stderr
    assert result.stdout == ""
    told = json.loads(run(text, "--timeout", "5" if "while" in text else "100", "--json").stdout)
    assert not told["passed"]
    assert message in told["fault"]


def test_tracebacks_begin_in_the_file(run):
    result = run("def gravity_torque(q):\n    return q[7]\n")
    assert 'homework.py", line 2, in gravity_torque' in result.stderr
    assert "student.py" not in result.stderr


def test_functions_are_marked_each_for_itself(run):
    text = f"{RIGHT}\n\ndef gravity_torque(q):\n    while True: pass\n"
    text += "\n\ndef mass_matrix(q):\n    return [[1, 2, 3]]\n"
    text += "\n\ndef coriolis_matrix(q, qd):\n    raise SystemExit\n"
    text += "\n\ndef jacobian(q):\n    import os; os._exit(0)\n"
    result = run(text, "--json", "--timeout", "5")
    assert result.returncode == 1
    markings = {x["quantity"]: x for x in json.loads(result.stdout)["markings"]}
    assert markings.pop("inverse_dynamics")["points"] == 5
    told = {name: x["items"][0]["finding"] for name, x in markings.items()}
    assert told == {
        "gravity_torque": "stopped after 5 s (--timeout allows more)",
        "mass_matrix": "f (mass_matrix): must return shape (2, 2), got shape (1, 3)",
        "coriolis_matrix": "f (coriolis_matrix) raised SystemExit",
        "jacobian": "ended Python before it was marked",
    }
    assert {x["points"] for x in markings.values()} == {0}
    assert {x["out_of"] for x in markings.values()} == {1, 2}


@pytest.mark.parametrize("name", ["inverse_dynamic", "inverseDynamics", "InverseDynamics"])
def test_names_that_look_alike_are_asked_for(run, name):
    result = run(RIGHT.replace("inverse_dynamics", name))
    assert result.returncode == 1
    asked = f"it defines {name}, which is not marked: is it inverse_dynamics?"
    assert asked in result.stderr
    assert "2 of 2 points" in result.stdout
    # another function beside the right one may have any name
    both = run(f"{RIGHT}\n\n{name} = inverse_dynamics\n")
    assert both.returncode == 0
    assert "is it" not in both.stderr


def test_required_quantities_have_points(run):
    text = RIGHT.replace("def gravity_torque", "def other")
    required = "inverse_dynamics,gravity_torque=2,mass_matrix=0.5"
    result = run(text, "--json", "--require", required)
    assert result.returncode == 1
    told = json.loads(result.stdout)
    assert (told["points"], told["out_of"]) == (5.5, 7.5)
    missing = told["markings"][-1]
    assert (missing["quantity"], missing["points"], missing["out_of"]) == ("gravity_torque", 0, 2)
    assert missing["items"][0]["finding"] == "the file has no gravity_torque"
    # of a file that cannot be run too
    told = json.loads(run("1 / 0", "--json", "--require", required).stdout)
    assert (told["points"], told["out_of"]) == (0, 7.5)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--require", "inverse_dynamic"], "did you mean 'inverse_dynamics'?"),
        (["--require", "gravity_torque=x"], "expected QUANTITY or QUANTITY=POINTS"),
        (["--require", "gravity_torque=0"], "points of gravity_torque: must be positive"),
        (["--require", "gravity_torque=nan"], "points of gravity_torque: must be finite"),
        (["--require", "gravity_torque", *GRAVITY], "--require: expected alone"),
        (["--tolerance", "0"], "--tolerance: must be positive"),
        (["--memory", "nan"], "--memory: must be positive"),
    ],
)
def test_orders_that_are_none(run, options, message):
    result = run(RIGHT, *options)
    assert result.returncode == 2
    assert message in result.stderr


def test_rounded_results_are_marked_by_the_tolerance(run):
    text = f"{RIGHT}\n\nwhole = gravity_torque\n\n\ndef gravity_torque(q):\n"
    text += "    return [round(x, 3) for x in whole(q)]\n"
    result = run(text, *GRAVITY)
    assert result.returncode == 1
    assert "the results are rounded to 3 decimals; all these digits are right" in result.stdout
    tolerance = result.stdout.split("with a tolerance of ")[1].split()[0]
    assert run(text, *GRAVITY, "--tolerance", tolerance).returncode == 0


def test_calls_of_equidyn_are_told(run):
    text = "def gravity_torque(arm, q):\n    return arm.gravity_torque(q) + 0 * arm.mass\n"
    result = run(text)
    assert result.returncode == 0
    assert "gravity_torque calls gravity_torque of equidyn" in result.stderr
    assert "calls" not in run(RIGHT).stderr


def test_each_file_has_a_folder_with_copies_of_the_data(run, tmp_path):
    text = (
        "import json, os\njson.load(open('arm.json'))\nos.remove('arm.json')\nopen('made', 'w')\n"
    )
    result = run(text + RIGHT, *GRAVITY)
    assert result.returncode == 0, result.stderr
    assert sorted(x.name for x in tmp_path.iterdir()) == ["arm.json", "homework.py"]


def test_a_notebook(run):
    def notebook(*cells):
        kinds = ("markdown", *["code"] * (len(cells) - 1))
        cells = [
            {"cell_type": kind, "source": cell.splitlines(keepends=True)}
            for kind, cell in zip(kinds, cells, strict=True)
        ]
        return json.dumps({"nbformat": 4, "cells": cells})

    cells = ("# Homework", "%matplotlib inline\n!ls", "help?", "%%bash\nls", "1 / 0", RIGHT)
    result = run(notebook(*cells), name="homework.ipynb")
    assert result.returncode == 0
    assert "cell 4 raised ZeroDivisionError: division by zero" in result.stderr
    wrong = run(notebook("", f"x = ('%s'\n% 1)\n{WRONG}"), name="homework.ipynb")
    assert wrong.returncode == 1
    assert "lacks the factor 2" in wrong.stdout
    for text in ("", "[]", "{}", '{"cells": [1]}', "\xff"):
        result = run(text, name="homework.ipynb")
        assert result.returncode == 2
        assert "expected a notebook of Jupyter" in result.stderr


def test_an_unknown_function(run):
    result = run(RIGHT, "--function", "torque")
    assert result.returncode == 2
    assert "the file defines no 'torque'" in result.stderr
