"""Robots as data files, each with its source and its licence inside.

A file holds what its source has of an arm, under the names of `Arm.from_dh`; that may be less than
an arm needs, and then what is missing must be given.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..._validation import choice
from ...arm.arm import Arm
from ...arm.data import REQUIRED
from ...arm.formats.file import with_infinite_limits
from ..chains import random_arm

FORMAT = "equidyn robot 1"

_HERE = Path(__file__).parent

# what may be believed of the data in a file
STATUS = ("published", "corrected", "doubtful", "textbook", "no dynamics")

_GEOMETRY = ("convention", "joints", "a", "alpha", "d", "theta")


@dataclass(frozen=True)
class Record:
    """One file.

    Attributes
    ----------
    status : str
        One of ``STATUS``: as published; published, and corrected; published, but doubtful, as the
        remarks say; made up for a textbook; without what dynamics need.
    source, licence : str
        Where the data are from, and under which licence they are there.
    remarks : tuple of str
        What is missing, doubtful or changed.
    arm : mapping
        The data, by the names of `Arm.from_dh`.
    """

    status: str
    source: str
    licence: str
    remarks: tuple[str, ...]
    arm: Mapping[str, Any]

    @property
    def complete(self) -> bool:
        """Whether the file has all that an arm needs."""
        return all(key in self.arm for key in REQUIRED)

    def __str__(self) -> str:
        lines = [self.arm["name"], f"source: {self.source}", f"licence: {self.licence}"]
        return "\n".join([*lines, f"data: {self.status}", *(f"- {x}" for x in self.remarks)])


def names() -> tuple[str, ...]:
    """Return the names of all files."""
    return tuple(sorted(file.stem for file in _HERE.glob("*.json")))


def record(name: str) -> Record:
    """Return the file of a name."""
    import json

    plain = json.loads((_HERE / f"{name}.json").read_text(encoding="utf-8"))
    choice("format", plain.pop("format"), [FORMAT])
    choice("status", plain["status"], STATUS)
    arm = with_infinite_limits(plain.pop("arm"))
    return Record(**{**plain, "remarks": tuple(plain["remarks"])}, arm=arm)


def published_arm(name: str, **given: Any) -> Arm:
    """Return the arm of a file, and of what is given where the file has nothing.

    Raises
    ------
    ValueError, TypeError
        If something is missing in both, or as `Arm.from_dh`.
    """
    found = record(name)
    data = {**found.arm, **{key: value for key, value in given.items() if value is not None}}
    missing = [key for key in REQUIRED if key not in data]
    if missing:
        raise ValueError(
            f"{missing[0]}: must be given for this arm, of which none is published "
            f"({found.source}); for counting operations there is {name}_general"
        )
    return Arm._quietly(data)


def general_arm(name: str) -> Arm:
    """Return an arm of the same geometry with bodies in which nothing is special."""
    arm = record(name).arm
    bodies = random_arm(len(arm["joints"]), seed=0)
    return Arm._quietly(
        {
            **{key: arm[key] for key in _GEOMETRY},
            "mass": bodies.mass,
            "com": bodies.com,
            "inertia": bodies.inertia,
            "name": f"{arm['name'].partition(' (')[0]}, general bodies",
        }
    )
