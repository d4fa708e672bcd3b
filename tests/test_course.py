"""The course comes with the package, and is copied without loss of anybody's work."""

import json
from pathlib import Path

import numpy as np
import pytest

from equidyn import cli
from equidyn.cli import course

NOTEBOOKS = Path(__file__).parents[1] / "notebooks"


def test_every_notebook_is_copied_and_the_next_step_is_told(tmp_path, capsys):
    folder = tmp_path / "my course"
    assert cli.main(["notebooks", str(folder)]) == 0
    copies = {path.name: path.read_bytes() for path in folder.iterdir()}
    assert copies == {path.name: path.read_bytes() for path in NOTEBOOKS.glob("*.ipynb")}
    out = capsys.readouterr().out
    assert f"{len(copies)} notebooks are in {folder}. The first is 00_first_steps.ipynb." in out
    assert f"jupyter lab '{folder}'" in out


def test_work_in_a_notebook_is_not_replaced_unless_asked_for(tmp_path, capsys):
    assert cli.main(["notebooks", str(tmp_path)]) == 0
    mine = tmp_path / "05_do_they_agree.ipynb"
    mine.write_text("my work")
    (tmp_path / "00_first_steps.ipynb").unlink()
    assert cli.main(["notebooks", str(tmp_path)]) == 2
    assert (
        "may have changes of yours; choose another folder, or overwrite" in capsys.readouterr().err
    )
    assert mine.read_text() == "my work"
    assert not (tmp_path / "00_first_steps.ipynb").exists()
    assert cli.main(["notebooks", str(tmp_path), "--force"]) == 0
    assert mine.read_bytes() == (NOTEBOOKS / mine.name).read_bytes()


def test_the_site_is_named_where_it_is(tmp_path, monkeypatch, capsys):
    page = tmp_path / "index.html"
    page.touch()
    monkeypatch.setattr(course, "SITE", page)
    assert cli.main(["notebooks", str(tmp_path / "course")]) == 0
    assert page.as_uri() in capsys.readouterr().out


def test_a_package_without_notebooks_says_so(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(course, "_PLACES", (tmp_path / "course",))
    assert cli.main(["notebooks", str(tmp_path / "x")]) == 2
    assert "there are no notebooks; install equidyn with pip" in capsys.readouterr().err


def test_a_file_is_no_folder_for_notebooks(tmp_path, capsys):
    (tmp_path / "x").touch()
    assert cli.main(["notebooks", str(tmp_path / "x")]) == 2
    assert "x: " in capsys.readouterr().err


@pytest.mark.slow
@pytest.mark.parametrize(
    ("notebook", "setup", "mistake"),
    [
        ("00_first_steps", ["1"], "gravity has the wrong sign"),
        ("06_the_derivation_by_numbers", ["1", "15"], "the term ½ ∂(q̇ᵀ M q̇)/∂q is missing"),
        ("02_dh_conventions", ["1", "3", "9"], "the tool is left out"),
        ("03_inertia", ["1", "9"], "inertia tensors are not turned into the axes of the world"),
        ("04_moving_frames", ["1"], "the Coriolis torque (products q̇_j q̇_k) lacks the factor 2"),
        ("13_a_straight_line", ["1"], "columns take z and the origin of the wrong frame"),
    ],
)
def test_the_mistake_of_an_exercise_is_named_and_its_solution_is_right(notebook, setup, mistake):
    cells = json.loads((NOTEBOOKS / f"{notebook}.ipynb").read_text(encoding="utf-8"))["cells"]
    source = {cell["id"]: "".join(cell["source"]) for cell in cells}
    names, marked = {}, []
    with np.printoptions():  # a notebook may change them
        for cell in setup:
            exec(source[cell], names)
        for cell in ("own-function", "own-function-solved"):
            *lines, last = source[cell].splitlines()
            exec("\n".join(lines), names)
            marked.append(eval(last, names))
    exercise, solution = marked
    assert not exercise
    assert mistake in exercise.summary
    assert solution
