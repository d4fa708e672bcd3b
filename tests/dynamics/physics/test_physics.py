"""Physics of any arm: signs, energy, symmetry, equivalent loads."""

import functools

import numpy as np
import pytest

from conftest import TOLERANCE, assert_close
from equidyn import Arm, BaseMotion
from oracles.lagrange import STEP, Particles, exact
from oracles.random_arms import random_arm, random_inertia, random_state

# one arm of each length from 1 to 12
SEEDS = range(0, 204, 17)


class Scene:
    """A random arm in a random motion, with loads, and what its point masses know of it."""

    def __init__(self, seed):
        self.arm = Arm.from_dh(**random_arm(seed))
        rng = np.random.default_rng([seed, 2])
        self.q, self.qd, self.qdd = random_state(rng, self.arm.n)
        self.wrench = 10 * rng.normal(size=6)
        self.base_motion = BaseMotion(*2 * rng.normal(size=(3, 3)))
        self.payload = (3.0, rng.uniform(-0.3, 0.3, 3), random_inertia(rng))
        self.particles = Particles(self.arm)

    def torque(self, formulation, qd=None, qdd=None, *, arm=None, **loads):
        """Torques at q; at rest where nothing else is said."""
        rest = np.zeros(self.arm.n)
        return (arm or self.arm).inverse_dynamics(
            self.q,
            rest if qd is None else qd,
            rest if qdd is None else qdd,
            formulation=formulation,
            **loads,
        )

    def assert_close(self, actual, expected, formulation, scale=None):
        assert_close(
            actual,
            expected,
            TOLERANCE["identity"],
            formulation=formulation,
            arm=self.arm,
            scale=scale,
        )

    def state_at(self, t):
        q, qd, qdd = exact(self.q), exact(self.qd), exact(self.qdd)
        return q + qd * t + qdd * t**2 / 2, qd + qdd * t

    @functools.cached_property
    def rate_of_energy(self):
        return float(rate(lambda t: sum(self.particles.energies(*self.state_at(t)))))

    @functools.cached_property
    def gradient_of_potential_energy(self):
        q = exact(self.q)

        def along(direction):
            return rate(lambda s: self.particles.energies(q + direction * s, q * 0)[1])

        return np.array([along(unit) for unit in exact(np.eye(self.arm.n))], dtype=float)

    @functools.cached_property
    def tool(self):
        """Axes and origin of the tool frame, and their first and second derivatives."""

        def frame(t):
            return self.particles.tool_frame(self.state_at(t)[0])

        now, ahead, behind = frame(0), frame(STEP), frame(-STEP)
        derivatives = now, (ahead - behind) / (2 * STEP), (ahead - now * 2 + behind) / STEP**2
        return tuple(x.astype(float) for x in derivatives)

    @functools.cached_property
    def links_on_moving_base(self):
        """Axes and origins of the link frames, and their first and second derivatives."""
        particles = Particles(self.arm, self.base_motion)

        def frames_and_rates(t):
            return np.array(list(particles.link_frames(*self.state_at(t), t)))

        now, change = frames_and_rates(0), rate(frames_and_rates)
        return tuple(x.astype(float) for x in (now[:, 0], now[:, 1], change[:, 1]))

    @functools.cached_property
    def link_motion(self):
        return self.arm.link_motion(
            self.q, self.qd, self.qdd, tip_wrench=self.wrench, base_motion=self.base_motion
        )


scene_of_seed = functools.cache(Scene)


@pytest.fixture(params=SEEDS)
def scene(request):
    return scene_of_seed(request.param)


def rate(function):
    """Derivative at 0, of many digits."""
    return (function(STEP) - function(-STEP)) / (2 * STEP)


def link(joint, mass, com, gravity):
    """An arm of one link without extent, along or about the z axis."""
    return Arm.from_dh(
        "standard",
        joints=joint,
        a=[0.0],
        alpha=[0.0],
        d=[0.0],
        theta=[0.0],
        mass=[mass],
        com=[com],
        inertia=np.zeros((1, 3, 3)),
        gravity=gravity,
    )


def test_pendulum_fixes_the_sign_of_gravity(formulation):
    """x to the right, y up, free fall down: a motor at the pivot must push the bob up."""
    pendulum = link("R", mass=2.0, com=(0.5, 0.0, 0.0), gravity=(0.0, -9.81, 0.0))
    angles = np.array([[0.0], [np.pi / 2], [np.pi], [-np.pi / 2]])
    tau = pendulum.inverse_dynamics(angles, [0.0], [0.0], formulation=formulation)
    np.testing.assert_allclose(tau, 9.81 * np.array([[1.0], [0.0], [-1.0], [0.0]]), atol=1e-14)


def test_slide_carries_the_weight_along_it(formulation):
    """Upright, head down, and lying."""
    for gravity, force in (((0, 0, -9.81), 1), ((0, 0, 9.81), -1), ((9.81, -9.81, 0), 0)):
        slide = link("P", mass=2.0, com=(0.5, 0.0, 0.0), gravity=gravity)
        tau = slide.inverse_dynamics([0.3], [1.0], [0.0], formulation=formulation)
        assert tau == pytest.approx(force * 2 * 9.81, rel=1e-15), gravity


def test_power_is_the_rate_of_energy(formulation):
    for scene in map(scene_of_seed, SEEDS):
        power = scene.qd * scene.torque(formulation, scene.qd, scene.qdd)
        largest = np.abs(power).max()
        expected = pytest.approx(scene.rate_of_energy, rel=0, abs=1e-12 * largest)
        assert power.sum() == expected, scene.arm.name


def test_gravity_torque_is_the_gradient_of_potential_energy(formulation):
    for scene in map(scene_of_seed, SEEDS):
        scene.assert_close(
            scene.torque(formulation), scene.gradient_of_potential_energy, formulation
        )


def test_mass_matrix_is_symmetric_and_positive_definite(formulation):
    for scene in map(scene_of_seed, SEEDS):
        n = scene.arm.n
        weightless = scene.arm.with_gravity((0, 0, 0))
        mass = scene.torque(formulation, qdd=np.eye(n), arm=weightless)
        scene.assert_close(mass.T, mass, formulation, scale=np.full(n, mass.max()))
        assert np.linalg.eigvalsh(mass).min() > 0, scene.arm.name


def test_torque_is_linear_in_acceleration(formulation):
    for scene in map(scene_of_seed, SEEDS):
        one, other = scene.qdd, np.roll(scene.q, 1)
        rest = scene.torque(formulation, scene.qd)
        parts = [scene.torque(formulation, scene.qd, x) - rest for x in (one, other)]
        scene.assert_close(
            scene.torque(formulation, scene.qd, 3 * one - 2 * other),
            rest + 3 * parts[0] - 2 * parts[1],
            formulation,
            scale=np.abs([rest, *parts]).max(),
        )


def test_wrench_takes_the_power_that_it_spends_at_the_tool(formulation):
    for scene in map(scene_of_seed, SEEDS):
        (axes, _), (turning, velocity), _ = ((x[:3], x[3]) for x in scene.tool)
        force, moment = scene.wrench.reshape(2, 3) @ axes
        # the frame's axes are rows: axes' derivatives make R' R^t = [w x]
        angular_velocity = axial(turning.T @ axes)
        spent = force @ velocity + moment @ angular_velocity
        loaded = scene.qd * scene.torque(formulation, tip_wrench=scene.wrench)
        power = loaded - scene.qd * scene.torque(formulation)
        largest = np.abs(loaded).max()
        expected = pytest.approx(spent, rel=0, abs=1e-12 * largest)
        assert power.sum() == expected, scene.arm.name


def test_hanging_payload_is_a_wrench_at_the_tip(formulation):
    """At rest, the last link holds the load up: it exerts minus the weight on it."""
    for scene in map(scene_of_seed, SEEDS):
        mass, com, _ = scene.payload
        force = scene.tool[0][:3] @ (-mass * scene.arm.gravity)
        wrench = np.concatenate([force, np.cross(com, force)])
        loaded = scene.arm.with_payload(*scene.payload)
        scene.assert_close(
            scene.torque(formulation, tip_wrench=wrench),
            scene.torque(formulation, arm=loaded),
            formulation,
        )


def test_moving_payload_is_a_wrench_at_the_tip(formulation):
    """In motion, the last link exerts on a point mass what accelerates it against gravity."""
    for scene in map(scene_of_seed, SEEDS):
        mass = scene.payload[0]
        frame, _, second_rate = scene.tool
        force = frame[:3] @ (mass * (second_rate[3] - scene.arm.gravity))
        wrench = np.concatenate([force, np.zeros(3)])
        scene.assert_close(
            scene.torque(formulation, scene.qd, scene.qdd, tip_wrench=wrench),
            scene.torque(formulation, scene.qd, scene.qdd, arm=scene.arm.with_payload(mass)),
            formulation,
        )


def axial(tensors):
    """The vectors w of tensors [w x]."""
    return np.stack([tensors[..., 2, 1], tensors[..., 0, 2], tensors[..., 1, 0]], axis=-1)


def products(one, other):
    """A B^t of each pair of matrices."""
    return np.einsum("nik,njk->nij", one, other)


def test_links_move_as_their_frames_do(scene):
    arm = scene.arm
    (axes, origin), (turning, velocity), (swinging, acceleration) = (
        (x[:, :3], x[:, 3]) for x in scene.links_on_moving_base
    )
    origin = origin - arm.base[:3, 3]
    # R^t R' = [w x] and R^t R'' = [w x]^2 + [w' x], where R has the axes as columns
    spin = products(axes, turning)
    com, com_velocity, com_acceleration = (
        point + np.einsum("nk,nki->ni", arm.com, frame)
        for point, frame in ((origin, axes), (velocity, turning), (acceleration, swinging))
    )
    expected = {
        "angular_velocity": axial(spin),
        "angular_acceleration": axial(products(axes, swinging) - spin @ spin),
        "origin_acceleration": np.einsum("nki,ni->nk", axes, acceleration - arm.gravity),
        "com_acceleration": np.einsum("nki,ni->nk", axes, com_acceleration - arm.gravity),
        "origin_velocity": np.einsum("nki,ni->nk", axes, velocity),
        "com_velocity": np.einsum("nki,ni->nk", axes, com_velocity),
        "origin_position": np.einsum("nki,ni->nk", axes, origin),
        "com_position": np.einsum("nki,ni->nk", axes, com),
    }
    for name, value in expected.items():
        np.testing.assert_allclose(
            getattr(scene.link_motion, name),
            value,
            rtol=0,
            atol=1e-12 * np.abs(value).max(),
            err_msg=f"{name} of {arm.name}",
        )


def test_kinetic_energy_of_the_links_is_that_of_the_joints(scene):
    arm = scene.arm
    motion = arm.link_motion(scene.q, scene.qd, scene.qdd)
    w, velocity = motion.angular_velocity, motion.com_velocity
    of_links = arm.mass @ (velocity**2).sum(axis=-1) + np.einsum("ni,nij,nj", w, arm.inertia, w)
    of_joints = scene.qd @ arm.mass_matrix(scene.q) @ scene.qd
    assert of_links == pytest.approx(of_joints, rel=1e-13)


def test_torque_is_the_derivative_of_the_energy_of_acceleration(scene):
    """Appell's function, of which gibbs_appell differentiates the terms; quadratic in qdd."""
    arm, step = scene.arm, np.eye(scene.arm.n)

    def energy(qdd):
        motion = arm.link_motion(scene.q, scene.qd, qdd)
        w, al, a = motion.angular_velocity, motion.angular_acceleration, motion.com_acceleration
        I_w, I_al = (np.einsum("nij,...nj->...ni", arm.inertia, x) for x in (w, al))
        terms = (al * (I_al / 2 + np.cross(w, I_w))).sum(axis=-1)
        return (terms + arm.mass * (a**2).sum(axis=-1) / 2).sum(axis=-1)

    ahead, behind = energy(scene.qdd + step), energy(scene.qdd - step)
    tau = scene.torque("gibbs_appell", scene.qd, scene.qdd)
    np.testing.assert_allclose((ahead - behind) / 2, tau, rtol=0, atol=1e-12 * np.abs(ahead).max())


def test_force_on_a_link_moves_it_and_the_links_beyond(scene):
    arm, motion = scene.arm, scene.link_motion
    axes = scene.links_on_moving_base[0][:, :3]
    force = np.einsum("nki,nk->ni", axes, motion.force)
    tip_force = arm.tool[:3, :3] @ scene.wrench[:3] @ axes[-1]
    net = force - np.vstack([force[1:], tip_force])
    moved = arm.mass[:, None] * np.einsum("nki,nk->ni", axes, motion.com_acceleration)
    np.testing.assert_allclose(net, moved, rtol=0, atol=1e-12 * np.abs(force).max())


def test_torque_is_what_the_joint_feels_along_its_axis(formulation):
    for scene in map(scene_of_seed, SEEDS):
        arm, motion = scene.arm, scene.link_motion
        twist = arm.alpha if arm.convention == "standard" else 0 * arm.alpha
        joint_axis = np.column_stack([0 * twist, np.sin(twist), np.cos(twist)])
        load = np.where(np.array(list(arm.joints))[:, None] == "R", motion.moment, motion.force)
        tau = scene.torque(
            formulation,
            scene.qd,
            scene.qdd,
            tip_wrench=scene.wrench,
            base_motion=scene.base_motion,
        )
        scene.assert_close(tau, np.einsum("nk,nk->n", joint_axis, load), formulation)
