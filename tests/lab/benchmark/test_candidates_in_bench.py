"""A user's functions are rows of a benchmark, if they agree."""

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
