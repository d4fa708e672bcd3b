"""Questions of an exam give no answer away, and answers are judged by the file of the questions."""

import csv
import json
import re

import numpy as np
import pytest

import equidyn
from equidyn import cli, robots
from equidyn.studies import ReferenceVectors, judge_results

ARM = robots.planar_2r()
ASKED = ["mass_matrix", "inverse_dynamics"]
SUFFIXES = [".csv", ".json", ".mat"]

ARMS = {
    "one joint": lambda: robots.uniform_chain(1),
    "planar": robots.planar_2r,
    "mixed joints, a moved tool": robots.stanford,
    "a moved base, modified": lambda: robots.random_arm(4, 5, "PRRP", convention="modified"),
    "limits, friction, motors": robots.puma560,
    "no name": lambda: robots.uniform_chain(2).with_name(""),
}


@pytest.fixture(scope="module")
def exam():
    return equidyn.reference_vectors(ARM, 3, 4, ASKED, decimals=1)


def needs_scipy(suffix):
    if suffix == ".mat":
        pytest.importorskip("scipy")


@pytest.mark.parametrize("suffix", SUFFIXES)
@pytest.mark.parametrize("name", ARMS)
@pytest.mark.parametrize("samples", [1, 2])
def test_a_file_holds_all_that_the_results_depend_on(name, suffix, samples, tmp_path):
    needs_scipy(suffix)
    vectors = equidyn.reference_vectors(ARMS[name](), samples, 5, [*ASKED, "forward_dynamics"])
    for results in (True, False):
        vectors.save(tmp_path / f"x{suffix}", results=results)
        again = ReferenceVectors.load(tmp_path / f"x{suffix}")
        assert (again.seed, again.decimals, again.samples) == (5, None, samples)
        assert list(again.results) == list(vectors.results)
        for quantity, values in vectors.results.items():
            assert again.results[quantity].tolist() == values.tolist()


def test_questions_have_operands_and_no_results(exam, tmp_path):
    exam.save(tmp_path / "q.csv", results=False)
    text = (tmp_path / "q.csv").read_text("utf-8")
    (first, *_) = csv.DictReader(line for line in text.splitlines() if line[0] != "#")
    operands = [f"{name}_{k}" for name in ("q", "qd", "qdd") for k in (1, 2)]
    assert [name for name, value in first.items() if value] == ["state", *operands]
    assert [name for name, value in first.items() if not value] == [
        *("mass_matrix_1_1", "mass_matrix_1_2", "mass_matrix_2_1", "mass_matrix_2_2"),
        *("inverse_dynamics_1", "inverse_dynamics_2"),
    ]
    exam.save(tmp_path / "q.json", results=False)
    data = json.loads((tmp_path / "q.json").read_text("utf-8"))
    assert list(data["states"]) == ["q", "qd", "qdd"]
    assert data["results"]["inverse_dynamics"] == 3 * [[None, None]]
    assert "precision" not in data
    assert not re.search(r"\d\.\d{4,}", (tmp_path / "q.csv").read_text("utf-8").split("state,")[1])


def test_positions_alone_are_given_where_results_depend_on_no_other(tmp_path):
    vectors = equidyn.reference_vectors(ARM, 2, quantities=["gravity_torque"])
    vectors.save(tmp_path / "q.json", results=False)
    assert list(json.loads((tmp_path / "q.json").read_text("utf-8"))["states"]) == ["q"]


@pytest.mark.parametrize("decimals", [None, 1, 3])
def test_the_states_of_one_quantity_are_not_the_results_of_another(decimals):
    vectors = equidyn.reference_vectors(robots.puma560(), 20, decimals=decimals)
    for given, answer in (("tau", "inverse_dynamics"), ("qdd", "forward_dynamics")):
        answers = vectors.results[answer]
        off = np.abs(vectors.states[given] - answers).max(axis=1)
        assert (off > 1e-2 * np.abs(answers).max(axis=1)).all()


def decimals_of(values):
    return [max(len(repr(x).partition(".")[2]) for x in row) for row in values.T.tolist()]


def test_states_can_be_typed():
    vectors = equidyn.reference_vectors(ARM, 30, decimals=1)
    for name in ("q", "qd", "qdd"):
        assert decimals_of(vectors.states[name]) == [1, 1]
        assert len(np.unique(vectors.states[name])) > 20
    fewer = equidyn.reference_vectors(ARM, 4, decimals=1).states
    for name, values in fewer.items():
        assert (vectors.states[name][:4] == values).all()


def test_a_joint_that_moves_little_has_more_decimals_and_stays_within_its_limits():
    limits = [[-0.26, 0.31], [0.0123, 0.0188], [-np.inf, 0.72], [0.5, 0.5]]
    arm = robots.random_arm(4, 1, "RPRP").with_limits(limits)
    q = equidyn.reference_vectors(arm, 40, quantities=["gravity_torque"], decimals=1).states["q"]
    lower, upper = np.transpose(limits)
    assert ((lower <= q) & (q <= upper)).all()
    assert decimals_of(q) == [1, 3, 1, 1]
    assert min(len(np.unique(column)) for column in q.T[:3]) >= 5


def test_small_torques_have_two_digits():
    light = robots.uniform_chain(2, mass=1e-3, length=0.1)
    tau = equidyn.reference_vectors(light, 20, quantities=["bias"], decimals=1).states["tau"]
    assert (np.abs(tau) > 0).all()
    assert (np.abs(tau) < 0.05).all()
    assert all(float(f"{x:.1e}") == x for x in tau.flat)


@pytest.mark.parametrize("decimals", [-1, 11, 1.5, True])
def test_decimals_are_a_small_number(decimals):
    with pytest.raises((ValueError, TypeError), match=r"^decimals: "):
        equidyn.reference_vectors(ARM, 1, decimals=decimals)


# answers


def filled(exam, path, **changes):
    """Fill in the questions, as in a spreadsheet; a change gives the text of a number."""
    exam.save(path, results=False)
    comments, rows = path.read_text("utf-8").split("state,")
    records = list(csv.DictReader(f"state,{rows}".splitlines()))
    for record, answers in zip(records, exam.to_records(), strict=True):
        for name in record:
            if not record[name]:
                record[name] = changes.get(name, repr)(answers[name])
    with path.open("w", encoding="utf-8", newline="") as file:
        file.write(comments)
        writer = csv.DictWriter(file, list(records[0]), delimiter=";")
        writer.writeheader()
        writer.writerows(records)
    return path


def test_answers_are_judged_by_the_questions(exam, tmp_path):
    exam.save(tmp_path / "q.csv", results=False)
    questions = ReferenceVectors.load(tmp_path / "q.csv")
    judged = judge_results(questions, filled(exam, tmp_path / "a.csv"))
    assert judged
    assert (judged.seed, judged.samples) == (4, 3)
    opposite = filled(exam, tmp_path / "b.csv", inverse_dynamics_2=lambda x: repr(-x))
    (wrong,) = judge_results(questions, opposite).failures
    assert (wrong.quantity, wrong.hint) == ("inverse_dynamics", "the opposite sign of joint 2")
    rounded = filled(exam, tmp_path / "c.csv", **dict.fromkeys(ANSWERS, "{:.2f}".format))
    assert {each.hint.partition(",")[0] for each in judge_results(questions, rounded).failures} == {
        "rounded to 2 decimals"
    }


ANSWERS = [f"inverse_dynamics_{k}" for k in (1, 2)] + [
    f"mass_matrix_{i}_{j}" for i in (1, 2) for j in (1, 2)
]


def test_what_was_not_answered_is_no_error_of_the_file(exam, tmp_path):
    empty = filled(exam, tmp_path / "a.csv", **dict.fromkeys(ANSWERS[2:], lambda _: ""))
    (wrong,) = judge_results(exam, empty).failures
    assert (wrong.quantity, wrong.hint) == ("mass_matrix", "no finite number in any state")
    (wrong,) = judge_results(exam, {"mass_matrix": exam.results["mass_matrix"]}).failures
    assert (wrong.quantity, wrong.hint) == ("inverse_dynamics", "there are no results")
    assert wrong.residual == np.inf
    assert "FAIL inverse_dynamics: there are no results" in str(wrong)
    more = {**exam.results, "gravity_torque": [[0.0, 0.0]]}
    judged = judge_results(exam, more)
    assert judged
    assert judged.ignored == ("gravity_torque",)


def test_vectors_contain_their_states(exam):
    for options in ({"samples": 3}, {"seed": 0}):
        with pytest.raises(ValueError, match=r"^samples, seed: expected neither"):
            judge_results(exam, exam.results, **options)


def test_states_of_a_teacher_are_taken(exam, tmp_path):
    exam.save(tmp_path / "mine.json", results=False)
    data = json.loads((tmp_path / "mine.json").read_text("utf-8"))
    data["states"]["q"] = [[0.3, -0.5], [1.0, 0.25], [0.0, 0.0]]
    (tmp_path / "mine.json").write_text(json.dumps(data))
    mine = ReferenceVectors.load(tmp_path / "mine.json")
    M = ARM.mass_matrix(data["states"]["q"])
    (without,) = judge_results(mine, {"mass_matrix": M}).failures
    assert without.quantity == "inverse_dynamics"
    with pytest.raises(ValueError, match="expected the states of the test vectors"):
        judge_results(mine, {"mass_matrix": M, "q": exam.states["q"]})


BROKEN = {
    "no arm": (lambda data: data.pop("arm"), "expected test vectors, which contain their arm"),
    "an arm of nothing": (lambda data: data.update(arm={}), "arm: expected that of the test"),
    "an arm of text": (lambda data: data.update(arm="{'n': 2}"), "arm: expected that of the test"),
    "an arm of another kind": (lambda data: data.update(arm=3), "arm: .* got int"),
    "no operand": (lambda data: data["states"].pop("qd"), "qd: expected states .*, got no qd"),
    "no number": (lambda data: data["states"]["q"][0].__setitem__(0, None), "q: must be finite"),
    "a seed of text": (lambda data: data.update(seed="x"), "seed: expected an integer, got 'x'"),
    "no quantity": (lambda data: data.pop("results"), "expected results, such as"),
    "another length": (lambda data: data["states"]["q"].pop(), r"q: expected .* \(3, 2\)"),
}


@pytest.mark.parametrize("case", BROKEN)
def test_what_is_wrong_with_a_file_of_vectors_is_named(exam, tmp_path, case):
    change, message = BROKEN[case]
    path = tmp_path / "q.json"
    exam.save(path, results=False)
    data = json.loads(path.read_text("utf-8"))
    change(data)
    path.write_text(json.dumps(data))
    with pytest.raises((ValueError, TypeError), match=f"^{re.escape(str(path))}: .*{message}"):
        ReferenceVectors.load(path)


# the sheet


def cells(page):
    """Return the texts of the cells for results."""
    tables = re.findall(r'<table class="cells">(.*?)</table>', page, re.DOTALL)
    return [re.findall(r"<td>(.*?)</td>", table) for table in tables]


def test_a_sheet_has_room_for_answers_and_the_key_has_them(exam, tmp_path):
    for name, results in (("q", False), ("s", True)):
        exam.save(tmp_path / f"{name}.html", results=results)
    questions, key = ((tmp_path / f"{name}.html").read_text("utf-8") for name in "qs")
    assert cells(questions) == 3 * [4 * [""], 2 * [""]]
    assert [float(x.replace("−", "-")) for x in cells(key)[1]] == pytest.approx(
        exam.results["inverse_dynamics"][0], rel=1e-5
    )
    assert "Questions: planar 2R" in questions
    assert "Name" in questions
    assert "Name" not in key
    for page in (questions, key):
        assert "theta<br>rad" in page
        assert "−0.45" in page
        assert "tau" not in re.sub(r"<style>.*?</style>", "", page, flags=re.DOTALL)
        for value in exam.states["qdd"].flat:
            assert f"<td>{value:g}</td>".replace("-", "−") in page


@pytest.mark.parametrize("name", ARMS)
def test_every_arm_has_a_sheet(name, tmp_path):
    vectors = equidyn.reference_vectors(ARMS[name](), 1)
    vectors.save(tmp_path / "q.html", results=False)
    page = (tmp_path / "q.html").read_text("utf-8")
    moved = 16 * sum(int((x != np.eye(4)).any()) for x in (vectors.arm.base, vectors.arm.tool))
    empty = sum(values.size for values in vectors.results.values())
    found = [text for table in cells(page) for text in table]
    assert (len(found), found.count("")) == (moved + empty, empty)


# the commands


def test_an_exam_is_written_and_marked(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    options = ["--samples", "2", "--seed", "7", "--quantities", "mass_matrix,inverse_dynamics"]
    files = ["--questions", "q.csv", "--questions", "q.html", "--solutions", "s.csv"]
    assert cli.main(["vectors", "planar_2r", *options, *files]) == 0
    said = capsys.readouterr().out
    assert "The questions are in q.csv" in said
    assert "The test vectors are in s.csv" in said
    assert sorted(path.name for path in tmp_path.iterdir()) == ["q.csv", "q.html", "s.csv"]
    assert ReferenceVectors.load("q.csv").decimals == 1
    for vectors in ("q.csv", "s.csv"):
        assert cli.main(["verify", "--vectors", vectors, "--results", "s.csv"]) == 0
        assert "passed in 2 states" in capsys.readouterr().out
        assert cli.main(["verify", "--vectors", vectors, "--results", "q.csv"]) == 1
        assert "no finite number in any state" in capsys.readouterr().out


def test_decimals_are_an_option(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    options = ["--samples", "1", "--quantities", "bias"]
    assert cli.main(["vectors", "planar_2r", *options, "--decimals", "2"]) == 0
    assert ReferenceVectors.load("equidyn-planar_2r.csv").decimals == 2
    files = ["--questions", "q.json", "--decimals", "3"]
    assert cli.main(["vectors", "planar_2r", *options, *files]) == 0
    assert ReferenceVectors.load("q.json").decimals == 3


@pytest.mark.parametrize(
    ("command", "message"),
    [
        (["verify"], "Missing argument 'ROBOT'"),
        (["verify", "--results", "x.csv"], "Missing argument 'ROBOT'"),
        (["verify", "--vectors", "q.csv"], "--vectors is for --results"),
        (
            ["verify", "planar_2r", "--vectors", "q.csv", "--results", "x.csv"],
            "ROBOT is not for --vectors",
        ),
        (
            ["verify", "--vectors", "q.csv", "--results", "x.csv", "--seed", "1"],
            "--seed is not for --vectors",
        ),
        (["verify", "--vectors", "no.csv", "--results", "x.csv"], "no.csv: No such file"),
        (
            ["vectors", "planar_2r", "--questions", "a.csv", "--solutions", "./a.csv"],
            "--questions and --solutions: expected different files",
        ),
        (["vectors", "planar_2r", "--questions", "a.txt"], "expected .csv, .json, .mat or .html"),
    ],
)
def test_wrong_options_are_named(command, message, capsys):
    assert cli.main(command) == 2
    assert message in capsys.readouterr().err
