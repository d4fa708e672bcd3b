"""A simulation by a formulation of forward dynamics is that by the kernels."""

import re

import numpy as np
import pytest

import equidyn
from equidyn import robots
from equidyn.motion.simulation.request import FIXED_STEPS, METHODS
from oracles.drives import gantry, geared

NAMES = [
    *(f.name for f in equidyn.formulations("forward_dynamics")),
    *("modified_newton_euler", "lagrange_euler", "newton_euler_sasaki"),
]
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


@pytest.mark.parametrize("method", METHODS)
def test_a_motion_has_the_same_bits_alone_and_in_a_batch(method):
    arm, (q, qd) = robots.planar_2r(), states(9, 2, 5)
    options = {"method": method, "formulation": "modified_newton_euler", "torque": [1.0, 0.5]}
    whole = arm.simulate(q, qd, 0.02, threads=2, **options)
    alone = arm.simulate(q[7], qd[7], 0.02, threads=1, **options)
    for part in ("q", "qd", "work"):
        np.testing.assert_array_equal(getattr(alone, part), getattr(whole, part)[7])


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


def test_no_kernel_of_forward_dynamics_makes_the_steps(monkeypatch):
    called = []
    original = equidyn.Arm.forward_dynamics

    def noted(self, *operands, formulation=None, **options):
        called.append(formulation)
        return original(self, *operands, formulation=formulation, **options)

    monkeypatch.setattr(equidyn.Arm, "forward_dynamics", noted)
    arm = robots.planar_2r()
    arm.simulate([0, 0], [1, 0], 3e-3, formulation="lagrange_euler")
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
