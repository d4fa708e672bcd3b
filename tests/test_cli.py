"""The command line: what it prints, what it writes, how it exits."""

import inspect
import json
import os
import re
import signal
import subprocess
import sys
from typing import get_args

import click
import pytest

import equidyn
from conftest import QUANTITIES
from equidyn import cli
from equidyn.cli import commands, terminal
from equidyn.dynamics import bibliography
from equidyn.dynamics.names import QuantityName
from equidyn.peers import taking_part
from equidyn.robots import random_arm
from equidyn.studies.papers.names import DerivationName, ExperimentName

QUICK_TIMING = ["--repetitions", "1", "--seconds", "1e-4", "--formulations", "newton_euler,kane"]


@pytest.fixture
def broken(monkeypatch):
    """A formulation that has lost the factor of its gravity."""
    original = equidyn.Arm.inverse_dynamics

    def broken(arm, *state, formulation=None, **options):
        lighter = arm.with_gravity(0.99 * arm.gravity) if formulation == "kane" else arm
        return original(lighter, *state, formulation=formulation, **options)

    monkeypatch.setattr(equidyn.Arm, "inverse_dynamics", broken)


def test_list_names_formulations_of_every_quantity_and_robots(capsys):
    assert cli.main(["list"]) == 0
    out = capsys.readouterr().out
    for quantity in get_args(QuantityName):
        assert str(equidyn.formulations(quantity)) in out
    assert all(name in out for name in equidyn.robots.names())


def test_verify_prints_the_verdict_and_succeeds(capsys):
    assert cli.main(["verify", "puma560", "--samples", "5"]) == 0
    out = capsys.readouterr().out
    assert "PUMA 560" in out
    assert "verdict" in out
    assert "FAIL" not in out


def test_verify_fails_with_status_1(broken, capsys):
    assert cli.main(["verify", "puma560", "--samples", "5"]) == 1
    assert "FAIL" in capsys.readouterr().out


def test_verify_takes_a_file_and_tells_what_is_doubtful_about_it(tmp_path, capsys):
    path = tmp_path / "arm.json"
    equidyn.robots.puma560().save(path)
    assert cli.main(["verify", str(path), "--samples", "5"]) == 0
    assert "equidyn: warning: suspect data" in capsys.readouterr().err


def test_verify_takes_a_urdf_and_the_link_at_which_the_arm_ends(tmp_path, capsys):
    path = tmp_path / "arm.urdf"
    path.write_text(equidyn.robots.load("scara").to_urdf())
    assert cli.main(["verify", str(path), "--samples", "5"]) == 0
    assert cli.main(["verify", str(path), "--samples", "5", "--tip", "link_2"]) == 0
    assert "the joints 'joint_3'" in capsys.readouterr().err
    assert cli.main(["verify", str(path), "--tip", "hand"]) == 2
    assert (
        f"equidyn: {path}: tip: there is no 'hand' (known: base, link_1" in capsys.readouterr().err
    )


# the commands that take a robot as an argument; `mark` takes one as an option
TAKING_ROBOTS = [
    command.name
    for command in vars(commands).values()
    if isinstance(command, click.Command)
    and "robot" in {parameter.name for parameter in command.params}
]


@pytest.mark.parametrize("command", TAKING_ROBOTS)
def test_every_command_takes_the_first_and_the_last_link_of_a_urdf(command, monkeypatch, capsys):
    seen = []

    def from_urdf(path, **reading):
        seen.append((str(path), reading))
        raise ValueError("robot: enough seen")

    monkeypatch.setattr(equidyn.Arm, "from_urdf", from_urdf)
    ends = ["--base", "hip", "--tip", "foot", "--exact", "--xacro"]
    assert cli.main([command, "leg.urdf", *ends]) == 2
    assert "enough seen" in capsys.readouterr().err
    assert seen == [("leg.urdf", {"base": "hip", "tip": "foot", "exact": True, "xacro": True})]


@pytest.mark.parametrize(
    "words", [["time", "--tip", "foot"], ["rounding", "--exact"], ["count", "6", "--base", "hip"]]
)
def test_how_to_read_a_urdf_is_for_a_robot_alone(words, capsys):
    assert cli.main(words) == 2
    option = next(word for word in words if word.startswith("--"))
    assert f"{option} is for a robot in a URDF" in capsys.readouterr().err


def test_verify_writes_its_result(tmp_path, capsys):
    path = tmp_path / "result.json"
    options = ["--samples", "5", "--seed", "3", "--formulations", "kane,newton_euler"]
    assert cli.main(["verify", "planar_2r", *options, "-o", str(path)]) == 0
    saved = json.loads(path.read_text())
    assert saved["formulations"] == ["kane", "newton_euler"]
    assert (saved["samples"], saved["seed"], saved["passed"]) == (5, 3, True)


def test_verify_lets_other_libraries_judge(tmp_path, capsys):
    pytest.importorskip("pinocchio")
    path = tmp_path / "arm.urdf"
    path.write_text(equidyn.robots.load("scara").to_urdf())
    assert cli.main(["verify", str(path), "--samples", "2", "--peers"]) == 0
    out = capsys.readouterr().out
    assert "Results of other libraries" in out
    assert re.search(r"Pinocchio +mass matrix +crba +\S+ +1e-10 +[01] +pass", out)


def test_verify_says_which_extra_has_the_judges(monkeypatch, capsys):
    monkeypatch.setattr(taking_part, "find_spec", lambda _: None)
    assert cli.main(["verify", "planar_2r", "--peers"]) == 2
    assert "MuJoCo: not installed (pip install 'equidyn[judges]'); Drake" in capsys.readouterr().err


@pytest.mark.parametrize("suffix", [".json", ".csv", ".CSV", ".Json"])
def test_time_writes_its_records(tmp_path, capsys, suffix):
    path = tmp_path / f"times{suffix}"
    assert cli.main(["time", "--n", "1,2", *QUICK_TIMING, "-o", str(path)]) == 0
    timings = equidyn.timing.Timings.load(path)
    assert timings.sizes == (1, 2)
    assert timings.formulations == ("newton_euler", "kane")
    assert "n = 2" in capsys.readouterr().out


@pytest.mark.parametrize("suffix", [".svg", ".png", ".PNG"])
def test_time_draws(tmp_path, capsys, suffix):
    path = tmp_path / f"times{suffix}"
    assert cli.main(["time", "--n", "1,2", *QUICK_TIMING, "--plot", str(path)]) == 0
    assert path.stat().st_size > 1000


def test_rounding_writes_draws_and_prints_its_errors(tmp_path, capsys):
    path, picture = tmp_path / "errors.csv", tmp_path / "errors.svg"
    options = ["--samples", "2", "--sweeps", "lift,joints", "--n", "1,2", *QUICK_TIMING[-2:]]
    assert cli.main(["rounding", "puma560", *options, "-o", str(path), "--plot", str(picture)]) == 0
    assert "lose digits first" in capsys.readouterr().out
    assert "\nlift,kane,1000000," in path.read_text()
    assert picture.stat().st_size > 1000


def test_derivation_checks_a_source_on_a_robot(capsys):
    assert cli.main(["derivation", "planar_2r", "--paper", "angeles"]) == 0
    out = capsys.readouterr().out
    assert "Angeles, sections 7.4 and 7.5" in out
    assert "equations hold as corrected" in out


def test_derivation_checks_a_formulation_on_a_robot(capsys):
    assert cli.main(["derivation", "planar_2r", "--paper", "kane", "--equation", "tau_r"]) == 0
    assert capsys.readouterr().out.startswith("(tau_r) ")


def test_derivation_shows_one_equation_alone(capsys):
    command = ["derivation", "stanford", "--paper", "sasaki", "--seed", "3"]
    assert cli.main([*command, "--equation", "A.28"]) == 0
    check = equidyn.studies.check_derivation("stanford", 3, paper="sasaki")
    assert capsys.readouterr().out == f"{check['A.28']}\n"
    # this one needs a joint of the other kind: that is no failure
    flat = ["derivation", "planar_2r", "--paper", "sasaki", "--equation", "2.20"]
    assert cli.main(flat) == 0
    assert "prismatic joints only" in capsys.readouterr().out


def test_derivation_is_saved(tmp_path, capsys):
    path = tmp_path / "angeles.json"
    command = ["derivation", "scara", "--paper", "angeles", "-o", str(path)]
    assert cli.main(command) == 0
    saved = json.loads(path.read_text(encoding="utf-8"))
    check = equidyn.studies.check_derivation("scara", paper="angeles")
    assert saved["verdict"] == check.summary
    assert saved["records"] == check.to_records()


def test_derivation_fails_with_status_1(monkeypatch, capsys):
    monkeypatch.setattr("equidyn.studies.papers.derivation.step.TOLERANCE", 0.0)
    assert cli.main(["derivation", "planar_2r", "--paper", "angeles"]) == 1
    assert "FAILED" in capsys.readouterr().out
    assert cli.main(["derivation", "planar_2r", "--paper", "angeles", "--equation", "7.57"]) == 1


BAD_INPUT = {
    "unknown source": (["derivation", "puma560", "--paper", "craig"], "'craig' is not one of"),
    "unknown equation": (
        ["derivation", "planar_2r", "--paper", "angeles", "--equation", "7.99"],
        "equation: there is no '7.99' (known: 7.23a, ",
    ),
    "unknown robot": (["verify", "puma56"], "robot: there is no 'puma56'; did you mean 'puma560'"),
    "no such file": (["verify", "none.json"], "none.json: No such file"),
    "unknown formulation": (
        ["verify", "puma560", "--formulations", "cane"],
        "formulation: there is no 'cane'; did you mean 'kane'",
    ),
    "no samples": (["verify", "puma560", "--samples", "0"], "samples: must be at least 1, got 0"),
    "sizes of text": (["time", "--n", "1,two"], "expected integers such as 1,2,5, got '1,two'"),
    "no sizes": (["time", "--n", ""], "n: expected numbers of joints"),
    "wrong suffix": (["time", "-o", "a.txt"], "expected .json, .csv, .tex or .md, got 'a.txt'"),
    "not a number": (["verify", "puma560", "--samples", "1e3"], "'1e3' is not a valid integer"),
    "samples beyond memory": (
        ["verify", "puma560", "--samples", "100000000000"],
        "samples: must be at most 1000000, got 100000000000",
    ),
    "joints beyond memory": (
        ["time", "--n", "99999999999999"],
        "n: must be at most 10000, got 99999999999999",
    ),
    "links beyond memory": (["count", "99999999999"], "n: must be at most 100000, got 99999999999"),
    "turns beyond a life": (
        ["time", "--repetitions", "99999999999999"],
        "repetitions: must be at most 1000000, got 99999999999999",
    ),
    "a turn beyond a life": (["time", "--seconds", "1e30"], "seconds: must be at most 3600"),
    "rounds beyond a life": (
        ["bench", "--rounds", "99999999999999"],
        "rounds: must be at most 1000000, got 99999999999999",
    ),
    "joints of 5000 digits": (["count", "9" * 5000], "a number of joints, got 5000 digits"),
    "sizes of 5000 digits": (["bench", "--sizes", "9" * 5000], "expected integers such as 1,2,5"),
    "joints of a robot": (["time", "planar_2r", "--n", "3"], "--n is for random arms"),
    "over-long name": (["verify", f"{'a' * 5000}.json"], "File name too long"),
    "over-long output": (["time", "-o", f"{'a' * 5000}.json"], "File name too long"),
    "a folder": (["verify", "/"], "/: Is a directory"),
    "no folder": (["report", "puma560", "-o", "no/a.html"], "there is no folder 'no'"),
    "unknown paper": (["reproduce", "euler"], "'euler' is not one of"),
    "no folder of a page": (["reproduce", "sasaki", "-o", "no/a.html"], "there is no folder 'no'"),
    "a page of another kind": (
        ["reproduce", "sasaki", "-o", "a.txt"],
        "expected .html, .json, .csv, .tex or .md, got 'a.txt'",
    ),
    "no command": ([], "Missing command (see equidyn --help)"),
    "unknown command": (["lst"], "No such command 'lst'"),
    "no robot": (["verify"], "Missing argument 'ROBOT' (see equidyn verify --help)"),
    "unknown option": (["list", "--all"], "No such option '--all'"),
}


@pytest.mark.parametrize(("arguments", "message"), BAD_INPUT.values(), ids=BAD_INPUT)
def test_bad_input_is_one_line_and_status_2(arguments, message, capsys):
    assert cli.main(arguments) == 2
    captured = capsys.readouterr()
    assert message in captured.err
    assert captured.err.startswith("equidyn")
    assert captured.err.count("\n") == 1
    assert len(captured.err) < 1200
    assert not captured.out


def test_ctrl_c_is_status_130(monkeypatch, capsys):
    def interrupted(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setattr(equidyn, "verify", interrupted)
    assert cli.main(["verify", "planar_2r"]) == 130
    assert capsys.readouterr().err == "equidyn: interrupted\n"


@pytest.mark.slow
def test_a_report_of_a_failure_is_written_and_exits_with_1(broken, tmp_path, capsys):
    path = tmp_path / "report.html"
    arguments = ["report", "planar_2r", "--samples", "5", "--n", "1,2", *QUICK_TIMING]
    assert cli.main([*arguments, "-o", str(path)]) == 1
    assert "The formulations do not agree" in path.read_text(encoding="utf-8")
    assert str(path) in capsys.readouterr().out


@pytest.mark.slow
def test_a_report_is_named_after_its_robot(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    random_arm(2, seed=0).save("my arm.json")
    arguments = ["my arm.json", "--samples", "5", "--n", "1", *QUICK_TIMING]
    assert cli.main(["report", *arguments]) == 0
    assert (tmp_path / "equidyn-my arm.html").exists()
    page = (tmp_path / "equidyn-my arm.html").read_text(encoding="utf-8")
    assert "equidyn report &#39;my arm.json&#39; --samples 5" in page


@pytest.mark.parametrize("content", ["[" * 100_000, '{"a": ' * 100_000])
def test_a_file_that_is_nested_too_deep_is_named(tmp_path, capsys, content):
    path = tmp_path / "deep.json"
    path.write_text(content)
    assert cli.main(["verify", str(path)]) == 2
    assert capsys.readouterr().err == (f"equidyn: {path}: not a JSON file: nested too deep\n")


def test_an_output_that_is_a_folder_is_refused_before_the_work(tmp_path, monkeypatch, capsys):
    (tmp_path / "a.json").mkdir()
    monkeypatch.setattr(equidyn, "time_formulations", None)
    assert cli.main(["time", "-o", str(tmp_path / "a.json")]) == 2
    assert "cannot be written" in capsys.readouterr().err


def test_too_little_memory_is_one_line(monkeypatch, capsys):
    def greedy(*_, **__):
        raise MemoryError("Unable to allocate 4 TiB")

    monkeypatch.setattr(equidyn, "verify", greedy)
    assert cli.main(["verify", "planar_2r"]) == 2
    assert capsys.readouterr().err == "equidyn: not enough memory: Unable to allocate 4 TiB\n"


def test_a_message_of_several_lines_becomes_one(capsys):
    assert cli.main(["verify", "two\nlines.json"]) == 2
    assert capsys.readouterr().err == "equidyn: two lines.json: No such file or directory\n"


def test_time_of_a_robot_is_that_of_its_own_links(tmp_path, capsys):
    path = tmp_path / "times.json"
    assert cli.main(["time", "planar_2r", *QUICK_TIMING, "-o", str(path)]) == 0
    timings = equidyn.timing.Timings.load(path)
    assert (timings.sizes, timings.arms) == ((2,), "planar 2R")
    out = capsys.readouterr().out
    assert "Time per evaluation: planar 2R" in out
    assert "times the cheapest" in out
    assert "Growth" not in out


def test_batches_are_timed_on_demand(tmp_path, capsys):
    path = tmp_path / "times.json"
    options = ["--batch", "32", *QUICK_TIMING, "-o", str(path)]
    assert cli.main(["time", "planar_2r", *options]) == 0
    assert equidyn.timing.Timings.load(path).batch == 32
    assert "Time per evaluation in batches of 32: planar 2R" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("command", "function"),
    [
        ("verify", equidyn.verify),
        ("time", equidyn.time_formulations),
        ("rounding", equidyn.rounding_error),
        ("bench", equidyn.bench),
        ("report", equidyn.report),
    ],
)
def test_options_have_the_defaults_of_the_functions(command, function):
    (options,) = (c.params for c in commands.COMMANDS if c.name == command)
    shown = {
        option.name: option.default for option in options if isinstance(option.default, int | float)
    }
    known = inspect.signature(function).parameters
    same = {name: known[name].default for name in shown if name in known}
    assert len(same) > 0
    assert {name: shown[name] for name in same} == same


# what a user sees of the program as a process


def program(*arguments, **options):
    """The command line as a process of its own."""
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    return subprocess.Popen([sys.executable, "-m", "equidyn", *arguments], **pipes | options)


@pytest.mark.skipif(not hasattr(signal, "SIGPIPE"), reason="the system has no SIGPIPE")
def test_a_reader_who_has_seen_enough_ends_the_program_quietly(tmp_path):
    path = tmp_path / "counts.json"
    with program("count", "planar_2r", "-o", str(path)) as run:
        run.stdout.close()
        assert run.stderr.read() == b""
    assert run.returncode == -signal.SIGPIPE
    # what was asked for in a file does not depend on who reads the rest
    assert json.loads(path.read_text())["records"]


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="the system has no full disk to try")
def test_a_full_disk_is_one_line():
    with open("/dev/full", "w") as full:
        run = subprocess.run(
            [sys.executable, "-m", "equidyn", "list"],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
        )
    assert run.returncode == 2
    assert run.stderr == "equidyn: [Errno 28] No space left on device\n"


OLD_ENCODINGS = {
    "ascii": {"PYTHONIOENCODING": "ascii"},
    "latin-1": {"PYTHONIOENCODING": "latin-1"},
    "cp437": {"PYTHONIOENCODING": "cp437:strict"},
    "C": {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
}


@pytest.mark.slow
@pytest.mark.parametrize("variables", OLD_ENCODINGS.values(), ids=OLD_ENCODINGS)
def test_characters_that_an_encoding_lacks_are_replaced(variables):
    run = program("time", "--n", "1,2", *QUICK_TIMING, env={**os.environ, **variables})
    out, err = run.communicate()
    assert (run.returncode, err) == (0, b"")
    text = out.decode(variables.get("PYTHONIOENCODING", "ascii").partition(":")[0])
    # a line of a table, as far as the encoding has it
    assert "-----" in text or "─────" in text
    assert "?" not in text


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="needs a shell")
@pytest.mark.parametrize("closed", [">&-", "2>&-", ">&- 2>&-", "<&-"])
def test_closed_streams_are_no_failure(closed):
    command = f"{sys.executable} -m equidyn list {closed}"
    run = subprocess.run(command, shell=True, capture_output=True, text=True)
    assert (run.returncode, run.stderr) == (0, "")


def test_an_unknown_character_becomes_a_question_mark():
    error = UnicodeEncodeError("ascii", "a≥♥b", 1, 3, "no such character")
    assert terminal._replaced(error) == (">=?", 3)


@pytest.mark.parametrize("module", ["equidyn.cli", "click", "numpy", "equidyn._core", "rich.table"])
def test_ctrl_c_while_modules_are_loaded_leaves_no_traceback(module):
    script = f"""
import runpy, signal, sys

class Interruption:
    def find_spec(self, name, *_):
        if name == {module!r}:
            signal.raise_signal(signal.SIGINT)

sys.meta_path.insert(0, Interruption())
sys.argv[1:] = ["list"]
runpy.run_module("equidyn", run_name="__main__", alter_sys=True)
"""
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert (run.returncode, run.stderr) == (130, "equidyn: interrupted\n")


@pytest.fixture
def interrupted_at_kane(monkeypatch):
    """Somebody presses Ctrl-C when the turn of this formulation has come."""
    evaluate, clock = equidyn.Arm.inverse_dynamics, equidyn._core.time_method

    def inverse_dynamics(arm, *state, formulation=None, **options):
        if formulation == "kane":
            signal.raise_signal(signal.SIGINT)
        return evaluate(arm, *state, formulation=formulation, **options)

    def time_method(arm, quantity, name, *arguments):
        if name == "kane":
            signal.raise_signal(signal.SIGINT)
        return clock(arm, quantity, name, *arguments)

    monkeypatch.setattr(equidyn.Arm, "inverse_dynamics", inverse_dynamics)
    monkeypatch.setattr(equidyn._core, "time_method", time_method)


def interrupted(path):
    """Message about a result that was kept."""
    return f"equidyn: interrupted; the results so far are in {path}\n"


def test_ctrl_c_keeps_the_times_that_are_measured(interrupted_at_kane, tmp_path, capsys):
    path = tmp_path / "times.csv"
    assert cli.main(["time", "--n", "1,2", *QUICK_TIMING, "-o", str(path)]) == 130
    assert capsys.readouterr().err == interrupted(path)
    timings = equidyn.timing.Timings.load(path)
    assert (timings.formulations, timings.sizes) == (("newton_euler",), (1,))


def test_ctrl_c_keeps_the_formulations_that_are_verified(interrupted_at_kane, tmp_path, capsys):
    path = tmp_path / "result.json"
    names = ["--formulations", "newton_euler,newton_euler_lee,kane,lagrange_euler"]
    assert cli.main(["verify", "planar_2r", "--samples", "5", *names, "-o", str(path)]) == 130
    assert capsys.readouterr().err == interrupted(path)
    saved = json.loads(path.read_text())
    assert saved["formulations"] == ["newton_euler", "newton_euler_lee"]
    assert "note: interrupted: not tried are kane, lagrange_euler" in saved["notes"]


@pytest.mark.parametrize(
    "command", [["verify", "planar_2r", "--samples", "5"], ["time", "--n", "1"]]
)
def test_ctrl_c_before_anything_is_found_writes_nothing(
    interrupted_at_kane, tmp_path, capsys, command
):
    path = tmp_path / "result.json"
    assert cli.main([*command, "--formulations", "kane", "-o", str(path)]) == 130
    assert capsys.readouterr().err == "equidyn: interrupted\n"
    assert not path.exists()


def test_ctrl_c_shows_what_was_found_where_it_is_not_written(interrupted_at_kane, capsys):
    names = ["--formulations", "newton_euler,kane"]
    assert cli.main(["verify", "planar_2r", "--samples", "5", *names]) == 130
    out, err = capsys.readouterr()
    assert err == "equidyn: interrupted\n"
    assert "newton_euler" in out
    assert "interrupted: not tried are kane" in out


def test_ctrl_c_in_a_report_shows_the_parts_that_are_done(monkeypatch, tmp_path, capsys):
    count_each = equidyn.studies.reports.examination.count_each

    def interrupted_count_each(*arguments):
        count_each(*arguments)
        signal.raise_signal(signal.SIGINT)

    monkeypatch.setattr("equidyn.studies.reports.examination.count_each", interrupted_count_each)
    path = tmp_path / "report.html"
    command = ["report", "planar_2r", "--samples", "5", "--n", "1,2", *QUICK_TIMING]
    assert cli.main([*command, "-o", str(path)]) == 130
    out, err = capsys.readouterr()
    assert err == "equidyn: interrupted\n"
    titles = ("Largest difference", "Time per evaluation: planar 2R", "number of joints: random")
    assert all(title in out for title in titles)
    assert not path.exists()


@pytest.fixture
def interrupted_count(monkeypatch):
    """Somebody presses Ctrl-C when the operations of this formulation are to be counted."""
    trace = equidyn.counting.conventions.Conventions.trace

    def interrupted_trace(rules, arm, formulation, quantity):
        if formulation == "kane":
            signal.raise_signal(signal.SIGINT)
        return trace(rules, arm, formulation, quantity)

    monkeypatch.setattr("equidyn.counting.conventions.Conventions.trace", interrupted_trace)


def test_ctrl_c_keeps_the_operations_that_are_counted(interrupted_count, tmp_path, capsys):
    path = tmp_path / "counts.csv"
    command = ["count", "planar_2r", "--formulations", "newton_euler,kane"]
    assert cli.main([*command, "-o", str(path)]) == 130
    assert capsys.readouterr().err == interrupted(path)
    assert "newton_euler" in path.read_text()
    assert cli.main(command) == 130
    assert "newton_euler" in capsys.readouterr().out


def test_ctrl_c_keeps_the_polynomials_that_are_found(interrupted_count):
    with pytest.raises(KeyboardInterrupt) as interruption:
        equidyn.counting.operation_polynomials.polynomials_of_each(
            ["newton_euler", "kane"], equidyn.counting.conventions.Conventions()
        )
    assert [item.formulation for item in interruption.value.so_far] == ["newton_euler"]


def test_operations_of_friction_are_counted_if_asked_for(capsys):
    command = ["count", "puma560", "--formulations", "newton_euler"]
    counts = []
    for extra in ([], ["--friction"]):
        assert cli.main([*command, *extra]) == 0
        (row,) = (x for x in capsys.readouterr().out.splitlines() if x.startswith("newton_euler"))
        counts.append([int(cell) for cell in row.split()[1:]])
    without, with_friction = counts
    assert with_friction == [without[0] + 6, without[1] + 6, without[2]]


@pytest.mark.parametrize("quantity", QUANTITIES)
@pytest.mark.parametrize(
    ("command", "title"),
    [
        (
            ["verify", "planar_2r", "--samples", "3"],
            "Largest difference between two formulations",
        ),
        (["count", "planar_2r", "--steps"], "Operations of an evaluation"),
        (["count", "2"], "Operations of an evaluation"),
        (["time", "planar_2r", *QUICK_TIMING[:4]], "Time per evaluation"),
        (["time", "--n", "1,2", *QUICK_TIMING[:4]], "Time per evaluation"),
    ],
    ids=["verify", "count", "count N", "time", "time --n"],
)
def test_commands_take_a_quantity(command, title, quantity, capsys):
    assert cli.main([*command, "--quantity", quantity]) == 0
    out = capsys.readouterr().out
    words = quantity.replace("_", " ").replace("coriolis", "Coriolis")
    assert f"{title} of {words}" in out
    # a restricted one may refuse the arm
    methods = [each.name for each in equidyn.formulations(quantity) if not each.restriction]
    assert all(f"{name} " in out for name in methods)


def test_a_quantity_that_has_no_methods_is_refused(capsys):
    assert cli.main(["verify", "planar_2r", "--quantity", "bias"]) == 2
    assert "'bias' is not one of 'inverse_dynamics', 'mass_matrix'" in capsys.readouterr().err
    assert cli.main(["count", "2", "--quantity", "mass_matrix", "--controller"]) == 2
    assert "--controller is for inverse dynamics" in capsys.readouterr().err


def test_ctrl_c_in_python_brings_what_was_found(interrupted_at_kane):
    with pytest.raises(KeyboardInterrupt) as interruption:
        equidyn.time_formulations((1,), ["newton_euler", "kane"], repetitions=1, seconds=1e-4)
    assert interruption.value.so_far.formulations == ("newton_euler",)


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("equidyn ver", ["verify"]),
        ("equidyn verify puma560_c", ["puma560_corke", "puma560_corrected"]),
        (
            "equidyn verify puma560 --formulations kane,lagrange_euler_",
            ["kane,lagrange_euler_literal"],
        ),
        ("equidyn time --formulations gibbs_appell,gibbs", []),
        ("equidyn count puma560 --base-motion m", ["moving"]),
        ("equidyn verify puma560 --quantity m", ["mass_matrix"]),
        ("equidyn derivation puma560 --paper a", ["angeles"]),
        ("equidyn cite wa", ["walker_orin", "waters"]),
        (
            "equidyn time --quantity forward_dynamics --formulations composite_rigid_bodies,art",
            ["composite_rigid_bodies,articulated_bodies"],
        ),
    ],
)
def test_shells_complete_commands_robots_and_formulations(line, expected):
    words = {"COMP_WORDS": line, "COMP_CWORD": str(len(line.split()) - 1)}
    run = program(env={**os.environ, **words, "_EQUIDYN_COMPLETE": "bash_complete"})
    out, err = run.communicate()
    assert (run.returncode, err) == (0, b"")
    assert [item.removeprefix("plain,") for item in out.decode().split()] == expected


@pytest.mark.parametrize(
    ("name", "keys"),
    [
        ("equidyn", ["equidyn"]),
        ("kane", ["kane_levinson_1983"]),
        # of the mass matrix and of forward dynamics
        ("decoupled_orthogonal_complement", ["saha_1999", "saha_1997"]),
        ("maximal_coordinates", ["udwadia_kalaba_1992", "angeles_2014"]),
        # the names that derivations and experiments have
        ("turney_mudge_lee", ["turney_mudge_lee_1980"]),
        ("lee", ["lee_chung_mudge_turney_1982"]),
        ("saha_1997", ["saha_1997"]),
    ],
)
def test_what_to_cite_is_printed_as_bibtex(name, keys, capsys):
    assert cli.main(["cite", name]) == 0
    assert re.findall(r"^@\w+\{(\w+),", capsys.readouterr().out, re.MULTILINE) == keys


def test_every_source_of_a_derivation_or_an_experiment_can_be_cited(capsys):
    for name in (*get_args(DerivationName), *get_args(ExperimentName)):
        assert cli.main(["cite", name]) == 0
        assert capsys.readouterr().out.startswith("@")


def test_without_a_name_equidyn_and_every_source_are_cited_once(capsys):
    assert cli.main(["cite"]) == 0
    printed = re.findall(r"^@\w+\{(\w+),", capsys.readouterr().out, re.MULTILINE)
    assert printed == ["equidyn", *bibliography.sources()]
    assert cli.main(["cite", "kan"]) == 2
    assert "NAME: there is no 'kan'; did you mean 'kane'?" in capsys.readouterr().err


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_help_says_how_completion_is_switched_on(shell, capsys):
    assert cli.main(["--help"]) == 0
    assert f"_EQUIDYN_COMPLETE={shell}_source equidyn" in capsys.readouterr().out
    if shell == "bash":  # which has to be there to tell its version
        return
    run = program(env={**os.environ, "_EQUIDYN_COMPLETE": f"{shell}_source"})
    assert b"_EQUIDYN_COMPLETE" in run.communicate()[0]


def test_module_runs_as_a_program():
    run = subprocess.run(
        [sys.executable, "-m", "equidyn", "--version"], capture_output=True, text=True, check=True
    )
    assert run.stdout == f"equidyn {equidyn.__version__}\n"


def test_progress_bars_appear_in_a_terminal_only(monkeypatch, capsys):
    arguments = ["verify", "planar_2r", "--samples", "5"]
    cli.main(arguments)
    assert "verifying" not in capsys.readouterr().out
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setattr("rich._console", None)  # made anew, it learns that this is a terminal
    monkeypatch.setattr(commands, "in_terminal", lambda: True)
    cli.main(arguments)
    assert "verifying" in capsys.readouterr().out
