"""`equidyn mark FOLDER`: the files of a class in one table, with pages, and continued."""

import json

import pytest

import equidyn
from equidyn import cli
from equidyn.cli.marking import marks
from equidyn.cli.marking.assignment import Assignment
from equidyn.cli.marking.results import judged_file
from equidyn.output.files import read_csv
from studies.grading.planted import PROGRAMS

pytestmark = pytest.mark.slow  # each file has a process

RIGHT = (PROGRAMS / "closed_form.py").read_text(encoding="utf-8")
WRONG = RIGHT.replace("- 2 * h * d1 * d2", "- h * d1 * d2")
KEY = """import equidyn
arm = equidyn.Arm.load({!r})
points = {{"inverse_dynamics": 5, "gravity_torque": 2}}
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory, planar):
    """A folder with hand-ins of many kinds, and the key beside it."""
    place = tmp_path_factory.mktemp("class")
    planar.save(place / "arm.json")
    (place / "key.py").write_text(KEY.format(str(place / "arm.json")))
    files = place / "files"
    (files / "zoe").mkdir(parents=True)
    texts = {
        "anna.py": RIGHT,
        "ben.py": WRONG,
        "cleo.py": RIGHT.replace("inverse_dynamics", "inverse_dynamic"),
        "dora.py": f"{RIGHT}\n\ndef gravity_torque(q):\n    return 1 / 0\n",
        "emil.py": RIGHT,
        "finn.m": "function tau = inverse_dynamics(q)",
        "random.py": "raise SystemExit('not a module of Python')",
        "zoe/homework.py": RIGHT,
        ".hidden.py": WRONG,
        "notes.txt": "nothing to mark",
    }
    for name, text in texts.items():
        (files / name).write_text(text, encoding="utf-8")
    cells = [{"cell_type": "code", "source": RIGHT}]
    (files / "gina.ipynb").write_text(json.dumps({"nbformat": 4, "cells": cells}))
    quantities = ["inverse_dynamics", "gravity_torque", "bias"]
    right = equidyn.reference_vectors(planar, 5, quantities=quantities)
    right.save(files / "hugo.csv")
    right.save(files / "ida.json")
    wrong = json.loads((files / "ida.json").read_text())
    wrong["results"]["gravity_torque"][0][0] += 0.1
    (files / "ida.json").write_text(json.dumps(wrong))
    equidyn.reference_vectors(planar, 5, 3, quantities).save(files / "jan.csv")
    return place


POINTS = {
    "anna.py": "7",
    "ben.py": "5.5",
    "cleo.py": "2",
    "dora.py": "5",
    "emil.py": "7",
    "finn.m": "0",
    "gina.ipynb": "7",
    "hugo.csv": "7",
    "ida.json": "5",
    "jan.csv": "0",
    "random.py": "0",
    "zoe/homework.py": "7",
}
REMARKS = {
    "anna.py": "",
    "ben.py": "lacks the factor 2",
    "cleo.py": "is it inverse_dynamics?",
    "dora.py": "ZeroDivisionError",
    "emil.py": "",
    "finn.m": "`equidyn vectors` writes states for it",
    "gina.ipynb": "",
    "hugo.csv": "not marked: bias",
    "ida.json": "FAIL gravity_torque",
    "jan.csv": "they are of seed 3",
    "random.py": "calls sys.exit",
    "zoe/homework.py": "",
}


def marked(folder, *options):
    """Return the exit status of marking the folder by its key."""
    key = ["--key", str(folder / "key.py")]
    return cli.main(["mark", str(folder / "files"), *key, "--timeout", "20", *options])


def test_a_table_with_pages_that_is_continued(folder, tmp_path, capsys, monkeypatch):
    output, pages = tmp_path / "marks.csv", tmp_path / "pages"
    files = folder / "files"
    options = ("-o", str(output), "--pages", str(pages))
    assert marked(folder, *options) == 1
    rows = read_csv(output)[1]
    named = {row["file"].replace("\\", "/"): row for row in rows}
    assert {name: row["points"] for name, row in named.items()} == POINTS
    assert {row["out_of"] for row in rows} == {"7"}
    for name, remark in REMARKS.items():
        assert remark in named[name]["remark"]
        assert bool(remark) == bool(named[name]["remark"])
    same = [name for name, row in named.items() if row["same_as"] == "anna.py"]
    assert same == ["emil.py", "zoe/homework.py"]
    right = [name for name, row in named.items() if row["verdict"] == "pass"]
    assert right == [name for name, points in POINTS.items() if points == "7"]
    assert "Marks: 5 of 12 files are right" in capsys.readouterr().out
    assert len(list(pages.iterdir())) == 12
    (page,) = pages.glob("*ben.py.html")
    assert "lacks the factor 2" in page.read_text(encoding="utf-8")

    # only what is new or changed is marked again
    asked = []
    mark = marks.mark

    def watched(assignment, file, **options):
        asked.append(file.name)
        return mark(assignment, file, **options)

    monkeypatch.setattr(marks, "mark", watched)
    assert marked(folder, *options) == 1
    assert asked == []
    assert read_csv(output)[1] == rows
    before = (files / "ben.py").read_text(encoding="utf-8")
    (files / "ben.py").write_text(RIGHT, encoding="utf-8")
    (pages / next(pages.glob("*anna*")).name).unlink()
    marked(folder, *options)
    (files / "ben.py").write_text(before, encoding="utf-8")
    assert asked == ["anna.py", "ben.py"]
    asked.clear()
    marked(folder, *options, "--seed", "5")
    assert len(asked) == 12


def test_what_is_marked_is_kept_when_interrupted(folder, tmp_path, monkeypatch, capsys):
    mark, output = marks.mark, tmp_path / "marks.csv"

    def interrupted(assignment, file, **options):
        if file.name == "ben.py":
            raise KeyboardInterrupt
        return mark(assignment, file, **options)

    monkeypatch.setattr(marks, "mark", interrupted)
    assert marked(folder, "-o", str(output)) == 130
    assert f"the marks so far are in {output}" in capsys.readouterr().err
    assert [row["points"] for row in read_csv(output)[1]] == ["7"]


def test_json_of_a_class(folder, capsys):
    files = [str(folder / "files" / name) for name in ("anna.py", "zoe/homework.py")]
    arm = ["--arm", str(folder / "arm.json"), "--quantity", "gravity_torque"]
    assert cli.main(["mark", *files, *arm, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["passed"]
    assert [x["points"] for x in told["files"]] == ["1", "1"]


def test_a_single_file_of_results(folder, capsys):
    arm = ["--arm", str(folder / "arm.json")]
    assert cli.main(["mark", str(folder / "files" / "hugo.csv"), *arm]) == 0
    assert cli.main(["mark", str(folder / "files" / "ida.json"), *arm]) == 1
    assert cli.main(["mark", str(folder / "files" / "hugo.csv"), *arm, "--motors"]) == 2
    assert "without --friction and --motors" in capsys.readouterr().err
    assert cli.main(["mark", str(folder / "files" / "hugo.csv")]) == 2
    assert "--arm: expected a robot" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("key", "message"),
    [
        ("x = 1", "--key: expected a file that defines `arm`, an Arm"),
        ("import equidyn\narm = equidyn.robots.planar_2r()\npoints = [1]", "points: expected"),
    ],
)
def test_keys_that_are_none(folder, tmp_path, capsys, key, message):
    (tmp_path / "key.py").write_text(key)
    files = str(folder / "files")
    assert cli.main(["mark", files, "--key", str(tmp_path / "key.py")]) == 2
    assert message in capsys.readouterr().err


def test_what_is_no_class(tmp_path, folder, capsys):
    assert cli.main(["mark", str(tmp_path), "--arm", "puma560"]) == 2
    assert "FILE: expected files to mark" in capsys.readouterr().err
    (tmp_path / "other.csv").write_text("a,b\n1,2\n")
    assert marked(folder, "-o", str(tmp_path / "other.csv")) == 2
    assert "--output: expected a table of marks, or no file" in capsys.readouterr().err


# wrong by no known mistake, and one edit of it that computes another last digit
STRANGE = "def gravity_torque(q):\n    return [3.7 * q[0] + q[1] ** 3, q[0] * q[1] + 0.1 * q[0]]\n"
OTHER = STRANGE.replace("q[0] * q[1] + 0.1 * q[0]", "q[0] * (q[1] + 0.1)")


def test_files_with_the_same_wrong_numbers_are_told(tmp_path, planar, capsys):
    """Not those with the same known mistake, and not those that are right."""
    planar.save(tmp_path / "arm.json")
    sign = RIGHT.replace("+ m2 * lc2 * g", "- m2 * lc2 * g")
    files = {"a": STRANGE, "b": f"# mine\n{STRANGE}", "c": OTHER, "d": STRANGE}
    files |= {"e": sign, "f": f"# mine\n{sign}", "g": RIGHT, "h": f"# mine\n{RIGHT}"}
    place = tmp_path / "files"
    place.mkdir()
    for name, text in files.items():
        (place / f"{name}.py").write_text(text, encoding="utf-8")
    output = tmp_path / "marks.csv"
    command = ["mark", str(place), "--arm", str(tmp_path / "arm.json"), "-o", str(output)]
    for _ in range(2):  # the second time by the table
        cli.main([*command, "--require", "gravity_torque"])
        rows = {row["file"]: row for row in read_csv(output)[1]}
        same = {name: row["same_numbers_as"] for name, row in rows.items()}
        assert {name: x for name, x in same.items() if x} == {"b.py": "a.py"}
        assert rows["d.py"]["same_as"] == "a.py"
        assert "b.py: the same wrong numbers, to the last digit, as a.py" in capsys.readouterr().out


def test_a_misspelt_variable_of_results_is_asked_for(tmp_path, planar):
    scipy_io = pytest.importorskip("scipy.io")
    right = equidyn.reference_vectors(
        planar, 3, quantities=["mass_matrix", "gravity_torque"]
    ).results
    names = {"gravity_torque": right["gravity_torque"], "MassMatrix": right["mass_matrix"]}
    scipy_io.savemat(tmp_path / "mine.mat", names)
    marked = judged_file(Assignment(planar), tmp_path / "mine.mat")
    assert marked.points == marked.out_of > 0
    assert not marked.passed
    question = "MassMatrix is ignored: did you mean mass_matrix?"
    assert marked.remarks == (question, "ignored: MassMatrix")


def test_the_answers_of_an_exam_are_marked_by_its_file(tmp_path, planar, capsys):
    """Its states have few decimals, and the file has arm and seed."""
    place = tmp_path / "answers"
    place.mkdir()
    quantities = ["mass_matrix", "gravity_torque"]
    exam = equidyn.reference_vectors(planar, 3, 7, quantities, decimals=1)
    # among the answers, where it is none of them
    exam.save(place / "exam.csv", results=False)
    exam.save(place / "anna.csv")
    text = (place / "anna.csv").read_text(encoding="utf-8")
    for name, other in (("bert", "mass_matrx"), ("carl", "M")):
        (place / f"{name}.csv").write_text(text.replace("mass_matrix", other), encoding="utf-8")
    output = str(tmp_path / "marks.csv")
    command = ["mark", str(place), "-o", output, "--require", "mass_matrix=3,gravity_torque=1"]
    assert cli.main([*command, "--vectors", str(place / "exam.csv")]) == 1
    rows = {row["file"]: row for row in read_csv(output)[1]}
    assert {name: row["points"] for name, row in rows.items()} == {
        "anna.csv": "4", "bert.csv": "1", "carl.csv": "1"
    }  # fmt: skip
    assert rows["bert.csv"]["remark"] == (
        "mass_matrx is ignored: did you mean mass_matrix?; ignored: mass_matrx; "
        "mass_matrix: 0 of 3 points; FAIL mass_matrix: there are no results"
    )
    # the same files with other test vectors are marked again
    assert cli.main([*command, "--arm", "planar_2r"]) == 1
    remark = read_csv(output)[1][0]["remark"]
    assert remark.startswith("q: expected the states of the test vectors, ")
    both = ["--vectors", str(place / "exam.csv"), "--arm", "planar_2r"]
    assert cli.main([*command, *both]) == 2
    assert "--vectors: expected without --arm" in capsys.readouterr().err
