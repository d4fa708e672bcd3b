"""The command line: what it prints, what it writes, how it exits."""

import json
import subprocess
import sys

import pytest

import equidyn
from equidyn import cli
from equidyn.robots import random_arm

QUICK_TIMING = ["--repetitions", "1", "--seconds", "1e-4", "--formulations", "newton_euler,kane"]


@pytest.fixture
def broken(monkeypatch):
    """A formulation that has lost the factor of its gravity."""
    original = equidyn.Arm.inverse_dynamics

    def broken(arm, *state, formulation=None, **options):
        lighter = arm.with_gravity(0.99 * arm.gravity) if formulation == "kane" else arm
        return original(lighter, *state, formulation=formulation, **options)

    monkeypatch.setattr(equidyn.Arm, "inverse_dynamics", broken)


def test_list_names_formulations_and_robots(capsys):
    assert cli.main(["list"]) == 0
    out = capsys.readouterr().out
    assert all(formulation.name in out for formulation in equidyn.formulations())
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
    assert "equidyn: warning: doubtful data" in capsys.readouterr().err


def test_verify_writes_its_result(tmp_path, capsys):
    path = tmp_path / "result.json"
    options = ["--samples", "5", "--seed", "3", "--formulations", "kane,newton_euler"]
    assert cli.main(["verify", "planar_2r", *options, "-o", str(path)]) == 0
    saved = json.loads(path.read_text())
    assert saved["formulations"] == ["kane", "newton_euler"]
    assert (saved["samples"], saved["seed"], saved["passed"]) == (5, 3, True)


@pytest.mark.parametrize("suffix", [".json", ".csv"])
def test_time_writes_its_records(tmp_path, capsys, suffix):
    path = tmp_path / f"times{suffix}"
    assert cli.main(["time", "--n", "1,2", *QUICK_TIMING, "-o", str(path)]) == 0
    timings = equidyn.Timings.load(path)
    assert timings.sizes == (1, 2)
    assert timings.formulations == ("newton_euler", "kane")
    assert "n = 2" in capsys.readouterr().out


@pytest.mark.parametrize("suffix", [".svg", ".png"])
def test_time_draws(tmp_path, capsys, suffix):
    pytest.importorskip("matplotlib")
    path = tmp_path / f"times{suffix}"
    assert cli.main(["time", "--n", "1,2", *QUICK_TIMING, "--plot", str(path)]) == 0
    assert path.stat().st_size > 1000


BAD_INPUT = {
    "unknown robot": (["verify", "puma56"], "robot: there is no 'puma56'; did you mean 'puma560'"),
    "no such file": (["verify", "none.json"], "none.json: No such file"),
    "unknown formulation": (
        ["verify", "puma560", "--formulations", "cane"],
        "formulation: there is no 'cane'; did you mean 'kane'",
    ),
    "no samples": (["verify", "puma560", "--samples", "0"], "samples: must be at least 1, got 0"),
    "sizes of text": (["time", "--n", "1,two"], "expected integers such as 1,2,5, got '1,two'"),
    "no sizes": (["time", "--n", ""], "n: expected numbers of joints"),
    "wrong suffix": (["time", "-o", "a.txt"], "expected .json or .csv, got 'a.txt'"),
    "no folder": (["report", "puma560", "-o", "no/a.html"], "there is no folder 'no'"),
    "no command": ([], "required: COMMAND"),
    "unknown option": (["list", "--all"], "unrecognized arguments: --all"),
}


@pytest.mark.parametrize(("arguments", "message"), BAD_INPUT.values(), ids=BAD_INPUT)
def test_bad_input_is_one_line_and_status_2(arguments, message, capsys):
    try:
        status = cli.main(arguments)
    except SystemExit as exit_of_the_parser:
        status = exit_of_the_parser.code
    captured = capsys.readouterr()
    assert status == 2
    assert message in captured.err
    assert captured.err.startswith("equidyn")
    assert captured.err.count("\n") == 1
    assert not captured.out


def test_a_missing_package_is_named_before_the_work_begins(monkeypatch, capsys):
    monkeypatch.setitem(sys.modules, "jinja2", None)
    monkeypatch.setattr(cli, "verify", None)
    assert cli.main(["report", "planar_2r"]) == 2
    assert "jinja2 is needed here: pip install 'equidyn[report]'" in capsys.readouterr().err


def test_ctrl_c_is_status_130(monkeypatch, capsys):
    def interrupted(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setattr(cli, "verify", interrupted)
    assert cli.main(["verify", "planar_2r"]) == 130
    assert capsys.readouterr().err == "equidyn: interrupted\n"


def test_a_report_of_a_failure_is_written_and_exits_with_1(broken, tmp_path, capsys):
    pytest.importorskip("matplotlib")
    path = tmp_path / "report.html"
    arguments = ["report", "planar_2r", "--samples", "5", "--n", "1,2", *QUICK_TIMING]
    assert cli.main([*arguments, "-o", str(path)]) == 1
    assert "They do not agree" in path.read_text(encoding="utf-8")
    assert str(path) in capsys.readouterr().out


def test_a_report_is_named_after_its_robot(tmp_path, monkeypatch, capsys):
    pytest.importorskip("matplotlib")
    monkeypatch.chdir(tmp_path)
    random_arm(2, seed=0).save("my arm.json")
    arguments = ["my arm.json", "--samples", "5", "--n", "1", *QUICK_TIMING]
    assert cli.main(["report", *arguments]) == 0
    assert (tmp_path / "equidyn-my arm.html").exists()
    page = (tmp_path / "equidyn-my arm.html").read_text(encoding="utf-8")
    assert "equidyn report &#39;my arm.json&#39; --samples 5" in page


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
    monkeypatch.setattr(cli, "_terminal", lambda: True)
    cli.main(arguments)
    assert "verifying" in capsys.readouterr().out
