"""Free base: its motion where the wrench on the arm is known."""

import numpy as np
import pytest

from equidyn import Arm, BaseMotion, robots
from oracles.lagrange import STEP, Particles, exact, ten_places
from oracles.random_arms import random_arm, random_state

SEEDS = range(0, 204, 17)

# of the largest number that is compared: solving for six accelerations may cost a digit
TOLERANCE = 1e-11


@pytest.mark.parametrize("seed", SEEDS)
def test_base_moves_so_that_it_exerts_the_wrench(seed):
    arm, rng = Arm.from_dh(**random_arm(seed)), np.random.default_rng(seed)
    state = random_state(rng, arm.n)
    wrench, tip, w = 10 * rng.normal(size=6), 10 * rng.normal(size=6), rng.normal(size=3)
    motion = arm.base_motion(*state, wrench, angular_velocity=w, tip_wrench=tip)
    whole = arm.link_motion(*state, tip_wrench=tip, base_motion=motion)
    largest = np.abs(np.hstack([whole.force, whole.moment, np.tile(wrench, (arm.n, 1))])).max()
    np.testing.assert_allclose(whole.wrenches().base, wrench, rtol=0, atol=TOLERANCE * largest)
    assert np.array_equal(motion.angular_velocity, w)


@pytest.mark.parametrize("seed", [17, 53, 85])
def test_arm_that_floats_keeps_its_momentum(seed):
    """Linear and angular, in the world, that of all its point masses."""
    arm = Arm.from_dh(**random_arm(seed)).with_gravity([0, 0, 0])
    q, qd, qdd = random_state(np.random.default_rng(seed), arm.n)
    floating = arm.base_motion(q, qd, qdd, np.zeros(6), angular_velocity=[0.3, -0.5, 0.7])
    particles = Particles(arm, floating)
    q, qd, qdd = exact(q), exact(qd), exact(qdd)

    def momenta(t):
        frames = particles.link_frames(q + qd * t + qdd * t**2 / 2, qd + qdd * t, t)
        parts = []
        for masses, (frame, rate) in zip(particles.masses, frames, strict=True):
            places, velocities = (ten_places(x) for x in (frame, rate))
            flow = masses[:, None] * velocities
            parts.append([flow.sum(axis=0), np.cross(places, flow).sum(axis=0)])
        return np.array(parts)

    change = ((momenta(STEP) - momenta(-STEP)) / (2 * STEP)).astype(float)
    np.testing.assert_allclose(
        change.sum(axis=0), np.zeros((2, 3)), rtol=0, atol=TOLERANCE * np.abs(change).max()
    )


def test_states_broadcast_against_wrenches():
    arm, rng = robots.puma560(), np.random.default_rng(8)
    state, wrenches = rng.normal(size=(3, 4, 1, 6)), rng.normal(size=(5, 6))
    batch = arm.base_motion(*state, wrenches)
    assert batch.linear_acceleration.shape == (4, 5, 3)
    alone = arm.base_motion(*state[:, 2, 0], wrenches[3])
    for one, many in zip(alone.as_tuple(), batch.as_tuple(), strict=True):
        np.testing.assert_allclose(many[2, 3], one, rtol=0, atol=TOLERANCE * max(1, abs(one).max()))


def test_accelerations_of_the_base_are_those_that_take_no_more_wrench():
    arm, rest = robots.puma560(), np.zeros(6)
    held = arm.link_motion(rest, rest, rest).wrenches().base
    still = arm.base_motion(rest, rest, rest, held)
    for found, expected in zip(still.as_tuple(), BaseMotion().as_tuple(), strict=True):
        np.testing.assert_allclose(found, expected, rtol=0, atol=1e-12)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"base_wrench": [0, 0, 0]}, r"base_wrench: last axis must be 6, got shape \(3,\)"),
        ({"base_wrench": [np.nan] * 6}, "base_wrench: must be finite"),
        ({"angular_velocity": [0, 0]}, "angular_velocity: last axis must be 3"),
        (
            {"q": np.zeros((2, 2)), "base_wrench": np.zeros((3, 6))},
            "base_wrench: shape .* does not",
        ),
        ({"q": [0, 0, 0]}, "q: "),
    ],
)
def test_bad_arguments_are_named(arguments, message):
    good = {"q": [0, 0], "qd": [0, 0], "qdd": [0, 0], "base_wrench": np.zeros(6)}
    with pytest.raises(ValueError, match=message):
        robots.planar_2r().base_motion(**good | arguments)


def test_arm_without_inertia_about_an_axis_is_refused():
    arm = Arm.from_dh(
        "standard",
        joints="R",
        a=[1.0],
        alpha=[0.0],
        d=[0.0],
        theta=[0.0],
        mass=[1.0],
        com=[[0.0, 0.0, 0.0]],
        inertia=np.zeros((1, 3, 3)),
    )
    with pytest.raises(ValueError, match="q: the arm as a whole has no inertia about some axis"):
        arm.base_motion([0], [0], [0], np.zeros(6))
