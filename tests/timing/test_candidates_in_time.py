"""Times of a user's functions, marked as Python, with the cost of the loop beside them."""

import time

import matplotlib
import numpy as np
import pytest

import equidyn
from equidyn.robots import planar_2r

TURNS = {"repetitions": 2, "seconds": 1e-4}


def right(arm, q, qd, qdd):
    return arm.inverse_dynamics(q, qd, qdd)


def batches_only(q, qd, qdd):
    m, n = q.shape
    return np.zeros((m, n))


def test_a_candidate_is_timed_beside_the_formulations_and_marked():
    found = equidyn.time_formulations((1, 2), ["kane"], candidates={"mine": right}, **TURNS)
    assert found.formulations == ("kane", "mine")
    for n in (1, 2):
        mine = found.at("mine", n)
        assert len(mine.nanoseconds) == 2
        assert mine.minimum > mine.loop > 0
        assert found.at("kane", n).loop == 0
    assert "mine (Python)" in str(found)
    assert "in a loop in Python" in str(found)
    assert "Python" not in str(equidyn.time_formulations((1,), ["kane"], **TURNS))


def test_the_time_is_that_of_one_state():
    def slow(q, qd, qdd):
        until = time.thread_time() + 2e-3 * len(np.atleast_2d(q))
        while time.thread_time() < until:
            pass
        return np.zeros_like(q)

    found = equidyn.time_formulations(
        arm=planar_2r(), formulations=["kane"], candidates={"slow": slow}, **TURNS
    )
    assert 2e6 <= found.at("slow", 2).minimum < 4e6


def test_a_function_of_batches_alone_is_timed():
    found = equidyn.time_formulations((2,), ["kane"], candidates={"mine": batches_only}, **TURNS)
    assert found.at("mine", 2).minimum > 0


@pytest.mark.parametrize("suffix", ["json", "csv"])
def test_the_cost_of_the_loop_is_saved(tmp_path, suffix):
    found = equidyn.time_formulations((1,), ["kane"], candidates={"mine": right}, **TURNS)
    found.save(tmp_path / f"times.{suffix}")
    assert equidyn.timing.Timings.load(tmp_path / f"times.{suffix}") == found


def test_figures_mark_a_candidate():
    matplotlib.use("agg")
    found = equidyn.time_formulations(
        arm=planar_2r(), formulations=["kane"], candidates={"mine": right}, **TURNS
    )
    labels = {label.get_text() for label in found.plot().get_yticklabels()}
    assert any("mine (Python)" in label for label in labels)


def test_a_function_of_another_arm_is_refused_before_any_turn():
    def closed(q, qd, qdd):
        first, second = q
        return [first, second]

    with pytest.raises(ValueError, match=r"^candidates\['closed'\] raised ValueError: "):
        equidyn.time_formulations((3,), candidates={"closed": closed}, **TURNS)


def test_a_function_that_writes_into_its_operands_is_timed_on_the_same_states():
    seen = []

    def spoils(q, qd, qdd):
        seen.append(np.concatenate([q, qd, qdd]).tolist())
        tau = planar_2r().inverse_dynamics(q, qd, qdd)
        q[...], qd[...], qdd[...] = 0.0, np.nan, 1e300
        return tau

    found = equidyn.time_formulations(
        arm=planar_2r(), formulations=["kane"], candidates={"mine": spoils}, **TURNS
    )
    assert found.at("mine", 2).minimum > 0
    # sixteen states in each pass, whatever was called before
    assert len(seen) > 32
    assert {tuple(state) for state in seen if len(state) == 6} == {
        tuple(state) for state in seen[-16:]
    }


def test_a_function_of_batches_that_writes_into_them_is_timed_too():
    def spoils(q, qd, qdd):
        m, n = q.shape
        assert np.isfinite([q, qd, qdd]).all()
        qd[...] = np.nan
        return np.zeros((m, n))

    found = equidyn.time_formulations((2,), ["kane"], candidates={"mine": spoils}, **TURNS)
    assert found.at("mine", 2).minimum > 0
