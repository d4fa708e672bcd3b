"""Parallelism of the formulations: steps on several processors, and critical paths."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, overload

from ..arm import Arm
from ..counting import Conventions, arm_of
from ..dynamics import FormulationName, QuantityName, of_quantity, resolve
from ..dynamics import formulations as registry
from ..graph import Graph, Tasks, Trace, retrace, traceable
from ..output.tables import Table
from ..output.tabular import ByFormulation, Exported, Tabular
from ..robots import ArmLike
from ..validation import count, several

_PROCESSORS = (1, 2, 4, 8, 16, None)

_RULES = (
    "a multiplication, addition or division takes one step; changes of sign, cosines and sines, "
    "and arithmetic among constants of the arm take none"
)


@dataclass(frozen=True, repr=False)
class ParallelSteps(Tabular, Exported):
    """Steps that one formulation takes on several processors.

    Attributes
    ----------
    formulation : str
        Its name.
    arm : str
        The arm, in words.
    conventions : Conventions
        The counting rules.
    operations : int
        Multiplications, additions and divisions that the results depend on, as the formulation does
        them.
    distinct_operations : int
        The same without repetitions. The steps are those of these.
    steps : dict of (int or None) to int
        Steps by number of processors; None is any number of them.
    multiplication_steps, addition_steps : int
        Length of the critical path if only multiplications and divisions, or only additions, take
        a step.
    levels : tuple of int
        Numbers of operations whose earliest step is 1, 2, ...
    quantity : str
        The computed quantity, as `equidyn.formulations` takes it.
    """

    formulation: str
    arm: str
    conventions: Conventions
    operations: int
    distinct_operations: int
    steps: dict[int | None, int]
    multiplication_steps: int
    addition_steps: int
    levels: tuple[int, ...]
    quantity: str = "inverse_dynamics"

    @property
    def critical_path(self) -> int:
        """Length of the longest chain of dependent operations."""
        return len(self.levels)

    def table(self) -> Table:
        """Return steps and speed-up for each number of processors."""
        computed = of_quantity(self.quantity)
        return Table(
            title=f"Parallel steps{computed} {'by' if computed else 'of'} {self.formulation}: "
            f"{self.arm}",
            columns=("processors", "steps", "speed-up", "busy"),
            align="rrrr",
            rows=tuple(
                (
                    _processors(number),
                    str(steps),
                    f"{self.distinct_operations / steps:.1f}",
                    f"{self.distinct_operations / steps / number:.0%}" if number else "",
                )
                for number, steps in self.steps.items()
            ),
            footnote=f"{self.conventions}; {_RULES}",
        )

    def to_records(self) -> list[dict[str, Any]]:
        """Return one record for each number of processors; None is any number of them."""
        return [
            {
                "formulation": self.formulation,
                "operations": self.operations,
                "distinct_operations": self.distinct_operations,
                "processors": number,
                "steps": steps,
                "multiplication_steps": self.multiplication_steps,
                "addition_steps": self.addition_steps,
            }
            for number, steps in self.steps.items()
        ]

    def _about(self) -> dict[str, Any]:
        return {"arm": self.arm, "conventions": f"{self.conventions}; {_RULES}"}


class ParallelStepsList(ByFormulation[ParallelSteps], Exported):
    """Steps that several formulations take on several processors."""

    def table(self) -> Table:
        """Return operations and steps, a row for each formulation."""
        first = self.records[0]
        numbers = tuple(first.steps)
        return Table(
            title=f"Parallel steps of an evaluation{of_quantity(first.quantity)}: {first.arm}",
            columns=(
                "formulation",
                "operations",
                "distinct",
                *(f"p = {_processors(number)}" for number in numbers),
                "x alone",
                "+ alone",
            ),
            align="l" + "r" * (len(numbers) + 4),
            rows=tuple(
                (
                    record.formulation,
                    str(record.operations),
                    str(record.distinct_operations),
                    *(str(record.steps[number]) for number in numbers),
                    str(record.multiplication_steps),
                    str(record.addition_steps),
                )
                for record in self.records
            ),
            footnote="\n".join(
                (
                    "distinct: nothing computed twice; p: processors; x alone, + alone: critical "
                    "path if only multiplications, or additions, take a step",
                    f"{first.conventions}; {_RULES}",
                    *self.refusals,
                )
            ),
        )

    def to_records(self) -> list[dict[str, Any]]:
        """Return one record for each formulation and number of processors."""
        return [record for item in self.records for record in item.to_records()]

    def _about(self) -> dict[str, Any]:
        return self.records[0]._about()


@overload
def parallel_steps(
    arm_or_n: ArmLike | int,
    formulation: FormulationName | str,
    processors: Iterable[int | None] = ...,
    *,
    quantity: QuantityName | str = ...,
    rotations: str = ...,
    base: str = ...,
    tip_wrench: bool = ...,
) -> ParallelSteps: ...
@overload
def parallel_steps(
    arm_or_n: ArmLike | int,
    formulation: None = ...,
    processors: Iterable[int | None] = ...,
    *,
    quantity: QuantityName | str = ...,
    rotations: str = ...,
    base: str = ...,
    tip_wrench: bool = ...,
) -> ParallelStepsList: ...
def parallel_steps(
    arm_or_n: ArmLike | int,
    formulation: FormulationName | str | None = None,
    processors: Iterable[int | None] = _PROCESSORS,
    *,
    quantity: QuantityName | str = "inverse_dynamics",
    rotations: str = "factored",
    base: str = "at rest",
    tip_wrench: bool = False,
) -> ParallelSteps | ParallelStepsList:
    """Count the steps of an evaluation on several processors with shared memory, without delays.

    In every step each processor does one multiplication, addition or division. Of the operations
    that are ready, those with the longest path to a result come first; nothing is computed twice,
    and nothing that no result depends on. Sums are added up in the order of the formulation.

    Parameters
    ----------
    arm_or_n : Arm, str, path_like or int
        The arm, or its name or file as `equidyn.robots.load` takes them; or a number of links, for
        the general revolute arm.
    formulation : str, optional
        Name of a formulation; by default all that can be traced on the arm.
    processors : iterable of (int or None), optional
        Numbers of processors; None is any number of them.
    quantity, rotations, base, tip_wrench
        As in `count_operations`.

    Returns
    -------
    ParallelSteps or ParallelStepsList
        Steps of the given formulation, or of all.

    Raises
    ------
    ValueError, TypeError
        If the formulation or quantity is unknown, if the formulation cannot be traced on the arm,
        or for another bad argument.

    Examples
    --------
    >>> record = parallel_steps(6, "newton_euler", processors=[1, 8, None])
    >>> record.steps[1] == record.distinct_operations
    True
    >>> record.steps[None] == record.critical_path < record.steps[8] < record.steps[1] / 7
    True
    >>> paths = [parallel_steps(n, "articulated_bodies", [None], quantity="forward_dynamics")
    ...          .critical_path for n in (4, 5, 6)]
    >>> paths[2] - paths[1] == paths[1] - paths[0]  # the same for each joint more
    True
    """
    registry(quantity)  # raises for an unknown quantity
    conventions = Conventions(rotations, base, tip_wrench=tip_wrench)
    numbers = _checked(processors)
    arm = arm_of(arm_or_n)
    if formulation is not None:
        name = resolve(formulation, quantity)
        return _parallel_steps(arm, name, numbers, conventions, quantity)
    return steps_of_each(arm, None, conventions, numbers, quantity)


def steps_of_each(
    arm: Arm,
    formulations: Iterable[str] | None,
    conventions: Conventions,
    processors: tuple[int | None, ...] = _PROCESSORS,
    quantity: str = "inverse_dynamics",
) -> ParallelStepsList:
    """Count the steps of several formulations; for None, of all that can be traced on the arm.

    Raises
    ------
    ValueError
        If a formulation is unknown, or was asked for and cannot be traced on the arm.
    """
    names, refusals = traceable(arm, formulations, quantity)
    steps = tuple(_parallel_steps(arm, name, processors, conventions, quantity) for name in names)
    return ParallelStepsList(steps, refusals)


def _parallel_steps(
    arm: Arm,
    formulation: str,
    processors: tuple[int | None, ...],
    conventions: Conventions,
    quantity: str,
) -> ParallelSteps:
    trace = conventions.trace(arm, formulation, quantity)
    tasks = Tasks.shared(_graph(trace))
    return ParallelSteps(
        formulation=formulation,
        arm=arm.name or f"arm of {arm.n} joints",
        conventions=conventions,
        operations=len(Tasks.as_written(trace)),
        distinct_operations=len(tasks),
        steps={number: tasks.steps(number) for number in processors},
        multiplication_steps=tasks.critical_path(tasks.is_multiplication),
        addition_steps=tasks.critical_path(~tasks.is_multiplication),
        levels=tuple(tasks.levels),
        quantity=quantity,
    )


def _graph(trace: Trace) -> Graph:
    """Return the expression graph of a trace, without repetitions."""
    graph = Graph()
    graph.outputs = retrace(trace, graph, {name: graph.input(name) for name in trace.inputs})
    return graph


def _checked(processors: Iterable[int | None]) -> tuple[int | None, ...]:
    """Return numbers of processors, each once."""
    given = several("processors", processors, "numbers")
    numbers = [None if number is None else count("processors", number) for number in given]
    if not numbers:
        raise ValueError("processors: expected at least one number, got none")
    return tuple(dict.fromkeys(numbers))


def _processors(number: int | None) -> str:
    return "any" if number is None else str(number)
