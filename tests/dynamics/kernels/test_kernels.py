"""Production kernels, on every path that leads to them."""

import inspect
import json
import multiprocessing
import os
import re
import subprocess
import sys

import mpmath
import numpy as np
import pytest

import equidyn
from conftest import TOLERANCE, assert_close
from equidyn import Arm, BaseMotion, _core, robots
from equidyn.dynamics.registry import resolve
from equidyn.studies.benchmark.meters import SINE_AND_COSINE, counted_operations, right_angle_arm
from oracles import random_arms
from oracles.differences import rounded, torque_derivatives

KINDS = {
    "puma560": robots.puma560(),
    "planar": robots.planar_2r(),
    "random R": robots.random_arm(7, seed=3),
    "long": Arm.from_dh(**random_arms.random_arm(5, 14)),
}
ARMS = [
    *KINDS.values(),
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
both_precisions = pytest.mark.parametrize("dtype", [np.float64, np.float32])


def states(arm: Arm, *shape: int, seed: int = 0) -> np.ndarray:
    return np.random.default_rng(seed).uniform(-3, 3, (3, *shape, arm.n))


def ends(*shape: int, seed: int = 1) -> dict:
    rng = np.random.default_rng(seed)
    motion = BaseMotion(*rng.uniform(-2, 2, (3, *shape, 3)))
    return {"tip_wrench": rng.uniform(-5, 5, (*shape, 6)), "base_motion": motion}


# --- what they compute --------------------------------------------------------------------------


@pytest.mark.parametrize("given", [{}, ends(9)], ids=["at rest", "ends"])
def test_inverse_dynamics_and_bias_are_those_of_newton_euler(given):
    for arm in ARMS:
        q, qd, qdd = states(arm, 9)
        for method, acceleration in ((arm.inverse_dynamics, (qdd,)), (arm.bias, ())):
            expected = arm.inverse_dynamics(
                q, qd, *acceleration or (0 * qdd,), formulation="newton_euler", **given
            )
            found = method(q, qd, *acceleration, **given)
            assert_close(found, expected, TOLERANCE["agreement"], formulation="kernel", arm=arm)


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


@pytest.mark.parametrize("dtype", [np.float32, np.dtype(np.float32), "float32", "f4", "=f4"])
def test_float32_has_many_names(dtype):
    q = np.zeros((3, 6))
    for given in (q, q.astype(np.float32), q.tolist(), q.astype(int), q.astype(np.float16)):
        found = KINDS["puma560"].gravity_torque(given, dtype=dtype)
        assert found.dtype == np.float32
        np.testing.assert_array_equal(found, KINDS["puma560"].gravity_torque(q, dtype=np.float32))


@pytest.mark.parametrize("dtype", [np.float64, np.dtype(np.float64), "float64", float])
def test_float64_may_be_named(dtype):
    x = states(KINDS["puma560"], 5)
    found = KINDS["puma560"].inverse_dynamics(*x, dtype=dtype)
    np.testing.assert_array_equal(found, KINDS["puma560"].inverse_dynamics(*x))
    single = x.astype(np.float32)
    found = KINDS["puma560"].inverse_dynamics(*single, dtype=dtype)
    np.testing.assert_array_equal(found, KINDS["puma560"].inverse_dynamics(*single.astype(float)))


@both_precisions
def test_an_empty_batch_has_empty_results(dtype):
    arm = KINDS["puma560"]
    q = np.empty((3, 0, 6), dtype)
    assert arm.inverse_dynamics(q, q, q, dtype=dtype).shape == (3, 0, 6)
    assert arm.mass_matrix(q, dtype=dtype).shape == (3, 0, 6, 6)
    assert arm.mass_matrix(q, dtype=dtype).dtype == dtype


@pytest.mark.parametrize("rows", [1, 20, 5000])
def test_what_overflows_float32_raises(rows):
    arm = KINDS["puma560"]
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


@pytest.mark.parametrize(
    ("arm", "operations"), [(right_angle_arm(6), 592), (KINDS["puma560"], 510)]
)
def test_operations_of_six_right_angles_are_pinned(arm, operations):
    """Without sines and cosines; the best of the study takes 613, or 560 with zeros in a and d."""
    angles = arm.n * SINE_AND_COSINE
    assert counted_operations(arm)["inverse dynamics"] - angles == operations


# what a joint spares, counted by hand. A right angle: five vectors (angular velocity and
# acceleration, acceleration, force, moment) that would be turned by 4 products and 2 sums each.
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
    right_angles = np.array([errors(arm) for arm in (right_angle_arm(6), KINDS["puma560"])])
    assert right_angles.max() < 4e-15
    random = [errors(robots.random_arm(7, seed=seed)) for seed in range(20)]
    assert np.mean(random) < 3e-16
    assert np.max(random) < 2e-14


# --- the same bits ------------------------------------------------------------------------------


def every_task(arm: Arm, x: np.ndarray, **given) -> list[np.ndarray]:
    """In the precision of the state."""
    q, qd, qdd = x
    dtype = x.dtype
    results = [
        arm.inverse_dynamics(q, qd, qdd, dtype=dtype, **given),
        arm.bias(q, qd, dtype=dtype, **given),
        arm.gravity_torque(q, dtype=dtype, **given),
        arm.mass_matrix(q, dtype=dtype, **given),
    ]
    if dtype == np.float32:
        return results
    return [
        *results,
        arm.forward_dynamics(q, qd, qdd, **given),
        *arm.inverse_dynamics_derivatives(q, qd, qdd, **given),
        arm.forward_kinematics(q, **given),
        arm.link_poses(q, **given),
        *(arm.jacobian(q, frame=frame, **given) for frame in ("world", "tool")),
        *(arm.jacobian_rate(q, qd, frame=frame, **given) for frame in ("world", "tool")),
        *arm.pose_and_jacobian(q, **given),
        *arm.pose_and_jacobian(q, frame="tool", **given),
    ]


@both_precisions
@pytest.mark.parametrize("arm", KINDS.values(), ids=KINDS)
def test_a_state_gives_the_same_bits_alone_and_in_any_batch(arm, dtype):
    x = states(arm, 37).astype(dtype)
    together = every_task(arm, x)
    for row in range(37):
        for alone, batch in zip(every_task(arm, x[:, row].copy()), together, strict=True):
            np.testing.assert_array_equal(alone, batch[row])
    for rows in (2, 3, 7, 8, 9, 16, 17, 36):
        for part, batch in zip(every_task(arm, x[:, :rows].copy()), together, strict=True):
            np.testing.assert_array_equal(part, batch[:rows])


@both_precisions
@pytest.mark.parametrize("arm", KINDS.values(), ids=KINDS)
def test_results_depend_neither_on_threads_nor_on_where_the_arrays_lie(arm, dtype):
    x = states(arm, 1201).astype(dtype)
    expected = every_task(arm, x)
    for given in ({"threads": 1}, {"threads": 2}, {"threads": 5}):
        for found, wanted in zip(every_task(arm, x, **given), expected, strict=True):
            np.testing.assert_array_equal(found, wanted)
    scattered = np.asfortranarray(x.transpose(1, 2, 0)).transpose(2, 0, 1)
    for found, wanted in zip(every_task(arm, scattered), expected, strict=True):
        np.testing.assert_array_equal(found, wanted)
    backwards = x[..., ::-1].copy()[..., ::-1]
    for found, wanted in zip(every_task(arm, backwards), expected, strict=True):
        np.testing.assert_array_equal(found, wanted)


SCRIPT = """
import json, sys
import numpy as np
from equidyn import build_info, robots
arm = robots.random_arm(7, seed=3)
q, qd, qdd = np.random.default_rng(5).uniform(-3, 3, (3, 21, 7))
results = [
    arm.inverse_dynamics(q, qd, qdd), arm.gravity_torque(q), arm.mass_matrix(q),
    arm.forward_dynamics(q, qd, qdd), *arm.inverse_dynamics_derivatives(q, qd, qdd),
    arm.link_poses(q), arm.jacobian(q), arm.jacobian_rate(q, qd, frame="tool"),
    *arm.pose_and_jacobian(q),
    arm.simulate(q, qd, 0.02, 0.01, method="dopri5", record=0).q,
]
single = [
    arm.inverse_dynamics(q, qd, qdd, dtype="f4"), arm.gravity_torque(q, dtype="f4"),
    arm.mass_matrix(q, dtype="f4"),
]
numbers = [[result.ravel().tolist() for result in group] for group in (results, single)]
print(json.dumps([build_info()["instruction_set"], *numbers]))
"""


def results_with(instruction_set: str) -> tuple[str, list[np.ndarray], list[np.ndarray]]:
    environment = {**os.environ, "EQUIDYN_INSTRUCTION_SET": instruction_set}
    run = subprocess.run(
        [sys.executable, "-c", SCRIPT], env=environment, capture_output=True, text=True, check=True
    )
    name, *groups = json.loads(run.stdout)
    results, single = ([np.array(result) for result in group] for group in groups)
    return name, results, single


@pytest.mark.slow
def test_every_instruction_set_can_be_forced_and_computes_the_same():
    sets = equidyn.build_info()["instruction_sets"].split(", ")
    found = {name: results_with(name) for name in sets}
    assert [name for name, *_ in found.values()] == sets
    for name in sets:
        for group, tolerance in ((1, 1e-11), (2, 4e-6)):
            for result, expected in zip(found[name][group], found[sets[-1]][group], strict=True):
                if name != "sse2":  # the only one without fused multiply-add
                    np.testing.assert_array_equal(result, expected)
                largest = abs(expected).max()
                np.testing.assert_allclose(result, expected, rtol=0, atol=tolerance * largest)


def test_an_unknown_instruction_set_is_refused():
    environment = {**os.environ, "EQUIDYN_INSTRUCTION_SET": "mmx\n"}
    run = subprocess.run(
        [sys.executable, "-c", SCRIPT], env=environment, capture_output=True, text=True
    )
    assert run.returncode != 0
    last = run.stderr.splitlines()[-1]
    assert "EQUIDYN_INSTRUCTION_SET: expected one of" in last
    assert last.endswith(r"got 'mmx\n'")


# --- sine and cosine ----------------------------------------------------------------------------


def trigonometry(angles: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Sine and cosine as the kernels compute them: torques of pendulums of unit weight."""
    common = {
        "joints": "R", "a": [0], "alpha": [0], "d": [0], "theta": [0],
        "mass": [1], "com": [[1, 0, 0]], "inertia": np.zeros((1, 3, 3)),
    }  # fmt: skip
    sine = Arm.from_dh("modified", **common, gravity=(1, 0, 0))
    cosine = Arm.from_dh("modified", **common, gravity=(0, -1, 0))
    q = angles[:, np.newaxis]
    return tuple(
        pendulum.gravity_torque(q, dtype=angles.dtype)[:, 0] for pendulum in (sine, cosine)
    )


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore::UserWarning")
def test_sine_and_cosine_are_within_two_units_in_the_last_place():
    rng = np.random.default_rng(1)
    quarter_turns = np.arange(-2000, 2000) * (np.pi / 2)
    angles = np.concatenate([
        rng.uniform(-np.pi, np.pi, 2000), rng.uniform(-1e5, 1e5, 2000),
        quarter_turns, np.nextafter(quarter_turns, np.inf),
        [0.0, -0.0, 5e-324, 1e-300, 1e-8, 1e5, -1e5, np.nextafter(1e5, np.inf), 1e22, -1e300],
    ])  # fmt: skip
    with mpmath.workdps(60):
        exact = [(mpmath.sin(x), mpmath.cos(x)) for x in map(mpmath.mpf, angles)]
        for found, wanted in zip(trigonometry(angles), zip(*exact, strict=True), strict=True):
            for number, truth in zip(found, wanted, strict=True):
                error = abs(mpmath.mpf(float(number)) - truth)
                assert error <= 2 * np.spacing(abs(float(truth)))


@pytest.mark.filterwarnings("ignore::UserWarning")
def test_sine_and_cosine_in_float32_are_within_two_units_in_the_last_place():
    rng = np.random.default_rng(1)
    quarter_turns = (np.arange(-5220, 5220) * (np.pi / 2)).astype(np.float32)
    angles = np.concatenate([
        rng.uniform(-np.pi, np.pi, 100_000), rng.uniform(-8192, 8192, 200_000),
        quarter_turns, np.nextafter(quarter_turns, np.float32(np.inf)),
        [0.0, -0.0, 1e-45, 1e-8, 8192, -8192, np.nextafter(np.float32(8192), np.float32(np.inf))],
        10 ** rng.uniform(4, 38, 1000),
    ]).astype(np.float32)  # fmt: skip
    # float64 is exact enough to tell
    truth = angles.astype(float)
    for found, exact in zip(trigonometry(angles), (np.sin(truth), np.cos(truth)), strict=True):
        units = np.spacing(np.abs(exact.astype(np.float32))).astype(float)
        # near multiples of pi/2, what is left of the angle has this absolute error
        assert np.all(np.abs(found - exact) <= np.maximum(2 * units, 2.0**-34))


# --- ways in ------------------------------------------------------------------------------------


@pytest.mark.parametrize("arm", KINDS.values(), ids=KINDS)
def test_out_takes_every_result(arm):
    x = states(arm, 5)
    q, qd, qdd = x
    expected = every_task(arm, x)
    torque, matrix = np.empty((5, arm.n)), np.empty((5, arm.n, arm.n))
    pair = np.empty_like(matrix), np.empty_like(matrix)
    for k, (found, out) in enumerate(
        [
            (arm.inverse_dynamics(q, qd, qdd, out=torque), torque),
            (arm.bias(q, qd, out=torque), torque),
            (arm.gravity_torque(q, out=torque), torque),
            (arm.mass_matrix(q, out=matrix), matrix),
            (arm.forward_dynamics(q, qd, qdd, out=torque), torque),
        ]
    ):
        assert found is out
        if k == 4:
            np.testing.assert_array_equal(out, expected[k])
    found = arm.inverse_dynamics_derivatives(q, qd, qdd, out=pair)
    assert found[0] is pair[0]
    assert found[1] is pair[1]
    np.testing.assert_array_equal(pair, expected[5:7])


@pytest.mark.parametrize("arm", KINDS.values(), ids=KINDS)
def test_all_ways_in_lead_to_the_same_float32(arm):
    x = states(arm, 11).astype(np.float32)
    expected = every_task(arm, x)
    for slow in (x.astype(float), np.broadcast_to(x[:, np.newaxis], (3, 1, *x.shape[1:]))):
        q, qd, qdd = slow
        for given in (np.float32, "float32"):
            found = [
                arm.inverse_dynamics(q, qd, qdd, dtype=given),
                arm.bias(q, qd, dtype=given),
                arm.gravity_torque(q, dtype=given),
                arm.mass_matrix(q, dtype=given),
            ]
            for each, wanted in zip(found, expected, strict=True):
                assert each.dtype == np.float32
                np.testing.assert_array_equal(each.reshape(wanted.shape), wanted)
    q, qd, qdd = x
    torque, matrix = np.empty((11, arm.n), "f4"), np.empty((11, arm.n, arm.n), "f4")
    spread = np.full((11, 3 * arm.n), np.nan, "f4")[:, ::3]
    for out in (torque, spread):
        given = {"dtype": np.float32, "out": out}
        for method, arguments, wanted in (
            (arm.inverse_dynamics, (q, qd, qdd), expected[0]),
            (arm.bias, (q, qd), expected[1]),
            (arm.gravity_torque, (q,), expected[2]),
        ):
            assert method(*arguments, **given) is out
            np.testing.assert_array_equal(out, wanted)
    assert arm.mass_matrix(q, out=matrix, dtype=np.float32) is matrix
    np.testing.assert_array_equal(matrix, expected[3])
    assert arm.inverse_dynamics(q, qd, qdd, out=qdd, dtype=np.float32) is qdd
    np.testing.assert_array_equal(qdd, expected[0])


def test_out_may_be_an_operand():
    arm = KINDS["puma560"]
    q, qd, qdd = states(arm, 50)
    expected = arm.inverse_dynamics(q, qd, qdd)
    assert arm.inverse_dynamics(q, qd, qdd, out=qdd) is qdd
    np.testing.assert_array_equal(qdd, expected)
    overlapping = np.empty(50 * 6 + 3)
    overlapping[3:] = q.ravel()
    out = overlapping[:-3].reshape(50, 6)
    arm.gravity_torque(overlapping[3:].reshape(50, 6), out=out)
    np.testing.assert_array_equal(out, arm.gravity_torque(q))


@both_precisions
@pytest.mark.parametrize("size", [1, 2, 40, 5000])
@pytest.mark.parametrize("bad", [np.nan, np.inf, -np.inf])
@pytest.mark.parametrize("name", ["q", "qd", "qdd"])
def test_what_is_not_finite_is_named_on_the_fast_path_too(size, bad, name, dtype):
    arm = KINDS["puma560"]
    x = dict(zip(("q", "qd", "qdd"), states(arm, size).astype(dtype), strict=True))
    x[name][size // 2, 3] = bad
    with pytest.raises(ValueError, match=rf"^{name}: must be finite, got .* \({size // 2}, 3\)"):
        arm.inverse_dynamics(**x, dtype=dtype)
    with pytest.raises(ValueError, match=rf"^{name}: must be finite"):
        arm.inverse_dynamics(x["q"], x["qd"], x["qdd"], dtype=dtype)


@pytest.mark.parametrize(
    ("out", "message"),
    [
        (np.empty((2, 2)), "out: expected a tuple of two arrays, got ndarray"),
        ((np.empty((6, 6)),), "out: expected a tuple of two arrays"),
        ((np.empty((6, 6)), np.empty((6, 5))), r"out: expected shape \(6, 6\), got \(6, 5\)"),
        ((np.zeros((6, 6)),) * 2, "out: expected two arrays that share no memory"),
    ],
)
def test_out_of_two_results_is_checked(out, message):
    with pytest.raises((TypeError, ValueError), match=message):
        KINDS["puma560"].inverse_dynamics_derivatives(*np.zeros((3, 6)), out=out)


def test_an_arm_that_nothing_loads_has_no_acceleration():
    with pytest.warns(UserWarning, match="link 1"):
        arm = Arm.from_dh(
            "modified", joints="R", a=[0], alpha=[0], d=[0], theta=[0],
            mass=[0], com=np.zeros((1, 3)), inertia=np.zeros((1, 3, 3)),
        )  # fmt: skip
    with pytest.raises(ValueError, match=r"^forward_dynamics: joint 1 .*moves no mass"):
        arm.forward_dynamics([0.0], [0.0], [1.0])


def test_a_method_with_a_fast_path_looks_like_the_method():
    method = Arm.inverse_dynamics
    assert method.__name__ == "inverse_dynamics"
    assert inspect.isroutine(method)
    assert list(inspect.signature(method).parameters)[:4] == ["self", "q", "qd", "qdd"]
    assert "Joint torques of a motion" in inspect.getdoc(method)
    assert Arm.bias(KINDS["planar"], np.zeros(2), np.zeros(2)).shape == (2,)
    with pytest.raises(TypeError, match="missing 1 required positional argument: 'qdd'"):
        KINDS["planar"].inverse_dynamics(np.zeros(2), np.zeros(2))


def test_the_default_formulation_has_a_name():
    arm = KINDS["random R"]
    x = states(arm, 30)
    named = arm.inverse_dynamics(*x, formulation=resolve(None))
    np.testing.assert_array_equal(named, arm.inverse_dynamics(*x))


# --- threads ------------------------------------------------------------------------------------


def _torques_in_child(connection, x):
    connection.send(KINDS["puma560"].inverse_dynamics(*x, threads=2))


@pytest.mark.skipif(sys.platform != "linux", reason="needs fork")
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_threads_work_on_after_a_fork():
    x = states(KINDS["puma560"], 20_000)
    expected = KINDS["puma560"].inverse_dynamics(*x, threads=2)
    context = multiprocessing.get_context("fork")
    receiver, sender = context.Pipe()
    child = context.Process(target=_torques_in_child, args=(sender, x))
    child.start()
    assert receiver.poll(600)
    np.testing.assert_array_equal(receiver.recv(), expected)
    child.join()
    np.testing.assert_array_equal(KINDS["puma560"].inverse_dynamics(*x, threads=2), expected)


@pytest.mark.parametrize(
    ("value", "shown"),
    [("0", "'0'"), ("two", "'two'"), ("-1", "'-1'"), ("2\n\x1b[31m", r"'2\n\x1b[31m'")],
)
def test_a_wrong_number_of_threads_in_the_environment_is_refused(monkeypatch, value, shown):
    monkeypatch.setenv("EQUIDYN_THREADS", value)
    q = np.zeros((10000, 6))
    said = f"EQUIDYN_THREADS: expected a positive integer, got {shown}"
    with pytest.raises(ValueError, match=re.escape(said)):
        KINDS["puma560"].inverse_dynamics(q, q, q)
    monkeypatch.setenv("EQUIDYN_THREADS", "1")
    assert KINDS["puma560"].inverse_dynamics(q, q, q).shape == q.shape
