"""Numerical check of a derivation: all its steps and their tables."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ....output.tables import Table
from ....output.tabular import Exported
from ....output.text import in_one_line
from ....validation import FloatArray, text, unknown
from .reading import Paper
from .step import TOLERANCE, Step, number

if TYPE_CHECKING:
    import matplotlib.axes
    import rich.console

    from ....arm import Arm


@dataclass(frozen=True, eq=False, repr=False)
class DerivationCheck(Exported):
    """Check of the derivation of a source, equation by equation, on one arm.

    True in a condition when every corrected equation holds; prints as tables in a terminal and in a
    notebook. Iterate over its steps, or take one by the number of its equation: ``check["4.17"]``.

    Attributes
    ----------
    paper : Paper
        The paper of the derivation.
    arm : Arm
        The arm, in the standard convention of the paper.
    seed : int
        Seed of the state.
    q, qd, qdd : ndarray, shape (n,)
        The state; accelerations are those of the motion, or those that a controller commands.
    steps : tuple of Step
        The equations, in the order of the paper.
    """

    paper: Paper
    arm: Arm
    seed: int
    q: FloatArray
    qd: FloatArray
    qdd: FloatArray
    steps: tuple[Step, ...]

    def __getitem__(self, equation: str) -> Step:
        steps = {step.equation: step for step in self.steps}
        if text("equation", equation) not in steps:
            raise ValueError(f"equation: {unknown(equation, list(steps))}")
        return steps[equation]

    def __iter__(self) -> Iterator[Step]:
        return iter(self.steps)

    def __len__(self) -> int:
        return len(self.steps)

    def __bool__(self) -> bool:
        return self.passed

    @property
    def passed(self) -> bool:
        """Whether every corrected equation that applies to this arm holds."""
        return not self.failures

    @property
    def failures(self) -> tuple[Step, ...]:
        """The equations that do not hold even when corrected."""
        return tuple(step for step in self.steps if step.applies and not step.holds)

    @property
    def misprinted(self) -> tuple[Step, ...]:
        """The equations that do not hold as published."""
        return tuple(step for step in self.steps if step.applies and not step.holds_as_printed)

    @property
    def left_aside(self) -> tuple[Step, ...]:
        """The equations that do not apply to this arm."""
        return tuple(step for step in self.steps if not step.applies)

    @property
    def summary(self) -> str:
        """The verdict in one sentence."""
        name = in_one_line(self.arm.name) or f"this arm of {self.arm.n} joints"
        wrong = self.misprinted
        if not self.passed:
            numbers = ", ".join(step.equation for step in self.failures)
            return f"{name}: {len(self.failures)} of {len(self)} equations FAILED ({numbers})"
        structural = sum(step.wrong_by_structure for step in wrong)
        residuals = [step.corrected.residual for step in self if step.corrected is not None]
        aside = self.left_aside
        which = f"all {len(self)}" if not aside else f"{len(residuals)} of {len(self)}"
        parts = [
            f"{name}: {which} equations hold as corrected, largest residual {max(residuals):.1e}",
            "all also hold as published",
        ]
        if wrong:
            more = f", {structural} of them for more than wrong glyphs" if len(wrong) > 1 else ""
            parts[1] = f"{_do_not(len(wrong), 'hold as published')}{more}"
        if aside:
            parts.append(_do_not(len(aside), "apply to this arm"))
        return "; ".join(parts)

    def assert_passed(self) -> None:
        """Raise AssertionError, with the tables, unless every corrected equation holds."""
        if not self.passed:
            raise AssertionError("\n".join([*map(str, self.failures), "", str(self)]))

    def to_records(self) -> list[dict[str, Any]]:
        """Return one record for each equation."""
        return [
            {
                "equation": step.equation,
                "step": step.statement,
                "links": step.where,
                "residual_printed": step.residual_printed,
                "residual_corrected": step.residual_corrected,
                "applies": step.applies,
                "holds": step.holds,
                "errata": step.erratum,
            }
            for step in self
        ]

    def _about(self) -> dict[str, Any]:
        arm = in_one_line(self.arm.name)
        return {"source": self.paper.title, "arm": arm, "seed": self.seed, "verdict": self.summary}

    def _tables(self) -> tuple[Table, ...]:
        tables = self.steps_table(), self.errata_table()
        return tables if any(equation.errata for equation in self.paper.equations) else tables[:1]

    def steps_table(self) -> Table:
        """Return every equation with its two residuals."""
        rows = tuple(
            (
                step.equation,
                step.statement,
                step.where,
                number(step.residual_printed) if step.applies else "-",
                number(step.residual_corrected) if step.applies else "-",
                step.verdict,
            )
            for step in self
        )
        return Table(
            title=f"{self.paper.title}, equation by equation",
            columns=("eq.", "step", "links", "published", "corrected", "holds"),
            align="lllrrc",
            rows=rows,
            footnote=(
                "largest difference of the two sides over these links, relative to max(1, largest "
                f"entry), in units of the arm's own size; holds below {TOLERANCE:.0e}. "
                f"{self.paper.notes}{self._restrictions()}"
            ),
        )

    def errata_table(self) -> Table:
        """Return every erratum with the residual of this error alone."""
        rows = tuple(
            (
                step.equation,
                misprint.erratum.printed,
                misprint.erratum.corrected,
                misprint.erratum.kind,
                number(misprint.residual),
            )
            for step in self
            for misprint in step.misprints
        )
        return Table(
            title="Errata, each alone",
            columns=("eq.", "published", "should be", "kind", "residual"),
            align="llllr",
            rows=rows,
            footnote=(
                "q is the paper's joint angle, qd and qdd its derivatives. Some glyphs are lost in "
                f"the scan, not in the paper. {self.paper.notes}. " + "; ".join(self._undefined())
            ),
        )

    def _restrictions(self) -> str:
        """Reasons why equations leave out links of this arm."""
        reasons = sorted({step.restriction for step in self if step.restriction})
        return f". Links are left out because of: {', '.join(reasons)}" if reasons else ""

    def _undefined(self) -> Iterator[str]:
        """Reasons why some errata have no residual."""
        for step in self:
            for misprint in step.misprints:
                if misprint.residual is None:
                    yield f"({step.equation}) cannot be evaluated: {misprint.erratum.undefined}"

    def plot(self, ax: matplotlib.axes.Axes | None = None) -> matplotlib.axes.Axes:
        """Draw the residuals, published and corrected, as points on a logarithmic axis.

        Parameters
        ----------
        ax : matplotlib axes, optional
            Where to draw; a new figure without it.

        Returns
        -------
        matplotlib axes
        """
        from .plot import Residuals, draw_residuals

        found = [
            Residuals(s.equation, s.residual_printed, s.residual_corrected, s.wrong_by_structure)
            for s in self
        ]
        return draw_residuals(found, TOLERANCE, ax)

    def __str__(self) -> str:
        return f"{super().__str__()}\n\n{self.summary}"

    def __rich__(self) -> rich.console.Group:
        """Return both tables as `rich` draws them."""
        from rich.console import Group
        from rich.text import Text

        verdict = Text(self.summary, style="green" if self.passed else "bold red")
        return Group(super().__rich__(), Text(), verdict)

    def _repr_html_(self) -> str:
        from html import escape

        return f"{super()._repr_html_()}<p>{escape(self.summary)}</p>\n"


def _do_not(number: int, what: str) -> str:
    return f"{number} {'does' if number == 1 else 'do'} not {what}"
