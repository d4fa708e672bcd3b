"""Results of another program are judged number by number, and bad files are named."""

import json
import re

import numpy as np
import pytest

import equidyn
from equidyn import cli, robots

ARM = robots.planar_2r()


@pytest.fixture(scope="module")
def vectors():
    return equidyn.reference_vectors(ARM, 4)


def judged(vectors, **changes):
    results = {name: np.array(values) for name, values in vectors.results.items()}
    for name, change in changes.items():
        results[name] = change(results[name])
    return equidyn.studies.judge_results(ARM, results)


def test_the_first_wrong_number_is_shown(vectors):
    def spoilt(bias):
        bias[2:, 1] += 1e-6
        return bias

    result = judged(vectors, bias=spoilt)
    (wrong,) = result.failures
    expected = float(vectors.results["bias"][2, 1])
    assert (wrong.quantity, wrong.first.state, wrong.first.entry) == ("bias", 3, (2,))
    assert (wrong.first.expected, wrong.first.found) == (expected, expected + 1e-6)
    assert f"bias, first in state 3 at joint 2: expected {expected!r}, got" in str(result)
    assert "1 of 15 quantities FAILED (bias)" in str(result)
    with pytest.raises(AssertionError, match=r"FAIL bias: .*first in state 3 at joint 2"):
        result.assert_passed()


def test_a_rounding_error_passes_and_nan_fails(vectors):
    assert judged(vectors, mass_matrix=lambda M: M * (1 + 1e-15))

    def spoilt(M):
        M[1, 0, 1] = np.nan
        return M

    (wrong,) = judged(vectors, mass_matrix=spoilt).failures
    assert wrong.residual == np.inf
    assert str(wrong.first).startswith("state 2 at entry (1, 2): expected")
    assert wrong.hint == "no finite number in state 2; the others are right"


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
        ("mass_matrix", lambda x: x + 1e-6 * np.eye(2)[0], ""),
        ("bias", lambda x: x * (1 + 1e-7 * (np.arange(4) == 1)[:, None]), ""),
    ],
)
def test_simple_mistakes_are_explained(vectors, quantity, change, words):
    (wrong,) = judged(vectors, **{quantity: change}).failures
    assert wrong.hint.startswith(words)
    assert bool(wrong.hint) == bool(words)


PUMA = robots.puma560()


@pytest.fixture(scope="module")
def of_puma():
    names = ["jacobian", "mass_matrix", "gravity_torque", "forward_dynamics", "dtau_dq"]
    return equidyn.reference_vectors(PUMA, 6, quantities=names)


def order(*joints):
    return [joint - 1 for joint in joints]


def turned(*joints):
    return np.where(np.isin(np.arange(1, 7), joints), -1.0, 1.0)


def single(state):
    """Torques of a program that computes in single precision, and prints nine digits."""
    rounded = (np.float32(f"{x:.9g}") for x in state.ravel())
    return np.array([float(f"{x * np.float32(1.0000001):.9g}") for x in rounded]).reshape(-1, 6)


ONE_CHANGE = {
    "a joint's sign": ("gravity_torque", lambda x: x * turned(2), "the opposite sign of joint 2"),
    "signs of joints": (
        "forward_dynamics",
        lambda x: x * turned(1, 5),
        "the opposite sign of joints 1, 5",
    ),
    "a joint's sign in a Jacobian": (
        "jacobian",
        lambda x: x * turned(3),
        "the opposite sign of joint 3",
    ),
    "a joint's sign in a matrix": (
        "mass_matrix",
        lambda x: x * turned(3) * turned(3)[:, None],
        "the opposite sign of joint 3",
    ),
    "signs of rows": (
        "dtau_dq",
        lambda x: x * turned(2, 4)[:, None],
        "the opposite sign of joints 2, 4 in the rows",
    ),
    "two joints": (
        "gravity_torque",
        lambda x: x[:, order(1, 3, 2, 4, 5, 6)],
        "joints 2 and 3 are exchanged",
    ),
    "two joints of a matrix": (
        "mass_matrix",
        lambda x: x[:, order(1, 2, 3, 6, 5, 4)][:, :, order(1, 2, 3, 6, 5, 4)],
        "joints 4 and 6 are exchanged",
    ),
    "two columns": (
        "dtau_dq",
        lambda x: x[:, :, order(2, 1, 3, 4, 5, 6)],
        "columns 1 and 2 are exchanged",
    ),
    "two joints of a Jacobian": (
        "jacobian",
        lambda x: x[:, :, order(1, 2, 4, 3, 5, 6)],
        "joints 3 and 4 are exchanged",
    ),
    "all joints of a matrix": (
        "mass_matrix",
        lambda x: x[:, ::-1, ::-1],
        "joints in the reverse order",
    ),
    "all rows": ("dtau_dq", lambda x: x[:, ::-1], "rows in the reverse order"),
    "all joints of a Jacobian": (
        "jacobian",
        lambda x: x[:, :, ::-1],
        "joints in the reverse order",
    ),
    "halves": (
        "jacobian",
        lambda x: x[:, order(4, 5, 6, 1, 2, 3)],
        "the angular part comes first",
    ),
    "decimals": ("gravity_torque", lambda x: x.round(4), "rounded to 4 decimals"),
    "decimals of a matrix": ("mass_matrix", lambda x: x.round(5), "rounded to 5 decimals"),
    "whole numbers": ("forward_dynamics", np.round, "rounded to whole numbers"),
    "digits": (
        "forward_dynamics",
        lambda x: np.vectorize(lambda y: float(f"{y:.6g}"))(x),
        "rounded to 6 significant digits",
    ),
    "digits of another format": (
        "mass_matrix",
        lambda x: np.vectorize(lambda y: float(f"{y:.7e}"))(x),
        "rounded to 8 significant digits",
    ),
    "single precision in decimals": ("gravity_torque", single, "as exact as single precision"),
}


@pytest.mark.parametrize(("quantity", "change", "words"), ONE_CHANGE.values(), ids=ONE_CHANGE)
def test_one_change_that_explains_all_is_named(of_puma, quantity, change, words):
    results = {name: np.array(values) for name, values in of_puma.results.items()}
    results[quantity] = change(results[quantity])
    (wrong,) = equidyn.studies.judge_results(PUMA, results).failures
    assert wrong.quantity == quantity
    assert wrong.hint.partition(",")[0] == words.partition(",")[0]
    assert wrong.hint.startswith(words)


@pytest.mark.parametrize("joint", range(6))
def test_one_entry_among_exact_ones_is_no_precision(of_puma, joint):
    M = np.array(of_puma.results["mass_matrix"])
    M[:, joint, joint] += 1e-6
    (wrong,) = equidyn.studies.judge_results(PUMA, {"mass_matrix": M}).failures
    assert wrong.hint == ""


@pytest.mark.parametrize("quantity", ["gravity_torque", "jacobian", "forward_dynamics"])
def test_results_of_another_seed_are_named(quantity):
    others = equidyn.reference_vectors(PUMA, 5, 3, [quantity])
    (wrong,) = equidyn.studies.judge_results(PUMA, others.results).failures
    assert wrong.hint == "these are the results of seed 3"
    assert equidyn.studies.judge_results(PUMA, others.results, seed=3)
    printed = {quantity: others.results[quantity].round(5)}
    (wrong,) = equidyn.studies.judge_results(PUMA, printed).failures
    assert wrong.hint == "these are the results of seed 3"


def wrong_numbers(rng, x):
    """Yield wrong results that no simple change explains."""
    size = np.abs(x).max() or 1.0
    yield rng.normal(size=x.shape)
    yield size * rng.normal(size=x.shape)
    yield rng.normal(size=x.shape).round(2)
    yield rng.integers(-3, 4, x.shape).astype(float)
    yield x * rng.uniform(0.5, 1.5, x.shape) + 0.01 * size
    yield x + 0.02 * size
    yield x + 1e-3 * size * rng.normal(size=x.shape)
    yield np.ones(x.shape) * np.eye(*x.shape[-2:]) if x.ndim > 2 else np.ones(x.shape)
    one = np.array(x)
    one.flat[rng.integers(x.size)] += 1e-6 * size
    yield one


@pytest.mark.parametrize(("samples", "tolerance"), [(1, 450), (4, 1e12)])
@pytest.mark.parametrize("name", ["pendulum", "planar_2r"])
def test_what_no_change_explains_has_no_hint(name, samples, tolerance):
    arm = robots.uniform_chain(1) if name == "pendulum" else robots.load(name)
    rng = np.random.default_rng(samples)
    quantities = ["mass_matrix", "coriolis_matrix", "gravity_torque"]
    vectors = equidyn.reference_vectors(arm, samples, quantities=quantities)
    for quantity, expected in vectors.results.items():
        for found in wrong_numbers(rng, expected):
            judged = equidyn.studies.judge_results(arm, {quantity: found}, tolerance=tolerance)
            assert [each.hint for each in judged.failures if each.hint] == []


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda x: x, "the others are right"),
        (lambda x: -x, "in the others the opposite sign"),
        (lambda x: x * turned(2), "in the others the opposite sign of joint 2"),
    ],
)
def test_states_without_a_number_are_listed(of_puma, change, words):
    found = change(np.array(of_puma.results["gravity_torque"]))
    found[[1, 4], [0, 5]] = np.nan, np.inf
    (wrong,) = equidyn.studies.judge_results(PUMA, {"gravity_torque": found}).failures
    assert wrong.hint == f"no finite number in states 2, 5; {words}"
    assert wrong.first.state == (2 if words == "the others are right" else 1)


def test_states_without_a_number_among_wrong_ones_have_no_explanation(of_puma):
    found = np.array(of_puma.results["gravity_torque"]) + 1.0
    found[3] = np.nan
    (wrong,) = equidyn.studies.judge_results(PUMA, {"gravity_torque": found}).failures
    assert wrong.hint == "no finite number in state 4"


def test_rounded_results_pass_by_the_tolerance_that_is_named(of_puma):
    rounded = {name: values.round(3) for name, values in of_puma.results.items()}
    failures = equidyn.studies.judge_results(PUMA, rounded).failures
    assert len(failures) == len(rounded)
    for wrong in failures:
        told, _, tolerance = wrong.hint.partition(", which a tolerance of ")
        assert told == "rounded to 3 decimals"
        allowed = float(tolerance.split()[0])
        given = {wrong.quantity: rounded[wrong.quantity]}
        judged = equidyn.studies.judge_results(PUMA, given, tolerance=allowed)
        assert judged
        assert judged.quantities[0].hint == told
        assert f"{wrong.quantity}: rounded to 3 decimals" in str(judged)
        assert not equidyn.studies.judge_results(PUMA, given, tolerance=allowed / 10)


def test_other_shapes_of_the_same_numbers_are_taken_and_named(vectors):
    bias = vectors.results["bias"]
    judged = equidyn.studies.judge_results(ARM, {"bias": bias[:, :, np.newaxis]})
    assert judged
    assert judged.notes == ("bias: shape (4, 2, 1) was taken as (4, 2)",)
    assert judged.notes[0] in str(judged)
    assert equidyn.studies.judge_results(ARM, {"bias": bias}).notes == ()


def test_states_along_the_last_axis_are_named(vectors):
    for name in ("bias", "mass_matrix"):
        with pytest.raises(ValueError, match=r"got \(2.*, 4\), states last$"):
            equidyn.studies.judge_results(vectors, {name: vectors.results[name].T})
    with pytest.raises(ValueError, match=r"got \(3, 2\)$"):
        equidyn.studies.judge_results(vectors, {"bias": vectors.results["bias"][:3]})


def test_one_wrong_state_among_equal_ones_is_not_another_order():
    arm = robots.random_arm(3, 2, "PPP")
    vectors = equidyn.reference_vectors(arm, 4, quantities=["mass_matrix"])
    found = np.array(vectors.results["mass_matrix"])
    found[1] *= 1.5
    (wrong,) = equidyn.studies.judge_results(vectors, {"mass_matrix": found}).failures
    assert wrong.hint == ""


def test_a_change_that_is_only_a_little_better_explains_nothing():
    vectors = equidyn.reference_vectors(ARM, 1, quantities=["gravity_torque"])
    ((one, two),) = vectors.results["gravity_torque"]
    step, scale = one - two, np.abs(vectors.results["gravity_torque"]).max()
    found = {"gravity_torque": [[one, two + 1.5 * step]]}
    tolerance = 1.2 * abs(step) / scale / np.finfo(float).eps
    (wrong,) = equidyn.studies.judge_results(vectors, found, tolerance=tolerance).failures
    assert wrong.hint == ""


def test_states_of_another_seed_are_named(tmp_path):
    equidyn.reference_vectors(ARM, 3, 5, quantities=["bias"]).save(tmp_path / "five.json")
    with pytest.raises(ValueError, match=r"q: expected the states .*: they are of seed 5$"):
        equidyn.studies.judge_results(ARM, tmp_path / "five.json")


def test_single_precision_passes_where_it_is_allowed(vectors):
    results = {"bias": vectors.results["bias"].astype(np.float32)}
    assert equidyn.studies.judge_results(ARM, results, tolerance=1e10)


def test_accelerations_are_judged_by_their_torques(vectors):
    q, qd, _, tau = vectors.states.values()
    off = ARM.forward_dynamics(q, qd, tau) + 1e-9
    (wrong,) = equidyn.studies.judge_results(ARM, {"forward_dynamics": off}).failures
    M = ARM.mass_matrix(q)
    torques = np.abs(M @ np.full(2, 1e-9)).max() / np.abs(tau).max() / np.finfo(float).eps
    assert wrong.residual == pytest.approx(torques, rel=1e-3)


NO_NUMBERS = {
    "complex": (lambda x: x + 5j, "got dtype complex128, imaginary parts up to 5"),
    "complex numbers in lists": (lambda x: (x - 2e-9j).tolist(), "imaginary parts up to 2e-09"),
    "complex without an imaginary part": (lambda x: x + 0j, "complex128, all imaginary parts 0"),
    "masked": (lambda x: np.ma.masked_array(x, mask=True), "got a masked array"),
    "one masked": (lambda x: np.ma.masked_array(x, mask=np.eye(*x.shape)), "got a masked array"),
    "text": (lambda x: x.astype(str).tolist(), "got dtype <U"),
    "objects": (lambda x: x.astype(object), "got dtype object"),
    "truth": (lambda x: x > 0, "got dtype bool"),
    "dates": (lambda x: x.astype("M8[D]"), "got dtype datetime64"),
    "one number": (lambda x: x[0, 0], "a list of states"),
    "a single number of an array": (lambda x: np.array(1.0), "a list of states"),
}


@pytest.mark.parametrize(("change", "message"), NO_NUMBERS.values(), ids=NO_NUMBERS)
def test_results_are_real_numbers(vectors, change, message):
    bias = np.array(vectors.results["bias"])
    with pytest.raises(ValueError, match=f"^results: bias: expected .*{message}"):
        equidyn.studies.judge_results(ARM, {"bias": change(bias)})
    with pytest.raises(ValueError, match=r"^results: q: expected numbers of shape \(4, 2\)|list"):
        equidyn.studies.judge_results(
            ARM, {"bias": bias, "q": change(np.array(vectors.states["q"]))}
        )


@pytest.mark.parametrize("state", range(4))
@pytest.mark.parametrize("name", ["q", "qd", "qdd", "tau"])
def test_states_that_are_not_those_of_the_vectors_are_named(vectors, name, state):
    states = {key: np.array(values) for key, values in vectors.states.items()}
    for number in (np.nan, np.inf, 9.0):
        states[name][state, 1] = number
        message = (
            f"results: {name}: expected the states of the test vectors, "
            f"{vectors.states[name][state, 1]} at joint 2 in state {state + 1}, got {number}: "
            "they are of another seed, or another arm"
        )
        with pytest.raises(ValueError, match=f"^{re.escape(message)}$"):
            equidyn.studies.judge_results(ARM, {**states, "bias": vectors.results["bias"]})


def test_records_of_what_is_not_finite_are_json(vectors, tmp_path):
    result = judged(vectors, bias=lambda x: np.nan * x)
    (record,) = (each for each in result.to_records() if not each["passed"])
    assert record["residual_eps"] is None
    assert json.loads(json.dumps(result.to_records(), allow_nan=False)) == result.to_records()
    result.save(tmp_path / "verdict.json")

    def refuse(word):
        raise AssertionError(f"{word} is no JSON")

    json.loads((tmp_path / "verdict.json").read_text(), parse_constant=refuse)


# files

ROWS = ["state,bias_1,bias_2", "1,{},{}", "2,{},{}", "3,{},{}", "4,{},{}"]


def changed(*replacements):
    def change(rows):
        text = "\n".join(rows)
        for old, new in replacements:
            assert old in text
            text = text.replace(old, new)
        return text.split("\n")

    return change


def lines(vectors):
    filled = [
        row.format(*map(repr, numbers.tolist()))
        for row, numbers in zip(ROWS[1:], vectors.results["bias"], strict=True)
    ]
    return [ROWS[0], *filled]


GOOD = {
    "as it is": lambda rows: rows,
    "rows in another order": lambda rows: [rows[0], *rows[:0:-1]],
    "columns in another order": lambda rows: [",".join(row.split(",")[::-1]) for row in rows],
    "without numbers of states": lambda rows: [row.partition(",")[2] for row in rows],
    "fewer states": lambda rows: rows[:3],
    "a byte order mark": lambda rows: ["\ufeff" + rows[0], *rows[1:]],
    "an empty last line": lambda rows: [*rows, "", ""],
    "empty lines": lambda rows: [line for row in rows for line in (row, " ")],
    "blanks after commas": changed((",", ", ")),
    "blanks around commas": changed((",", " , ")),
    "semicolons": changed((",", ";")),
    "decimal commas": changed((",", ";"), (".", ",")),
    "tabs": changed((",", "\t")),
    "a comma at the end": lambda rows: [f"{row}," for row in rows],
    "empty columns": lambda rows: [f",{row.replace(',', ',,')},,," for row in rows],
    "line ends of Windows": lambda rows: [f"{row}\r" for row in rows],
    "quotes": lambda rows: [",".join(f'"{cell}"' for cell in row.split(",")) for row in rows],
    "a comment": lambda rows: ["# mine", rows[0], "# again", *rows[1:]],
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
    "underscores": (lambda rows: [*rows[:2], "2,1_0,0", *rows[3:]], "a number, got '1_0'"),
    "other digits": (lambda rows: [*rows[:2], "2,\uff11,0", *rows[3:]], "a number, got '\uff11'"),
    "long text": (lambda rows: [*rows[:2], f"2,{'x' * 999},0", *rows[3:]], f"'{'x' * 60}…'\n"),
    "an empty state": (lambda rows: [*rows[:2], ",1,0", *rows[3:]], "state: expected a number"),
    "another column": (changed(("bias_1", "biass_1")), "bias_1: column is missing; bias has 2"),
    "other names": (
        changed(("bias", "biass")),
        "got biass; biass is ignored: did you mean bias?\n",
    ),
    "no names": (lambda rows: rows[1:], "expected names such as bias_1 in the first line, got ['"),
    "no state": (lambda rows: rows[:1], "a row of names and one for each state, got no state"),
    "nothing": (lambda rows: [], "got no state"),
}


@pytest.mark.parametrize("case", GOOD)
def test_tables_may_have_any_order(vectors, tmp_path, case):
    path = tmp_path / "mine.csv"
    path.write_text("\n".join(GOOD[case](lines(vectors))) + "\n")
    assert equidyn.studies.judge_results(ARM, path)


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
        equidyn.studies.judge_results(ARM, path, 5)


def test_results_of_other_states_are_refused(tmp_path):
    path = tmp_path / "mine.json"
    equidyn.reference_vectors(ARM, 3, quantities=["bias"]).save(path)
    with pytest.raises(ValueError, match=r"q: expected the states of the test vectors, .*seed"):
        equidyn.studies.judge_results(ARM, path, seed=1)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ({"bias": [[1.0, 2.0], [3.0]]}, "bias: expected numbers of shape"),
        ({"bias": [[1.0, 2.0, 3.0]]}, r"bias: expected .* \(1, 2\), states first, got \(1, 3\)"),
        ({"bias": 3.0}, "bias: expected a list of states"),
        ({"bias": [["a", "b"]]}, "bias: expected numbers"),
        ({"bias": [[1.0, 10**400]]}, r"got an integer too large: 10{59}…$"),
        ({"bias": [[1.0, 10**400], [1.0, None]]}, r"got an integer too large: 10{59}…$"),
        ({"bias": [[1.0, True], [None, 2.0]], "q": None}, "q: expected numbers of shape"),
        ({"torque": [[1.0, 2.0]]}, "expected results, such as .*, got torque$"),
        ({"q": [[1.0, 2.0]]}, "expected results, such as"),
        ({"results": [1]}, "results: expected arrays by name, got list"),
        ([1], "expected quantities by name, got list"),
    ],
)
def test_what_is_wrong_with_a_json_file_is_named(tmp_path, content, message):
    path = tmp_path / "mine.json"
    path.write_text(json.dumps(content))
    with pytest.raises(ValueError, match=message):
        equidyn.studies.judge_results(ARM, path)


UNREADABLE = {
    "complex": (lambda M: M + 1j, "imaginary parts up to 1"),
    "of another shape": (lambda M: M[:, :, :1], "got (4, 2, 1)"),
    "of fewer states": (lambda M: M[:3], "got (3, 2, 2)"),
    "text": (lambda M: M.astype(str), "got dtype <U"),
}


@pytest.mark.parametrize(("change", "words"), UNREADABLE.values(), ids=UNREADABLE)
def test_a_quantity_that_cannot_be_read_does_not_stop_others(vectors, change, words):
    """The first one neither, which has another number of states."""
    results = {name: vectors.results[name] for name in ("mass_matrix", "bias", "gravity_torque")}
    judged = equidyn.studies.judge_results(
        ARM, {**results, "mass_matrix": change(np.array(results["mass_matrix"]))}
    )
    (wrong,) = judged.failures
    assert (wrong.quantity, judged.samples, judged.ignored) == ("mass_matrix", 4, ())
    assert words in wrong.hint
    assert "mass_matrix: expected numbers of shape (4, 2, 2)" in str(judged)


def test_a_column_that_is_missing_takes_its_own_quantity_alone(vectors, tmp_path):
    rows = lines(vectors)
    path = tmp_path / "mine.csv"
    path.write_text("\n".join([rows[0] + ",gravity_torque_1", *(row + ",0" for row in rows[1:])]))
    judged = equidyn.studies.judge_results(ARM, path)
    assert [each.passed for each in judged.quantities] == [False, True]
    assert "gravity_torque_2: column is missing" in judged.failures[0].hint


@pytest.mark.parametrize("name", ["mass_matrx", "MassMatrix", "Mass_Matrix", "massmatrix"])
def test_a_misspelt_variable_of_matlab_is_asked_for(vectors, tmp_path, name):
    scipy_io = pytest.importorskip("scipy.io")
    results = {"bias": vectors.results["bias"], name: vectors.results["mass_matrix"]}
    scipy_io.savemat(tmp_path / "mine.mat", {**results, "k": 4.0, "M": np.eye(2)})
    require_question(tmp_path / "mine.mat", f"{name} is ignored: did you mean mass_matrix?")


def require_question(path, question):
    """The quantities that have their names are right, but not everything passed."""
    judged = equidyn.studies.judge_results(ARM, path)
    assert judged.questions == (question,)
    assert not judged.failures
    assert not judged
    assert question in judged.summary
    assert judged.table().footnote.startswith(question)
    with pytest.raises(AssertionError, match=re.escape(question)):
        judged.assert_passed()
    assert cli.main(["verify", "planar_2r", "--results", str(path)]) == 1


def test_a_misspelt_name_in_a_file_takes_its_own_quantity_alone(vectors, tmp_path):
    results = {name: vectors.results[name].tolist() for name in ("bias", "mass_matrix")}
    results["mass_matrx"] = results.pop("mass_matrix")
    (tmp_path / "mine.json").write_text(json.dumps({"results": results, "remark": "mine"}))
    require_question(tmp_path / "mine.json", "mass_matrx is ignored: did you mean mass_matrix?")
    rows = lines(vectors)
    columns = ",".join(f"gravity_torqe_{k}" for k in (1, 2))
    table = [f"{rows[0]},{columns},remark", *(f"{row},0,0,mine" for row in rows[1:])]
    (tmp_path / "mine.csv").write_text("\n".join(table))
    question = "gravity_torqe is ignored: did you mean gravity_torque?"
    require_question(tmp_path / "mine.csv", question)
    judged = equidyn.studies.judge_results(ARM, tmp_path / "mine.csv")
    assert judged.ignored == ("gravity_torqe", "remark")
    # two for one quantity are one question, and names of any length and letters one line
    many = {"bias": results["bias"], "mass_matrx": 0, "mass_matri": 0, "a\n\x1b": 0, "x" * 999: 0}
    (tmp_path / "many.json").write_text(json.dumps(many))
    require_question(tmp_path / "many.json", "mass_matrx is ignored: did you mean mass_matrix?")
    ignored = equidyn.studies.judge_results(ARM, tmp_path / "many.json").ignored
    assert ignored == ("mass_matrx", "mass_matri", r"a\n\x1b", "x" * 60 + "…")


def test_test_vectors_with_a_misspelt_name_are_refused(vectors, tmp_path):
    vectors.save(tmp_path / "key.csv")
    text = (tmp_path / "key.csv").read_text(encoding="utf-8")
    (tmp_path / "key.csv").write_text(text.replace("bias_", "biass_"), encoding="utf-8")
    with pytest.raises(ValueError, match=r"biass is ignored: did you mean bias\?$"):
        equidyn.studies.ReferenceVectors.load(tmp_path / "key.csv")


def test_a_misspelt_name_in_a_call_is_an_error(vectors):
    with pytest.raises(ValueError, match="there is no 'biass'; did you mean 'bias'"):
        equidyn.studies.judge_results(ARM, {"biass": vectors.results["bias"]})


def test_null_is_not_a_number(vectors, tmp_path):
    bias = vectors.results["bias"].tolist()
    bias[2][1] = None
    (tmp_path / "mine.json").write_text("\ufeff" + json.dumps({"bias": bias}), encoding="utf-8")
    (wrong,) = equidyn.studies.judge_results(ARM, tmp_path / "mine.json").failures
    assert wrong.hint == "no finite number in state 3; the others are right"
    assert str(wrong.first).endswith("got nan")


def test_a_workspace_of_matlab_may_hold_more(vectors, tmp_path):
    scipy_io = pytest.importorskip("scipy.io")
    others = {"C": np.eye(2), "k": 4.0, "f": "right.csv", "tau": np.ones((1, 2)), "qd": 0.5}
    results = {"q": vectors.states["q"], "gravity_torque": vectors.results["gravity_torque"]}
    scipy_io.savemat(tmp_path / "all.mat", {**others, **results})
    found = equidyn.studies.judge_results(ARM, tmp_path / "all.mat")
    assert found
    assert found.ignored == tuple(others)
    assert "ignored: C, k, f, tau, qd" in str(found)
    wrong = {**results, "q": results["q"] + 1}
    scipy_io.savemat(tmp_path / "other.mat", wrong)
    with pytest.raises(ValueError, match="q: expected the states of the test vectors"):
        equidyn.studies.judge_results(ARM, tmp_path / "other.mat")
    scipy_io.savemat(tmp_path / "none.mat", {"tau1": np.eye(2)})
    with pytest.raises(ValueError, match=r"expected results, such as .*, got tau1$"):
        equidyn.studies.judge_results(ARM, tmp_path / "none.mat")


def test_a_file_that_is_not_of_matlab_is_named(tmp_path):
    pytest.importorskip("scipy")
    path = tmp_path / "mine.mat"
    path.write_text("x = 1")
    with pytest.raises(ValueError, match=r"mine.mat: not a MATLAB file"):
        equidyn.studies.judge_results(ARM, path)


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
        (["--results", "x.csv", "--peers"], "--peers is not for --results"),
        (["--results", "x.txt"], "expected a name that ends in .json, .csv or .mat"),
        (["--results", "no.csv"], "no.csv: No such file"),
        (["--tolerance", "3"], "--tolerance is for --results"),
    ],
)
def test_wrong_options_are_named(options, message, capsys):
    assert cli.main(["verify", "planar_2r", *options]) == 2
    assert message in capsys.readouterr().err
