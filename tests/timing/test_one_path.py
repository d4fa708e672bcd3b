"""No formulation is timed by another path than the rest, and no kernel by a formulation's name.

What was timed is told by the bits of its results: those of a text differ from those of the kernel,
which regroups the same equations and fuses their products.
"""

import numpy as np
import pytest

import equidyn
from conftest import QUANTITIES
from equidyn import _core
from equidyn.arm.states import random_motion
from equidyn.dynamics.registry import kernel_name
from equidyn.robots import random_arm
from equidyn.timing import timing

ARM = random_arm(6, seed=3)
X = random_motion(ARM, 40, np.random.default_rng(5))
STATES = (X.q, X.qd, X.qdd)
NAMES = [f.name for f in equidyn.formulations() if not f.refusal(ARM)]
DEFAULT = "minimal_newton_euler"
SECONDS = 1e-3

one_and_all = pytest.mark.parametrize("together", [False, True], ids=["one state", "a batch"])


def timed(name, together):
    nanoseconds, results = _core.time_method(
        ARM, "inverse_dynamics", name, STATES, SECONDS, together
    )
    assert nanoseconds > 0
    return results


def assert_reached(results, expected):
    """Slow code does not reach all states in the time that it has."""
    reached = ~np.isnan(results).any(axis=1)
    assert reached[0]
    np.testing.assert_array_equal(results[reached], expected[reached])


@one_and_all
@pytest.mark.parametrize("name", [name for name in NAMES if name != DEFAULT])
def test_what_is_timed_is_what_the_name_computes(name, together):
    assert_reached(timed(name, together), ARM.inverse_dynamics(*STATES, formulation=name))


@one_and_all
def test_the_default_formulation_is_timed_as_its_text_and_not_as_the_kernel(together):
    by_text, by_kernel = timed(DEFAULT, together), ARM.inverse_dynamics(*STATES)
    assert np.nanmax(abs(by_text - by_kernel)) < 1e-12 * abs(by_kernel).max()
    assert (by_text != by_kernel).any()


@one_and_all
def test_the_kernel_is_timed_as_the_kernel(together):
    nanoseconds, results = _core.time_production_kernel(
        ARM, "inverse_dynamics", STATES, SECONDS, together
    )
    assert nanoseconds > 0
    assert_reached(results, ARM.inverse_dynamics(*STATES))


@one_and_all
@pytest.mark.parametrize("quantity", QUANTITIES)
def test_of_every_quantity_kernel_and_methods_are_timed_as_what_they_are(quantity, together):
    tau = ARM.inverse_dynamics(*STATES)
    operands = {"forward_dynamics": (X.q, X.qd, tau)}.get(quantity, (X.q,))
    compute = getattr(ARM, quantity)
    flat = [each.reshape(40, -1) for each in _parts(compute(*operands))]
    _, *found = _core.time_production_kernel(ARM, quantity, operands, SECONDS, together)
    for expected, results in zip(flat, found, strict=True):
        assert_reached(results, expected)
    for method in equidyn.formulations(quantity):
        _, results = _core.time_method(ARM, quantity, method.name, operands, SECONDS, together)
        expected = _parts(compute(*operands, formulation=method.name))
        assert_reached(results, np.hstack([each.reshape(40, -1) for each in expected]))


def _parts(result):
    return result if isinstance(result, tuple) else (result,)


@pytest.mark.parametrize("batch", [None, 1, 32])
def test_every_row_but_that_of_the_kernel_is_timed_alike(batch, monkeypatch):
    calls = []

    def time_method(arm, quantity, name, *given):
        calls.append((name, *given[1:]))
        return 1.0, None

    def time_production_kernel(arm, quantity, *given):
        calls.append((kernel_name(), *given[1:]))
        return 1.0, None

    monkeypatch.setattr(timing._core, "time_method", time_method)
    monkeypatch.setattr(timing._core, "time_production_kernel", time_production_kernel)
    timings = equidyn.time_formulations(arm=ARM, repetitions=1, batch=batch)
    assert [name for name, *_ in calls] == [*NAMES, kernel_name()] == list(timings.formulations)
    assert {tuple(given) for _, *given in calls} == {(1e-3, batch == 32)}
