"""Torques of the page in twice as many digits: those of extended precision."""

import json

import numpy as np
import pytest

from equidyn import Arm, robots
from equidyn.arm.states import random_motion
from equidyn.verification.trials import extended_torque
from oracles.scripts import NODE, evaluate

pytestmark = pytest.mark.skipif(NODE is None, reason="there is no Node on the path")

FILES = ("panels/exact.js",)
ROBOTS = ("puma560", "stanford", "panda", "scara", "cylindrical")
GENERAL = 2.0**-40
EPS = np.finfo(float).eps


def in_page(arm, x):
    """Return the torques of states of an arm that the page computes, and their rests."""
    data = {name: np.asarray(value).tolist() for name, value in arm.to_dict().items()}
    states = [[q.tolist() for q in state] for state in zip(x.q, x.qd, x.qdd, strict=True)]
    expression = f"{json.dumps(states)}.map((state) => exactTorques({json.dumps(data)}, ...state))"
    return np.array(evaluate(FILES, expression), dtype=float)


def general_arm(seed):
    """Return an arm without right angles, whose base is not turned by rounded numbers."""
    return Arm.from_dict(robots.random_arm(5, seed).to_dict() | {"base": np.eye(4)})


def off_normals(convention):
    """Return such an arm whose frames are off the common normals of its joint axes."""
    data = robots.random_arm(4, 3, "RPRR", convention=convention).to_dict()
    return Arm.from_dict(data | {"base": np.eye(4), "a_y": [0.1, -0.2, 0.3, -0.4]})


@pytest.mark.parametrize(
    ("arm", "tolerance"),
    [
        # the page takes a right angle in radians for the double that it is
        *((robots.load(name), 0.5) for name in ROBOTS),
        *((general_arm(seed), GENERAL) for seed in range(3)),
        *((off_normals(convention), GENERAL) for convention in ("standard", "modified")),
    ],
    ids=lambda given: getattr(given, "name", None),
)
def test_they_are_those_of_extended_precision(arm, tolerance):
    x = random_motion(arm, 4, np.random.default_rng(0))
    expected = extended_torque(arm, x, "newton_euler_angeles")
    found, rests = np.moveaxis(in_page(arm, x), -1, 0)
    assert np.abs(found - expected + rests).max() <= tolerance * EPS * np.abs(expected).max()


def test_they_have_more_digits_than_two_formulations_share():
    arm = robots.puma560()
    x = random_motion(arm, 4, np.random.default_rng(0))
    rests = in_page(arm, x)[..., 1]
    assert np.abs(rests).max() > 0


@pytest.mark.parametrize("angle", [0.0, 1e-12, 0.7, -2.5, 1e4, 6.28e6, np.pi])
def test_sine_and_cosine_have_thirty_digits(angle):
    mpmath = pytest.importorskip("mpmath")
    with mpmath.workdps(50):
        found = evaluate(FILES, f"exactCosineSine(exactOf({angle!r}))")
        for (high, low), function in zip(found, (mpmath.cos, mpmath.sin), strict=True):
            apart = mpmath.mpf(high) + mpmath.mpf(low) - function(mpmath.mpf(angle))
            assert abs(apart) < 1e-27 * max(1, abs(angle)) * EPS**0.1
