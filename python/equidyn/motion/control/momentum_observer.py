"""Momentum observer of external joint torques."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike

from ...validation import (
    FloatArray,
    finite_result,
    float64_copy,
    positive,
    require,
    require_finite,
    vectors,
)
from ..trajectories.checks import require_arm
from ..whole_turns import differenced_jump

if TYPE_CHECKING:
    from ...arm import Arm


def momentum_observer(
    arm: Arm,
    t: ArrayLike,
    q: ArrayLike,
    qd: ArrayLike,
    tau: ArrayLike,
    *,
    gain: float,
    friction: bool = False,
    motors: bool = False,
) -> FloatArray:
    """Estimate external joint torques, such as those of a collision, along a measured motion.

    The momentum p = M qd changes by motor torques, gravity, C^T qd and external torques. The
    residual r = gain (p - integral of all known terms and r) follows the external torque with the
    time constant 1 / gain; accelerations are not needed. Integrals are by the trapezoidal rule, and
    r starts at zero. In a control loop `equidyn.motion.MomentumObserver` gives the same numbers.

    Parameters
    ----------
    arm : Arm
        The model of the arm.
    t : array_like, shape (m,)
        Times of the samples, s, increasing.
    q, qd : array_like, shape (..., m, n)
        Measured positions and velocities.
    tau : array_like, shape (..., m, n)
        Torques of the motors, N m or N.
    gain : float
        Gain of the observer, 1/s.
    friction, motors : bool, optional
        Whether friction and motor inertia are among the known terms, as in `Arm.inverse_dynamics`.

    Returns
    -------
    ndarray, shape (..., m, n)
        Estimated external torques on the joints, N m or N, in the direction of the joint variables.

    Raises
    ------
    ValueError, TypeError
        If an argument is not finite, or shapes do not match; if times do not increase; if
        velocities were made of a jump of an angle by a whole turn.

    References
    ----------
    A. De Luca, R. Mattone, Sensorless Robot Collision Detection and Hybrid Force/Motion Control,
    IEEE International Conference on Robotics and Automation, 2005.

    S. Haddadin, A. De Luca, A. Albu-Schäffer, Robot Collisions: A Survey on Detection, Isolation,
    and Identification, IEEE Transactions on Robotics 33(6), 2017.

    Examples
    --------
    >>> import numpy as np
    >>> from equidyn import momentum_observer, robots
    >>> arm, t = robots.planar_2r(), np.linspace(0, 1, 1001)
    >>> pushed = np.array([0.5, 0.0])
    >>> motion = arm.simulate([0, 0], [0, 0], 1.0, 1e-3, torque=pushed)
    >>> found = momentum_observer(arm, t, motion.q, motion.qd, np.zeros(2), gain=50.0)
    >>> bool(abs(found[-1] - pushed).max() < 1e-3)
    True
    """
    require_arm(arm)
    times, strength = float64_copy("t", t), positive("gain", gain)
    require_finite("t", times)
    if times.ndim != 1:
        raise ValueError(f"t: expected shape (m,), got {times.shape}")
    require("t", np.diff(times) > 0, "must increase", np.diff(times), "step")
    given = {"q": q, "qd": qd, "tau": tau}
    parts = {name: vectors(name, value, arm.n) for name, value in given.items()}
    try:
        rows = np.broadcast_arrays(*parts.values(), np.empty((len(times), arm.n)))[:3]
    except ValueError:
        shapes = ", ".join(f"{name} {part.shape}" for name, part in parts.items())
        raise ValueError(
            f"expected {len(times)} samples, as t has, of {arm.n} joints, got {shapes}"
        ) from None
    _require_motion(arm, times, *rows[:2])
    friction, motors = arm._drives(friction, motors)
    with np.errstate(over="ignore", invalid="ignore"):
        momentum, rate = known_terms(arm, *rows, friction=friction, motors=motors)
        found = _residual(times, momentum, rate, strength)
    return finite_result("momentum_observer", found)


def _require_motion(arm: Arm, t: FloatArray, q: FloatArray, qd: FloatArray) -> None:
    """Check that no velocity of an angle is the difference of a jump by a whole turn."""
    for k in np.flatnonzero(arm.revolute):
        for angle, rate in zip(*(x[..., k].reshape(-1, len(t)) for x in (q, qd)), strict=True):
            sample = differenced_jump(angle, rate)
            if sample is not None:
                raise ValueError(
                    f"qd: expected velocities, got {rate[sample]:.4g} rad/s of joint {k + 1} at "
                    f"t = {t[sample]:.6g}, where q jumps by a whole turn: unwrap q first"
                )


def known_terms(
    arm: Arm, q: FloatArray, qd: FloatArray, tau: FloatArray, *, friction: bool, motors: bool
) -> tuple[FloatArray, FloatArray]:
    """Return the momentum, and its rate without external torques: tau + C^T qd - G - friction."""
    momentum = arm.momentum(q, qd)
    if motors:
        momentum = momentum + arm._reflected_motor_inertia() * qd
    rate = tau + arm.transposed_coriolis_torque(q, qd, qd) - arm.gravity_torque(q)
    if friction:
        rate = rate - (arm.bias(q, qd, friction=True) - arm.bias(q, qd))
    return momentum, rate


def _residual(t: FloatArray, momentum: FloatArray, rate: FloatArray, gain: float) -> FloatArray:
    """Return the residuals at all times."""
    found = np.zeros_like(momentum)
    integral = np.zeros_like(momentum[..., 0, :])
    for k, half in enumerate(np.diff(t) / 2, start=1):
        gained = momentum[..., k, :] - momentum[..., 0, :]
        rates = rate[..., k - 1, :] + rate[..., k, :]
        found[..., k, :], integral = next_residual(
            half, gained, rates, found[..., k - 1, :], integral, gain
        )
    return found


def next_residual(
    half: float,
    gained: FloatArray,
    rates: FloatArray,
    residual: FloatArray,
    integral: FloatArray,
    gain: float,
) -> tuple[FloatArray, FloatArray]:
    """Integrate over one step by the trapezoidal rule, implicitly in the residual.

    Parameters
    ----------
    half : float
        Half of the step, s.
    gained : ndarray, shape (..., n)
        Momentum after the step, less that at the start.
    rates : ndarray, shape (..., n)
        Sum of the known rates of the momentum before and after the step.
    residual, integral : ndarray, shape (..., n)
        Residual before the step, and the integral of known rates and residual until there.
    gain : float
        Gain of the observer, 1/s.

    Returns
    -------
    tuple of two ndarray, shape (..., n)
        Residual and integral after the step.
    """
    known = integral + half * (rates + residual)
    residual = gain * (gained - known) / (1 + gain * half)
    return residual, known + half * residual
