"""Momentum observer with a state, for a control loop."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike

from ...validation import FloatArray, finite_result, positive, real_array, vectors
from ..trajectories.checks import require_arm
from .momentum_observer import known_terms, next_residual

if TYPE_CHECKING:
    from ...arm import Arm

_FLOAT64 = np.dtype(np.float64)


class MomentumObserver:
    """Observer of external joint torques, such as those of a collision, in a control loop.

    Each sample of a measured motion gives the residual r of `equidyn.momentum_observer`, to the
    bit: r follows the external torque with the time constant 1 / gain, and starts at zero. It keeps
    the state of one loop: several arms in one loop are a batch, several loops need one each.

    Parameters
    ----------
    arm : Arm
        The model of the arm.
    gain : float
        Gain of the observer, 1/s.
    friction, motors : bool, optional
        Whether friction and motor inertia are among the known terms, as in `Arm.inverse_dynamics`.

    Attributes
    ----------
    arm, gain, friction, motors
        The arguments.
    time : float or None
        Time of the last sample, s; None before the first one.

    Raises
    ------
    ValueError, TypeError
        If an argument is bad, or the arm lacks the data of friction or motors.

    References
    ----------
    A. De Luca, R. Mattone, Sensorless Robot Collision Detection and Hybrid Force/Motion Control,
    IEEE International Conference on Robotics and Automation, 2005.

    S. Haddadin, A. De Luca, A. Albu-Schäffer, Robot Collisions: A Survey on Detection, Isolation,
    and Identification, IEEE Transactions on Robotics 33(6), 2017.

    Examples
    --------
    >>> import numpy as np
    >>> from equidyn import motion, robots
    >>> arm, pushed = robots.planar_2r(), np.array([0.5, 0.0])
    >>> measured = arm.simulate([0, 0], [0, 0], 1.0, 1e-3, torque=pushed)
    >>> observer = motion.MomentumObserver(arm, gain=50.0)
    >>> for t, q, qd in zip(measured.t, measured.q, measured.qd):
    ...     found = observer.update(t, q, qd, np.zeros(2))
    >>> bool(abs(found - pushed).max() < 1e-3)
    True
    """

    def __init__(
        self, arm: Arm, gain: float, *, friction: bool = False, motors: bool = False
    ) -> None:
        require_arm(arm)
        self.arm, self.gain = arm, positive("gain", gain)
        self.friction, self.motors = arm._drives(friction, motors)
        known_terms(arm, *np.zeros((3, arm.n)), friction=self.friction, motors=self.motors)
        self.reset()

    def reset(self) -> None:
        """Forget all samples: the next one is the first."""
        self.time: float | None = None
        # momentum of the first sample; known rate, residual and integral at the last one
        nothing: FloatArray = np.zeros(self.arm.n)
        self._start = self._rate = self._residual = self._integral = nothing

    def update(self, t: float, q: ArrayLike, qd: ArrayLike, tau: ArrayLike) -> FloatArray:
        """Take a sample, and return the external torques that the samples so far show.

        Parameters
        ----------
        t : float
            Time of the sample, s, after that of the one before.
        q, qd : array_like, shape (..., n)
            Measured positions and velocities. Velocities are not searched for jumps by a whole
            turn, which only a whole motion shows.
        tau : array_like, shape (..., n)
            Torques of the motors, N m or N.

        Returns
        -------
        ndarray, shape (..., n)
            Estimated external torques on the joints, N m or N, in the direction of the joint
            variables; zeros for the first sample.

        Raises
        ------
        ValueError, TypeError
            If an argument is not finite, time does not increase, or the shapes do not match each
            other, or those of the samples before. The sample is then left out.
        """
        if not (
            isinstance(t, float)
            and math.isfinite(t)
            and type(q) is type(qd) is type(tau) is np.ndarray
            and q.shape == qd.shape == tau.shape == self._start.shape
            and q.dtype is qd.dtype is tau.dtype is _FLOAT64
        ):
            t, q, qd, tau = self._checked(t, q, qd, tau)
        if self.time is not None and t <= self.time:
            raise ValueError(f"t: must increase, got {float(t)!r} after {self.time!r}")
        with np.errstate(over="ignore", invalid="ignore"):
            momentum, rate = known_terms(
                self.arm, q, qd, tau, friction=self.friction, motors=self.motors
            )
            if self.time is None:
                start, residual, integral = momentum, np.zeros(q.shape), np.zeros(q.shape)
            else:
                start = self._start
                residual, integral = next_residual(
                    (t - self.time) / 2,
                    momentum - start,
                    self._rate + rate,
                    self._residual,
                    self._integral,
                    self.gain,
                )
        if not math.isfinite(np.vdot(residual, rate)):
            vectors("tau", tau, self.arm.n)
            finite_result("momentum_observer", rate)
            finite_result("momentum_observer", residual)
        self.time = float(t)
        self._start, self._rate, self._integral = start, rate, integral
        self._residual = residual.copy()  # the caller may write into the other one
        return residual

    def _checked(
        self, t: float, q: ArrayLike, qd: ArrayLike, tau: ArrayLike
    ) -> tuple[float, FloatArray, FloatArray, FloatArray]:
        """Return a sample as numbers and arrays of one shape, after checks."""
        time = float(real_array("t", t, (), "one number"))
        parts = [vectors(*each, self.arm.n) for each in (("q", q), ("qd", qd), ("tau", tau))]
        try:
            shape = np.broadcast_shapes(*(part.shape for part in parts))
        except ValueError:
            got = ", ".join(str(part.shape[:-1]) for part in parts)
            raise ValueError(f"q, qd, tau: leading axes do not broadcast, got {got}") from None
        if self.time is not None and shape != self._start.shape:
            raise ValueError(
                f"q, qd, tau: expected shape {self._start.shape}, as in the samples before, got "
                f"{shape}; reset() forgets them"
            )
        q, qd, tau = (np.broadcast_to(part, shape) for part in parts)
        return time, q, qd, tau

    def __repr__(self) -> str:
        name = self.arm.name or f"{self.arm.n} joints"
        options = "".join(
            f", {option}" for option in ("friction", "motors") if getattr(self, option)
        )
        last = "no sample yet" if self.time is None else f"last sample at {self.time:g} s"
        return f"<MomentumObserver of {name}, gain {self.gain:g} 1/s{options}: {last}>"
