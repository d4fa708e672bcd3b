"""Spectrum of the residual torques of each joint after identification."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from ..output.tables import Table
from ..output.tabular import Exported, Tabular
from ..output.text import unit_of
from ..validation import FloatArray

if TYPE_CHECKING:
    from matplotlib.axes import Axes

# probability of white noise below which a peak is one
_SIGNIFICANT = 1e-3

# samples without which there is no spectrum
FEWEST = 16


@dataclass(frozen=True, eq=False, repr=False)
class ResidualSpectrum(Tabular, Exported):
    """Spectrum of residual torques; the result of `Validation.spectrum`.

    White noise has the same power at every frequency. A peak shows an effect missing in the model:
    at the frequencies of the motion, friction or wrong parameters; beyond them, elastic joints,
    gear teeth, or motor ripple.

    Attributes
    ----------
    frequencies : ndarray, shape (k,)
        Hz, from above zero to half the rate of the samples.
    amplitudes : ndarray, shape (n, k)
        Amplitudes of the residual torque of each joint, N m or N.
    residuals : ndarray, shape (m, n)
        The residual torques.
    noise : ndarray, shape (n,)
        Standard deviation of the measured torques of each joint, from the identification.
    joints : str
        R or P for each joint, of unit N m or N; empty if unknown.
    """

    frequencies: FloatArray
    amplitudes: FloatArray
    residuals: FloatArray
    noise: FloatArray
    joints: str = ""

    @property
    def peaks(self) -> FloatArray:
        """Frequency of the largest amplitude of each joint, Hz, shape (n,)."""
        return np.asarray(self.frequencies[self.amplitudes.argmax(axis=1)])

    @property
    def probabilities(self) -> FloatArray:
        """Probability that white noise has a peak as large, shape (n,): Fisher's test."""
        power = self.amplitudes**2
        total = power.sum(axis=1)
        # an exact fit has no peak
        part = np.divide(power.max(axis=1), total, out=np.zeros_like(total), where=total > 0)
        k = len(self.frequencies)
        return np.asarray(np.minimum(1.0, k * (1.0 - part) ** (k - 1)))

    @property
    def white(self) -> bool:
        """True if no joint has a significant peak."""
        return bool(np.all(self.probabilities >= _SIGNIFICANT / len(self.noise)))

    def table(self) -> Table:
        """Return a table of the residuals and their largest peak, a row for each joint."""
        rows = [
            (
                str(record["joint"]),
                f"{record['rms']:.4g}",
                f"{record['noise']:.4g}",
                f"{record['mean']:.3g}",
                f"{record['peak']:.4g}",
                f"{record['amplitude']:.3g}",
                f"{record['probability']:.2g}",
            )
            for record in self.to_records()
        ]
        verdict = "no peak is more than white noise has" if self.white else "NOT white noise"
        return Table(
            title=f"Residual torques of {len(self.residuals)} samples",
            columns=("joint", "rms", "noise", "mean", "peak\nHz", "amplitude", "probability"),
            align="rrrrrrr",
            rows=tuple(rows),
            footnote=f"N m or N; {verdict} (probability of such a peak by noise alone)",
        )

    def to_records(self) -> list[dict[str, Any]]:
        """Return a record for each joint."""
        rms = np.sqrt(np.mean(self.residuals**2, axis=0))
        each = zip(
            rms.tolist(),
            self.noise.tolist(),
            self.residuals.mean(axis=0).tolist(),
            self.peaks.tolist(),
            self.amplitudes.max(axis=1).tolist(),
            self.probabilities.tolist(),
            strict=True,
        )
        names = ("rms", "noise", "mean", "peak", "amplitude", "probability")
        return [
            {"joint": k, **dict(zip(names, values, strict=True))}
            for k, values in enumerate(each, start=1)
        ]

    def plot(self, axes: Sequence[Axes] | None = None) -> Sequence[Axes]:
        """Plot the amplitudes over frequency, a panel for each joint.

        Parameters
        ----------
        axes : sequence of n matplotlib axes, optional
            Axes to draw on; by default a new figure.

        Returns
        -------
        sequence of n matplotlib axes
        """
        from ..output.plots import draw_panels

        panels = {
            name: {"residual torque": amplitudes}
            for name, amplitudes in zip(
                names_of_panels(len(self.noise), self.joints), self.amplitudes, strict=True
            )
        }
        return draw_panels(self.frequencies, panels, "frequency, Hz", axes)


def names_of_panels(n: int, joints: str) -> list[str]:
    """Return a name with its unit for the panel of each of n joints, R or P, empty if unknown."""
    units = [unit_of(joint, "N m", "N") for joint in joints or n * ["RP"]]
    return [f"joint {k}, {unit}" for k, unit in enumerate(units, start=1)]


def spectrum_of(
    residuals: FloatArray, step: float, noise: FloatArray, joints: str
) -> ResidualSpectrum:
    """Return the spectrum of residual torques (m, n) at times a step apart, s."""
    samples = len(residuals)
    parts = np.fft.rfft(residuals - residuals.mean(axis=0), axis=0)
    # without the mean and half the rate, which have only one degree of freedom
    kept = slice(1, (samples + 1) // 2)
    frequencies = np.asarray(np.fft.rfftfreq(samples, step), dtype=np.float64)
    return ResidualSpectrum(
        frequencies[kept], 2.0 / samples * np.abs(parts[kept]).T, residuals, noise, joints
    )
