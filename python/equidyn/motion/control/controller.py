"""What every controller is: a law, sampled or not, between what is measured and the drives."""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike

from ... import _core
from ..._validation import FloatArray, float64_copy, require_finite, switch, vectors
from ...dynamics.joint_names import joint_labels
from ...output.tables import Table
from ...output.tabular import Tabular
from .settings import gain_matrix, resolutions, sampling, torque_limits
from .stability import require_stable
from .wanted import Wanted

if TYPE_CHECKING:
    from ...arm import Arm


class Controller(Tabular):
    """A controller of joints; call it with a time and what is measured, or hand it to `simulate`.

    Attributes
    ----------
    model : Arm
        The arm that it reckons with.
    trajectory : Trajectory or array_like
        What it follows.
    kp, kv : ndarray, shape (n, n)
        Gains of position and rate.
    period : float or None
        How often it samples, s; None: always.
    delay : float
        How late its torques are in force, s.
    limits : ndarray, shape (n, 2), or None
        Least and largest torques, N m or N.
    resolution : ndarray, shape (n,), or None
        What one count of each position converter stands for, rad or m.
    diagonal : bool
        Whether errors of a joint ask for nothing of the others.
    friction, motors : bool
        Whether it reckons with friction and motors of the model.
    """

    def __init__(
        self,
        model: Arm,
        trajectory: Any,
        *,
        kp: ArrayLike,
        kv: ArrayLike,
        friction: bool,
        motors: bool,
        period: float | None,
        delay: float,
        limits: ArrayLike | None,
        resolution: ArrayLike | None,
    ) -> None:
        if not isinstance(model, _core.Arm):
            raise TypeError(f"model: expected an equidyn.Arm, got {type(model).__name__}")
        n = model.n
        self.model, self.trajectory = model, trajectory
        self._wanted = Wanted(trajectory, n)
        self.kp, self.kv = gain_matrix("kp", kp, n), gain_matrix("kv", kv, n)
        self.friction, self.motors = switch("friction", friction), switch("motors", motors)
        model.inverse_dynamics(*np.zeros((3, n)), friction=self.friction, motors=self.motors)
        self.diagonal = np.count_nonzero(self.kp) + np.count_nonzero(self.kv) == 2 * n
        self.period, self.delay = sampling(period, delay)
        self.limits = torque_limits(limits, n)
        self.resolution = resolutions(resolution, n)
        if self.period is not None:
            require_stable(*self._per_inertia(), self.period, self.delay)

    @property
    def n(self) -> int:
        """Number of joints."""
        return self.model.n

    @property
    def law_of_kernel(self) -> str | None:
        """By which name the kernels know its law; None where they do not."""
        return None

    @property
    def motion_of_kernel(self) -> tuple[FloatArray, FloatArray] | None:
        """The pieces of its motion, from which the kernels know all that is wanted; else None."""
        return self._wanted.polynomials

    def __call__(self, t: ArrayLike, q: ArrayLike, qd: ArrayLike) -> FloatArray:
        """Return the torques that it asks for; of one that samples, as if it did so now.

        Parameters
        ----------
        t : array_like, shape (...)
            Times, s.
        q, qd : array_like, shape (..., n)
            Positions and rates as they are: it reads positions in counts of its converter. Leading
            axes broadcast, those of the times too.

        Returns
        -------
        ndarray, shape (..., n)
            N m or N.

        Raises
        ------
        ValueError, TypeError
            If they are no finite numbers, or shapes do not match.
        """
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
        rows = (np.broadcast_to(part, shape) for part in (*self.wanted(times), q, qd))
        return self.torques(*rows)

    def wanted(self, times: FloatArray) -> tuple[FloatArray, FloatArray, FloatArray]:
        """Return position, rate, and what is asked for where both are as wanted, (..., n) each."""
        q, qd, qdd = self._wanted(times)
        return q, qd, self._ahead(q, qd, qdd)

    def torques(self, *of_state: FloatArray) -> FloatArray:
        """Return torques (..., n) of what `wanted` returns, and of positions and rates."""
        q_d, qd_d, ahead, q, qd = of_state
        if self.resolution is not None:
            q = np.rint(q / self.resolution) * self.resolution
        # sums in one order, so that a row is what it is alone, and what it is in the kernels
        asked = _add_products(ahead, self.kv, qd_d - qd)
        asked = _add_products(asked, self.kp, q_d - q)
        tau = self._law(asked, q, qd)
        if self.limits is not None:
            tau = np.clip(tau, *self.limits.T)
        return tau

    @abstractmethod
    def title(self) -> str:
        """Say what kind of controller it is."""

    @abstractmethod
    def _ahead(self, q: FloatArray, qd: FloatArray, qdd: FloatArray) -> FloatArray:
        """Return what is asked for where position and rate are as wanted."""

    @abstractmethod
    def _law(self, asked: FloatArray, q: FloatArray, qd: FloatArray) -> FloatArray:
        """Return the torques of what is asked for, at positions and rates that are read."""

    @abstractmethod
    def _per_inertia(self) -> tuple[FloatArray, FloatArray]:
        """Return gains (n, n) that ask for accelerations."""

    def table(self) -> Table:
        """Return what it is set to."""
        columns = {"joint": joint_labels(self.model)}
        columns |= {"kp": _written(np.diag(self.kp)), "kv": _written(np.diag(self.kv))}
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


def _add_products(total: FloatArray, gains: FloatArray, errors: FloatArray) -> FloatArray:
    """Return total (..., n) and the products of gains (n, n) and errors (..., n)."""
    for joint, column in enumerate(gains.T):
        total = total + errors[..., joint, np.newaxis] * column
    return total


def _written(numbers: FloatArray) -> list[str]:
    return [f"{number:.4g}" for number in numbers]
