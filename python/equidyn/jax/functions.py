"""Dynamics and kinematics as functions of JAX."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import numpy as np

from ..gradients.base import Ends
from ..validation import choice, switch
from .evaluation import evaluate

if TYPE_CHECKING:
    from jax import Array
    from jax.typing import ArrayLike

    from ..arm import Arm
    from ..dynamics.base_and_link_motion import BaseMotion


def inverse_dynamics(
    arm: Arm,
    q: ArrayLike,
    qd: ArrayLike,
    qdd: ArrayLike,
    *,
    parameters: ArrayLike | None = None,
    tip_wrench: ArrayLike | None = None,
    base_motion: BaseMotion | tuple[ArrayLike, ArrayLike, ArrayLike] | None = None,
    gravity: ArrayLike | None = None,
    friction: bool = False,
    motors: bool = False,
) -> Array:
    """Joint torques of a motion.

    Parameters
    ----------
    arm : Arm
        The arm, n joints: a constant of what is compiled.
    q, qd, qdd : array_like, shape (..., n)
        Joint position, velocity, acceleration. Leading axes broadcast against each other.
    parameters : array_like, shape (..., p), optional
        Dynamic parameters in place of the arm's own, as `Arm.parameters` returns them: 10 of each
        link, then those of friction and motors if these are included. They need not be those of
        physical bodies; a link with a first moment and no mass has NaN for results. With leading
        axes each state has an arm of its own, in one call.
    tip_wrench : array_like, shape (..., 6), optional
        Force (N) and moment (N m) that the tool exerts on its environment, as
        `Arm.inverse_dynamics` takes them.
    base_motion : BaseMotion or tuple of three array_like, shape (..., 3), optional
        Motion of the base: angular velocity, angular acceleration and linear acceleration, as
        `equidyn.BaseMotion` has them. In a tuple they are differentiable.
    gravity : array_like, shape (..., 3), optional
        Gravity vector in the world, m/s², in place of the arm's own.
    friction, motors : bool, optional
        Whether to add friction, and the inertia of the motors.

    Returns
    -------
    jax.Array, shape (..., n)
        Joint torque (N m) or force (N), float32 or float64 as JAX promotes the operands. The bits
        are those of `Arm.inverse_dynamics`. NaN for a state that is not finite.

    Raises
    ------
    ImportError
        If JAX is not installed, or has a version of XLA's interface that equidyn does not know.
    ValueError, TypeError
        "qd: last axis must be 6 (joints of the arm), got shape (100, 7)".
    NotImplementedError
        For second derivatives with respect to q, qd and qdd.

    Notes
    -----
    Tangents and cotangents of q, qd and qdd are those of `Arm.inverse_dynamics_jvp` and
    `Arm.inverse_dynamics_vjp`. Torques are linear in the parameters, and the regressor is their
    Jacobian, so that derivatives with respect to them of any order are exact. Cotangents of
    parameters are those of `Arm.regressor_vjp`, of the motion of the base and of gravity those of
    `Arm.base_motion_vjp`; that of the wrench is the velocity of the tool, of its Jacobian.

    Examples
    --------
    >>> import jax, jax.numpy as jnp
    >>> from equidyn import robots
    >>> from equidyn.jax import inverse_dynamics
    >>> arm, q, qd, qdd = robots.planar_2r(), *jnp.ones((3, 2))
    >>> effort = lambda q: (inverse_dynamics(arm, q, qd, qdd) ** 2).sum()
    >>> slope = jax.jit(jax.grad(effort))(q)
    >>> by_q, _, _ = arm.inverse_dynamics_vjp(q, qd, qdd, 2 * arm.inverse_dynamics(q, qd, qdd))
    >>> bool(jnp.allclose(slope, by_q, rtol=1e-4))
    True
    """
    ends = Ends(tip_wrench, base_motion, gravity)
    return _with_drives("inverse_dynamics", arm, (q, qd, qdd), parameters, ends, friction, motors)


def forward_dynamics(
    arm: Arm,
    q: ArrayLike,
    qd: ArrayLike,
    tau: ArrayLike,
    *,
    parameters: ArrayLike | None = None,
    tip_wrench: ArrayLike | None = None,
    base_motion: BaseMotion | tuple[ArrayLike, ArrayLike, ArrayLike] | None = None,
    gravity: ArrayLike | None = None,
    friction: bool = False,
    motors: bool = False,
) -> Array:
    """Joint accelerations from joint torques.

    Parameters
    ----------
    arm, q, qd, parameters, tip_wrench, base_motion, gravity, friction, motors
        As in `inverse_dynamics`.
    tau : array_like, shape (..., n)
        Joint torque (N m) or force (N). Leading axes broadcast.

    Returns
    -------
    jax.Array, shape (..., n)
        Joint acceleration, as `Arm.forward_dynamics`. NaN for a state that is not finite, or in
        which a joint moves no mass; also for parameters with a mass matrix not positive definite.

    Raises
    ------
    ImportError, ValueError, TypeError, NotImplementedError
        As in `inverse_dynamics`.

    Notes
    -----
    The derivative with respect to the parameters is minus the inverse of the mass matrix times the
    regressor at the resulting acceleration.

    Examples
    --------
    >>> import jax, jax.numpy as jnp
    >>> from equidyn import robots
    >>> from equidyn.jax import forward_dynamics
    >>> arm, start = robots.planar_2r(), jnp.array([[1.0, 0.0], [0.0, 0.0]])
    >>> def swing(tau, step=0.01):
    ...     def move(state, _):
    ...         q, qd = state
    ...         qd = qd + step * forward_dynamics(arm, q, qd, tau)
    ...         return jnp.stack([q + step * qd, qd]), q
    ...     return jax.lax.scan(move, start, length=100)[0][0]
    >>> jax.jit(jax.jacobian(swing))(jnp.zeros(2)).shape
    (2, 2)
    """
    ends = Ends(tip_wrench, base_motion, gravity)
    return _with_drives("forward_dynamics", arm, (q, qd, tau), parameters, ends, friction, motors)


def bias(
    arm: Arm,
    q: ArrayLike,
    qd: ArrayLike,
    *,
    parameters: ArrayLike | None = None,
    tip_wrench: ArrayLike | None = None,
    base_motion: BaseMotion | tuple[ArrayLike, ArrayLike, ArrayLike] | None = None,
    gravity: ArrayLike | None = None,
    friction: bool = False,
) -> Array:
    """Joint torques at zero acceleration: Coriolis, centrifugal and gravity torques.

    Parameters
    ----------
    arm, q, qd, parameters, tip_wrench, base_motion, gravity, friction
        As in `inverse_dynamics`.

    Returns
    -------
    jax.Array, shape (..., n)
        As `Arm.bias`.

    Raises
    ------
    ImportError, ValueError, TypeError, NotImplementedError
        As in `inverse_dynamics`.
    """
    ends = Ends(tip_wrench, base_motion, gravity)
    operands = {"q": q, "qd": qd}
    return evaluate("bias", arm, operands, parameters, ends, friction=switch("friction", friction))


def gravity_torque(
    arm: Arm,
    q: ArrayLike,
    *,
    parameters: ArrayLike | None = None,
    gravity: ArrayLike | None = None,
) -> Array:
    """Gravity torques: joint torques that hold the arm at rest.

    Parameters
    ----------
    arm, q, parameters, gravity
        As in `inverse_dynamics`.

    Returns
    -------
    jax.Array, shape (..., n)
        As `Arm.gravity_torque`.

    Raises
    ------
    ImportError, ValueError, TypeError, NotImplementedError
        As in `inverse_dynamics`.
    """
    if gravity is None:
        return evaluate("gravity_torque", arm, {"q": q}, parameters)
    at_rest = {"q": q, "qd": np.zeros(getattr(arm, "n", 0), np.float32)}
    return evaluate("bias", arm, at_rest, parameters, Ends(gravity=gravity))


def mass_matrix(arm: Arm, q: ArrayLike) -> Array:
    """Mass matrix M of the links, full and symmetric, without rotors.

    Parameters
    ----------
    arm, q
        As in `inverse_dynamics`.

    Returns
    -------
    jax.Array, shape (..., n, n)
        As `Arm.mass_matrix`.

    Raises
    ------
    ImportError, ValueError, TypeError, NotImplementedError
        As in `inverse_dynamics`.
    """
    return evaluate("mass_matrix", arm, {"q": q})


def kinetic_energy(arm: Arm, q: ArrayLike, qd: ArrayLike) -> Array:
    """Kinetic energy of the links, without rotors.

    Parameters
    ----------
    arm, q, qd
        As in `inverse_dynamics`.

    Returns
    -------
    jax.Array, shape (...)
        J, as `Arm.kinetic_energy`.

    Raises
    ------
    ImportError, ValueError, TypeError
        As in `inverse_dynamics`.
    NotImplementedError
        For second derivatives, but those with respect to qd alone.
    """
    return evaluate("kinetic_energy", arm, {"q": q, "qd": qd})


def potential_energy(arm: Arm, q: ArrayLike) -> Array:
    """Potential energy of the links in gravity.

    Parameters
    ----------
    arm, q
        As in `inverse_dynamics`.

    Returns
    -------
    jax.Array, shape (...)
        J, as `Arm.potential_energy`.

    Raises
    ------
    ImportError, ValueError, TypeError
        As in `inverse_dynamics`.
    NotImplementedError
        For third derivatives: the second ones are those of the gravity torque.
    """
    return evaluate("potential_energy", arm, {"q": q})


def forward_kinematics(arm: Arm, q: ArrayLike) -> Array:
    """Pose of the tool frame in the world.

    Parameters
    ----------
    arm, q
        As in `inverse_dynamics`.

    Returns
    -------
    jax.Array, shape (..., 4, 4)
        Rotation matrix, and origin in m, as `Arm.forward_kinematics`.

    Raises
    ------
    ImportError, ValueError, TypeError
        As in `inverse_dynamics`.
    NotImplementedError
        For third derivatives: the second ones are those of the Jacobian.
    """
    return evaluate("forward_kinematics", arm, {"q": q})


def link_poses(arm: Arm, q: ArrayLike) -> Array:
    """Poses of all link frames in the world.

    Parameters
    ----------
    arm, q
        As in `inverse_dynamics`.

    Returns
    -------
    jax.Array, shape (..., n, 4, 4)
        As `Arm.link_poses`.

    Raises
    ------
    ImportError, ValueError, TypeError, NotImplementedError
        As in `inverse_dynamics`.
    """
    return evaluate("link_poses", arm, {"q": q})


def jacobian(arm: Arm, q: ArrayLike, *, frame: Literal["world", "tool"] = "world") -> Array:
    """Geometric Jacobian of the tool: linear velocity of its origin, then angular.

    Parameters
    ----------
    arm, q
        As in `inverse_dynamics`.
    frame : {"world", "tool"}, optional
        Axes of the components.

    Returns
    -------
    jax.Array, shape (..., 6, n)
        As `Arm.jacobian`.

    Raises
    ------
    ImportError, ValueError, TypeError, NotImplementedError
        As in `inverse_dynamics`; ValueError for another frame.
    """
    choice("frame", frame, ("world", "tool"))
    return evaluate("jacobian", arm, {"q": q}, in_tool=frame == "tool")


def _with_drives(
    quantity: str,
    arm: Arm,
    state: tuple[ArrayLike, ArrayLike, ArrayLike],
    parameters: ArrayLike | None,
    ends: Ends,
    friction: bool,
    motors: bool,
) -> Array:
    last = "tau" if quantity == "forward_dynamics" else "qdd"
    return evaluate(
        quantity,
        arm,
        dict(zip(("q", "qd", last), state, strict=True)),
        parameters,
        ends,
        friction=switch("friction", friction),
        motors=switch("motors", motors),
    )
