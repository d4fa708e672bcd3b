"""Crossovers: numbers of joints from which one formulation is cheaper than another."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from itertools import combinations
from typing import Any

from .tables import Table
from .tabular import Exported, Tabular

# costs by number of joints
Costs = Mapping[int, float]


@dataclass(frozen=True)
class Crossover:
    """Crossover of the costs of two formulations.

    Attributes
    ----------
    cheaper, dearer : str
        The cheaper and the more expensive formulation from `n` on.
    before : int
        The greatest number of joints at which it is not cheaper.
    n : int
        The next number of joints with known costs.
    cost : float
        Cost of the cheaper one at `n`.
    """

    cheaper: str
    dearer: str
    before: int
    n: int
    cost: float


@dataclass(frozen=True, repr=False)
class Crossovers(Tabular, Exported):
    """Crossovers of costs, by growing n.

    Attributes
    ----------
    records : tuple of Crossover
        The crossovers.
    footnote : str
        The compared costs.
    """

    records: tuple[Crossover, ...]
    footnote: str

    @classmethod
    def of(cls, found: Iterable[Crossover], footnote: str) -> Crossovers:
        """Return crossovers in order of n."""
        return cls(tuple(sorted(found, key=lambda crossover: crossover.n)), footnote)

    def points(self) -> list[tuple[int, float]]:
        """Return n and cost of each, for a plot of costs against n."""
        return [(crossover.n, crossover.cost) for crossover in self.records]

    def table(self) -> Table:
        """Return the crossovers as a table."""
        rows = [(str(c.n), c.cheaper, c.dearer, str(c.before)) for c in self.records]
        return Table(
            title="Crossovers: from this n on, the first formulation is cheaper than the second",
            columns=("from n =", "cheaper", "than", "not yet at n ="),
            align="rllr",
            rows=tuple(rows or [("", "no crossing", "", "")]),
            footnote=self.footnote,
        )

    def to_records(self) -> list[dict[str, Any]]:
        """Return one record for each crossover."""
        return [asdict(crossover) for crossover in self.records]

    def _about(self) -> dict[str, Any]:
        return {"costs": self.footnote}


def crossovers_of(costs: Mapping[str, Costs], margin: float = 0.0) -> list[Crossover]:
    """Find the final crossovers of costs that are known at some numbers of joints.

    Parameters
    ----------
    costs : mapping
        Costs of each formulation; two are compared at the n where both are known.
    margin : float, optional
        Relative difference by which each must be cheaper somewhere; smaller ones are noise.
    """
    found = (crossover_of(one, other, costs, margin) for one, other in combinations(costs, 2))
    return [crossover for crossover in found if crossover]


def crossover_of(
    one: str, other: str, costs: Mapping[str, Costs], margin: float = 0.0
) -> Crossover | None:
    """Return the final crossover of two formulations, or None."""
    sizes = sorted(costs[one].keys() & costs[other].keys())
    if not sizes:
        return None
    last = sizes[-1]
    cheaper, dearer = sorted((one, other), key=lambda name: costs[name][last])
    ratios = {n: costs[cheaper][n] / costs[dearer][n] for n in sizes}
    before = [n for n in sizes if ratios[n] >= 1]
    if not before or max(ratios.values()) <= 1 + margin or min(ratios.values()) >= 1 - margin:
        return None
    if before[-1] == last:
        return None
    n = sizes[sizes.index(before[-1]) + 1]
    return Crossover(cheaper, dearer, before[-1], n, costs[cheaper][n])
