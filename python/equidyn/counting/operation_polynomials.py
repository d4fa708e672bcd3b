"""Operation counts as exact polynomials in the number of joints n."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING, Any, NamedTuple, overload

from ..dynamics.names import FormulationName, QuantityName
from ..dynamics.registry import (
    chosen_names,
    degree,
    families,
    has_logarithm,
    numbers,
    of_quantity,
    refusals,
    resolve,
)
from ..dynamics.registry import formulations as registry
from ..graph.operations import Operations
from ..implementations.implementation import Function, Implementation, candidates_of
from ..output.crossovers import Crossover, Crossovers, crossover_of
from ..output.interrupted import bringing
from ..output.progress import progress_bar
from ..output.tables import Table
from ..output.tabular import ByFormulation, Exported, Tabular
from ..robots.family import Family, member
from .conventions import RULES, Conventions, general_arm
from .counting import OperationCount, counted, counted_candidate, kinds_shown
from .polynomial import Polynomial

if TYPE_CHECKING:
    import matplotlib.axes

    from ..arm.arm import Arm

_ZERO = Polynomial(())

# points on a polynomial that are required beyond those that determine it
_EXTRA_POINTS = 2

# numbers of joints at which curves are drawn
SIZES_DRAWN = (1, 2, 3, 4, 6, 8, 10, 15, 20, 30, 50, 70, 100)

# degrees tried for a candidate of unknown order
_DEGREES_OF_CANDIDATES = range(5)

# largest n in the search for a polynomial
_LARGEST_N = 16


class StepPolynomials(NamedTuple):
    """Operations of one step, as polynomials in n."""

    multiplications: Polynomial
    additions: Polynomial
    trigonometric: Polynomial
    divisions: Polynomial = _ZERO


@dataclass(frozen=True, repr=False)
class OperationPolynomial(Tabular, Exported):
    """Operations of one formulation as polynomials in the number of joints n.

    Attributes
    ----------
    formulation : str
        Its name.
    arms : str
        The arms, in words.
    conventions : Conventions
        The counting rules.
    n_min : int
        The smallest n at which the polynomials hold; in shorter arms the ends overlap.
    n_max : int or None
        The largest one: None, but for an order with a logarithm. There each step that doubles takes
        one doubling more beyond each power of two, and other polynomials follow.
    steps : dict of str to StepPolynomials
        By row of the formulation's own table.
    quantity : str
        The computed quantity, as `equidyn.formulations` takes it.
    """

    formulation: str
    arms: str
    conventions: Conventions
    n_min: int
    steps: dict[str, StepPolynomials]
    quantity: str = "inverse_dynamics"
    n_max: int | None = None

    @property
    def multiplications(self) -> Polynomial:
        """Number of multiplications."""
        return self._total(0)

    @property
    def additions(self) -> Polynomial:
        """Number of additions and subtractions."""
        return self._total(1)

    @property
    def trigonometric(self) -> Polynomial:
        """Number of sines and cosines."""
        return self._total(2)

    @property
    def divisions(self) -> Polynomial:
        """Number of divisions; no formulation of inverse dynamics has one."""
        return self._total(3)

    def _total(self, column: int) -> Polynomial:
        return sum((step[column] for step in self.steps.values()), _ZERO)

    @property
    def total(self) -> StepPolynomials:
        """Operations of all kinds, all steps together."""
        return StepPolynomials(*map(self._total, range(4)))

    @property
    def ends(self) -> str:
        """The smallest n at which they hold, and the largest one if there is one, as text."""
        return f"n = {self.n_min}" + (f" to {self.n_max}" if self.n_max else "")

    def holds(self, n: int) -> bool:
        """Return whether they give the operations on an arm of n joints."""
        return self.n_min <= n <= (self.n_max or n)

    def at(self, n: int) -> Operations:
        """Return the operations on an arm of n joints.

        Raises
        ------
        ValueError
            If the polynomials do not hold for this n.
        """
        if not self.holds(n):
            on = "" if self.n_max else " on"
            raise ValueError(f"n: the polynomials hold from {self.ends}{on}, got {n}")
        return Operations(*(int(total(n)) for total in self.total))

    def table(self) -> Table:
        """Return the steps as a table."""
        steps = {**self.steps, "total": self.total}
        kinds = kinds_shown(self.divisions != _ZERO)
        numbers = f"{self.n_min} <= n <= {self.n_max}" if self.n_max else f"n >= {self.n_min}"
        return Table(
            title=f"Operations{of_quantity(self.quantity)} for n joints, {self.formulation}, "
            f"{numbers}: {self.arms}",
            columns=("step", *kinds),
            align="l" + "R" * len(kinds),
            rows=tuple((name, *map(str, step[: len(kinds)])) for name, step in steps.items()),
            footnote=f"{self.conventions}; {RULES}",
        )

    def to_records(self) -> list[dict[str, Any]]:
        """Return one record for each step, and one for the total; polynomials as strings."""
        return [
            {"formulation": self.formulation, "step": name, **_texts(step), **_ends(self)}
            for name, step in (*self.steps.items(), ("total", self.total))
        ]

    def _about(self) -> dict[str, Any]:
        return {
            "quantity": self.quantity,
            "arms": self.arms,
            "conventions": f"{self.conventions}; {RULES}",
        }


class OperationPolynomials(ByFormulation[OperationPolynomial], Exported):
    """Operations of several formulations as polynomials in the number of joints n."""

    def table(self) -> Table:
        """Return the totals as a table."""
        first = self.records[0]
        # as in `Operations`, without the sines and cosines
        kinds = [0, 1, 3] if any(p.divisions != _ZERO for p in self.records) else [0, 1]
        headings = kinds_shown(True)
        return Table(
            title=f"Operations{of_quantity(first.quantity)} for n joints: {first.arms}",
            columns=("formulation", *(headings[kind] for kind in kinds), "holds from"),
            align="l" + "R" * len(kinds) + "r",
            rows=tuple(
                (p.formulation, *(str(p.total[kind]) for kind in kinds), p.ends)
                for p in self.records
            ),
            footnote="\n".join((f"{first.conventions}; {RULES}", *self.refusals)),
        )

    def crossovers(self) -> Crossovers:
        """Return the crossovers: the n from which one formulation takes fewer operations for good.

        Multiplications and additions count alike. Polynomials are compared from the n on from which
        both hold, and up to an n beyond which their difference keeps its sign. Those that end at
        some n cross none for good.
        """
        lasting = [p for p in self.records if p.n_max is None]
        found = (self._crossover(one, other) for one, other in combinations(lasting, 2))
        first = self.records[0]
        return Crossovers.of(
            filter(None, found), f"multiplications and additions; {first.conventions}"
        )

    @staticmethod
    def _crossover(one: OperationPolynomial, other: OperationPolynomial) -> Crossover | None:
        sums = [p.multiplications + p.additions for p in (one, other)]
        start = max(one.n_min, other.n_min)
        sizes = range(start, max(start, (sums[0] - sums[1]).last_change_of_sign) + 2)
        names = (one.formulation, other.formulation)
        costs = {
            name: {n: float(total(n)) for n in sizes}
            for name, total in zip(names, sums, strict=True)
        }
        return crossover_of(*names, costs)

    def plot(self, ax: matplotlib.axes.Axes | None = None) -> matplotlib.axes.Axes:
        """Draw multiplications and additions, together, against n, both logarithmic.

        Circles mark final crossovers.

        Parameters
        ----------
        ax : matplotlib axes, optional
            Where to draw; a new figure without it.

        Returns
        -------
        matplotlib axes
        """
        from ..output.curves import draw_against_n, mark_points

        curves = {
            p.formulation: {n: float(sum(p.at(n)[:2])) for n in SIZES_DRAWN if p.holds(n)}
            for p in self
        }
        label, quantity = "multiplications and additions", self.records[0].quantity
        groups, places = families(curves, quantity), numbers(curves, quantity)
        ax = draw_against_n(curves, label, ax, groups=groups, numbers=places)
        mark_points(ax, self.crossovers().points())
        return ax

    def to_records(self) -> list[dict[str, Any]]:
        """Return one record for each formulation; polynomials as strings."""
        return [{"formulation": p.formulation, **_texts(p.total), **_ends(p)} for p in self.records]

    def _about(self) -> dict[str, Any]:
        return self.records[0]._about()


def _ends(found: OperationPolynomial) -> dict[str, int | None]:
    return {"n_min": found.n_min, "n_max": found.n_max}


def _texts(step: StepPolynomials) -> dict[str, str]:
    return {kind: str(polynomial) for kind, polynomial in step._asdict().items()}


@overload
def operation_polynomial(
    formulation: FormulationName | str,
    *,
    quantity: QuantityName | str = ...,
    rotations: str = ...,
    base: str = ...,
    dead_code: bool = ...,
    tip_wrench: bool = ...,
    friction: bool = ...,
    family: Family | None = ...,
    progress: bool = ...,
    candidates: None = ...,
) -> OperationPolynomial: ...
@overload
def operation_polynomial(
    formulation: FormulationName | str | None = ...,
    *,
    quantity: QuantityName | str = ...,
    rotations: str = ...,
    base: str = ...,
    dead_code: bool = ...,
    tip_wrench: bool = ...,
    friction: bool = ...,
    family: Family | None = ...,
    progress: bool = ...,
    candidates: Mapping[str, Function],
) -> OperationPolynomials: ...
@overload
def operation_polynomial(
    formulation: None = ...,
    *,
    quantity: QuantityName | str = ...,
    rotations: str = ...,
    base: str = ...,
    dead_code: bool = ...,
    tip_wrench: bool = ...,
    friction: bool = ...,
    family: Family | None = ...,
    progress: bool = ...,
    candidates: Mapping[str, Function] | None = ...,
) -> OperationPolynomials: ...
def operation_polynomial(
    formulation: FormulationName | str | None = None,
    *,
    quantity: QuantityName | str = "inverse_dynamics",
    rotations: str = "factored",
    base: str = "at rest",
    dead_code: bool = False,
    tip_wrench: bool = False,
    friction: bool = False,
    family: Family | None = None,
    progress: bool = False,
    candidates: Mapping[str, Function] | None = None,
) -> OperationPolynomial | OperationPolynomials:
    """Find the polynomials in n that give the operations of an evaluation.

    They are recovered from counts at consecutive n, at least two more than determine them, all met
    exactly in every step.

    Parameters
    ----------
    formulation : str, optional
        Name of a formulation; all of them by default.
    quantity, rotations, base, dead_code, tip_wrench, friction
        See `count_operations`.
    family : callable, optional
        Makes the arm of n joints; the general revolute arm by default.
    progress : bool, optional
        Show a progress bar.
    candidates : mapping of str to callable, optional
        Functions of your own, for arms of any n, as `count_operations` takes them.

    Returns
    -------
    OperationPolynomial or OperationPolynomials
        Polynomials of the given formulation, or of all that take the arms; with candidates, of
        both.

    Raises
    ------
    ValueError, TypeError
        As `count_operations`.
    RuntimeError
        If no polynomial fits, as for a family of dissimilar arms. Of several formulations, those
        that have none are left out, if the first one has some.

    Examples
    --------
    >>> p = operation_polynomial("newton_euler", rotations="full", base="moving", dead_code=True)
    >>> str(p.multiplications), str(p.steps["alpha_i"].multiplications), p.n_min
    ('116n - 24', '11n', 1)
    """
    registry(quantity)  # raises for an unknown quantity
    conventions = Conventions(rotations, base, dead_code, tip_wrench, friction)
    name = None if formulation is None else resolve(formulation, quantity)
    if candidates is None and name is not None:
        return _recovered(name, conventions, family, quantity)
    functions = candidates_of(candidates, quantity)
    own = [recovered_candidate(function, conventions, family) for function in functions]
    names = None if name is None else [name]
    return polynomials_of_each(names, conventions, family, progress, quantity).with_own(own)


def polynomials_of_each(
    formulations: Iterable[str] | None,
    conventions: Conventions,
    family: Family | None = None,
    progress: bool = False,
    quantity: str = "inverse_dynamics",
) -> OperationPolynomials:
    """Find the polynomials of several formulations; for None, of all that take the arms.

    Raises
    ------
    ValueError
        If a formulation is unknown, or was asked for and does not take the arms.
    RuntimeError
        If no polynomial fits the first of them.
    """
    every = formulations is None
    smallest = member(general_arm if family is None else family, 2)
    refused = refusals(smallest, quantity) if every else {}
    names = [name for name in chosen_names(formulations, quantity) if name not in refused]
    missing = tuple(f"not counted: {name} {why}" for name, why in refused.items())
    found: list[OperationPolynomial] = []
    with (
        progress_bar("counting", len(names), progress) as step,
        bringing(lambda: OperationPolynomials(tuple(found), missing) if found else None),
    ):
        for name in names:
            step(name)
            try:
                found.append(_recovered(name, conventions, family, quantity))
            except _NoPolynomialError as reason:
                if not found:  # no polynomials for dissimilar arms
                    raise
                missing += (f"not counted: {reason}",)
    return OperationPolynomials(tuple(found), missing)


class _NoPolynomialError(RuntimeError):
    """No polynomials go through the counts of a formulation."""


def _recovered(
    formulation: str, conventions: Conventions, family: Family | None, quantity: str
) -> OperationPolynomial:
    """Recover the polynomials of a formulation, of the degree that its order tells."""
    return _through_counts(
        lambda arm: counted(arm, formulation, conventions, quantity),
        [degree(formulation, quantity)],
        family,
        has_logarithm(formulation, quantity),
    )


def recovered_candidate(
    candidate: Implementation, conventions: Conventions, family: Family | None = None
) -> OperationPolynomial:
    """Recover the polynomials of a candidate, of the lowest degree that fits.

    Raises
    ------
    ValueError
        If its function cannot be counted, or is for other arms.
    RuntimeError
        If no polynomial fits.
    """
    return _through_counts(
        lambda arm: counted_candidate(candidate, arm, conventions), _DEGREES_OF_CANDIDATES, family
    )


def _through_counts(
    count: Callable[[Arm], OperationCount],
    degrees: Sequence[int],
    family: Family | None,
    doubles: bool = False,
) -> OperationPolynomial:
    """Count at n = 1, 2, ... until the last few counts lie on one polynomial, in every step."""
    counts: list[OperationCount] = []
    for n in range(1, _LARGEST_N + 1):
        counts.append(count(member(general_arm if family is None else family, n)))
        for highest in degrees:
            last = counts[-(highest + 1 + _EXTRA_POINTS) :]
            steps = _steps_through(last)
            if len(last) > highest + _EXTRA_POINTS and _degree_of(steps) <= highest:
                return OperationPolynomial(
                    formulation=last[0].formulation,
                    arms="general revolute arms" if family is None else "arms of a family",
                    conventions=last[0].conventions,
                    n_min=last[0].n,
                    steps=steps,
                    quantity=last[0].quantity,
                    # up to the next power of two
                    n_max=int(2 ** (last[0].n - 1).bit_length()) if doubles else None,
                )
    raise _NoPolynomialError(
        f"{counts[0].formulation}: no polynomials of degree {degrees[-1]} fit the counts up to "
        f"n = {_LARGEST_N}"
    )


def _steps_through(counts: Sequence[OperationCount]) -> dict[str, StepPolynomials]:
    names = dict.fromkeys(name for item in counts for name in item.steps)
    nothing = Operations(0, 0)
    steps = {}
    for name in names:
        columns = zip(*(item.steps.get(name, nothing) for item in counts), strict=True)
        steps[name] = StepPolynomials(*(Polynomial.through(counts[0].n, c) for c in columns))
    return steps


def _degree_of(steps: dict[str, StepPolynomials]) -> int:
    return max(polynomial.degree for step in steps.values() for polynomial in step)
