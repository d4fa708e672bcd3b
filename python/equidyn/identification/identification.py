"""Result of an identification: parameters, uncertainties, predictions and the arm."""

from __future__ import annotations

import os
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike

from ..arm.arm import Arm
from ..arm.checks.findings import warn
from ..arm.parameters.base_parameters import BaseParameters
from ..arm.parameters.parameters import ArmParameters, parameters_of
from ..output.files import write_json
from ..output.plain import finite_or_none
from ..output.tables import Table
from ..output.tabular import Tabular
from ..output.text import visible
from ..validation import FloatArray, count, vectors
from .physical import misfit, physical_parameters
from .samples import moderate
from .validation import Validation, times_of

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from ..arm.arms import Arms


@dataclass(frozen=True, eq=False, repr=False)
class Identification(Tabular):
    """Identified parameters of an arm, the result of `equidyn.identify`.

    Attributes
    ----------
    given : Arm
        The arm with data for undetermined parameters.
    base : BaseParameters
        The base parameters, with their names and identified values.
    standard_deviations : ndarray, shape (b,)
        Standard deviations of the base parameters; infinite for undetermined ones.
    covariance, information : ndarray, shape (b, b) and (k, b)
        Covariance of the base parameters, without undetermined combinations; the square root of its
        inverse, a row for each determined combination.
    noise : ndarray, shape (n,)
        Standard deviation of the torques of each joint: of the residuals, or from the weights if
        the residuals have too few degrees of freedom.
    condition_number : float
        Condition number of the weighted regressor of the base parameters, its columns scaled to
        length 1; infinite if it is rank-deficient. Below 100 the motion excites all.
    not_identifiable : tuple of str
        The base parameters that the data do not determine, alone or in a combination.
    samples : int
        Number of samples.
    friction, motors : bool
        Whether they were identified too.
    """

    given: Arm
    base: BaseParameters
    standard_deviations: FloatArray
    covariance: FloatArray
    information: FloatArray
    noise: FloatArray
    condition_number: float
    not_identifiable: tuple[str, ...]
    samples: int
    friction: bool
    motors: bool

    @property
    def parameters(self) -> ArmParameters:
        """All parameters (p,): best fit to the data, not necessarily physically consistent."""
        return self.base.parameters

    @cached_property
    def arm(self) -> Arm:
        """The identified arm.

        If least squares gave a link without positive mass, or with an impossible inertia, it is
        the arm of physical bodies that predict the data best; where the data leave a choice, of
        those nearest to the given arm.

        Warns
        -----
        ArmWarning
            If no physical bodies predict as the estimate does, up to noise and rounding.
        """
        guess = parameters_of(self.given, self.friction, self.motors).values
        values = physical_parameters(self.given, guess, self.base, self.information)
        found = self.information @ (self.base.structural.matrix @ values)
        warn("the identified arm", misfit(found, self.information @ self.base.values))
        return self.given.with_parameters(values)

    def sample(self, size: int, *, seed: int) -> Arms:
        """Draw arms that the data leave possible, for Monte Carlo runs or robust controllers.

        The base parameters are normal about their identified values, with their `covariance`. Each
        draw becomes an arm as the estimate becomes `arm`: of physical bodies that predict as the
        draw does or, if there are none, as nearly as possible; what the data do not determine is
        that of `arm` where it can be. This is a parametric bootstrap of `arm`.

        Parameters
        ----------
        size : int
            Number of arms. Bodies for a draw take some 50 ms where the nearest ones are sought, as
            for most draws of arms of six joints.
        seed : int
            Seed of the random numbers: the same arms for the same seed.

        Returns
        -------
        Arms
            Their leading axis is ``(size,)``; bodies differ, and friction and motors if they were
            identified.

        Raises
        ------
        ValueError, TypeError
            If size is not a positive integer, or seed a negative one.

        Warns
        -----
        ArmWarning
            As `arm`.

        Examples
        --------
        >>> import numpy as np
        >>> import equidyn
        >>> robot = equidyn.robots.planar_2r()
        >>> motion = equidyn.exciting_trajectory(robot, duration=5.0)
        >>> q, qd, qdd = motion(motion.times(500))
        >>> noise = np.random.default_rng(0).normal(scale=0.01, size=q.shape)
        >>> found = equidyn.identify(robot, q, qd, qdd, robot.inverse_dynamics(q, qd, qdd) + noise)
        >>> arms = found.sample(100, seed=0)
        >>> torques = arms.inverse_dynamics([0.1, 0.2], [1, 2], [3, 4])
        >>> bool((torques.std(axis=0) < 0.01).all())
        True
        """
        from .posterior import drawn_parameters

        size, seed = count("size", size), count("seed", seed, smallest=0)
        return self.given.vary(parameters=drawn_parameters(self, size, seed))

    def torque(self, q: ArrayLike, qd: ArrayLike, qdd: ArrayLike) -> FloatArray:
        """Predict joint torques, with friction and motors where they were identified.

        Parameters
        ----------
        q, qd, qdd : array_like, shape (..., n)
            As in `Arm.inverse_dynamics`.

        Returns
        -------
        ndarray, shape (..., n)
            N m or N.

        Raises
        ------
        ValueError, TypeError
            As in `Arm.inverse_dynamics`.
        """
        return np.asarray(self._regressor(q, qd, qdd) @ self.parameters.values)

    def validate(
        self,
        q: ArrayLike,
        qd: ArrayLike,
        qdd: ArrayLike,
        tau: ArrayLike,
        *,
        t: ArrayLike | None = None,
    ) -> Validation:
        """Compare predicted torques with the measured torques of another motion.

        Parameters
        ----------
        q, qd, qdd, tau : array_like, shape (..., n)
            As in `equidyn.identify`.
        t : array_like, shape (...), optional
            Times of the samples, s, for the plot and the spectrum.

        Returns
        -------
        Validation
            Prints as a table; true if noise explains the difference.

        Raises
        ------
        ValueError, TypeError
            As in `equidyn.identify`; if there are not as many times as samples.
        """
        measured = vectors("tau", tau, self.given.n)
        Y = self._regressor(q, qd, qdd)
        predicted = np.asarray(Y @ self.parameters.values)
        if predicted.shape != measured.shape:
            raise ValueError(
                f"tau: expected the shape of the states, {predicted.shape}, got {measured.shape}"
            )
        moderate("tau", measured)
        moderate("q, qd, qdd", Y)
        W = Y[..., list(self.base.structural.kept)] / self.noise[:, np.newaxis]
        return Validation(
            measured.reshape(-1, self.given.n),
            predicted.reshape(-1, self.given.n),
            self.noise,
            self._chi_square(((measured - predicted) / self.noise).ravel(), W),
            None if t is None else times_of(t, measured.shape[:-1]),
            self.given.joints,
        )

    def _chi_square(self, r: FloatArray, W: FloatArray) -> float:
        """Return r^t (E + W C W^t)^-1 r, C being the covariance of the base parameters."""
        values, vectors = np.linalg.eigh(self.covariance)
        root = vectors * np.sqrt(np.maximum(values, 0.0))
        spread = W.reshape(-1, len(root)) @ root
        inner = np.eye(len(root)) + spread.T @ spread
        explained = spread.T @ r
        return float(r @ r - explained @ np.linalg.solve(inner, explained))

    def _regressor(self, q: ArrayLike, qd: ArrayLike, qdd: ArrayLike) -> FloatArray:
        return self.given.regressor(q, qd, qdd, friction=self.friction, motors=self.motors)

    def table(self) -> Table:
        """Return a table of the base parameters, a row for each."""
        name = visible(self.given.name) or f"arm of {self.given.n} joints"
        notes = [f"condition number {self.condition_number:.3g}; noise of the torques "]
        notes[0] += ", ".join(f"{sigma:.3g}" for sigma in self.noise)
        if self.not_identifiable:
            notes.append(f"the data do not determine: {', '.join(self.not_identifiable)}")
        return Table(
            title=f"{name}, identified from {self.samples} samples",
            columns=("base parameter", "value", "±", "unit", "is the sum"),
            align="lrrll",
            rows=tuple(
                (name, f"{value:.5g}", "?" if np.isinf(sigma) else f"{sigma:.2g}", unit, sum_)
                for name, value, sigma, unit, sum_ in zip(
                    self.base.kept,
                    self.base.values,
                    self.standard_deviations,
                    self.base.units,
                    self.base.names,
                    strict=True,
                )
            ),
            footnote="\n".join(notes),
            optional=("is the sum",),
        )

    def to_dict(self) -> dict[str, Any]:
        """Return the numbers as plain data for JSON; None for non-finite numbers."""
        return {
            "arm": self.given.name,
            "samples": self.samples,
            "condition_number": finite_or_none(self.condition_number),
            "noise": self.noise.tolist(),
            "not_identifiable": list(self.not_identifiable),
            "base_parameters": [
                {
                    "name": name,
                    "sum": sum_,
                    "unit": unit,
                    "value": value,
                    "deviation": finite_or_none(sigma),
                }
                for name, sum_, unit, value, sigma in zip(
                    self.base.kept,
                    self.base.names,
                    self.base.units,
                    self.base.values.tolist(),
                    self.standard_deviations.tolist(),
                    strict=True,
                )
            ],
            "parameters": self.parameters.named,
        }

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write `to_dict()` as JSON."""
        write_json(path, self.to_dict())

    def plot(self, ax: Axes | None = None) -> Axes:
        """Plot the uncertainty of each base parameter as a point, in percent of its value.

        The axis is logarithmic. A line marks 100 %: beyond it not even the sign of a parameter is
        certain.

        Parameters
        ----------
        ax : matplotlib axes, optional
            Axes to draw on; a new figure by default.

        Returns
        -------
        matplotlib axes
        """
        from ..output.plots import draw_points

        sizes = np.abs(self.base.values)
        parts = 100 * self.standard_deviations / np.where(sizes > 0, sizes, np.nan)
        shown = {name: float(part) for name, part in zip(self.base.kept, parts, strict=True)}
        return draw_points(shown, "standard deviation in % of the value", ax, limit=100.0)
