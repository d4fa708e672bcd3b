"""Base class of joint controllers: sampling, quantised positions and torque limits."""

from __future__ import annotations

from abc import abstractmethod
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike

from ... import _core
from ...dynamics.joint_names import joint_labels
from ...output.tables import Table
from ...output.tabular import Tabular
from ...validation import FloatArray, finite_result, float64_copy, require_finite, switch, vectors
from .reference import Reference
from .sampled_stability import require_sampled_stability
from .settings import gain_matrix, is_diagonal, resolutions, sampling, torque_limits

if TYPE_CHECKING:
    from ...arm import Arm


class Controller(Tabular):
    """A joint controller; call it with a time and a measured state, or pass it to `simulate`.

    Attributes
    ----------
    model : Arm
        The model of the arm.
    trajectory : Trajectory or array_like
        The reference.
    kp, kv : ndarray, shape (n, n)
        Gains of position and velocity.
    period : float or None
        Sampling period, s; None for continuous control.
    delay : float
        Delay from a sample to its torque, s.
    limits : ndarray, shape (n, 2), or None
        Least and largest torques, N m or N.
    resolution : ndarray, shape (n,), or None
        Position of one count of each encoder, rad or m.
    diagonal : bool
        Whether both gain matrices are diagonal.
    friction, motors : bool
        Whether it compensates friction and motor inertia of the model.
    """

    # stability condition of one joint, sampled without delay
    _stable_where = "period kp / 2 < kv < 2 / period"

    def __init__(
        self,
        model: Arm,
        trajectory: Any,
        *,
        kp: ArrayLike,
        kv: ArrayLike,
        friction: bool = False,
        motors: bool = False,
        period: float | None = None,
        delay: float = 0.0,
        limits: ArrayLike | None = None,
        resolution: ArrayLike | None = None,
    ) -> None:
        n = joints_of(model)
        self.model, self.trajectory = model, trajectory
        self._reference = Reference(trajectory, n)
        self.kp, self.kv = self._checked_gains(kp, kv)
        self.friction, self.motors = switch("friction", friction), switch("motors", motors)
        model.inverse_dynamics(*np.zeros((3, n)), friction=self.friction, motors=self.motors)
        self.diagonal = is_diagonal(self.kp) and is_diagonal(self.kv)
        self.period, self.delay = sampling(period, delay)
        self.limits = torque_limits(limits, n)
        self.resolution = resolutions(resolution, n)
        if self.period is not None:
            gains = ", ".join(self._gains_by_name())
            loop = (*self._per_inertia(), self.period, self.delay)
            require_sampled_stability(gains, *loop, self._stable_where)

    @property
    def n(self) -> int:
        """Number of joints."""
        return self.model.n

    @property
    def law_of_kernel(self) -> str | None:
        """Name of the control law in the kernels; None without one."""
        return None

    @property
    def motion_of_kernel(self) -> tuple[FloatArray, FloatArray] | None:
        """Breaks and coefficients of a polynomial reference for the kernels; otherwise None."""
        return self._reference.polynomials

    @property
    def _feeds_torque_forward(self) -> bool:
        """Whether the torques of the model along the reference are fed forward."""
        return False

    @cached_property
    def _of_state(self) -> _core.ControlOfState | None:
        """The controller for single states in the kernels; None without a law there."""
        if self.law_of_kernel is None:
            return None
        return _core.ControlOfState(
            self.model,
            law=self.law_of_kernel,
            friction=self.friction,
            motors=self.motors,
            feed_forward=self._feeds_torque_forward,
            arrays={**self.arrays_of_kernel, **self._reference.arrays},
        )

    def __setattr__(self, name: str, value: object) -> None:
        vars(self).pop("_of_state", None)
        super().__setattr__(name, value)

    def __getstate__(self) -> dict[str, object]:
        return {name: value for name, value in vars(self).items() if name != "_of_state"}

    @property
    def arrays_of_kernel(self) -> dict[str, FloatArray]:
        """Gains, limits and resolution by name, as the kernels read them."""
        arrays = {"kp": self.kp, "kv": self.kv}
        if self.limits is not None:
            arrays["least"], arrays["largest"] = np.ascontiguousarray(self.limits.T)
        if self.resolution is not None:
            arrays["resolution"] = self.resolution
        return arrays

    def __call__(self, t: ArrayLike, q: ArrayLike, qd: ArrayLike) -> FloatArray:
        """Return the commanded torques; a sampled controller samples at these times.

        Parameters
        ----------
        t : array_like, shape (...)
            Times, s.
        q, qd : array_like, shape (..., n)
            Exact positions and velocities: `resolution` is applied to the positions here. Leading
            axes broadcast, those of the times too.

        Returns
        -------
        ndarray, shape (..., n)
            N m or N.

        Raises
        ------
        ValueError, TypeError
            If an argument is not finite, or shapes do not match.
        """
        in_kernel = self._of_state
        if in_kernel is not None:
            torques = in_kernel.torques(t, q, qd, self.desired)
            if torques is not None:
                return torques
        times = float64_copy("t", t)
        require_finite("t", times)
        q, qd = vectors("q", q, self.n), vectors("qd", qd, self.n)
        try:
            leading = np.broadcast_shapes(times.shape, q.shape[:-1], qd.shape[:-1])
        except ValueError:
            raise ValueError(
                f"t, q, qd: leading axes do not broadcast, got {times.shape}, {q.shape[:-1]} and "
                f"{qd.shape[:-1]}"
            ) from None
        shape = (*leading, self.n)
        rows = (np.broadcast_to(part, shape) for part in (*self.desired(times), q, qd))
        with np.errstate(over="ignore", invalid="ignore"):
            return finite_result("torque", self.torques(*rows))

    def desired(self, times: FloatArray) -> tuple[FloatArray, FloatArray, FloatArray]:
        """Return reference position, velocity and feedforward command, (..., n) each."""
        q, qd, qdd = self._reference(times)
        return q, qd, self._feedforward(q, qd, qdd)

    def torques(self, *of_state: FloatArray) -> FloatArray:
        """Return torques (..., n) from the result of `desired`, then positions and velocities."""
        q_d, qd_d, feedforward, q, qd = of_state
        if self.resolution is not None:
            q = np.rint(q / self.resolution) * self.resolution
        tau = self._law(feedforward, q_d - q, qd_d - qd, q, qd)
        if self.limits is not None:
            tau = np.clip(tau, *self.limits.T)
        return tau

    def _checked_gains(self, kp: ArrayLike, kv: ArrayLike) -> tuple[FloatArray, FloatArray]:
        """Return both gains (n, n); the continuous loop is stable with them."""
        return gain_matrix("kp", kp, self.n), gain_matrix("kv", kv, self.n)

    def _gains_by_name(self) -> dict[str, FloatArray]:
        """Return the gains, named as the arguments are."""
        return {"kp": self.kp, "kv": self.kv}

    @abstractmethod
    def title(self) -> str:
        """Return the name of the control law."""

    @abstractmethod
    def _feedforward(self, q: FloatArray, qd: FloatArray, qdd: FloatArray) -> FloatArray:
        """Return the command at zero error: an acceleration, or a torque."""

    @abstractmethod
    def _law(
        self, feedforward: FloatArray, e: FloatArray, ed: FloatArray, q: FloatArray, qd: FloatArray
    ) -> FloatArray:
        """Return the torques for errors at measured positions and velocities."""

    def _over_inertia(self, gains: FloatArray) -> FloatArray:
        """Return gains (n, n) of torques per unit of inertia of the model, at rest at the start."""
        start = np.array(getattr(self.trajectory, "start_time", 0.0))
        q = self._reference(start)[0]
        # the criterion of forward dynamics
        if joints := self.model._singular_joints(q, self.motors):
            raise ValueError(
                f"model: joint {joints[-1]} has no acceleration at the start of the motion: it "
                "moves no mass, or none above rounding error"
            )
        M = self.model.mass_matrix(q, motors=self.motors)
        return np.asarray(np.linalg.solve(M, gains))

    def _corrected(self, feedforward: FloatArray, e: FloatArray, ed: FloatArray) -> FloatArray:
        """Return the command feedforward + Kv e' + Kp e."""
        return add_products(add_products(feedforward, self.kv, ed), self.kp, e)

    @abstractmethod
    def _per_inertia(self) -> tuple[FloatArray, FloatArray]:
        """Return gains (n, n) per unit of inertia, for the stability check."""

    def table(self) -> Table:
        """Return a table of gains, limits and resolution, a row for each joint."""
        columns = {"joint": joint_labels(self.model)}
        gains = self._gains_by_name().items()
        columns |= {name: _written(np.diag(matrix)) for name, matrix in gains}
        if self.limits is not None:
            columns["least"], columns["largest"] = map(_written, self.limits.T)
        if self.resolution is not None:
            columns["resolution"] = _written(self.resolution)
        when = "continuous" if self.period is None else f"every {self.period:g} s"
        late = f", {self.delay:g} s late" if self.delay else ""
        name = getattr(self.model, "name", "")
        of_arm = f" on {name}" if name else ""
        return Table(
            title=f"{self.title()}{of_arm}, {when}{late}",
            columns=tuple(columns),
            align="r" * len(columns),
            rows=tuple(zip(*columns.values(), strict=True)),
            footnote="" if self.diagonal else "of gain matrices, the diagonal",
        )


def joints_of(model: object) -> int:
    """Return the number of joints of a model, after a check of its type."""
    if not isinstance(model, _core.Arm):
        raise TypeError(f"model: expected an equidyn.Arm, got {type(model).__name__}")
    return model.n


def add_products(total: FloatArray, gains: FloatArray, errors: FloatArray) -> FloatArray:
    """Return total (..., n) plus the products of gains (n, n) and errors (..., n).

    In a fixed order of summation: a row does not depend on the batch, and equals the kernels'.
    """
    for joint, column in enumerate(gains.T):
        total = total + errors[..., joint, np.newaxis] * column
    return total


def _written(numbers: FloatArray) -> list[str]:
    return [f"{number:.4g}" for number in numbers]
