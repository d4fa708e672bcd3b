"""Newton-Euler's equations of an arm in world axes, in decimal numbers.

Independent of the compiled core: no frame but that of the world, no formulation of the registry.
"""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike

from .decimals import Decimals, cosine_and_sine, decimals, of_constant, rate

if TYPE_CHECKING:
    from ...arm import Arm

_HALF = Decimal("0.5")


@dataclass(frozen=True, eq=False)
class Posture:
    """An arm at a joint position, in world axes.

    Attributes
    ----------
    frames : ndarray, shape (n, 4, 4)
        Poses of the link frames.
    tool : ndarray, shape (4, 4)
        Pose of the tool.
    z, o : ndarray, shape (n, 3)
        Direction of each joint axis, and a point on it.
    c : ndarray, shape (n, 3)
        Centres of mass.
    inertia : ndarray, shape (n, 3, 3)
        Inertia tensors about these.
    """

    frames: Decimals
    tool: Decimals
    z: Decimals
    o: Decimals
    c: Decimals
    inertia: Decimals


class Equations:
    """The equations of one arm.

    Parameters
    ----------
    arm : Arm
        The arm; its numbers are taken as they are, twists within 1e-15 of a right angle as such.
    """

    def __init__(self, arm: Arm):
        self.n, self._revolute = arm.n, arm.revolute
        self._standard = arm.convention == "standard"
        self._d, self._theta, self._mass, self._com, self._inertia = map(
            decimals, (arm.d, arm.theta, arm.mass, arm.com, arm.inertia)
        )
        self._base, self._tool, self._gravity = map(decimals, (arm.base, arm.tool, arm.gravity))
        self._x_screws = [
            _x_screw(*of_constant(alpha), a, a_y)
            for alpha, a, a_y in zip(*map(decimals, (arm.alpha, arm.a, arm.a_y)), strict=True)
        ]

    def posture(self, q: Decimals) -> Posture:
        """Return the frames, joint axes and centres of mass at a joint position."""
        pose, frames, axes = self._base, [], []
        for i in range(self.n):
            before, after = np.eye(4, dtype=object), self._x_screws[i]
            if not self._standard:
                before, after = after, before
            pose = pose @ before
            axes.append(pose)
            pose = pose @ self._z_screw(i, q[i]) @ after
            frames.append(pose)
        T, axis = np.array(frames), np.array(axes)
        R = T[:, :3, :3]
        return Posture(
            frames=T,
            tool=pose @ self._tool,
            z=axis[:, :3, 2],
            o=axis[:, :3, 3],
            c=T[:, :3, 3] + (R @ self._com[..., np.newaxis])[..., 0],
            inertia=R @ self._inertia @ np.swapaxes(R, -1, -2),
        )

    def torque(self, x: Posture, qd: Decimals, qdd: Decimals, *, gravity: bool = True) -> Decimals:
        """Return the joint torques of a motion."""
        still = decimals(np.zeros(3))
        g = self._gravity if gravity else still
        w, wd, o, a = still, still, x.o[0], -g  # motion of the base; a is that of its point o
        forces, moments = [], []
        for i in range(self.n):
            z, turns = x.z[i], int(self._revolute[i])
            a = _acceleration(w, wd, a, x.o[i] - o)
            a = a + (1 - turns) * (z * qdd[i] + 2 * _cross(w, z * qd[i]))
            wd = wd + turns * (z * qdd[i] + _cross(w, z * qd[i]))
            w, o = w + turns * z * qd[i], x.o[i]
            F = self._mass[i] * _acceleration(w, wd, a, x.c[i] - o)
            N = x.inertia[i] @ wd + _cross(w, x.inertia[i] @ w)
            forces.append(F)
            moments.append(N + _cross(x.c[i], F))
        # load of each joint: its own link and those after it, moments about the world's origin
        f, m = (np.cumsum(np.array(each)[::-1], axis=0)[::-1] for each in (forces, moments))
        about_axis = m - _cross(x.o, f)
        held = np.where(self._revolute[:, np.newaxis], about_axis, f)
        return np.array([z @ one for z, one in zip(x.z, held, strict=True)])

    def gravity_torque(self, x: Posture) -> Decimals:
        """Return the torques that hold the arm at rest."""
        still = decimals(np.zeros(self.n))
        return self.torque(x, still, still)

    def mass_matrix(self, x: Posture) -> Decimals:
        """Return the mass matrix, by torques of unit accelerations."""
        still = decimals(np.zeros(self.n))
        return _matrix([self.torque(x, still, e, gravity=False) for e in self._units()])

    def coriolis_matrix(self, x: Posture, qd: Decimals) -> Decimals:
        """Return the matrix of the Christoffel symbols, half the derivative of C qd by qd."""
        still = decimals(np.zeros(self.n))
        columns = [
            _HALF * rate(lambda v: self.torque(x, v, still, gravity=False), qd, e)
            for e in self._units()
        ]
        return _matrix(columns)

    def torque_by_position(self, q: Decimals, qd: Decimals, qdd: Decimals) -> Decimals:
        """Return the derivatives of the torques by the joint positions."""
        columns = [
            rate(lambda p: self.torque(self.posture(p), qd, qdd), q, e) for e in self._units()
        ]
        return _matrix(columns)

    def torque_by_velocity(self, x: Posture, qd: Decimals) -> Decimals:
        """Return the derivatives of the torques by the joint velocities."""
        return 2 * self.coriolis_matrix(x, qd)

    def jacobian(self, x: Posture) -> Decimals:
        """Return the Jacobian of the tool in world axes, linear part first."""
        arms = x.tool[:3, 3] - x.o
        turning = np.concatenate([_cross(x.z, arms), x.z], axis=1)
        sliding = np.concatenate([x.z, 0 * x.z], axis=1)
        return _matrix(np.where(self._revolute[:, np.newaxis], turning, sliding))

    def jacobian_rate(self, q: Decimals, qd: Decimals) -> Decimals:
        """Return the rate of the Jacobian along a motion."""
        return rate(lambda p: self.jacobian(self.posture(p)), q, qd)

    def potential_energy(self, x: Posture) -> Decimals:
        """Return the potential energy, zero at the world's origin."""
        return np.asarray(-self._mass @ (x.c @ self._gravity))

    def _units(self) -> Decimals:
        return decimals(np.eye(self.n))

    def _z_screw(self, i: int, position: Decimal) -> Decimals:
        """Return the pose of a rotation about z and a shift along it, which the joint adds to."""
        if self._revolute[i]:
            (c, s), d = cosine_and_sine(self._theta[i] + position), self._d[i]
        else:
            (c, s), d = of_constant(self._theta[i]), self._d[i] + position
        return np.array([[c, -s, 0, 0], [s, c, 0, 0], [0, 0, 1, d], [0, 0, 0, 1]], dtype=object)


def _x_screw(c: Decimal, s: Decimal, a: Decimal, a_y: Decimal) -> Decimals:
    """Return the pose of a rotation about x and shifts along x and y."""
    return np.array([[1, 0, 0, a], [0, c, -s, a_y], [0, s, c, 0], [0, 0, 0, 1]], dtype=object)


def _matrix(columns: ArrayLike) -> Decimals:
    """Return the matrix with these columns."""
    matrix: Decimals = np.array(columns, dtype=object).T
    return matrix


def _cross(u: Decimals, v: Decimals) -> Decimals:
    """Return the cross products of vectors along the last axis."""
    (a, b, c), (x, y, z) = u.T, v.T
    product: Decimals = np.array([b * z - c * y, c * x - a * z, a * y - b * x], dtype=object).T
    return product


def _acceleration(w: Decimals, wd: Decimals, a: Decimals, arm: Decimals) -> Decimals:
    """Return the acceleration of another point of a body, at this arm from the one known."""
    return a + _cross(wd, arm) + _cross(w, _cross(w, arm))
