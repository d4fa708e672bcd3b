"""Report about one arm: verification, timings and operation counts."""

from __future__ import annotations

import itertools
import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ...counting import OperationCounts, OperationPolynomials
from ...dynamics import formulations as registry
from ...dynamics import of_quantity
from ...output.curves import curves_size, matrix_size
from ...output.files import write_text
from ...output.missing import Missing, attempt
from ...output.page import page, picture
from ...timing import Timings
from ...verification import Verification
from ..papers.printed_counts.comparison import PublishedCounts
from ..parallelism import ParallelStepsList
from .costs import bars_of_counts, bars_of_times
from .methods import MethodsOfQuantity, NoMethods
from .moving import moving
from .page_of_arm import PageOfArm

if TYPE_CHECKING:
    import rich.console
    from markupsafe import Markup

    from ...arm import Arm


_TEMPLATE = Path(__file__).with_name("page.html.jinja")

_AGREE, _UNKNOWN, _DIFFER = (
    "All formulations agree.",
    "Some formulations could not be verified.",
    "The formulations do not agree.",
)
_VERDICT_STYLE = {_AGREE: "green", _UNKNOWN: "bold red", _DIFFER: "bold red"}


@dataclass(frozen=True, repr=False)
class Parts:
    """Parts of a report for a terminal.

    Attributes
    ----------
    parts : tuple
        The results, and lines of text.
    """

    parts: tuple[Any, ...]

    def __rich__(self) -> rich.console.Group:
        """Return all tables as `rich` draws them."""
        from rich.console import Group
        from rich.text import Text

        lines = (
            (Text(part, style=_VERDICT_STYLE.get(part, "")),)
            if isinstance(part, str)
            else (part.__rich__(), Text())
            for part in self.parts
        )
        return Group(*itertools.chain.from_iterable(lines))

    def __str__(self) -> str:
        return "\n\n".join(map(str, self.parts))

    __repr__ = __str__

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write all tables to a plain text file."""
        write_text(path, f"{self}\n")


@dataclass(frozen=True, repr=False)
class Report(PageOfArm):
    """Report about an arm.

    A part that could not be made is `Missing`, and gives the reason in its place.

    Attributes
    ----------
    arm : Arm
        The arm.
    quantity : str
        The computed quantity, as `equidyn.formulations` takes it.
    machine : dict
        Processor, compiler, flags, versions and date of the measurement.
    verification : Verification or Missing
        Agreement of the formulations on it.
    on_arm : Timings, Missing or None
        Times on it, one state at a time; None in a quick report, as the next three and the
        polynomials.
    against_n : Timings, Missing or None
        Times on random arms of growing length.
    batches_on_arm, batches_against_n : Timings, Missing or None
        The same in batches.
    counts : OperationCounts or Missing
        Operations on it.
    polynomials : OperationPolynomials, Missing or None
        Operations on general arms of n joints.
    published : PublishedCounts, Missing or None
        Printed operation counts; in a report about torques, as the two that follow.
    parallel : ParallelStepsList, Missing or None
        Steps on several processors.
    others : tuple of MethodsOfQuantity, NoMethods or Missing
        The methods of every other quantity.
    command : str
        Command that makes this report again.
    """

    arm: Arm
    quantity: str
    machine: dict[str, str]
    verification: Verification | Missing
    on_arm: Timings | Missing | None
    against_n: Timings | Missing | None
    batches_on_arm: Timings | Missing | None
    batches_against_n: Timings | Missing | None
    counts: OperationCounts | Missing
    polynomials: OperationPolynomials | Missing | None
    published: PublishedCounts | Missing | None
    parallel: ParallelStepsList | Missing | None
    others: tuple[MethodsOfQuantity | NoMethods | Missing, ...]
    command: str

    @property
    def passed(self) -> bool:
        """Whether the verification passed, and that of every other quantity."""
        return self.verification.passed and all(other.passed for other in self.others)

    @property
    def missing(self) -> tuple[Missing, ...]:
        """The parts that could not be made."""
        of_others = (
            part
            for other in self.others
            for part in (other, *(vars(other).values() if not isinstance(other, Missing) else ()))
        )
        parts = (*vars(self).values(), *of_others)
        return tuple(part for part in parts if isinstance(part, Missing))

    @property
    def verdict(self) -> str:
        """Verdict of the verification in a few words."""
        verified = (self.verification, *self.others)
        if self.passed:
            return _AGREE
        if all(part.passed or isinstance(part, Missing) for part in verified):
            return _UNKNOWN
        return _DIFFER

    @property
    def computed(self) -> str:
        """The computed quantity in words."""
        return of_quantity(self.quantity).removeprefix(" of ") or "joint torques"

    def __rich__(self) -> rich.console.Group:
        """Return all tables as `rich` draws them."""
        return self._parts().__rich__()

    def __str__(self) -> str:
        return str(self._parts())

    __repr__ = __str__

    def _parts(self) -> Parts:
        """Return the parts that are printed in a terminal."""
        times = (self.on_arm, self.batches_on_arm, self.against_n, self.batches_against_n)
        shown = (self.verification, *times, self.counts, self.polynomials)
        return Parts((*(part for part in shown if part is not None), *self.others))

    def summary(self) -> Parts:
        """Return a row for each formulation, and the verdict on each quantity in a line."""
        if isinstance(self.verification, Missing):
            return Parts((*self._parts().parts, self.verdict))
        others = [part for part in self.others if isinstance(part, MethodsOfQuantity)]
        lines = [self.verification.summary, *(part.verification.summary for part in others)]
        table = MethodsOfQuantity(self.verification, self.counts, self.on_arm).table()
        parts = (replace(table, title=f"{table.title}: {self.title}"), *lines)
        return Parts((*parts, *map(str, self.missing), self.verdict))

    def html(self) -> str:
        """Return the page: one self-contained document, light or dark as the browser prefers.

        Warns
        -----
        UserWarning
            For each part of the page that could not be made; it says so in its place, too.
        """
        torques = self.quantity == "inverse_dynamics"
        return page(
            _TEMPLATE,
            torques=torques,
            report=self,
            registry=registry(self.quantity),
            number=len(self._names()),
            moving=attempt("Move it", lambda: moving(self.arm, self._subjects()))
            if torques
            else None,
            pictures=self._pictures(),
            bars_of_times=bars_of_times,
            bars_of_counts=bars_of_counts,
        )

    def _subjects(self) -> tuple[str, ...]:
        """Return what was verified; all formulations, where that is missing."""
        if isinstance(self.verification, Missing):
            return tuple(f.name for f in registry(self.quantity))
        return self.verification.subjects

    def _names(self) -> tuple[str, ...]:
        """Return the formulations among the subjects."""
        names = {f.name for f in registry(self.quantity)}
        return tuple(name for name in self._subjects() if name in names)

    def _plots(self) -> Iterator[tuple[str, Timings | OperationPolynomials | Missing, str]]:
        """Yield the curves of the page: name, result and words."""
        what = "of each formulation against the number of joints"
        if self.against_n is not None:
            yield "timing", self.against_n, f"Curves: time per evaluation {what}"
        if self.batches_against_n is not None:
            yield "batches", self.batches_against_n, f"Curves: time in batches {what}"
        if self.polynomials is not None:
            yield "operations", self.polynomials, f"Curves: operations {what}"

    def _pictures(self) -> dict[str, Callable[[], Markup]]:
        """Return the drawing functions of the page's pictures, by name."""
        return {
            "at_zero": self.at_zero,
            "agreement": lambda: picture(
                self.verification.plot,
                matrix_size(len(self.verification.subjects)),
                "agreement",
                "Heat map: largest difference between each pair of formulations",
            ),
            **{
                name: partial(_curves, name, result, words) for name, result, words in self._plots()
            },
        }


def _curves(name: str, result: Timings | OperationPolynomials | Missing, words: str) -> Markup:
    """Draw the curves of a result, one a formulation."""
    number = len({record.formulation for record in result.records})
    return picture(result.plot, curves_size(number), name, words)
