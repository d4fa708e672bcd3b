"""Energies of an arm, from the motion of its links, independent of the compiled core.

Torques are checked against them. The recursion goes outwards in world axes through the two screws
of each Denavit-Hartenberg row: Z (rotate by theta about z, shift by d along it), which the joint
moves, and X (rotate by alpha about x, shift by a along it and a_y along y). Standard DH is Z then
X, modified DH X then Z.

All functions of the state accept complex input and branch on no value, so that a derivative is
exact: for real x, f'(x) = Im f(x + ih) / h with h so small that no digit is lost (complex step).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

if TYPE_CHECKING:
    from ..arm.arm import Arm

NumberArray = NDArray[Any]  # also complex numbers

_STEP = 1e-30


class _Frame(NamedTuple):
    """A moving frame, in world axes."""

    R: NumberArray  # axes, (..., 3, 3)
    o: NumberArray  # origin, (..., 3)
    w: NumberArray  # angular velocity, (..., 3)
    v: NumberArray  # velocity of the origin, (..., 3)

    def z_screw(
        self, theta: NumberArray, d: NumberArray, turning: NumberArray, sliding: NumberArray
    ) -> _Frame:
        """Move theta about z and d along it, at the velocities that the joint adds."""
        c, s = np.cos(theta), np.sin(theta)
        x, y, z = self.R[..., 0], self.R[..., 1], self.R[..., 2]
        R = np.stack([c * x + s * y, c * y - s * x, z], axis=-1)
        shift = d * z
        v = self.v + np.cross(self.w, shift) + sliding * z
        return _Frame(R, self.o + shift, self.w + turning * z, v)

    def x_screw(self, alpha: float, a: float, a_y: float) -> _Frame:
        """Move alpha about x, a along it and a_y along the y axis before."""
        c, s = np.cos(alpha), np.sin(alpha)
        x, y, z = self.R[..., 0], self.R[..., 1], self.R[..., 2]
        R = np.stack([x, c * y + s * z, c * z - s * y], axis=-1)
        shift = a * x + a_y * y
        return _Frame(R, self.o + shift, self.w, self.v + np.cross(self.w, shift))

    def velocity_of(self, point: NumberArray) -> NumberArray:
        """Velocity, in world axes, of a point that is fixed in this frame, given in its axes."""
        return self.v + np.cross(self.w, self.R @ point)

    def turning(self) -> NumberArray:
        """Angular velocity, in the axes of this frame."""
        return np.asarray(np.einsum("...ji,...j->...i", self.R, self.w))


def _link_frames(arm: Arm, q: NumberArray, qd: NumberArray) -> Iterator[_Frame]:
    """Frames 1 to n in turn; the base of the arm is at rest in the world."""
    zero = np.zeros((*np.broadcast_shapes(q.shape[:-1], qd.shape[:-1]), 3))
    frame = _Frame(
        np.broadcast_to(arm.base[:3, :3], (*zero.shape, 3)), arm.base[:3, 3] + zero, zero, zero
    )
    x_screws = list(zip(arm.alpha, arm.a, arm.a_y, strict=True))
    for i, revolute in enumerate(arm.revolute):
        position, rate, still = q[..., i, None], qd[..., i, None], np.zeros(1)
        if revolute:
            z_screw = (arm.theta[i] + position, np.asarray(arm.d[i]), rate, still)
        else:
            z_screw = (np.asarray(arm.theta[i]), arm.d[i] + position, still, rate)
        if arm.convention == "standard":
            frame = frame.z_screw(*z_screw).x_screw(*x_screws[i])
        else:
            frame = frame.x_screw(*x_screws[i]).z_screw(*z_screw)
        yield frame


def kinetic_energy(arm: Arm, q: ArrayLike, qd: ArrayLike) -> NumberArray:
    """Kinetic energy of the links, the base at rest.

    Parameters
    ----------
    arm : Arm
        The arm, n joints.
    q, qd : array_like, shape (..., n)
        Joint positions and velocities, real or complex.

    Returns
    -------
    ndarray, shape (...)
        Energy in J.
    """
    q, qd = np.asarray(q), np.asarray(qd)
    energy = np.zeros(np.broadcast_shapes(q.shape[:-1], qd.shape[:-1]))
    for i, frame in enumerate(_link_frames(arm, q, qd)):
        v, w = frame.velocity_of(arm.com[i]), frame.turning()
        turning = np.sum(w * (w @ arm.inertia[i]), axis=-1)
        energy = energy + 0.5 * (arm.mass[i] * np.sum(v * v, axis=-1) + turning)
    return energy


def kinetic_matrix(arm: Arm, q: ArrayLike) -> NumberArray:
    """Matrix M of the kinetic energy qd^t M qd / 2.

    Parameters
    ----------
    arm : Arm
        The arm, n joints.
    q : array_like, shape (..., n)
        Joint positions.

    Returns
    -------
    ndarray, shape (..., n, n)
    """
    M: NumberArray = np.zeros(1)
    for i, frame in enumerate(_link_frames(arm, np.asarray(q)[..., None, :], np.eye(arm.n))):
        v, w = frame.velocity_of(arm.com[i]), frame.turning()
        M = M + arm.mass[i] * v @ np.swapaxes(v, -1, -2)
        M = M + w @ arm.inertia[i] @ np.swapaxes(w, -1, -2)
    return M


def kinetic_matrix_rate(arm: Arm, q: NumberArray, qd: NumberArray) -> NumberArray:
    """Rate of the matrix of the kinetic energy, (..., n, n); exact, by complex step."""
    return np.asarray(kinetic_matrix(arm, q + 1j * _STEP * qd).imag / _STEP)


def christoffel_symbols(arm: Arm, q: NumberArray) -> NumberArray:
    """Christoffel symbols of the kinetic energy, (..., n, n, n); exact, by complex step."""
    steps = 1j * _STEP * np.eye(arm.n)
    # dM[..., k, i, j] is dM_ij / dq_k
    dM = kinetic_matrix(arm, q[..., None, :] + steps).imag / _STEP
    ijk = np.moveaxis(dM, -3, -1)
    return np.asarray((ijk + np.swapaxes(ijk, -1, -2) - dM) / 2)


def potential_energy(arm: Arm, q: ArrayLike) -> NumberArray:
    """Potential energy of the links in the arm's gravity; zero for a mass at the world origin.

    Parameters
    ----------
    arm : Arm
        The arm, n joints.
    q : array_like, shape (..., n)
        Joint positions, real or complex.

    Returns
    -------
    ndarray, shape (...)
        Energy in J.
    """
    q = np.asarray(q)
    energy = np.zeros(q.shape[:-1])
    for i, frame in enumerate(_link_frames(arm, q, np.zeros(q.shape))):
        energy = energy - arm.mass[i] * ((frame.o + frame.R @ arm.com[i]) @ arm.gravity)
    return energy


def energy_rate(arm: Arm, q: NumberArray, qd: NumberArray, qdd: NumberArray) -> NumberArray:
    """Rate of kinetic plus potential energy along a motion, W; exact, by complex step."""
    q_step, qd_step = q + 1j * _STEP * qd, qd + 1j * _STEP * qdd
    energy = kinetic_energy(arm, q_step, qd_step) + potential_energy(arm, q_step)
    return np.asarray(energy.imag / _STEP)


def potential_gradient(arm: Arm, q: NumberArray) -> NumberArray:
    """Gradient of the potential energy in q, (..., n); exact, by complex step."""
    steps = 1j * _STEP * np.eye(arm.n)
    return np.asarray(potential_energy(arm, q[..., None, :] + steps).imag / _STEP)


def tool_jacobian(arm: Arm, q: ArrayLike) -> NumberArray:
    """Velocity and angular velocity of the tool at unit rates of the joints, (..., 6, n)."""
    *_, last = _link_frames(arm, np.asarray(q)[..., None, :], np.eye(arm.n))
    v, w = last.velocity_of(arm.tool[:3, 3]), last.w
    return np.swapaxes(np.concatenate([v, w], axis=-1), -1, -2)


def tip_power(arm: Arm, q: NumberArray, qd: NumberArray, tip_wrench: NumberArray) -> NumberArray:
    """Power that a wrench at the tool, in tool axes, gives to the environment, W."""
    *_, last = _link_frames(arm, q, qd)
    v = last.velocity_of(arm.tool[:3, 3])
    R = last.R @ arm.tool[:3, :3]
    wrench = tip_wrench.reshape(*tip_wrench.shape[:-1], 2, 3)
    force, moment = np.moveaxis(np.einsum("...ij,...kj->...ki", R, wrench), -2, 0)
    return np.asarray(np.sum(force * v + moment * last.w, axis=-1))
