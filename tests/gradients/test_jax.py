"""Functions of JAX have the bits of an arm's methods, and derivatives that others confirm."""

import gc
import pickle
import re
import subprocess
import sys
import threading
from functools import partial
from pathlib import Path

import numpy as np
import pytest

from equidyn import Arm, ArmWarning, _core, robots
from equidyn import jax as functions
from oracles import poses
from oracles.almost_parallel import with_angles_of_few_digits
from oracles.calls import IN_FLOAT32
from oracles.differences import STEP, WEIGHTS, rounded
from oracles.drives import geared
from oracles.random_arms import random_arm, random_state

jax = pytest.importorskip("jax")
jnp = jax.numpy

PUMA = robots.puma560()
ARMS = [Arm.from_dh(**random_arm(seed)) for seed in (2, 5, 17, 53)]
DRIVES = {"friction": True, "motors": True}

# what each function reads of a state
READS = {
    "inverse_dynamics": ("q", "qd", "qdd"),
    "forward_dynamics": ("q", "qd", "tau"),
    "bias": ("q", "qd"),
    "gravity_torque": ("q",),
    "mass_matrix": ("q",),
    "kinetic_energy": ("q", "qd"),
    "potential_energy": ("q",),
    "forward_kinematics": ("q",),
    "link_poses": ("q",),
    "jacobian": ("q",),
}
# those of which second derivatives are right, too
TWICE = ["potential_energy", "forward_kinematics", "link_poses"]
# of which the first derivative has none for the second
MISSING = {"bias": "inverse_dynamics", "gravity_torque": "inverse_dynamics"}

# of the largest entry: derivatives by kernels; accelerations of random arms lose the digits of the
# condition of their mass matrix; differences of float64 parameters lose those of their step
TOLERANCE = {"kernel": 1e-12, "acceleration": 1e-9, "parameters": 1e-9}


@pytest.fixture(autouse=True)
def _in_float64():
    before = jax.config.jax_enable_x64
    jax.config.update("jax_enable_x64", True)
    yield
    jax.config.update("jax_enable_x64", before)


def states(name, arm, *size, seed=0):
    """What a function reads of random states, to which steps can be added without rounding."""
    state = rounded(random_state(np.random.default_rng(seed), arm.n, size))
    return list(state[: len(READS[name])])


def of(name, arm, **options):
    return partial(getattr(functions, name), arm, **options)


def close(found, expected, tolerance):
    found, expected = np.asarray(found), np.asarray(expected, dtype=np.float64)
    assert found.shape == expected.shape
    assert abs(found - expected).max() <= tolerance * max(abs(expected).max(), 1e-3)


def test_every_function_is_tested_here():
    assert set(READS) == set(functions.__all__)


# --- values


@pytest.mark.parametrize("name", READS)
@pytest.mark.parametrize("arm", [PUMA, *ARMS], ids=lambda arm: arm.name)
def test_values_have_the_bits_of_numpys(name, arm):
    given, function = states(name, arm, 3, 5), of(name, arm)
    expected = getattr(arm, name)(*given)
    for way in (function, jax.jit(function), jax.vmap(function), jax.vmap(jax.vmap(function))):
        assert np.array_equal(way(*given), expected)
    one = [each[0, 0] for each in given]
    assert np.array_equal(jax.jit(function)(*one), expected[0, 0])


@pytest.mark.parametrize("name", READS)
def test_float32_has_the_bits_of_numpys_or_is_rounded_once(name):
    given = [each.astype(np.float32) for each in states(name, PUMA, 7)]
    found = of(name, PUMA)(*given)
    assert found.dtype == np.float32
    if name in IN_FLOAT32:
        expected = getattr(PUMA, name)(*given, dtype=np.float32)
    else:
        expected = getattr(PUMA, name)(*given).astype(np.float32)
    assert np.array_equal(found, expected)


@pytest.mark.parametrize("name", IN_FLOAT32)
def test_float32_is_right_to_a_millionth_where_axes_are_nearly_parallel(name):
    arm = with_angles_of_few_digits("3.14159", "0.00000265")
    given = [each.astype(np.float32) for each in states(name, arm, 7)]
    expected = getattr(arm, name)(*(each.astype(float) for each in given))
    for function in (of(name, arm), jax.jit(of(name, arm))):
        found = function(*given)
        assert found.dtype == np.float32
        assert abs(found - expected).max() <= 1e-6 * abs(expected).max()


@pytest.mark.parametrize("name", READS)
@pytest.mark.parametrize("convention", ["standard", "modified"])
def test_frames_off_the_common_normals_are_those_of_the_arm(name, convention):
    arm = robots.random_arm(5, 4, "RPRRR", convention=convention)
    arm = Arm.from_dict({**arm.to_dict(), "a_y": [0.1, -0.2, 0.3, -0.4, 0.5]})
    given = states(name, arm, 7)
    np.testing.assert_array_equal(of(name, arm)(*given), getattr(arm, name)(*given))


def test_without_x64_everything_is_float32():
    jax.config.update("jax_enable_x64", False)
    function = of("forward_dynamics", PUMA)
    given = states("forward_dynamics", PUMA)
    slope = jax.grad(lambda *state: function(*state).sum(), argnums=(0, 1, 2))(*given)
    assert {each.dtype.name for each in (function(*given), *slope)} == {"float32"}
    exact = PUMA.forward_dynamics_vjp(*np.asarray(given, np.float32), np.ones(6))
    for found, expected in zip(slope, exact, strict=True):
        assert np.array_equal(found, expected.astype(np.float32))


def test_leading_axes_broadcast_as_numpys_do():
    q, qd, qdd = random_state(np.random.default_rng(3), 6, (4, 5))
    given = q, qd[0, 0], qdd[:, :1]
    expected = PUMA.inverse_dynamics(*given)
    assert np.array_equal(functions.inverse_dynamics(PUMA, *given), expected)
    one_axis = jax.vmap(of("inverse_dynamics", PUMA), in_axes=(1, None, None), out_axes=1)
    shared = one_axis(q, qd[0, 0], qdd[:, 0])
    assert np.array_equal(shared, PUMA.inverse_dynamics(q, qd[0, 0], qdd[:, :1]))


def test_what_broadcasts_gets_the_sum_of_the_gradients_of_all_states():
    q, qd, tau = random_state(np.random.default_rng(8), 6, (4, 5))
    given = q, qd[0, 0], tau[:, :1]
    weights = np.random.default_rng(9).normal(size=q.shape)
    _, back = jax.vjp(of("forward_dynamics", PUMA), *given)
    by_q, by_qd, by_tau = PUMA.forward_dynamics_vjp(*given, weights)
    found = back(weights)
    assert np.array_equal(found[0], by_q)
    close(found[1], by_qd.sum((0, 1)), TOLERANCE["kernel"])
    close(found[2], by_tau.sum(1, keepdims=True), TOLERANCE["kernel"])


@pytest.mark.parametrize("count", [0, 1, 2000, 40000])
def test_batches_of_any_size_have_the_same_bits(count):
    given = states("inverse_dynamics", PUMA, count)
    found = jax.jit(of("inverse_dynamics", PUMA))(*given)
    assert np.array_equal(found, PUMA.inverse_dynamics(*given))


def test_lists_and_integers_are_numbers():
    assert np.array_equal(
        functions.gravity_torque(PUMA, [0, 1, 2, 3, 4, 5]), PUMA.gravity_torque(range(6))
    )


@pytest.mark.parametrize("frame", ["world", "tool"])
def test_the_jacobian_has_the_axes_asked_for(frame):
    q = states("jacobian", PUMA, 3)[0]
    assert np.array_equal(functions.jacobian(PUMA, q, frame=frame), PUMA.jacobian(q, frame=frame))
    by_q = jax.vmap(jax.jacrev(of("jacobian", PUMA, frame=frame)))(q)
    rate = np.stack([PUMA.jacobian_rate(q, unit, frame=frame) for unit in np.eye(6)], axis=-1)
    close(by_q, rate, TOLERANCE["kernel"])


@pytest.mark.parametrize("name", ["inverse_dynamics", "forward_dynamics"])
@pytest.mark.parametrize("options", [{"friction": True}, {"motors": True}, DRIVES])
def test_friction_and_motors_are_those_of_the_arm(name, options):
    arm = geared(PUMA, coulomb=(0.3, -0.2))
    given = states(name, arm, 4)
    assert np.array_equal(of(name, arm, **options)(*given), getattr(arm, name)(*given, **options))
    weights = np.random.default_rng(1).normal(size=(4, 6))
    _, back = jax.vjp(of(name, arm, **options), *given)
    expected = getattr(arm, f"{name}_vjp")(*given, weights, **options)
    assert all(np.array_equal(a, b) for a, b in zip(back(weights), expected, strict=True))


def test_breakaway_friction_is_that_of_the_arm_with_other_parameters_too():
    ratio = np.array([-60.0, 100.0, 1.0, 75.0, -8.0, 30.0])
    near = {"breakaway": [[0.1, -0.2]] * 6, "stribeck": np.abs(ratio)}
    arm = PUMA.with_motors(PUMA.motor_inertia, ratio).with_friction(PUMA.viscous, **near)
    q, qd, tau = states("forward_dynamics", arm, 4)
    for name in ("inverse_dynamics", "forward_dynamics"):
        expected = getattr(arm, name)(q, qd, tau, **DRIVES)
        assert np.array_equal(of(name, arm, **DRIVES)(q, qd, tau), expected)
        weights = np.random.default_rng(1).normal(size=(4, 6))
        _, back = jax.vjp(of(name, arm, **DRIVES), q, qd, tau)
        expected = getattr(arm, f"{name}_vjp")(q, qd, tau, weights, **DRIVES)
        assert all(np.array_equal(a, b) for a, b in zip(back(weights), expected, strict=True))
    p = 1.1 * np.asarray(arm.parameters(**DRIVES))
    other = arm.with_parameters(p).inverse_dynamics(q, qd, tau, **DRIVES)
    function = of("inverse_dynamics", arm, **DRIVES)
    close(function(q, qd, tau, parameters=p), other, TOLERANCE["kernel"])
    Y = arm.with_friction(arm.viscous).regressor(q, qd, tau, **DRIVES)
    found = jax.jacrev(lambda p: function(q, qd, tau, parameters=p))(p)
    close(found, Y, TOLERANCE["kernel"])


# --- derivatives, by differences in extended precision and by complex steps


def differences(function, given, place):
    """Derivatives of the sixth order by one operand, the last axis of the result."""

    def moved(j, steps):
        changed = [each.copy() for each in given]
        changed[place][j] += steps * STEP
        return function(*changed)

    columns = [
        sum(w * (moved(j, s) - moved(j, -s)) for s, w in WEIGHTS.items()) / (60 * STEP)
        for j in range(len(given[place]))
    ]
    return np.stack(columns, axis=-1)


def exact(arm):
    """Quantities in extended precision, from the torques of Newton and Euler."""

    def torque(q, qd, qdd):
        return _core.inverse_dynamics_extended(arm, "newton_euler", q, qd, qdd, None, None)

    def mass_times(q, v):
        return torque(q, 0 * q, v) - torque(q, 0 * q, 0 * q)

    def mass_matrix(q):
        return np.stack([mass_times(q, unit) for unit in np.eye(arm.n)], axis=-1)

    return {
        "inverse_dynamics": torque,
        "bias": lambda q, qd: torque(q, qd, 0 * q),
        "gravity_torque": lambda q: torque(q, 0 * q, 0 * q),
        "mass_matrix": mass_matrix,
        "kinetic_energy": lambda q, qd: qd @ mass_times(q, qd) / 2,
    }


@pytest.mark.parametrize("turn", [jax.jacfwd, jax.jacrev], ids=["forward", "reverse"])
@pytest.mark.parametrize("arm", ARMS, ids=lambda arm: arm.name)
@pytest.mark.parametrize(
    "name", ["inverse_dynamics", "bias", "gravity_torque", "mass_matrix", "kinetic_energy"]
)
def test_derivatives_are_differences_in_extended_precision(name, arm, turn):
    given, places = states(name, arm), range(len(READS[name]))
    found = jax.jit(turn(of(name, arm), argnums=tuple(places)))(*given)
    for place in places:
        expected = differences(exact(arm)[name], given, place)
        close(found[place], expected, TOLERANCE["kernel"])


@pytest.mark.parametrize("turn", [jax.jacfwd, jax.jacrev], ids=["forward", "reverse"])
@pytest.mark.parametrize("arm", ARMS, ids=lambda arm: arm.name)
def test_derivatives_of_accelerations_are_those_of_torques_by_the_inverse_mass_matrix(arm, turn):
    q, qd, tau = states("forward_dynamics", arm)
    found = turn(of("forward_dynamics", arm), argnums=(0, 1, 2))(q, qd, tau)
    M, state = exact(arm)["mass_matrix"](q).astype(float), [q, qd, arm.forward_dynamics(q, qd, tau)]
    torque = exact(arm)["inverse_dynamics"]
    by_state = [-differences(torque, state, place).astype(float) for place in (0, 1)]
    for each, expected in zip(found, [*by_state, np.eye(arm.n)], strict=True):
        close(each, np.linalg.solve(M, expected), TOLERANCE["acceleration"])


@pytest.mark.parametrize("turn", [jax.jacfwd, jax.jacrev], ids=["forward", "reverse"])
@pytest.mark.parametrize("arm", ARMS, ids=lambda arm: arm.name)
def test_derivatives_of_poses_are_complex_steps(arm, turn):
    (q,) = states("link_poses", arm)
    along = [q + 1j * poses.STEP * unit for unit in np.eye(arm.n)]
    links = np.stack([poses.link_poses(arm, each).imag for each in along], axis=-1) / poses.STEP
    tool = np.stack([poses.tool_pose(arm, each).imag for each in along], axis=-1) / poses.STEP
    close(turn(of("link_poses", arm))(q), links, TOLERANCE["kernel"])
    close(turn(of("forward_kinematics", arm))(q), tool, TOLERANCE["kernel"])


@pytest.mark.parametrize("arm", ARMS, ids=lambda arm: arm.name)
def test_the_slope_of_the_potential_energy_is_the_gravity_torque(arm):
    (q,) = states("potential_energy", arm)
    function = of("potential_energy", arm)
    close(jax.grad(function)(q), exact(arm)["gravity_torque"](q), TOLERANCE["kernel"])
    curvature = differences(exact(arm)["gravity_torque"], [q], 0)
    close(jax.hessian(function)(q), curvature, TOLERANCE["kernel"])


@pytest.mark.parametrize("name", READS)
def test_forward_and_reverse_agree_and_batches_are_one_call(name):
    from jax.test_util import check_grads

    arm, given = ARMS[1], states(name, ARMS[1], 2)
    order = 2 if name in TWICE else 1
    for function in (of(name, arm), jax.vmap(of(name, arm))):
        check_grads(function, given, order=order, modes=("fwd", "rev"), atol=1e-4, rtol=1e-4)
    text = str(jax.make_jaxpr(jax.vmap(of(name, arm)))(*given))
    assert text.count("equidyn_") == 1
    assert f"equidyn_{name}" in text


def test_the_kinetic_energy_curves_as_the_mass_matrix():
    q, qd = states("kinetic_energy", PUMA)
    close(jax.hessian(of("kinetic_energy", PUMA), argnums=1)(q, qd), PUMA.mass_matrix(q), 1e-13)


@pytest.mark.parametrize("name", [name for name in READS if name not in TWICE])
@pytest.mark.parametrize("turn", [jax.jacfwd, jax.jacrev], ids=["forward", "reverse"])
def test_second_derivatives_without_a_kernel_are_refused_by_name(name, turn):
    given = states(name, PUMA)
    with pytest.raises(
        NotImplementedError, match=f"second derivatives of {MISSING.get(name, name)}"
    ):
        turn(jax.jacrev(of(name, PUMA)))(*given)


def test_operands_that_do_not_change_cost_no_derivative():
    q, qd, qdd = states("inverse_dynamics", PUMA)
    text = str(
        jax.make_jaxpr(jax.grad(lambda qd: of("inverse_dynamics", PUMA)(q, qd, qdd).sum()))(qd)
    )
    assert text.count("equidyn_") == 2
    assert "regressor" not in text


# --- parameters


@pytest.mark.parametrize("options", [{}, {"friction": True}, {"motors": True}, DRIVES], ids=str)
@pytest.mark.parametrize("arm", ARMS, ids=lambda arm: arm.name)
def test_torques_are_the_regressor_times_the_parameters(arm, options):
    arm = geared(arm, coulomb=(0.3, -0.2))
    given = states("inverse_dynamics", arm, 3)
    p = np.asarray(arm.parameters(**options))
    function = of("inverse_dynamics", arm, **options)
    Y = arm.regressor(*given, **options)
    close(function(*given, parameters=p), Y @ p, TOLERANCE["kernel"])
    for turn in (jax.jacfwd, jax.jacrev):
        close(turn(lambda p: function(*given, parameters=p))(p), Y, TOLERANCE["kernel"])
    flat = jax.hessian(lambda p: (function(*given, parameters=p) ** 2).sum() / 2)(p)
    close(flat, np.einsum("sij,sik->jk", Y, Y), TOLERANCE["kernel"])


@pytest.mark.parametrize("name", ["bias", "gravity_torque"])
def test_torques_without_motion_take_parameters_too(name):
    arm, given = ARMS[1], states(name, ARMS[1], 3)
    p, (q, *qd) = np.asarray(arm.parameters()), given
    Y = arm.regressor(q, *(qd or [0 * q]), 0 * q)
    function = of(name, arm)
    close(function(*given, parameters=p), Y @ p, TOLERANCE["kernel"])
    close(jax.jacrev(lambda p: function(*given, parameters=p))(p), Y, TOLERANCE["kernel"])
    slope = jax.jacfwd(lambda q: function(q, *qd, parameters=2 * p).sum())(q)
    close(slope, 2 * jax.jacfwd(lambda q: function(q, *qd).sum())(q), TOLERANCE["kernel"])


@pytest.mark.parametrize("options", [{}, DRIVES], ids=str)
@pytest.mark.parametrize("arm", ARMS, ids=lambda arm: arm.name)
def test_accelerations_change_with_parameters_as_those_of_other_arms(arm, options):
    arm = geared(arm)
    q, qd, tau = states("forward_dynamics", arm)
    p = np.asarray(arm.parameters(**options))
    function = of("forward_dynamics", arm, **options)
    close(function(q, qd, tau, parameters=p), function(q, qd, tau), TOLERANCE["acceleration"])
    change = p * np.random.default_rng(4).uniform(-1, 1, p.shape)

    def of_another(steps):
        other = arm.with_parameters(p + steps * STEP * change)
        return other.forward_dynamics(q, qd, tau, **options)

    total = sum(w * (of_another(s) - of_another(-s)) for s, w in WEIGHTS.items())
    _, tangent = jax.jvp(lambda p: function(q, qd, tau, parameters=p), (p,), (change,))
    close(tangent, total / (60 * STEP), TOLERANCE["parameters"])
    slope = jax.jacrev(lambda p: function(q, qd, tau, parameters=p))(p)
    close(slope @ change, tangent, TOLERANCE["acceleration"])


def test_a_batch_of_parameters_is_a_batch_of_arms():
    arm, (q, qd, tau) = ARMS[1], states("forward_dynamics", ARMS[1], 2)
    p = np.asarray(arm.parameters()) * np.linspace(1, 1.2, 5)[:, None]
    expected = np.stack([arm.with_parameters(each).forward_dynamics(q, qd, tau) for each in p])
    function = jax.vmap(lambda p: functions.forward_dynamics(arm, q, qd, tau, parameters=p))
    close(jax.jit(function)(p), expected, TOLERANCE["acceleration"])
    each = jax.vmap(of("forward_dynamics", arm), in_axes=(0, 0, 0))
    rows = [each(q, qd, tau), functions.forward_dynamics(arm, q, qd, tau, parameters=p[[0, 0]])]
    close(*rows, TOLERANCE["acceleration"])
    slope = jax.grad(lambda p: (function(p) ** 2).sum())(p)
    alone = jax.grad(
        lambda p: (functions.forward_dynamics(arm, q, qd, tau, parameters=p) ** 2).sum()
    )
    close(slope, np.stack([alone(one) for one in p]), TOLERANCE["acceleration"])


def test_a_link_of_no_mass_has_no_first_moment():
    arm = ARMS[1]
    given, p = states("inverse_dynamics", arm), np.array(arm.parameters())
    p[:10] = 0
    close(
        functions.inverse_dynamics(arm, *given, parameters=p),
        arm.regressor(*given) @ p,
        TOLERANCE["kernel"],
    )
    p[1] = 1.0
    assert np.isnan(functions.inverse_dynamics(arm, *given, parameters=p)).any()


# --- motions


def swing(arm, tau, q, qd, steps=50, **options):
    def step(state, _):
        q, qd = state
        qd = qd + 0.01 * functions.forward_dynamics(arm, q, qd, tau, **options)
        q = q + 0.01 * qd
        return (q, qd), q

    return jax.lax.scan(step, (q, qd), length=steps)[1]


def test_a_rollout_is_the_loop_and_its_gradient_the_slope_of_it():
    arm = robots.planar_2r()
    q, qd, tau, direction = np.random.default_rng(5).uniform(-1, 1, (4, 3, 2))
    found = jax.jit(partial(swing, arm))(tau, q, qd)
    at, rate = q, qd
    for expected in found:
        rate = rate + 0.01 * arm.forward_dynamics(at, rate, tau)
        at = at + 0.01 * rate
        assert np.allclose(expected, at, rtol=1e-12, atol=1e-12)

    def end(tau):
        return (swing(arm, tau, q, qd)[-1] ** 2).sum()

    slope = (jax.jit(jax.grad(end))(tau) * direction).sum()
    h = 1e-4
    assert np.isclose(
        slope, (end(tau + h * direction) - end(tau - h * direction)) / (2 * h), rtol=1e-6
    )


def test_a_rollout_is_differentiable_with_respect_to_parameters():
    arm = robots.planar_2r()
    q, qd, tau = np.random.default_rng(6).uniform(-1, 1, (3, 2))
    p = np.asarray(arm.parameters())

    def end(p):
        return (swing(arm, tau, q, qd, parameters=p)[-1] ** 2).sum()

    direction = p * np.random.default_rng(7).uniform(-1, 1, p.shape)
    slope, h = jax.jit(jax.grad(end))(p) @ direction, 1e-4
    assert np.isclose(slope, (end(p + h * direction) - end(p - h * direction)) / (2 * h), rtol=1e-6)


# --- states without results


def test_a_state_that_is_not_finite_has_nan_and_others_their_results():
    given = states("inverse_dynamics", PUMA, 9)
    expected = PUMA.inverse_dynamics(*given)
    given[0][2, 5], given[1][4, 0] = np.nan, np.inf
    for batch in (slice(None), slice(2, 3)):
        found = np.asarray(functions.inverse_dynamics(PUMA, *(each[batch] for each in given)))
        lost = np.zeros(9, bool)
        lost[[2, 4]] = True
        assert np.isnan(found[lost[batch]]).all()
        assert np.array_equal(found[~lost[batch]], expected[batch][~lost[batch]])
    single = functions.inverse_dynamics(PUMA, *np.asarray(given, np.float32))
    assert np.array_equal(np.isnan(single).all(axis=-1), lost)


def test_nothing_is_known_of_a_state_that_is_nan_even_where_no_result_depends_on_it():
    q = np.zeros((3, 6))
    q[1, 0] = np.nan  # no entry of the mass matrix changes with the first joint
    found = np.asarray(functions.mass_matrix(PUMA, q))
    assert np.isnan(found[1]).all()
    assert np.array_equal(found[[0, 2]], PUMA.mass_matrix(q[[0, 2]]))


def test_a_joint_without_acceleration_has_nan():
    # the second joint moves a point on its axis
    with pytest.warns(ArmWarning, match="mass matrix is singular"):
        arm = Arm.from_dh(
            "modified", joints="RR", a=[0, 1], alpha=[0, 0], d=[0, 0], theta=[0, 0], mass=[1, 1],
            com=[(0.5, 0, 0), (0, 0, 0)], inertia=np.zeros((2, 3, 3)), gravity=(0, 0, -9.81),
        )  # fmt: skip
    assert np.isnan(functions.forward_dynamics(arm, *np.ones((3, 2)))).all()
    assert np.isnan(
        jax.grad(lambda q: functions.forward_dynamics(arm, q, q, q).sum())(np.ones(2))
    ).all()


def test_a_joint_that_moves_rounding_errors_alone_has_nan():
    with pytest.warns(ArmWarning, match="mass matrix is singular"):
        arm = Arm.from_dh(
            "modified", joints="RR", a=[0, 1], alpha=[0, 1], d=[0, 0], theta=[0, 0], mass=[1, 1],
            com=[(0.5, 0, 0), (0, 4e-17, 0.3)], inertia=np.zeros((2, 3, 3)), gravity=(0, 0, -9.81),
        )  # fmt: skip
    forward = of("forward_dynamics", arm)
    x, p = np.ones((3, 2)), np.asarray(arm.parameters())
    for single in (False, True):
        dtype = np.float32 if single else np.float64
        given, parameters = x.astype(dtype), p.astype(dtype)
        assert np.isnan(forward(*given)).all()
        assert np.isnan(jax.jit(forward)(*given)).all()
        assert np.isnan(jax.vmap(forward)(*np.repeat(given[:, None], 5, 1))).all()
        assert np.isnan(jax.jacrev(forward, argnums=2)(*given)).all()
        assert np.isnan(jax.jacfwd(forward)(*given)).all()
        assert np.isnan(forward(*given, parameters=parameters)).all()


def test_parameters_that_are_not_finite_have_nan():
    p = np.array(PUMA.parameters())
    p[14] = np.nan
    found = functions.inverse_dynamics(PUMA, *np.ones((3, 6)), parameters=p)
    assert np.isnan(found).any()


# --- JAX's modes for debugging


@pytest.mark.slow
@pytest.mark.parametrize("name", READS)
def test_modes_for_debugging_change_no_result(name):
    given, function = states(name, PUMA, 3), of(name, PUMA)
    slope = jax.grad(lambda *state: function(*state).sum(), argnums=tuple(range(len(given))))
    ways = function, jax.jit(jax.vmap(function)), slope, jax.jit(slope)
    expected = [jax.tree.leaves(way(*given)) for way in ways]
    for mode in (jax.disable_jit(), jax.debug_nans(True), jax.debug_infs(True)):
        with mode:
            found = [jax.tree.leaves(way(*given)) for way in ways]
        for pairs in zip(found, expected, strict=True):
            for result, right in zip(*pairs, strict=True):
                close(result, right, TOLERANCE["kernel"])


@pytest.mark.parametrize("name", READS)
def test_debug_nans_names_the_quantity_in_which_they_began(name):
    given, function = states(name, PUMA, 3), of(name, PUMA)
    given[0][1, 2] = np.inf
    for way in (function, jax.jit(lambda *state: 2 * function(*state)), jax.vmap(function)):
        with (
            jax.debug_nans(True),
            pytest.raises(FloatingPointError, match=rf"\(nan\) .* in equidyn_{name}\b"),
        ):
            way(*given)


def test_debug_nans_names_the_product_in_which_they_began():
    _, back = jax.vjp(of("inverse_dynamics", PUMA), *states("inverse_dynamics", PUMA, 2))
    for way in (back, jax.jit(back)):
        with (
            jax.debug_nans(True),
            pytest.raises(FloatingPointError, match=r"\(nan\) .*equidyn_inverse_dynamics_vjp\b"),
        ):
            way(np.full((2, 6), np.inf))


def test_debug_infs_names_the_quantity_in_which_they_began():
    q, qd = states("kinetic_energy", PUMA)
    for way in (of("kinetic_energy", PUMA), jax.jit(of("kinetic_energy", PUMA))):
        with (
            jax.debug_infs(True),
            pytest.raises(FloatingPointError, match=r"\(inf\) .* in equidyn_kinetic_energy\b"),
        ):
            way(q, 1e200 * qd)


# --- the arm in what is compiled


def test_compiled_functions_outlive_their_arms():
    given = states("inverse_dynamics", PUMA, 2)
    expected, compiled = [], []
    for load in np.linspace(0, 3, 40):
        arm = PUMA.with_payload(load)
        expected.append(arm.inverse_dynamics(*given))
        compiled.append(jax.jit(of("inverse_dynamics", arm)).lower(*given))
        del arm
    gc.collect()
    ready = [each.compile() for each in compiled]
    for _ in range(2):
        for function, tau in zip(ready, expected, strict=True):
            assert np.array_equal(function(*given), tau)


def test_one_function_may_hold_several_arms_and_take_them_as_static_arguments():
    arms = [PUMA, PUMA.with_gravity((0, 0, -1.62))]
    given = states("gravity_torque", PUMA)
    both = jax.jit(lambda q: [functions.gravity_torque(arm, q) for arm in arms])(*given)
    static = jax.jit(functions.gravity_torque, static_argnums=0)
    for arm, found in zip(arms, both, strict=True):
        assert np.array_equal(found, arm.gravity_torque(*given))
        assert np.array_equal(static(arm, *given), found)
        assert np.array_equal(functions.gravity_torque(arm, *given), found)


LOAD = """
import pickle, sys
import jax, numpy as np
from jax.experimental.serialize_executable import deserialize_and_load
from equidyn.jax.interface import make_known

jax.config.update("jax_enable_x64", True)
make_known()
with open(sys.argv[1], "rb") as file:
    function = deserialize_and_load(*pickle.load(file))
sys.stdout.buffer.write(np.asarray(function(np.ones(6))).tobytes())
"""


@pytest.mark.slow
def test_another_process_computes_with_the_arm_of_a_stored_function(tmp_path):
    from jax.experimental.serialize_executable import serialize

    arm, path = PUMA.with_payload(2.0), tmp_path / "compiled"
    compiled = jax.jit(of("gravity_torque", arm)).lower(np.ones(6)).compile()
    path.write_bytes(pickle.dumps(serialize(compiled)))
    out = subprocess.run([sys.executable, "-c", LOAD, path], check=True, capture_output=True).stdout
    assert np.array_equal(np.frombuffer(out), arm.gravity_torque(np.ones(6)))


def test_threads_get_the_same_bits():
    given = states("forward_dynamics", PUMA, 3000)
    arms = [PUMA, PUMA.with_payload(2.0)]
    compiled = [jax.jit(of("forward_dynamics", arm)) for arm in arms]
    expected = [arm.forward_dynamics(*given) for arm in arms]
    same = []

    def call():
        for _ in range(5):
            same.extend(
                np.array_equal(f(*given), e) for f, e in zip(compiled, expected, strict=True)
            )

    threads = [threading.Thread(target=call) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert same == [True] * 40


# --- bad input


@pytest.mark.parametrize(
    ("error", "message", "arguments"),
    [
        (TypeError, "arm: expected an equidyn.Arm, got str", ("puma560", np.ones(6))),
        (TypeError, "arm: expected an equidyn.Arm, got ndarray", (np.ones(6), np.ones(6))),
        (
            ValueError,
            r"q: last axis must be 6 .joints of the arm., got shape .9, 7.",
            (PUMA, np.ones((9, 7))),
        ),
        (ValueError, r"q: last axis must be 6 .joints of the arm., got shape ..", (PUMA, 1.0)),
        (TypeError, "q: expected an array of real numbers, got str", (PUMA, "q")),
        (TypeError, "q: expected an array of real numbers, got NoneType", (PUMA, None)),
        (TypeError, "q: expected real numbers, got dtype complex128", (PUMA, np.ones(6, complex))),
        (TypeError, "q: expected real numbers, got dtype key<fry>", (PUMA, jax.random.key(0))),
        (
            TypeError,
            "q: expected float32 or float64, got bfloat16",
            (PUMA, jnp.ones(6, jnp.bfloat16)),
        ),
    ],
)
def test_bad_input_is_named(error, message, arguments):
    with pytest.raises(error, match=message):
        functions.gravity_torque(*arguments)


def test_axes_that_do_not_broadcast_are_shown():
    with pytest.raises(ValueError, match=r"do not broadcast: q \(3, 6\), qd \(2, 6\)"):
        functions.bias(PUMA, np.ones((3, 6)), np.ones((2, 6)))


@pytest.mark.parametrize(("options", "count"), [({}, 60), (DRIVES, 84)])
def test_parameters_are_counted(options, count):
    message = rf"parameters: last axis must be {count} \(parameters of the arm\), got shape \(61,\)"
    with pytest.raises(ValueError, match=message):
        functions.inverse_dynamics(PUMA, *np.ones((3, 6)), parameters=np.ones(61), **options)


def test_drives_without_data_are_refused_and_switches_are_switches():
    bare = robots.planar_2r()
    with pytest.raises(ValueError, match="friction: the arm has no friction data"):
        functions.inverse_dynamics(bare, *np.ones((3, 2)), friction=True)
    with pytest.raises(TypeError, match="motors: expected True or False, got int"):
        functions.forward_dynamics(bare, *np.ones((3, 2)), motors=1)
    with pytest.raises(ValueError, match="frame: there is no 'base'"):
        functions.jacobian(bare, np.ones(2), frame="base")


def test_a_foreign_call_of_the_core_gets_its_error_from_xla():
    shape = jax.ShapeDtypeStruct((6,), np.float64)
    q, arm = np.ones(6), np.frombuffer(functions.packed_arm.PackedArm.of(PUMA).memory, np.int64)

    def called(*operands, result=shape, **attributes):
        return jax.ffi.ffi_call("equidyn_gravity_torque", result)(*operands, **attributes)

    functions.gravity_torque(PUMA, q)
    options = {"options": np.int64(0)}
    calls = {
        "gravity_torque: arm: expected the numbers of an arm": lambda: called(
            q, arm=arm[:9], **options
        ),
        "arm: expected an array of int64": lambda: called(q, arm=arm.astype(np.int32), **options),
        "arm: expected this attribute": lambda: called(q, **options),
        "options: expected this attribute": lambda: called(q, arm=arm),
        "operands: expected another number": lambda: called(arm=arm, **options),
        "operands: expected the type of the results": lambda: called(q[:5], arm=arm, **options),
        "results: expected another shape": lambda: called(
            q, result=jax.ShapeDtypeStruct((5,), np.float64), arm=arm, **options
        ),
        "results: expected float64 or float32": lambda: called(
            q, result=jax.ShapeDtypeStruct((6,), np.int32), arm=arm, **options
        ),
    }
    for message, call in calls.items():
        with pytest.raises(Exception, match=message):
            call().block_until_ready()


@pytest.mark.parametrize("turn", [jax.jit, jax.vmap, lambda f: jax.grad(lambda q: f(q).sum())])
@pytest.mark.parametrize(
    ("method", "name"),
    [
        (lambda q: PUMA.inverse_dynamics(q, q, q), "q"),
        (lambda q: PUMA.breakdown(q, q, q).total, "q"),
        (lambda q: PUMA.bias(np.ones(6), q), "qd"),
        (lambda q: PUMA.bias(np.ones(6), np.ones(6), tip_wrench=q), "tip_wrench"),
        (lambda q: PUMA.inverse_kinematics(jnp.eye(4) * q[0]).q, "pose"),
    ],
)
def test_methods_of_an_arm_send_what_jax_traces_here(turn, method, name):
    with pytest.raises(TypeError, match=f"{name}: expected .* a tracer of JAX: equidyn.jax has"):
        turn(method)(np.ones((1, 6)) if turn is jax.vmap else np.ones(6))


@pytest.mark.slow
def test_the_page_does_what_it_shows():
    page = (Path(__file__).parents[2] / "docs/gradients.md").read_text(encoding="utf-8")
    section = re.search(r"^## JAX\n(.*?)(^## |\Z)", page, re.DOTALL | re.MULTILINE)[1]
    names = {}
    for block in re.findall(r"^```python\n(.*?)^```", section, re.DOTALL | re.MULTILINE):
        exec(block, names)
    assert names["by_tau"].shape == (3, 6)
    end, tau = names["end"], PUMA.gravity_torque(names["start"][0])
    steps = 1e-5 * np.eye(6)
    slope = np.stack([(end(tau + h) - end(tau - h)) / 2e-5 for h in steps], axis=-1)
    close(names["by_tau"], slope, 1e-5)
