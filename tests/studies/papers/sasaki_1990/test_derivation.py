"""Sasaki's derivation: its equations beside compiled code, and where its errata show."""

from functools import cache
from itertools import product

import numpy as np
import pytest

from equidyn import robots
from equidyn.studies.papers.derivation.algebra import skew
from equidyn.studies.papers.derivation.varying import Varying, cross, relative_rate
from equidyn.studies.papers.equivalence import check_derivation

ALL_ARMS_OF_THREE = ["".join(letters) for letters in product("RP", repeat=3)]
JOINTS = ["R", "P", "RPRPR", *ALL_ARMS_OF_THREE]

TURNING = ["2.16", "2.18", "2.18+", "2.19", "3.9", "3.11", "3.48"] + [
    f"3.{k}" for k in (5, 6, 7, 12, 13, 14, 23, 24, 25)
]
WITH_NEXT = ("3.38", "3.39", "3.41", "3.42", "3.43", "3.44")


@cache
def arm_and_check(joints: str):
    arm = robots.random_arm(len(joints), seed=7, joints=joints, friction=True)
    arm = arm.with_friction(viscous=arm.viscous)
    return arm, check_derivation(arm, seed=8, paper="sasaki")


@pytest.mark.parametrize("joints", JOINTS)
def test_every_equation_holds_wherever_it_applies(joints):
    _, check = arm_and_check(joints)
    check.assert_passed()
    n = len(joints)
    slides, turns = (tuple(1 + k for k, j in enumerate(joints) if j == kind) for kind in "PR")
    expected = dict.fromkeys(TURNING, turns) | dict.fromkeys(("2.17", "2.20"), slides)
    expected |= dict.fromkeys(("3.4", "3.10"), (1,))
    expected |= dict.fromkeys(WITH_NEXT, tuple(range(1, n)))
    for step in check:
        assert step.links == expected.get(step.equation, tuple(range(1, n + 1))), str(step)


def test_an_equation_that_needs_a_joint_to_slide_says_so():
    _, check = arm_and_check("RRR")
    assert not check["2.20"].applies
    assert "prismatic joints only" in str(check["2.20"])
    _, check = arm_and_check("PPP")
    assert not check["2.19"].applies
    assert "revolute joints only" in str(check["2.19"])


@pytest.mark.parametrize("joints", JOINTS)
def test_the_recursion_is_that_of_compiled_code(joints):
    arm, check = arm_and_check(joints)
    motion = arm.link_motion(check.q, check.qd, check.qdd)
    expected = {
        "2.31": motion.angular_velocity,
        "2.32": motion.angular_acceleration,
        "2.33": motion.origin_acceleration,
        "2.34": motion.com_acceleration,
        "2.37": motion.force,
        "2.38": motion.moment,
        "3.3": motion.angular_velocity,
        "3.30": motion.com_acceleration,
        "3.40": motion.force,
    }
    for equation, value in expected.items():
        atol = 1e-12 * max(1.0, np.abs(value).max())
        for side in (check[equation].left, check[equation].right):
            np.testing.assert_allclose(side, value, rtol=0, atol=atol, err_msg=equation)


@pytest.mark.parametrize("joints", JOINTS)
def test_it_ends_with_the_torques_of_the_arm_with_its_friction(joints):
    arm, check = arm_and_check(joints)
    end = check["2.39"]
    tau = arm.inverse_dynamics(check.q, check.qd, check.qdd, friction=True)
    atol = 1e-12 * max(1.0, np.abs(tau).max())
    for side in (end.left, end.right):
        np.testing.assert_allclose(side, tau, rtol=0, atol=atol)
    frictionless = arm.inverse_dynamics(check.q, check.qd, check.qdd)
    np.testing.assert_allclose(check["2.29"].right, frictionless, rtol=0, atol=atol)
    assert np.abs(tau - frictionless).min() > 1e-3


def test_the_appendix_on_axes_holds_as_printed_where_the_second_axis_does_not_turn():
    """In a plane arm every link turns about z: k* with twist 0, j* or its opposite with 90°."""
    flat = check_derivation(robots.planar_2r(), paper="sasaki")
    equations = ("B.15", "B.17", "B.18", "B.20+")
    assert all(flat[equation].holds_as_printed for equation in equations)
    assert flat["B.15"].misprints
    _, general = arm_and_check("RPRPR")
    assert not any(general[equation].holds_as_printed for equation in equations)


def test_equations_without_angular_velocity_are_blind_to_errata_in_its_terms():
    """On an arm that slides only, nothing turns."""
    _, check = arm_and_check("PPP")
    for equation in ("2.8", "2.14", "2.15", "A.28", "B.15"):
        assert check[equation].holds_as_printed
        assert check[equation].misprints


def test_its_scalar_form_holds_as_printed_on_the_links_that_the_paper_assumes():
    """The centre of mass in the middle, no products of inertia."""
    general = robots.random_arm(4, seed=2, joints="RRRR")
    data = general.to_dict()
    middle = np.column_stack(
        [general.a, general.d * np.sin(general.alpha), general.d * np.cos(general.alpha)]
    )
    plain = general.from_dict({**data, "com": -middle / 2, "inertia": general.inertia * np.eye(3)})
    stated = ("3.34'", "3.35", "3.36", "3.37", "3.44+")
    check = check_derivation(plain, seed=1, paper="sasaki")
    check.assert_passed()
    assert all(check[equation].holds_as_printed for equation in stated)
    assert check["3.26"].misprints[1].residual < 1e-12 < check["3.26"].residual_printed
    check = check_derivation(general, seed=1, paper="sasaki")
    assert not any(check[equation].holds_as_printed for equation in stated)


def test_a_reason_names_what_the_print_lacks():
    _, check = arm_and_check("RPRPR")
    assert "(A.10) is the cosine of an angle" in check["A.26"].erratum
    assert "a velocity is divided by a differential" in check["2.22"].erratum
    assert check["2.8"].wrong_by_structure
    assert not check["2.15"].wrong_by_structure


def turning(t: float):
    """A rotation about z by t + t³, and its first two derivatives, by the matrix exponential."""
    angle, rate, rate_of_rate = t + t**3, 1 + 3 * t**2, 6 * t
    K = skew(np.array([0.0, 0.0, 1.0]))
    R = np.eye(3) + np.sin(angle) * K + (1 - np.cos(angle)) * K @ K
    return R, rate * K @ R, rate_of_rate * K @ R + rate**2 * K @ K @ R


def test_products_that_vary_have_the_derivatives_of_the_product():
    """Beside differences of the values over time."""
    t, h = 0.3, 1e-4

    def vector(t):
        return np.array([t**2, np.sin(t), 1.0])

    v = Varying(vector(t), np.array([2 * t, np.cos(t), 0.0]), np.array([2.0, -np.sin(t), 0.0]))
    R = Varying(*turning(t))
    for found, value in (
        (R @ v, lambda t: turning(t)[0] @ vector(t)),
        (cross(R[:, 0], v), lambda t: np.cross(turning(t)[0][:, 0], vector(t))),
        (2.0 - v[0] * v, lambda t: 2.0 - vector(t)[0] * vector(t)),
        (R.T @ np.ones(3) - v, lambda t: turning(t)[0].T @ np.ones(3) - vector(t)),
        (np.eye(3) @ R @ v + 1.0, lambda t: turning(t)[0] @ vector(t) + 1.0),
    ):
        ahead, here, behind = (value(t + k * h) for k in (1, 0, -1))
        np.testing.assert_allclose(found.now, here, rtol=0, atol=1e-15)
        np.testing.assert_allclose(found.rate.now, (ahead - behind) / (2 * h), rtol=0, atol=1e-6)
        second = (ahead - 2 * here + behind) / h**2
        np.testing.assert_allclose(found.rate.rate.now, second, rtol=0, atol=1e-5)


def test_what_turns_with_a_frame_is_at_rest_in_it():
    R = Varying(*turning(0.3))
    fixed = R @ np.array([1.0, 2.0, 3.0])
    np.testing.assert_allclose(relative_rate(fixed, R).now, 0.0, atol=1e-14)
    assert np.abs(fixed.rate.now).max() > 1
