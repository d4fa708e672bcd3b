"""The motion of the base that goes into the recursions; that of the links, which comes out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from numpy.typing import ArrayLike

from .. import _core
from .._validation import FloatArray, vectors

_AT_REST = (0.0, 0.0, 0.0)


@_core.know_base_motion
@dataclass(frozen=True, eq=False, init=False, slots=True)
class BaseMotion:
    """Motion of an arm's base frame, in base-frame axes.

    Gravity is not part of it: it belongs to the arm. A base that accelerates by ``x`` loads the
    joints like a free fall of ``-x``. The linear velocity of the base does not matter.

    Parameters
    ----------
    angular_velocity, angular_acceleration : array_like, shape (..., 3), optional
        Of the base frame in the world: rad/s, rad/s². Leading axes broadcast against those of the
        joint states.
    linear_acceleration : array_like, shape (..., 3), optional
        Of the origin of the base frame in the world: m/s².

    Raises
    ------
    ValueError, TypeError
        If an argument is not made of finite real vectors of three components.

    Examples
    --------
    >>> lift = BaseMotion(linear_acceleration=(0, 0, 2.0))
    >>> lift.angular_velocity
    array([0., 0., 0.])
    """

    angular_velocity: FloatArray
    angular_acceleration: FloatArray
    linear_acceleration: FloatArray

    def __init__(
        self,
        angular_velocity: ArrayLike = _AT_REST,
        angular_acceleration: ArrayLike = _AT_REST,
        linear_acceleration: ArrayLike = _AT_REST,
    ) -> None:
        given = {
            "angular_velocity": angular_velocity,
            "angular_acceleration": angular_acceleration,
            "linear_acceleration": linear_acceleration,
        }
        for name, value in given.items():
            object.__setattr__(self, name, vectors(name, value))

    def as_tuple(self) -> tuple[FloatArray, FloatArray, FloatArray]:
        """Angular velocity, angular acceleration, linear acceleration."""
        return self.angular_velocity, self.angular_acceleration, self.linear_acceleration


@_core.know_link_motion
class LinkMotion(NamedTuple):
    """What the recursions compute on the way to the torques: every link's motion and load.

    Each field has shape (..., n, 3); entry ``[..., i, :]`` belongs to link ``i + 1`` and is written
    in the axes of that link's frame. The accelerations are less gravity: a link at rest has minus
    the free fall. Positions are seen from the origin of the base frame, and velocities are those of
    the points relative to it, in axes that do not turn: the linear velocity of the base, which
    `BaseMotion` does not have, would add to them. No torque needs positions and velocities.

    Attributes
    ----------
    angular_velocity, angular_acceleration : ndarray
        Of the link: rad/s, rad/s².
    origin_acceleration : ndarray
        Of the origin of the link's frame, less gravity: m/s².
    com_acceleration : ndarray
        Of the centre of mass, less gravity: m/s².
    force : ndarray
        Exerted on the link by the link before it: N.
    moment : ndarray
        Exerted on the link by the link before it: N m; about the origin of the frame before in
        standard DH, of the link's own frame in modified DH: in both, a point of the joint's axis.
    origin_velocity, com_velocity : ndarray
        Of the origin of the link's frame, of the centre of mass: m/s.
    origin_position, com_position : ndarray
        Of the origin of the link's frame, of the centre of mass: m.

    Examples
    --------
    Kinetic energy, from the links and from the joints:

    >>> import numpy as np
    >>> from equidyn import robots
    >>> arm, q, qd = robots.planar_2r(), [0.1, 0.2], np.array([1.0, -2.0])
    >>> motion = arm.link_motion(q, qd, [0, 0])
    >>> w, v = motion.angular_velocity, motion.com_velocity
    >>> spin = np.einsum("ni,nij,nj", w, arm.inertia, w)
    >>> energy = (arm.mass @ (v * v).sum(axis=-1) + spin) / 2
    >>> bool(np.isclose(energy, qd @ arm.mass_matrix(q) @ qd / 2))
    True
    """

    angular_velocity: FloatArray
    angular_acceleration: FloatArray
    origin_acceleration: FloatArray
    com_acceleration: FloatArray
    force: FloatArray
    moment: FloatArray
    origin_velocity: FloatArray
    com_velocity: FloatArray
    origin_position: FloatArray
    com_position: FloatArray
