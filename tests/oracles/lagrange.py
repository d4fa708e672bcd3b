"""Joint torques by Lagrange's equation, differentiated in high precision.

Each link is replaced by ten point masses, so that the Lagrangian is that of free particles,

    L(q, qd, t) = sum m (|pd|^2 / 2 + g.p)        tau_i = d/dt dL/dqd_i - dL/dq_i

with positions p and velocities pd from products of Denavit-Hartenberg screws and their time
derivative. No angular velocity, inertia tensor, Jacobian or recursion enters. Arithmetic has 50
digits; differences with a step of 1e-16 leave about 30 of them.

An arm is anything with the attributes convention, joints, a, a_y, alpha, d, theta, mass, com,
inertia, gravity, base and tool, in SI units.
"""

import functools
from decimal import Decimal, getcontext

import mpmath
import numpy as np

# mpmath knows cosine and sine; in sums and products decimals are several times as fast
DIGITS = getcontext().prec = 50
mp = mpmath.mp.clone()
mp.dps = DIGITS + 5

STEP = Decimal("1e-16")
AXES = np.eye(3, dtype=int)


def exact(values):
    """The floating-point numbers of an array, as numbers of many digits."""
    return np.vectorize(Decimal, otypes=[object])(np.asarray(values, dtype=float))


@functools.lru_cache(maxsize=1000)
def cos_sin(angle):
    x = mp.mpf(str(angle))
    return tuple(Decimal(mp.nstr(f(x), DIGITS)) for f in (mp.cos, mp.sin))


def torque(arm, q, qd, qdd, tip_wrench=None, base_motion=None, base_velocity=(0, 0, 0)):
    """Torques (n,) of one state, rounded to float64.

    tip_wrench (6,) is the force, then the moment, by the last link on the environment, at the tool
    frame, in tool axes. base_motion holds angular velocity, angular acceleration and linear
    acceleration of the base in base axes; its linear velocity (in the world) has no influence.
    """
    q, qd, qdd = exact(q), exact(qd), exact(qdd)
    particles = Particles(arm, base_motion, base_velocity)
    if tip_wrench is not None:
        particles.load_tip(exact(tip_wrench), q)

    def plus_minus(i, step):
        h = exact(np.zeros(len(q)))
        h[i] = step
        return h, -h

    def momentum(i, t):
        q_t, qd_t = q + qd * t + qdd * t**2 / 2, qd + qdd * t
        # L is quadratic in qd: the central difference is exact whatever its step
        ahead, behind = (particles.lagrangian(q_t, qd_t + h, t) for h in plus_minus(i, 1))
        return (ahead - behind) / 2

    def gradient(i):
        ahead, behind = (particles.lagrangian(q + h, qd, 0) for h in plus_minus(i, STEP))
        return (ahead - behind) / (2 * STEP)

    tau = [
        (momentum(i, STEP) - momentum(i, -STEP)) / (2 * STEP) - gradient(i) for i in range(len(q))
    ]
    return np.array(tau, dtype=float)


class Particles:
    """An arm of point masses on a base that moves as told.

    A frame is an array (4, 3): its three axes and its origin, in the world. Its rate is the time
    derivative of these.
    """

    def __init__(self, arm, base_motion=None, base_velocity=(0, 0, 0)):
        self.standard = arm.convention == "standard"
        self.joints = arm.joints
        self.dh = np.column_stack([exact(x) for x in (arm.alpha, arm.a, arm.a_y, arm.d, arm.theta)])
        self.masses = [
            ten_masses(*map(exact, link))
            for link in zip(arm.mass, arm.com, arm.inertia, strict=True)
        ]
        self.gravity = exact(arm.gravity)
        self.tool = exact(arm.tool)
        self.base = base_in_time(exact(arm.base), base_motion, exact(base_velocity))
        self.tip_load = None

    def load_tip(self, wrench, q):
        """Puts the reaction to a tip wrench on the tool frame, as forces that keep their direction.

        The moment M becomes couples at the tips of the unit axes e: M = sum e x (M x e) / 2.
        """
        force, moment = wrench[:3], wrench[3:]
        forces = np.array([np.cross(moment, e) / 2 for e in AXES] + [force])
        self.tip_load = forces @ self.tool_frame(q)[:3]

    def lagrangian(self, q, qd, t):
        kinetic, potential = self.energies(q, qd, t)
        return kinetic - potential

    def energies(self, q, qd, t=0):
        """Kinetic energy, and potential energy of gravity and of the load at the tip."""
        kinetic = potential = 0
        for masses, (frame, rate) in zip(self.masses, self.link_frames(q, qd, t), strict=True):
            velocities = ten_places(rate)
            kinetic += masses @ (velocities * velocities).sum(axis=1) / 2
            potential -= masses @ ten_places(frame @ self.gravity)
        if self.tip_load is not None:
            potential += (self.tip_load * self.attach_tool(frame)).sum()
        return kinetic, potential

    def tool_frame(self, q):
        *_, (last, _) = self.link_frames(q, q * 0)
        return self.attach_tool(last)

    def attach_tool(self, last):
        axes, origin = last[:3], last[3]
        rotation, offset = self.tool[:3, :3], self.tool[:3, 3]
        return np.vstack([rotation.T @ axes, offset @ axes + origin])

    def link_frames(self, q, qd, t=0):
        """Frame and rate of links 1 to n."""
        frame, rate = self.base(t)
        for joint, (*along_x, d, theta), x, xd in zip(self.joints, self.dh, q, qd, strict=True):
            z = (theta + x, d, xd, 0) if joint == "R" else (theta, d + x, 0, xd)
            if self.standard:
                frame, rate = x_screw(*z_screw(frame, rate, *z), *along_x)
            else:
                frame, rate = z_screw(*x_screw(frame, rate, *along_x), *z)
            yield frame, rate


def z_screw(frame, rate, theta, d, theta_rate, d_rate):
    """A frame turned by theta about its z axis and moved by d along it, and its rate."""
    c, s = cos_sin(theta)

    def screw(frame):
        x, y, z, p = frame
        return np.array([x * c + y * s, y * c - x * s, z, p + z * d])

    x, y, z, _ = moved = screw(frame)
    return moved, screw(rate) + np.array([y * theta_rate, -x * theta_rate, z * 0, z * d_rate])


def x_screw(frame, rate, alpha, a, a_y):
    """A frame turned by alpha about its x axis, moved by a along it and a_y along y; its rate."""
    c, s = cos_sin(alpha)

    def screw(frame):
        x, y, z, p = frame
        return np.array([x, y * c + z * s, z * c - y * s, p + x * a + y * a_y])

    return screw(frame), screw(rate)


def ten_places(frame):
    """The places of the point masses: origin, +-x, +-y, +-z, x+y, y+z, z+x of a link frame."""
    x, y, z, p = frame
    return np.array([p, p + x, p - x, p + y, p - y, p + z, p - z, p + x + y, p + y + z, p + z + x])


def ten_masses(mass, com, inertia):
    """Masses at the ten places with the mass, first and second moments of a link.

    Any symmetric tensor is possible, also of no body: masses may be negative.
    """
    first = com * mass
    second = np.trace(inertia) / 2 * AXES - inertia + np.outer(com, com) * mass
    xy, yz, zx = second[0, 1], second[1, 2], second[2, 0]
    # what the masses at x+y, y+z and z+x already give to each axis
    given = np.array([xy + zx, xy + yz, yz + zx])
    plus, minus = (np.diag(second) + first) / 2 - given, (np.diag(second) - first) / 2
    on_axes = np.column_stack([plus, minus]).ravel()
    at_origin = mass - on_axes.sum() - (xy + yz + zx)
    return np.array([at_origin, *on_axes, xy, yz, zx])


def base_in_time(pose, motion, velocity):
    """Frame and rate of the base as functions of time.

    The frame is a polynomial in t with the right value and first two derivatives at t = 0, and
    Lagrange's equation at t = 0 asks for no more.
    """
    axes, origin = pose[:3, :3].T, pose[:3, 3]
    start = np.vstack([axes, origin])
    first, second = start * 0, start * 0
    first[3] = velocity
    if motion is not None:
        w = exact(motion.angular_velocity)
        wd = exact(motion.angular_acceleration)
        # the derivatives of the unit axes, then of the origin, first in axes of the base
        turning = np.array([np.cross(w, e) for e in AXES])
        swinging = np.array([np.cross(w, np.cross(w, e)) + np.cross(wd, e) for e in AXES])
        first[:3] = turning @ axes
        second = np.vstack([swinging, exact(motion.linear_acceleration)]) @ axes

    def at(t):
        return start + first * t + second * t**2 / 2, first + second * t

    return at
