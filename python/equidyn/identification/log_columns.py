"""Columns of joints in a log: quantity, joint and unit by heading."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from ..dynamics.joint_names import usual_joint_names
from ..validation import unknown
from .log_file import Sheet, listed
from .log_times import TIME
from .log_units import FACTORS, UNIT_IN_A_NAME, known_unit, split, unit_in_a_name

# words for the quantities of a joint
_WORDS = {
    "q": "q|pos|positions?",
    "qd": "qd|dq|vel|velocity|velocities",
    "qdd": "qdd|ddq|acc|accelerations?",
    "tau": "tau|torques?|efforts?",
    "current": "(?:motor_)?currents?",
}
_ANY = "|".join(_WORDS.values())
_MEASURED = "(?:actual|measured)"
_START = rf"(?:.*[/.])?(?:{_MEASURED}_)?(?:{_ANY})"

# a column of a joint, without its unit: "q_elbow", "position[2]", "/joint_states/elbow/position"
_COLUMN = re.compile(
    rf"(?P<of>.*[/.])?(?:{_MEASURED}_)?(?P<before>{_ANY})(?:[_/. ]{_MEASURED})?"
    r"(?:[_/. ](?P<name>.+)|[_ ]?\[?(?P<place>\d+)\]?)"
    rf"|(?:.*/)?(?P<owner>[^/]+)[_/. ](?P<after>{_ANY})",
    re.IGNORECASE,
)
_NAMES = re.compile(r"(?:.*[/.])?name[_ ]?\[?(\d+)\]?", re.IGNORECASE)

# a unit in a name: "q_elbow_deg", "elbow_position_deg"; "position_deg[0]"
_UNITS = (
    re.compile(rf"(?P<name>.+)[_. ]{UNIT_IN_A_NAME}(?P<rest>)", re.IGNORECASE),
    re.compile(rf"(?P<name>{_START})_{UNIT_IN_A_NAME}(?P<rest>[_. \[].+)", re.IGNORECASE),
)
_UNIT = re.compile(UNIT_IN_A_NAME, re.IGNORECASE)

# libfranka's "tau_J[0]" is the torque of joint 0, "tau_J_d[0]" the desired one
_OF_JOINT = re.compile(r"(?<=tau)_J(?=(?:_d)?(?:\[\d+\]|_\d+)$)", re.IGNORECASE)

# commands, not measurements: "cmd.q[0]", "q_desired_elbow"; whatever stands
# before an index in brackets, as in "q_d[0]"; beside "q_0" also "q_d_0"
_ASKED = "des|desired|cmd|commands?|commanded|ref|reference|target|goal|setpoint|error"
_ASKED_OF = re.compile(rf"(?:.*[/.])?(?:{_ASKED})[/.]", re.IGNORECASE)
_ASKED_FOR = re.compile(rf"(?:{_ASKED})[_/. ].+|.+[_/. ](?:{_ASKED})|.*\[\d+\]", re.IGNORECASE)
_AT = re.compile(r".*\D(\d+)")


# unit of angles in degrees
_DEGREES = {"q": "deg", "qd": "deg/s", "qdd": "deg/s^2"}


class Column(NamedTuple):
    """A column: its place, quantity, joint by name or index, unit and factor to SI units."""

    place: int
    quantity: str
    joint: str
    unit: str | None
    factor: float


class _Reading(NamedTuple):
    """What a heading says: quantity, joint, whether it is a command, and the unit in the name."""

    quantity: str
    joint: str
    asked: bool
    unit: str | None = None


def columns_of_joints(
    headings: list[str], degrees: bool, wanted: Sequence[str], *, currents: bool = False
) -> list[Column]:
    """Return the columns of measured joints, with currents in place of torques or without them.

    Parameters
    ----------
    headings : list of str
        Headings of all columns.
    degrees : bool
        Whether angles without a unit are in degrees.
    wanted : sequence of str
        Names of joints of the call.
    currents : bool, optional
        Whether torques are those of currents; columns of torques without a unit have currents if no
        others do.

    Raises
    ------
    ValueError
        If there are no such columns, one occurs twice, or a unit is unknown.
    """
    known = {name.casefold() for name in wanted}
    readings = _readings(headings, known)
    counted = {
        (each.quantity, int(each.joint))
        for each in readings.values()
        if each.joint.isdigit() and not each.asked
    }
    columns: list[Column] = []
    seen: set[str] = set()
    for place, (quantity, joint, asked, part) in readings.items():
        heading = headings[place]
        index = _AT.fullmatch(joint)
        asked = asked or (index is not None and (quantity, int(index[1])) in counted)
        if asked and joint.casefold() not in known:
            continue
        if heading in seen:
            raise ValueError(f"column {heading!r} occurs twice")
        seen.add(heading)
        unit, factor = part or split(heading)[1], 1.0
        if unit is not None:
            try:
                quantity, unit = _with_unit(quantity, unit, currents)
            except ValueError as error:
                hint = "; joints= names a joint that ends so" if part else ""
                raise ValueError(f"column {heading!r}: {error}{hint}") from None
            factor = FACTORS[quantity][unit]
        elif degrees and quantity in _DEGREES:
            factor = FACTORS[quantity][_DEGREES[quantity]]
        columns.append(Column(place, quantity, joint, unit, factor))
    columns = _torques(columns, headings, currents)
    if not columns:
        got = listed(headings)
        raise ValueError(f"columns: expected some as 'q_elbow' or 'position[0]', got {got}")
    return columns


def _with_unit(quantity: str, text: str, currents: bool) -> tuple[str, str]:
    """Return the quantity and the unit of a column: a torque in amperes is a current."""
    unit = known_unit(text, FACTORS[quantity])
    if unit in FACTORS[quantity]:
        return quantity, unit
    ampere = known_unit(text, FACTORS["current"])
    if quantity != "tau" or ampere not in FACTORS["current"]:
        raise ValueError(unknown(text, list(FACTORS[quantity])))
    if not currents:
        raise ValueError(f"there is no {text!r} of a torque: torque_constants= converts it")
    return "current", ampere


def _torques(columns: list[Column], headings: list[str], currents: bool) -> list[Column]:
    """Return columns without currents, or with currents in place of torques."""
    if not currents:
        return [each for each in columns if each.quantity != "current"]
    if any(each.quantity == "current" for each in columns):
        return [each for each in columns if each.quantity != "tau"]
    for each in columns:
        if each.quantity == "tau" and each.unit is not None:
            raise ValueError(
                f"torque_constants: expected currents, as 'current_elbow', got torques in "
                f"{headings[each.place]!r}"
            )
    return [
        each._replace(quantity="current") if each.quantity == "tau" else each for each in columns
    ]


def _readings(headings: list[str], wanted: set[str]) -> dict[int, _Reading]:
    """Return what headings say, by their places.

    The unit in a name is that of the column, unless it belongs to the name of a joint: of one that
    is wanted, or that has several columns, some of which have no such unit.
    """
    plain: dict[int, _Reading] = {}
    parted: dict[int, _Reading] = {}
    for place, heading in enumerate(headings):
        name, bracketed = split(heading)
        if TIME.fullmatch(name):
            continue
        reading, parts = _reading(name), _parts(name)
        if bracketed is not None:
            parts = [
                each for each in parts if each.unit == known_unit(bracketed, FACTORS[each.quantity])
            ]
        if reading is not None:
            plain[place] = reading
        if parts and (reading is None or reading.joint.casefold() not in wanted):
            parted[place] = parts[0]
        elif reading is not None and _UNIT.fullmatch(reading.joint) and not wanted:
            raise ValueError(f"column {heading!r}: expected a joint, as 'q_elbow [deg]'")
    names: dict[str, list[bool]] = {}
    for place, each in plain.items():
        fits = place in parted and parted[place].unit in FACTORS[each.quantity]
        names.setdefault(each.joint, []).append(fits)
    joints = {joint for joint, fits in names.items() if len(fits) > 1 and not all(fits)}
    units = {
        place: each
        for place, each in parted.items()
        if place not in plain or plain[place].joint not in joints
    }
    return dict(sorted({**plain, **units}.items()))


def _reading(name: str) -> _Reading | None:
    """Return what a name says; None if it is about no joint."""
    match = _COLUMN.fullmatch(_OF_JOINT.sub("", name))
    if match is None:
        return None
    joint = match["name"] or match["owner"] or match["place"]
    joint = str(int(joint)) if joint.isascii() and joint.isdecimal() else joint
    asked = _ASKED_OF.fullmatch(match["of"] or "") or _ASKED_FOR.fullmatch(match["name"] or "")
    word = match["before"] or match["after"]
    quantity = next(q for q, words in _WORDS.items() if re.fullmatch(words, word, re.I))
    return _Reading(quantity, joint, bool(asked))


def _parts(name: str) -> list[_Reading]:
    """Return what a name says if a part of it is a unit."""
    found = []
    for pattern in _UNITS:
        if (match := pattern.fullmatch(name)) and (rest := _reading(match["name"] + match["rest"])):
            found.append(rest._replace(unit=unit_in_a_name(match, rest.quantity)))
    return found


def spelt_alike(columns: list[Column], wanted: Sequence[str]) -> list[Column]:
    """Return columns with joints as they are wanted, or first spelt, in capitals or not."""
    spelling: dict[str, str] = {}
    for name in (*wanted, *(each.joint for each in columns)):
        spelling.setdefault(name.casefold(), name)
    taken = {(each.quantity, each.joint) for each in columns}
    found = []
    for column in columns:
        joint = spelling[column.joint.casefold()]
        if column.joint not in wanted and (column.quantity, joint) not in taken:
            taken.add((column.quantity, joint))
            column = column._replace(joint=joint)
        found.append(column)
    return found


def names_by_place(
    columns: list[Column], sheet: Sheet, wanted: list[str] | None, *, free: bool
) -> dict[str, str]:
    """Return the names of joints with an index: those in the file, those wanted, or usual ones.

    Unless names are free to choose, indices count from 0 or 1, so that each is a joint of an arm.
    """
    indices = sorted({int(column.joint) for column in columns if column.joint.isdigit()})
    places = list(map(str, indices))
    matches = {k: _NAMES.fullmatch(heading) for k, heading in enumerate(sheet.headings)}
    told = {str(int(match[1])): k for k, match in matches.items() if match}
    if places and set(places) <= told.keys():
        names: dict[str, str] = {}
        for place in places:
            said = set(sheet.columns[told[place]])
            if len(said) > 1:
                heading = sheet.headings[told[place]]
                raise ValueError(f"column {heading!r}: the order of joints changes")
            names[place] = said.pop()
        return names
    if wanted is not None and places and len(places) != len(wanted):
        raise ValueError(f"columns: expected {len(wanted)} joints, got {len(places)}")
    first = min(indices, default=0)
    if not free and (first > 1 or indices != list(range(first, first + len(indices)))):
        raise ValueError(
            f"columns: expected joints 0, 1, 2 ... or 1, 2, 3 ..., got {listed(places)}: name them "
            "by joints="
        )
    usual = usual_joint_names(len(places)) if wanted is None else wanted
    return dict(zip(places, usual, strict=False))
