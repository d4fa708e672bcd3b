"""A simulation by a formulation of forward dynamics is that by the kernels."""

import json
import os
import re
import subprocess
import sys

import numpy as np
import pytest

import equidyn
from equidyn import robots
from equidyn.motion.simulation.request import FIXED_STEPS, METHODS, Request
from oracles.drives import gantry, geared
from oracles.interrupts import assert_interrupted

# the methods of accelerations, and of each family of formulations the first
NAMES = [f.name for f in equidyn.formulations("forward_dynamics")]
NAMES += {f.family: f.name for f in reversed(equidyn.formulations()) if not f.restriction}.values()
PARTS = ("q", "qd", "torque", "work", "dissipated", "kinetic")


def states(rows, n, seed):
    return np.random.default_rng(seed).uniform(-1, 1, (2, rows, n))


def assert_alike(found, expected, parts=PARTS, tolerance=1e-12):
    for part in parts:
        truth = getattr(expected, part)
        scale = max(abs(truth).max(), 1.0)
        np.testing.assert_allclose(getattr(found, part), truth, rtol=0, atol=tolerance * scale)


@pytest.mark.parametrize("method", FIXED_STEPS)
@pytest.mark.parametrize("name", NAMES)
def test_steps_are_those_of_the_kernels(name, method):
    arm = geared(robots.puma560(), coulomb=(0.2, -0.3))
    q, qd = states(3, 6, 1)
    loads = {"friction": True, "motors": True, "tip_wrench": [1, -2, 3, 0.1, 0.2, -0.3]}
    loads["base_motion"] = equidyn.BaseMotion((0.1, 0.2, 0.3), (0.3, 0.2, 0.1), (1, 2, 3))
    times = [-0.01, 0.004, 0.004, 0.01, 0.03]  # a jump between two steps
    samples = np.random.default_rng(2).uniform(-5, 5, (3, 5, 6))
    options = {"torque": (times, samples), "method": method, **loads}
    expected = arm.simulate(q, qd, 0.02, 2e-3, **options)
    assert_alike(arm.simulate(q, qd, 0.02, 2e-3, formulation=name, **options), expected)


def test_adaptive_steps_reach_the_same_end_within_their_tolerance():
    arm, (q, qd) = robots.planar_2r(), states(3, 2, 3)
    options = {"method": "dopri5", "tolerance": 1e-10, "torque": ([0, 0.5], [[1, 0], [2, -1]])}
    expected = arm.simulate(q, qd, 0.5, 0.01, **options)
    found = arm.simulate(q, qd, 0.5, 0.01, formulation="modified_newton_euler", **options)
    assert_alike(found, expected, tolerance=1e-8)


@pytest.mark.parametrize("period", [None, 4e-3], ids=["continuous", "sampled"])
def test_a_controller_moves_the_arm_as_in_the_kernels(period):
    arm = robots.puma560()
    move = equidyn.quintic(np.zeros(6), np.full(6, 0.3), duration=0.1)
    control = equidyn.ComputedTorque(arm, move, kp=100, kv=20, period=period)
    q, qd = 0.1 * states(2, 6, 4)
    expected = arm.simulate(q, qd, 0.02, 1e-3, torque=control)
    found = arm.simulate(q, qd, 0.02, 1e-3, torque=control, formulation="newton_euler")
    assert_alike(found, expected, tolerance=1e-11)


def loads_of_rows(rows, seed):
    wrench, w, al, a = np.random.default_rng(seed).uniform(-1, 1, (4, rows, 6))
    return {
        "tip_wrench": 9 * wrench,
        "base_motion": equidyn.BaseMotion(*np.stack((w, al, a))[..., :3]),
    }


def some(loads, rows):
    motion = loads["base_motion"].as_tuple()
    return {
        "tip_wrench": loads["tip_wrench"][rows],
        "base_motion": equidyn.BaseMotion(*(vector[rows] for vector in motion)),
    }


@pytest.mark.parametrize("name", NAMES)
def test_accelerations_are_those_of_the_formulation_to_the_last_bit(name):
    arm = geared(robots.puma560(), coulomb=(0.2, -0.3))
    q, tau = states(75, 6, 6)
    options = {"formulation": name, "motors": True, "friction": True, **loads_of_rows(75, 7)}
    qdd = arm.forward_dynamics(q, 0 * q, tau, **options)
    # from rest a single product is the velocity after one step
    motion = arm.simulate(q, 0 * q, 0.25, 0.25, torque=tau, method="semi_implicit_euler", **options)
    np.testing.assert_array_equal(motion.qd[:, 1], 0.25 * qdd)


def test_adaptive_steps_are_those_of_steps_in_python(monkeypatch):
    arm, (q, qd) = geared(robots.puma560()), states(11, 6, 8)
    options = {"formulation": "kane", "friction": True, "motors": True, **loads_of_rows(11, 9)}
    # of a tolerance that none keeps: a rounding decides which steps do
    options |= {"method": "dopri5", "tolerance": 1e-300}
    lanes = arm.simulate(q, qd, 0.08, 0.04, **options)
    monkeypatch.setattr(Request, "in_lanes", False)
    assert_alike(lanes, arm.simulate(q, qd, 0.08, 0.04, **options))


@pytest.mark.parametrize("method", METHODS)
def test_a_motion_has_the_same_bits_alone_in_any_batch_and_on_any_threads(method):
    arm, (q, qd), loads = robots.puma560(), states(140, 6, 5), loads_of_rows(140, 10)
    options = {"method": method, "formulation": "modified_newton_euler", "torque": 0.5 * np.ones(6)}
    whole = arm.simulate(q, qd, 0.02, 2e-3, threads=2, **options, **loads)
    for rows in ([0], [139], slice(3, 8), slice(60, 140)):
        part = arm.simulate(
            q[rows], qd[rows], 0.02, 2e-3, threads=1, **options, **some(loads, rows)
        )
        for name in ("q", "qd", "work"):
            np.testing.assert_array_equal(getattr(part, name), getattr(whole, name)[rows])


SCRIPT = """
import json
import numpy as np
from equidyn import robots
q, qd = np.random.default_rng(1).uniform(-1, 1, (2, 19, 6))
arm = robots.puma560()
ends = [arm.simulate(q, qd, 0.02, 2e-3, formulation="kane", method=method, record=0)
        for method in ("rk4", "dopri5")]
print(json.dumps([[*end.q.ravel(), *end.qd.ravel()] for end in ends]))
"""


@pytest.mark.slow
def test_a_motion_has_the_same_bits_on_every_instruction_set_that_fuses():
    found = {}
    for name in equidyn.build_info()["instruction_sets"].split(", "):
        environment = {**os.environ, "EQUIDYN_INSTRUCTION_SET": name}
        run = subprocess.run(
            [sys.executable, "-c", SCRIPT],
            env=environment, capture_output=True, text=True, check=True,
        )  # fmt: skip
        found[name] = np.array(json.loads(run.stdout))
    widest = [*found.values()][-1]
    for name, ends in found.items():
        if name != "sse2":
            np.testing.assert_array_equal(ends, widest)
        np.testing.assert_allclose(ends, widest, rtol=0, atol=1e-12)


def test_a_long_arm_whose_rows_are_evaluated_one_by_one_moves_as_in_the_kernels():
    arm, (q, qd) = robots.uniform_chain(130), 0.01 * states(2, 130, 11)
    expected, found = (
        arm.simulate(q, qd, 2e-4, 1e-4, formulation=name) for name in (None, "articulated_bodies")
    )
    assert_alike(found, expected, parts=("q", "qd"), tolerance=1e-10)


def test_joints_stop_and_motions_end_as_in_the_kernels():
    arm = equidyn.Arm.from_dh(**gantry(2)).with_limits([(-1, 1), (-1, 1)])
    start = np.array([[0.75, 0.0], [0.0, 0.5]])
    options = {"stops": True, "method": "semi_implicit_euler"}
    kernels, batches = (
        arm.simulate(start, np.ones(2), 1.0, 0.125, formulation=name, **options)
        for name in (None, "kane")
    )
    assert kernels.limits_passed == batches.limits_passed != ()
    assert_alike(batches, kernels, parts=("q", "qd", "dissipated"))
    # the squares of such rates are finite, and those of the rates a step later are not
    fast, arm = np.array([[1.0, 1.0], [1e120, 1e120]]), robots.planar_2r()
    ends = [arm.simulate(0 * fast, fast, 4e-3, formulation=name).ended for name in (None, "kane")]
    assert ends[0] == ends[1]
    assert [each.row for each in ends[0]] == [(1,)]


def test_ctrl_c_ends_a_run_by_a_slow_formulation_with_what_it_has():
    arm, ends = robots.puma560(), []

    def run():
        try:
            arm.simulate(np.zeros(6), np.ones(6), 200.0, formulation="newton_euler")
        except equidyn.SimulationInterrupted as interrupted:
            ends.append(interrupted.motion.t[-1])
            raise

    assert_interrupted(run, after=0.5)
    assert 0 < ends[0] < 200


def test_no_kernel_of_forward_dynamics_makes_the_steps_in_python(monkeypatch):
    called = []
    original = equidyn.Arm.forward_dynamics

    def noted(self, *operands, formulation=None, **options):
        called.append(formulation)
        return original(self, *operands, formulation=formulation, **options)

    monkeypatch.setattr(equidyn.Arm, "forward_dynamics", noted)
    arm = robots.planar_2r()
    arm.simulate([0, 0], [1, 0], 3e-3, formulation="lagrange_euler", torque=lambda t, q, qd: 0 * q)
    arm.ode(formulation="lagrange_euler")(0.0, np.zeros(4))
    # once each to check the arguments, four times in each of three steps, and once in the function
    assert called == ["lagrange_euler"] * (1 + 3 * 4 + 1 + 1)


def test_the_table_tells_by_which_formulation_it_is():
    arm = robots.planar_2r()
    titles = [
        arm.simulate([0, 0], [0, 0], 2e-3, formulation=name).table().title
        for name in (None, "kane")
    ]
    assert titles[0].endswith("by rk4")
    assert titles[1].endswith("by rk4, accelerations by kane")


@pytest.mark.parametrize(
    ("name", "error", "message"),
    [
        ("lagrange", ValueError, "formulation: there is no 'lagrange'; did you mean 'lagrange_eul"),
        ("trace_form", ValueError, "formulation: there is no 'trace_form'"),
        ("", ValueError, "formulation: there is no ''"),
        (7, TypeError, "formulation: expected"),
        (len, TypeError, "formulation: expected a name"),
        ("newton_euler_sasaki_scalar", ValueError, "formulation: newton_euler_sasaki_scalar takes"),
    ],
)
def test_a_formulation_that_is_none_or_refuses_the_arm_is_named(name, error, message):
    arm = robots.random_arm(3, 1, joints="RPR")
    with pytest.raises(error, match=re.escape(message)):
        arm.simulate(np.zeros(3), np.zeros(3), 0.01, formulation=name)
    with pytest.raises(error, match=re.escape(message)):
        arm.ode(formulation=name)
