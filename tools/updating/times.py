"""Times of the formulations in the README and on the site, and their conditions."""

import json
from pathlib import Path
from typing import NamedTuple

import equidyn
from equidyn.lab.count.conventions import general_arm

from .counts import family_of

FILE = Path("docs/times.json")
# number of joints of the comparison, and those of the curves
N = 6
SIZES = (1, 2, 3, N, 12, 24, 48)
TURNS = 100


class Times(NamedTuple):
    """Least time of an evaluation of each formulation, by its joints, ns; where it was measured."""

    conditions: str
    nanoseconds: dict[str, dict[int, float]]


def measured() -> Times:
    """Time every formulation on general arms that it takes, in turns on the same arms."""
    names = [entry.name for entry in equidyn.formulations()]
    nanoseconds: dict[str, dict[int, float]] = {name: {} for name in names}
    for family in {family_of(name) for name in names}:
        timed = [name for name in names if family_of(name) is family]
        timings = equidyn.time_formulations(SIZES, timed, TURNS, family=family or general_arm)
        for name in timed:
            nanoseconds[name] = {each.n: round(each.minimum, 1) for each in timings.of(name)}
    machine = timings.machine
    return Times(f"{machine['processor']}, compiled by {machine['compiler']}", nanoseconds)


def written(times: Times) -> str:
    """Return the contents of the file."""
    return json.dumps(times._asdict(), indent=1, ensure_ascii=False) + "\n"


def read(text: str) -> Times:
    """Parse the contents that `written` returned."""
    content = json.loads(text)
    by_size = {
        name: {int(n): time for n, time in points.items()}
        for name, points in content["nanoseconds"].items()
    }
    return Times(content["conditions"], by_size)
