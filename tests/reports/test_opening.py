"""The arm that moves is first seen in a position in which it can be seen."""

import numpy as np
import pytest

from equidyn import Arm, robots
from equidyn.dynamics.joint_range import joint_range
from equidyn.reports.opening import opening_position
from oracles.random_arms import random_arm

NAMES = ["puma560", "ur5e", "panda", "iiwa14", "gen3", "baxter", "sawyer", "scara", "stanford"]


def heights(arm, q):
    """Heights of frame origins and tool above the base."""
    points = np.vstack([arm.link_poses(q)[:, :3, 3], arm.forward_kinematics(q)[:3, 3]])
    return (points - arm.base[:3, 3]) @ -arm.gravity / np.linalg.norm(arm.gravity)


@pytest.mark.parametrize("name", NAMES)
def test_the_tool_stands_above_the_base_and_aside_of_it(name):
    arm = robots.load(name)
    q = opening_position(arm)
    tool = arm.forward_kinematics(q)[:3, 3]
    assert heights(arm, q)[-1] > 0.1
    assert heights(arm, q).min() > -0.05
    assert np.hypot(*tool[:2]) > 0.25


@pytest.mark.parametrize("name", NAMES)
def test_no_three_joints_of_an_arm_lie_folded_upon_each_other(name):
    arm = robots.load(name)
    origins = arm.link_poses(opening_position(arm))[:, :3, 3]
    spread = np.ptp(origins, axis=0)
    assert np.linalg.norm(spread) > 0.4


@pytest.mark.parametrize("seed", range(8))
def test_any_arm_opens_within_its_range_and_always_in_the_same_position(seed):
    arm = Arm.from_dh(**random_arm(seed, 1 + seed))
    q = opening_position(arm)
    low, high = joint_range(arm)
    assert q.shape == (arm.n,)
    assert np.all((low <= q) & (q <= high))
    np.testing.assert_array_equal(q, opening_position(Arm.from_dict(arm.to_dict())))


def test_joints_that_turn_stand_at_multiples_of_fifteen_degrees():
    parts = np.degrees(opening_position(robots.puma560())) / 15
    np.testing.assert_allclose(parts, np.round(parts), atol=1e-12)


def test_an_arm_whose_joints_cannot_move_stands_where_it_is():
    arm = robots.planar_2r().with_limits([[0.1, 0.1], [-0.2, -0.2]])
    np.testing.assert_allclose(opening_position(arm), [0.1, -0.2], atol=1e-9)
