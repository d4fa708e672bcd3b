"""Cost of a controller by computed torque, in operations and in seconds."""

from __future__ import annotations

from dataclasses import replace
from typing import Protocol, runtime_checkable

from ..graph.operations import Operations
from ..output.tables import Table
from ..validation import positive
from .counting import OperationCount, OperationCounts

_STEP = "qdd + Kv e' + Kp e"


@runtime_checkable
class Counted(Protocol):
    """Anything with counted multiplications and additions."""

    @property
    def multiplications(self) -> int:
        """Number of multiplications."""

    @property
    def additions(self) -> int:
        """Number of additions."""


def estimate_time(
    counts: Counted, add: float = 500e-9, mul: float = 3.3e-6, fetch: float = 450e-9
) -> float:
    """Estimate the computing time from the time of each instruction.

    Parameters
    ----------
    counts : OperationCount or Operations
        The operations.
    add, mul, fetch : float, optional
        Seconds of an addition, a multiplication and a fetch of data, one for each operation. By
        default those of a PDP-11/45, in integer arithmetic.

    Returns
    -------
    float
        Seconds. Sines and cosines are not counted.

    Raises
    ------
    ValueError, TypeError
        If a time is not a positive number.

    References
    ----------
    C. S. G. Lee, M. J. Chung, T. N. Mudge, J. L. Turney, On the Control of Mechanical Manipulators,
    University of Michigan, section 5.

    Examples
    --------
    Their estimate for six joints, about 3 ms, from the totals of their Table 2:

    >>> round(estimate_time(Operations(119 * 6 - 24, 107 * 6 - 21)), 5)
    0.00318
    """
    add, mul, fetch = positive("add", add), positive("mul", mul), positive("fetch", fetch)
    if not isinstance(counts, Counted):
        raise TypeError(
            f"counts: expected an OperationCount or Operations, got {type(counts).__name__}"
        )
    return counts.multiplications * (mul + fetch) + counts.additions * (add + fetch)


def with_computed_torque(count: OperationCount) -> OperationCount:
    """Add the operations of a controller by computed torque to those of its inverse dynamics.

    In both forms of Lee et al., with the dynamics of Lagrange (4.1) and of Newton-Euler (4.4), the
    commanded acceleration is ``qdd + Kv e' + Kp e`` with diagonal gains, where e is the difference
    between desired and measured positions.

    Parameters
    ----------
    count : OperationCount
        Operations of the inverse dynamics.

    Returns
    -------
    OperationCount
        With one step more: 2n multiplications, 4n additions.
    """
    return replace(count, steps={**count.steps, _STEP: Operations(2 * count.n, 4 * count.n)})


def controller_table(
    counts: OperationCounts, add: float = 500e-9, mul: float = 3.3e-6, fetch: float = 450e-9
) -> Table:
    """Return the cost of a controller by computed torque with each formulation.

    Parameters
    ----------
    counts : OperationCounts
        Operations of the inverse dynamics.
    add, mul, fetch : float, optional
        Instruction times, see `estimate_time`.

    Returns
    -------
    Table
    """
    rows = []
    for item in map(with_computed_torque, counts):
        seconds = estimate_time(item, add, mul, fetch)
        totals = (str(item.multiplications), str(item.additions))
        rows.append((item.formulation, *totals, f"{1e3 * seconds:.2f} ms", f"{1 / seconds:.0f} Hz"))
    first = counts.records[0]
    return Table(
        title=f"A controller by computed torque: {first.arm}",
        columns=("dynamics by", "multiplications", "additions", "time", "rate"),
        align="lrrrr",
        rows=tuple(rows),
        footnote=f"{first.conventions}; add {1e9 * add:g} ns, multiply {1e9 * mul:g} ns, fetch "
        f"{1e9 * fetch:g} ns each, by default those of a PDP-11/45; sines and cosines not included",
    )
