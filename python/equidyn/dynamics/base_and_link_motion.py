"""Motion of the base, an input of the recursions, and of the links, their result."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from .. import _core
from ..validation import FloatArray, vectors

if TYPE_CHECKING:
    from rich.console import RenderableType

    from ..arm import Arm
    from ..output.tables import Table
    from .link_wrenches import LinkWrenches

_AT_REST = (0.0, 0.0, 0.0)


@_core.register_base_motion_type
@dataclass(frozen=True, eq=False, init=False, slots=True)
class BaseMotion:
    """Motion of an arm's base frame, in base-frame axes.

    Gravity is not part of it: it belongs to the arm. A base acceleration ``x`` loads the joints
    like a gravity vector of ``-x``. The linear velocity of the base has no effect.

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


class _Fields(NamedTuple):
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


@_core.register_link_motion_type
class LinkMotion(_Fields):
    """Motion of every link and the joint wrench on it, from the Newton-Euler recursion.

    Each field has shape (..., n, 3); entry ``[..., i, :]`` belongs to link ``i + 1``, in the axes
    of its frame. Gravity is subtracted from accelerations: that of a link at rest is -g. Positions
    are relative to the origin of the base frame, and velocities are those of the points relative to
    it, in non-rotating axes: the linear velocity of the base, which `equidyn.BaseMotion` does
    not have, would add to them. No torque depends on positions and velocities. `wrenches` splits
    force and moment into those of the motors and of the joint constraints.

    Attributes
    ----------
    angular_velocity, angular_acceleration : ndarray
        Of the link: rad/s, rad/s².
    origin_acceleration : ndarray
        Of the origin of the link's frame, minus gravity: m/s².
    com_acceleration : ndarray
        Of the centre of mass, minus gravity: m/s².
    force : ndarray
        Exerted on the link by the link before it: N.
    moment : ndarray
        Exerted on the link by the link before it: N m; about the origin of the frame before in
        standard DH, of the link's own frame in modified DH: in both, a point on the joint's axis.
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

    # the arm, and q and qd of each state, set by the core
    _made_from: tuple[Arm, bytes]

    def table(self) -> Table:
        """Return a table with a row for each link; of many states, root mean squares."""
        from .link_motion_table import link_motion_table

        return link_motion_table(self)

    def __repr__(self) -> str:
        return str(self.table())

    def __rich__(self) -> RenderableType:
        """Return the table as `rich` draws it."""
        return self.table().__rich__()

    def _repr_html_(self) -> str:
        return self.table()._repr_html_()

    def wrenches(self, *, friction: bool = False) -> LinkWrenches:
        """Split joint wrenches into working and constraint parts.

        Parameters
        ----------
        friction : bool, optional
            Whether the motors also overcome joint friction, for which the arm must have data:
            viscous, Coulomb or both.

        Returns
        -------
        LinkWrenches
            Of each joint its working and non-working parts; on each link the active, dissipative
            and constraint wrenches; and that of the base. Computed at every call.

        Raises
        ------
        ValueError, TypeError
            If the arm has no friction data, or a wrench overflows; for a motion not returned by
            `Arm.link_motion`.

        References
        ----------
        J. Angeles, Fundamentals of Robotic Mechanical Systems, (7.36), (7.37), (7.47) to (7.53).

        Examples
        --------
        The working part is the torque; the constraint part has no power:

        >>> import numpy as np
        >>> from equidyn import robots
        >>> arm, state = robots.planar_2r(), ([0.1, 0.2], [1.0, -2.0], [3.0, 4.0])
        >>> motion = arm.link_motion(*state)
        >>> wrenches = motion.wrenches()
        >>> bool(np.allclose(wrenches.working[:, 5], arm.inverse_dynamics(*state)))
        True
        >>> twist = np.concatenate([motion.com_velocity, motion.angular_velocity], axis=-1)
        >>> bool(abs(np.vdot(twist, wrenches.constraint)) < 1e-13)
        True
        """
        from .joint_geometry import JointGeometry
        from .link_wrenches import link_wrenches

        try:
            arm, states = self._made_from
        except AttributeError:
            raise ValueError(
                "wrenches: expected a LinkMotion returned by Arm.link_motion"
            ) from None
        n = len(arm.joints)
        q, qd = np.moveaxis(np.frombuffer(states).reshape(*self.force.shape[:-2], 2, n), -2, 0)
        geometry = JointGeometry(arm, q, self.origin_position, self.com_position)
        joint_wrenches = np.concatenate([self.force, self.moment], axis=-1)
        return link_wrenches(arm, q, qd, joint_wrenches, geometry, friction)
