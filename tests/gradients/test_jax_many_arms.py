"""Parameters of each state: one call of the kernels for many arms."""

import threading
from functools import partial

import numpy as np
import pytest

from equidyn import Arm, robots
from equidyn import jax as functions
from oracles.drives import geared
from oracles.random_arms import random_arm

jax = pytest.importorskip("jax")

ARMS = [geared(Arm.from_dh(**random_arm(seed)), coulomb=(0.3, -0.2)) for seed in (2, 5, 17)]
PUMA = robots.puma560()
OPERANDS = {"inverse_dynamics": 3, "forward_dynamics": 3, "bias": 2, "gravity_torque": 1}
DRIVES = {
    "inverse_dynamics": {"friction": True, "motors": True},
    "forward_dynamics": {"friction": True, "motors": True},
    "bias": {"friction": True},
    "gravity_torque": {},
}


@pytest.fixture(autouse=True)
def _in_float64():
    before = jax.config.jax_enable_x64
    jax.config.update("jax_enable_x64", True)
    yield
    jax.config.update("jax_enable_x64", before)


def states(name, arm, *batch, seed=0):
    return np.random.default_rng(seed).uniform(-1, 1, (OPERANDS[name], *batch, arm.n))


def varied(arm, *batch, seed=1, **drives):
    p = np.asarray(arm.parameters(**drives))
    return p * np.random.default_rng(seed).uniform(0.9, 1.1, (*batch, p.size))


def alone(name, arm, x, p, **options):
    """The function for each state alone, with its own parameters."""
    leading = np.broadcast_shapes(x[0].shape[:-1], p.shape[:-1])
    x = [np.broadcast_to(each, (*leading, arm.n)) for each in x]
    p = np.broadcast_to(p, (*leading, p.shape[-1]))
    function = partial(getattr(functions, name), arm, **options)
    result = np.empty((*leading, arm.n), x[0].dtype)
    for k in np.ndindex(leading):
        result[k] = function(*(each[k] for each in x), parameters=p[k])
    return result


def close(found, expected, tolerance=1e-9):
    found, expected = np.asarray(found), np.asarray(expected)
    assert found.shape == expected.shape
    assert np.abs(found - expected).max() <= tolerance * max(np.abs(expected).max(), 1e-3)


@pytest.mark.parametrize("single", [False, True], ids=["float64", "float32"])
@pytest.mark.parametrize("with_drives", [False, True], ids=["links", "drives"])
@pytest.mark.parametrize("name", OPERANDS)
@pytest.mark.parametrize("arm", ARMS, ids=lambda arm: arm.name)
def test_each_state_has_the_bits_of_its_arm_alone(arm, name, with_drives, single):
    dtype = np.float32 if single else np.float64
    drives = DRIVES[name] if with_drives else {}
    x = states(name, arm, 19).astype(dtype)
    p = varied(arm, 19, **drives).astype(dtype)
    expected = alone(name, arm, x, p, **drives)
    function = partial(getattr(functions, name), arm, **drives)
    for way in (function, jax.jit(function)):
        found = way(*x, parameters=p)
        assert found.dtype == dtype
        assert np.array_equal(found, expected)
    mapped = jax.vmap(lambda p, *x: function(*x, parameters=p))(p, *x)
    assert np.array_equal(mapped, expected)


@pytest.mark.parametrize("shapes", [((4, 1), (1, 5)), ((5,), (4, 5)), ((4, 5), ()), ((), (4, 1))])
def test_leading_axes_broadcast(shapes):
    arm, (of_parameters, of_states) = ARMS[1], shapes
    x, p = states("forward_dynamics", arm, *of_states), varied(arm, *of_parameters)
    found = functions.forward_dynamics(arm, *x, parameters=p)
    assert np.array_equal(found, alone("forward_dynamics", arm, x, p))


@pytest.mark.parametrize("name", OPERANDS)
def test_they_are_the_arms_that_vary(name):
    arm, drives = ARMS[1], DRIVES[name]
    x = states(name, arm, 40)
    p = np.asarray(arm.parameters(**drives)) * np.linspace(0.9, 1.1, 40)[:, None]
    expected = getattr(arm.vary(parameters=p), name)(*x, **drives)
    close(getattr(functions, name)(arm, *x, parameters=p, **drives), expected, 1e-11)


@pytest.mark.parametrize("name", OPERANDS)
def test_gradients_are_those_of_each_arm_alone(name):
    arm, drives = ARMS[2], DRIVES[name]
    x, p = states(name, arm, 7), varied(arm, 7, **drives)

    def effort(p, *x):
        return (getattr(functions, name)(arm, *x, parameters=p, **drives) ** 2).sum()

    every = tuple(range(1 + len(x)))
    found = jax.jit(jax.grad(effort, every))(p, *x)
    mapped = jax.vmap(jax.grad(effort, every))(p, *x)
    for k in range(7):
        each = jax.grad(effort, every)(p[k], *x[:, k])
        for together, by_vmap, own in zip(found, mapped, each, strict=True):
            close(together[k], own, 1e-11)
            close(by_vmap[k], own, 1e-11)
    direction = p * np.random.default_rng(2).uniform(-1, 1, p.shape)
    h = 1e-6
    slope = (effort(p + h * direction, *x) - effort(p - h * direction, *x)) / (2 * h)
    assert np.isclose((found[0] * direction).sum(), slope, rtol=1e-6)


def test_a_state_without_result_has_nan_and_others_theirs():
    x, p = states("forward_dynamics", PUMA, 12), varied(PUMA, 12)
    expected = np.asarray(functions.forward_dynamics(PUMA, *x, parameters=p))
    x[0, 3, 2], p[5, 14] = np.nan, np.nan
    p[8, :] = 0.0  # no link moves any mass
    p[9, 10] = -3.0  # no body has such a mass, but torques are linear in it
    found = np.asarray(functions.forward_dynamics(PUMA, *x, parameters=p))
    others = np.setdiff1d(np.arange(12), [3, 5, 8, 9])
    assert np.array_equal(found[others], expected[others])
    assert np.isnan(found[[3, 8]]).all()
    assert np.isnan(found[5]).any()
    torque = functions.inverse_dynamics(PUMA, *x[:, 9], parameters=p[9])
    close(torque, PUMA.regressor(*x[:, 9]) @ p[9], 1e-11)


def test_other_parameters_have_other_results():
    x = states("inverse_dynamics", PUMA, 6)
    sets = [varied(PUMA, 6, seed=seed) for seed in range(4)]
    expected = [alone("inverse_dynamics", PUMA, x, p) for p in sets]
    for k in (0, 1, 0, 2, 3, 0, 1):  # more than are kept
        found = functions.inverse_dynamics(PUMA, *x, parameters=sets[k])
        assert np.array_equal(found, expected[k])
    # and another arm of the same parameters
    other = PUMA.with_gravity((0.0, 0.0, -1.62))
    found = functions.inverse_dynamics(other, *x, parameters=sets[0])
    assert np.array_equal(found, alone("inverse_dynamics", other, x, sets[0]))


def test_threads_get_the_same_bits():
    x = states("forward_dynamics", PUMA, 200)
    sets = [varied(PUMA, 200, seed=seed) for seed in range(3)]
    function = jax.jit(partial(functions.forward_dynamics, PUMA))
    expected = [function(*x, parameters=p) for p in sets]
    same = []

    def call():
        for _ in range(5):
            same.extend(
                np.array_equal(function(*x, parameters=p), e)
                for p, e in zip(sets, expected, strict=True)
            )

    threads = [threading.Thread(target=call) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert same == [True] * 60


def test_no_regressor_is_made_on_the_way_back():
    x, p = states("forward_dynamics", PUMA, 3), varied(PUMA, 3)

    def effort(p):
        return functions.forward_dynamics(PUMA, *x, parameters=p).sum()

    text = jax.jit(jax.grad(effort)).lower(p).as_text()
    assert "equidyn_regressor_vjp" in text
    assert "equidyn_regressor(" not in text.replace('"', "(")
