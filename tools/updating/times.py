"""The times of the README and the conditions under which they were measured."""

import json
from pathlib import Path
from typing import NamedTuple

import equidyn
from equidyn.lab.count.conventions import general_arm

from .counts import family_of

FILE = Path("docs/times.json")
N = 6


class Times(NamedTuple):
    """Least time of an evaluation of each formulation, ns, and where they were measured."""

    conditions: str
    nanoseconds: dict[str, float]


def measured() -> Times:
    """Time every formulation on a general arm that it takes."""
    nanoseconds = {}
    for name in (entry.name for entry in equidyn.formulations()):
        timings = equidyn.time_formulations((N,), [name], family=family_of(name) or general_arm)
        nanoseconds[name] = round(timings.at(name, N).minimum, 1)
    machine = timings.machine
    return Times(f"{machine['processor']}, compiled by {machine['compiler']}", nanoseconds)


def written(times: Times) -> str:
    """Return the text of the file."""
    return json.dumps({"n": N, **times._asdict()}, indent=2, ensure_ascii=False) + "\n"


def read(text: str) -> Times:
    """Read what `written` wrote."""
    content = json.loads(text)
    return Times(content["conditions"], content["nanoseconds"])
