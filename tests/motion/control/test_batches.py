"""Controllers over many motions at once: each is what it is alone."""

import contextlib
import signal

import numpy as np
import pytest

import equidyn
from equidyn import SimulationInterrupted, robots
from equidyn.motion.simulation.request import FIXED_STEPS, Request
from equidyn.motion.trajectories.polynomial import PolynomialTrajectory
from oracles.drives import geared

MOVE = equidyn.quintic(np.zeros(6), [1, 0.5, -0.6, 1, -0.3, 0.5], duration=0.1)
OPTIONS = {"kp": 100, "kv": 20, "limits": 60.0, "resolution": 1e-3}
CONTROLS = {
    "continuous": {},
    "sampled": {"period": 5e-3},
    "late": {"period": 5e-3, "delay": 2e-3},
    "in trace form": {"period": 5e-3, "delay": 2e-3, "formulation": "lagrange_euler"},
    "in trace form, continuous": {"formulation": "lagrange_euler"},
    "passive": {"kp": 8.0, "kv": np.geomspace(20, 0.01, 6)},
    "gravity alone": {"damping": np.geomspace(3, 0.01, 6)},
    "passive, late": {"kp": 8.0, "kv": np.geomspace(20, 0.01, 6), "period": 5e-3, "delay": 2e-3},
}


@pytest.fixture(params=CONTROLS)
def control(request):
    options = OPTIONS | CONTROLS[request.param]
    if "damping" in options:
        options = {name: options[name] for name in ("damping", "limits", "resolution")}
        return equidyn.GravityCompensation(robots.puma560(), **options)
    law = equidyn.SlotineLi if "passive" in request.param else equidyn.ComputedTorque
    return law(robots.puma560(), MOVE, **options)


def start(rows=19):
    rng = np.random.default_rng(1)
    return rng.uniform(-0.2, 0.2, (rows, 6)), rng.uniform(-1, 1, (rows, 6))


PARTS = ("q", "qd", "torque", "work")


@pytest.mark.parametrize("method", FIXED_STEPS)
def test_a_motion_has_the_same_bits_alone_in_any_batch_and_on_any_threads(control, method):
    arm, (q, qd) = robots.puma560(), start()
    options = {"torque": control, "method": method}
    whole = arm.simulate(q, qd, 0.012, threads=2, **options)
    for rows in (0, [18], slice(3, 8)):
        part = arm.simulate(q[rows], qd[rows], 0.012, threads=1, **options)
        for name in PARTS:
            np.testing.assert_array_equal(getattr(part, name), getattr(whole, name)[rows])


def test_the_motion_does_not_depend_on_how_often_the_kernels_look_up(control, monkeypatch):
    arm, (q, qd) = robots.puma560(), start(3)
    whole = arm.simulate(q, qd, 0.012, torque=control)
    monkeypatch.setattr("equidyn.motion.simulation.run._AT_A_TIME", 1)
    steps = arm.simulate(q, qd, 0.012, torque=control)
    for name in PARTS:
        np.testing.assert_array_equal(getattr(steps, name), getattr(whole, name))


def test_what_is_kept_is_every_kth_of_all(control):
    arm, (q, qd) = robots.puma560(), start(3)
    every, third, last = (
        arm.simulate(q, qd, 0.012, torque=control, record=record) for record in (1, 3, 0)
    )
    for name in PARTS:
        np.testing.assert_array_equal(getattr(third, name), getattr(every, name)[:, ::3])
        np.testing.assert_array_equal(getattr(last, name), getattr(every, name)[:, -1:])


def test_the_torque_that_is_recorded_is_what_the_controller_says_alone(control):
    arm, (q, qd) = robots.puma560(), start(3)
    motion = arm.simulate(q, qd, 0.012, torque=control)
    if control.period is None:
        asked = control(motion.t, motion.q, motion.qd)
        np.testing.assert_array_equal(motion.torque, asked)
        return
    late = round(control.delay / 1e-3)
    asked = control(0.005, motion.q[:, 5], motion.qd[:, 5])
    for step in range(5 + late, min(10 + late, 13)):
        np.testing.assert_array_equal(motion.torque[:, step], asked)
    first = control(0.0, q, qd)
    np.testing.assert_array_equal(motion.torque[:, 0], first)
    np.testing.assert_array_equal(motion.torque[:, 4 + late], first)


@pytest.mark.filterwarnings("ignore:overflow")
def test_what_is_not_finite_any_more_ends_alone(control):
    arm, (q, qd) = robots.puma560(), start(9)
    qd[4] *= 1e152
    motion = arm.simulate(q, qd, 0.012, torque=control)
    (ended,) = motion.ended
    assert ended.row == (4,)
    first = round(ended.time / 1e-3)
    for name in PARTS:
        assert np.isnan(getattr(motion, name)[4, first:]).all()
    others = np.delete(np.arange(9), 4)
    alone = arm.simulate(q[others], qd[others], 0.012, torque=control)
    for name in PARTS:
        np.testing.assert_array_equal(getattr(motion, name)[others], getattr(alone, name))


def watched_by(look, monkeypatch):
    """Let a function stand for the bar, which is told how far a run is."""
    bar = contextlib.nullcontext(look)
    monkeypatch.setattr("equidyn.motion.simulation.run.progress_bar", lambda *_: bar)


@pytest.mark.parametrize("record", [1, 0])
def test_ctrl_c_ends_a_run_with_what_it_has(control, record, monkeypatch):
    arm, (q, qd) = robots.puma560(), start(3)
    monkeypatch.setattr("equidyn.motion.simulation.run._AT_A_TIME", 800)
    looks = []

    def interrupt(text):
        looks.append(text)
        if len(looks) == 30:
            signal.raise_signal(signal.SIGINT)

    watched_by(interrupt, monkeypatch)
    with pytest.raises(SimulationInterrupted) as caught:
        arm.simulate(q, qd, 0.1, torque=control, record=record)
    motion = caught.value.motion
    assert 0 < motion.t[-1] < 0.1
    again = arm.simulate(q, qd, motion.t[-1], torque=control, record=record)
    for name in PARTS:
        np.testing.assert_array_equal(getattr(again, name), getattr(motion, name))


def test_a_bar_shows_how_far_it_is_and_reaches_its_end(control, monkeypatch):
    looks = []
    watched_by(looks.append, monkeypatch)
    q, qd = start(1)
    robots.puma560().simulate(q, qd, 0.012, torque=control, progress=True)
    assert (looks[0], looks[-1]) == ("0 s", "0.012 s")
    assert len(looks) == 1 + 100


def test_steps_by_tolerance_follow_a_controller_row_by_row():
    arm, (q, qd) = robots.puma560(), start(4)
    control = equidyn.ComputedTorque(arm, MOVE, kp=100, kv=20)
    motion = arm.simulate(q, qd, 0.05, torque=control, method="dopri5", tolerance=1e-9)
    fixed = arm.simulate(q, qd, 0.05, torque=control)
    np.testing.assert_allclose(motion.q, fixed.q, rtol=0, atol=1e-7)
    alone = arm.simulate(q[2], qd[2], 0.05, torque=control, method="dopri5", tolerance=1e-9)
    np.testing.assert_array_equal(alone.q, motion.q[2])


class Reversed(PolynomialTrajectory):
    """From its end to its start."""

    def motion_at(self, t):
        q, qd, qdd = super().motion_at(self.start_time + self.end_time - t)
        return q, -qd, qdd


@pytest.mark.parametrize("method", ["rk4", "dopri5"])
def test_a_motion_of_a_users_own_is_followed_as_it_says(method):
    arm, move = robots.planar_2r(), equidyn.quintic([0, 0], [1, -0.5], duration=1.0)
    back = Reversed(move.kind, move.breaks, move.coefficients)
    control = equidyn.ComputedTorque(arm, back, kp=100, kv=20)
    motion = arm.simulate([1, -0.5], [0, 0], 1.0, 1e-2, torque=control, method=method)
    np.testing.assert_allclose(motion.q, back(motion.t)[0], rtol=0, atol=1e-5)
    np.testing.assert_allclose(motion.q[-1], 0, rtol=0, atol=1e-5)


FOLLOWED = {
    "a pose": np.linspace(-0.2, 0.3, 6),
    # starts behind the motion, ends before it, has pieces
    "a trajectory": equidyn.trapezoid(MOVE(0.0)[0], MOVE(0.1)[0], duration=0.06, start_time=0.015),
    "a motion in no time": equidyn.trapezoid(np.ones(6), np.ones(6), velocity=1, acceleration=1),
}


@pytest.mark.parametrize(
    ("law", "trajectory"),
    [
        ("gravity", "a trajectory"),
        ("none", "a pose"),
        ("gravity alone", "a pose"),
        *((law, path) for law in ("computed torque", "passive") for path in FOLLOWED),
    ],
)
def test_rows_in_lanes_take_the_steps_of_those_in_batches(monkeypatch, law, trajectory):
    arm, (q, qd) = geared(robots.puma560(), rotor=0.5), start(9)
    model = arm.with_payload(1.0)
    gains = {"motors": law in ("computed torque", "passive")}
    gains |= {"kp": np.linspace(90, 100, 6), "kv": 20 * np.eye(6) + 0.1, "limits": 90.0}
    if law == "computed torque":
        control = equidyn.ComputedTorque(model, FOLLOWED[trajectory], **gains)
    elif law == "gravity alone":
        control = equidyn.GravityCompensation(model, damping=gains["kv"], limits=90.0)
    elif law == "passive":
        control = equidyn.SlotineLi(model, FOLLOWED[trajectory], **gains)
    else:
        control = equidyn.PD(model, FOLLOWED[trajectory], compensation=law, **gains)
    # of a tolerance that none keeps: where torques bend, a rounding decides which steps do
    options = {"torque": control, "method": "dopri5", "tolerance": 1e-300, "motors": True}
    lanes = arm.simulate(q, qd, 0.08, 0.04, **options)
    alone = arm.simulate(q[7], qd[7], 0.08, 0.04, **options)
    np.testing.assert_array_equal(alone.q, lanes.q[7])
    with monkeypatch.context() as patch:
        patch.setattr(Request, "in_lanes", False)
        batches = arm.simulate(q, qd, 0.08, 0.04, **options)
    for name in PARTS:
        expected = getattr(batches, name)
        scale = abs(expected).max()
        np.testing.assert_allclose(getattr(lanes, name), expected, rtol=0, atol=1e-10 * scale)


def test_a_controller_is_a_torque_for_scipy():
    integrate = pytest.importorskip("scipy.integrate")
    arm, (q, qd) = robots.puma560(), start(1)
    control = equidyn.ComputedTorque(arm, MOVE, kp=100, kv=20)
    state = np.concatenate([q[0], qd[0]])
    solved = integrate.solve_ivp(arm.ode(control), (0, 0.05), state, rtol=1e-9, atol=1e-9)
    fixed = arm.simulate(q[0], qd[0], 0.05, torque=control, record=0)
    np.testing.assert_allclose(fixed.q[-1], solved.y[:6, -1], rtol=0, atol=1e-7)
