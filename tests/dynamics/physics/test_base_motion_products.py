"""Products of a cotangent with the derivatives of torques by the motion of the base."""

import numpy as np
import pytest

from conftest import EPS, TOLERANCE
from equidyn import Arm, BaseMotion
from oracles.random_arms import random_arm

# arms of every length up to 12, with slides at either end, in either convention
SEEDS = range(0, 96, 5)


def differences(arm, x, w, motion):
    """The torques are quadratic in the motion of the base, so that these are exact."""
    found = np.empty((3, len(w), 3))
    for part, axis in np.ndindex(3, 3):
        ahead, behind = motion.copy(), motion.copy()
        ahead[part, :, axis] += 1
        behind[part, :, axis] -= 1
        torques = [
            arm.inverse_dynamics(*x, base_motion=BaseMotion(*each)) for each in (ahead, behind)
        ]
        found[part, :, axis] = np.einsum("si,si->s", w, torques[0] - torques[1]) / 2
    return found


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("moving", [False, True], ids=["base at rest", "moving base"])
def test_they_are_differences_of_torques(seed, moving):
    arm = Arm.from_dh(**random_arm(seed))
    rng = np.random.default_rng([seed, 8])
    *x, w = rng.uniform(-2, 2, (4, 5, arm.n))
    motion = rng.uniform(-2, 2, (3, 5, 3)) if moving else np.zeros((3, 5, 3))
    base_motion = BaseMotion(*motion) if moving else None
    found = np.array(arm.base_motion_vjp(*x, w, base_motion=base_motion))
    size = np.abs(w).sum() * np.abs(arm.inverse_dynamics(*x, base_motion=base_motion)).max()
    allowed = TOLERANCE["identity"] * EPS * max(size, np.abs(found).max())
    assert np.abs(found - differences(arm, x, w, motion)).max() <= allowed


def test_gravity_is_an_acceleration_of_the_base():
    arm = Arm.from_dh(**random_arm(5))
    rng = np.random.default_rng(9)
    *x, w = rng.uniform(-2, 2, (4, arm.n))
    *_, by_a = arm.base_motion_vjp(*x, w)
    g = rng.uniform(-9, 9, 3)
    change = arm.with_gravity(g).inverse_dynamics(*x) - arm.inverse_dynamics(*x)
    in_base = arm.base[:3, :3].T @ (g - arm.gravity)
    assert np.isclose(-by_a @ in_base, w @ change, rtol=1e-12)
