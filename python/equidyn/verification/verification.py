"""Result of a verification: checks of all claims, and their tables."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ..dynamics.registry import of_quantity
from ..output.machine import describe_machine
from ..output.plain import finite_or_none
from ..output.tables import Table
from ..output.tabular import Exported
from ..output.text import in_eps, in_one_line, in_whole_eps
from .claims import AGREEMENT, EPS, POSITIVE, SCALES, Claim
from .judgement import Judgement
from .wrong_number import FirstWrong

if TYPE_CHECKING:
    import matplotlib.axes
    import rich.console

    from ..arm.arm import Arm


@dataclass(frozen=True)
class Check:
    """Check of one claim on one formulation.

    Attributes
    ----------
    subject : str
        The formulation, or candidate.
    claim : Claim
        The claim.
    residual : float
        The residual, in units of eps times the largest torque, or the scale of another quantity;
        infinite if NaN.
    states : int
        Number of states in which it was tried, in each situation.
    """

    subject: str
    claim: Claim
    residual: float
    states: int

    @property
    def passed(self) -> bool:
        """Whether the residual is within the tolerance."""
        return self.residual <= self.claim.tolerance

    def __str__(self) -> str:
        verdict = "pass" if self.passed else "FAIL"
        return (
            f"{verdict} {self.subject}: {self.claim.statement} "
            f"(residual {in_eps(self.residual)}, tolerance {in_eps(self.claim.tolerance)}, in eps)"
        )


@dataclass(frozen=True, eq=False, repr=False)
class Verification(Exported):
    """Agreement of the formulations on an arm, with each other and with physics.

    True in a condition when everything passed; prints as tables in a terminal and in a notebook.

    Attributes
    ----------
    arm : Arm
        The arm.
    samples, seed : int
        Number, in each situation, and seed of the random states.
    subjects : tuple of str
        The formulations, then the candidates.
    states : tuple of int
        The number of states in which each subject was tried, the first ones of the sample: fewer
        than `samples` for formulations of high order on long arms.
    pairwise : ndarray, shape (k, k)
        Largest difference between each pair of subjects, in the states in which both were tried, in
        the same units.
    checks : tuple of Check
        The checks of every claim on every subject.
    notes : tuple of str
        Remarks that are no failures.
    peers : Judgement or None
        Results of other libraries, if they were asked.
    quantity : str
        The computed quantity, as `equidyn.formulations` takes it.
    derived : tuple of Check
        The checks of derived quantities, if all formulations of torques were verified.
    first_failures : tuple of FirstWrong
        The first state and joint in which results are wrong, of each subject with one.
    """

    arm: Arm
    samples: int
    seed: int
    subjects: tuple[str, ...]
    states: tuple[int, ...]
    pairwise: NDArray[np.float64]
    checks: tuple[Check, ...]
    notes: tuple[str, ...] = field(default=())
    peers: Judgement | None = None
    quantity: str = "inverse_dynamics"
    derived: tuple[Check, ...] = ()
    first_failures: tuple[FirstWrong, ...] = ()

    @property
    def passed(self) -> bool:
        """Whether every check passed, and no other library disagrees."""
        return not self.failures and (self.peers is None or self.peers.passed)

    @property
    def failures(self) -> tuple[Check, ...]:
        """The checks that did not pass."""
        return tuple(check for check in self.all_checks if not check.passed)

    @property
    def all_checks(self) -> tuple[Check, ...]:
        """The checks of the formulations, then those of derived quantities."""
        return (*self.checks, *self.derived)

    @property
    def scale(self) -> str:
        """Scale of the residuals in addition to eps, in words."""
        return SCALES[self.quantity]

    @property
    def claims(self) -> tuple[Claim, ...]:
        """The claims, in the order of the checks."""
        return tuple(dict.fromkeys(check.claim for check in self.checks))

    @property
    def summary(self) -> str:
        """The verdict in one sentence."""
        said = self.peers.summary if self.peers else ""
        return f"{self._own_summary} {said}." if said else self._own_summary

    @property
    def _own_summary(self) -> str:
        name = in_one_line(self.arm.name) or f"this arm of {self.arm.n} joints"
        largest = in_eps(max(check.residual for check in self.all_checks))
        if not self.failures:
            derived = len({check.subject for check in self.derived})
            more = f", and {derived} derived quantities all {len(self.derived)}" if derived else ""
            return (
                f"{name}: {_count(len(self.subjects), 'formulation')}"
                f"{of_quantity(self.quantity)} passed "
                f"all {_count(len(self.checks), 'check')}{more}. Largest residual: {largest} eps."
            )
        # a disagreement has two sides: the other claims tell which is wrong
        failures = self.failures
        telling = [check for check in failures if check.claim.name != AGREEMENT.name] or failures
        culprits = dict.fromkeys(check.subject for check in telling)
        return (
            f"{name}: {len(self.failures)} of {_count(len(self.all_checks), 'check')} FAILED "
            f"({in_one_line(', '.join(culprits))}). Largest residual: {largest} eps."
        )

    def assert_passed(self) -> None:
        """Raise AssertionError, with the tables, unless everything passed."""
        if not self.passed:
            raise AssertionError("\n".join([*map(str, self.failures), "", str(self)]))

    def agreement_table(self) -> Table:
        """Return the pairwise differences."""
        numbers = tuple(str(k + 1) for k in range(len(self.subjects)))
        rows = tuple(
            (numbers[k], name, *(in_whole_eps(x) if j != k else "" for j, x in enumerate(row)))
            for k, (name, row) in enumerate(zip(self.subjects, self.pairwise, strict=True))
        )
        return Table(
            title=f"Largest difference between two formulations{of_quantity(self.quantity)}",
            columns=("", "formulation", *numbers),
            align="rl" + "r" * len(numbers),
            rows=rows,
            footnote=f"in units of eps = 2.2e-16 times {self.scale}{self._of_states}",
        )

    @property
    def _of_states(self) -> str:
        """The states that are compared, if subjects were tried in different ones."""
        return "; in the states in which both were tried" if len(set(self.states)) > 1 else ""

    def checks_table(self) -> Table:
        """Return every check, a row for each formulation, a column for each claim."""
        notes = [f"in units of eps times {self.scale}; ! = more than allowed"]
        if POSITIVE in self.claims:
            notes.append("M>0: how far its smallest eigenvalue lies below 0")
        return _table_of_checks(
            "Checks of each formulation",
            "formulation",
            self.subjects,
            self.checks,
            "; ".join(notes),
            self.states if self._of_states else (),
        )

    def derived_table(self) -> Table:
        """Return every check of derived quantities, a column for each claim."""
        states = ", ".join(_count(k, "state") for k in sorted({c.states for c in self.derived}))
        footnote = (
            f"in {states}; in units of eps times the largest term of the sum, times |M| |M⁻¹| if "
            "the mass matrix is inverted; ! = more than allowed"
        )
        subjects = tuple(dict.fromkeys(check.subject for check in self.derived))
        title = "Checks of derived quantities"
        return _table_of_checks(title, "quantity", subjects, self.derived, footnote)

    def claims_table(self) -> Table:
        """Return the claims with their tolerances and the reasons."""
        claims = dict.fromkeys((*self.claims, *(check.claim for check in self.derived)))
        beside = ", or the scale below the table of derived quantities" if self.derived else ""
        return Table(
            title="Claims of the checks",
            columns=("check", "claim", "allowed", "reason for the tolerance"),
            align="llrl",
            rows=tuple((c.name, c.statement, in_eps(c.tolerance), c.reason) for c in claims),
            footnote=f"in units of eps times {self.scale}{beside}",
        )

    def to_dict(self) -> dict[str, Any]:
        """Return the numbers as plain data for JSON; non-finite numbers become None."""
        return {
            "quantity": self.quantity,
            "arm": self.arm.name,
            "n": self.arm.n,
            "samples": self.samples,
            "seed": self.seed,
            "passed": self.passed,
            "formulations": list(self.subjects),
            "states": list(self.states),
            "pairwise_eps": [[finite_or_none(x) for x in row] for row in self.pairwise],
            "checks": self.to_records(),
            "derived": [_record("quantity", check) for check in self.derived],
            "first_failures": [failure.to_dict() for failure in self.first_failures],
            "notes": list(self.notes),
            **({"peers": self.peers.to_dict()} if self.peers else {}),
        }

    def to_records(self) -> list[dict[str, Any]]:
        """Return one record for each check."""
        return [_record("formulation", check) for check in self.checks]

    def _about(self) -> dict[str, Any]:
        about = ("quantity", "arm", "n", "samples", "seed", "passed")
        return {name: value for name, value in self.to_dict().items() if name in about}

    def _content(self) -> dict[str, Any]:
        return {**self.to_dict(), "table": self.arm.to_dict(), "machine": describe_machine()}

    def plot(self, ax: matplotlib.axes.Axes | None = None) -> matplotlib.axes.Axes:
        """Draw the pairwise differences as a heat map.

        Parameters
        ----------
        ax : matplotlib axes, optional
            Where to draw; a new figure without it.

        Returns
        -------
        matplotlib axes
        """
        from ..output.curves import draw_matrix

        quantity = f"difference in eps times {self.scale.partition(';')[0]}"
        limit = AGREEMENT.tolerance
        return draw_matrix(self.subjects, self.pairwise, limit, 1.0 / EPS, quantity, in_eps, ax)

    def _tables(self) -> list[Table]:
        others = [self.peers.table()] if self.peers and self.peers.opinions else []
        derived = [self.derived_table()] if self.derived else []
        return [self.agreement_table(), self.checks_table(), *derived, *others]

    def _lines(self) -> tuple[str, ...]:
        failures = (line for one in self.first_failures for line in str(one).splitlines())
        return (*failures, *self.notes, *(self.peers.lines if self.peers else ()))

    def __bool__(self) -> bool:
        return self.passed

    def __str__(self) -> str:
        parts = (*self._tables(), "\n".join(self._lines()), self.summary)
        return "\n\n".join(str(part) for part in parts if part)

    __repr__ = __str__

    def __rich__(self) -> rich.console.Group:
        """Return the tables as `rich` draws them."""
        from rich.console import Group
        from rich.text import Text

        style = "green" if self.passed else "bold red"
        tables = (part for table in self._tables() for part in (table.__rich__(), Text()))
        notes = (Text(note, style="dim") for note in self._lines())
        return Group(*tables, *notes, Text(self.summary, style=style))

    def _repr_html_(self) -> str:
        from html import escape

        # the verdict first, its checks below it, and n x n numbers on demand
        first = f"<p><strong>{escape(self.summary)}</strong></p>\n"
        pairs, *tables = (table._repr_html_() for table in self._tables())
        notes = "".join(f"<p>{escape(line)}</p>\n" for line in self._lines())
        title = escape(self.agreement_table().title)
        folded = f"<details><summary>{title}</summary>\n{pairs}</details>\n"
        return first + "".join(tables) + notes + folded


def _record(subject: str, check: Check) -> dict[str, Any]:
    """Return a check as plain data, its subject under the name `subject`."""
    return {
        subject: check.subject,
        "check": check.claim.name,
        "claim": check.claim.statement,
        "states": check.states,
        "residual_eps": finite_or_none(check.residual),
        "tolerance_eps": check.claim.tolerance,
        "passed": check.passed,
    }


def _table_of_checks(
    title: str,
    heading: str,
    subjects: Iterable[str],
    checks: Iterable[Check],
    footnote: str,
    states: Sequence[int] = (),
) -> Table:
    """Return a row for each subject, a column for each claim, and one for numbers of states."""
    found = {(check.subject, check.claim): check for check in checks}
    claims = tuple(dict.fromkeys(claim for _, claim in found))
    rows = []
    for k, subject in enumerate(subjects):
        row = [found.get((subject, claim)) for claim in claims]
        tried = (str(states[k]),) if states else ()
        rows.append((str(k + 1), subject, *tried, *map(_cell, row), _verdict(row)))
    allowed = (in_eps(claim.tolerance) for claim in claims)
    tried_in, blank = (("states",), ("",)) if states else ((), ())
    return Table(
        title=title,
        columns=("", heading, *tried_in, *(claim.name for claim in claims), "verdict"),
        align="rl" + "r" * (len(tried_in) + len(claims)) + "c",
        rows=(*rows, ("", "allowed", *blank, *allowed, "")),
        footnote=footnote,
        optional=tuple(claim.name for claim in reversed(claims)),
    )


def _cell(check: Check | None) -> str:
    if check is None:
        return "-"
    return in_eps(check.residual) if check.passed else f"! {in_eps(check.residual)}"


def _verdict(checks: Iterable[Check | None]) -> str:
    return "pass" if all(check is None or check.passed for check in checks) else "FAIL"


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
