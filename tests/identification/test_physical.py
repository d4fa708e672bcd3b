"""The identified arm: bodies that could be built, which predict the data as well as such can."""

import re
import warnings
from itertools import cycle

import numpy as np
import pytest

import equidyn
from equidyn import Arm, ArmWarning, robots
from oracles.measurements import assert_parts, measured

ROBOT = robots.puma560()

# masses and moments that are all wrong, and wrong in different ways, and no friction
GUESS = ROBOT.with_parameters(
    np.asarray(ROBOT.parameters()) * np.repeat([1.5, 0.6, 1.2, 2.0, 0.7, 1.4], 10)
).with_friction()

DRIVES = {"friction": True, "motors": True}

# its own tensors break the triangle inequality so that no bodies have its base parameters
IMPOSSIBLE = "stanford_toolbox"


def assert_bodies(arm: Arm) -> None:
    assert np.all(arm.mass > 0)
    principal = np.linalg.eigvalsh(arm.inertia)
    assert np.all(principal[:, 0] > 0)
    assert np.all(principal[:, 0] + principal[:, 1] > principal[:, 2])


# in turn: what is too light, right and too heavy for one robot is so for the next
@pytest.mark.parametrize(
    ("name", "size"),
    list(zip((name for name in robots.names() if name != IMPOSSIBLE), cycle((1e-6, 1.0, 1e6)))),
)
def test_exact_data_return_bodies_that_predict_them_whatever_masses_are_given(name, size):
    robot = robots.load(name)
    given = robot.with_parameters(np.asarray(robot.parameters()) / size)
    found = equidyn.identify(given, *measured(robot, 1, 100))
    *states, tau = measured(robot, 2, 20)
    # a guess that is too heavy costs as many digits in the estimate
    assert_parts(found.arm.inverse_dynamics(*states), tau, 1e-12 + 1e-14 / size)
    J = pseudo_inertias(found.arm)
    assert np.all(np.linalg.eigvalsh(J)[:, 0] >= -1e-12 * np.abs(J).max(axis=(1, 2)))


def pseudo_inertias(arm: Arm) -> np.ndarray:
    """The second moments of mass of the links, in homogeneous coordinates."""
    about_origin = arm.inertia_about_origin
    J = np.empty((arm.n, 4, 4))
    trace = np.trace(about_origin, axis1=1, axis2=2)
    J[:, :3, :3] = trace[:, None, None] / 2 * np.eye(3) - about_origin
    J[:, :3, 3] = J[:, 3, :3] = arm.mass[:, None] * arm.com
    J[:, 3, 3] = arm.mass
    return J


def test_arm_whose_data_are_exact_and_known_is_itself():
    for name in ("planar_2r", "twolink", "panda"):
        robot = robots.load(name)
        found = equidyn.identify(robot, *measured(robot, 3)).arm
        for data in ("mass", "com", "inertia"):
            np.testing.assert_allclose(getattr(found, data), getattr(robot, data), atol=1e-12)


def test_what_no_torque_shows_stays_near_what_was_given():
    """The first link of a PUMA is given without mass, but with a moment, which is impossible."""
    found = equidyn.identify(ROBOT, *measured(ROBOT, 4)).arm
    assert_bodies(found)
    assert 0.1 < found.mass[0] < 10
    assert np.allclose(found.mass[1:], ROBOT.mass[1:], rtol=0.25)


def test_what_no_torque_shows_has_the_size_of_what_was_measured():
    for size in (1e-6, 1e6):
        given = ROBOT.with_parameters(np.asarray(ROBOT.parameters()) / size)
        found = equidyn.identify(given, *measured(ROBOT, 4)).arm
        assert np.all((found.mass[1:] > ROBOT.mass[1:] / 5) & (found.mass[1:] < 5 * ROBOT.mass[1:]))


def test_unit_of_mass_does_not_matter():
    """Noisy data of an arm that is 1e12 times as heavy give an arm that is."""
    data = measured(ROBOT, 5, 100, noise=0.05)
    found = equidyn.identify(GUESS, *data).arm
    for size in (1e-12, 1e12):
        given = GUESS.with_parameters(size * np.asarray(GUESS.parameters()))
        scaled = equidyn.identify(given, *data[:3], size * data[3]).arm
        assert_parts(np.asarray(scaled.parameters()) / size, np.asarray(found.parameters()), 1e-6)


@pytest.mark.parametrize("noise", [0.01, 0.1])
def test_no_mass_added_anywhere_predicts_noisy_data_better(noise):
    """The masses that a body may consist of are points: these, and less of a link, are tried."""
    found = equidyn.identify(GUESS, *measured(ROBOT, 6, 150, noise, **DRIVES), **DRIVES)
    assert_bodies(found.arm)
    weights = found.information @ found.base.structural.matrix
    x = np.asarray(found.arm.parameters(**DRIVES))
    left = weights @ (x - found.parameters.values)
    points = np.random.default_rng(7).uniform(-0.5, 0.5, (500, 3))
    of_a_point = np.array([_parameters_of_a_point(point) for point in points])
    of_links = x[:60].reshape(6, 10)
    for link in range(6):
        candidates = np.vstack([of_a_point, -of_links[link]])
        change = weights[:, 10 * link : 10 * link + 10] @ candidates.T
        slopes, curvatures = left @ change, np.sum(change**2, axis=0)
        gains = np.minimum(slopes, 0.0) ** 2 / np.maximum(curvatures, 1e-300)
        # of chi-square, which noise makes 58 +- 11
        assert gains.max() < 0.05


def _parameters_of_a_point(r):
    tensor = r @ r * np.eye(3) - np.outer(r, r)
    return np.concatenate([[1.0], r, tensor[[0, 0, 1, 0, 1, 2], [0, 1, 1, 2, 2, 2]]])


def test_bodies_leave_no_more_over_than_the_estimate_at_any_joint():
    data = measured(ROBOT, 14, 150, noise=0.1, **DRIVES)
    found = equidyn.identify(GUESS.with_motors(), *data, **DRIVES)
    assert_bodies(found.arm)
    left = data[3] - found.arm.inverse_dynamics(*data[:3], **DRIVES)
    assert np.all(np.sqrt(np.mean(left**2, axis=0)) < 1.01 * found.noise)


def test_friction_and_rotors_that_noise_makes_negative_are_none():
    bare = ROBOT.with_friction(np.zeros(6), ROBOT.coulomb).with_motors(np.zeros(6))
    found = equidyn.identify(bare, *measured(bare, 21, noise=0.05, **DRIVES), **DRIVES)
    parameters = found.arm.parameters(**DRIVES)
    for drive in ("viscous", "rotor"):
        negative = [name for name in found.base.kept if name.startswith(drive)]
        negative = [name for name in negative if found.parameters[name] < 0]
        assert negative
        for name in negative:
            deviation = found.standard_deviations[found.base.kept.index(name)]
            assert 0 <= parameters[name] < 1e-2 * deviation


def test_noise_of_a_possible_arm_warns_of_nothing():
    for seed in range(20):
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            _ = equidyn.identify(GUESS, *measured(ROBOT, seed, 60, noise=0.02)).arm


def test_bodies_that_cannot_predict_as_the_estimate_does_say_by_how_much():
    robot = robots.load(IMPOSSIBLE)
    *states, tau = measured(robot, 18, 100)
    found = equidyn.identify(robot, *states, tau)
    with pytest.warns(ArmWarning, match="no bodies predict") as record:
        arm = found.arm
    assert record[0].filename == __file__
    (part,) = re.findall(r"differ from it by ([-.e\d]+) of them", str(record[0].message))
    left = arm.inverse_dynamics(*states) - tau
    assert float(part) == pytest.approx(
        np.linalg.norm(left / found.noise) / np.linalg.norm(tau / found.noise), rel=0.05
    )
    assert found.arm is arm


def test_torques_the_wrong_way_round_are_of_no_bodies():
    *states, tau = measured(ROBOT, 19, 100, noise=0.01)
    with pytest.warns(ArmWarning, match="no bodies predict"):
        _ = equidyn.identify(ROBOT, *states, -tau).arm


def test_data_that_tell_nothing_leave_bodies_like_those_that_were_given():
    robot = ROBOT.with_gravity([0, 0, 0])
    still = np.zeros((60, 6))
    found = equidyn.identify(robot, still, still, still, still).arm
    assert_bodies(found)
    assert np.allclose(found.mass[3:], robot.mass[3:], rtol=1e-2)
