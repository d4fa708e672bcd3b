"""Motions under torques, compared with physics, NumPy, SciPy and MuJoCo."""

from itertools import pairwise

import numpy as np
import pytest

import equidyn
from equidyn import robots
from equidyn.motion.simulation.request import FIXED_STEPS, METHODS
from oracles.drives import gantry, geared

# of the error, in the step
ORDERS = {"rk4": 4.0, "semi_implicit_euler": 1.0}


def slides(n, **options):
    return equidyn.Arm.from_dh(**gantry(n, **options))


def states(arm, rows, seed, rate=1.0):
    rng = np.random.default_rng(seed)
    return rng.uniform(-1, 1, (rows, arm.n)), rng.uniform(-rate, rate, (rows, arm.n))


def four_points(arm, q, qd, h, steps, torque, **loads):
    """Integrate by RK4 in NumPy; torque is a function of time."""
    path = [(q, qd)]
    for step in range(steps):

        def rate(ahead, x, v, t=step * h):
            return v, arm.forward_dynamics(x, v, torque(t + ahead), **loads)

        k = [rate(0, q, qd)]
        for ahead in (h / 2, h / 2, h):
            k.append(rate(ahead, q + ahead * k[-1][0], qd + ahead * k[-1][1]))
        q, qd = (
            x + h / 6 * (k[0][j] + 2 * k[1][j] + 2 * k[2][j] + k[3][j])
            for j, x in enumerate((q, qd))
        )
        path.append((q, qd))
    q, qd = np.moveaxis(np.array(path), 0, -2)
    return q, qd


@pytest.mark.parametrize("method", ["constant", "series", "function"])
def test_agrees_with_the_four_point_formula_around_forward_dynamics(method):
    arm = geared(robots.puma560())
    q, qd = states(arm, 11, 1)
    wrench = np.random.default_rng(2).uniform(-1, 1, (11, 6))
    loads = {"friction": True, "motors": True, "tip_wrench": wrench}
    loads["base_motion"] = equidyn.BaseMotion((0.1, 0.2, 0.3), (0.3, 0.2, 0.1), (1, 2, 3))
    samples = np.random.default_rng(3).uniform(-5, 5, (11, 4, arm.n))
    times = np.array([-0.01, 0.004, 0.0125, 0.06])

    def series(t):
        return np.array([[np.interp(t, times, x) for x in row.T] for row in samples])

    torque, given = {
        "constant": (lambda _: samples[:, 0], samples[:, 0]),
        "series": (series, (times, samples)),
        "function": (series, lambda t, q, qd: series(t)),
    }[method]
    expected = four_points(arm, q, qd, 2e-3, 25, torque, **loads)
    motion = arm.simulate(q, qd, 0.05, 2e-3, torque=given, **loads)
    np.testing.assert_allclose(motion.q, expected[0], rtol=0, atol=1e-12)
    np.testing.assert_allclose(motion.qd, expected[1], rtol=0, atol=1e-12)
    np.testing.assert_allclose(motion.torque[:, 7], torque(0.014), rtol=0, atol=1e-12)


@pytest.mark.parametrize("method", FIXED_STEPS)
def test_a_function_moves_an_arm_as_the_same_series_does_in_the_kernels(method):
    arm = geared(robots.puma560(), coulomb=(0.2, -0.3))
    q, qd = states(arm, 5, 12)
    loads = {"friction": True, "motors": True, "tip_wrench": [1, -2, 3, 0.1, 0.2, -0.3]}
    loads["base_motion"] = equidyn.BaseMotion((0.1, 0.2, 0.3), (0.3, 0.2, 0.1), (1, 2, 3))
    ends = np.random.default_rng(13).uniform(-9, 9, (5, 2, 6))
    kernels, batches = (
        arm.simulate(q, qd, 0.1, 2e-3, torque=torque, method=method, **loads)
        for torque in (
            ([0, 0.1], ends),
            lambda t, q, qd: ends[:, 0] + 10 * t * (ends[:, 1] - ends[:, 0]),
        )
    )
    for part in ("q", "qd", "torque", "work", "dissipated"):
        expected = getattr(kernels, part)
        scale = abs(expected).max()
        np.testing.assert_allclose(getattr(batches, part), expected, rtol=0, atol=1e-11 * scale)


@pytest.mark.parametrize("torque", [None, lambda t, q, qd: 0 * q], ids=["kernels", "batches"])
def test_semi_implicit_euler_falls_too_far_by_half_a_step(torque):
    """Of q = g t^2 / 2; explicit Euler falls as much too short."""
    arm = slides(1, gravity=(0, 0, 8.0))
    for step in (0.25, 0.125):
        motion = arm.simulate([0], [0], 2.0, step, torque=torque, method="semi_implicit_euler")
        np.testing.assert_allclose(motion.qd[:, 0], 8 * motion.t, rtol=1e-14)
        np.testing.assert_allclose(motion.q[:, 0], 4 * motion.t * (motion.t + step), rtol=1e-14)


@pytest.mark.parametrize("method", FIXED_STEPS)
def test_errors_fall_with_the_order_of_the_method(method):
    arm = geared(robots.puma560())
    q, qd = states(arm, 1, 5)
    ends = [
        arm.simulate(q, qd, 0.5, 0.5 / steps, method=method, record=0, motors=True).q[0, 0]
        for steps in (128, 256, 512)
    ]
    errors = [np.linalg.norm(b - a) for a, b in pairwise(ends)]
    assert np.log2(errors[0] / errors[1]) == pytest.approx(ORDERS[method], abs=0.1)


def test_energy_of_a_free_arm_is_kept_sixteen_times_better_by_half_the_step():
    arm = robots.planar_2r()
    drift = {}
    for step in (1e-3, 5e-4):
        motion = arm.simulate([0.4, 0.3], [0, 0], 10.0, step)
        drift[step] = abs(motion.drift).max() / abs(motion.energy).max()
    assert drift[1e-3] < 1e-8
    assert drift[1e-3] > 12 * drift[5e-4]


@pytest.mark.parametrize("method", ["rk4", "dopri5"])
@pytest.mark.parametrize("of_state", [False, True], ids=["constant", "of the state"])
def test_what_the_energy_gains_is_work_less_what_friction_takes(method, of_state):
    arm = geared(robots.puma560(), viscous=2.0)
    q, qd = states(arm, 3, 7)
    torque = (lambda t, q, qd: 5 - 3 * q) if of_state else np.full(6, 5.0)
    motion = arm.simulate(
        q, qd, 0.2, 2e-3, torque=torque, friction=True, motors=True, method=method, record=10
    )
    assert abs(motion.work[:, -1]).min() > 1e-2
    assert motion.dissipated[:, -1].min() > 1e-2
    assert (np.diff(motion.dissipated) >= 0).all()
    scale = abs(motion.energy).max()
    np.testing.assert_allclose(motion.drift, 0, atol=1e-7 * scale)
    change = motion.energy - motion.energy[:, :1]
    np.testing.assert_allclose(change, motion.work - motion.dissipated, atol=1e-7 * scale)


@pytest.mark.parametrize("torque", [None, lambda t, q, qd: 0 * q], ids=["kernels", "batches"])
@pytest.mark.parametrize("method", ["rk4", "dopri5"])
def test_coulomb_friction_takes_its_torque_times_the_way_behind_any_gear(method, torque):
    # of 2 kg and 1 kg, which go forwards and backwards, behind gears of either sign
    arm = geared(slides(2), rotor=0.0, viscous=0.0, coulomb=(0.5, -0.25))
    for ratio in (arm.gear_ratio, -arm.gear_ratio):
        turned = arm.with_motors(arm.motor_inertia, ratio)
        motion = turned.simulate(
            [0, 0], [1, -1], 1.0, 0.125, friction=True, torque=torque, method=method
        )
        t = motion.t[:, np.newaxis]
        way = t - t**2 / 2 * [0.5 / 2, 0.25 / 1]
        np.testing.assert_allclose(abs(motion.q), way, rtol=0, atol=1e-14)
        np.testing.assert_allclose(motion.dissipated, way @ [0.5, 0.25], rtol=0, atol=1e-14)


def test_energies_are_those_of_the_arm_with_its_motors():
    arm = geared(robots.puma560())
    q, qd = states(arm, 2, 8)
    motion = arm.simulate(q, qd, 0.01, motors=True)
    motors = 0.15 * (motion.qd**2).sum(axis=-1)
    np.testing.assert_allclose(
        motion.kinetic, arm.kinetic_energy(motion.q, motion.qd) + motors, rtol=1e-13
    )
    np.testing.assert_allclose(motion.potential, arm.potential_energy(motion.q), rtol=1e-13)


def test_torque_that_jumps_at_the_end_of_a_step_keeps_the_order():
    arm, pair = robots.planar_2r(), ([0, 0.1, 0.1, 0.2], [[4.0, 1.0]] * 2 + [[-4.0, 2.0]] * 2)
    motion = arm.simulate([0.4, 0.3], [0, 0], 0.2, 1e-2, torque=pair)
    half = arm.simulate([0.4, 0.3], [0, 0], 0.1, 1e-2, torque=[4.0, 1.0])
    rest = arm.simulate(half.q[-1], half.qd[-1], 0.1, 1e-2, torque=[-4.0, 2.0])
    np.testing.assert_array_equal(motion.q[:11], half.q)
    np.testing.assert_array_equal(motion.q[10:], rest.q)
    np.testing.assert_array_equal(motion.torque[10], [-4.0, 2.0])


@pytest.mark.parametrize("method", METHODS)
def test_a_series_that_ends_in_a_jump_holds_its_last_sample(method):
    for times in ([-1, 0, 0], [-1, -5e-324, 0]):
        pair = (times, [[1.0], [1.0], [5.0]])
        motion = slides(1).simulate([0], [0], 0.5, 0.0625, torque=pair, method=method)
        np.testing.assert_array_equal(motion.torque, 5)
        np.testing.assert_allclose(motion.qd[:, 0], 5 * motion.t, rtol=1e-12)


def test_free_motion_is_that_of_mujoco():
    mujoco = pytest.importorskip("mujoco")
    arm = geared(robots.puma560().with_limits(None), rotor=0.2)
    model = arm.to_mujoco()
    model.opt.integrator, model.opt.timestep = mujoco.mjtIntegrator.mjINT_RK4, 1e-3
    data = mujoco.MjData(model)
    q, qd = states(arm, 1, 9)
    data.qpos[:], data.qvel[:] = q[0], qd[0]
    for _ in range(1000):
        mujoco.mj_step(model, data)
    motion = arm.simulate(q[0], qd[0], 1.0, friction=True, motors=True, record=0)
    np.testing.assert_allclose(motion.q[0], data.qpos, rtol=0, atol=1e-10)
    np.testing.assert_allclose(motion.qd[0], data.qvel, rtol=0, atol=1e-9)


@pytest.mark.parametrize("known", [True, False], ids=["constant", "function"])
def test_steps_by_tolerance_follow_scipy(known):
    integrate = pytest.importorskip("scipy.integrate")
    arm, tau = robots.planar_2r(), np.array([3.0, -1.0])
    torque = tau if known else (lambda t, q, qd: tau + 0 * q)
    motion = arm.simulate([0.4, 0.3], [1, 2], 1.0, 0.05, torque=torque, method="dopri5")
    solved = integrate.solve_ivp(
        arm.ode(tau),
        (0, 1),
        [0.4, 0.3, 1, 2],
        method="DOP853",
        rtol=1e-12,
        atol=1e-12,
        t_eval=motion.t,
    )
    np.testing.assert_allclose(motion.q, solved.y[:2].T, rtol=0, atol=1e-6)
    coarse = arm.simulate(
        [0.4, 0.3], [1, 2], 1.0, 0.05, torque=tau, method="dopri5", tolerance=1e-5
    )
    assert abs(coarse.q - motion.q).max() > 10 * abs(motion.q - solved.y[:2].T).max()


def test_a_stop_takes_the_rate_of_its_joint_by_an_impulse_along_it_alone():
    arm = robots.planar_2r().with_gravity((0, 0, 0)).with_limits([(-9, 9), (-0.5, 0.5)])
    motion = arm.simulate([0.0, 0.4], [1.0, 3.0], 0.2, 1e-3, stops=True)
    (passed,) = motion.limits_passed
    hit = round(passed.time / 1e-3)
    before, after = motion.qd[hit - 1], motion.qd[hit]
    assert passed.joint == 2
    assert motion.q[hit, 1] == 0.5
    assert after[1] == 0
    # the impulse is that of joint 2 alone: the momentum of joint 1 goes on
    M = arm.mass_matrix(motion.q[hit])
    np.testing.assert_allclose((M @ after)[0], (M @ before)[0], rtol=1e-2)
    assert abs(after[0] - before[0]) > 0.1
    # and what is lost is in the ledger
    assert motion.dissipated[hit] > 0
    np.testing.assert_allclose(motion.drift, 0, atol=2e-2 * motion.energy[0])


def test_stops_are_the_same_in_lanes_and_in_batches():
    arm = geared(robots.puma560().with_limits([(-0.2, 0.2)] * 6), rotor=0.5)
    q, qd = states(arm, 3, 11)
    q *= 0.1
    lanes = arm.simulate(q, 2 * qd, 0.2, 2e-3, stops=True, motors=True)
    batches = arm.simulate(
        q, 2 * qd, 0.2, 2e-3, stops=True, motors=True, torque=lambda t, q, qd: 0 * q
    )
    assert len(lanes.limits_passed) > 6
    assert lanes.limits_passed == batches.limits_passed
    assert abs(lanes.q).max() == 0.2
    np.testing.assert_allclose(lanes.q, batches.q, rtol=0, atol=1e-9)
    np.testing.assert_allclose(lanes.dissipated, batches.dissipated, rtol=0, atol=1e-8)


@pytest.mark.parametrize("method", FIXED_STEPS)
def test_joints_at_stops_push_each_other_in_lanes_as_in_batches(method):
    arm = robots.random_arm(6, seed=5, motors=True).with_limits([(-0.02, 0.02)] * 6)
    q, qd = states(arm, 12, 14, rate=4.0)
    options = {"stops": True, "motors": True, "method": method}
    lanes, batches = (
        arm.simulate(0.02 * q, qd, 0.05, 2e-3, torque=torque, **options)
        for torque in (None, lambda t, q, qd: 0 * q)
    )
    assert lanes.limits_passed == batches.limits_passed
    assert len(lanes.limits_passed) > 60
    for part in ("q", "qd", "dissipated"):
        expected = getattr(lanes, part)
        scale = abs(expected).max()
        np.testing.assert_allclose(getattr(batches, part), expected, rtol=0, atol=1e-11 * scale)


def test_limits_are_reported_where_nothing_stops_there():
    arm = robots.planar_2r().with_gravity((0, 0, 0)).with_limits([(-9, 9), (-1, 0.5)])
    motion = arm.simulate([0, 0.45], [0, 1], 0.2, 1e-2)
    (passed,) = motion.limits_passed
    first = int(np.argmax(motion.q[:, 1] > 0.5))
    assert (passed.joint, passed.row) == (2, ())
    assert passed.time == pytest.approx(motion.t[first])
    assert "joint 2 left its limits" in repr(motion)


@pytest.mark.parametrize("torque", [None, lambda t, q, qd: 0 * q], ids=["kernels", "batches"])
@pytest.mark.parametrize("method", METHODS)
def test_a_joint_that_stands_at_its_limit_has_not_left_it(method, torque):
    arm = slides(2).with_limits([(-1, 0.7), (-1, 0.7)])
    motion = arm.simulate([0.7, -1], [0, 0], 0.5, 0.125, method=method, torque=torque)
    assert motion.limits_passed == ()


def test_limits_are_listed_in_the_order_in_which_they_were_passed():
    arm = slides(2).with_limits([(-1, 1.1), (-1, 1.1)])
    motion = arm.simulate([0, 0], [[1, 2], [4, 0.1], [0, -4]], 2.0, 0.125)
    assert motion.limits_passed == (
        ((1,), 0.375, 1),
        ((2,), 0.375, 2),
        ((0,), 0.625, 2),
        ((0,), 1.125, 1),
    )
    assert "joint 1 left its limits at 0.375 s, and 3 more" in repr(motion)


def test_a_motion_prints_its_extremes_among_which_are_its_ends():
    arm = slides(2, gravity=(0, 0, 2.0))  # which moves the first one there and back
    motion = arm.simulate([0, 5], [-1, 4], 2.0, 0.125)
    table = motion.table()
    assert table.columns == ("joint", "start", "end", "lowest", "highest", "fastest")
    assert table.rows == (
        ("1", "0", "2", "-0.25", "2", "3"),
        ("2", "5", "13", "5", "13", "4"),
    )
