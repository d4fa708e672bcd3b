"""Names that would steer a terminal, draw formulas or forge lines are shown, and not obeyed."""

import io
import sys

import matplotlib as mpl
import pytest
from matplotlib.figure import Figure
from rich.console import Console

import equidyn
from equidyn import cli, robots
from equidyn.output import files
from equidyn.output.progress import progress_bar
from equidyn.output.text import in_one_line, visible
from equidyn.timing.timings import Timing

# clears the screen, rings, turns the writing round, changes the colour
STEERING = "\x1b[2J\x07evil\u202e\x9b31m"
SHOWN = r"\x1b[2J\x07evil\u202e\x9b31m"

# as far as an arm can be called so
NAME, NAME_SHOWN = "evil\u202e\x9b31m", r"evil\u202e\x9b31m"

# no end of a tag that was begun, and no formula
MARKUP = "[/red] [bold] $\\frac$ <script>"


def arm_torque(arm, q, qd, qdd):
    return arm.inverse_dynamics(q, qd, qdd)


def printed(item):
    """Text of an item in a terminal."""
    text = io.StringIO()
    Console(file=text, width=80, color_system=None).print(item)
    return text.getvalue()


def results(name):
    """Results of an arm of this name, by a candidate of the same name."""
    arm = robots.planar_2r().with_name(name)
    return (
        arm,
        equidyn.verify(arm, samples=2, formulations=["kane"], candidates={name: arm_torque}),
        equidyn.count_operations(arm),
        equidyn.studies.parallel_steps(arm),
        equidyn.studies.check_derivation(arm),
    )


def test_what_steers_a_terminal_is_shown_and_not_obeyed():
    for result in results(NAME):
        for text in (str(result), printed(result), result._repr_html_()):
            assert NAME_SHOWN in text
            assert not set(NAME) & set(text) & set("\u202e\x9b")


def test_markup_is_shown_and_not_obeyed():
    for result in results(MARKUP):
        assert MARKUP in str(result)
        assert MARKUP.replace("<", "&lt;").replace(">", "&gt;") in result._repr_html_()


def test_a_name_of_several_lines_forges_none():
    lines = "arm\nall checks passed"
    for result in results(lines):
        assert "all checks passed" not in map(str.strip, str(result).splitlines())


def test_letters_of_any_language_are_shown_as_they_are():
    assert visible("bras à six axes, 機械手, Mᵗ\nτ") == "bras à six axes, 機械手, Mᵗ\nτ"
    assert in_one_line("机器人\nτ") == r"机器人\nτ"


@pytest.mark.parametrize("name", [MARKUP, STEERING])
def test_progress_shows_names_and_obeys_none(name, monkeypatch):
    terminal = io.StringIO()
    monkeypatch.setattr(sys, "stdout", terminal)
    monkeypatch.setattr("rich._console", Console(file=terminal, force_terminal=True, width=120))
    with progress_bar("working", 2, show=True) as step:
        step(name)
    text = terminal.getvalue()
    assert visible(name) in text
    assert "\x07" not in text


@pytest.mark.parametrize("name", [MARKUP, STEERING])
def test_pictures_show_names_and_obey_none(name):
    verification = equidyn.verify(
        robots.planar_2r(), samples=2, formulations=["kane"], candidates={name: arm_torque}
    )
    records = [Timing(each, n, (10.0 * n,)) for each in (name, "kane") for n in (1, 2)]
    timings = equidyn.timing.Timings(tuple(records), {}, "arms")
    for result in (verification, timings):
        with mpl.rc_context({"svg.fonttype": "none"}):
            figure, drawing = Figure(), io.StringIO()
            result.plot(ax=figure.add_subplot())
            figure.savefig(drawing, format="svg")
        assert visible(name).replace("<", "&lt;").replace(">", "&gt;") in drawing.getvalue()


def test_errors_and_warnings_show_names_and_obey_none(tmp_path, capsys):
    path = tmp_path / f"{STEERING}.json"
    assert cli.main(["verify", str(path)]) == 2
    path.write_text("[")
    assert cli.main(["verify", str(path)]) == 2
    robots.planar_2r(mass=(0, 1), inertia=(0, 1)).with_name(NAME).save(path)
    assert cli.main(["verify", str(path), "--samples", "0"]) == 2
    assert cli.main(["verify", STEERING]) == 2
    assert cli.main([STEERING]) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("evil")) == ("", 5)
    assert not set("\x1b\x07\u202e\x9b") & set(err)
    with pytest.raises(ValueError, match="not a JSON file") as caught:
        equidyn.Arm.load(_written(tmp_path / f"{STEERING}.json"))
    assert SHOWN in str(caught.value)


def _written(path):
    path.write_text("[")
    return path


@pytest.mark.parametrize("end", ["\n", "\r", "\x0b", "\x1c", "\x85", "\u2028"])
def test_a_name_adds_no_line_to_a_csv_file(end, tmp_path):
    path = tmp_path / "counts.csv"
    files.write_csv(path, {"arm": f"one{end}formulation,n{end}", "n": 2}, [{"a": 1}])
    about, rows = files.read_csv(path)
    assert list(about) == ["arm", "n"]
    assert rows == [{"a": "1"}]
