"""Cost of a step of a simulation, by each formulation of forward dynamics."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import count
from typing import TYPE_CHECKING

from .....counting import OperationPolynomial, OperationPolynomials, Polynomial, estimate_time
from .....dynamics import numbers
from .....graph import Operations
from .....output.tables import Table
from .....output.text import in_time, power_of_ten
from .....timing import Timings
from .four_points import PRODUCTS, SUMS

if TYPE_CHECKING:
    from matplotlib.axes import Axes

# evaluations of f in a step
_POINTS = 4


@dataclass(frozen=True)
class StepCosts:
    """Operations and times of a step of RK4.

    Attributes
    ----------
    evaluations : OperationPolynomials
        Operations of one evaluation of f, by each formulation of forward dynamics.
    timings : Timings
        Times of one evaluation, on random arms.
    in_lanes : float
        Time of a step by `Arm.simulate`, among many arms, ns.
    joints : int
        Number of joints of the arm.
    """

    evaluations: OperationPolynomials
    timings: Timings
    in_lanes: float
    joints: int

    def of_step(self, formulation: str, n: int) -> Operations:
        """Return the operations of a step: four evaluations, and the sums of RK4."""
        f = self.evaluations[formulation].at(n)
        return Operations(
            _POINTS * f.multiplications + PRODUCTS * n,
            _POINTS * f.additions + SUMS * n,
            _POINTS * f.trigonometric,
            _POINTS * f.divisions,
        )

    def overtaking(self, later: str, earlier: str) -> int:
        """Return the number of joints from which a later method takes fewer operations."""
        first = max(self.evaluations[name].n_min for name in (later, earlier))
        return next(
            n
            for n in count(first)
            if sum(self.of_step(later, n)[:2]) < sum(self.of_step(earlier, n)[:2])
        )

    def polynomials_table(self) -> Table:
        """Return the operations of a step as polynomials in n."""
        first = self.evaluations.records[0]
        return Table(
            title="Operations of a step of RK4, for n joints",
            columns=("forward dynamics by", "multiplications", "additions", "divisions"),
            align="lRRR",
            rows=tuple((one.formulation, *_in_n(one)) for one in self.evaluations),
            footnote=f"four evaluations, and {PRODUCTS}n multiplications and {SUMS}n additions of "
            f"RK4; {first.arms}; {first.conventions}; n >= {first.n_min}",
        )

    def table(self) -> Table:
        """Return the costs of a step on an arm of as many joints."""
        rows = []
        for one in self.evaluations:
            step = self.of_step(one.formulation, self.joints)
            measured = _POINTS * self.timings.at(one.formulation, self.joints).minimum
            numbers = (str(step.multiplications), str(step.additions))
            estimated = f"{1e3 * estimate_time(step):.1f} ms"
            rows.append((one.formulation, *numbers, estimated, in_time(measured)))
        rows.append(("Arm.simulate, in lanes", "", "", "", in_time(self.in_lanes)))
        return Table(
            title=f"A step for {self.joints} joints",
            columns=(
                "forward dynamics by",
                "multipli-\ncations",
                "additions",
                "on a\nPDP-11/45",
                "measured\nhere",
            ),
            align="lrrrr",
            rows=tuple(rows),
            footnote="PDP-11/45: by the instruction times of Lee et al. 1982, without sines, "
            "cosines and divisions; measured: four evaluations inside C++ on one core, as they are "
            "written; in lanes: the whole step by production kernels, one of many arms",
        )

    def draw_operations(self, ax: Axes) -> Axes:
        """Draw the operations of a step against n."""
        from .....output.curves import draw_against_n

        curves = {
            one.formulation: {
                n: float(sum(self.of_step(one.formulation, n)[:2]))
                for n in self.timings.sizes
                if n >= one.n_min
            }
            for one in self.evaluations
        }
        places = numbers(curves, "forward_dynamics")
        return draw_against_n(curves, "multiplications and additions of a step", ax, numbers=places)

    def draw_times(self, ax: Axes) -> Axes:
        """Draw the measured time of four evaluations against n."""
        from .....output.curves import draw_against_n

        curves = {
            name: {n: _POINTS * self.timings.at(name, n).minimum for n in self.timings.sizes}
            for name in self.timings.formulations
        }
        places = numbers(curves, "forward_dynamics")
        return draw_against_n(curves, "time of four evaluations", ax, power_of_ten, numbers=places)


def _in_n(one: OperationPolynomial) -> tuple[str, str, str]:
    """Return the operations of a step as polynomials in n, formatted."""
    points = Polynomial.of([_POINTS])
    return (
        str(points * one.multiplications + Polynomial.of([0, PRODUCTS])),
        str(points * one.additions + Polynomial.of([0, SUMS])),
        str(points * one.divisions),
    )
