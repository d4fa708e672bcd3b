"""One arm, examined: verification, timings and operation counts."""

from __future__ import annotations

import os
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING, Any

from ...dynamics.formulations import formulations as registry
from ...dynamics.formulations import of_quantity
from ...show.drawing import curves_size, matrix_size
from ...show.extras import require_extra
from ...show.files import write_text
from ...show.visible import in_one_line
from ..count.counting import OperationCounts
from ..count.operation_polynomials import OperationPolynomials
from ..count.published.comparison import PublishedCounts
from ..schedule.parallelism import ParallelStepsList
from ..time.result import Timings
from ..verify.result import Verification
from .methods import MethodsOfQuantity, NoMethods
from .moving import moving
from .page import page
from .pictures import picture

if TYPE_CHECKING:
    import rich.console

    from ...arm.arm import Arm


# of the picture of an arm, inches
_SPACE = (6.4, 5.6)


@dataclass(frozen=True, repr=False)
class Parts:
    """Parts of a report, as a terminal shows them.

    Attributes
    ----------
    parts : tuple
        The results.
    """

    parts: tuple[Any, ...]

    def __rich__(self) -> rich.console.Group:
        """Return all tables as `rich` draws them."""
        from rich.console import Group
        from rich.text import Text

        return Group(*(item for part in self.parts for item in (part.__rich__(), Text())))

    def __str__(self) -> str:
        return "\n\n".join(map(str, self.parts))

    __repr__ = __str__

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write all tables to a file, as text."""
        write_text(path, f"{self}\n")


@dataclass(frozen=True, repr=False)
class Report:
    """What was found out about an arm.

    Attributes
    ----------
    arm : Arm
        The arm.
    verification : Verification
        Whether the formulations agree on it.
    on_arm : Timings
        What each costs on it.
    against_n : Timings
        What each costs on random arms of growing length.
    counts : OperationCounts
        How many operations each takes on it.
    polynomials : OperationPolynomials
        How many each takes on general arms of n joints.
    published : PublishedCounts or None
        How many their publications print; in a report about torques, as the two that follow.
    parallel : ParallelStepsList or None
        How many steps each takes on several processors.
    others : tuple of MethodsOfQuantity or NoMethods
        The methods of every other quantity.
    command : str
        What makes this report again.
    """

    arm: Arm
    verification: Verification
    on_arm: Timings
    against_n: Timings
    counts: OperationCounts
    polynomials: OperationPolynomials
    published: PublishedCounts | None
    parallel: ParallelStepsList | None
    others: tuple[MethodsOfQuantity | NoMethods, ...]
    command: str

    @property
    def title(self) -> str:
        """What the report is about."""
        return in_one_line(self.arm.name) or f"An arm of {self.arm.n} joints"

    @property
    def passed(self) -> bool:
        """Whether the verification passed, and that of every other quantity."""
        return self.verification.passed and all(other.passed for other in self.others)

    @property
    def quantity(self) -> str:
        """What it is about, in words."""
        return of_quantity(self.verification.quantity).removeprefix(" of ") or "joint torques"

    def __rich__(self) -> rich.console.Group:
        """Return all tables as `rich` draws them."""
        return self._parts().__rich__()

    def __str__(self) -> str:
        return str(self._parts())

    __repr__ = __str__

    def _parts(self) -> Parts:
        """Return what is printed in a terminal."""
        shown = (self.verification, self.on_arm, self.against_n, self.counts, self.polynomials)
        return Parts((*shown, *self.others))

    def html(self) -> str:
        """Return the page: one self-contained document, light or dark as its reader prefers.

        Raises
        ------
        ImportError
            If matplotlib or jinja2 is not installed.
        """
        require_extra("report", "matplotlib", "jinja2")
        torques = self.verification.quantity == "inverse_dynamics"
        return page(
            torques=torques,
            report=self,
            registry=registry(self.verification.quantity),
            moving=moving(self.arm, self.on_arm.formulations) if torques else None,
            at_zero=picture(
                lambda ax: self.arm.draw(ax=ax, masses=False),
                _SPACE,
                "arm",
                "The arm where all joint positions are zero",
                projection="3d",
            ),
            agreement=picture(
                self.verification.plot,
                matrix_size(len(self.verification.subjects)),
                "agreement",
                "Heat map: largest disagreement of each two formulations",
            ),
            timing=picture(
                self.against_n.plot,
                curves_size(len(self.against_n.formulations)),
                "timing",
                "Curves: time per evaluation of each formulation against the number of joints",
            ),
            operations=picture(
                self.polynomials.plot,
                curves_size(len(self.polynomials)),
                "operations",
                "Curves: operations of each formulation against the number of joints",
            ),
        )

    def _repr_html_(self) -> str:
        """Return the page in a frame, so that neither its style nor that of a notebook leaks."""
        style = "width: 100%; height: 80vh; border: 1px solid #8888"
        title, document = escape(self.title), escape(self.html())
        return f'<iframe title="{title}" style="{style}" srcdoc="{document}"></iframe>'

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the page to a file.

        Raises
        ------
        ImportError
            If matplotlib or jinja2 is not installed.
        """
        write_text(path, self.html())
