"""Logs of a robot: positions, velocities and torques of joints from a CSV file."""

from __future__ import annotations

import csv
import os
import re
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from typing import NamedTuple

import numpy as np

from .._validation import FloatArray, several, switch, text, unknown
from ..dynamics.joint_names import usual_joint_names
from ..output.files import naming, read_text
from ..output.tables import Table
from ..output.tabular import Tabular
from ..output.text import visible
from ..robots import ArmLike, load
from .smoothing import smooth

# words for the quantities of a joint
_WORDS = {
    "q": "q|pos|positions?",
    "qd": "qd|dq|vel|velocity|velocities",
    "qdd": "qdd|ddq|acc|accelerations?",
    "tau": "tau|torques?|efforts?",
}
_ANY = "|".join(_WORDS.values())

# a column of a joint, without its unit: "q_elbow", "position[2]", "/joint_states/elbow/position"
_COLUMN = re.compile(
    rf"(?:.*[/.])?(?:actual_)?(?P<before>{_ANY})(?:[_/. ](?P<name>.+)|[_ ]?\[?(?P<place>\d+)\]?)"
    rf"|(?:.*/)?(?P<owner>[^/]+)[_/.](?P<after>{_ANY})",
    re.IGNORECASE,
)
_NAMES = re.compile(r"(?:.*[/.])?name[_ ]?\[?(\d+)\]?", re.IGNORECASE)
_UNIT = re.compile(r"(.*?)\s*[\[(]\s*([^\[\]()\d][^\[\]()]*)[\])]")
_TIME = re.compile(r"(?:.*/)?(%?_*(?:t|time|timestamp|stamp|seconds))(?:_(s|ms|us|ns))?", re.I)

_DEGREE = np.pi / 180

# factors to SI units
_TIMES = {"s": "1", "ms": "1e-3", "us": "1e-6", "µs": "1e-6", "ns": "1e-9"}
_FACTORS = {
    "q": {"rad": 1.0, "deg": _DEGREE, "°": _DEGREE, "m": 1.0, "mm": 1e-3},
    "qd": {"rad/s": 1.0, "deg/s": _DEGREE, "°/s": _DEGREE, "m/s": 1.0, "mm/s": 1e-3},
    "qdd": {
        **{"rad/s^2": 1.0, "rad/s²": 1.0, "deg/s^2": _DEGREE, "deg/s²": _DEGREE},
        **{"m/s^2": 1.0, "m/s²": 1.0},
    },
    "tau": {"Nm": 1.0, "N m": 1.0, "N·m": 1.0, "N*m": 1.0, "mNm": 1e-3, "N": 1.0},
}

# s, the largest magnitude of a time
_LATEST = Decimal(10) ** 15

# what stands in place of a missing value
_MISSING = {"", "nan", "na", "n/a", "null", "none"}


class LogSamples(NamedTuple):
    """Smooth samples of a log, as `identify` takes them; each of shape (m, n).

    Attributes
    ----------
    q, qd, qdd, tau : ndarray
        Joint positions, velocities, accelerations and torques.
    """

    q: FloatArray
    qd: FloatArray
    qdd: FloatArray
    tau: FloatArray


@dataclass(frozen=True, eq=False, repr=False)
class Log(Tabular):
    """A log of a motion, the result of `equidyn.read_log`.

    Attributes
    ----------
    t : ndarray, shape (m,)
        Times after the first sample, s.
    joints : tuple of str
        Names of the n joints, in the order of the arrays.
    q, qd, qdd, tau : ndarray, shape (m, n), or None
        What the file has of positions, velocities, accelerations and torques, in SI units and
        radians; nan where a value is missing.
    start : float
        Time of the first sample in the file, s.
    ignored : tuple of str
        Columns that say nothing of these joints.
    """

    t: FloatArray
    joints: tuple[str, ...]
    q: FloatArray | None
    qd: FloatArray | None
    qdd: FloatArray | None
    tau: FloatArray | None
    start: float
    ignored: tuple[str, ...]

    @property
    def known(self) -> dict[str, FloatArray]:
        """What the file has, by name."""
        arrays = {name: getattr(self, name) for name in _WORDS}
        return {name: array for name, array in arrays.items() if array is not None}

    @property
    def missing(self) -> dict[str, int]:
        """Number of missing values of each quantity that lacks some."""
        counts = {name: int(np.isnan(array).sum()) for name, array in self.known.items()}
        return {name: number for name, number in counts.items() if number}

    def smooth(self, *, cutoff: float) -> LogSamples:
        """Smooth positions and torques alike, as by `equidyn.smooth`, and differentiate positions.

        Missing values are bridged by the neighbours.

        Parameters
        ----------
        cutoff : float
            Frequency of which half the amplitude is kept, Hz.

        Returns
        -------
        LogSamples
            ``q, qd, qdd, tau``, the arguments of `equidyn.identify` after the arm.

        Raises
        ------
        ValueError, TypeError
            If the log lacks positions or torques; as `equidyn.smooth`.
        """
        if self.q is None or self.tau is None:
            lacking = "positions" if self.q is None else "torques"
            raise ValueError(f"log: expected positions and torques, got no {lacking}")
        return LogSamples(
            *smooth(self.t, self.q, cutoff=cutoff), smooth(self.t, self.tau, cutoff=cutoff).q
        )

    def table(self) -> Table:
        """Return a table of ranges, a row for each joint."""
        columns, notes = ["joint"], [f"{len(self.t)} samples in {self.t[-1]:.6g} s"]
        steps = np.diff(self.t)
        if len(steps):
            notes[0] += f", {steps.min():.4g} to {steps.max():.4g} s apart"
        for name, array in self.known.items():
            columns += [f"{name}\nleast", f"{name}\nlargest"]
            if name in self.missing:
                notes.append(f"{self.missing[name]} of {array.size} values of {name} are missing")
        if self.ignored:
            notes.append(f"ignored: {visible(', '.join(self.ignored))}")
        rows = []
        for k, joint in enumerate(self.joints):
            row = [visible(joint)]
            for array in self.known.values():
                values = array[~np.isnan(array[:, k]), k]
                row += [f"{values.min():.4g}", f"{values.max():.4g}"] if len(values) else ["", ""]
            rows.append(tuple(row))
        return Table(
            title=f"log of {len(self.joints)} joints",
            columns=tuple(columns),
            align="l" + "r" * (len(columns) - 1),
            rows=tuple(rows),
            footnote="\n".join(notes),
        )


def read_log(
    path: str | os.PathLike[str],
    arm: ArmLike | None = None,
    *,
    joints: Sequence[str] | None = None,
    degrees: bool = False,
) -> Log:
    """Read a log of a motion from a CSV file, with joints found by name and units by heading.

    Columns are recognised by their headings: time by ``t``, ``time``, ``timestamp`` or ``%time``
    (nanoseconds, as rosbag writes it); joints by ``q_elbow``, ``qd_elbow``, ``qdd_elbow``,
    ``tau_elbow``, by ``position``, ``velocity``, ``acceleration``, ``effort`` or ``torque`` in
    their place, by ``position[0]`` or ``q0`` with an index, or by ``/joint_states/elbow/position``.
    Names of indexed joints come from columns ``name[0]``, where there are some. A unit may follow
    in brackets: ``q_elbow [deg]``, ``tau_elbow (mNm)``, ``time [ms]``. Values are separated by
    comma, semicolon or tab; empty cells and nan are missing values.

    Parameters
    ----------
    path : path_like
        The file; its first line, after lines that begin with "#", has the headings.
    arm : Arm, str or path_like, optional
        The arm whose order of joints the arrays get, found by its joint names.
    joints : sequence of str, optional
        Names of the joints in the order of the arrays, in place of those of an arm; by default they
        come in the order of the file. Of a log with indices, the names in the order of these.
    degrees : bool, optional
        Whether angles without a unit are in degrees.

    Returns
    -------
    Log
        Prints as a table of ranges.

    Raises
    ------
    OSError
        If the file cannot be read.
    ValueError, TypeError
        If a column of time or of joints is missing, a unit is unknown, a value is no number, times
        do not increase, or joints are not those asked for; messages name line and column.

    Examples
    --------
    >>> import tempfile, pathlib, equidyn
    >>> path = pathlib.Path(tempfile.mkdtemp()) / "log.csv"
    >>> _ = path.write_text('''time [ms],q_elbow [deg],q_shoulder [deg],tau_elbow,tau_shoulder
    ... 0,90,0,1.5,4
    ... 10,90,45,1.5,
    ... 20,90,90,1.5,5
    ... ''')
    >>> log = equidyn.read_log(path, joints=["shoulder", "elbow"])
    >>> print(log.q[-1].round(4), log.t[-1], log.missing)
    [1.5708 1.5708] 0.02 {'tau': 1}
    """
    degrees = switch("degrees", degrees)
    wanted = None
    if joints is not None:
        wanted = [text("joints", name) for name in several("joints", joints, "names of joints")]
        if len(set(wanted)) != len(wanted) or not wanted:
            raise ValueError(f"joints: expected different names, got {wanted}")
    if arm is not None:
        if wanted is not None:
            raise ValueError("joints: those of the arm are taken; give one of the two")
        wanted = list(load(arm).joint_names)
    with naming(path):
        headings, rows = _cells(read_text(path))
        times, start = _times(headings, rows)
        columns = _columns(headings, degrees)
        names = _names_by_place(columns, headings, rows, wanted)
        columns = [each._replace(joint=names.get(each.joint, each.joint)) for each in columns]
        found = list(dict.fromkeys(column.joint for column in columns))
        order = found if wanted is None else wanted
        lacking = [joint for joint in order if joint not in found]
        if lacking:
            has, not_these = (", ".join(map(repr, names)) for names in (found, lacking))
            raise ValueError(f"joints: the log has {has}, and lacks {not_these}")
        used = [column for column in columns if column.joint in order]
        arrays = {name: _array(name, order, used, rows) for name in _WORDS}
    known = {column.place for column in used}
    rest = [heading for k, heading in enumerate(headings) if k not in known]
    others = [heading for heading in rest if not _TIME.fullmatch(_split(heading)[0])]
    return Log(times, tuple(order), **arrays, start=start, ignored=tuple(others))


class _Column(NamedTuple):
    """A column: its place, quantity, joint by name or by its index, and factor to SI units."""

    place: int
    quantity: str
    joint: str
    factor: float


def _cells(content: str) -> tuple[list[str], list[list[str]]]:
    """Return the headings and the rows of cells of a file."""
    lines = [line for line in content.removeprefix("\ufeff").splitlines() if line.strip()]
    lines = [line for line in lines if not line.startswith("#")]
    if len(lines) < 2:
        raise ValueError(f"expected headings and rows, got {len(lines)} lines")
    delimiter = max(",;\t", key=lines[0].count)
    try:
        table = list(csv.reader(lines, delimiter=delimiter))
    except csv.Error as error:
        raise ValueError(f"not a CSV file: {error}") from None
    headings, *rows = ([cell.strip() for cell in row] for row in table)
    for number, row in enumerate(rows, start=1):
        if len(row) != len(headings):
            raise ValueError(f"row {number}: expected {len(headings)} values, got {len(row)}")
    twice = [each for each in headings if each and headings.count(each) > 1]
    if twice:
        raise ValueError(f"column {twice[0]!r} stands twice")
    if delimiter == ";":  # where commas are decimal points
        rows = [[cell.replace(",", ".") for cell in row] for row in rows]
    return headings, rows


def _split(heading: str) -> tuple[str, str | None]:
    """Return a heading without its unit, and the unit."""
    match = _UNIT.fullmatch(heading)
    return (match[1], match[2].strip()) if match else (heading, None)


def _times(headings: list[str], rows: list[list[str]]) -> tuple[FloatArray, float]:
    """Return the times after the first, s, and the first."""
    names = [_split(heading)[0] for heading in headings]
    places = [k for k, name in enumerate(names) if _TIME.fullmatch(name)]
    if len(places) != 1:
        given = [headings[k] for k in places] or headings
        got = ", ".join(map(repr, given))
        raise ValueError(f"columns: expected one of time, as 't' or 'time', got {got}")
    (place,) = places
    match = _TIME.fullmatch(names[place])
    assert match is not None
    unit = _split(headings[place])[1] or match[2] or ("ns" if match[1].startswith("%") else "s")
    if unit not in _TIMES:
        raise ValueError(f"column {headings[place]!r}: {unknown(unit, list(_TIMES))}")
    times: list[Decimal] = []
    for number, row in enumerate(rows, start=1):
        try:
            time = Decimal(row[place]) * Decimal(_TIMES[unit])
        except InvalidOperation:
            time = Decimal("nan")
        if not time.is_finite() or abs(time) > _LATEST:
            raise ValueError(f"row {number}: expected a time, got {row[place]!r}")
        if times and time <= times[-1]:
            raise ValueError(f"row {number}: times must increase, got {row[place]!r}")
        times.append(time)
    # in decimals, since nanoseconds since 1970 have more digits than a double
    return np.array([float(time - times[0]) for time in times]), float(times[0])


def _columns(headings: list[str], degrees: bool) -> list[_Column]:
    """Return the columns of joints."""
    columns = []
    for index, heading in enumerate(headings):
        name, unit = _split(heading)
        match = _COLUMN.fullmatch(name)
        if match is None or _TIME.fullmatch(name):
            continue
        word = match["before"] or match["after"]
        quantity = next(q for q, words in _WORDS.items() if re.fullmatch(words, word, re.I))
        factor = _DEGREE if degrees and quantity != "tau" else 1.0
        if unit is not None:
            if unit not in _FACTORS[quantity]:
                raise ValueError(f"column {heading!r}: {unknown(unit, list(_FACTORS[quantity]))}")
            factor = _FACTORS[quantity][unit]
        joint = match["name"] or match["owner"] or match["place"]
        columns.append(_Column(index, quantity, joint, factor))
    if not columns:
        got = ", ".join(map(repr, headings))
        raise ValueError(f"columns: expected some as 'q_elbow' or 'position[0]', got {got}")
    return columns


def _names_by_place(
    columns: list[_Column], headings: list[str], rows: list[list[str]], wanted: list[str] | None
) -> dict[str, str]:
    """Return the names of joints with an index: those in the file, those wanted, or usual ones."""
    places = sorted({column.joint for column in columns if column.joint.isdigit()}, key=int)
    matches = {k: _NAMES.fullmatch(heading) for k, heading in enumerate(headings)}
    told = {match[1]: k for k, match in matches.items() if match}
    names: dict[str, str] = {}
    if places and set(places) <= told.keys():
        for place in places:
            said = {row[told[place]] for row in rows}
            if len(said) > 1:
                raise ValueError(f"column {headings[told[place]]!r}: the order of joints changes")
            names[place] = said.pop()
        return names
    if wanted is not None and places and len(places) != len(wanted):
        raise ValueError(f"columns: expected {len(wanted)} joints, got {len(places)}")
    usual = usual_joint_names(len(places)) if wanted is None else wanted
    return dict(zip(places, usual, strict=False))


def _array(
    quantity: str, order: list[str], columns: list[_Column], rows: list[list[str]]
) -> FloatArray | None:
    """Return the values of a quantity, (rows, joints) in this order; None if there are none."""
    of_joint: dict[str, _Column] = {}
    for column in columns:
        if column.quantity == quantity and of_joint.setdefault(column.joint, column) != column:
            raise ValueError(f"columns: {quantity} of {column.joint!r} stands twice")
    if not of_joint:
        return None
    lacking = [joint for joint in order if joint not in of_joint]
    if lacking:
        raise ValueError(f"columns: there is no {quantity} of {', '.join(map(repr, lacking))}")
    values: FloatArray = np.array([_values(of_joint[joint], rows) for joint in order])
    return np.asarray(values.T)


def _values(column: _Column, rows: list[list[str]]) -> list[float]:
    """Return the numbers of a column in SI units; nan for a missing one."""
    values = []
    for number, row in enumerate(rows, start=1):
        cell = row[column.place]
        try:
            value = np.nan if cell.lower() in _MISSING else float(cell)
        except ValueError:
            value = np.inf
        if np.isinf(value):
            raise ValueError(f"row {number}: expected a number, got {cell!r}")
        values.append(value * column.factor)
    return values
