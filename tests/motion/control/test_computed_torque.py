"""Arms that follow a motion by computed torque: the errors that theory gives."""

import numpy as np
import pytest

import equidyn
from equidyn import robots
from oracles.drives import geared

GAINS = {"kp": 100.0, "kv": 20.0}
MOVE = equidyn.quintic(np.zeros(6), [1, 0.5, -0.6, 1, -0.3, 0.5], duration=1.0)


def states(rows, seed):
    rng = np.random.default_rng(seed)
    return rng.uniform(-1, 1, (rows, 6)), rng.uniform(-1, 1, (rows, 6))


@pytest.mark.parametrize("formulation", [None, "lagrange_euler", "newton_euler"])
def test_the_error_of_an_arm_that_is_as_its_model_dies_out_critically_damped(formulation):
    arm = robots.puma560()
    e0, v0 = 0.1 * np.array(states(2, 1)) @ np.diag([1, -1, 1, -1, 1, -1])
    control = equidyn.ComputedTorque(arm, MOVE, **GAINS, formulation=formulation)
    q0, qd0, _ = MOVE(0.0)
    off = {}
    for step in (4e-3, 2e-3):
        motion = arm.simulate(q0 - e0, qd0 - v0, 0.2, step, torque=control)
        t = motion.t[:, np.newaxis]
        expected = (e0[:, np.newaxis] + (v0 + 10 * e0)[:, np.newaxis] * t) * np.exp(-10 * t)
        off[step] = abs(MOVE(motion.t)[0] - motion.q - expected).max()
    assert off[2e-3] < 1e-8
    assert np.log2(off[4e-3] / off[2e-3]) == pytest.approx(4.0, abs=0.2)


@pytest.mark.parametrize("formulation", equidyn.formulations()[:3])
def test_both_forms_ask_for_the_same_torque(formulation):
    arm, (q, qd) = geared(robots.puma560(), coulomb=(0.2, -0.3)), states(40, 2)
    qd[:9, ::2] = 0  # where Coulomb friction is zero
    t = np.random.default_rng(3).uniform(0, 1, 40)
    options = {**GAINS, "friction": True, "motors": True}
    trace_form = equidyn.ComputedTorque(arm, MOVE, **options, formulation="lagrange_euler")
    newton_euler = equidyn.ComputedTorque(arm, MOVE, **options, formulation=formulation.name)
    first, second = trace_form(t, q, qd), newton_euler(t, q, qd)
    np.testing.assert_allclose(first, second, rtol=0, atol=1e-13 * abs(first).max())
