"""Number of terms of the equations of motion, multiplied out."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import combinations_with_replacement, product
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..arm.arm import Arm
from ..codegen.closed_form import Angle, Monomial, Term, closed_form
from ..graph.graph import Graph, Operation
from ..graph.retracing import retrace
from ..graph.trace import Trace
from ..output.tables import Table
from ..output.tabular import Exported
from ..robots import ArmLike
from .conventions import arm_of

# longer general arms have millions of terms
_MOST_JOINTS = 8

# largest residue of cancelled terms, relative to the largest coefficient of the mass matrix
_ROUNDING = 1e-12

_TERM = (
    "a term is a number times two velocities or an acceleration, times powers of prismatic "
    "positions, times the cosine or sine of a sum of joint angles"
)

IntArray = NDArray[np.int64]

# coefficients of the terms of a sum
_Sum = dict[tuple[Monomial, Operation, Angle], float]


@dataclass(frozen=True, repr=False)
class ClosedFormTerms(Exported):
    """Number of terms of the equations of motion in closed form.

    Attributes
    ----------
    arm : str
        The arm, in words.
    n : int
        Number of joints.
    mass_matrix : ndarray of int, shape (n, n)
        Terms of each entry of the mass matrix, those that an acceleration is multiplied by.
    velocities : ndarray of int, shape (n, n, n)
        Terms that the product of the velocities of joints j and k, j <= k, is multiplied by in
        the torque of joint i; zero for j > k.
    gravity : ndarray of int, shape (n,)
        Terms of the gravity torques.
    """

    arm: str
    n: int
    mass_matrix: IntArray
    velocities: IntArray
    gravity: IntArray

    @property
    def torque(self) -> IntArray:
        """Terms of each joint torque."""
        torque: IntArray = self.mass_matrix.sum(axis=1) + self.velocities.sum(axis=(1, 2))
        return torque + self.gravity

    @property
    def total(self) -> int:
        """Terms of all joint torques."""
        return int(self.torque.sum())

    def to_records(self) -> list[dict[str, Any]]:
        """Return one record for each joint."""
        columns = zip(
            self.mass_matrix.sum(axis=1).tolist(),
            self.velocities.sum(axis=(1, 2)).tolist(),
            self.gravity.tolist(),
            self.torque.tolist(),
            strict=True,
        )
        names = ("accelerations", "velocities", "gravity", "torque")
        return [
            {"joint": joint, **dict(zip(names, numbers, strict=True))}
            for joint, numbers in enumerate(columns, start=1)
        ]

    def _about(self) -> dict[str, Any]:
        return {"arm": self.arm, "n": self.n, "term": _TERM}

    def _tables(self) -> tuple[Table, Table]:
        return self._by_joint(), self._by_entry()

    def _by_joint(self) -> Table:
        names = ("accelerations", "velocities", "gravity", "torque")
        records = self.to_records()
        total = {"joint": "all", **{name: sum(row[name] for row in records) for name in names}}
        return Table(
            title=f"Terms of the torques in closed form: {self.arm}",
            columns=("joint", *names),
            align="r" * 5,
            rows=tuple(tuple(map(str, row.values())) for row in (*records, total)),
            footnote=_TERM,
        )

    def _by_entry(self) -> Table:
        joints = [str(joint) for joint in range(1, self.n + 1)]
        return Table(
            title="Terms of the entries of the mass matrix",
            columns=("i", *(f"M_i{joint}" for joint in joints)),
            align="r" * (self.n + 1),
            rows=tuple(
                (joint, *map(str, row))
                for joint, row in zip(joints, self.mass_matrix.tolist(), strict=True)
            ),
        )


def closed_form_terms(arm_or_n: ArmLike | int) -> ClosedFormTerms:
    """Count the terms of the equations of motion, multiplied out for one arm.

    The traced operations of mass matrix and gravity torques are multiplied out, and products of
    cosines and sines become cosines and sines of sums of angles, so that equal terms are one. The
    terms that velocities are multiplied by are those of Christoffel's symbols, from the derivatives
    of the mass matrix. Parameters of the arm are numbers, and terms that its geometry cancels are
    gone. Friction and motors are left out.

    Parameters
    ----------
    arm_or_n : Arm, str or int
        An arm of at most 8 joints, a robot, or the number of joints of the general arm.

    Returns
    -------
    ClosedFormTerms

    Raises
    ------
    ValueError
        For more than 8 joints.

    See Also
    --------
    equidyn.generate : With ``language="latex"`` the terms themselves, for up to three joints.
    equidyn.count_operations : Operations of the formulations, which multiply nothing out.

    Examples
    --------
    >>> from equidyn import robots
    >>> from equidyn.counting import closed_form_terms
    >>> terms = closed_form_terms("puma560")
    >>> int(terms.mass_matrix[0, 0]), terms.total
    (54, 1336)

    They grow exponentially with the number of joints:

    >>> [closed_form_terms(robots.uniform_chain(n)).total for n in range(1, 7)]
    [2, 13, 50, 145, 349, 736]
    """
    arm = arm_of(arm_or_n)
    if arm.n > _MOST_JOINTS:
        raise ValueError(
            f"arm: expected at most {_MOST_JOINTS} joints, got {arm.n}; longer arms have millions "
            "of terms"
        )
    n = arm.n
    entries = [_sum_of(terms) for terms in _expanded(arm, "mass_matrix")]
    mass = [entries[n * i : n * (i + 1)] for i in range(n)]
    smallest = _ROUNDING * max(abs(c) for entry in entries for c in entry.values())
    velocities = np.zeros((n, n, n), dtype=np.int64)
    slopes = {
        (i, j, k): _derivative(mass[i][j], f"q[{k}]") for i, j, k in product(range(n), repeat=3)
    }
    for i in range(n):
        for j, k in combinations_with_replacement(range(n), 2):
            symbol = _total((0.5, slopes[i, j, k]), (0.5, slopes[i, k, j]), (-0.5, slopes[j, k, i]))
            velocities[i, j, k] = sum(abs(c) > smallest for c in symbol.values())
    return ClosedFormTerms(
        arm=str(arm.name or f"{n} joints"),
        n=n,
        mass_matrix=np.array([[len(entry) for entry in row] for row in mass]),
        velocities=velocities,
        gravity=np.array([len(terms) for terms in _expanded(arm, "inverse_dynamics")]),
    )


def _expanded(arm: Arm, quantity: str) -> list[list[Term]]:
    """Return the terms of a quantity at rest."""
    trace = Trace.of(arm, quantity=quantity)
    graph = Graph()
    at_rest = {name: graph.input(name) if name.startswith("q[") else 0 for name in trace.inputs}
    graph.outputs = retrace(trace, graph, at_rest)
    return closed_form(graph)


def _sum_of(terms: Iterable[Term]) -> _Sum:
    return {(term.monomial, term.function, term.angle): term.coefficient for term in terms}


def _derivative(terms: _Sum, name: str) -> _Sum:
    """Return the partial derivative with respect to a position."""
    slope: _Sum = defaultdict(float)
    for (monomial, function, angle), coefficient in terms.items():
        if power := monomial.count(name):
            first = monomial.index(name)
            slope[monomial[:first] + monomial[first + 1 :], function, angle] += power * coefficient
        if multiple := dict(angle).get(name, 0):
            if function is Operation.COSINE:
                slope[monomial, Operation.SINE, angle] -= multiple * coefficient
            else:
                slope[monomial, Operation.COSINE, angle] += multiple * coefficient
    return slope


def _total(*weighted: tuple[float, _Sum]) -> _Sum:
    """Return a sum of weighted sums."""
    total: _Sum = defaultdict(float)
    for weight, terms in weighted:
        for key, coefficient in terms.items():
            total[key] += weight * coefficient
    return total
