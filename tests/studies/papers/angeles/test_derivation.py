"""Angeles's equations beside compiled code, and where their errata show."""

from functools import cache
from itertools import product

import numpy as np
import pytest

from equidyn import robots
from equidyn.studies import orthogonal_complement
from equidyn.studies.papers.angeles.derivation.natural_orthogonal_complement import (
    dissipative,
    twist,
)
from equidyn.studies.papers.derivation.algebra import from_one
from equidyn.studies.papers.derivation.command import uncontrolled
from equidyn.studies.papers.derivation.symbols import symbols
from equidyn.studies.papers.equivalence import check_derivation

ALL_ARMS_OF_THREE = ["".join(letters) for letters in product("RP", repeat=3)]
JOINTS = ["R", "P", "RPRPR", *ALL_ARMS_OF_THREE]
TURNING = ("7.30", "7.31", "7.32a", "7.32b", "7.33a", "7.33b", "7.36", "7.39")
SLIDING = ("7.32c", "7.32d", *(f"7.34{letter}" for letter in "abcdef"), "7.37", "7.40")


@cache
def arm_and_check(joints: str):
    arm = robots.random_arm(len(joints), seed=7, joints=joints)
    return arm, check_derivation(arm, seed=8, paper="angeles")


@pytest.mark.parametrize("joints", JOINTS)
def test_every_equation_holds_wherever_it_applies(joints):
    _, check = arm_and_check(joints)
    check.assert_passed()
    n = len(joints)
    about = {"7.27": [1], "7.35": [1], "7.38a": [n], "7.38b": [n]}
    about |= dict.fromkeys(("7.38c", "7.38d", "7.40+"), range(1, n))
    about |= dict.fromkeys(("7.32a", "7.32c"), range(2, n + 1))
    for step in check:
        links = about.get(step.equation, range(1, n + 1))
        if step.equation in TURNING + SLIDING:
            kind = "R" if step.equation in TURNING else "P"
            links = [i for i in links if joints[i - 1] == kind]
        assert step.links == tuple(links), str(step)


@pytest.mark.parametrize("joints", JOINTS)
def test_the_motion_is_that_of_compiled_code(joints):
    arm, check = arm_and_check(joints)
    motion = arm.link_motion(check.q, check.qd, check.qdd)
    expected = {"7.26a": motion.angular_velocity, "7.26b": motion.angular_acceleration}
    for equation, value in expected.items():
        for side in (check[equation].left, check[equation].right):
            np.testing.assert_allclose(
                side, value, rtol=0, atol=1e-12 * max(1, np.abs(value).max())
            )


@pytest.mark.parametrize("joints", JOINTS)
def test_the_complement_is_that_of_compiled_code(joints):
    arm, check = arm_and_check(joints)
    complement = orthogonal_complement(arm, check.q, check.qd)
    twists = (complement.T @ check.qd).reshape(-1, 6)
    rates = (complement.T @ check.qdd + complement.T_rate @ check.qd).reshape(-1, 6)
    M = arm.mass_matrix(check.q)
    expected = {"7.54": twists, "7.56": rates, "7.58": M, "7.57": M @ check.qdd}
    for equation, value in expected.items():
        atol = 1e-12 * max(1.0, np.abs(value).max())
        for side in (check[equation].left, check[equation].right):
            np.testing.assert_allclose(side, value, rtol=0, atol=atol, err_msg=equation)


def test_a_slide_beyond_a_link_shows_that_its_moment_lacks_one():
    for joints, visible in (("PRR", False), ("RRR", False), ("RPR", True), ("RRP", True)):
        _, check = arm_and_check(joints)
        assert check["7.38d"].misprints
        assert check["7.38d"].holds_as_printed != visible


def test_the_outward_recursion_of_revolute_joints_is_right_as_printed_but_for_what_it_reads():
    _, revolute = arm_and_check("RRR")
    first, second = revolute["7.35+"].misprints
    assert first.residual is None
    assert second.residual < 1e-12
    _, mixed = arm_and_check("RPRPR")
    assert mixed["7.35+"].misprints[1].residual > 1e-3


def test_friction_takes_power():
    """t^t w^D is minus the sum of b qd²."""
    arm = robots.random_arm(4, seed=3, joints="RPRP").with_friction(viscous=[1.0, 2.0, 3.0, 4.0])
    check = check_derivation(arm, seed=1, paper="angeles")
    check.assert_passed()
    q, qd, qdd = map(from_one, (check.q, check.qd, check.qdd))
    s = symbols(check.arm, q, qd, uncontrolled(q, qd, qdd))
    power = sum(twist(s, i).now @ dissipative(s, i) for i in range(1, 5))
    np.testing.assert_allclose(power, -(arm.viscous @ check.qd**2), rtol=1e-12)
