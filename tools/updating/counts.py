"""Operation counts of every formulation, for a data file."""

import csv
import io
from collections.abc import Callable
from itertools import product
from pathlib import Path
from typing import NamedTuple

import numpy as np

import equidyn
from equidyn.counting.conventions import Conventions, general_arm
from equidyn.counting.operation_polynomials import operation_polynomial
from equidyn.counting.polynomial import Polynomial

FILE = Path("tests/data/operation_counts.csv")

# the rules by which the formulations are compared, and those of the printed tables
PINNED = (
    Conventions("factored", "at rest"),
    Conventions("factored", "tilted"),
    Conventions("factored", "moving"),
    Conventions("factored", "moving", dead_code=True),
    Conventions("factored", "at rest", tip_wrench=True),
    Conventions("factored", "moving", tip_wrench=True),
    Conventions("full", "at rest"),
    Conventions("full", "moving", dead_code=True),
)


class Count(NamedTuple):
    """One line of the file: polynomials as text, and the n at which they hold."""

    multiplications: str
    additions: str
    n_min: int
    n_max: int | None = None

    def holds(self, n: int) -> bool:
        """Return whether the polynomials give the operations for n joints."""
        return self.n_min <= n <= (self.n_max or n)

    def at(self, n: int) -> tuple[int, int]:
        """Return multiplications and additions for n joints."""
        texts = (self.multiplications, self.additions)
        multiplications, additions = (int(Polynomial.parse(text)(n)) for text in texts)
        return multiplications, additions


Counts = dict[tuple[Conventions, str], Count]


def middle_massed_arm(n: int) -> equidyn.Arm:
    """Return the general arm within the restrictions of Sasaki's scalar formulation."""
    data = general_arm(n).to_dict()
    r = np.stack([data["a"], data["d"] * np.sin(data["alpha"]), data["d"] * np.cos(data["alpha"])])
    inertia = [np.diag(np.diag(tensor)) for tensor in data["inertia"]]
    return equidyn.Arm.from_dict({**data, "com": -r.T / 2, "inertia": inertia})


def family_of(formulation: str) -> Callable[[int], equidyn.Arm] | None:
    """Return the arms on which a formulation is counted; None for the general ones."""
    restricted = {entry.name for entry in equidyn.formulations() if entry.restriction}
    return middle_massed_arm if formulation in restricted else None


def measured(formulation: str, conventions: Conventions) -> Count:
    """Count a formulation from the code that runs."""
    found = operation_polynomial(formulation, family=family_of(formulation), **vars(conventions))
    return Count(str(found.multiplications), str(found.additions), found.n_min, found.n_max)


def all_measured() -> Counts:
    """Count every formulation by every one of the pinned rules."""
    names = [entry.name for entry in equidyn.formulations()]
    return {(rules, name): measured(name, rules) for rules, name in product(PINNED, names)}


def written(counts: Counts) -> str:
    """Return the contents of the file."""
    text = io.StringIO()
    table = csv.writer(text, lineterminator="\n")
    table.writerow(("rules", "formulation", *Count._fields))
    for (rules, name), count in counts.items():
        table.writerow((_written_rules(rules), name, *count))
    return text.getvalue()


def read(text: str) -> Counts:
    """Parse the contents that `written` returned."""
    rules = {_written_rules(conventions): conventions for conventions in PINNED}
    return {
        (rules[row["rules"]], row["formulation"]): Count(
            row["multiplications"],
            row["additions"],
            int(row["n_min"]),
            int(row["n_max"]) if row.get("n_max") else None,
        )
        for row in csv.DictReader(io.StringIO(text))
    }


def _written_rules(rules: Conventions) -> str:
    """Return the conventions that differ from the default, as text."""
    default = vars(Conventions())
    differing = [
        f"{name}: {value}" for name, value in vars(rules).items() if value != default[name]
    ]
    return "; ".join(differing) or "default"
