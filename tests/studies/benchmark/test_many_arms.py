"""Tasks with a model for each state in the benchmark."""

import numpy as np
import pytest

import equidyn
from equidyn.peers.tasks import TASKS, random_inputs
from equidyn.robots import load, planar_2r
from equidyn.studies.benchmark import Call

TASK = "forward dynamics of many arms"
ALONE = {
    "sizes": (8, 20),
    "threads": (1,),
    "rounds": 1,
    "seconds": 1e-5,
    "max_seconds": 10.0,
    "tasks": (TASK,),
    "layers": ("Python",),
    "peers": (),
}
ARM = planar_2r()


def in_a_loop(models, **options):
    """A library that computes by equidyn, state by state, on models that it makes."""
    result = "model.forward_dynamics(q, qd, tau)"
    return Call("Fake", "fake", TASK, result, models=models, **options)


def varied(masses):
    return [equidyn.Arm.from_dict({**ARM.to_dict(), "mass": mass}) for mass in masses]


def test_a_model_for_each_state_is_timed_in_single_calls_and_in_a_loop():
    result = equidyn.bench(ARM, **ALONE, further=[in_a_loop(varied)])
    assert result.notes == ()
    found = [(row.batch, row.looped) for row in result.rows if row.library == "Fake"]
    assert found == [(1, False), (8, True), (20, True)]


@pytest.mark.parametrize("wrong", [lambda m: [ARM] * len(m), lambda m: varied(m[::-1])])
def test_who_computes_with_other_models_is_refused(wrong):
    result = equidyn.bench(ARM, **ALONE, further=[in_a_loop(wrong)])
    assert {row.library for row in result.rows} == {"equidyn"}
    assert "Fake fake is not timed: its forward dynamics of many arms differs" in result.notes[0]


def test_models_are_made_before_the_time_and_not_again():
    made = []

    def models(masses):
        made.append(len(masses))
        return varied(masses)

    equidyn.bench(ARM, **{**ALONE, "rounds": 3}, further=[in_a_loop(models)])
    assert made == [16, 8, 20]


def test_without_models_a_library_gets_the_masses():
    names = {"arms_of": varied}
    call = Call("Fake", "fake", TASK, "arms_of([model])[0].forward_dynamics(q, qd, tau)", names)
    result = equidyn.bench(ARM, **ALONE, further=[call])
    assert {row.library for row in result.rows} == {"equidyn", "Fake"}


def test_a_loop_has_so_many_models_that_they_fit_into_the_memory():
    loop, many = in_a_loop(varied), in_a_loop(varied, rows="all")
    assert (loop.suits(1), loop.suits(4096), loop.suits(4097)) == (True, True, False)
    assert (many.suits(1), many.suits(1_000_000)) == (False, True)


def test_masses_vary_by_two_per_cent_and_nothing_else():
    arm = load("panda")
    inputs = random_inputs(arm, 4096, 0, [TASK])
    ratios = inputs["model"] / arm.mass
    np.testing.assert_allclose(ratios.mean(0), 1, atol=0.001)
    np.testing.assert_allclose(ratios.std(0), 0.02, rtol=0.05)
    without = random_inputs(arm, 4096, 0, ["forward dynamics"])
    for name, values in without.items():
        assert np.array_equal(inputs[name], values), name


@pytest.mark.parametrize("name", [name for name in TASKS if name.endswith("of many arms")])
def test_each_state_is_compared_with_its_own_arm(name):
    arm = load("panda")
    few = random_inputs(arm, 5, 1, [name])
    (found,) = TASKS[name].reference(arm, few)
    for k, row in enumerate(found):
        own = equidyn.Arm.from_dict({**arm.to_dict(), "mass": few["model"][k]})
        (method,) = TASKS[name].methods
        state = (few[each][k] for each in TASKS[name].arguments[:-1])
        assert np.array_equal(row, getattr(own, method)(*state))
