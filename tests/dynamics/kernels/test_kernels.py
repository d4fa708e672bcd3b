"""Production kernels: what they compute, what it costs, and how exact it is."""

import functools

import numpy as np
import pytest

from conftest import TOLERANCE, assert_close
from equidyn import Arm, BaseMotion, _core, robots
from equidyn.studies.benchmark.meters import SINE_AND_COSINE, counted_operations, right_angle_arm
from oracles import random_arms
from oracles.differences import rounded, torque_derivatives

PUMA = robots.puma560()
ARMS = [
    PUMA,
    robots.planar_2r(),
    robots.random_arm(7, seed=3),
    Arm.from_dh(**random_arms.random_arm(5, 14)),
    *(Arm.from_dh(**random_arms.random_arm(seed)) for seed in range(48)),
    # a slide before all rotation, and parallel axes: what kernels know of the motion before a joint
    Arm.from_dh(
        **{
            **random_arms.random_arm(1, 5),
            "name": "slides and parallel axes",
            "joints": "PPRRP",
            "alpha": np.zeros(5),
        }
    ),
    Arm.from_dh(
        **{
            **random_arms.random_arm(2, 6),
            "name": "right angles and parallel axes",
            "joints": "RPRRPR",
            "alpha": np.array([0.0, 0, 0, np.pi / 2, -np.pi / 2, np.pi]),
            "a": np.array([0, 0.3, 0, 0, 0.2, 0]),
            "d": np.array([0.1, 0, 0, 0.2, 0, 0]),
        }
    ),
]


def states(arm: Arm, *shape: int, seed: int = 0) -> np.ndarray:
    return np.random.default_rng(seed).uniform(-3, 3, (3, *shape, arm.n))


def ends(*shape: int, seed: int = 1) -> dict:
    rng = np.random.default_rng(seed)
    motion = BaseMotion(*rng.uniform(-2, 2, (3, *shape, 3)))
    return {"tip_wrench": rng.uniform(-5, 5, (*shape, 6)), "base_motion": motion}


@pytest.mark.parametrize("given", [{}, ends(9)], ids=["at rest", "ends"])
def test_inverse_dynamics_and_bias_are_those_of_newton_euler(given):
    for arm in ARMS:
        q, qd, qdd = states(arm, 9)
        for method, acceleration in ((arm.inverse_dynamics, (qdd,)), (arm.bias, ())):
            named = functools.partial(
                arm.inverse_dynamics, q, qd, *acceleration or (0 * qdd,), formulation="newton_euler"
            )
            expected = named(**given)
            found = method(q, qd, *acceleration, **given)
            # in one state the wrench at the tip cancels the torque of the only joint
            scale = np.maximum(np.abs(expected), np.abs(named())).max(axis=-1)
            names = {"formulation": "kernel", "arm": arm}
            assert_close(found, expected, TOLERANCE["agreement"], **names, scale=scale)


def test_gravity_torque_is_the_torque_at_rest():
    for arm in ARMS:
        q, _, _ = states(arm, 9)
        expected = arm.inverse_dynamics(q, 0 * q, 0 * q, formulation="newton_euler")
        found = arm.gravity_torque(q)
        assert_close(found, expected, TOLERANCE["agreement"], formulation="gravity", arm=arm)


def test_the_mass_matrix_is_that_of_unit_accelerations():
    for arm in ARMS:
        q, _, _ = states(arm, 9)
        M = arm.mass_matrix(q)
        expected = arm.mass_matrix(q, formulation="newton_euler")
        largest = np.abs(expected).max()
        np.testing.assert_allclose(M, expected, rtol=0, atol=1e-12 * largest)
        np.testing.assert_array_equal(M, np.swapaxes(M, -1, -2))


@pytest.mark.parametrize("given", [{}, ends(9)], ids=["at rest", "ends"])
def test_forward_dynamics_undoes_inverse_dynamics(given):
    for arm in ARMS:
        q, qd, qdd = states(arm, 9)
        tau = arm.inverse_dynamics(q, qd, qdd, formulation="newton_euler", **given)
        found = arm.forward_dynamics(q, qd, tau, **given)
        # an error of the torques is multiplied by the condition of the mass matrix
        for each, expected, M in zip(found, qdd, arm.mass_matrix(q), strict=True):
            error = np.abs(each - expected).max() / np.abs(expected).max()
            assert error <= 1e-15 * arm.n * np.linalg.cond(M) + 1e-13, arm.name


@pytest.mark.parametrize("given", [{}, ends(3)], ids=["at rest", "ends"])
def test_derivatives_are_those_of_newton_euler(given):
    for seed in range(30):
        arm = Arm.from_dh(**random_arms.random_arm(seed))
        x = rounded(states(arm, 3))
        found = arm.inverse_dynamics_derivatives(*x, **given)
        torque = np.abs(arm.inverse_dynamics(*x, **given)).max()
        for derivative, expected in zip(found, torque_derivatives(arm, x, **given), strict=True):
            # a single joint's torque does not depend on its rate
            largest = max(np.abs(expected).max(), torque)
            assert np.abs(derivative - expected).max() <= 1e-12 * largest


def test_friction_and_motors_take_part():
    arm = robots.random_arm(5, seed=2, friction=True, motors=True)
    q, qd, qdd = states(arm, 11)
    tau = arm.inverse_dynamics(q, qd, qdd, friction=True, motors=True)
    found = arm.forward_dynamics(q, qd, tau, friction=True, motors=True)
    np.testing.assert_allclose(found, qdd, rtol=0, atol=1e-9)
    reflected = arm.gear_ratio**2 * arm.motor_inertia
    np.testing.assert_allclose(
        arm.bias(q, qd, friction=True), tau - reflected * qdd - _inertial(arm, q, qdd), atol=1e-9
    )
    plain = arm.inverse_dynamics_derivatives(q, qd, qdd)
    rubbed = arm.inverse_dynamics_derivatives(q, qd, qdd, friction=True)
    viscous = np.broadcast_to(np.diag(arm.gear_ratio**2 * arm.viscous), plain[1].shape)
    np.testing.assert_array_equal(rubbed[0], plain[0])
    np.testing.assert_allclose(rubbed[1] - plain[1], viscous, atol=1e-9)


def _inertial(arm: Arm, q: np.ndarray, qdd: np.ndarray) -> np.ndarray:
    return np.einsum("kij,kj->ki", arm.mass_matrix(q), qdd)


# --- float32 ------------------------------------------------------------------------------------


@pytest.mark.parametrize("given", [{}, ends(50)], ids=["at rest", "ends"])
@pytest.mark.parametrize("n", range(1, 8))
def test_float32_agrees_with_float64(n, given):
    for arm in ARMS:
        if arm.n == n:
            assert_float32_agrees(arm, given)


def assert_float32_agrees(arm, given):
    q, qd, qdd = states(arm, 50)
    for method, arguments, options in (
        (arm.inverse_dynamics, (q, qd, qdd), given),
        (arm.bias, (q, qd), given),
        (arm.gravity_torque, (q,), {}),
        (arm.mass_matrix, (q,), {}),
    ):
        expected = method(*arguments, **options)
        found = method(*arguments, **options, dtype=np.float32)
        assert found.dtype == np.float32
        assert found.shape == expected.shape
        # of all states, since some of an arm's hardly load it
        scale = np.full(expected.shape[:-1], np.abs(expected).max())
        assert_close(
            found, expected, TOLERANCE["single"], formulation="float32", arm=arm, scale=scale
        )


def test_float32_is_as_exact_as_documented():
    of_all, of_each = [], []
    for seed in range(36):
        arm = Arm.from_dh(**random_arms.random_arm(seed))
        x = states(arm, 500, seed=seed)
        exact = arm.inverse_dynamics(*x)
        error = np.abs(arm.inverse_dynamics(*x, dtype=np.float32) - exact).max(axis=-1)
        of_all.append(error.max() / np.abs(exact).max())
        of_each.append(error / np.abs(exact).max(axis=-1))
        M = arm.mass_matrix(x[0])
        of_all.append(np.abs(arm.mass_matrix(x[0], dtype=np.float32) - M).max() / np.abs(M).max())
    assert np.max(of_all) < 1e-6
    assert np.median(of_each) < 2e-7
    assert np.mean(np.ravel(of_each) > 1e-5) < 1e-3


def test_friction_and_motors_take_part_in_float32():
    arm = robots.random_arm(5, seed=2, friction=True, motors=True)
    x = states(arm, 40)
    for method, arguments, options in (
        (arm.inverse_dynamics, x, {"friction": True, "motors": True}),
        (arm.bias, x[:2], {"friction": True}),
    ):
        expected = method(*arguments, **options)
        found = method(*arguments, **options, dtype="float32")
        np.testing.assert_allclose(found, expected, rtol=0, atol=4e-6 * np.abs(expected).max())


@pytest.mark.parametrize("rows", [1, 20, 5000])
def test_what_overflows_float32_raises(rows):
    arm = PUMA
    q = np.zeros((rows, 6))
    fast = q.astype(np.float32)
    fast[rows // 2, 2] = 1e30
    message = (
        "overflow, got .*: the numbers of the state, or of the arm, are too large for float32$"
    )
    with pytest.raises(ValueError, match=f"^inverse_dynamics: {message}"):
        arm.inverse_dynamics(q, fast, q, dtype=np.float32)
    with pytest.raises(ValueError, match=f"^inverse_dynamics: {message}"):
        arm.inverse_dynamics(fast, fast, fast, dtype=np.float32)
    arm = robots.random_arm(3, seed=1, joints="RPR")
    q = np.full((rows, 3), 1e25, np.float32)
    with pytest.raises(ValueError, match=f"^mass_matrix: {message}"):
        arm.mass_matrix(q, dtype=np.float32)
    loose = robots.random_arm(2, seed=1).with_friction([1e30, 1], np.zeros((2, 2)))
    q = np.full((rows, 2), 1e10)
    with pytest.raises(ValueError, match=f"^bias: {message}"):
        loose.bias(0 * q, q, friction=True, dtype=np.float32)


# --- what they cost, and how exact they are -----------------------------------------------------


@pytest.mark.parametrize(("arm", "operations"), [(right_angle_arm(6), 592), (PUMA, 510)])
def test_operations_of_six_right_angles_are_pinned(arm, operations):
    """Without sines and cosines; the best of the study takes 613, or 560 with zeros in a and d."""
    angles = arm.n * SINE_AND_COSINE
    assert counted_operations(arm)["inverse dynamics"] - angles == operations


# what a joint spares, counted by hand. A right angle: five vectors (angular velocity and
# acceleration, acceleration, force, moment) that would be rotated by 4 products and 2 sums each.
# A shift of zero: a column of the matrix of accelerations times it, added, and its moment of the
# force; one along z needs one entry of that matrix, a sum, that nothing else does.
SPARED = {
    "alpha": (np.pi / 2, 5 * (4 + 2)),
    "a": (0.0, (3 + 3) + (2 + 2)),
    "d": (0.0, (3 + 3) + (2 + 2) + 1),
}


@pytest.mark.parametrize(("name", "value", "spared"), [(k, *v) for k, v in SPARED.items()])
@pytest.mark.parametrize("n", [3, 6])
def test_zeros_and_right_angles_spare_what_they_do_by_hand(name, value, spared, n):
    def sparing(n):
        general = robots.random_arm(n, seed=0, joints="R" * n)
        special = Arm.from_dict({**general.to_dict(), name: [value] * n})
        count = [counted_operations(arm)["inverse dynamics"] for arm in (general, special)]
        return count[0] - count[1]

    # the ends spare less, and as much in every arm
    assert sparing(n + 1) - sparing(n) == spared


def errors(arm):
    """Errors in 400 states against extended precision, of the largest torque of each."""
    q, qd, qdd = states(arm, 400)
    exact = _core.inverse_dynamics_extended(arm, "newton_euler", q, qd, qdd, None, None)
    largest = np.abs(exact).max(axis=-1, keepdims=True)
    return (np.abs(arm.inverse_dynamics(q, qd, qdd) - exact) / largest).astype(float)


def test_errors_are_a_few_roundings():
    right_angles = np.array([errors(arm) for arm in (right_angle_arm(6), PUMA)])
    assert right_angles.max() < 4e-15
    random = [errors(robots.random_arm(7, seed=seed)) for seed in range(20)]
    assert np.mean(random) < 3e-16
    assert np.max(random) < 2e-14
