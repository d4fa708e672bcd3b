"""A user's functions are rows of a benchmark, if they agree."""

import numpy as np
import pytest

import equidyn

QUICK = {
    "threads": [1],
    "rounds": 1,
    "seconds": 1e-5,
    "layers": ["Python"],
    "peers": [],
    "tasks": ["inverse dynamics"],
}


def right(arm, q, qd, qdd):
    return arm.inverse_dynamics(q, qd, qdd)


def batches(q, qd, qdd):
    if q.ndim == 1:
        raise ValueError("not enough axes")
    return right(equidyn.robots.puma560(), q, qd, qdd)


def test_candidates_are_rows_in_a_loop_or_on_batches():
    found = equidyn.bench(sizes=[8], candidates={"mine": right, "batches": batches}, **QUICK)
    rows = [(row.call, row.batch, row.looped) for row in found.rows if row.library == "candidate"]
    assert rows == [("mine", 1, False), ("mine", 8, True), ("batches", 8, False)]


def test_a_wrong_candidate_is_not_timed():
    found = equidyn.bench(sizes=[8], candidates={"wrong": lambda q, qd, qdd: q}, **QUICK)
    assert all(row.library != "candidate" for row in found.rows)
    assert any("candidate wrong is not timed" in note for note in found.notes)


def test_a_function_that_raises_is_refused_before_any_turn():
    with pytest.raises(ValueError, match=r"^candidates\['mine'\] raised ZeroDivisionError"):
        equidyn.bench(sizes=[8], candidates={"mine": lambda q, qd, qdd: 1 / 0}, **QUICK)


def spoils(arm, q, qd, qdd):
    tau = right(arm, q, qd, qdd)
    q[...], qd[...] = 0.0, float("nan")
    return tau


def spoils_batches(q, qd, qdd):
    return spoils(equidyn.robots.puma560(), q, qd, qdd) if q.ndim > 1 else batches(q, qd, qdd)


def test_a_candidate_that_writes_into_its_operands_spoils_no_other_row():
    candidates = {"spoils": spoils, "batches": spoils_batches, "mine": right}
    found = equidyn.bench(sizes=[8], candidates=candidates, **QUICK)
    own = {row.call: row.disagreement for row in found.rows if row.library == "candidate"}
    assert set(own) == set(candidates)
    assert max(own.values()) < 1e-12
    others = [row.disagreement for row in found.rows if row.library != "candidate"]
    alone = equidyn.bench(sizes=[8], **QUICK)
    assert others == [row.disagreement for row in alone.rows]


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({"further": [3]}, TypeError, r"^further: expected calls \(Call\), got int$"),
        ({"further": np.ones(3)}, TypeError, r"^further: expected calls \(Call\), got float64$"),
        ({"further": 3}, TypeError, "^further: expected several calls, got int$"),
        ({"sizes": [10**30]}, ValueError, "^sizes: must be at most 10000000, got 10{30}$"),
        ({"threads": [2**62]}, ValueError, "^threads: must be at most 1024, got 4611"),
        (
            {"threads": "a" * 10**5},
            TypeError,
            "^threads: expected several integers, got the string 'a{60}…'$",
        ),
    ],
)
def test_bad_arguments_are_named_in_a_line(options, error, message):
    with pytest.raises(error, match=message):
        equidyn.bench("planar_2r", **{**QUICK, **options})
