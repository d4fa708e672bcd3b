"""The tutorial's equations, on arms of both kinds of joints."""

from functools import cache
from itertools import product

import numpy as np
import pytest

from equidyn import robots
from equidyn.studies.papers.derivation.algebra import from_one
from equidyn.studies.papers.derivation.command import uncontrolled
from equidyn.studies.papers.derivation.symbols import symbols
from equidyn.studies.papers.equivalence import check_derivation
from equidyn.studies.papers.modified_dh_tutorial.derivation.frames import frame

ALL_ARMS_OF_THREE = ["".join(letters) for letters in product("RP", repeat=3)]
JOINTS = ["R", "P", "RPRPR", *ALL_ARMS_OF_THREE]
TURNING = ["3.3a", "3.1.5d"] + [f"3.1.{k}" for k in ("1a", "1b", "1c", "4a", "4d", "4e", "4f")]
SLIDING = ["3.3b"] + [f"3.1.{k}" for k in ("2a", "2b", "2c", "4g", "4h", "4i", "4j", "4k")]


@cache
def arm_and_check(joints: str):
    arm = robots.random_arm(len(joints), seed=7, joints=joints)
    return arm, check_derivation(arm, seed=8, paper="modified_dh_tutorial")


@pytest.mark.parametrize("joints", JOINTS)
def test_every_equation_holds_wherever_it_applies(joints):
    _, check = arm_and_check(joints)
    check.assert_passed()
    slides, turns = (tuple(1 + k for k, j in enumerate(joints) if j == kind) for kind in "PR")
    expected = dict.fromkeys(TURNING, turns) | dict.fromkeys(SLIDING, slides)
    for step in check:
        everywhere = tuple(range(1, len(joints) + 1))
        assert step.links == expected.get(step.equation, everywhere), str(step)


@pytest.mark.parametrize("joints", JOINTS)
def test_it_ends_with_the_torques_and_forces_of_the_arm(joints):
    arm, check = arm_and_check(joints)
    tau = arm.inverse_dynamics(check.q, check.qd, check.qdd)
    for kind, equation in (("R", "3.3a"), ("P", "3.3b")):
        if not check[equation].applies:
            continue
        expected = tau[[j == kind for j in joints]]
        for side in (check[equation].left, check[equation].right):
            np.testing.assert_allclose(side, expected, rtol=0, atol=1e-12 * np.abs(tau).max())


@pytest.mark.parametrize("joints", JOINTS)
def test_its_frames_are_those_of_the_modified_convention(joints):
    """Beside those of compiled code, but for the last, which a tool may follow."""
    arm, check = arm_and_check(joints)
    modified = check.arm.to_convention("modified")
    q, qd, qdd = map(from_one, (check.q, check.qd, check.qdd))
    s = symbols(check.arm, q, qd, uncontrolled(q, qd, qdd))
    poses = modified.link_poses(check.q)
    for i in range(1, arm.n + 1):
        found = check.arm.base @ frame(s, i).now
        np.testing.assert_allclose(found, poses[i - 1], rtol=0, atol=1e-13)


def test_vectors_without_their_frame_show_where_frames_differ():
    """Behind the first joint alone they do not: the frame before is that of the base."""
    _, check = arm_and_check("RRR")
    assert not check["3.1.5d"].holds_as_printed
    _, one = arm_and_check("R")
    assert one["3.1.5d"].misprints
    assert one["3.1.5d"].holds_as_printed
