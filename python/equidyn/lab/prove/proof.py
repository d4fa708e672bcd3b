"""The proof, evaluated: one step for each equation, and how it reads."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from ..._validation import text
from ...show.tables import Table, visible
from .algebra import Array
from .reading import Erratum

if TYPE_CHECKING:
    import matplotlib.axes
    import rich.console

    from ...arm.arm import Arm

# some thousand roundings for each entry; the mildest misprint is a hundred million times larger
TOLERANCE = 1e-12


@dataclass(frozen=True, eq=False)
class Sides:
    """Both sides of an equation, for all links that it holds for.

    Attributes
    ----------
    left : ndarray, shape (k, ...)
        One entry a link, in SI units: a scalar, a vector or a matrix, as the equation is.
    right : ndarray, shape (k, ...)
        Likewise; of several right sides the one that differs most.
    """

    left: Array
    right: Array

    @property
    def residual(self) -> float:
        """Largest difference, relative to max(1, largest entry on the left)."""
        return float(np.abs(self.left - self.right).max() / max(1.0, np.abs(self.left).max()))


@dataclass(frozen=True)
class Misprint:
    """An erratum, tried.

    Attributes
    ----------
    erratum : Erratum
        What is printed wrongly.
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


@dataclass(frozen=True, eq=False)
class Step:
    """One equation of the proof, evaluated.

    Attributes
    ----------
    equation : str
        Its number; "4.5+" is the unnumbered display between (4.5) and (4.6).
    statement : str
        What is done in it, in words.
    corrected : Sides
        Its two sides, with all errata corrected.
    printed : Sides or None
        Its two sides as printed; None where that cannot be evaluated.
    misprints : tuple of Misprint
        What is printed wrongly, each tried alone.
    """

    equation: str
    statement: str
    corrected: Sides
    printed: Sides | None
    misprints: tuple[Misprint, ...]

    @property
    def left(self) -> Array:
        """The left side, corrected."""
        return self.corrected.left

    @property
    def right(self) -> Array:
        """The right side, corrected."""
        return self.corrected.right

    @property
    def residual_corrected(self) -> float:
        """Residual of the corrected equation."""
        return self.corrected.residual

    @property
    def residual_printed(self) -> float | None:
        """Residual of the printed equation; None where it cannot be evaluated."""
        return None if self.printed is None else self.printed.residual

    @property
    def holds(self) -> bool:
        """Whether the corrected equation holds to rounding."""
        return self.residual_corrected < TOLERANCE

    @property
    def holds_as_printed(self) -> bool:
        """Whether the printed equation holds to rounding; on special arms a wrong one may."""
        return self.residual_printed is not None and self.residual_printed < TOLERANCE

    @property
    def wrong_by_structure(self) -> bool:
        """Whether more than glyphs is printed wrongly."""
        return any(misprint.erratum.kind == "structural" for misprint in self.misprints)

    @property
    def erratum(self) -> str:
        """What is printed wrongly, what should stand there and what it does, a line for each."""
        return "\n".join(str(misprint) for misprint in self.misprints)

    def __str__(self) -> str:
        printed = _number(self.residual_printed)
        lines = [
            f"({self.equation}) {self.statement}",
            f"residual as corrected {self.residual_corrected:.1e}, as printed {printed}",
            *map(str, self.misprints),
        ]
        return "\n  ".join(lines)


@dataclass(frozen=True, eq=False, repr=False)
class EquivalenceProof:
    """The proof that Lagrange's and Newton-Euler's torques are the same, on one arm in one state.

    True in a condition when every corrected equation holds; prints as tables in a terminal and in a
    notebook. Iterate over its steps, or take one by the number of its equation: ``proof["4.17"]``.

    Attributes
    ----------
    arm : Arm
        The arm, in the standard convention, in which the paper has it.
    seed : int
        Seed of the state.
    q, qd, qdd : ndarray, shape (n,)
        The state.
    steps : tuple of Step
        The equations, in the order of the paper.
    """

    arm: Arm
    seed: int
    q: Array
    qd: Array
    qdd: Array
    steps: tuple[Step, ...]

    def __getitem__(self, equation: str) -> Step:
        steps = {step.equation: step for step in self.steps}
        if text("equation", equation) not in steps:
            raise ValueError(f"equation: expected one of {', '.join(steps)}, got {equation!r}")
        return steps[equation]

    def __iter__(self) -> Iterator[Step]:
        return iter(self.steps)

    def __len__(self) -> int:
        return len(self.steps)

    def __bool__(self) -> bool:
        return self.passed

    @property
    def passed(self) -> bool:
        """Whether every corrected equation holds."""
        return not self.failures

    @property
    def failures(self) -> tuple[Step, ...]:
        """The equations that do not hold even when corrected."""
        return tuple(step for step in self.steps if not step.holds)

    @property
    def misprinted(self) -> tuple[Step, ...]:
        """The equations that do not hold as printed."""
        return tuple(step for step in self.steps if not step.holds_as_printed)

    @property
    def summary(self) -> str:
        """The verdict in one sentence."""
        name = visible(self.arm.name) or f"this arm of {self.arm.n} joints"
        wrong = self.misprinted
        if not self.passed:
            numbers = ", ".join(step.equation for step in self.failures)
            return f"{name}: {len(self.failures)} of {len(self)} equations FAILED ({numbers})"
        structural = sum(step.wrong_by_structure for step in wrong)
        worst = max(step.residual_corrected for step in self)
        return (
            f"{name}: all {len(self)} equations hold as corrected, worst residual {worst:.1e}; "
            f"{len(wrong)} do not hold as printed, {structural} of them for more than glyphs"
        )

    def assert_passed(self) -> None:
        """Raise AssertionError, with the tables, unless every corrected equation holds."""
        if not self.passed:
            raise AssertionError("\n".join([*map(str, self.failures), "", str(self)]))

    def steps_table(self) -> Table:
        """Return every equation with its two residuals."""
        rows = tuple(
            (
                step.equation,
                step.statement,
                _number(step.residual_printed),
                _number(step.residual_corrected),
                "pass" if step.holds else "FAIL",
            )
            for step in self
        )
        return Table(
            title="Turney, Mudge & Lee, section 4: from Newton-Euler to Lagrange",
            columns=("eq.", "step", "as printed", "corrected", "holds"),
            align="llrrc",
            rows=rows,
            footnote=(
                "largest difference of the two sides over all links, relative to max(1, largest "
                f"entry); holds below {TOLERANCE:.0e}. 4.5+: the unnumbered display after (4.5)"
            ),
        )

    def errata_table(self) -> Table:
        """Return every erratum with the residual that it alone causes."""
        rows = tuple(
            (
                step.equation,
                misprint.erratum.printed,
                misprint.erratum.corrected,
                misprint.erratum.kind,
                _number(misprint.residual),
            )
            for step in self
            for misprint in step.misprints
        )
        return Table(
            title="What is printed wrongly, each erratum alone",
            columns=("eq.", "printed", "should be", "kind", "residual"),
            align="llllr",
            rows=rows,
            footnote=(
                "q is the paper's joint angle, qd and qdd its rates. A glyph may be lost in the "
                "scan that was read, not in the paper. " + "; ".join(self._undefined())
            ),
        )

    def _undefined(self) -> Iterator[str]:
        """Why some errata have no residual."""
        for step in self:
            for misprint in step.misprints:
                if misprint.residual is None:
                    yield f"({step.equation}) cannot be evaluated: {misprint.erratum.undefined}"

    def plot(self, ax: matplotlib.axes.Axes | None = None) -> matplotlib.axes.Axes:
        """Draw the residuals, printed against corrected, as a logarithmic bar chart.

        Parameters
        ----------
        ax : matplotlib axes, optional
            Where to draw; a new figure without it.

        Returns
        -------
        matplotlib axes
        """
        from .plot import Bar, draw_residuals

        bars = [
            Bar(s.equation, s.residual_printed, s.residual_corrected, s.wrong_by_structure)
            for s in self
        ]
        return draw_residuals(bars, TOLERANCE, ax)

    def __str__(self) -> str:
        return "\n\n".join(str(x) for x in (self.steps_table(), self.errata_table(), self.summary))

    __repr__ = __str__

    def __rich__(self) -> rich.console.Group:
        """Return both tables as `rich` draws them."""
        from rich.console import Group
        from rich.text import Text

        verdict = Text(self.summary, style="green" if self.passed else "bold red")
        steps, errata = self.steps_table().__rich__(), self.errata_table().__rich__()
        return Group(steps, Text(), errata, Text(), verdict)

    def _repr_html_(self) -> str:
        from html import escape

        tables = self.steps_table()._repr_html_() + self.errata_table()._repr_html_()
        return f"{tables}<p>{escape(self.summary)}</p>\n"


def _number(residual: float | None) -> str:
    return "cannot be evaluated" if residual is None else f"{residual:.1e}"
