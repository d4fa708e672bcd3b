"""Operations of the formulations, counted from the code that runs."""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, overload

import numpy as np

from ..._validation import BoolArray
from ...arm.arm import Arm
from ...dynamics.formulations import formulations as registry
from ...dynamics.formulations import of_quantity, resolve
from ...dynamics.names import FormulationName, QuantityName
from ...graph.operations import Operations
from ...graph.trace import Operation, Trace, traceable
from ...output.files import write_records
from ...output.interrupted import bringing
from ...output.tables import Table
from ...output.tabular import ByFormulation, Tabular
from ...robots import ArmLike
from .conventions import RULES, Conventions, arm_of


@dataclass(frozen=True, repr=False)
class OperationCount(Tabular):
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


class OperationCounts(ByFormulation[OperationCount]):
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
        return [
            {"formulation": item.formulation, "step": name, **step._asdict()}
            for item in self.records
            for name, step in (*item.steps.items(), ("total", item.total))
        ]

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the records to a file: .json or .csv.

        Raises
        ------
        ValueError
            For another suffix.
        """
        first = self.records[0]
        about = {
            "quantity": first.quantity,
            "arm": first.arm,
            "n": first.n,
            "conventions": f"{first.conventions}; {RULES}",
        }
        write_records(path, about, self.to_records())


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
) -> OperationCount: ...
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

    Returns
    -------
    OperationCount or OperationCounts
        Count of the given formulation, or of all that take the arm.

    Raises
    ------
    ValueError, TypeError
        If the formulation or quantity is unknown; if the formulation does not take the arm, or is
        of too high an order for its length; for another bad argument. `operation_polynomial` has no
        such limit.

    Examples
    --------
    >>> count = count_operations(6, "newton_euler", rotations="full", base="moving", dead_code=True)
    >>> count.multiplications, count.additions
    (672, 564)
    >>> count.steps["omega_i"]
    Operations(multiplications=54, additions=42, trigonometric=0, divisions=0)
    >>> count_operations(6, "articulated_bodies", quantity="forward_dynamics").divisions
    5
    """
    registry(quantity)  # raises for an unknown quantity
    conventions = Conventions(rotations, base, dead_code, tip_wrench, friction)
    arm = arm_of(arm_or_n)
    if formulation is not None:
        return counted(arm, resolve(formulation, quantity), conventions, quantity)
    return count_each(arm, None, conventions, quantity)


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
