"""Random trees: chains out of them, lumped and in other frames, against the links as they are."""

import numpy as np
import pytest

from equidyn import Arm, robots
from oracles.random_arms import random_arm
from oracles.urdf_frames import Robot
from oracles.urdf_texts import random_tree

pytestmark = pytest.mark.filterwarnings("ignore::equidyn.ArmWarning")

trees = pytest.mark.parametrize(("seed", "special"), [(k, k % 3 > 0) for k in range(24)])


def states(n, seed=1):
    return np.random.default_rng(seed).uniform(-2, 2, (3, 2, n))


def assert_same(actual, expected, part=1e-12):
    np.testing.assert_allclose(actual, expected, rtol=0, atol=part * np.abs(expected).max())


@trees
def test_a_chain_out_of_a_tree_takes_the_torques_of_all_its_links(seed, special):
    text, tip, moving = random_tree(seed, special=special)
    arm = Arm.from_urdf(text, tip=tip)
    q, qd, qdd = states(arm.n)
    oracle = Robot(text, moving)
    expected = [oracle.torque("root", *state) for state in zip(q, qd, qdd, strict=True)]
    assert_same(arm.inverse_dynamics(q, qd, qdd), expected)


@trees
def test_the_chain_survives_a_urdf_and_the_other_convention(seed, special):
    text, tip, _ = random_tree(seed, special=special)
    arm = Arm.from_urdf(text, tip=tip)
    state = states(arm.n)
    standard = arm.to_convention("standard")
    for same in (Arm.from_urdf(arm.to_urdf()), Arm.from_urdf(standard.to_urdf()), standard):
        assert_same(same.inverse_dynamics(*state), arm.inverse_dynamics(*state))
        np.testing.assert_array_equal(same.limits, arm.limits)


@pytest.mark.parametrize("seed", range(24))
def test_any_arm_survives_a_urdf(seed):
    arm = Arm.from_dh(**random_arm(seed)).with_gravity((0, 0, -9.81))
    same = Arm.from_urdf(arm.to_urdf())
    state = states(arm.n)
    assert_same(same.inverse_dynamics(*state), arm.inverse_dynamics(*state))


def test_frames_of_right_angled_chains_have_right_angles_and_zeros():
    text, tip, _ = random_tree(1, special=True)
    arm = Arm.from_urdf(text, tip=tip)
    assert set(np.abs(arm.alpha)) <= {0, np.pi / 2, np.pi}
    lengths = np.abs([*arm.a, *arm.d])
    assert np.all((lengths == 0) | (lengths > 0.05))


def test_the_drives_of_an_arm_survive_a_urdf():
    arm = robots.puma560().with_motors(gear_ratio=robots.puma560().gear_ratio)
    arm = arm.with_friction(arm.viscous, np.abs(arm.coulomb).mean(1)[:, None] * (1, -1))
    same = Arm.from_urdf(arm.to_urdf())
    np.testing.assert_array_equal(same.limits, arm.limits)
    state = states(6)
    assert_same(
        same.inverse_dynamics(*state, friction=True), arm.inverse_dynamics(*state, friction=True)
    )
