"""equidyn through JAX, beside other libraries on JAX in the benchmark."""

import numpy as np
import pytest

from equidyn.peers import equidyn_jax, taking_part
from equidyn.peers.taking_part import JAX, Peer, participants
from equidyn.peers.tasks import OF_MANY_ARMS, TASKS, random_inputs
from equidyn.robots import puma560, random_arm
from oracles.peer_answers import STATES, answers_of


@pytest.fixture
def jax():
    """JAX, whose precision of other tests is left as it was."""
    module = pytest.importorskip("jax")
    before = module.config.jax_enable_x64
    yield module
    module.config.update("jax_enable_x64", before)


@pytest.fixture
def fake_on(monkeypatch):
    """A function that puts a library without calls, of some extra, in the place of all others."""

    def put(extra):
        monkeypatch.setattr(taking_part, "PEERS", {"fake": Peer("Fake", "numpy", "numpy", extra)})
        monkeypatch.setattr(taking_part, "calls_of", lambda *_: [])

    return put


@pytest.mark.usefixtures("jax")
@pytest.mark.parametrize("arm", [puma560(), random_arm(3, 1, "RPR", convention="modified")])
def test_equidyn_through_jax_has_the_bits_of_its_methods(arm):
    for call in equidyn_jax.calls(arm):
        task = TASKS[call.task]
        # parameters are products of masses, which are rounded
        rounding = 1e-11 if call.task.endswith(OF_MANY_ARMS) else 0
        inputs = random_inputs(arm, STATES, seed=2)
        for answer in answers_of(call, task, inputs):
            for part, expected in zip(answer, task.reference(arm, inputs), strict=True):
                difference = np.abs(part - expected).max()
                assert difference <= rounding * np.abs(expected).max(), f"{call.task}, {call.rows}"


def test_equidyn_is_called_through_jax_beside_libraries_on_it(jax, fake_on):
    fake_on(JAX)
    found = participants(puma560(), None, 1)
    assert {(call.library, call.name) for call in found.calls} == {("equidyn", "through JAX")}
    dynamics = {
        f"{kind} dynamics{more}"
        for kind in ("inverse", "forward")
        for more in ("", " vjp", " of many arms")
    }
    assert {call.task for call in found.calls} == {
        *dynamics,
        "bias",
        "gravity",
        "mass matrix",
        "kinetic energy",
        "potential energy",
        "poses and Jacobians",
    }
    assert found.versions["JAX"] == jax.__version__
    fake_on("peers")
    assert participants(puma560(), None, 1).calls == ()


@pytest.mark.usefixtures("jax")
def test_a_release_of_jax_that_the_core_does_not_know_is_named(monkeypatch, fake_on):
    def refuse():
        raise ImportError("install another jax")

    fake_on(JAX)
    monkeypatch.setattr(equidyn_jax, "make_known", refuse)
    found = participants(puma560(), None, 1)
    assert found.calls == ()
    assert found.notes == ("equidyn through JAX does not take part: install another jax",)
