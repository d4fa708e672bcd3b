"""Table of formulations in the README, from the registry and the data files."""

import re
from pathlib import Path

import equidyn
from equidyn.counting.conventions import Conventions
from equidyn.output.text import in_time

from .counts import Counts
from .times import KERNEL, N, Race, Times

FILE = Path("README.md")

_START, _END = "<!-- made by tools/update.py -->\n", "<!-- end of what is made -->\n"


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
    """Return a row for each formulation of the registry, and what the times say."""
    registry = equidyn.formulations()
    titles = [race.title for race in times.races]
    head = ("formulation", "reference", "order", f"operations, n = {N}", *titles)
    rows = [head, ("---",) * len(head), *(_row(entry, counts, times) for entry in registry)]
    kernel = equidyn.formulations()[KERNEL.partition(",")[0]]
    rows.append((f"*{KERNEL}*", "the same equations", kernel.order, "", *_cells(KERNEL, times)))
    lines = "".join(f"| {' | '.join(row)} |\n" for row in rows)
    untimed = any(not times.races[0].at(entry.name) for entry in registry)
    note = " An empty cell waits to be measured as the others were." if untimed else ""
    return f"\n{lines}\n{conditions(times)}{note}\n\n{results(times)}\n"


def conditions(times: Times) -> str:
    """Return how the times were measured."""
    code = "; ".join(
        f"{race.title}: {race.code['formulations']}, the kernel {race.code['production_kernel']}"
        for race in times.races
    )
    return (
        f"Times are those of an evaluation at n = {N}, minima on one core of {times.conditions}. "
        f"All formulations are measured by the same path ({code})."
    )


def results(times: Times) -> str:
    """Return what the races say: the cheapest, and the factors to it, a line for each race."""
    lines = [f"- {_result(race)}\n" for race in times.races]
    return "".join([*lines, *(f"- {_gains(times.races[0], race)}\n" for race in times.races[1:])])


def _result(race: Race) -> str:
    """Return who is the cheapest, how far behind are the others, and how far ahead the kernel."""
    at = {entry.name: time for entry in equidyn.formulations() if (time := race.at(entry.name))}
    cheapest = min((name for name in at if _general(name)), key=lambda name: at[name])
    linear = [name for name in at if _general(name) and _entry(name).order == "n"]
    last = max(linear, key=lambda name: at[name])
    text = KERNEL.partition(",")[0]
    return (
        f"{race.title[0].upper()}{race.title[1:]}: `{cheapest}` is the cheapest, "
        f"{in_time(at[cheapest])}; `{last}`, the slowest of order n, takes "
        f"{at[last] / at[cheapest]:.1f} times as long, `lagrange_euler` "
        f"{at['lagrange_euler'] / at[cheapest]:.1f} times. "
        f"The production kernel is {at[text] / (race.at(KERNEL) or at[text]):.1f} times as fast "
        f"as the formulation with the same equations, `{text}`."
    )


def _gains(one: Race, many: Race) -> str:
    """Return which formulation gains most from a batch, which least, and who changes places."""
    gains = {
        entry.name: alone / together
        for entry in equidyn.formulations()
        if (alone := one.at(entry.name)) and (together := many.at(entry.name))
    }
    most, least = max(gains, key=lambda name: gains[name]), min(gains, key=lambda name: gains[name])
    changes = overtaken(one, many)
    places = ", ".join(f"`{first}` before `{second}`" for first, second in changes)
    order = f"The order changes: {places}" if places else "The order does not change"
    return (
        f"A state of a {many.title} is {gains[least]:.1f} (`{least}`) to {gains[most]:.1f} "
        f"times (`{most}`) as fast as one alone. {order}."
    )


# times that differ by less are equal
_NOISE = 0.05
# changes of the order that are told
_TOLD = 4


def overtaken(one: Race, many: Race) -> list[tuple[str, str]]:
    """Return pairs of formulations of which the first is cheaper in a batch only, at most four.

    Those that change most come first; each formulation comes once.
    """
    names = [f.name for f in equidyn.formulations() if one.at(f.name) and many.at(f.name)]
    found = {
        (a, b): min(one.at(a) / one.at(b), many.at(b) / many.at(a))
        for a in names
        for b in names
        if one.at(a) > (1 + _NOISE) * one.at(b) and many.at(b) > (1 + _NOISE) * many.at(a)
    }
    told: list[tuple[str, str]] = []
    for pair in sorted(found, key=lambda pair: -found[pair]):
        if not any(name in other for name in pair for other in told):
            told.append(pair)
    return told[:_TOLD]


def _entry(name: str) -> equidyn.dynamics.Formulation:
    return equidyn.formulations()[name]


def _general(name: str) -> bool:
    """Whether a formulation was timed on the same arms as the others."""
    return not _entry(name).restriction


def _row(entry: equidyn.dynamics.Formulation, counts: Counts, times: Times) -> tuple[str, ...]:
    multiplications, additions = counts[Conventions(), entry.name].at(N)
    return (
        f"`{entry.name}`",
        entry.reference,
        entry.order.replace("^2", "²").replace("^3", "³").replace("^4", "⁴"),
        f"{multiplications} M + {additions} A",
        *_cells(entry.name, times),
    )


def _cells(name: str, times: Times) -> list[str]:
    return [in_time(time) if (time := race.at(name)) else "" for race in times.races]
