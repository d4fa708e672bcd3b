"""A controller called with one state has the bits of one that is called with many."""

import copy
import pickle
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

import equidyn
from equidyn import Arm, robots
from oracles.random_arms import random_arm
from oracles.refusals import raises

ARM = robots.puma560().with_limits(
    velocity=np.full(6, 3.0), acceleration=np.full(6, 8.0), jerk=np.full(6, 50.0)
)
POINTS = np.random.default_rng(3).uniform(-0.6, 0.6, (4, 6))
TIMES = (-0.3, 0.0, 0.2, 1 / 3, 0.9, 1.2, 5.0)


def own(t):
    """A motion that is a function of the user's."""
    t = np.asarray(t)[..., np.newaxis] * np.ones(6)
    return np.sin(t), np.cos(t), -np.sin(t)


TRAJECTORIES = {
    "held": POINTS[0],
    "trapezoid": equidyn.trapezoid(POINTS[0], POINTS[1], duration=1.2),
    "cubic": equidyn.cubic(POINTS[0], POINTS[1], duration=0.9, start_time=-0.3),
    "quintic": equidyn.quintic(POINTS[0], POINTS[1], duration=1.2),
    "points": equidyn.waypoints(POINTS, times=[0, 0.2, 0.9, 1.2]),
    "jerk limited": equidyn.jerk_limited(POINTS[0], POINTS[1], arm=ARM),
    "fastest": equidyn.time_optimal(ARM, POINTS, samples=40),
    "own": own,
}
SETTINGS = {
    "plain": {},
    "all": {"limits": 40.0, "resolution": 1e-3},
    "coupled": {"kp": np.diag([90.0, 80, 70, 60, 50, 40]) + 2},
}
LAWS = {
    "computed torque": (equidyn.ComputedTorque, {"kp": 100.0, "kv": 20.0}),
    "by name": (equidyn.ComputedTorque, {"kp": 100.0, "kv": 20.0, "formulation": "lagrange_euler"}),
    "gravity": (equidyn.PD, {"kp": 100.0, "kv": 20.0}),
    "feed forward": (equidyn.PD, {"kp": 100.0, "kv": 20.0, "compensation": "feed_forward"}),
    "gains": (equidyn.PD, {"kp": 100.0, "kv": 20.0, "compensation": "none"}),
    "passive": (equidyn.SlotineLi, {"kp": 10.0, "kv": 20.0}),
}


def states(n, rows, seed=1):
    return np.random.default_rng(seed).uniform(-2, 2, (2, rows, n))


def assert_same_bits(control, n, times=TIMES):
    q, qd = states(n, len(times))
    together = control(np.array(times), q, qd)
    for k, t in enumerate(times):
        alone = control(t, q[k], qd[k])
        assert alone.shape == (n,)
        assert alone.flags.writeable
        assert alone.tobytes() == together[k].tobytes()
        assert control(t, q[k].tolist(), tuple(qd[k].tolist())).tobytes() == alone.tobytes()
        assert control(np.array(t), q[k], qd[k]).tobytes() == alone.tobytes()
        assert control(np.float64(t), q[k], qd[k]).tobytes() == alone.tobytes()


@pytest.mark.parametrize("setting", SETTINGS)
@pytest.mark.parametrize("trajectory", TRAJECTORIES)
@pytest.mark.parametrize("law", LAWS)
def test_one_state_alone_has_the_bits_of_many(law, trajectory, setting):
    kind, options = LAWS[law]
    drives = {"friction": setting == "all", "motors": setting == "all"}
    settings = options | drives | SETTINGS[setting]
    assert_same_bits(kind(ARM, TRAJECTORIES[trajectory], **settings), 6)


@pytest.mark.parametrize("seed", range(0, 96, 7))
@pytest.mark.parametrize("law", LAWS)
def test_one_state_of_any_arm_has_the_bits_of_many(law, seed):
    arm = Arm.from_dh(**random_arm(seed))
    kind, options = LAWS[law]
    move = equidyn.quintic(np.zeros(arm.n), np.ones(arm.n), duration=1.2)
    assert_same_bits(kind(arm, move, **options), arm.n)


@pytest.mark.parametrize("settings", [{}, {"damping": 2.0, "limits": 30.0, "resolution": 1e-3}])
def test_one_state_of_an_arm_that_floats_has_the_bits_of_many(settings):
    assert_same_bits(equidyn.GravityCompensation(ARM, **settings), 6)


def test_a_limit_of_zero_has_the_sign_that_numpy_gives_it():
    limits = np.array([[0.0, 1.0]] * 3 + [[-1.0, 0.0]] * 3)
    control = equidyn.PD(ARM, np.zeros(6), kp=1.0, kv=1.0, compensation="none", limits=limits)
    zero = np.zeros(6)
    for q in (zero, -zero, zero + 1, zero - 1):
        together = control(0.0, q[np.newaxis], -q[np.newaxis])
        assert control(0.0, q, -q).tobytes() == together.tobytes()


def test_a_setting_that_changes_changes_the_torque():
    control = equidyn.ComputedTorque(ARM, TRAJECTORIES["quintic"], kp=100, kv=20)
    (q,), (qd,) = states(6, 1)
    before = control(0.5, q, qd)
    control.kp = 2 * control.kp
    after = control(0.5, q, qd)
    assert (before != after).any()
    assert after.tobytes() == control(0.5, q[np.newaxis], qd).tobytes()


@pytest.mark.parametrize("copied", [lambda x: pickle.loads(pickle.dumps(x)), copy.deepcopy])
def test_a_controller_that_was_called_can_be_copied(copied):
    control = equidyn.ComputedTorque(ARM, TRAJECTORIES["quintic"], kp=100, kv=20)
    (q,), (qd,) = states(6, 1)
    tau = control(0.5, q, qd)
    assert copied(control)(0.5, q, qd).tobytes() == tau.tobytes()


@pytest.mark.parametrize(
    ("state", "error", "message"),
    [
        ((np.nan, [0] * 6, [0] * 6), ValueError, "t: must be finite, got nan"),
        ((True, [0] * 6, [0] * 6), TypeError, "t: expected real numbers, got bool"),
        (("0", [0] * 6, [0] * 6), TypeError, "t: expected real numbers, got str"),
        ((0, [0] * 5, [0] * 6), ValueError, "q: last axis must be 6, got shape (5,)"),
        (
            (0, [0] * 6, [0, 0, np.inf, 0, 0, 0]),
            ValueError,
            "qd: must be finite, got inf at index (2,)",
        ),
    ],
)
@pytest.mark.parametrize("trajectory", ["quintic", "own"])
def test_a_bad_state_is_named(trajectory, state, error, message):
    control = equidyn.ComputedTorque(ARM, TRAJECTORIES[trajectory], kp=100, kv=20)
    with raises(error, message):
        control(*state)


def test_torques_that_overflow_are_refused_also_where_there_are_limits():
    control = equidyn.ComputedTorque(ARM, np.zeros(6), kp=1e300, kv=20, limits=10.0)
    q, qd = np.full(6, 1e10), np.zeros(6)
    for rows in (q, q[np.newaxis]):
        with pytest.raises(ValueError, match=r"must be finite|overflow"):
            control(0.0, rows, qd)


def test_a_motion_of_the_users_that_fails_says_so_once():
    asked = []

    def broken(t):
        asked.append(t)
        raise RuntimeError("no motion")

    control = equidyn.ComputedTorque(ARM, own, kp=100, kv=20)
    control._reference._motion = broken
    with pytest.raises(RuntimeError, match="no motion"):
        control(0.0, np.zeros(6), np.zeros(6))
    assert len(asked) == 1


def test_threads_share_a_controller():
    control = equidyn.SlotineLi(ARM, TRAJECTORIES["quintic"], kp=10, kv=20, resolution=1e-3)
    q, qd = states(6, 400)
    together = control(np.full(400, 0.7), q, qd)
    with ThreadPoolExecutor(8) as pool:
        alone = list(pool.map(lambda state: control(0.7, *state), zip(q, qd, strict=True)))
    np.testing.assert_array_equal(alone, together)
