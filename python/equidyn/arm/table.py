"""Tables of an arm: Denavit-Hartenberg parameters, masses and inertia tensors."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ..dynamics.joint_names import are_given, joint_labels
from ..output.tables import Table
from ..output.text import in_one_line
from ..validation import FloatArray, switch
from .data import MAGNITUDES, UNITS
from .without_dh import why_without_dh

if TYPE_CHECKING:
    from .arm import Arm
    from .arms import Arms

# most links shown at either end of a long arm
_LINKS_AT_EACH_END = 8

# in the order of the transformations
_ORDER = {"standard": ("theta", "d", "a", "alpha"), "modified": ("alpha", "a", "theta", "d")}

# placeholder for missing masses and centres of mass
_UNKNOWN = "?"

# units of data that are the same for all joints
_UNITS_OF_MANY = {
    **dict.fromkeys(("a", "a_y", "d", "com"), "m"),
    **dict.fromkeys(("alpha", "theta"), "rad"),
    **dict.fromkeys(("inertia", "motor_inertia"), "kg m²"),
    "mass": "kg",
    "gravity": "m/s²",
}

_INERTIA_HEADINGS = (
    "inertia about the centre of mass, kg m²\nxx, yy, zz, xy, xz, yz",
    "inertia about the origin, kg m²\nxx, yy, zz, xy, xz, yz",
)
_INERTIA_NOTE = "in link-frame axes; xy, xz, yz are minus the product integrals"


def arm_table(arm: Arm, inertia: bool) -> Table:
    """Return the table of an arm, one row per link, with or without the inertia tensors."""
    order = _order(arm)
    parameters = [f"{name}\n{UNITS[name][0]}" for name in order]
    columns: tuple[str, ...] = ("link", *parameters, "mass\nkg", "centre of mass\nm")
    align, notes = "r" * (len(order) + 2) + "l", _notes(arm)
    tensors: tuple[FloatArray, ...] = ()
    if switch("inertia", inertia):
        tensors = (arm.inertia, arm.inertia_about_origin)
        columns += _INERTIA_HEADINGS
        align, notes = align + "ll", [_INERTIA_NOTE, *notes]
    rows = [_row(arm, i, tensors) for i in _shown_links(arm.n)]
    if are_given(arm.joint_names):
        labels = joint_labels(arm)
        columns, align = (columns[0], "joint", *columns[1:]), f"rl{align[1:]}"
        shown = zip(rows, _shown_links(arm.n), strict=True)
        rows = [(row[0], labels[i], *row[1:]) for row, i in shown]
    if len(rows) < arm.n:
        rows.insert(_LINKS_AT_EACH_END, ("…",) * len(columns))
    name = in_one_line(arm.name) or "arm"
    return Table(
        title=f"{name}: {arm.n} joint{'s' * (arm.n > 1)}, {arm.convention} DH"
        + " with a_y" * bool(arm.a_y.any()),
        columns=columns,
        align=align,
        rows=tuple(rows),
        footnote="; ".join(notes),
    )


def arm_page(arm: Arm) -> str:
    """Return the tables of an arm as HTML; tensors about the origins are collapsed."""
    parameters = arm_table(arm, inertia=False)._repr_html_()
    if arm.missing:
        return parameters
    about_centres = _inertia_table(arm.inertia, "the centres of mass")._repr_html_()
    about_origins = _inertia_table(arm.inertia_about_origin, "the origins of the link frames")
    folded = f"<summary>{about_origins.title}</summary>\n{about_origins._repr_html_()}"
    return f"{parameters}{about_centres}<details>{folded}</details>\n"


def arms_table(arms: Arms) -> Table:
    """Return the table of many arms: a row for each datum that differs, with its range."""
    rows = [_range_of(arms, name) for name in arms.varied if arms.size]
    name = in_one_line(arms.arm.name) or "arm"
    axes = f" {arms.shape}" if arms.ndim > 1 else ""
    number = f"{arms.size:,} arm{'s' * (arms.size != 1)}{axes}"
    differ = "differs" if arms.size == 1 else "differ"
    return Table(
        title=f"{number} that {differ} from {name}: {arms.n} joint{'s' * (arms.n > 1)}",
        columns=("datum", "unit", "lowest", "highest", "farthest from that of arms.arm"),
        align="llrrr",
        rows=tuple(rows),
    )


def _range_of(arms: Arms, name: str) -> tuple[str, ...]:
    """Return the row of a datum: its range over all arms and links."""
    values, own = getattr(arms, name), vars(arms.arm).get(name)
    ends = (values.min(), values.max())
    farthest = "" if own is None else _number(np.abs(values - own).max())
    return (name, _UNITS_OF_MANY.get(name, ""), *map(_number, ends), farthest)


def _inertia_table(tensors: FloatArray, about: str) -> Table:
    """Return inertia tensors, one row per link, one column per entry."""
    rows = [(str(i + 1), *map(_number, _entries(tensors[i]))) for i in _shown_links(len(tensors))]
    if len(rows) < len(tensors):
        rows.insert(_LINKS_AT_EACH_END, ("…",) * 7)
    return Table(
        title=f"Inertia about {about}, kg m²",
        columns=("link", "xx", "yy", "zz", "xy", "xz", "yz"),
        align="r" * 7,
        rows=tuple(rows),
        footnote=_INERTIA_NOTE,
    )


def _shown_links(n: int) -> list[int]:
    """Return the indices of the links that have a row."""
    if n <= 2 * _LINKS_AT_EACH_END + 1:
        return list(range(n))
    return [*range(_LINKS_AT_EACH_END), *range(n - _LINKS_AT_EACH_END, n)]


def _order(arm: Arm) -> tuple[str, ...]:
    """Return the parameters in the order of the transformations, a_y where it is not zero."""
    order = _ORDER[arm.convention]
    if not arm.a_y.any():
        return order
    after = order.index("a") + 1
    return (*order[:after], "a_y", *order[after:])


def _row(arm: Arm, i: int, tensors: tuple[FloatArray, ...]) -> tuple[str, ...]:
    """Return the row of link i + 1, with joint variable and offset."""
    parameters = {
        "theta": _angle(arm.theta[i]),
        "d": _number(arm.d[i]),
        "a": _number(arm.a[i]),
        "a_y": _number(arm.a_y[i]),
        "alpha": _angle(arm.alpha[i]),
    }
    moving = "theta" if arm.revolute[i] else "d"
    parameters[moving] = _added(f"q{i + 1}", parameters[moving])
    return (
        str(i + 1),
        *(parameters[name] for name in _order(arm)),
        _UNKNOWN if "mass" in arm.missing else _number(arm.mass[i]),
        _UNKNOWN if "com" in arm.missing else _list(arm.com[i]),
        *(_list(_entries(each[i])) for each in tensors),
    )


def _notes(arm: Arm) -> list[str]:
    """Write the data that no row shows."""
    notes = [f"gravity ({_list(arm.gravity)}) m/s² in the world"]
    for name in ("base", "tool"):
        if not np.array_equal(getattr(arm, name), np.eye(4)):
            notes.append(f"{name} moved")
    without = why_without_dh(arm)
    if without:
        notes.append(f"no Denavit-Hartenberg parameters: {without}")
    if arm.missing:
        notes.append(f"missing: {', '.join(arm.missing)}")
    friction = ("viscous", "coulomb", "breakaway", "stribeck")
    extras = ("motor_inertia", "gear_ratio", *friction, "limits", *MAGNITUDES)
    given = [name for name in extras if getattr(arm, name) is not None]
    if given:
        notes.append(f"also given: {', '.join(given)}")
    return notes


def _added(variable: str, offset: str) -> str:
    """Write the sum of a joint variable and a written number."""
    if offset == "0":
        return variable
    return f"{variable} - {offset[1:]}" if offset.startswith("-") else f"{variable} + {offset}"


def _angle(value: float) -> str:
    """Write an angle, quarters and sixths of a turn as fractions of pi."""
    for divisor in (1, 2, 3, 4, 6):
        if abs(value) == np.pi / divisor:
            return ("-" if value < 0 else "") + (f"π/{divisor}" if divisor > 1 else "π")
    return _number(value)


def _number(value: float) -> str:
    """Write a number."""
    return f"{value:.6g}"


def _list(values: FloatArray) -> str:
    """Write numbers with commas."""
    return ", ".join(map(_number, values))


def _entries(tensor: FloatArray) -> FloatArray:
    """Return the six entries of a symmetric tensor: xx, yy, zz, xy, xz, yz."""
    return np.concatenate([tensor.diagonal(), tensor[[0, 0, 1], [1, 2, 2]]])
