"""Adaptive step sizes per row, compared with NumPy, SciPy and the tolerance."""

import signal
from itertools import pairwise

import numpy as np
import pytest

import equidyn
from equidyn import SimulationInterrupted, _core, robots
from equidyn.motion.simulation.request import Request
from oracles.drives import gantry, geared


@pytest.fixture(scope="module")
def arm():
    return geared(robots.puma560(), coulomb=(0.2, -0.3))


def states(rows, seed):
    rng = np.random.default_rng(seed)
    return rng.uniform(-1, 1, (rows, 6)), rng.uniform(-1, 1, (rows, 6))


def in_batches(monkeypatch, arm, *args, **options):
    with monkeypatch.context() as patch:
        patch.setattr(Request, "in_lanes", False)
        return arm.simulate(*args, method="dopri5", **options)


# of each row; where they bend or jump, a rounding decides which steps are tried again
SAMPLES = np.random.default_rng(3).uniform(-9, 9, (11, 4, 6))
JUMPING = np.array([0.013, 0.05, 0.05, 0.14])
TORQUES = {
    "none": None,
    "constant": SAMPLES[:, 0],
    "straight": (np.array([-0.1, 0.3]), SAMPLES[:, :2]),
    "one sample": (np.array([0.1]), np.array([[5.0, 4, 3, 2, 1, 0]])),
}


@pytest.mark.parametrize("torque", TORQUES)
@pytest.mark.parametrize("tolerance", [1e-4, 1e-8])
def test_rows_in_lanes_take_the_steps_of_those_in_batches(monkeypatch, arm, torque, tolerance):
    q, qd = states(11, 1)
    wrench = np.random.default_rng(2).uniform(-1, 1, (11, 6))
    options = {"motors": True, "tip_wrench": wrench, "tolerance": tolerance, "record": 2}
    viscous = geared(arm)
    options |= {"base_motion": equidyn.BaseMotion((0.1, 0.2, 0.3), (0.3, 0.2, 0.1), (1, 2, 3))}
    options |= {"torque": TORQUES[torque], "friction": True}
    lanes = viscous.simulate(q, qd, 0.16, 0.02, method="dopri5", **options)
    batches = in_batches(monkeypatch, viscous, q, qd, 0.16, 0.02, **options)
    assert lanes.q.shape == (11, 5, 6)
    for name in ("q", "qd", "work", "dissipated"):
        expected = getattr(batches, name)
        scale = abs(expected).max()
        np.testing.assert_allclose(getattr(lanes, name), expected, rtol=0, atol=1e-11 * scale)
    assert lanes.limits_passed == batches.limits_passed
    assert len(lanes.limits_passed) > 3


def test_a_function_sees_all_rows_at_one_time_and_each_keeps_the_tolerance():
    arm, size, w = equidyn.Arm.from_dh(**gantry(1)), np.array([[0.0], [1.0], [1e3]]), 9.0

    def torque(t, q, qd):
        assert isinstance(t, float)
        assert np.isfinite(q).all()
        return size * np.sin(w * t)

    rest = np.zeros((3, 1))
    motion = arm.simulate(rest, rest, 1.0, 0.5, torque=torque, method="dopri5", tolerance=1e-8)
    q, qd = (w - np.sin(w)) / w**2, (1 - np.cos(w)) / w
    np.testing.assert_allclose(motion.q[:, -1], size * q, rtol=1e-6)
    np.testing.assert_allclose(motion.qd[:, -1], size * qd, rtol=1e-6)


@pytest.mark.parametrize("tolerance", [1e-300, 1e300], ids=["shortest", "longest"])
def test_the_shortest_and_the_longest_steps_are_those_of_the_output(monkeypatch, arm, tolerance):
    q, qd = states(3, 4)
    options = {"torque": (JUMPING, SAMPLES[:3]), "tolerance": tolerance, "friction": True}
    lanes = arm.simulate(q, qd, 0.16, 0.04, method="dopri5", **options)
    batches = in_batches(monkeypatch, arm, q, qd, 0.16, 0.04, **options)
    np.testing.assert_allclose(lanes.q, batches.q, rtol=0, atol=1e-12)
    np.testing.assert_allclose(lanes.qd, batches.qd, rtol=0, atol=1e-11)


def test_errors_of_equal_steps_fall_with_the_fifth_power():
    arm = robots.planar_2r()
    # of a tolerance that none keeps: each step is a hundredth of that of the output
    ends = [
        arm.simulate([0.4, 0.3], [0, 0], 0.5, step, method="dopri5", tolerance=1e-300).q[-1]
        for step in (0.5, 0.25, 0.125)
    ]
    errors = [np.linalg.norm(b - a) for a, b in pairwise(ends)]
    assert np.log2(errors[0] / errors[1]) == pytest.approx(5, abs=0.3)


@pytest.mark.parametrize("tolerance", [1e-6, 1e-10])
def test_what_is_asked_for_is_kept_at_every_time_of_the_output(arm, tolerance):
    integrate = pytest.importorskip("scipy.integrate")
    (q,), (qd,) = states(1, 5)
    loads = {"torque": np.array([3.0, -20.0, 5.0, 0.3, -0.2, 0.1]), "motors": True}
    motion = arm.simulate(q, qd, 0.5, 1 / 64, method="dopri5", tolerance=tolerance, **loads)
    exact = integrate.solve_ivp(
        arm.ode(**loads), (0, 0.5), [*q, *qd], "DOP853", motion.t, rtol=1e-12, atol=1e-12
    )
    found = np.concatenate([motion.q, motion.qd], axis=1)
    error = abs(found - exact.y.T) / (1 + abs(exact.y.T))
    assert tolerance / 100 < error.max() < 100 * tolerance


def test_errors_follow_the_tolerance():
    arm, (q, qd) = robots.puma560(), states(20, 6)
    tolerances = 10.0 ** -np.arange(5, 11)
    options = {"method": "dopri5", "record": 0}
    exact = arm.simulate(q, qd, 0.25, 0.25, tolerance=1e-13, **options).q
    errors = [
        np.median(abs(arm.simulate(q, qd, 0.25, 0.25, tolerance=each, **options).q - exact))
        for each in tolerances
    ]
    slope = np.polyfit(np.log10(tolerances), np.log10(errors), 1)[0]
    assert slope == pytest.approx(1, abs=0.2)


def test_no_bit_depends_on_how_often_rows_wait_for_each_other(monkeypatch, arm):
    q, qd = states(9, 7)
    qd[4] *= 20
    options = {"torque": (JUMPING, SAMPLES[:9]), "friction": True}
    whole = arm.simulate(q, qd, 0.2, 1e-3, method="dopri5", **options)
    monkeypatch.setattr("equidyn.motion.simulation.run._TRIED_AT_A_TIME", 1)
    monkeypatch.setattr("equidyn.motion.simulation.run._TRIES", 1)
    often = arm.simulate(q, qd, 0.2, 1e-3, method="dopri5", **options)
    alone = arm.simulate(
        q[4], qd[4], 0.2, 1e-3, method="dopri5", friction=True,
        torque=(JUMPING, SAMPLES[4]),
    )  # fmt: skip
    for name in ("q", "qd", "work", "dissipated"):
        np.testing.assert_array_equal(getattr(often, name), getattr(whole, name))
        np.testing.assert_array_equal(getattr(alone, name), getattr(whole, name)[4])


def test_a_joint_that_comes_to_move_no_mass_ends_its_row_alone(monkeypatch):
    with pytest.warns(equidyn.ArmWarning, match="neither mass nor inertia"):
        arm = equidyn.Arm.from_dh(
            "modified", joints="RP", a=[0, 0], alpha=[0, np.pi / 2], d=[0, 0], theta=[0, 0],
            mass=[0, 1], com=np.zeros((2, 3)), inertia=np.zeros((2, 3, 3)), gravity=(0, 0, 0),
        )  # fmt: skip
    # in steps of a power of two it is at the axis at the second point of the first one
    step, rate = 2.0**-6, 0.7
    q, qd = [[0, 2.0], [0, step * (0.2 * rate)]], [[0, -rate], [0, -rate]]
    options = {"tolerance": 1e-300}
    lanes = arm.simulate(q, qd, 200 * step, 100 * step, method="dopri5", **options)
    batches = in_batches(monkeypatch, arm, q, qd, 200 * step, 100 * step, **options)
    assert lanes.ended == batches.ended == (((1,), 100 * step, 1),)
    assert np.isfinite(lanes.q[0]).all()
    assert np.isnan(lanes.q[1, 1:]).all()


@pytest.mark.parametrize("record", [1, 0])
def test_ctrl_c_ends_a_run_with_what_it_has(monkeypatch, record):
    arm, (q, qd) = robots.puma560(), states(9, 8)
    whole = arm.simulate(q, qd, 0.1, 1e-4, method="dopri5")

    class Interrupted(_core.SimulatedArms):
        def approach(self, stop, *rest):
            if stop > 100:
                signal.raise_signal(signal.SIGINT)
            return super().approach(stop, *rest)

    with monkeypatch.context() as patch:
        patch.setattr(_core, "SimulatedArms", Interrupted)
        with pytest.raises(SimulationInterrupted) as caught:
            arm.simulate(q, qd, 0.1, 1e-4, method="dopri5", record=record)
    motion = caught.value.motion
    done = round(motion.t[-1] / 1e-4)
    assert 0 < done <= 100
    kept = slice(0, done + 1) if record else [done]
    np.testing.assert_array_equal(motion.q, whole.q[:, kept])
    np.testing.assert_array_equal(motion.qd, whole.qd[:, kept])
