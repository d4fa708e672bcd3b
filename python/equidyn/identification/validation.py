"""Validation of identified parameters against the torques of another motion."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike

from ..output.files import write_json
from ..output.tables import Table
from ..output.tabular import Tabular
from ..validation import FloatArray, float64_copy, require, require_finite
from .residual_spectrum import FEWEST, ResidualSpectrum, names_of_panels, spectrum_of

if TYPE_CHECKING:
    from matplotlib.axes import Axes

# largest excess of chi-square over its mean, in standard deviations: 1 in 16,000
TOLERANCE = 4.0

# s, a duration in which no slope of residuals overflows; its inverse is the shortest
_LONGEST = 1e100


def deviation(chi_square: float, freedom: int) -> float:
    """Return the excess of chi-square over its mean under noise, in standard deviations."""
    return float((chi_square - freedom) / np.sqrt(2.0 * freedom))


def times_of(t: ArrayLike, samples: tuple[int, ...]) -> FloatArray:
    """Return finite times, one for each sample, in a row.

    Raises
    ------
    ValueError, TypeError
        For others.
    """
    times = float64_copy("t", t)
    if times.shape != samples:
        number = int(np.prod(samples))
        raise ValueError(
            f"t: expected a time for each of {number} samples, got shape {times.shape}"
        )
    require_finite("t", times)
    return np.asarray(times.ravel())


@dataclass(frozen=True, eq=False, repr=False)
class Validation(Tabular):
    """Comparison of predicted with measured torques.

    True in a condition if noise explains the difference.

    Attributes
    ----------
    measured, predicted : ndarray, shape (m, n)
        Joint torques of the samples.
    noise : ndarray, shape (n,)
        Standard deviation of the measured torques of each joint, from the identification.
    chi_square : float
        Sum of squares of the differences in units of their standard deviation, from the noise and
        the uncertainty of the parameters.
    t : ndarray, shape (m,), or None
        Times of the samples, s, if they are known.
    joints : str
        R or P for each joint, of unit N m or N; empty if unknown.

    Notes
    -----
    Under independent normal noise chi-square has mean m n and standard deviation sqrt(2 m n).
    """

    measured: FloatArray
    predicted: FloatArray
    noise: FloatArray
    chi_square: float
    t: FloatArray | None = None
    joints: str = ""

    @property
    def error(self) -> FloatArray:
        """Root mean square of the difference at each joint, shape (n,)."""
        return np.asarray(np.sqrt(np.mean((self.measured - self.predicted) ** 2, axis=0)))

    @property
    def deviation(self) -> float:
        """Excess of chi-square over its mean under noise, in standard deviations."""
        return deviation(self.chi_square, self.measured.size)

    @property
    def passed(self) -> bool:
        """Whether noise explains the difference; an error below the noise passes too."""
        return self.deviation <= TOLERANCE

    def __bool__(self) -> bool:
        return self.passed

    def table(self) -> Table:
        """Return a table of the errors, a row for each joint."""
        spread = np.sqrt(np.mean(self.measured**2, axis=0))
        parts = np.divide(self.error, spread, out=np.zeros_like(spread), where=spread > 0)
        return Table(
            title=f"Prediction of {len(self.measured)} samples",
            columns=("joint", "measured\nrms", "error\nrms", "of it", "noise"),
            align="rrrrr",
            rows=tuple(
                (str(k), f"{size:.4g}", f"{error:.4g}", f"{part:.2%}", f"{noise:.4g}")
                for k, (size, error, part, noise) in enumerate(
                    zip(spread, self.error, parts, self.noise, strict=True), start=1
                )
            ),
            footnote=(
                f"N m or N; chi-square {self.chi_square:.4g} of {self.measured.size}: "
                f"noise {'explains' if self.passed else 'does NOT explain'} the error "
                f"({self.deviation:+.1f} standard deviations)"
            ),
        )

    def to_dict(self) -> dict[str, Any]:
        """Return the verdict and the errors as plain data for JSON."""
        return {
            "samples": len(self.measured),
            "error": self.error.tolist(),
            "noise": self.noise.tolist(),
            "chi_square": self.chi_square,
            "deviation": self.deviation,
            "passed": self.passed,
        }

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write `to_dict()` as JSON."""
        write_json(path, self.to_dict())

    def spectrum(self, t: ArrayLike | None = None) -> ResidualSpectrum:
        """Return the spectrum of the differences of each joint, to find errors of the model.

        Parameters
        ----------
        t : array_like, shape (m,), optional
            Times of the samples, s, increasing; by default those of `validate`. If they are uneven
            the differences are interpolated linearly at even ones.

        Returns
        -------
        ResidualSpectrum
            Prints as a table of residuals and peaks, and plots.

        Raises
        ------
        ValueError, TypeError
            If there are not as many times as samples, or fewer than 16, or they do not increase;
            if no times are known.

        Examples
        --------
        A ripple of 7 Hz in the torque of joint 2, of half the size of the noise:

        >>> import equidyn
        >>> arm, rng = equidyn.robots.planar_2r(), np.random.default_rng(0)
        >>> motion = equidyn.exciting_trajectory(arm, duration=10.0, evaluations=1)
        >>> t = motion.times(1000)
        >>> tau = arm.inverse_dynamics(*motion(t)) + rng.normal(size=(1000, 2))
        >>> tau[:, 1] += 0.5 * np.sin(2 * np.pi * 7 * t)
        >>> found = equidyn.identify(arm, *motion(t), tau)
        >>> spectrum = found.validate(*motion(t), tau).spectrum(t)
        >>> print(spectrum.peaks[1].round(2), spectrum.white)
        7.0 False
        """
        times = self._times(t)
        if times is None:
            raise ValueError("t: expected the times of the samples, here or in validate, got None")
        if len(times) < FEWEST:
            raise ValueError(f"t: expected at least {FEWEST} times, got {len(times)}")
        with np.errstate(over="ignore"):
            steps, lasts = np.diff(times), times[-1] - times[0]
        require("t", steps > 0, "must increase", steps, "step")
        if not 1 / _LONGEST <= lasts <= _LONGEST:
            raise ValueError(
                f"t: expected a motion of {1 / _LONGEST:g} to {_LONGEST:g} s, got {lasts:.6g} s"
            )
        even = np.linspace(times[0], times[-1], len(times))
        residuals = (self.measured - self.predicted).T
        evenly = np.stack([np.interp(even, times, residual) for residual in residuals], axis=-1)
        return spectrum_of(evenly, float(even[1] - even[0]), self.noise, self.joints)

    def _times(self, t: ArrayLike | None) -> FloatArray | None:
        return self.t if t is None else times_of(t, (len(self.measured),))

    def plot(
        self, axes: Sequence[Axes] | None = None, *, t: ArrayLike | None = None
    ) -> Sequence[Axes]:
        """Plot measured and predicted torques, and beside them the errors, a panel for each joint.

        A panel of errors has a band of two standard deviations of the noise, which holds 95 % of
        the errors if noise explains them, and says which share it holds. Outside of it points are
        marked.

        Parameters
        ----------
        axes : sequence of n matplotlib axes, optional
            Axes to draw the errors on, one above the other; by default a new figure, which has the
            torques, too.
        t : array_like, shape (m,), optional
            Times of the samples, s; by default those of `validate`, and without them the numbers
            of the samples.

        Returns
        -------
        sequence of n matplotlib axes
            Those of the errors.

        Raises
        ------
        ValueError, TypeError
            If there are not as many times as samples, or not as many axes as joints.
        """
        from ..output.plots import draw_panels, draw_residual_panels, new_panels

        times = self._times(t)
        label = "sample" if times is None else "time, s"
        x = np.arange(float(len(self.measured))) if times is None else times
        panels = names_of_panels(len(self.noise), self.joints)
        both = list(zip(self.measured.T, self.predicted.T, strict=True))
        if axes is None:
            left, axes = new_panels(len(panels), names=2, columns=2)
            torques = [{"measured": y, "predicted": fit} for y, fit in both]
            draw_panels(x, dict(zip(panels, torques, strict=True)), label, left)
            for ax, title in ((left[0], "torques"), (axes[0], "errors")):
                ax.set_title(title, loc="left", fontsize=9)
        errors = {name: y - fit for name, (y, fit) in zip(panels, both, strict=True)}
        return draw_residual_panels(x, errors, self.noise, label, axes)
