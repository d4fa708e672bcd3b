"""Newton-Euler's recursion with every one of its terms by name, over scalars of any kind.

J. L. Turney, T. N. Mudge, C. S. G. Lee, Equivalence of Two Formulations for Robot Arm Dynamics,
University of Michigan, 1980, section 3; the numbers are theirs, (3.16) and (3.18) with their
errata. Prismatic joints, and gravity of any direction, are as in `equidyn.formulations()`.

A term is a summand of an equation; (3.20) is (3.12) with its last two terms rotated. Vectors are in
frame i, those of the base in frame 0.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from .vectors import ZERO, Scalar, Vector, add, apply, cross, dot, scale, tilted, turned

# the terms: equation, meaning
TERMS = {
    "-g": ("3.21+", "gravity, as acceleration of the base"),
    "z qdd": ("3.16", "acceleration of the joint"),
    "w x z qd": ("3.16", "turning of the joint's axis"),
    "2 w x z qd": ("3.17", "Coriolis acceleration of a slide"),
    "alpha x r": ("3.17", "of the frame's origin, tangential"),
    "w x (w x r)": ("3.17", "of the frame's origin, centripetal"),
    "alpha x rbar": ("3.18", "of the centre of mass, tangential"),
    "w x (w x rbar)": ("3.18", "of the centre of mass, centripetal"),
    "m abar": ("3.19", "force of the link's own motion"),
    "R f": ("3.19", "force of the links beyond"),
    "I alpha": ("3.20", "moment of angular acceleration"),
    "w x I w": ("3.20", "gyroscopic moment"),
    "(r + rbar) x m abar": ("3.20", "moment of the link's own force"),
    "r x R f": ("3.20", "moment of the force of the links beyond"),
    "R n": ("3.20", "moment of the links beyond"),
}

# returns a term of a link, or its replacement
Keep = Callable[[int, str, Vector], Vector]


@dataclass(frozen=True)
class Link:
    """A link and its joint, in standard Denavit-Hartenberg frames; all constants."""

    turns: bool
    theta: float
    a: float
    a_y: float
    d: float
    cos_alpha: float
    sin_alpha: float
    m: float
    rbar: Vector
    inertia: tuple[Vector, ...]


@dataclass(frozen=True)
class JointMotion:
    """Cosine and sine of theta, the offset d, velocity and acceleration of a joint."""

    cos: Scalar
    sin: Scalar
    d: Scalar
    qd: Scalar
    qdd: Scalar


def newton_euler(
    links: Sequence[Link], gravity: Vector, joints: Sequence[JointMotion], keep: Keep
) -> list[Scalar]:
    """Return the torques of joints in motion under a gravity in frame 0."""
    # outward: motion of each link, and its inertial force and moment
    w, al, a = ZERO, ZERO, keep(0, "-g", scale(-1.0, gravity))
    forces, moments, offsets = [], [], []
    for i, (link, joint) in enumerate(zip(links, joints, strict=True), start=1):
        qd: Vector = (0.0, 0.0, joint.qd)
        z_qdd = keep(i, "z qdd", (0.0, 0.0, joint.qdd))
        if link.turns:
            al = _outward(link, joint, add(al, keep(i, "w x z qd", cross(w, qd)), z_qdd))  # (3.16)
            w = _outward(link, joint, add(w, qd))  # (3.15)
            a = _outward(link, joint, a)
        else:
            coriolis = keep(i, "2 w x z qd", cross(w, scale(2.0, qd)))
            w, al = _outward(link, joint, w), _outward(link, joint, al)
            a = _outward(link, joint, add(a, coriolis, z_qdd))
        r = tilted((link.a, link.a_y, joint.d), link.cos_alpha, -link.sin_alpha)
        rbar = link.rbar
        a = add(
            keep(i, "w x (w x r)", cross(w, cross(w, r))), keep(i, "alpha x r", cross(al, r)), a
        )  # (3.17)
        abar = add(
            keep(i, "w x (w x rbar)", cross(w, cross(w, rbar))),
            keep(i, "alpha x rbar", cross(al, rbar)),
            a,
        )  # (3.18)
        F = scale(link.m, abar)  # (3.9)
        N = add(
            keep(i, "I alpha", apply(link.inertia, al)),
            keep(i, "w x I w", cross(w, apply(link.inertia, w))),
            keep(i, "(r + rbar) x m abar", cross(add(r, rbar), F)),
        )  # (3.12)
        forces.append(keep(i, "m abar", F))
        moments.append(N)
        offsets.append(r)

    # inward: force and moment at each joint
    tau: list[Scalar] = []
    f_next, n_next = ZERO, ZERO
    for i in range(len(links), 0, -1):
        link, joint, r = links[i - 1], joints[i - 1], offsets[i - 1]
        f = add(forces[i - 1], keep(i, "R f", f_next))  # (3.19)
        n = add(
            moments[i - 1], keep(i, "r x R f", cross(r, f_next)), keep(i, "R n", n_next)
        )  # (3.20)
        tau.insert(0, dot((0.0, link.sin_alpha, link.cos_alpha), n if link.turns else f))  # (3.21)
        f_next, n_next = _inward(link, joint, f), _inward(link, joint, n)
    return tau


def _outward(link: Link, joint: JointMotion, v: Vector) -> Vector:
    """Rotate from the axes of frame i - 1 into those of frame i, in two factors."""
    return tilted(turned(v, joint.cos, -joint.sin), link.cos_alpha, -link.sin_alpha)


def _inward(link: Link, joint: JointMotion, v: Vector) -> Vector:
    """Rotate from the axes of frame i into those of frame i - 1, in two factors."""
    return turned(tilted(v, link.cos_alpha, link.sin_alpha), joint.cos, joint.sin)
