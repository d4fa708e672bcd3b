"""What an experiment of a paper gives when it is done again: numbers beside those in print."""

from __future__ import annotations

import os
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from ..._validation import FloatArray
from ...output.extras import require_extra
from ...output.files import write_records, write_text
from ...output.machine import describe_machine
from ...output.page import page
from ...output.tables import Table
from ...output.tabular import SeveralTables
from .pictures import Curves, Picture

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_TEMPLATE = Path(__file__).with_name("page.html.jinja")


@dataclass(frozen=True)
class Comparison:
    """A number in print, and the same found again.

    Attributes
    ----------
    what : str
        What it is.
    printed, found, apart : str
        The number in print, the one found, and how far they are apart.
    agrees : bool or None
        Whether that is as near as it must be; None where the print leaves that open.
    """

    what: str
    printed: str
    found: str
    apart: str = ""
    agrees: bool | None = None

    @property
    def verdict(self) -> str:
        """As a table shows it."""
        return {True: "pass", False: "FAIL", None: ""}[self.agrees]


@dataclass(frozen=True)
class Section:
    """A part of the page.

    Attributes
    ----------
    heading : str
        Its heading.
    text : tuple of str
        Paragraphs.
    parts : tuple of Table or Picture
        What they are about.
    """

    heading: str
    text: tuple[str, ...]
    parts: tuple[Table | Picture, ...] = ()


class Reproduction(SeveralTables, ABC):
    """An experiment of a paper, done again: prints as tables, and saves itself as one page.

    Attributes
    ----------
    name : str
        By which `equidyn.reproduce` knows it.
    title, question : str
        What it is about, and what it asks.
    source : str
        The paper.
    """

    name: ClassVar[str]
    title: ClassVar[str]
    question: ClassVar[str]
    source: ClassVar[str]

    @property
    @abstractmethod
    def comparisons(self) -> tuple[Comparison, ...]:
        """What is printed, beside what was found."""

    @property
    @abstractmethod
    def remarks(self) -> tuple[str, ...]:
        """What the paper leaves open, and what is assumed in its place."""

    @property
    @abstractmethod
    def summary(self) -> str:
        """What was found, in a sentence or two."""

    @abstractmethod
    def sections(self) -> tuple[Section, ...]:
        """Return the parts of the page behind the comparison."""

    @abstractmethod
    def curves(self) -> Curves:
        """Return the curves of the paper."""

    @abstractmethod
    def data(self) -> dict[str, FloatArray]:
        """Return what the curves are made of: (m,), or (m, n) of n joints, by name."""

    @abstractmethod
    def _details(self) -> tuple[Table, ...]:
        """Return the tables that are printed behind the comparison."""

    @property
    def passed(self) -> bool:
        """Whether everything that is printed, and can be, was found again."""
        return all(comparison.agrees is not False for comparison in self.comparisons)

    def plot(self, axes: Sequence[Axes] | None = None) -> Sequence[Axes]:
        """Draw the curves of the paper.

        Parameters
        ----------
        axes : sequence of matplotlib axes, optional
            Where to draw, one a figure of the paper; a new figure without it.

        Returns
        -------
        sequence of matplotlib axes

        Raises
        ------
        ValueError
            If there are not as many axes as figures.
        ImportError
            If matplotlib is not installed.
        """
        return self.curves().draw(axes)

    def to_records(self) -> list[dict[str, float]]:
        """Return the data, one record for each abscissa of the curves."""
        columns: dict[str, FloatArray] = {}
        for name, values in self.data().items():
            if values.ndim == 1:
                columns[name] = values
            else:
                columns |= {f"{name}_{k}": x for k, x in enumerate(values.T, start=1)}
        rows = np.array(list(columns.values())).T
        return [dict(zip(columns, map(float, row), strict=True)) for row in rows]

    def table(self) -> Table:
        """Return what is printed beside what was found."""
        return Table(
            title=f"{self.title}: in print, and found again",
            columns=("what", "in print", "found", "apart", "verdict"),
            align="llllc",
            rows=tuple((c.what, c.printed, c.found, c.apart, c.verdict) for c in self.comparisons),
            footnote=self.source,
        )

    def _tables(self) -> tuple[Table, ...]:
        return (self.table(), *self._details())

    def html(self) -> str:
        """Return the page: one self-contained document, light or dark as its reader prefers.

        Raises
        ------
        ImportError
            If matplotlib or jinja2 is not installed.
        """
        require_extra("report", "matplotlib", "jinja2")
        return page(_TEMPLATE, reproduction=self, machine=describe_machine())

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the page to a file, .html, or the data of the curves, .json or .csv.

        Raises
        ------
        ValueError
            For another suffix.
        ImportError
            For the page, if matplotlib or jinja2 is not installed.
        """
        if str(os.fspath(path)).lower().endswith(".html"):
            write_text(path, self.html())
        else:
            about = {"experiment": self.title, "source": self.source}
            write_records(path, about, self.to_records())
