"""Frames slid along their joint axes, by a_y: another description, the same arm."""

import numpy as np
import pytest

import equidyn
from equidyn import robots
from oracles.calls import METHODS, called, loads, parts, states

# results in the frames of the links, which slide
OF_LINKS = {"link_motion", "link_poses", "regressor", "regressor_vjp"}
OF_JOINTS = [name for name in METHODS if name not in OF_LINKS]
# but for the terms, of which gravity is one and the motion of the base another
MOVING = [n for n in OF_JOINTS if "base_motion" in METHODS[n].options and n != "breakdown"]

# products of lengths and of twists that are not small
DIGITS = 1e-12


def slid(arm, shifts):
    """Return an arm in standard DH whose frames 1 to n-1 have moved along the next joint axis."""
    shifts = np.append(shifts, 0.0)
    before = np.append(0.0, shifts[:-1])
    given = arm.to_dict()
    given["a_y"] = -np.sin(arm.alpha) * shifts
    given["d"] = arm.d + np.cos(arm.alpha) * shifts - before
    given["com"] = arm.com - np.outer(shifts, [0, 0, 1])
    return equidyn.Arm.from_dict(given)


def pair(convention, n=7, seed=5):
    """Return an arm of mixed joints, and the same one with other frames."""
    arm = robots.random_arm(n, seed=seed, friction=True, motors=True)
    shifts = np.random.default_rng(seed).uniform(-1, 1, n - 1)
    shifts[1] = 0
    return tuple(each.to_convention(convention) for each in (arm, slid(arm, shifts)))


def general(first):
    return robots.random_arm(6, seed=3, joints=first + "RPRRR", friction=True, motors=True)


def assert_alike(found, expected):
    for one, other in zip(parts(found), parts(expected), strict=True):
        assert np.abs(one - other).max() <= DIGITS * np.abs(other).max()


both = pytest.mark.parametrize("convention", ["standard", "modified"])


@pytest.mark.parametrize("name", OF_JOINTS)
def test_what_joints_feel_is_the_same(name):
    for convention in ("standard", "modified"):
        for rows in ((), (40,)):
            arm, moved = pair(convention)
            assert np.count_nonzero(moved.a_y) == moved.n - 2
            x = states(*rows, seed=7, arm=arm)
            for options in ({}, loads(name, *rows)):
                assert_alike(
                    called(name, x, arm=moved, **options), called(name, x, arm=arm, **options)
                )


@pytest.mark.parametrize("name", OF_JOINTS)
def test_the_first_link_may_have_it_too(name):
    for convention in ("standard", "modified"):
        for first in "RP":
            arm = general(first)
            shifts = np.array([0.5, 0, 0, 0, 0.7])
            # on a base that is given in the modified convention, frame 0 has a shift before joint 1
            arm, moved = (each.to_convention(convention) for each in (arm, slid(arm, shifts)))
            x = states(3, seed=7, arm=arm)
            assert_alike(called(name, x, arm=moved), called(name, x, arm=arm))


@both
def test_the_regressor_is_that_of_the_slid_links(convention):
    _, moved = pair(convention)
    q, qd, qdd = states(5, seed=8, arm=moved)
    torques = moved.regressor(q, qd, qdd) @ moved.parameters()
    assert_alike(torques, moved.inverse_dynamics(q, qd, qdd))


def test_frames_of_links_move_along_their_axes():
    arm, moved = pair("standard")
    q, *_ = states(3, seed=9, arm=arm)
    poses, others = arm.link_poses(q), moved.link_poses(q)
    np.testing.assert_allclose(others[..., :3, :3], poses[..., :3, :3], atol=1e-13)
    steps = np.einsum("...ji,...j->...i", poses[..., :3, :3], (others - poses)[..., :3, 3])
    np.testing.assert_allclose(steps[..., :2], 0, atol=1e-13)
    assert np.abs(steps[..., 2]).max() > 0.1


@both
def test_formulations_and_kernels_agree_where_every_link_has_it(convention):
    arm = robots.random_arm(5, seed=4, convention=convention)
    shifts = np.random.default_rng(1).uniform(-1, 1, 5)
    equidyn.verify(equidyn.Arm.from_dict({**arm.to_dict(), "a_y": shifts})).assert_passed()


@both
@pytest.mark.parametrize("first", ["R", "P"])
def test_a_shift_before_the_first_joint_moves_the_base(first, convention):
    arm = general(first).to_convention("modified")
    lifted = equidyn.Arm.from_dict({**arm.to_dict(), "a_y": [0.3, 0, 0, 0, 0, 0]})
    higher = np.eye(4)
    higher[1, 3] = 0.3
    placed = arm.with_base(arm.base @ higher)
    lifted, placed = (each.to_convention(convention) for each in (lifted, placed))
    x = states(4, seed=1, arm=arm)
    # the motion of the base is that of another point
    for name in {*OF_JOINTS, "link_poses"} - {"base_motion_vjp"}:
        options = loads(name, 4)
        options.pop("base_motion", None)
        assert_alike(called(name, x, arm=lifted, **options), called(name, x, arm=placed, **options))


@pytest.mark.parametrize("name", MOVING)
def test_a_shift_before_the_first_joint_of_a_moving_base(name):
    for first in "RP":
        arm = general(first).to_convention("modified")
        arm = equidyn.Arm.from_dict({**arm.to_dict(), "a_y": [0.3, 0, 0, 0, 0, 0]})
        lifting = equidyn.BaseMotion(linear_acceleration=-arm.base[:3, :3].T @ arm.gravity)
        x = states(4, seed=1, arm=arm)
        found = called(name, x, arm=arm.with_gravity([0, 0, 0]), base_motion=lifting)
        assert_alike(found, called(name, x, arm=arm))
