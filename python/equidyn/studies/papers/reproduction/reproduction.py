"""Result of a reproduced experiment: computed numbers beside the published ones."""

from __future__ import annotations

import os
from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from ....output.files import suffix_of, write_text
from ....output.machine import describe_machine
from ....output.page import page
from ....output.tables import Table
from ....output.tabular import SUFFIXES, Exported
from ....validation import FloatArray
from .pictures import Curves, MovingArm, Picture

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_TEMPLATE = Path(__file__).with_name("page.html.jinja")


@dataclass(frozen=True)
class Comparison:
    """A published number beside the computed one.

    Attributes
    ----------
    what : str
        The quantity.
    printed, found, apart : str
        The published number, the computed one, and their difference.
    agrees : bool or None
        Whether they agree within the tolerance; None if the paper leaves that open.
    reason : str
        Word for the verdict if they agree only with reasons: "explained".
    """

    what: str
    printed: str
    found: str
    apart: str = ""
    agrees: bool | None = None
    reason: str = ""

    @property
    def verdict(self) -> str:
        """Verdict in a word, for tables."""
        if self.agrees and self.reason:
            return self.reason
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
    parts : tuple of Table, Picture or MovingArm
        Tables and pictures.
    """

    heading: str
    text: tuple[str, ...]
    parts: tuple[Table | Picture | MovingArm, ...] = ()


class Reproduction(Exported):
    """Reproduced experiment of a paper: prints as tables, and saves itself as one page.

    Attributes
    ----------
    name : str
        Its name in `equidyn.studies.reproduce`.
    title, question : str
        Its subject, and the question that it answers.
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
        """Published numbers beside the computed ones."""

    @property
    @abstractmethod
    def remarks(self) -> tuple[str, ...]:
        """Assumptions for data that the paper leaves open."""

    @property
    @abstractmethod
    def summary(self) -> str:
        """Findings in a sentence or two."""

    @abstractmethod
    def sections(self) -> tuple[Section, ...]:
        """Return the sections of the page after the comparison."""

    @abstractmethod
    def curves(self) -> Curves:
        """Return the curves of the paper."""

    @abstractmethod
    def data(self) -> dict[str, FloatArray]:
        """Return the data of the curves by name: (m,), or (m, n) of n joints."""

    @abstractmethod
    def _details(self) -> tuple[Table, ...]:
        """Return the tables after the comparison."""

    @property
    def passed(self) -> bool:
        """Whether every comparison with a verdict agrees."""
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
        """
        return self.curves().draw(axes)

    def to_records(self) -> list[dict[str, Any]]:
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
        """Return the comparison of published and computed numbers."""
        return Table(
            title=f"{self.title}: published and computed",
            columns=("quantity", "published", "computed", "difference", "verdict"),
            align="llllc",
            rows=tuple((c.what, c.printed, c.found, c.apart, c.verdict) for c in self.comparisons),
            footnote=self.source,
        )

    def _tables(self) -> tuple[Table, ...]:
        return (self.table(), *self._details())

    def html(self) -> str:
        """Return the page: one self-contained document, light or dark as the browser prefers."""
        return page(_TEMPLATE, reproduction=self, machine=describe_machine())

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the page, .html, the data of the curves, .json or .csv, or tables, .tex or .md.

        Raises
        ------
        ValueError
            For another suffix.
        """
        if suffix_of(path, ".html", *SUFFIXES) == ".html":
            write_text(path, self.html())
        else:
            super().save(path)

    def _about(self) -> dict[str, Any]:
        return {"experiment": self.title, "source": self.source}
