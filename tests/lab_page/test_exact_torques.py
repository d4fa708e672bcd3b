"""Torques of the page in twice as many digits: those of extended precision."""

import json

import numpy as np
import pytest

from equidyn import robots
from equidyn.arm.states import random_motion
from equidyn.lab.verify.trials import extended_torque, has_extended_precision
from oracles.scripts import NODE, evaluate

pytestmark = [
    pytest.mark.skipif(NODE is None, reason="there is no Node on the path"),
    pytest.mark.skipif(not has_extended_precision(), reason="long double is no wider than double"),
]

FILES = ("panels/own_panel.js", "panels/exact.js")
ARMS = ("puma560", "stanford", "panda", "scara", "cylindrical")
EPS = np.finfo(float).eps


def in_page(arm, x):
    """Return the torques of states of an arm that the page computes, and their rests."""
    data = {name: np.asarray(value).tolist() for name, value in arm.to_dict().items()}
    states = [[q.tolist() for q in state] for state in zip(x.q, x.qd, x.qdd, strict=True)]
    expression = f"{json.dumps(states)}.map((state) => exact_torques({json.dumps(data)}, ...state))"
    return np.array(evaluate(FILES, expression), dtype=np.longdouble)


@pytest.mark.parametrize("name", ARMS)
def test_they_are_those_of_extended_precision(name):
    arm = robots.load(name)
    x = random_motion(arm, 4, np.random.default_rng(0))
    expected = extended_torque(arm, x, "newton_euler_angeles")
    found = in_page(arm, x).sum(axis=-1)
    # extended precision rounds to 1/2048 eps, several hundred times
    assert np.abs(found - expected).max() <= 0.5 * EPS * np.abs(expected).max()


def test_they_have_more_digits_than_two_formulations_share():
    arm = robots.puma560()
    x = random_motion(arm, 4, np.random.default_rng(0))
    rests = in_page(arm, x)[..., 1]
    assert np.abs(rests).max() > 0


@pytest.mark.parametrize("angle", [0.0, 1e-12, 0.7, -2.5, 1e4, 6.28e6, np.pi])
def test_sine_and_cosine_have_thirty_digits(angle):
    mpmath = pytest.importorskip("mpmath")
    with mpmath.workdps(50):
        found = evaluate(FILES, f"exact_cosine_sine(exact_of({angle!r}))")
        for (high, low), function in zip(found, (mpmath.cos, mpmath.sin), strict=True):
            apart = mpmath.mpf(high) + mpmath.mpf(low) - function(mpmath.mpf(angle))
            assert abs(apart) < 1e-27 * max(1, abs(angle)) * EPS**0.1
