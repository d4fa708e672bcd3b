"""Cost of mass matrix and Coriolis coefficients by unit motions of the joints, in n."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from .. import _core
from ..arm.arm import Arm
from ..dynamics.names import FormulationName
from ..dynamics.registry import degree, has_logarithm, order, resolve
from ..graph.operations import Operations
from ..graph.trace import Operation, live_nodes
from ..output.tables import Table
from ..output.tabular import Exported, Tabular
from ..validation import FloatArray
from .conventions import RULES, general_arm
from .polynomial import Polynomial

# points on a polynomial that are required beyond those that determine it
_EXTRA_POINTS = 2

_CONVENTIONS = "general revolute arm; rotations in two factors; dead code removed"


@dataclass(frozen=True)
class CostInN:
    """Operations of one computation on the general revolute arm.

    Attributes
    ----------
    what : str
        The computation.
    multiplications, additions : Polynomial
        Their numbers as polynomials in n.
    n_min : int
        The smallest n from which they hold.
    """

    what: str
    multiplications: Polynomial
    additions: Polynomial
    n_min: int


@dataclass(frozen=True, repr=False)
class UnitAccelerationCosts(Tabular, Exported):
    """Operations of mass matrix and Coriolis coefficients.

    Attributes
    ----------
    formulation : str
        The formulation of the runs.
    rows : tuple of CostInN
        The computations.
    """

    formulation: str
    rows: tuple[CostInN, ...]

    def table(self) -> Table:
        """Return the polynomials as a table."""
        return Table(
            title="Operations of the coefficients of the equations of motion, for n joints",
            columns=("quantity", "multiplications", "additions", "holds from"),
            align="lRRr",
            rows=tuple(
                (row.what, str(row.multiplications), str(row.additions), f"n = {row.n_min}")
                for row in self.rows
            ),
            footnote=f"{_CONVENTIONS}; {RULES}",
        )

    def to_records(self) -> list[dict[str, Any]]:
        """Return one record for each computation; polynomials as strings."""
        return [
            {
                "what": row.what,
                "multiplications": str(row.multiplications),
                "additions": str(row.additions),
                "n_min": row.n_min,
            }
            for row in self.rows
        ]

    def _about(self) -> dict[str, Any]:
        return {"formulation": self.formulation, "conventions": f"{_CONVENTIONS}; {RULES}"}


def unit_acceleration_costs(
    formulation: FormulationName | str | None = None,
) -> UnitAccelerationCosts:
    """Count the operations of M and all C^i_jk by unit motions, and of M by composite rigid bodies.

    Inverse dynamics runs at unit accelerations or velocities, without gravity ("strobing"). Only
    joint j accelerates for column j of M, of which the entries down to the diagonal are computed;
    only joints j and k move for C^i_jk, j <= k, of all torques i. Structural zeros of such a run
    are free.

    Parameters
    ----------
    formulation : str, optional
        Name of the formulation of the runs; the cheapest one by default.

    Returns
    -------
    UnitAccelerationCosts

    Raises
    ------
    ValueError
        If the formulation is unknown, or its order has a logarithm.

    References
    ----------
    Turney, Mudge & Lee 1980, end of sections 3 and 6.

    Examples
    --------
    >>> print(unit_acceleration_costs("modified_newton_euler").rows[0].what)
    M by unit accelerations, modified_newton_euler
    """
    name = resolve(formulation)
    if has_logarithm(name):
        raise ValueError(
            f"formulation: the operations of {name}, of order {order(name)}, are not a polynomial "
            "in n"
        )
    # n runs for M, and n squared for C
    of_run = degree(name)
    computations: tuple[tuple[str, int, Callable[[int], Operations]], ...] = (
        (f"M by unit accelerations, {name}", of_run + 1, lambda n: _runs_of_mass_matrix(name, n)),
        ("M by composite rigid bodies", 2, _composite_mass_matrix),
        (f"all C by unit velocities, {name}", of_run + 2, lambda n: _runs_of_coriolis(name, n)),
    )
    return UnitAccelerationCosts(
        name, tuple(_in_n(what, highest, count) for what, highest, count in computations)
    )


def cost_of_runs(formulation: str, quantity: str, steps: Collection[str] | None = None) -> CostInN:
    """Count the operations of some steps, or all, in all runs of a quantity.

    Parameters
    ----------
    formulation : str
        Name of the formulation of the runs.
    quantity : {"M", "C"}
        Mass matrix or Coriolis coefficients.
    steps : collection of str, optional
        Rows of the formulation's own table.
    """
    runs, count = {"M": (1, _runs_of_mass_matrix), "C": (2, _runs_of_coriolis)}[quantity]
    return _in_n(quantity, degree(formulation) + runs, lambda n: count(formulation, n, steps))


def applied(formulation: str) -> CostInN:
    """Count the operations of M times any acceleration, by a run at rest without gravity."""

    def count(n: int) -> Operations:
        still = np.zeros(n)
        return _run(_weightless(n), formulation, still, still, range(n), accelerations_known=False)

    return _in_n(f"M times a vector by {formulation}", 1, count)


def _in_n(what: str, highest: int, count: Callable[[int], Operations]) -> CostInN:
    """Count at n = 1, 2, ... until the last few counts lie on polynomials of no higher degree."""
    counts: dict[int, Operations] = {}
    for n in range(1, 16):
        counts[n] = count(n)
        for degree_tried in range(highest + 1):
            last = list(counts)[-(degree_tried + 1 + _EXTRA_POINTS) :]
            if len(last) <= degree_tried + _EXTRA_POINTS:
                break
            M = Polynomial.through(last[0], [counts[n].multiplications for n in last])
            A = Polynomial.through(last[0], [counts[n].additions for n in last])
            if max(M.degree, A.degree) <= degree_tried:
                return CostInN(what, M, A, last[0])
    raise RuntimeError(f"{what}: no polynomials of degree {highest} fit the counts")


def _runs_of_mass_matrix(
    formulation: str, n: int, steps: Collection[str] | None = None
) -> Operations:
    """Count the operations of column j of M down to the diagonal, for every j."""
    arm, still, unit = _weightless(n), np.zeros(n), np.eye(n)
    runs = (_run(arm, formulation, still, unit[j], range(j + 1), steps) for j in range(n))
    return _total(runs)


def _runs_of_coriolis(formulation: str, n: int, steps: Collection[str] | None = None) -> Operations:
    """Count every C^i_jk, j <= k: all torques of all runs, and (both - j - k) / 2 where j < k."""
    arm, still, unit = _weightless(n), np.zeros(n), np.eye(n)
    runs = (
        _run(arm, formulation, unit[j] if j == k else unit[j] + unit[k], still, range(n), steps)
        for j in range(n)
        for k in range(j, n)
    )
    total, pairs = _total(runs), n * (n - 1) // 2 if steps is None else 0
    return Operations(total.multiplications + n * pairs, total.additions + 2 * n * pairs)


def _composite_mass_matrix(n: int) -> Operations:
    graph = _core.trace(_weightless(n), "mass_matrix", "composite_rigid_bodies", (_position(n),))
    return _operations(graph, range(n * n))


def _run(
    arm: Arm,
    formulation: str,
    qd: FloatArray,
    qdd: FloatArray,
    torques: range,
    steps: Collection[str] | None = None,
    *,
    accelerations_known: bool = True,
) -> Operations:
    """Count one run at these velocities: some steps, or all, that the given torques depend on."""
    graph = _core.trace(
        arm,
        "inverse_dynamics",
        formulation,
        (_position(arm.n), qd, qdd),
        rates_known=True,
        accelerations_known=accelerations_known,
    )
    return _operations(graph, torques, steps)


def _operations(
    graph: dict[str, Any], wanted: range, steps: Collection[str] | None = None
) -> Operations:
    outputs = np.array(graph["output_nodes"])[wanted]
    counted = live_nodes(graph["left"], graph["right"], outputs)
    if steps is not None:
        counted &= np.isin(graph["row"], [graph["rows"].index(step) for step in steps])
    kinds = np.bincount(graph["operation"][counted], minlength=len(Operation))
    return Operations(
        int(kinds[Operation.MULTIPLY]), int(kinds[Operation.ADD] + kinds[Operation.SUBTRACT])
    )


def _total(runs: Iterator[Operations]) -> Operations:
    multiplications, additions, *_ = (sum(kind) for kind in zip(*runs, strict=True))
    return Operations(multiplications, additions)


def _weightless(n: int) -> Arm:
    return general_arm(n).with_gravity((0.0, 0.0, 0.0))


def _position(n: int) -> FloatArray:
    return np.linspace(0.3, 1.1, n)
