"""Results of another program are judged number by number, and bad files are named."""

import json

import numpy as np
import pytest

import equidyn
from equidyn import cli, robots

ARM = robots.planar_2r()


@pytest.fixture(scope="module")
def vectors():
    return equidyn.test_vectors(ARM, 4)


def judged(vectors, **changes):
    results = {name: np.array(values) for name, values in vectors.results.items()}
    for name, change in changes.items():
        results[name] = change(results[name])
    return equidyn.judge_results(ARM, results)


def test_the_first_wrong_number_is_shown(vectors):
    def spoilt(bias):
        bias[2:, 1] += 1e-6
        return bias

    result = judged(vectors, bias=spoilt)
    (wrong,) = result.failures
    expected = float(vectors.results["bias"][2, 1])
    assert (wrong.quantity, wrong.first.state, wrong.first.place) == ("bias", 3, (2,))
    assert (wrong.first.expected, wrong.first.found) == (expected, expected + 1e-6)
    assert f"bias, first in state 3, joint 2: expected {expected!r}, got" in str(result)
    assert "1 of 15 quantities FAILED (bias)" in str(result)
    with pytest.raises(AssertionError, match=r"FAIL bias: .*first in state 3, joint 2"):
        result.assert_passed()


def test_a_rounding_error_passes_and_nan_fails(vectors):
    assert judged(vectors, mass_matrix=lambda M: M * (1 + 1e-15))

    def spoilt(M):
        M[1, 0, 1] = np.nan
        return M

    (wrong,) = judged(vectors, mass_matrix=spoilt).failures
    assert wrong.residual == np.inf
    assert str(wrong.first).startswith("state 2, entry (1, 2): expected")
    assert wrong.hint == "not every result is a finite number"


@pytest.mark.parametrize(
    ("quantity", "change", "words"),
    [
        ("gravity_torque", lambda x: -x, "the opposite sign"),
        ("gravity_torque", lambda x: x[:, ::-1], "joints in the reverse order"),
        ("dtau_dq", lambda x: x.swapaxes(1, 2), "rows and columns are interchanged"),
        ("forward_dynamics", np.degrees, "degrees instead of radians"),
        ("kinetic_energy", lambda x: x[::-1], "states in another order"),
        ("bias", lambda x: x.astype(np.float32), "as exact as single precision, which a tolerance"),
        ("bias", lambda x: 1.01 * x, ""),
    ],
)
def test_simple_mistakes_are_explained(vectors, quantity, change, words):
    (wrong,) = judged(vectors, **{quantity: change}).failures
    assert wrong.hint.startswith(words)
    assert bool(wrong.hint) == bool(words)


def test_single_precision_passes_where_it_is_allowed(vectors):
    results = {"bias": vectors.results["bias"].astype(np.float32)}
    assert equidyn.judge_results(ARM, results, tolerance=1e10)


def test_accelerations_are_judged_by_their_torques(vectors):
    q, qd, _, tau = vectors.states.values()
    off = ARM.forward_dynamics(q, qd, tau) + 1e-9
    (wrong,) = equidyn.judge_results(ARM, {"forward_dynamics": off}).failures
    M = ARM.mass_matrix(q)
    torques = np.abs(M @ np.full(2, 1e-9)).max() / np.abs(tau).max() / np.finfo(float).eps
    assert wrong.residual == pytest.approx(torques, rel=1e-3)


# files

ROWS = ["state,bias_1,bias_2", "1,{},{}", "2,{},{}", "3,{},{}", "4,{},{}"]


def lines(vectors):
    filled = [
        row.format(*map(repr, numbers.tolist()))
        for row, numbers in zip(ROWS[1:], vectors.results["bias"], strict=True)
    ]
    return [ROWS[0], *filled]


def changed(*replacements):
    def change(rows):
        text = "\n".join(rows)
        for old, new in replacements:
            assert old in text
            text = text.replace(old, new)
        return text.split("\n")

    return change


GOOD = {
    "as it is": lambda rows: rows,
    "rows in another order": lambda rows: [rows[0], *rows[:0:-1]],
    "columns in another order": lambda rows: [",".join(row.split(",")[::-1]) for row in rows],
    "without numbers of states": lambda rows: [row.partition(",")[2] for row in rows],
    "fewer states": lambda rows: rows[:3],
}
BAD = {
    "a column less": (
        lambda rows: [row.rpartition(",")[0] for row in rows],
        "bias_2: column is missing; bias has 2, bias_1 to bias_2",
    ),
    "a column more": (
        lambda rows: [rows[0] + ",bias_3", *(row + ",0" for row in rows[1:])],
        "bias_3: bias ends at bias_2 for this arm",
    ),
    "a row less": (lambda rows: [*rows[:2], *rows[3:]], "state 2: row is missing"),
    "a row twice": (lambda rows: [*rows, rows[1]], "row 5: state 1 is there twice"),
    "text": (lambda rows: [*rows[:2], "2,abc,0", *rows[3:]], "row 2, bias_1: expected a number"),
    "an empty cell": (lambda rows: [*rows[:2], "2,,0", *rows[3:]], "bias_1: expected a number"),
    "an unknown column": (changed(("bias_1", "biass_1")), "there is no 'biass'; did you mean"),
    "no state": (lambda rows: rows[:1], "a row of names and one for each state, got no state"),
    "nothing": (lambda rows: [], "got no state"),
}


@pytest.mark.parametrize("case", GOOD)
def test_tables_may_have_any_order(vectors, tmp_path, case):
    path = tmp_path / "mine.csv"
    path.write_text("\n".join(GOOD[case](lines(vectors))) + "\n")
    assert equidyn.judge_results(ARM, path)


@pytest.mark.parametrize("case", BAD)
def test_what_is_wrong_with_a_table_is_named(vectors, tmp_path, case, capsys):
    change, message = BAD[case]
    path = tmp_path / "mine.csv"
    path.write_text("\n".join(change(lines(vectors))))
    assert cli.main(["verify", "planar_2r", "--results", str(path)]) == 2
    error = capsys.readouterr().err
    assert message in error
    assert f"{path}: " in error


def test_a_wrong_number_of_rows_is_named(vectors, tmp_path):
    path = tmp_path / "mine.csv"
    path.write_text("\n".join(row.partition(",")[2] for row in lines(vectors)))
    with pytest.raises(ValueError, match="expected 5 rows, one for each state, got 4"):
        equidyn.judge_results(ARM, path, 5)


def test_results_of_other_states_are_refused(tmp_path):
    path = tmp_path / "mine.json"
    equidyn.test_vectors(ARM, 3, quantities=["bias"]).save(path)
    with pytest.raises(ValueError, match=r"q: expected the states of the test vectors, .*seed"):
        equidyn.judge_results(ARM, path, seed=1)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ({"bias": [[1.0, 2.0], [3.0]]}, "bias: expected numbers of shape"),
        ({"bias": [[1.0, 2.0, 3.0]]}, r"bias: expected .* \(1, 2\), states first, got \(1, 3\)"),
        ({"bias": 3.0}, "bias: expected a list of states"),
        ({"bias": [["a", "b"]]}, "bias: expected numbers"),
        ({"torque": [[1.0, 2.0]]}, "there is no 'torque'"),
        ({"q": [[1.0, 2.0]]}, "expected results, such as"),
        ({"results": [1]}, "results: expected arrays by name, got list"),
        ([1], "expected quantities by name, got list"),
    ],
)
def test_what_is_wrong_with_a_json_file_is_named(tmp_path, content, message):
    path = tmp_path / "mine.json"
    path.write_text(json.dumps(content))
    with pytest.raises(ValueError, match=message):
        equidyn.judge_results(ARM, path)


def test_a_file_that_is_not_of_matlab_is_named(tmp_path):
    pytest.importorskip("scipy")
    path = tmp_path / "mine.mat"
    path.write_text("x = 1")
    with pytest.raises(ValueError, match=r"mine.mat: not a MATLAB file"):
        equidyn.judge_results(ARM, path)


# the command


def test_vectors_are_written_and_judged(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    options = ["--samples", "2", "--quantities", "bias,jacobian"]
    assert cli.main(["vectors", "planar_2r", *options]) == 0
    assert "The test vectors are in equidyn-planar_2r.csv" in capsys.readouterr().out
    judge = ["verify", "planar_2r", "--results", "equidyn-planar_2r.csv"]
    assert cli.main([*judge, "-o", "verdict.json"]) == 0
    records = json.loads((tmp_path / "verdict.json").read_text())["records"]
    assert [record["quantity"] for record in records] == ["jacobian", "bias"]
    assert cli.main([*judge, "--samples", "3"]) == 2
    assert "expected 3 rows" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--results", "x.csv", "--peers"], "--results need no --peers"),
        (["--results", "x.txt"], "expected a name that ends in .json, .csv or .mat"),
        (["--results", "no.csv"], "no.csv: No such file"),
        (["--tolerance", "3"], "--tolerance is for --results"),
    ],
)
def test_wrong_options_are_named(options, message, capsys):
    assert cli.main(["verify", "planar_2r", *options]) == 2
    assert message in capsys.readouterr().err
