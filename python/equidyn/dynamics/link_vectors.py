"""Vectors of a free-body diagram: forces and moments on each link, and its motion, in the world.

  Turney, Mudge & Lee 1980, Fig. 4; Sasaki 1990, Fig. 3; Angeles, Figs. 7.4 and 7.5

  source          here              meaning
  f_i, n_i        force, moment     by link i-1 on link i, at a point on the axis of joint i
  -f_i+1, -n_i+1  force, moment     by link i+1 on link i, or by the environment on the last link
  m_i g           weight            at the centre of mass C_i
  -m_i a_Ci       inertia           D'Alembert's force at the centre of mass; a_Ci includes gravity
  -N_i            inertia           D'Alembert's moment, N_i = I_i w_i' + w_i x I_i w_i

The forces of a link add up to zero, and so do its moments about any point.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from ..validation import FloatArray, choice, positive, several

if TYPE_CHECKING:
    from ..arm import Arm


class Kind(NamedTuple):
    """Kind of vector: its name, and the derivatives of q that it needs."""

    order: int
    name: str


KINDS = {
    "position": Kind(0, "positions"),
    "velocity": Kind(1, "velocities"),
    "acceleration": Kind(2, "accelerations"),
    "omega": Kind(1, "angular velocities"),
    "alpha": Kind(2, "angular accelerations"),
    "force": Kind(2, "forces of joints"),
    "moment": Kind(2, "moments of joints"),
    "weight": Kind(0, "weights"),
    "inertia": Kind(2, "inertial forces and moments"),
}

# the vectors of a free-body diagram
ON_A_BODY = ("force", "moment", "weight", "inertia")

# units of axial vectors, drawn with two heads
AXIAL = ("N m", "rad/s", "rad/s²")

# rounding errors of accelerations, relative to gravity
_ROUNDING = 1e-14


# the units of vectors that are drawn to a scale
UNITS = ("N", "N m", "m/s", "m/s²", "rad/s", "rad/s²")


class LinkVector(NamedTuple):
    """A vector at a point of a link, both in the world.

    Attributes
    ----------
    kind : str
        A key of `KINDS`.
    symbol : str
        Its symbol, in LaTeX.
    unit : str
        Its unit.
    link : int
        Number of the link, from 1.
    point, value : ndarray, shape (3,)
        Where it acts, m, and its components.
    """

    kind: str
    symbol: str
    unit: str
    link: int
    point: FloatArray
    value: FloatArray


def checked_kinds(vectors: object) -> tuple[str, ...]:
    """Return the kinds of vectors named by a user, once each.

    Raises
    ------
    ValueError, TypeError
        For an unknown name.
    """
    names = several("vectors", vectors, "names of vectors")
    return tuple(dict.fromkeys(choice("vectors", name, KINDS) for name in names))


def checked_scale(scale: object) -> dict[str, float]:
    """Return the chosen scales, the value of an arrow of one metre by unit.

    Raises
    ------
    ValueError, TypeError
        For an unknown unit, or a value that is not positive.
    """
    if scale is None:
        return {}
    if not isinstance(scale, Mapping):
        raise TypeError(f"scale: expected values by unit, got {type(scale).__name__}")
    return {
        choice("scale", unit, UNITS): positive(f"scale: {unit}", value)
        for unit, value in scale.items()
    }


def link_vectors(
    arm: Arm,
    q: FloatArray,
    qd: FloatArray,
    qdd: FloatArray,
    *,
    link: int | None = None,
    tip_wrench: FloatArray | None = None,
) -> list[LinkVector]:
    """Return all vectors in one state: of one link, with the reactions on it, or of all links.

    Parameters
    ----------
    arm : Arm
        The arm.
    q, qd, qdd : ndarray, shape (n,)
        The state.
    link : int, optional
        Number of the link.
    tip_wrench : ndarray, shape (6,), optional
        As in `equidyn.Arm.inverse_dynamics`; its negative acts on the last link.
    """
    motion = _Motion(arm, q, qd, qdd, np.zeros(6) if tip_wrench is None else tip_wrench)
    if link is not None:
        return list(motion.of_link(link, reactions=True))
    return [vector for i in range(arm.n) for vector in motion.of_link(i + 1, reactions=False)]


class _Motion:
    """Motion and joint wrenches of all links in one state, in the world."""

    def __init__(
        self,
        arm: Arm,
        q: FloatArray,
        qd: FloatArray,
        qdd: FloatArray,
        tip_wrench: FloatArray,
    ) -> None:
        motion = arm.link_motion(q, qd, qdd, tip_wrench=tip_wrench)
        poses = arm.link_poses(q)
        self._turns, self._origins = poses[:, :3, :3], poses[:, :3, 3]
        self._arm, self._standard = arm, arm.convention == "standard"
        self._centres = self._origins + self._turned(arm.com)
        self._w = self._turned(motion.angular_velocity)
        self._al = self._turned(motion.angular_acceleration)
        self._v = self._turned(motion.com_velocity)
        self._a = self._turned(motion.com_acceleration) + arm.gravity
        # for a link at rest, only rounding of gravity is left
        largest = np.abs(arm.gravity).max()
        self._a[np.abs(self._a).max(axis=-1) <= _ROUNDING * largest] = 0.0
        tensors = self._turns @ arm.inertia @ self._turns.transpose(0, 2, 1)
        self._N = _applied(tensors, self._al) + np.cross(self._w, _applied(tensors, self._w))
        tool = arm.forward_kinematics(q)
        at_tip = tip_wrench.reshape(2, 3) @ tool[:3, :3].T
        self._f = np.vstack([self._turned(motion.force), at_tip[:1]])
        self._n = np.vstack([self._turned(motion.moment), at_tip[1:]])
        before = np.vstack([arm.base[:3, 3], self._origins[:-1]])
        # points on the axes of the joints, then that of the wrench at the tip
        self._joints = np.vstack([before if self._standard else self._origins, tool[:3, 3]])

    def _turned(self, vectors: FloatArray) -> FloatArray:
        """Turn vectors from link axes to those of the world."""
        return _applied(self._turns, vectors)

    def of_link(self, i: int, *, reactions: bool) -> Iterator[LinkVector]:
        """Yield the vectors of link i, optionally those at the next joint."""

        def made(
            kind: str, symbol: str, unit: str, at: FloatArray, value: FloatArray
        ) -> LinkVector:
            return LinkVector(kind, symbol, unit, i, at, value)

        k, m = i - 1, self._arm.mass[i - 1]
        joint, centre, after = self._joints[k], self._centres[k], self._joints[i]
        yield from self._positions(i)
        yield made("velocity", rf"v_{{C{i}}}", "m/s", centre, self._v[k])
        yield made("acceleration", rf"a_{{C{i}}}", "m/s²", centre, self._a[k])
        yield made("omega", rf"\omega_{{{i}}}", "rad/s", joint, self._w[k])
        yield made("alpha", rf"\alpha_{{{i}}}", "rad/s²", joint, self._al[k])
        yield made("force", rf"f_{{{i}}}", "N", joint, self._f[k])
        yield made("moment", rf"n_{{{i}}}", "N m", joint, self._n[k])
        if reactions:
            yield made("force", rf"-f_{{{i + 1}}}", "N", after, -self._f[i])
            yield made("moment", rf"-n_{{{i + 1}}}", "N m", after, -self._n[i])
        yield made("weight", rf"m_{{{i}}}g", "N", centre, m * self._arm.gravity)
        yield made("inertia", rf"-m_{{{i}}}a_{{C{i}}}", "N", centre, -m * self._a[k])
        yield made("inertia", rf"-N_{{{i}}}", "N m", centre, -self._N[k])

    def _positions(self, i: int) -> Iterator[LinkVector]:
        """Yield the vectors from joint to joint and to the centre of mass."""
        origin, centre = self._origins[i - 1], self._centres[i - 1]
        if self._standard:
            start = self._joints[i - 1]
            yield LinkVector("position", rf"r_{{{i}}}", "m", i, start, origin - start)
        elif i < self._arm.n:
            step = self._origins[i] - origin
            yield LinkVector("position", rf"P_{{{i + 1}}}", "m", i, origin, step)
        yield LinkVector("position", rf"c_{{{i}}}", "m", i, origin, centre - origin)


def _applied(matrices: FloatArray, vectors: FloatArray) -> FloatArray:
    applied: FloatArray = np.einsum("nij,nj->ni", matrices, vectors)
    return applied
