"""The tables of rounding errors."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np

from ...dynamics import of_quantity
from ...output.tables import Table
from ...output.text import in_eps
from .mistake import Mistake
from .record import RoundingRecord
from .sweeps import SWEEPS
from .verdict import Group

NONE = "none"

# scales of the errors of each quantity
LARGEST = {
    "inverse_dynamics": "largest torque",
    "mass_matrix": "largest entry",
    "forward_dynamics": "largest torque",
    "coriolis_coefficients": "largest coefficient or entry of the mass matrix",
}


class Race(NamedTuple):
    """Formulations that lose digits in a series: the first, its x, the worst, its lost digits."""

    sweep: str
    first: str
    x: float | None
    worst: str
    digits: float


def errors_table(
    records: Sequence[RoundingRecord],
    arm: str,
    samples: int,
    quantity: str,
    mistakes: Sequence[Mistake] = (),
) -> Table:
    """Return the errors at the end of every series; errors other than rounding are below."""
    ends: dict[str, int] = {}
    for record in records:
        ends[record.sweep] = max(record.x, ends.get(record.sweep, 0))
    found = {(r.sweep, r.formulation): r for r in records if r.x == ends[r.sweep]}
    part = "joint" if LARGEST[quantity] == "largest torque" else "entry"
    return Table(
        title=f"Largest rounding errors{of_quantity(quantity)}: {arm}",
        columns=("formulation", *(f"{sweep}\n{_number(x)}" for sweep, x in ends.items())),
        align="l" + "r" * len(ends),
        rows=tuple(
            (name, *(_cell(found.get((sweep, name))) for sweep in ends))
            for name in dict.fromkeys(record.formulation for record in records)
        ),
        footnote=f"largest in any {part} of {samples} random states, in units of "
        f"eps = 2.2e-16 times the {LARGEST[quantity]}. "
        + "; ".join(f"{name}: {SWEEPS[name].variable}" for name in ends)
        + "".join(f"\n{mistake}" for mistake in mistakes),
    )


def first_table(races: Sequence[Race]) -> Table:
    """Return the formulations that lose digits first in every series."""
    return Table(
        title="Formulations that lose digits first",
        columns=("series", "first to lose 3 digits", "at", "loses most digits", "digits lost"),
        align="llrlr",
        rows=tuple(
            (
                race.sweep,
                race.first,
                "-" if race.x is None else _number(race.x),
                race.worst,
                f"{race.digits:.1f} of 16",
            )
            for race in races
        ),
        footnote="; ".join(f"{race.sweep}: {SWEEPS[race.sweep].statement}" for race in races),
    )


def reasons_table(found: Mapping[str, Sequence[Group]]) -> Table:
    """Return the groups of formulations, and the causes of their errors."""
    return Table(
        title="Groups of formulations, and causes of their errors",
        columns=("series", "group", "formulations", "digits lost", "grow as", "cause"),
        align="llrrrl",
        rows=tuple(
            (
                "" if k else sweep,
                group.name,
                str(len(group.formulations)),
                f"{group.digits:.1f}",
                _power(group.power),
                group.reason,
            )
            for sweep, groups in found.items()
            for k, group in enumerate(groups)
        ),
        footnote="groups are found from the errors at the end of a series; a cause is given if it "
        "predicts the power of x by which they grow. digits lost and power of x are medians",
    )


def _cell(record: RoundingRecord | None) -> str:
    return in_eps(record.error) if record else ""


def _power(power: float) -> str:
    # zero has no sign
    return "-" if np.isnan(power) else f"x^{round(power, 1) + 0.0:.1f}"


def _number(x: float) -> str:
    return f"{x:.0f}" if x < 1e4 else f"{x:.0e}".replace("e+0", "e")
