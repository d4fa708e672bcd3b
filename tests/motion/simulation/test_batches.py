"""Many motions at once: each is what it is alone."""

import re
import signal

import numpy as np
import pytest

import equidyn
from equidyn import SimulationInterrupted, _core, robots
from equidyn.motion.simulation.request import METHODS
from oracles.drives import gantry


@pytest.fixture(scope="module")
def start():
    rng = np.random.default_rng(1)
    return rng.uniform(-1, 1, (19, 6)), rng.uniform(-1, 1, (19, 6))


@pytest.mark.parametrize("method", METHODS)
def test_a_motion_has_the_same_bits_alone_in_any_batch_and_on_any_threads(start, method):
    arm, (q, qd) = robots.puma560(), start
    tau = np.random.default_rng(2).uniform(-3, 3, (19, 6))
    options = {"method": method, "tolerance": 1e-6}
    whole = arm.simulate(q, qd, 0.02, torque=tau, threads=2, **options)
    for rows in ([0], [18], slice(3, 8), slice(2, 19)):
        part = arm.simulate(q[rows], qd[rows], 0.02, torque=tau[rows], threads=1, **options)
        np.testing.assert_array_equal(part.q, whole.q[rows])
        np.testing.assert_array_equal(part.qd, whole.qd[rows])
        np.testing.assert_array_equal(part.work, whole.work[rows])
    single = arm.simulate(q[5], qd[5], 0.02, torque=tau[5], **options)
    np.testing.assert_array_equal(single.q, whole.q[5])


@pytest.mark.parametrize("torque", [None, lambda t, q, qd: 0 * q], ids=["none", "function"])
def test_a_joint_that_stands_at_its_limit_goes_on_while_others_stop(torque):
    arm = equidyn.Arm.from_dh(**gantry(1)).with_limits([(-1, 1)])
    q, qd = np.array([[0.75], [0.875]]), np.array([[1.0], [1.0]])
    options = {"stops": True, "torque": torque, "method": "semi_implicit_euler"}
    whole = arm.simulate(q, qd, 0.5, 0.125, **options)
    assert [(each.row, each.time) for each in whole.limits_passed] == [((1,), 0.25), ((0,), 0.375)]
    for row in range(2):
        alone = arm.simulate(q[row], qd[row], 0.5, 0.125, **options)
        for part in ("q", "qd", "dissipated"):
            np.testing.assert_array_equal(getattr(alone, part), getattr(whole, part)[row])


@pytest.mark.parametrize("method", METHODS)
def test_what_is_kept_is_every_kth_of_all(start, method):
    arm, (q, qd) = robots.puma560(), start
    options = {"method": method, "torque": (np.array([0.0, 0.1]), np.ones((2, 6)))}
    every = arm.simulate(q[:3], qd[:3], 0.02, **options)
    third = arm.simulate(q[:3], qd[:3], 0.02, record=3, **options)
    last = arm.simulate(q[:3], qd[:3], 0.02, record=0, **options)
    for name in ("q", "qd", "work", "torque", "drift"):
        np.testing.assert_array_equal(getattr(third, name), getattr(every, name)[:, ::3])
        np.testing.assert_array_equal(getattr(last, name), getattr(every, name)[:, -1:])
    np.testing.assert_array_equal(third.t, every.t[::3])
    assert last.t == pytest.approx([0.02])


def test_states_and_torques_broadcast(start):
    arm, (q, qd) = robots.puma560(), start
    tau = np.random.default_rng(3).uniform(-3, 3, (2, 1, 6))
    motion = arm.simulate(q[:3], qd[0], 0.005, torque=tau)
    assert motion.q.shape == motion.torque.shape == (2, 3, 6, 6)
    np.testing.assert_array_equal(
        motion.q[1, 2], arm.simulate(q[2], qd[0], 0.005, torque=tau[1, 0]).q
    )
    assert arm.simulate(np.zeros((0, 6)), np.zeros(6), 0.005).q.shape == (0, 6, 6)


@pytest.mark.parametrize("torque", [[1e150], lambda t, q, qd: 0 * q + 1e150])
@pytest.mark.parametrize("method", METHODS)
def test_work_that_no_number_tells_ends_no_motion(method, torque):
    arm = equidyn.Arm.from_dh(**gantry(1))
    motion = arm.simulate([0.0], [1e200], 0.003, torque=torque, method=method)
    assert motion.ended == ()
    np.testing.assert_allclose(motion.q[:, 0], 1e200 * motion.t)
    assert not np.isfinite(motion.work[1:]).any()


@pytest.mark.parametrize("torque", [None, lambda t, q, qd: 0 * q], ids=["none", "function"])
@pytest.mark.parametrize("method", METHODS)
def test_what_is_not_finite_any_more_ends_alone(start, method, torque):
    arm, (q, qd) = robots.puma560(), start
    qd = qd.copy()
    qd[4] *= 1e152
    motion = arm.simulate(q[:9], qd[:9], 0.01, torque=torque, method=method)
    (ended,) = motion.ended
    assert ended.row == (4,)
    assert 1 <= ended.joint <= 6
    first = round(ended.time / 1e-3)
    assert np.isfinite(motion.q[4, :first]).all()
    assert np.isnan(motion.q[4, first:]).all()
    assert np.isnan(motion.energy[4, first:]).all()
    others = np.delete(np.arange(9), 4)
    assert np.isfinite(motion.q[others]).all()
    if torque is None or method != "dopri5":  # a function has the steps of all rows
        alone = arm.simulate(q[others], qd[others], 0.01, torque=torque, method=method)
        np.testing.assert_array_equal(motion.q[others], alone.q)
    assert "not finite" in repr(motion)


@pytest.mark.parametrize("torque", [None, lambda t, q, qd: 0 * q], ids=["none", "function"])
@pytest.mark.parametrize("method", METHODS)
def test_all_joints_end_with_the_one_that_is_not_finite_any_more(method, torque):
    arm, largest = equidyn.Arm.from_dh(**gantry(2)), np.finfo(float).max
    q, qd = [[0, 0], [0, largest], [largest, 0]], [[1, 1], [1, largest / 4], [largest / 8, 1]]
    motion = arm.simulate(q, qd, 2.0, 1.0, method=method, torque=torque)
    assert [(end.row, end.time) for end in motion.ended] == [((1,), 1.0), ((2,), 1.0)]
    np.testing.assert_allclose(motion.q[0], [[0, 0], [1, 1], [2, 2]], rtol=1e-14)
    assert np.isnan(motion.q[1:, 1:]).all()
    assert np.isnan(motion.qd[1:, 1:]).all()
    assert re.search("not finite from 1 s on, joint [12], and 1 more", repr(motion))


@pytest.mark.parametrize("formulation", [None, "kane"])
def test_a_joint_that_comes_to_move_no_mass_ends_its_row(formulation):
    rod = {"mass": [0.0, 1.0], "com": [(0, 0, 0), (0, 0, 0)], "inertia": np.zeros((2, 3, 3))}
    # a point mass on a slide that goes through the axis of the joint before it
    with pytest.warns(equidyn.ArmWarning, match="neither mass nor inertia"):
        arm = equidyn.Arm.from_dh(
            convention="modified",
            joints="RP",
            a=[0, 0],
            alpha=[0, np.pi / 2],
            d=[0, 0],
            theta=[0, 0],
            gravity=(0, 0, 0),
            **rod,
        )
    motion = arm.simulate([0, 0.25], [0, -1.0], 0.5, 0.125, formulation=formulation)
    (ended,) = motion.ended
    assert (ended.time, ended.joint) == (0.25, 1)


@pytest.mark.parametrize("formulation", [None, "kane"])
@pytest.mark.parametrize("record", [100, 0])
def test_ctrl_c_ends_a_run_in_lanes_with_what_it_has(monkeypatch, start, record, formulation):
    arm, (q, qd) = robots.planar_2r(), start
    options = {"record": record, "formulation": formulation}

    class Interrupted(_core.SimulatedArms):
        def advance(self, begin, *rest):
            super().advance(begin, *rest)
            if begin > 0:
                signal.raise_signal(signal.SIGINT)

    with monkeypatch.context() as patch:
        patch.setattr(_core, "SimulatedArms", Interrupted)
        with pytest.raises(SimulationInterrupted) as caught:
            arm.simulate(q[:, :2], qd[:, :2], 1.0, 1e-5, **options)
    motion = caught.value.motion
    assert 0 < motion.t[-1] < 1
    again = arm.simulate(q[:, :2], qd[:, :2], motion.t[-1], 1e-5, **options)
    np.testing.assert_array_equal(again.q, motion.q)


@pytest.mark.parametrize("record", [1, 0])
def test_ctrl_c_ends_a_run_by_batches_with_what_it_has(start, record):
    arm, (q, qd) = robots.planar_2r(), start

    def torque(t, q, qd):
        if t > 0.0105:
            signal.raise_signal(signal.SIGINT)
        return 0 * q

    with pytest.raises(SimulationInterrupted) as caught:
        arm.simulate(q[:, :2], qd[:, :2], 1.0, torque=torque, record=record)
    motion = caught.value.motion
    assert motion.t[-1] == pytest.approx(0.01)
    again = arm.simulate(q[:, :2], qd[:, :2], 0.01, torque=lambda t, q, qd: 0 * q, record=record)
    np.testing.assert_array_equal(again.q, motion.q)
