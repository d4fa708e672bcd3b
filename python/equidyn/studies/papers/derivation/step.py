"""One equation of a derivation, evaluated: its two sides, as published and as corrected."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ....validation import FloatArray
from .reading import Erratum

# about a thousand roundings per entry; the mildest misprint is a hundred million times larger
TOLERANCE = 1e-12


@dataclass(frozen=True, eq=False)
class Sides:
    """Both sides of an equation, for all links that it applies to.

    Attributes
    ----------
    left : ndarray, shape (k, ...)
        One entry a link, in SI units: a scalar, a vector or a matrix, as the equation is.
    right : ndarray, shape (k, ...)
        Likewise; of several right sides the one that differs most.
    residual : float
        Their `difference` in units in which the largest length and mass of the arm, and gravity,
        are of ordinary size, so that it is the same for every size of arm.
    """

    left: FloatArray
    right: FloatArray
    residual: float


def difference(left: FloatArray, right: FloatArray) -> float:
    """Return the largest difference, relative to max(1, largest entry on the left)."""
    return float(np.abs(left - right).max() / max(1.0, np.abs(left).max()))


@dataclass(frozen=True)
class Misprint:
    """An erratum and its effect on the equation.

    Attributes
    ----------
    erratum : Erratum
        The erratum.
    sides : Sides or None
        Both sides of the equation with this erratum alone; None where it then has no value.
    """

    erratum: Erratum
    sides: Sides | None

    @property
    def residual(self) -> float | None:
        """Residual of the equation with this erratum alone."""
        return None if self.sides is None else self.sides.residual

    def __str__(self) -> str:
        erratum = self.erratum
        found = f"cannot be evaluated: {erratum.undefined}"
        if self.residual is not None:
            found = f"residual {self.residual:.1e}"
        return f"{erratum.printed}: should be {erratum.corrected} ({erratum.kind}, {found})"


@dataclass(frozen=True, eq=False, repr=False)
class Step:
    """One equation of the derivation, evaluated; prints with its residuals and errata.

    Attributes
    ----------
    equation : str
        Its number; "4.5+" is an unnumbered display after (4.5).
    statement : str
        The step of the derivation, in words.
    links : tuple of int
        The links that it applies to; none where it does not apply to this arm.
    restriction : str
        Reason why links are left out that it applies to on other arms; empty where none is.
    corrected : Sides or None
        Its two sides, with all errata corrected; None where it does not apply to this arm.
    printed : Sides or None
        Its two sides as published; None where that cannot be evaluated.
    misprints : tuple of Misprint
        Its errata, each evaluated alone; none where it does not apply to this arm.
    """

    equation: str
    statement: str
    links: tuple[int, ...]
    restriction: str
    corrected: Sides | None
    printed: Sides | None
    misprints: tuple[Misprint, ...]

    @property
    def left(self) -> FloatArray:
        """The left side, corrected."""
        return self._evaluated.left

    @property
    def right(self) -> FloatArray:
        """The right side, corrected."""
        return self._evaluated.right

    @property
    def residual_corrected(self) -> float | None:
        """Residual of the corrected equation; None where it does not apply to this arm."""
        return None if self.corrected is None else self.corrected.residual

    @property
    def residual_printed(self) -> float | None:
        """Residual of the printed equation; None where it cannot be evaluated."""
        return None if self.printed is None else self.printed.residual

    @property
    def applies(self) -> bool:
        """Whether the equation applies to this arm."""
        return self.corrected is not None

    @property
    def holds(self) -> bool:
        """Whether the corrected equation applies and holds to rounding."""
        return _vanishes(self.residual_corrected)

    @property
    def holds_as_printed(self) -> bool:
        """Whether the printed equation holds to rounding; on special arms a wrong one may."""
        return _vanishes(self.residual_printed)

    @property
    def wrong_by_structure(self) -> bool:
        """Whether any of its errata is structural."""
        return any(misprint.erratum.kind == "structural" for misprint in self.misprints)

    @property
    def erratum(self) -> str:
        """Its errata with corrections and residuals, a line for each."""
        return "\n".join(str(misprint) for misprint in self.misprints)

    @property
    def verdict(self) -> str:
        """Verdict in a word."""
        if not self.applies:
            return "-"
        return "pass" if self.holds else "FAIL"

    @property
    def where(self) -> str:
        """The links that it applies to, as "1-3, 5", or "none"."""
        starts = [k for k in self.links if k - 1 not in self.links]
        ends = [k for k in self.links if k + 1 not in self.links]
        runs = (f"{a}-{b}" if a < b else f"{a}" for a, b in zip(starts, ends, strict=True))
        return ", ".join(runs) or "none"

    @property
    def _evaluated(self) -> Sides:
        if self.corrected is None:
            raise ValueError(f"({self.equation}) does not apply to this arm: {self.restriction}")
        return self.corrected

    def __str__(self) -> str:
        corrected, printed = number(self.residual_corrected), number(self.residual_printed)
        residuals = f"residual as corrected {corrected}, as published {printed}"
        lines = [
            f"({self.equation}) {self.statement}",
            *([residuals] if self.applies else []),
            *([f"links {self.where}: {self.restriction}"] if self.restriction else []),
            *map(str, self.misprints),
        ]
        return "\n  ".join(lines)

    __repr__ = __str__


def number(residual: float | None) -> str:
    """Write a residual, or that there is none."""
    return "no value" if residual is None else f"{residual:.1e}"


def _vanishes(residual: float | None) -> bool:
    return residual is not None and residual < TOLERANCE
