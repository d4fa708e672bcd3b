"""Results of other libraries on an arm, compared with those of equidyn."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from ..output.tables import Table
from ..peers.findings import Finding
from ..validation import FloatArray


@dataclass(frozen=True, eq=False)
class Opinion:
    """A library's result for one quantity of an arm, in the state where it differs most.

    No `FirstWrong`: it is there for results that agree, too, and holds the whole of both.

    Attributes
    ----------
    library, version : str
        The library and its release.
    call : str
        The function.
    quantity : str
        The computed quantity.
    difference : float
        Largest difference from equidyn's result, relative to the largest value in all states;
        infinite if NaN.
    tolerance : float
        Largest difference allowed.
    state : int
        Index of the state, from 0.
    operands : dict of ndarray
        The state: the arguments among q, qd, qdd and tau.
    found, expected : tuple of ndarray
        The library's result there, and equidyn's.
    known : Finding or None
        Known error of this release, if it concerns the arm.
    """

    library: str
    version: str
    call: str
    quantity: str
    difference: float
    tolerance: float
    state: int
    operands: Mapping[str, FloatArray]
    found: tuple[FloatArray, ...]
    expected: tuple[FloatArray, ...]
    known: Finding | None = None

    @property
    def agrees(self) -> bool:
        """Whether the library agrees with equidyn."""
        return self.difference <= self.tolerance

    @property
    def verdict(self) -> str:
        """Verdict: pass, FAIL, or a known error."""
        return "pass" if self.agrees else "known" if self.known else "FAIL"

    @property
    def case(self) -> str:
        """The state with the largest difference and both results, with all digits."""
        answers = {f"{self.library} {self.version} {self.call}": self.found}
        answers["equidyn"] = self.expected
        lines = [f"{self.quantity} in state {self.state}"]
        lines += [f"  {name} = {_digits(values)}" for name, values in self.operands.items()]
        lines += [f"  {who}: {', '.join(map(_digits, parts))}" for who, parts in answers.items()]
        return "\n".join(lines)

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain data for JSON; non-finite numbers become None."""
        return {
            "library": self.library,
            "version": self.version,
            "call": self.call,
            "quantity": self.quantity,
            "difference": _plain(self.difference),
            "tolerance": self.tolerance,
            "verdict": self.verdict,
            "known": self.known.statement if self.known else "",
            "state": self.state,
            "operands": {name: _plain(values) for name, values in self.operands.items()},
            "found": [_plain(part) for part in self.found],
            "expected": [_plain(part) for part in self.expected],
        }

    def __str__(self) -> str:
        return (
            f"{self.verdict} {self.library} {self.version} {self.call}: {self.quantity} differs by "
            f"{self.difference:.0e} of the largest value (allowed: {self.tolerance:.0e})"
        )


@dataclass(frozen=True, repr=False)
class Judgement:
    """Results of other libraries on an arm; prints as a table.

    Attributes
    ----------
    opinions : tuple of Opinion
        One for each library and quantity.
    notes : tuple of str
        Libraries without results, and the reasons.
    """

    opinions: tuple[Opinion, ...] = ()
    notes: tuple[str, ...] = field(default=())

    @property
    def passed(self) -> bool:
        """Whether all libraries agree except for known errors."""
        return all(opinion.verdict != "FAIL" for opinion in self.opinions)

    @property
    def disagreements(self) -> tuple[Opinion, ...]:
        """The opinions that differ by more than the tolerance, known or not."""
        return tuple(opinion for opinion in self.opinions if not opinion.agrees)

    @property
    def summary(self) -> str:
        """The libraries that agree and those that do not, in one sentence."""
        verdicts: dict[str, set[str]] = {}
        for one in self.opinions:
            verdicts.setdefault(f"{one.library} {one.version}", set()).add(one.verdict)
        said = {
            "agreed": [name for name, found in verdicts.items() if found == {"pass"}],
            "has a known error": [name for name, found in verdicts.items() if "known" in found],
            "DISAGREED": [name for name, found in verdicts.items() if "FAIL" in found],
        }
        return "; ".join(f"{', '.join(names)} {what}" for what, names in said.items() if names)

    def table(self) -> Table:
        """Return a row for each library and quantity."""
        return Table(
            title="Results of other libraries",
            columns=("library", "quantity", "by", "difference", "allowed", "state", "verdict"),
            align="lllrrrc",
            rows=tuple(
                (
                    one.library,
                    one.quantity,
                    one.call,
                    f"{'' if one.agrees else '! '}{one.difference:.0e}".replace("0e+00", "0"),
                    f"{one.tolerance:.0e}",
                    str(one.state),
                    one.verdict,
                )
                for one in self.opinions
            ),
            footnote="largest difference from equidyn, relative to the largest value, and its "
            "state; ! = more than allowed",
            optional=("by", "state", "allowed"),
        )

    @property
    def lines(self) -> tuple[str, ...]:
        """The lines below the table: disagreements, with a case of each, and notes."""
        wrong = [one for one in self.disagreements if one.verdict == "FAIL"]
        cases = [line for one in wrong for line in (str(one), *one.case.split("\n"))]
        known = [line for found in self._findings() for line in self._known(found)]
        return (*cases, *known, *(f"note: {note}" for note in self.notes))

    def _findings(self) -> list[Finding]:
        return list(dict.fromkeys(one.known for one in self.disagreements if one.known))

    def _known(self, found: Finding) -> Iterator[str]:
        """Yield a known error, the quantities with it, and code that reproduces it."""
        quantities = ", ".join(one.quantity for one in self.disagreements if one.known == found)
        yield f"known error of {found.library} {found.version} ({quantities}): {found.statement}"
        yield from (f"  {line}" for line in found.case.splitlines() if line)

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain data for JSON; non-finite numbers become None."""
        opinions = [opinion.to_dict() for opinion in self.opinions]
        return {"passed": self.passed, "opinions": opinions, "notes": list(self.notes)}

    def __str__(self) -> str:
        return "\n\n".join([str(self.table()), *filter(None, ["\n".join(self.lines)])])

    __repr__ = __str__


def _plain(values: ArrayLike) -> Any:
    """Return numbers as lists, with None for those that are not finite."""
    numbers = np.array(values, dtype=object)
    numbers[~np.isfinite(values)] = None
    return numbers.tolist()


def _digits(values: FloatArray) -> str:
    """Format an array with all digits."""
    return str(np.asarray(values).tolist())
