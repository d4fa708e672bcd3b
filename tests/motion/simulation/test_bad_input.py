"""Invalid arguments of a simulation, and their errors."""

import warnings

import numpy as np
import pytest

from equidyn import ComputedTorque, robots
from equidyn.motion.simulation.request import METHODS

ARM = robots.planar_2r()
Q = np.zeros(2)


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({"duration": -1.0}, ValueError, "duration: must be positive, got -1"),
        ({"duration": np.nan}, ValueError, "duration: must be finite"),
        ({"duration": "1"}, TypeError, "duration: expected real numbers"),
        ({"step": 0.0}, ValueError, "step: must be positive"),
        ({"step": 0.003}, ValueError, "duration: must be a multiple of the step, 0.003 s, got 1 s"),
        ({"duration": 1 + 1e-7}, ValueError, "duration: must be a multiple of the step"),
        ({"step": 3.0}, ValueError, "duration: must be a multiple"),
        ({"step": 1e-300}, ValueError, "step: too small for the duration"),
        ({"duration": 5e-323, "step": 5e-324}, ValueError, "step: must be at least 2.23e-308 s"),
        ({"duration": 1e301, "step": 1e299}, ValueError, r"duration: must be at most 1e\+300"),
        (
            {"torque": ([0, 2e300], np.zeros((2, 2)))},
            ValueError,
            r"times: must be within 1e\+300 s",
        ),
        ({"record": -1}, ValueError, "record: must be at least 0, got -1"),
        ({"record": 1.0}, TypeError, "record: expected an integer, got float"),
        ({"record": 1001}, ValueError, "record: must be at most 1000"),
        ({"method": "heun"}, ValueError, "method: there is no 'heun'"),
        ({"method": "euler"}, ValueError, "did you mean 'semi_implicit_euler'"),
        ({"tolerance": 0.0}, ValueError, "tolerance: must be positive"),
        ({"torque": np.zeros(3)}, ValueError, r"torque: last axis must be 2, got shape \(3,\)"),
        ({"torque": [np.inf, 0]}, ValueError, "torque: must be finite"),
        ({"torque": "none"}, TypeError, "torque: expected real numbers"),
        ({"torque": ([0, 1], [[0, 0]])}, ValueError, r"last axes must be \(2, 2\)"),
        ({"torque": ([1, 0], np.zeros((2, 2)))}, ValueError, "times must not fall, got 1 before 0"),
        ({"torque": ([], np.zeros((0, 2)))}, ValueError, r"expected times of shape \(m,\)"),
        ({"torque": (0, 1, 2)}, ValueError, "expected a pair of times and torques, got 3 items"),
        ({"torque": lambda t, q, qd: [np.nan, 0]}, ValueError, "must return finite numbers"),
        ({"torque": lambda t, q, qd: np.zeros(3)}, ValueError, r"returns shape \(2,\), got \(3,\)"),
        ({"torque": lambda t, q, qd: None}, TypeError, "torque: expected real numbers"),
        ({"friction": 1}, TypeError, "friction: expected True or False"),
        ({"motors": True}, ValueError, "motors: the arm has no motor data"),
        ({"stops": True}, ValueError, "stops: the arm has no limits"),
        ({"stops": "yes"}, TypeError, "stops: expected True or False"),
        ({"progress": 1}, TypeError, "progress: expected True or False"),
        ({"threads": 0}, ValueError, "threads: expected a positive integer"),
        ({"tip_wrench": np.zeros(3)}, ValueError, "tip_wrench: last axis must be 6"),
        ({"base_motion": 3}, TypeError, "base_motion: expected a BaseMotion"),
        ({"duration": 1e12, "step": 1e-3}, MemoryError, "record: 1 motions of 1,000,000,000,000,"),
    ],
)
def test_a_bad_argument_is_named(options, error, message):
    with warnings.catch_warnings(), pytest.raises(error, match=message):
        ARM.simulate(Q, Q, **({"duration": 1.0} | options))


def test_torques_that_are_kept_take_memory_which_is_said(monkeypatch):
    # 1001 times, of each positions, rates, work and what is dissipated, and no more
    monkeypatch.setattr("equidyn.motion.simulation.request._memory", lambda: 8 * 1001 * 6 + 1)
    assert ARM.simulate(Q, Q, 1.0).q.shape == (1001, 2)
    for torque in (lambda t, q, qd: Q, ComputedTorque(ARM, Q, kp=9, kv=9, period=1e-3)):
        with pytest.raises(MemoryError, match="record: 1 motions of 1,001 times take"):
            ARM.simulate(Q, Q, 1.0, torque=torque)


@pytest.mark.parametrize(
    ("q0", "qd0", "message"),
    [
        (np.zeros(3), Q, "q0: last axis must be 2"),
        (Q, [np.nan, 0], "qd0: must be finite, got nan at index"),
        (np.zeros((2, 2)), np.zeros((3, 2)), "leading axes do not broadcast"),
    ],
)
def test_a_bad_state_is_named(q0, qd0, message):
    with pytest.raises(ValueError, match=message):
        ARM.simulate(q0, qd0, 1.0)


def test_leading_axes_of_torques_must_broadcast():
    with pytest.raises(ValueError, match=r"torque: leading axes \(3,\) do not broadcast"):
        ARM.simulate(np.zeros((2, 2)), Q, 1.0, torque=np.zeros((3, 2)))


def test_stops_take_fixed_steps():
    arm = ARM.with_limits([(-1, 1)] * 2)
    with pytest.raises(ValueError, match="stops: expected a method of fixed steps"):
        arm.simulate(Q, Q, 1.0, stops=True, method="dopri5")


def test_options_without_their_names_are_refused():
    with pytest.raises(TypeError, match="simulate: takes q0, qd0, duration, step by position"):
        ARM.simulate(Q, Q, 1.0, 1e-3, np.zeros(2))


def test_a_torque_function_cannot_change_the_motion():
    def spoil(t, q, qd):
        q[:] = qd[:] = 7.0
        return np.zeros(2)

    free = ARM.simulate(Q, Q, 0.01, torque=lambda t, q, qd: np.zeros(2))
    np.testing.assert_array_equal(ARM.simulate(Q, Q, 0.01, torque=spoil).q, free.q)


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("torque", [[3.0, -1.0], lambda t, q, qd: [3.0, -1.0]])
def test_the_shortest_and_the_longest_motions_end(method, torque):
    shortest = np.finfo(float).tiny
    brief = ARM.simulate(Q, Q, 8 * shortest, shortest, torque=torque, method=method)
    qdd = ARM.forward_dynamics(Q, Q, [3.0, -1.0])
    np.testing.assert_allclose(brief.qd, brief.t[:, np.newaxis] * qdd, rtol=1e-9, atol=1e-321)
    assert ARM.simulate(Q, Q, 1e300, 1e299, torque=torque, method=method).ended


def empty(*_):
    """Raise what `next` raises behind the last item."""
    raise StopIteration("no more")


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize(
    "torque",
    [
        empty,
        ComputedTorque(ARM, empty, kp=9, kv=9),
        ComputedTorque(ARM, empty, kp=9, kv=9, formulation="lagrange_euler"),
    ],
    ids=["torque", "trajectory", "trajectory, by batches"],
)
def test_an_error_of_a_users_function_reaches_the_user(torque, method):
    with pytest.raises(StopIteration, match="no more"):
        ARM.simulate(Q, Q, 0.01, torque=torque, method=method)


def test_arrays_of_the_caller_are_not_changed():
    q, qd = np.array([0.4, 0.3]), np.array([1.0, 2.0])
    ARM.simulate(q, qd, 0.01)
    np.testing.assert_array_equal([q, qd], [[0.4, 0.3], [1.0, 2.0]])


def test_a_picture_of_what_is_not_there_is_refused():
    motion = ARM.simulate(Q, Q, 0.01)
    with pytest.raises(ValueError, match="quantity: there is no 'qdd'"):
        motion.plot(quantity="qdd")
    with pytest.raises(ValueError, match="row: expected an index of the leading axes"):
        motion.plot(row=(1,))
