"""The arm of the page is first seen in a position, and from where, it can be seen."""

import numpy as np
import pytest

from equidyn import Arm, robots
from equidyn.draw.sight import sight_of
from equidyn.page import page
from oracles.browser import CHROMIUM
from oracles.random_arms import random_arm
from page.test_page_in_browser import ready

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium on the path"),
    pytest.mark.skipif(not page.MODULE.exists(), reason="the module has not been built"),
]

NAMES = ["puma560", "ur5e", "panda", "iiwa14", "gen3", "baxter", "sawyer", "scara", "stanford"]


@pytest.fixture
def position(tab, tmp_path):
    """A function that returns the position in which the page of an arm opens."""

    def opening(arm):
        file = tmp_path / "arm.html"
        file.write_text(page.page_of(arm.to_dict(), show=["arm"]), encoding="utf-8")
        tab.open(file)
        ready(tab)
        assert tab.run("said") == []
        return np.array(tab.run("[...state.q]"))

    return opening


@pytest.mark.parametrize("name", NAMES)
def test_the_arm_stands_unfolded_above_its_base_with_its_tool_aside(position, name):
    arm = robots.load(name)
    q = position(arm)
    origins = arm.link_poses(q)[:, :3, 3]
    tool = arm.forward_kinematics(q)[:3, 3]
    up = -arm.gravity / np.linalg.norm(arm.gravity)
    heights = (np.vstack([origins, tool]) - arm.base[:3, 3]) @ up
    assert heights[-1] > 0.1
    assert heights.min() > -0.05
    assert np.hypot(*tool[:2]) > 0.25
    assert np.linalg.norm(np.ptp(origins, axis=0)) > 0.4


@pytest.mark.parametrize("seed", range(4))
def test_an_arm_opens_within_its_limits_and_always_in_the_same_position(position, seed):
    arm = Arm.from_dh(**random_arm(seed, 1 + 2 * seed))
    low = np.random.default_rng(seed).uniform(-2, 0, arm.n)
    arm = arm.with_limits(np.transpose([low, low + 1.3]))
    q = position(arm)
    assert np.all((arm.limits[:, 0] <= q) & (q <= arm.limits[:, 1]))
    np.testing.assert_array_equal(q, position(arm))


def test_joints_that_turn_stand_at_multiples_of_fifteen_degrees(position):
    parts = np.degrees(position(robots.puma560())) / 15
    np.testing.assert_allclose(parts, np.round(parts), atol=1e-12)


def test_an_arm_whose_joints_cannot_move_stands_where_it_is(position):
    arm = robots.planar_2r().with_limits([[0.1, 0.1], [-0.2, -0.2]])
    np.testing.assert_allclose(position(arm), [0.1, -0.2], atol=1e-9)


@pytest.mark.parametrize("gravity", [[0, -9.81, 0], [0, 0, -9.81], [3, -7, -5], [0, 0, 0]])
@pytest.mark.parametrize("name", ["planar_2r", "planar_rp", "cylindrical", "puma560"])
def test_the_page_looks_from_where_pictures_do(tab, position, name, gravity):
    arm = robots.load(name).with_gravity(gravity)
    position(arm)
    found = [float(tab.run(f"labelled('{word} the view').value")) for word in ("turn", "tilt")]
    sight = sight_of([arm._posture(np.zeros(arm.n))], 20.0)
    seen = sight._replace(azimuth=found[0], elevation=found[1])
    np.testing.assert_allclose(seen.picture, sight.picture, atol=1e-6)
