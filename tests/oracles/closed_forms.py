"""Textbook arms whose equations of motion fit on a few lines.

Each form is a function torque(q, qd, qdd) of one state, and the same arm as Denavit-Hartenberg
parameters, in both conventions where both are natural. Gravity is 9.81 m/s^2.
"""

from collections.abc import Callable
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

import numpy as np
from numpy import cos, diag, eye, pi, sin, zeros

G = 9.81
DOWN_Y = (0.0, -G, 0.0)
DOWN_Z = (0.0, 0.0, -G)


@dataclass(frozen=True)
class ClosedForm:
    name: str
    source: str
    torque: Callable[..., np.ndarray]
    arms: dict[str, dict[str, Any]]

    def joints(self) -> str:
        return next(iter(self.arms.values()))["joints"]

    def description(self, convention: str) -> SimpleNamespace:
        """The arm as a plain record, for oracles."""
        return SimpleNamespace(
            **{"base": eye(4), "tool": eye(4), "convention": convention, **self.arms[convention]}
        )


def dh(joints, *, a=None, alpha=None, d=None, theta=None, mass, com, inertia, gravity, **more):
    """Keyword arguments of Arm.from_dh; lengths and angles are zero by default."""
    n = len(joints)
    lengths_and_angles = {"a": a, "a_y": None, "alpha": alpha, "d": d, "theta": theta}
    return {
        "joints": joints,
        **{k: zeros(n) if v is None else np.array(v, float) for k, v in lengths_and_angles.items()},
        "mass": np.array(mass, float),
        "com": np.array(com, float),
        "inertia": np.array(inertia, float),
        "gravity": np.array(gravity, float),
        **more,
    }


def along_x(lengths):
    """Points (n, 3) on the x axes of the link frames."""
    return np.outer(lengths, (1.0, 0.0, 0.0))


def rods(moments):
    """Tensors (n, 3, 3) of thin rods along x."""
    return np.array([diag((0.0, i, i)) for i in moments])


def planar_2r_of_point_masses() -> ClosedForm:
    """Point masses at the far ends of the links (Craig, Introduction to Robotics, eq. 6.58)."""
    l1, l2, m1, m2 = 0.5, 0.4, 4.6, 2.3

    def torque(q, qd, qdd):
        (w1, w2), (a1, a2) = qd, qdd
        c1, c2, s2, c12 = cos(q[0]), cos(q[1]), sin(q[1]), cos(q[0] + q[1])
        tau1 = (
            m2 * l2**2 * (a1 + a2)
            + m2 * l1 * l2 * c2 * (2 * a1 + a2)
            + (m1 + m2) * l1**2 * a1
            - m2 * l1 * l2 * s2 * w2**2
            - 2 * m2 * l1 * l2 * s2 * w1 * w2
            + m2 * l2 * G * c12
            + (m1 + m2) * l1 * G * c1
        )
        tau2 = (
            m2 * l1 * l2 * c2 * a1
            + m2 * l1 * l2 * s2 * w1**2
            + m2 * l2 * G * c12
            + m2 * l2**2 * (a1 + a2)
        )
        return np.array([tau1, tau2])

    masses = {"mass": (m1, m2), "inertia": zeros((2, 3, 3)), "gravity": DOWN_Y}
    return ClosedForm(
        "craig-2r-point",
        "J. J. Craig, Introduction to Robotics, 2nd/3rd ed., eq. 6.58",
        torque,
        {
            "standard": dh("RR", a=(l1, l2), com=zeros((2, 3)), **masses),
            "modified": dh("RR", a=(0, l1), com=along_x((l1, l2)), **masses),
        },
    )


def planar_rp() -> ClosedForm:
    """An arm that turns in a vertical plane and reaches out (Craig, example 6.5)."""
    l1, m1, m2 = 0.5, 4.6, 2.3
    # about the slide, about the normal of the plane, about the third direction
    around_1, normal_1, third_1 = 0.12, 0.15, 0.10
    around_2, normal_2, third_2 = 0.07, 0.06, 0.05

    def torque(q, qd, qdd):
        (th1, d2), (w1, v2), (a1, dv2) = q, qd, qdd
        tau1 = (
            (m1 * l1**2 + normal_1 + normal_2 + m2 * d2**2) * a1
            + 2 * m2 * d2 * w1 * v2
            + (m1 * l1 + m2 * d2) * G * cos(th1)
        )
        f2 = m2 * dv2 - m2 * d2 * w1**2 + m2 * G * sin(th1)
        return np.array([tau1, f2])

    shared = {"theta": (pi / 2, 0), "mass": (m1, m2), "gravity": DOWN_Y}
    inertia_2 = diag((third_2, normal_2, around_2))
    return ClosedForm(
        "craig-rp",
        "J. J. Craig, Introduction to Robotics, 2nd/3rd ed., example 6.5",
        torque,
        {
            "standard": dh(
                "RP",
                alpha=(pi / 2, 0),
                com=((0, 0, l1), (0, 0, 0)),
                inertia=(diag((third_1, normal_1, around_1)), inertia_2),
                **shared,
            ),
            "modified": dh(
                "RP",
                alpha=(0, pi / 2),
                com=((0, -l1, 0), (0, 0, 0)),
                inertia=(diag((third_1, around_1, normal_1)), inertia_2),
                **shared,
            ),
        },
    )


def planar_2r() -> ClosedForm:
    """Distributed mass (Spong, Hutchinson & Vidyasagar, section 7.3.2)."""
    a1, a2, r1, r2 = 1.0, 0.8, 0.45, 0.35
    m1, m2, i1, i2 = 4.6, 2.3, 0.3, 0.2

    def torque(q, qd, qdd):
        w1, w2 = qd
        c2, h = cos(q[1]), -m2 * a1 * r2 * sin(q[1])
        d11 = m1 * r1**2 + m2 * (a1**2 + r2**2 + 2 * a1 * r2 * c2) + i1 + i2
        d12 = m2 * (r2**2 + a1 * r2 * c2) + i2
        d22 = m2 * r2**2 + i2
        c = np.array([[h * w2, h * (w1 + w2)], [-h * w1, 0]])
        g2 = m2 * r2 * G * cos(q[0] + q[1])
        g1 = (m1 * r1 + m2 * a1) * G * cos(q[0]) + g2
        return np.array([[d11, d12], [d12, d22]]) @ qdd + c @ qd + (g1, g2)

    masses = {"mass": (m1, m2), "inertia": rods((i1, i2)), "gravity": DOWN_Y}
    return ClosedForm(
        "planar-2r",
        "Spong, Hutchinson, Vidyasagar, Robot Dynamics and Control, 2nd ed., p. 260",
        torque,
        {
            "standard": dh("RR", a=(a1, a2), com=along_x((r1 - a1, r2 - a2)), **masses),
            "modified": dh("RR", a=(0, a1), com=along_x((r1, r2)), **masses),
        },
    )


def planar_nr(length, centre, mass, moment, name="planar-nr") -> ClosedForm:
    """Any number of links in a vertical plane, written in their angles against the horizon."""
    length, centre, mass, moment = map(np.array, (length, centre, mass, moment))
    n = len(length)
    beyond = np.cumsum(mass[::-1])[::-1] - mass
    upper = np.triu(np.outer(length, mass * centre + length * beyond), 1)
    coupling = upper + upper.T + diag(moment + mass * centre**2 + length**2 * beyond)
    static = mass * centre + length * beyond
    sums = np.tril(np.ones((n, n)))

    def torque(q, qd, qdd):
        phi, phid, phidd = sums @ q, sums @ qd, sums @ qdd
        between = phi[:, None] - phi
        along_links = (
            (coupling * cos(between)) @ phidd
            + (coupling * sin(between)) @ phid**2
            + G * static * cos(phi)
        )
        return sums.T @ along_links

    masses = {"mass": mass, "inertia": rods(moment), "gravity": DOWN_Y}
    return ClosedForm(
        name,
        "derived from the energies of a planar chain",
        torque,
        {
            "standard": dh("R" * n, a=length, com=along_x(centre - length), **masses),
            "modified": dh("R" * n, a=[0, *length[:-1]], com=along_x(centre), **masses),
        },
    )


def three_links() -> ClosedForm:
    return planar_nr((0.5, 0.4, 0.3), (0.22, 0.18, 0.14), (3.0, 2.0, 1.0), (0.06, 0.03, 0.01))


def uniform_rods(n: int) -> ClosedForm:
    """A chain of equal uniform rods of 1 m and 1 kg."""
    ones = np.ones(n)
    return planar_nr(ones, ones / 2, ones, ones / 12, name=f"uniform-rods-{n}")


def scara() -> ClosedForm:
    """RRRP with vertical axes (Murray, Li & Sastry, chapter 4)."""
    l1, l2, r1, r2 = 0.5, 0.4, 0.25, 0.2
    m1, m2, m3, m4 = masses = (4.0, 3.0, 1.5, 1.0)
    i1, i2, i3, i4 = moments = (0.1, 0.08, 0.02, 0.005)
    alpha = i1 + r1**2 * m1 + l1**2 * (m2 + m3 + m4)
    beta = i2 + i3 + i4 + l2**2 * (m3 + m4) + m2 * r2**2
    gamma = l1 * l2 * (m3 + m4) + l1 * m2 * r2
    delta = i3 + i4

    def torque(q, qd, qdd):
        w1, w2 = qd[:2]
        c2, s2 = gamma * cos(q[1]), gamma * sin(q[1])
        m = np.array(
            [
                [alpha + beta + 2 * c2, beta + c2, delta, 0],
                [beta + c2, beta, delta, 0],
                [delta, delta, delta, 0],
                [0, 0, 0, m4],
            ]
        )
        c = zeros((4, 4))
        c[:2, :2] = [[-s2 * w2, -s2 * (w1 + w2)], [s2 * w1, 0]]
        return m @ qdd + c @ qd + (0, 0, 0, m4 * G)

    shared = {"mass": masses, "inertia": rods(moments), "gravity": DOWN_Z}
    return ClosedForm(
        "mls-scara",
        "Murray, Li, Sastry, A Mathematical Introduction to Robotic Manipulation, 1994",
        torque,
        {
            "standard": dh(
                "RRRP", a=(l1, l2, 0, 0), com=along_x((r1 - l1, r2 - l2, 0, 0)), **shared
            ),
            "modified": dh("RRRP", a=(0, l1, l2, 0), com=along_x((r1, r2, 0, 0)), **shared),
        },
    )


def cartesian_ppp() -> ClosedForm:
    """Three slides, along x, y and, upwards, z."""
    m1, m2, m3 = masses = (5.0, 3.0, 2.0)

    def torque(q, qd, qdd):
        return np.array([m1 + m2 + m3, m2 + m3, m3]) * qdd + (0, 0, m3 * G)

    # the axes x, y, z of frame 0 point along y, z, x of the world; each pair of quarter turns moves
    # them on by one
    base = eye(4)[:, [1, 2, 0, 3]]
    shared = {
        "theta": (pi / 2, pi / 2, 0),
        "mass": masses,
        "com": zeros((3, 3)),
        "inertia": rods((0.3, 0.2, 0.1)),
        "gravity": DOWN_Z,
        "base": base,
    }
    return ClosedForm(
        "cartesian-ppp",
        "derived",
        torque,
        {
            "standard": dh("PPP", alpha=(pi / 2, pi / 2, 0), **shared),
            "modified": dh("PPP", alpha=(0, pi / 2, pi / 2), **shared),
        },
    )


def cylindrical_rpp() -> ClosedForm:
    """A column that turns and lifts, and reaches out."""
    _, m2, m3 = masses = (5.0, 3.0, 2.0)
    i1, i2, i3 = 0.4, 0.2, 0.1
    c = -0.3

    def torque(q, qd, qdd):
        reach = q[2] + c
        tau1 = (i1 + i2 + i3 + m3 * reach**2) * qdd[0] + 2 * m3 * reach * qd[0] * qd[2]
        f2 = (m2 + m3) * (qdd[1] + G)
        f3 = m3 * qdd[2] - m3 * reach * qd[0] ** 2
        return np.array([tau1, f2, f3])

    def moment(vertical, axis):
        """The other two axes differ, so that a wrong one shows."""
        return diag(np.roll((vertical, 0.7 * vertical, 0.8 * vertical), axis))

    shared = {
        "theta": (0, pi / 2, 0),
        "mass": masses,
        "com": ((0, 0, 0), (0, 0, 0), (0, 0, c)),
        "gravity": DOWN_Z,
    }
    return ClosedForm(
        "cylindrical-rpp",
        "derived",
        torque,
        {
            "standard": dh(
                "RPP",
                alpha=(0, pi / 2, 0),
                inertia=(moment(i1, 2), moment(i2, 1), moment(i3, 1)),
                **shared,
            ),
            "modified": dh(
                "RPP",
                alpha=(0, 0, pi / 2),
                inertia=(moment(i1, 2), moment(i2, 2), moment(i3, 1)),
                **shared,
            ),
        },
    )


def spherical_rrp() -> ClosedForm:
    """Azimuth, elevation (upwards positive) and reach."""
    m3, c = 2.0, -0.3
    vertical_1 = 0.4
    # about the reach, about the elevation axis, about the direction normal to both
    x2, y2, z2 = 0.05, 0.3, 0.25
    # no body has the third tensor (0.01 + 0.12 < 0.15), which is no matter to the equations
    x3, y3, z3 = 0.01, 0.15, 0.12

    def torque(q, qd, qdd):
        (_, phi, r), (thd, phd, rd), (thdd, phdd, rdd) = q, qd, qdd
        s, co, reach = sin(phi), cos(phi), r + c
        j_azimuth = vertical_1 + (x2 + x3) * s**2 + (z2 + z3 + m3 * reach**2) * co**2
        j_elevation = y2 + y3 + m3 * reach**2
        slope = 2 * s * co * (x2 + x3 - z2 - z3 - m3 * reach**2)
        tau1 = j_azimuth * thdd + slope * phd * thd + 2 * m3 * reach * co**2 * rd * thd
        tau2 = (
            j_elevation * phdd
            + 2 * m3 * reach * rd * phd
            - slope / 2 * thd**2
            + m3 * G * reach * co
        )
        f3 = m3 * (rdd - reach * phd**2 - reach * co**2 * thd**2 + G * s)
        return np.array([tau1, tau2, f3])

    shared = {
        "theta": (0, pi / 2, 0),
        "mass": (4.0, 3.0, m3),
        "com": ((0, 0, 0), (0, 0, 0), (0, 0, c)),
        "gravity": DOWN_Z,
    }
    return ClosedForm(
        "spherical-rrp",
        "derived",
        torque,
        {
            "standard": dh(
                "RRP",
                alpha=(pi / 2, pi / 2, 0),
                inertia=(
                    diag((0.3, vertical_1, 0.2)),
                    diag((z2, y2, x2)),
                    diag((z3, y3, x3)),
                ),
                **shared,
            ),
            "modified": dh(
                "RRP",
                alpha=(0, pi / 2, pi / 2),
                inertia=(
                    diag((0.3, 0.2, vertical_1)),
                    diag((z2, x2, y2)),
                    diag((z3, y3, x3)),
                ),
                **shared,
            ),
        },
    )


def turning_body() -> ClosedForm:
    """A body that turns about a horizontal axis on a turntable, its centre of mass on both axes.

    Only its tensor matters, and in the base frame that turns with the body, as in (3.10) of Turney,
    Mudge & Lee 1980: about the vertical it is J(q_2), between vertical and axis D(q_2).
    """
    table = 0.4
    xx, yy, zz, xy, xz, yz = 0.2, 0.5, 0.6, 0.07, -0.05, 0.03

    def torque(q, qd, qdd):
        s, c = sin(q[1]), cos(q[1])
        j = xx * s**2 + 2 * xy * s * c + yy * c**2
        j_slope = 2 * (xx - yy) * s * c + 2 * xy * (c**2 - s**2)
        d, d_slope = xz * s + yz * c, xz * c - yz * s
        tau1 = (table + j) * qdd[0] + d * qdd[1] + j_slope * qd[0] * qd[1] + d_slope * qd[1] ** 2
        tau2 = d * qdd[0] + zz * qdd[1] - j_slope / 2 * qd[0] ** 2
        return np.array([tau1, tau2])

    shared = {
        "mass": (5.0, 3.0),
        "com": zeros((2, 3)),
        "inertia": (table * eye(3), ((xx, xy, xz), (xy, yy, yz), (xz, yz, zz))),
        "gravity": DOWN_Z,
    }
    return ClosedForm(
        "turning-body",
        "derived",
        torque,
        {
            "standard": dh("RR", alpha=(pi / 2, 0), **shared),
            "modified": dh("RR", alpha=(0, pi / 2), **shared),
        },
    )


CLOSED_FORMS = [
    planar_2r_of_point_masses(),
    planar_rp(),
    planar_2r(),
    three_links(),
    uniform_rods(1),
    uniform_rods(2),
    uniform_rods(12),
    scara(),
    cartesian_ppp(),
    cylindrical_rpp(),
    spherical_rrp(),
    turning_body(),
]
