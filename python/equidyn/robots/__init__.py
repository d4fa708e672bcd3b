"""Robot library: arms of the literature, chains of any length, random arms.

Every name listed by ``equidyn list`` is a function here.
They do not warn about suspect data; ``check()`` reports them.

>>> from equidyn import robots
>>> robots.ur5e().joints
'RRRRRR'
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from functools import cache, partial
from pathlib import Path
from typing import Any

from ..arm.arm import Arm
from ..validation import LIST, choice, text, unknown
from . import zoo
from .chains import random_arm
from .papers import puma560, sasaki, stanford
from .planar import planar_2r, uniform_chain
from .zoo import Record

__all__ = [
    "Record",
    "about",
    "load",
    "names",
    "planar_2r",
    "puma560",
    "random_arm",
    "sasaki",
    "stanford",
    "uniform_chain",
]

# robots constructed by functions
_MADE: dict[str, Callable[[], Arm]] = {
    "puma560": puma560,
    "planar_2r": planar_2r,
    "rods": partial(uniform_chain, 3),
    "stanford_general": partial(stanford, "general"),
    "sasaki_general": partial(sasaki, "general"),
}


@cache
def _records() -> dict[str, Record]:
    return {name: zoo.record(name) for name in zoo.names()}


@cache
def _named() -> dict[str, Callable[[], Arm]]:
    """Return the constructor of each arm by name, ``puma560`` first."""
    found = dict(_MADE)
    for name, record in _records().items():
        if record.complete:
            found[name] = partial(zoo.published_arm, name)
        else:
            found.setdefault(f"{name}_general", partial(zoo.general_arm, name))
    return {"puma560": found.pop("puma560"), **dict(sorted(found.items()))}


def names() -> tuple[str, ...]:
    """Return the names of all robots, as for `load`.

    Examples
    --------
    >>> names()[0]
    'puma560'
    """
    return tuple(_named())


def overview() -> list[tuple[str, str, str, str]]:
    """Return a row for each robot: name, number of joints, description, status of its data."""
    records = _records()
    arms = {name: load(name) for name in names()}
    rows = [(name, str(arm.n), arm.name, _status(name)) for name, arm in arms.items()]
    rows += [
        (name, str(len(record.arm["joints"])), record.arm["name"], record.status)
        for name, record in records.items()
        if not record.complete
    ]
    return rows


def _status(name: str) -> str:
    record = _records().get(_SAME.get(name, name))
    if record is None:
        return "made up" if name.endswith("_general") else "textbook"
    return record.status


def about(name: str) -> Record:
    """Return source, licence and remarks of the data of a robot.

    Parameters
    ----------
    name : str
        One of `names`, or a robot whose source lacks dynamic parameters, such as "irb140".

    Returns
    -------
    Record
        Prints as a few lines.

    Raises
    ------
    ValueError
        For an unknown name, and for arms without a data file.

    Examples
    --------
    >>> about("iiwa7").licence
    'Apache-2.0'
    """
    return _records()[
        choice("name", _SAME.get(text("name", name), name), _records(), shown_by=LIST)
    ]


_SAME = {"puma560": "puma560_corrected"}

_URDF = (".urdf", ".xacro")
_FORMATS = (".json", *_URDF)

# types accepted as an arm throughout the package
ArmLike = Arm | str | os.PathLike[str]


def load(
    arm: ArmLike,
    tip: str | None = None,
    *,
    base: str | None = None,
    exact: bool = False,
    xacro: bool | Mapping[str, Any] = False,
    packages: Mapping[str, str | os.PathLike[str]] | None = None,
    locked: Mapping[str, float] | None = None,
    mimic: str | None = None,
) -> Arm:
    """Load an arm by name or from a file; an arm is returned unchanged.

    Parameters
    ----------
    arm : str, path_like or Arm
        One of `names`, or the path of a file of `equidyn.Arm.save` or of a URDF: a path object, or
        a string that ends in ".json", ".urdf" or ".xacro" or contains a path separator.
    tip : str, optional
        In a URDF, the last link of the chain, as for `equidyn.Arm.from_urdf`.
    base : str, optional
        In a URDF, the first link of the chain, as for `equidyn.Arm.from_urdf`.
    exact : bool, optional
        Whether angles in a URDF keep their digits, as for `equidyn.Arm.from_urdf`.
    xacro : bool or mapping, optional
        Whether the file is a trusted xacro program to be expanded, or its arguments, as for
        `equidyn.Arm.from_urdf`.
    packages : mapping of str to path_like, optional
        Folders in which xacro finds packages, as for `equidyn.Arm.from_urdf`.
    locked : mapping of str to float, optional
        In a URDF, the positions of joints that do not move, as for `equidyn.Arm.from_urdf`.
    mimic : {"lock", "independent"}, optional
        In a URDF, what joints that mimic others do, as for `equidyn.Arm.from_urdf`.

    Returns
    -------
    Arm
        With only kinematics where the source has no dynamic data, as that of "irb140".

    Raises
    ------
    ValueError
        For an unknown name; the nearest one is proposed. For a file, as `equidyn.Arm.load` and
        `equidyn.Arm.from_urdf`.
    TypeError
        For any other object.
    OSError
        If the file cannot be read.

    Warns
    -----
    ArmWarning
        If the data in a file are doubtful.

    Examples
    --------
    >>> load("planar_2r").joints
    'RR'
    """
    if isinstance(arm, Arm):
        return arm
    ends = {"base": base, "tip": tip, "locked": locked, "mimic": mimic}
    options = {**ends, "exact": exact, "xacro": xacro, "packages": packages}
    reading = {name: x for name, x in options.items() if x is not None and x is not False}
    if not isinstance(arm, (str, os.PathLike)):
        raise TypeError(
            f"arm: expected an equidyn.Arm or the name of a robot, got {type(arm).__name__}"
        )
    if not isinstance(arm, str) or Path(arm).suffix in _FORMATS or Path(arm).name != arm:
        return _from_file(Path(arm), reading)
    _refuse_options_of_urdf(reading, f"the robot {arm!r}")
    if arm in _records():
        return zoo.published_arm(arm)
    return _named()[choice("robot", arm, _named(), shown_by=LIST)]()


def _from_file(path: Path, reading: dict[str, Any]) -> Arm:
    if path.suffix.lower() in _URDF:
        return Arm.from_urdf(path, **reading)
    _refuse_options_of_urdf(reading, f"the file {str(path)!r}")
    return Arm.load(path)


def _refuse_options_of_urdf(reading: dict[str, Any], got: str) -> None:
    for name in reading:
        raise ValueError(f"{name}: only for robots in a URDF, got {got}")


@cache
def _function(name: str) -> Callable[..., Arm]:
    """Return the function that constructs the robot of a name, with data missing in its source."""
    make = _named().get(name) or partial(zoo.published_arm, name)

    def robot(**given: Any) -> Arm:
        return make(**given)

    robot.__name__ = robot.__qualname__ = name
    robot.__doc__ = f"""Return the robot {name!r}, as ``load({name!r})`` does.

    Data missing in its source are given by their names in `equidyn.Arm.from_dh`.
    """
    return robot


def _listed() -> set[str]:
    return {*_named(), *_records()}


def __getattr__(name: str) -> Callable[..., Arm]:
    # special names that Python looks up load no file
    if name.startswith("__"):
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    if name not in _listed():
        raise AttributeError(f"module {__name__!r}: {unknown(name, __dir__())}")
    return _function(name)


def __dir__() -> list[str]:
    return sorted({*__all__, *_listed()})
