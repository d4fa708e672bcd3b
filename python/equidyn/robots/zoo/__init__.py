"""Data files of robots, each with its source and licence.

A file contains the data of its source under the names of `Arm.from_dh`; dynamic data missing in the
source can be given by the caller.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ...arm.arm import Arm
from ...arm.data import BODIES, REQUIRED
from ...arm.formats.file import with_infinite_limits
from ...validation import choice
from ..chains import random_arm

if TYPE_CHECKING:
    from rich.console import RenderableType

    from ...output.tables import Table

FORMAT = "equidyn robot 1"

_HERE = Path(__file__).parent

# status of the data in a file
STATUS = ("published", "corrected", "doubtful", "textbook", "no dynamics")

_GEOMETRY = ("convention", "joints", "a", "alpha", "d", "theta")


@dataclass(frozen=True, repr=False)
class Record:
    """Contents of one data file; prints as a table of its sources.

    Attributes
    ----------
    status : str
        One of ``STATUS``: as published; published and corrected; published but doubtful, see the
        remarks; an example of a textbook; without dynamic parameters.
    source, licence : str
        Source of the data, and their licence there.
    remarks : tuple of str
        Missing, doubtful or changed data.
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
        """Whether the file has all data of an arm."""
        return all(key in self.arm for key in REQUIRED)

    def table(self) -> Table:
        """Return a table of what is known of the data, and of the arm."""
        from ...output.tables import Table

        joints = self.arm["joints"]
        rows = [
            ("source", self.source),
            ("licence", self.licence),
            ("data", self.status),
            ("joints", f"{len(joints)}, {joints}"),
            ("convention", self.arm["convention"]),
        ]
        if "mass" in self.arm:
            rows.append(("mass of the links, kg", f"{sum(self.arm['mass']):.4g}"))
        rows += [("remark", remark) for remark in self.remarks]
        name = self.arm["name"]
        return Table(title=name, columns=("", ""), align="ll", rows=tuple(rows))

    def __repr__(self) -> str:
        return str(self.table())

    def __rich__(self) -> RenderableType:
        """Return the table as `rich` draws it."""
        return self.table().__rich__()

    def _repr_html_(self) -> str:
        return self.table()._repr_html_()


def names() -> tuple[str, ...]:
    """Return the names of all data files."""
    return tuple(sorted(file.stem for file in _HERE.glob("*.json")))


def record(name: str) -> Record:
    """Return the record of the data file of a name."""
    import json

    plain = json.loads((_HERE / f"{name}.json").read_text(encoding="utf-8"))
    choice("format", plain.pop("format"), [FORMAT])
    choice("status", plain["status"], STATUS)
    arm = with_infinite_limits(plain.pop("arm"))
    return Record(**{**plain, "remarks": tuple(plain["remarks"])}, arm=arm)


def published_arm(name: str, **given: Any) -> Arm:
    """Return the arm of a data file, with missing data given; without them it lacks dynamics.

    Raises
    ------
    ValueError, TypeError
        As `Arm.from_dh`.
    """
    known = {key: value for key, value in given.items() if value is not None}
    return Arm._quietly({**dict.fromkeys(BODIES), **record(name).arm, **known})


def general_arm(name: str) -> Arm:
    """Return an arm of the same geometry with general bodies."""
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
