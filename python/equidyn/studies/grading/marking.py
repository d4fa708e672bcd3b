"""Result of a marking: points by item, and the mistakes that explain the output."""

from __future__ import annotations

from dataclasses import dataclass, replace
from html import escape
from typing import TYPE_CHECKING, Any

import numpy as np

from ...output.machine import describe_machine
from ...output.tables import Table
from ...output.tabular import Exported
from ...validation import FloatArray
from ...verification import FirstWrong
from .explain import Explanation
from .items import Item
from .rows import WrongRow

if TYPE_CHECKING:
    from ...arm import Arm


@dataclass(frozen=True, eq=False, repr=False)
class Marking(Exported):
    """A marked function: true in a condition when everything is right; prints as tables.

    Attributes
    ----------
    arm : Arm
        The arm.
    quantity : str
        The quantity that the function computes.
    name : str
        Name of the function.
    seed : int
        Seed of the random states.
    items : tuple of Item
        The items with their points: ``name``, ``points``, ``out_of``, ``passed``, ``finding``.
    explanations : tuple of Explanation
        Mistakes that explain the whole output to rounding, the likeliest first: single ones, else a
        slip in one term of a closed form, else a pair, which is doubtful. Empty where everything is
        right, and where no known mistake explains it.
    wrong_row : WrongRow or None
        The first wrong row of the first wrong link, where the function returns its rows.
    failure : FirstWrong or None
        The first wrong number, with its state; of a Coriolis matrix, of its product with q̇.
    notes : tuple of str
        Remarks that are no failures.
    title : str
        The quantity in words.
    """

    arm: Arm
    quantity: str
    name: str
    seed: int
    items: tuple[Item, ...]
    explanations: tuple[Explanation, ...] = ()
    wrong_row: WrongRow | None = None
    failure: FirstWrong | None = None
    notes: tuple[str, ...] = ()
    title: str = ""

    def out_of_points(self, points: float | None) -> Marking:
        """Return the marking with another number of points for a right function."""
        if points is None:
            return self
        factor = points / self.out_of
        scaled = (replace(item, out_of=item.out_of * factor) for item in self.items)
        return replace(self, items=tuple(scaled))

    @property
    def passed(self) -> bool:
        """Whether every item is right."""
        return all(item.passed for item in self.items)

    @property
    def points(self) -> float:
        """Sum of the points of all items."""
        return sum(item.points for item in self.items)

    @property
    def out_of(self) -> float:
        """Points for a right function."""
        return sum(item.out_of for item in self.items)

    @property
    def fault(self) -> str:
        """Why there is nothing to mark, such as an error of the function; else empty."""
        return next((item.fault for item in self.items if item.fault), "")

    @property
    def unexplained(self) -> FloatArray:
        """The wrong numbers that no single known mistake explains, each once."""
        if self.explanations and not self.explanations[0].doubtful:
            return np.zeros(0)
        wrong = [
            entry.got[~(np.abs(entry.got - entry.expected) <= entry.allowed)]
            for item in self.items
            for entry in item.entries
        ]
        numbers: FloatArray = np.unique(np.concatenate([np.zeros(0), *wrong]))
        return np.asarray(numbers[np.isfinite(numbers)])

    @property
    def summary(self) -> str:
        """The verdict in one sentence."""
        if self.passed:
            return f"{self.name}: right"
        if self.fault:
            known = self.fault
        elif self.explanations:
            known = str(self.explanations[0])
        else:
            known = "no known mistake explains it: see the wrong entries"
        return f"{self.name}: {self.points:.3g} of {self.out_of:g} points; {known}"

    def assert_passed(self) -> None:
        """Raise AssertionError, with the tables, unless everything is right."""
        if not self.passed:
            raise AssertionError(f"{self.summary}\n\n{self}")

    def table(self) -> Table:
        """Return the items with their points."""
        rows = tuple(
            (item.name, "pass" if item.passed else "FAIL", _of(item), item.finding)
            for item in self.items
        )
        arm = self.arm.name or f"an arm of {self.arm.n} joints"
        return Table(
            title=f"{self.name}: {self.title} of {arm}, "
            f"{self.points:.3g} of {self.out_of:g} points",
            columns=("item", "verdict", "points", "what is wrong"),
            align="lcrl",
            rows=rows,
            footnote="\n".join(map(str, filter(None, (self.failure, *self.notes)))),
        )

    def causes_table(self) -> Table:
        """Return the mistakes that explain the output, beside the right equations."""
        rows: list[tuple[str, str, str]] = []
        for explanation in self.explanations:
            for number, cause in enumerate(explanation.causes):
                first = "perhaps" if explanation.doubtful else "or" * bool(rows)
                lead = "and" if number else first
                rows.append((lead, str(cause), cause.mistake.equation))
        if not rows:
            rows = [
                ("", "no known mistake, and no two, explain it: the entries above are wrong", "")
            ]
        return Table(
            title="What explains the whole output",
            columns=("", "mistake", "right is"),
            align="lll",
            rows=tuple(rows),
        )

    def row_table(self) -> Table:
        """Return the first wrong row of the first wrong link, beside its equation.

        Raises
        ------
        ValueError
            If no row is wrong, or the function returns none.
        """
        row = self.wrong_row
        if row is None:
            raise ValueError("wrong_row: there is none: no row is wrong, or none was returned")
        return Table(
            title="First wrong row of the recursion",
            columns=("row", "got", "expected", "equation", "source"),
            align="lrrll",
            rows=(
                (
                    f"{row.name} of link {row.link}",
                    _vector(row.got),
                    _vector(row.expected),
                    row.equation,
                    row.source,
                ),
            ),
        )

    def to_records(self) -> list[dict[str, Any]]:
        """Return one dictionary for each item."""
        return [
            {
                "function": self.name,
                "quantity": self.quantity,
                "item": item.name,
                "passed": item.passed,
                "points": item.points,
                "out_of": item.out_of,
                "finding": item.finding,
            }
            for item in self.items
        ]

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain data for JSON."""
        row = self.wrong_row
        return {
            "function": self.name,
            "quantity": self.quantity,
            "arm": self.arm.name,
            "seed": self.seed,
            "passed": self.passed,
            "points": self.points,
            "out_of": self.out_of,
            "summary": self.summary,
            "items": self.to_records(),
            "explanations": [
                [
                    {
                        "mistake": str(cause),
                        "equation": cause.mistake.equation,
                        "doubtful": one.doubtful,
                    }
                    for cause in one.causes
                ]
                for one in self.explanations
            ],
            "wrong_row": row
            and {"link": row.link, "row": row.name, "equation": row.equation, "source": row.source},
            "failure": str(self.failure) if self.failure else None,
            "notes": list(self.notes),
        }

    def _about(self) -> dict[str, Any]:
        return {"arm": self.arm.name, "seed": self.seed}

    def _content(self) -> dict[str, Any]:
        return {**self.to_dict(), "machine": describe_machine()}

    def _tables(self) -> tuple[Table, ...]:
        causes = () if self.passed or self.fault else (self.causes_table(),)
        rows = (self.row_table(),) if self.wrong_row else ()
        return (self.table(), *causes, *rows)

    def __bool__(self) -> bool:
        return self.passed

    def _repr_html_(self) -> str:
        return f"<p><strong>{escape(self.summary)}</strong></p>\n{super()._repr_html_()}"


def _of(item: Item) -> str:
    return f"{item.points:.3g} / {item.out_of:g}"


def _vector(vector: FloatArray) -> str:
    return "(" + ", ".join(f"{x:.4g}" for x in vector) + ")"
