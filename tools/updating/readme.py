"""Table of formulations in the README, from the registry and the data files."""

import re
from pathlib import Path

import equidyn
from equidyn.lab.count.conventions import Conventions

from .counts import Counts
from .times import N, Times

FILE = Path("README.md")

_START, _END = "<!-- made by tools/update.py -->\n", "<!-- end of what is made -->\n"
_HEAD = (
    f"| formulation | reference | order | operations at n = {N} | time at n = {N} |\n"
    "|---|---|---|---|---|\n"
)


def with_table(readme: str, counts: Counts, times: Times) -> str:
    """Return the README with its table of formulations renewed.

    Raises
    ------
    ValueError
        If the markers of the table are missing in the README.
    """
    between = re.compile(f"(?<={_START}).*?(?={_END})", re.DOTALL)
    made, places = between.subn(lambda _: table(counts, times), readme)
    if places != 1:
        raise ValueError(f"{FILE}: expected one place after {_START.strip()!r}, got {places}")
    return made


def table(counts: Counts, times: Times) -> str:
    """Return a row for each formulation of the registry, and the conditions of the times."""
    registry = equidyn.formulations()
    rows = "".join(_row(entry, counts, times) for entry in registry)
    untimed = any(entry.name not in times.nanoseconds for entry in registry)
    note = " An empty cell waits to be measured as the others were." if untimed else ""
    return f"\n{_HEAD}{rows}\nTimes are minima on one core of {times.conditions}.{note}\n\n"


def _row(entry: equidyn.Formulation, counts: Counts, times: Times) -> str:
    multiplications, additions = counts[Conventions(), entry.name].at(N)
    nanoseconds = times.nanoseconds.get(entry.name, {}).get(N)
    cells = (
        f"`{entry.name}`",
        entry.reference,
        entry.order.replace("^2", "²").replace("^3", "³").replace("^4", "⁴"),
        f"{multiplications} M + {additions} A",
        f"{nanoseconds / 1e3:.2f} µs" if nanoseconds else "",
    )
    return f"| {' | '.join(cells)} |\n"
