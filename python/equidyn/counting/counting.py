"""Operations of the formulations, counted from the code that runs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, overload

import numpy as np

from ..arm.arm import Arm
from ..dynamics.names import FormulationName, QuantityName
from ..dynamics.registry import formulations as registry
from ..dynamics.registry import of_quantity, resolve
from ..graph.operations import Operations
from ..graph.trace import Operation, Trace, traceable
from ..implementations.implementation import Function, Implementation, candidates_of
from ..output.interrupted import bringing
from ..output.tables import Table
from ..output.tabular import ByFormulation, Exported, Tabular
from ..robots import ArmLike
from ..validation import BoolArray
from .candidate_counts import operations_of
from .conventions import RULES, Conventions, arm_of


@dataclass(frozen=True, repr=False)
class OperationCount(Tabular, Exported):
    """Operations that one formulation takes for one evaluation on an arm.

    Attributes
    ----------
    formulation : str
        Its name.
    arm : str
        The arm, in words.
    n : int
        Number of joints.
    conventions : Conventions
        The counting rules.
    steps : dict of str to Operations
        Operations by row of the formulation's own table, in order of evaluation.
    quantity : str
        The computed quantity, as `equidyn.formulations` takes it.
    """

    formulation: str
    arm: str
    n: int
    conventions: Conventions
    steps: dict[str, Operations]
    quantity: str = "inverse_dynamics"

    @property
    def multiplications(self) -> int:
        """Number of multiplications."""
        return sum(step.multiplications for step in self.steps.values())

    @property
    def additions(self) -> int:
        """Number of additions and subtractions."""
        return sum(step.additions for step in self.steps.values())

    @property
    def divisions(self) -> int:
        """Number of divisions; no formulation of inverse dynamics has one."""
        return sum(step.divisions for step in self.steps.values())

    @property
    def trigonometric(self) -> int:
        """Number of sines and cosines."""
        return sum(step.trigonometric for step in self.steps.values())

    @property
    def total(self) -> Operations:
        """Operations of all kinds, all steps together."""
        return Operations(self.multiplications, self.additions, self.trigonometric, self.divisions)

    def table(self) -> Table:
        """Return the steps as a table."""
        steps = {**self.steps, "total": self.total}
        kinds = kinds_shown(self.divisions > 0)
        computed = of_quantity(self.quantity)
        return Table(
            title=f"Operations{computed} {'by' if computed else 'of'} {self.formulation}: "
            f"{self.arm}",
            columns=("step", *kinds),
            align="l" + "r" * len(kinds),
            rows=tuple((name, *map(str, step[: len(kinds)])) for name, step in steps.items()),
            footnote=f"{self.conventions}; {RULES}",
        )

    def to_records(self) -> list[dict[str, Any]]:
        """Return one record for each step, and one for the total."""
        return [
            {"formulation": self.formulation, "step": name, **step._asdict()}
            for name, step in (*self.steps.items(), ("total", self.total))
        ]

    def _about(self) -> dict[str, Any]:
        return {
            "quantity": self.quantity,
            "arm": self.arm,
            "n": self.n,
            "conventions": f"{self.conventions}; {RULES}",
        }


class OperationCounts(ByFormulation[OperationCount], Exported):
    """Operations of several formulations on one arm."""

    def table(self) -> Table:
        """Return the totals as a table."""
        first = self.records[0]
        kinds = kinds_shown(any(item.divisions for item in self.records))
        return Table(
            title=f"Operations of an evaluation{of_quantity(first.quantity)}: {first.arm}",
            columns=("formulation", *kinds),
            align="l" + "r" * len(kinds),
            rows=tuple(
                (item.formulation, *map(str, item.total[: len(kinds)])) for item in self.records
            ),
            footnote="\n".join((f"{first.conventions}; {RULES}", *self.refusals)),
        )

    def to_records(self) -> list[dict[str, Any]]:
        """Return one record for each formulation and step, and one for each total."""
        return [record for item in self.records for record in item.to_records()]

    def _about(self) -> dict[str, Any]:
        return self.records[0]._about()


@overload
def count_operations(
    arm_or_n: ArmLike | int,
    formulation: FormulationName | str,
    *,
    quantity: QuantityName | str = ...,
    rotations: str = ...,
    base: str = ...,
    dead_code: bool = ...,
    tip_wrench: bool = ...,
    friction: bool = ...,
    candidates: None = ...,
) -> OperationCount: ...
@overload
def count_operations(
    arm_or_n: ArmLike | int,
    formulation: FormulationName | str | None = ...,
    *,
    quantity: QuantityName | str = ...,
    rotations: str = ...,
    base: str = ...,
    dead_code: bool = ...,
    tip_wrench: bool = ...,
    friction: bool = ...,
    candidates: Mapping[str, Function],
) -> OperationCounts: ...
@overload
def count_operations(
    arm_or_n: ArmLike | int,
    formulation: None = ...,
    *,
    quantity: QuantityName | str = ...,
    rotations: str = ...,
    base: str = ...,
    dead_code: bool = ...,
    tip_wrench: bool = ...,
    friction: bool = ...,
    candidates: Mapping[str, Function] | None = ...,
) -> OperationCounts: ...
def count_operations(
    arm_or_n: ArmLike | int,
    formulation: FormulationName | str | None = None,
    *,
    quantity: QuantityName | str = "inverse_dynamics",
    rotations: str = "factored",
    base: str = "at rest",
    dead_code: bool = False,
    tip_wrench: bool = False,
    friction: bool = False,
    candidates: Mapping[str, Function] | None = None,
) -> OperationCount | OperationCounts:
    """Count the operations of an evaluation, from the code that runs.

    The formulation is evaluated once over numbers that record their operations. The resulting
    torques are compared with those of `Arm.inverse_dynamics`, other quantities with those of the
    method of `Arm`.

    Parameters
    ----------
    arm_or_n : Arm, str, path_like or int
        The arm, or its name or file as `equidyn.robots.load` takes them; or a number of links, for
        the general revolute arm (`general_arm`).
    formulation : str, optional
        Name of a formulation; by default all are counted.
    quantity : str, optional
        The computed quantity: a name that `equidyn.formulations` takes. Mass matrix and Coriolis
        coefficients do not depend on base, tip wrench and friction.
    rotations : {"factored", "full"}, optional
        Whether rotations are applied in two factors (8M 4A), and the structure of matrices is
        exploited; or full matrices are formed and multiplied (9M 6A; 4x4 by 4x4: 64M 48A).
    base : {"at rest", "tilted", "moving"}, optional
        Whether the base rests under the gravity of the arm (of the general arm: along the first
        joint axis), rests under gravity of any direction, or moves in any way.
    dead_code : bool, optional
        Whether to count operations that no torque depends on.
    tip_wrench : bool, optional
        Whether there is a wrench at the tip.
    friction : bool, optional
        Whether to count viscous friction: in the row of the torque where the equations of the
        source have it, as Sasaki's, in one of its own elsewhere.
    candidates : mapping of str to callable, optional
        Functions of your own, as `equidyn.verify` takes them. They run once on numbers that record
        their operations: NumPy's sums, products, `@`, `cross`, `einsum`, `linalg.solve`, sines and
        cosines, in loops or not. Constants are those of the arm, and all numbers in the function;
        rotations are as it has them. A number within 16 eps of 0, 1 or -1 counts as that.

    Returns
    -------
    OperationCount or OperationCounts
        Count of the given formulation, or of all that take the arm; with candidates, of both.

    Raises
    ------
    ValueError, TypeError
        If the formulation or quantity is unknown; if the formulation does not take the arm, or is
        of too high an order for its length; for another bad argument. `operation_polynomial` has no
        such limit. If a candidate cannot be counted, since it branches on a value, or calls
        ``math`` or compiled code: the message has the line.

    Examples
    --------
    >>> count = count_operations(6, "newton_euler", rotations="full", base="moving", dead_code=True)
    >>> count.multiplications, count.additions
    (672, 564)
    >>> count.steps["omega_i"]
    Operations(multiplications=54, additions=42, trigonometric=0, divisions=0)
    >>> count_operations(6, "articulated_bodies", quantity="forward_dynamics").divisions
    5
    >>> def swing(q, qd, qdd):
    ...     return 0.25 * qdd + 4.9 * np.cos(q)
    >>> pendulum = count_operations(1, "newton_euler", candidates={"swing": swing})
    >>> pendulum["swing"].total
    Operations(multiplications=2, additions=1, trigonometric=1, divisions=0)
    """
    registry(quantity)  # raises for an unknown quantity
    conventions = Conventions(rotations, base, dead_code, tip_wrench, friction)
    arm = arm_of(arm_or_n)
    name = None if formulation is None else resolve(formulation, quantity)
    if candidates is None and name is not None:
        return counted(arm, name, conventions, quantity)
    functions = candidates_of(candidates, quantity)
    own = [counted_candidate(function, arm, conventions) for function in functions]
    return count_each(arm, None if name is None else [name], conventions, quantity).with_own(own)


def count_each(
    arm: Arm,
    formulations: Iterable[str] | None,
    conventions: Conventions,
    quantity: str = "inverse_dynamics",
) -> OperationCounts:
    """Count the operations of several formulations; for None, of all that can be traced on the arm.

    Raises
    ------
    ValueError
        If a formulation is unknown, or was asked for and cannot be traced on the arm.
    """
    names, refusals = traceable(arm, formulations, quantity)
    counts: list[OperationCount] = []
    with bringing(lambda: OperationCounts(tuple(counts), refusals) if counts else None):
        for name in names:
            counts.append(counted(arm, name, conventions, quantity))
    return OperationCounts(tuple(counts), refusals)


def counted(
    arm: Arm, formulation: str, conventions: Conventions, quantity: str = "inverse_dynamics"
) -> OperationCount:
    """Count the operations of one formulation on one arm."""
    trace = conventions.trace(arm, formulation, quantity)
    mask = np.ones(len(trace.row), dtype=np.bool_) if conventions.dead_code else trace.live
    return OperationCount(
        formulation=formulation,
        arm=arm.name or f"arm of {arm.n} joints",
        n=arm.n,
        conventions=conventions,
        steps=_steps(trace, mask),
        quantity=quantity,
    )


def counted_candidate(
    candidate: Implementation, arm: Arm, conventions: Conventions
) -> OperationCount:
    """Count the operations of a candidate on one arm, as its only step."""
    return OperationCount(
        formulation=candidate.name,
        arm=arm.name or f"arm of {arm.n} joints",
        n=arm.n,
        conventions=conventions,
        steps={"as written": operations_of(candidate, arm, conventions)},
        quantity=candidate.quantity,
    )


def kinds_shown(divisions: bool) -> tuple[str, ...]:
    """Return the column names of `Operations`, that of divisions only where there are any."""
    kinds = ("multiplications", "additions", "sin and cos")
    return (*kinds, "divisions") if divisions else kinds


def _steps(trace: Trace, mask: BoolArray) -> dict[str, Operations]:
    """Count the masked nodes of each row; rows without an operation are left out."""
    steps = {}
    for number, name in enumerate(trace.rows):
        operation = trace.operation[mask & (trace.row == number)]
        kinds = np.bincount(operation, minlength=len(Operation))
        step = Operations(
            multiplications=int(kinds[Operation.MULTIPLY]),
            additions=int(kinds[Operation.ADD] + kinds[Operation.SUBTRACT]),
            trigonometric=int(kinds[Operation.COSINE] + kinds[Operation.SINE]),
            divisions=int(kinds[Operation.DIVIDE]),
        )
        if any(step):
            steps[name] = step
    return steps
