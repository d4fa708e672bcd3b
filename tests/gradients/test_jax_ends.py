"""Gravity, the wrench at the tip and the motion of the base as operands of functions of JAX."""

from functools import partial

import numpy as np
import pytest

from equidyn import Arm, BaseMotion, robots
from equidyn import jax as functions
from oracles.drives import geared
from oracles.random_arms import random_arm

jax = pytest.importorskip("jax")

ARMS = [Arm.from_dh(**random_arm(seed)) for seed in (2, 5, 17)]
PUMA = robots.puma560()
MOVING = {"inverse_dynamics": ("q", "qd", "qdd"), "bias": ("q", "qd")}
MOVED = {**MOVING, "forward_dynamics": ("q", "qd", "tau")}
ENDS = ("tip_wrench", "base_motion", "gravity")


@pytest.fixture(autouse=True)
def _in_float64():
    before = jax.config.jax_enable_x64
    jax.config.update("jax_enable_x64", True)
    yield
    jax.config.update("jax_enable_x64", before)


def close(found, expected, tolerance=1e-9):
    found, expected = np.asarray(found), np.asarray(expected)
    assert found.shape == expected.shape
    assert np.abs(found - expected).max() <= tolerance * max(np.abs(expected).max(), 1e-3)


def loaded(name, arm, *batch, seed=3):
    """Operands of a quantity, and what loads the ends of the arm."""
    rng = np.random.default_rng(seed)
    state = list(rng.uniform(-1, 1, (len(MOVED[name]), *batch, arm.n)))
    ends = {
        "tip_wrench": rng.uniform(-2, 2, (*batch, 6)),
        "base_motion": tuple(rng.uniform(-2, 2, (3, *batch, 3))),
        "gravity": rng.uniform(-9, 9, (*batch, 3)),
    }
    return state, ends


def expected_of(name, arm, state, ends):
    """The method, of an arm of this gravity, for each state."""
    result = np.empty(np.shape(state[0]))
    for k in np.ndindex(result.shape[:-1]):
        options = {}
        if "tip_wrench" in ends:
            options["tip_wrench"] = ends["tip_wrench"][k]
        if "base_motion" in ends:
            options["base_motion"] = BaseMotion(*(part[k] for part in ends["base_motion"]))
        own = arm.with_gravity(ends["gravity"][k]) if "gravity" in ends else arm
        result[k] = getattr(own, name)(*(x[k] for x in state), **options)
    return result


@pytest.mark.parametrize("given", [ENDS, *((each,) for each in ENDS)], ids=str)
@pytest.mark.parametrize("name", MOVED)
@pytest.mark.parametrize("arm", ARMS, ids=lambda arm: arm.name)
def test_values_are_those_of_the_method(arm, name, given):
    state, ends = loaded(name, arm, 3, 2)
    ends = {each: ends[each] for each in given}
    function = partial(getattr(functions, name), arm)
    expected = expected_of(name, arm, state, ends)
    for way in (function, jax.jit(function), jax.vmap(jax.vmap(function))):
        found = way(*state, **ends)
        close(found, expected, 1e-11)
        if "gravity" not in given:
            assert np.array_equal(found, expected)


@pytest.mark.parametrize("name", MOVED)
@pytest.mark.parametrize("arm", ARMS, ids=lambda arm: arm.name)
def test_both_modes_give_the_differences(arm, name):
    state, ends = loaded(name, arm)

    def function(ends):
        return getattr(functions, name)(arm, *state, **ends)

    forward, back = jax.jacfwd(function)(ends), jax.jacrev(function)(ends)
    jax.tree.map(partial(close, tolerance=1e-9), forward, back)
    # torques are quadratic in what loads the ends, and accelerations with them
    for each in ENDS:
        for k, leaf in enumerate(jax.tree.leaves(ends[each])):
            found = jax.tree.leaves(back[each])[k]
            difference = np.empty_like(found)
            for axis in range(leaf.size):
                unit = np.eye(leaf.size)[axis]

                def moved(step, each=each, k=k, unit=unit):
                    leaves, tree = jax.tree.flatten(ends[each])
                    leaves[k] = leaves[k] + step * unit
                    return function({**ends, each: jax.tree.unflatten(tree, leaves)})

                difference[:, axis] = (moved(1.0) - moved(-1.0)) / 2
            close(found, difference)


@pytest.mark.parametrize("name", MOVED)
def test_state_and_parameters_have_their_gradients_beside_the_ends(name):
    arm = geared(ARMS[1], coulomb=(0.3, -0.2))
    drives = {"friction": True, **({"motors": True} if name != "bias" else {})}
    state, ends = loaded(name, arm)
    p = np.asarray(arm.parameters(**drives))

    def function(state, ends, p):
        return getattr(functions, name)(arm, *state, **ends, parameters=p, **drives)

    given = (state, ends, p)
    forward, back = (turn(function, argnums=(0, 1, 2))(*given) for turn in (jax.jacfwd, jax.jacrev))
    jax.tree.map(partial(close, tolerance=1e-8), forward, back)
    step = 1e-6
    direction = jax.tree.map(lambda x: np.cos(np.arange(x.size)).reshape(x.shape), given)
    direction = (*direction[:2], direction[2] * p)
    ahead, behind = (
        function(*jax.tree.map(lambda x, d, s=s: x + s * d, given, direction))
        for s in (step, -step)
    )
    _, tangent = jax.jvp(function, given, direction)
    close(tangent, (ahead - behind) / (2 * step), 1e-6)


def test_one_gravity_may_serve_all_states_and_each_its_own():
    q = np.random.default_rng(1).uniform(-1, 1, (5, 6))
    g = np.random.default_rng(2).uniform(-9, 9, (5, 3))
    found = functions.gravity_torque(PUMA, q, gravity=g)
    close(found, [PUMA.with_gravity(k).gravity_torque(x) for k, x in zip(g, q, strict=True)], 1e-13)
    one = functions.gravity_torque(PUMA, q, gravity=g[0])
    close(one, PUMA.with_gravity(g[0]).gravity_torque(q), 1e-13)
    slope = jax.grad(lambda g: functions.gravity_torque(PUMA, q, gravity=g).sum())(g[0])
    units = [PUMA.with_gravity(unit).gravity_torque(q).sum() for unit in np.eye(3)]
    close(slope, units, 1e-12)


def test_a_base_motion_object_is_taken_too():
    (q, qd, qdd), ends = loaded("inverse_dynamics", PUMA)
    motion = BaseMotion(*ends["base_motion"])
    found = functions.inverse_dynamics(PUMA, q, qd, qdd, base_motion=motion)
    assert np.array_equal(found, PUMA.inverse_dynamics(q, qd, qdd, base_motion=motion))


def test_ends_that_are_not_finite_have_nan():
    (q, qd, qdd), ends = loaded("inverse_dynamics", PUMA, 4)
    for each in ENDS:
        broken = {name: np.array(x) for name, x in ends.items()}
        broken[each][..., 2, 1] = np.nan
        broken["base_motion"] = tuple(broken["base_motion"])
        found = np.asarray(functions.inverse_dynamics(PUMA, q, qd, qdd, **broken))
        assert np.isnan(found[2]).all()
        assert np.isfinite(found[[0, 1, 3]]).all()


def test_float32_stays_float32():
    state, ends = loaded("forward_dynamics", PUMA, 3)
    state, ends = jax.tree.map(lambda x: x.astype(np.float32), (state, ends))
    found = functions.forward_dynamics(PUMA, *state, **ends)
    assert found.dtype == np.float32
    close(found, expected_of("forward_dynamics", PUMA, state, ends), 1e-5)


@pytest.mark.parametrize(
    ("error", "message", "ends"),
    [
        (
            ValueError,
            r"gravity: last axis must be 3 .a vector., got shape .2,.",
            {"gravity": [0, 1]},
        ),
        (
            ValueError,
            r"tip_wrench: last axis must be 6 .force and moment., got shape .3,.",
            {"tip_wrench": np.ones(3)},
        ),
        (
            ValueError,
            r"base_motion: linear_acceleration: last axis must be 3",
            {"base_motion": (np.ones(3), np.ones(3), np.ones(2))},
        ),
        (
            TypeError,
            "base_motion: expected a BaseMotion or a tuple of angular_velocity, .* got ndarray",
            {"base_motion": np.ones((3, 3))},
        ),
        (
            ValueError,
            r"leading axes do not broadcast: q \(2, 6\), .* gravity \(3, 3\)",
            {"gravity": np.ones((3, 3))},
        ),
    ],
)
def test_bad_input_is_named(error, message, ends):
    with pytest.raises(error, match=message):
        functions.bias(PUMA, np.ones((2, 6)), np.ones(6), **ends)
