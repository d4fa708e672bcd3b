"""Wrenches of joints on links: working and constraining parts, friction, moving base.

Links are point masses here whose frames are differentiated in many digits: no angular velocity, and
no force from link to link, but the momentum of each link and the work on it.
"""

import copy
import functools
import pickle

import numpy as np
import pytest

from equidyn import Arm, BaseMotion, robots
from equidyn.dynamics import LinkMotion
from equidyn.studies import orthogonal_complement
from oracles.lagrange import STEP, Particles, exact
from oracles.random_arms import random_arm, random_state

# of one to twelve joints, in both conventions
SEEDS = range(0, 204, 17)

ON_LINKS = ("active", "dissipative", "constraint")


class Scene:
    """A random arm that moves on a moving base, with friction, and a load at its tip."""

    def __init__(self, seed):
        rng = np.random.default_rng([seed, 7])
        arm = Arm.from_dh(**random_arm(seed))
        n = arm.n
        coulomb = rng.uniform(0.1, 1, (n, 2)) * (1, -1)
        arm = arm.with_friction(viscous=rng.uniform(0.1, 1, n), coulomb=coulomb)
        self.arm = arm._with(gear_ratio=rng.uniform(-3, 3, n))
        self.q, self.qd, self.qdd = random_state(rng, n)
        self.load = {
            "tip_wrench": 10 * rng.normal(size=6),
            "base_motion": BaseMotion(*2 * rng.normal(size=(3, 3))),
        }
        self.motion = self.arm.link_motion(self.q, self.qd, self.qdd, **self.load)
        self.wrenches = self.motion.wrenches(friction=True)
        # axes as rows, and origins, with their second derivatives
        self.frames, _, self.bent = self.frames_in_time(self.load["base_motion"], self.q, self.qd)

    def frames_in_time(self, base_motion, q, qd):
        particles = Particles(self.arm, base_motion)
        q, qd, qdd = exact(q), exact(qd), exact(self.qdd)

        def at(t):
            states = q + qd * t + qdd * t**2 / 2, qd + qdd * t
            return np.array(list(particles.link_frames(*states, t)))

        now, change = at(0), (at(STEP) - at(-STEP)) / (2 * STEP)
        return tuple(x.astype(float) for x in (now[:, 0], now[:, 1], change[:, 1]))

    @property
    def joint_axes(self):
        """In the world: z of the frame before each link, or of its own."""
        if self.arm.convention == "modified":
            return self.frames[:, 2]
        return np.vstack([self.arm.base[:3, 2], self.frames[:-1, 2]])

    @property
    def centres(self):
        """Mass centres in the world."""
        return self.frames[:, 3] + np.einsum("nk,nki->ni", self.arm.com, self.frames[:, :3])

    def in_world(self, wrenches):
        """Force and moment (n, 3) of wrenches (n, 6) in link axes."""
        axes = self.frames[:, :3]
        return (np.einsum("nki,nk->ni", axes, x) for x in (wrenches[:, :3], wrenches[:, 3:]))

    @functools.cached_property
    def momentum_rates(self):
        """Of each link in the world: of its momentum minus gravity, of that about its centre."""
        arm, axes, bent = self.arm, self.frames[:, :3], self.bent
        acceleration = bent[:, 3] + np.einsum("nk,nki->ni", arm.com, bent[:, :3])
        trace = np.trace(arm.inertia, axis1=1, axis2=2)[:, None, None]
        second_moments = trace / 2 * np.eye(3) - arm.inertia
        moments = np.cross(axes[:, :, None], bent[:, None, :3])
        return (
            arm.mass[:, None] * (acceleration - arm.gravity),
            np.einsum("njk,njki->ni", second_moments, moments),
        )

    @property
    def tip(self):
        """Force and moment at the tool in the world, and where."""
        R = (self.frames[-1, :3].T) @ self.arm.tool[:3, :3]
        place = self.frames[-1, 3] + self.arm.tool[:3, 3] @ self.frames[-1, :3]
        wrench = self.load["tip_wrench"]
        return R @ wrench[:3], R @ wrench[3:], place

    def power(self, wrenches, rates):
        """Power of wrenches on links in the motion that joint rates alone cause, by components."""
        axes, turning, _ = self.frames_in_time(None, self.q, rates)
        velocity = turning[:, 3] + np.einsum("nk,nki->ni", self.arm.com, turning[:, :3])
        # w from e' = w x e
        w = np.cross(axes[:, :3], turning[:, :3]).sum(axis=1) / 2
        force, moment = self.in_world(wrenches)
        return np.array([force * velocity, moment * w])


scene_of_seed = functools.cache(Scene)


@pytest.fixture(params=SEEDS)
def scene(request):
    return scene_of_seed(request.param)


def assert_same(actual, expected, scale=None):
    scale = np.abs(expected).max() if scale is None else np.abs(scale).max()
    np.testing.assert_allclose(actual, expected, rtol=0, atol=1e-12 * scale)


def test_working_part_of_a_joint_is_its_torque_along_its_axis(scene):
    tau = scene.arm.inverse_dynamics(scene.q, scene.qd, scene.qdd, **scene.load)
    vectors = tau[:, None] * scene.joint_axes
    turns = (np.array(list(scene.arm.joints)) == "R")[:, None]
    force, moment = scene.in_world(scene.wrenches.working)
    largest = np.abs(np.hstack([scene.motion.force, scene.motion.moment]))
    assert_same(force, np.where(turns, 0, vectors), largest)
    assert_same(moment, np.where(turns, vectors, 0), largest)


def test_nonworking_part_is_the_rest_and_lies_across_the_axis(scene):
    working, nonworking = scene.wrenches.working, scene.wrenches.nonworking
    both = np.hstack([scene.motion.force, scene.motion.moment])
    assert_same(working + nonworking, both)
    force, moment = scene.in_world(nonworking)
    along = [(x * scene.joint_axes).sum(axis=1) for x in (force, moment)]
    turns = np.array(list(scene.arm.joints)) == "R"
    assert_same(np.where(turns, along[1], along[0]), 0 * turns, both)


def test_constraint_wrench_has_no_power_whatever_the_joints_do(scene):
    rates = np.random.default_rng(3).normal(size=scene.arm.n)
    parts = scene.power(scene.wrenches.constraint, rates)
    assert_same(parts.sum(), 0.0, scale=parts)


def test_drives_have_the_power_of_their_torques_and_friction_that_of_its_own(scene):
    arm, state = scene.arm, (scene.q, scene.qd, scene.qdd)
    tau = arm.inverse_dynamics(*state, friction=True, **scene.load)
    lost = tau - arm.inverse_dynamics(*state, **scene.load)
    rates = np.random.default_rng(4).normal(size=arm.n)
    for wrenches, torque in ((scene.wrenches.active, tau), (scene.wrenches.dissipative, -lost)):
        parts = scene.power(wrenches, rates)
        assert_same(parts.sum(), torque @ rates, scale=parts)


def test_friction_takes_power_from_the_motion(scene):
    assert scene.power(scene.wrenches.dissipative, scene.qd).sum() < 0


def test_wrenches_on_a_link_change_its_momentum(scene):
    force, moment = scene.in_world(sum(getattr(scene.wrenches, name) for name in ON_LINKS))
    tip_force, tip_moment, place = scene.tip
    force[-1] -= tip_force
    moment[-1] -= tip_moment + np.cross(place - scene.centres[-1], tip_force)
    momentum, about_centre = scene.momentum_rates
    largest = [scene.motion.force, scene.motion.moment]
    assert_same(force, momentum, largest)
    assert_same(moment, about_centre, largest)


def test_base_holds_and_moves_the_whole_arm(scene):
    momentum, about_centre = scene.momentum_rates
    tip_force, tip_moment, place = scene.tip
    origin, axes = scene.arm.base[:3, 3], scene.arm.base[:3, :3]
    moment = (about_centre + np.cross(scene.centres - origin, momentum)).sum(axis=0)
    moment += tip_moment + np.cross(place - origin, tip_force)
    expected = np.concatenate([(momentum.sum(axis=0) + tip_force) @ axes, moment @ axes])
    assert_same(scene.wrenches.base, expected)


def test_base_of_an_arm_at_rest_carries_its_weight():
    arm = robots.puma560()
    base = arm.link_motion(*np.zeros((3, 6))).wrenches().base
    np.testing.assert_allclose(base[:3], [0, 0, 9.81 * arm.mass.sum()], rtol=1e-13, atol=1e-12)


def test_base_that_falls_freely_holds_nothing():
    arm = Arm.from_dh(**random_arm(17))
    falling = BaseMotion(linear_acceleration=arm.base[:3, :3].T @ arm.gravity)
    rest, q = np.zeros(arm.n), np.ones(arm.n)
    base = arm.link_motion(q, rest, rest, base_motion=falling).wrenches().base
    held = arm.link_motion(q, rest, rest).wrenches().base
    assert_same(base, 0 * held, held)


@pytest.mark.parametrize("seed", [s for s in SEEDS if s // 48 % 2 == 0])
def test_constraint_wrench_is_a_combination_of_the_constraints(seed):
    """w^C = K^t lambda, (7.53), with the twists and axes of `orthogonal_complement`."""
    scene = scene_of_seed(seed)
    parts = scene.in_world(scene.wrenches.constraint)
    force, moment = (x @ scene.arm.base[:3, :3] for x in parts)
    constraint = np.hstack([moment, force]).ravel()
    K = orthogonal_complement(scene.arm, scene.q, scene.qd).K
    multipliers, *_ = np.linalg.lstsq(K.T, constraint, rcond=1e-10)
    assert_same(K.T @ multipliers, constraint)


def test_without_friction_nothing_dissipates(scene):
    wrenches = scene.motion.wrenches()
    assert not wrenches.dissipative.any()
    assert_same(wrenches.active, scene.wrenches.active + scene.wrenches.dissipative)


@pytest.mark.parametrize("convention", ["standard", "modified"])
def test_each_state_of_a_batch_has_its_own_wrenches(convention):
    arm = robots.puma560().to_convention(convention)
    rng = np.random.default_rng(5)
    q, qd, qdd = rng.normal(size=(4, 1, 6)), rng.normal(size=(5, 6)), rng.normal(size=6)
    plain = [x.copy() for x in np.broadcast_arrays(q, qd, qdd)]
    broadcast, together = (arm.link_motion(*x).wrenches() for x in ((q, qd, qdd), plain))
    for i, j in np.ndindex(4, 5):
        alone = arm.link_motion(q[i, 0], qd[j], qdd).wrenches()
        for name, values in alone._asdict().items():
            assert_same(getattr(broadcast, name)[i, j], values)
            assert_same(getattr(together, name)[i, j], values)


def test_batch_without_states_has_no_wrenches():
    wrenches = robots.puma560().link_motion(*np.zeros((3, 0, 6))).wrenches()
    assert wrenches.constraint.shape == (0, 6, 6)
    assert wrenches.base.shape == (0, 6)


def test_wrenches_are_those_of_the_call_and_not_of_what_arrays_hold_later():
    arm = robots.puma560()
    q, qd, qdd = np.random.default_rng(6).normal(size=(3, 6))
    for states in ((q, qd, qdd), (q.tolist(), qd, qdd), (np.asfortranarray([q, q]), qd, qdd)):
        motion = arm.link_motion(*states)
        expected = motion.wrenches().constraint
        kept = q.copy()
        q += 1
        assert np.array_equal(motion.wrenches().constraint, expected)
        q[:] = kept


@pytest.mark.parametrize(
    "twin", [copy.copy, copy.deepcopy, lambda x: pickle.loads(pickle.dumps(x))]
)
def test_copies_of_a_motion_have_the_same_wrenches(twin):
    motion = robots.puma560().link_motion(*np.random.default_rng(7).normal(size=(3, 6)))
    assert np.array_equal(twin(motion).wrenches().active, motion.wrenches().active)


def test_motion_of_no_arm_has_no_wrenches():
    with pytest.raises(ValueError, match="expected a LinkMotion returned by"):
        LinkMotion(*np.zeros((10, 6, 3))).wrenches()


@pytest.mark.parametrize(
    ("friction", "error", "message"),
    [(True, ValueError, "the arm has no friction data"), (1, TypeError, "expected True or False")],
)
def test_friction_needs_data(friction, error, message):
    motion = robots.planar_2r().link_motion([0, 0], [0, 0], [0, 0])
    with pytest.raises(error, match=f"friction: {message}"):
        motion.wrenches(friction=friction)


def test_overflow_is_named():
    arm = robots.planar_2r().with_friction(viscous=[0, 1e300])
    motion = arm.link_motion([0, 0], [0, 1e10], [0, 0])
    with pytest.raises(ValueError, match="wrenches: active: overflow, got"):
        motion.wrenches(friction=True)


def test_a_link_motion_prints_as_a_table_of_its_links():
    arm = robots.load("panda")
    q, qd, qdd = np.random.default_rng(3).normal(size=(3, 7))
    motion = arm.link_motion(q, qd, qdd)
    table = motion.table()
    assert [row[0] for row in table.rows] == [str(k) for k in range(1, 8)]
    force = table.columns.index("force on the link\nN")
    for row, vector in zip(table.rows, motion.force, strict=True):
        np.testing.assert_allclose([float(x) for x in row[force].split()], vector, rtol=6e-3)
    assert len(table.columns) == 1 + len(motion)
    assert repr(motion) == str(motion) == str(table)
    assert "<table" in motion._repr_html_()


def test_a_link_motion_of_many_states_prints_root_mean_squares():
    arm = robots.planar_2r()
    states = np.random.default_rng(4).normal(size=(3, 5, 2))
    motion = arm.link_motion(*states)
    table = motion.table()
    assert "root mean square of 5 states" in table.title
    force = table.columns.index("force on the link\nN")
    found = [[float(x) for x in row[force].split()] for row in table.rows]
    np.testing.assert_allclose(found, np.sqrt((motion.force**2).mean(axis=0)), rtol=6e-3)
    assert arm.link_motion(*np.zeros((3, 0, 2))).table().rows[1][1] == "-"
    # rounding is no motion
    at_rest = arm.link_motion([0.1, 0.2], [0, 0], [0, 0]).table()
    assert {row[1] for row in at_rest.rows} == {"0  0  0"}
