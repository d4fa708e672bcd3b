"""Logs of a robot: positions, velocities and torques of joints from a CSV file."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ..arm.checks.findings import warn
from ..motion.whole_turns import TURN, whole_turns
from ..output.files import naming
from ..output.tables import Table
from ..output.tabular import Tabular
from ..output.text import visible
from ..robots import ArmLike, load
from ..validation import FloatArray, real_array, require, several, switch, text
from .log_columns import Column, columns_of_joints, names_by_place, spelt_alike
from .log_dates import is_date
from .log_file import Sheet, listed, numbers, read_sheet, with_points, without_bad_rows
from .log_times import Times, read_times, unit_of_times, with_one_time
from .log_units import LENGTHS, PARTS
from .smoothing import smoothed

# quantities of the joints of a log
_QUANTITIES = ("q", "qd", "qdd", "tau")

# step of an angle that is more likely in degrees than in radians
_DEGREES = 45.0

# ignored columns that are printed
_SHOWN = 12


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
        Positions, velocities, accelerations and torques of the file, in SI units and radians; nan
        for missing values.
    start : float
        Time of the first sample in the file, s.
    ignored : tuple of str
        Columns about other quantities than these joints, or with commands.
    notes : tuple of str
        Corrections: whole turns removed from angles, a unit of time missing in the heading.
    """

    t: FloatArray
    joints: tuple[str, ...]
    q: FloatArray | None
    qd: FloatArray | None
    qdd: FloatArray | None
    tau: FloatArray | None
    start: float
    ignored: tuple[str, ...]
    notes: tuple[str, ...] = ()

    @property
    def known(self) -> dict[str, FloatArray]:
        """The arrays of the file, by name."""
        arrays = {name: getattr(self, name) for name in _QUANTITIES}
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
            Frequency at which half the amplitude is kept, Hz.

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
            if self.q is not None and any("current" in each.lower() for each in self.ignored):
                lacking += ": torque_constants= of read_log converts currents"
            raise ValueError(f"log: expected positions and torques, got no {lacking}")
        return LogSamples(*smoothed(self.t, self.q, cutoff), smoothed(self.t, self.tau, cutoff).q)

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
        notes += map(visible, self.notes)
        if self.ignored:
            more = len(self.ignored) - _SHOWN
            shown = ", ".join(self.ignored[:_SHOWN]) + (f" and {more} more" if more > 0 else "")
            notes.append(f"ignored: {visible(shown)}")
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
    columns: Sequence[str] | None = None,
    skip_bad_rows: bool = False,
    torque_constants: ArrayLike | None = None,
) -> Log:
    """Read a log of a motion from a CSV file, with joints found by name and units by heading.

    Columns are recognised by their headings, in capitals or not. Time is ``t``, ``time``,
    ``timestamp``, ``datetime`` or ``%time`` (nanoseconds, as rosbag writes it), or two columns as
    ``stamp/sec`` and ``stamp/nanosec``, or ``seconds`` and ``nanoseconds``; the time of a row comes
    before that of a message in it. It may be a date with a time of day,
    ``2024-05-01T12:00:00.123Z``; a date without a zone is in UTC. Joints are found by ``q_elbow``,
    ``qd_elbow``, ``qdd_elbow``, ``tau_elbow``, by ``position``, ``velocity``, ``acceleration``,
    ``effort`` or ``torque`` in their place, by ``position[0]`` or ``q0`` with an index, or by
    ``/joint_states/elbow/position``. Names of indexed joints come from columns ``name[0]``, if
    there are any. Commands of a controller (``q_d[0]``, ``cmd.q[0]``) are ignored. A unit may
    follow in brackets, ``q_elbow [deg]``, ``tau_elbow (mNm)``, ``time [ms]``, or as a part of the
    name, ``q_elbow_deg``, ``qd_elbow_rpm``, ``current_elbow_mA``, unless `arm`, `joints` or a
    column of another quantity have that name. The units are those of s, rad, m, N m, N and A with
    their usual parts, deg and rpm; others are refused. Values are separated by comma, semicolon,
    tab or blanks; empty cells and nan are missing values. Text is in UTF-8, UTF-16 or windows-1252;
    a file may be packed as .gz.

    Angles that jump by whole turns, such as readings of -180 to 180 or 0 to 360 degrees, are made
    continuous. Times without a unit are in the only one that fits times since 1970, or the
    velocities; else in that in which steps and speeds are those of a robot, with a warning; else in
    seconds.

    Parameters
    ----------
    path : path_like
        The file; its first line, after comments that begin with "#", "% " or "//", has the
        headings. They may be in the last comment; a line with units may follow.
    arm : Arm, str or path_like, optional
        The arm that gives the order of joints, found by its joint names; its prismatic joints
        have no angles.
    joints : sequence of str, optional
        Names of the joints in the order of the arrays, in place of those of an arm; by default they
        come in the order of the file. Of a log with indices, the names in the order of these.
    degrees : bool, optional
        Whether angles without a unit are in degrees. Positions of slides stay in metres.
    columns : sequence of str, optional
        Headings of a file that has none, a heading for each column, such as
        ``["t", "q_1 [deg]", "tau_1"]``.
    skip_bad_rows : bool, optional
        Whether to skip rows with another number of values, or with values that are not numbers, in
        place of an error.
    torque_constants : array_like, shape (n,), optional
        Torque at each joint for 1 A of its motor current, N m/A (N/A at slides): the torque
        constant of the motor times the gear ratio, negative if the signs differ; one for each joint
        in the order of the arrays. Currents, in A or mA, are in columns as ``current_elbow`` or
        ``actual_current_0``, else in those of torques that have no unit or ``[A]``, as efforts of
        some drivers. By default currents are ignored.

    Returns
    -------
    Log
        Prints as a table of ranges.

    Raises
    ------
    OSError
        If the file cannot be read.
    ValueError, TypeError
        If the column of time or of a joint is missing, a unit is unknown or that of the other kind
        of joint, a value is not a number,
        or times do not increase; messages name line and column. If times without
        a unit cannot be in seconds, and nothing tells their unit; if a torque constant is zero, or
        there are no currents.

    Warns
    -----
    ArmWarning
        If rows are left out: a last row that was cut, rows that repeat the time before them, bad
        rows. If a step of an angle may be a jump by a whole turn or a motion; if times without a
        unit may be in seconds or in milliseconds.

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
    skip_bad_rows = switch("skip_bad_rows", skip_bad_rows)
    headings = None
    if columns is not None:
        headings = [text("columns", each) for each in several("columns", columns, "headings")]
    wanted = None
    if joints is not None:
        wanted = [text("joints", name) for name in several("joints", joints, "names of joints")]
        if len(set(wanted)) != len(wanted) or not wanted:
            raise ValueError(f"joints: expected different names, got {wanted}")
    turning = None
    if arm is not None:
        if wanted is not None:
            raise ValueError("joints: expected joints or arm, got both")
        model = load(arm)
        wanted, turning = list(model.joint_names), model.revolute.tolist()
    with naming(path):
        sheet, time = with_one_time(read_sheet(path, headings, skip=skip_bad_rows))
        found_columns = columns_of_joints(
            sheet.headings, degrees, wanted or [], currents=torque_constants is not None
        )
        places = [column.place for column in found_columns]
        if skip_bad_rows:
            sheet = without_bad_rows(sheet, time, places)
        # a date has its own decimal sign
        dated = is_date(sheet.columns[time][0])
        sheet = with_points(sheet, places if dated else [time, *places])
        times = read_times(sheet, time)
        names = names_by_place(found_columns, sheet, wanted, free=joints is not None)
        found_columns = spelt_alike(
            [each._replace(joint=names.get(each.joint, each.joint)) for each in found_columns],
            wanted or [],
        )
        found = list(dict.fromkeys(column.joint for column in found_columns))
        order = found if wanted is None else wanted
        known, asked = set(found), set(order)
        lacking = [joint for joint in order if joint not in known]
        if lacking:
            way = "" if arm is None else "; arm.with_joint_names renames the joints of the arm"
            raise ValueError(
                f"joints: the log has {listed(found)}, and lacks {listed(lacking)}{way}"
            )
        used = [column for column in found_columns if column.joint in asked]
        if turning is None:
            slides = {each.joint for each in used if _is_length(each)}
            turning = [joint not in slides for joint in order]
        turns = dict(zip(order, turning, strict=True))
        for each in used:
            _require_unit_of_joint(each, sheet.headings[each.place], turns[each.joint])
        used = [
            each if each.unit or turns[each.joint] else each._replace(factor=1.0) for each in used
        ]
        arrays = {name: _array(name, order, used, sheet, times.kept) for name in _QUANTITIES}
        if torque_constants is not None:
            arrays["tau"] = _torques(
                _array("current", order, used, sheet, times.kept), torque_constants
            )
        arrays["q"], notes, doubts = _continuous(times, arrays["q"], order, turning)
        unit, how = unit_of_times(times, sheet.headings, arrays["q"], arrays["qd"])
    t = times.t / PARTS[unit]
    equal = int((~times.kept).sum())
    repeated = [f"rows that repeat a time are left out: {equal}"] if equal else []
    warn(f"rows of the log {os.fspath(path)}", [*sheet.left_out, *repeated])
    warn(f"angles of the log {os.fspath(path)}", _said(doubts, t))
    read = {column.place for column in used} | {time}
    return Log(
        t,
        tuple(order),
        **arrays,
        start=float(times.start / PARTS[unit]),
        ignored=tuple(each for k, each in enumerate(sheet.headings) if k not in read),
        notes=(*notes, *filter(None, [how])),
    )


class _Doubt(NamedTuple):
    """A joint, the sample after its first step that may be a jump by a whole turn, and the step."""

    joint: str
    sample: int
    step: float


def _continuous(
    times: Times, q: FloatArray | None, order: list[str], turning: list[bool]
) -> tuple[FloatArray | None, list[str], list[_Doubt]]:
    """Return positions without jumps by whole turns, remarks on them, and doubtful samples."""
    notes: list[str] = []
    doubts: list[_Doubt] = []
    if q is None:
        return q, notes, doubts
    q = q.copy()
    for k in np.flatnonzero(turning):
        angle, joint = q[:, k], order[k]
        found = whole_turns(times.t, angle)
        if found.doubtful:
            sample = found.doubtful[0]
            before = angle[:sample][~np.isnan(angle[:sample])][-1]
            doubts.append(_Doubt(joint, sample, float(angle[sample] - before)))
        elif found.jumps:
            q[:, k] = angle + TURN * found.turns
            many = f"{len(found.jumps)} jumps" if len(found.jumps) > 1 else "a jump"
            notes.append(f"{joint}: {many} by whole turns taken out of q")
    return q, notes, doubts


def _said(doubts: list[_Doubt], t: FloatArray) -> list[str]:
    """Return a sentence on steps in doubt, and what to do."""
    if not doubts:
        return []
    joint, sample, step = doubts[0]
    others = ", ".join(each.joint for each in doubts[1:])
    text = f"{joint} moves {step:.4g} rad in one step, at {t[sample]:.6g} s" + (
        f"; steps of {others} are such, too" if others else ""
    )
    if abs(step) > _DEGREES:
        return [f"{text}: if angles are in degrees, write 'q_{joint} [deg]', or degrees=True"]
    return [f"{text}: a motion or a whole turn, left as it is; log more often, or unwrap it"]


def _array(
    quantity: str,
    order: list[str],
    columns: list[Column],
    sheet: Sheet,
    kept: NDArray[np.bool_],
) -> FloatArray | None:
    """Return the values of a quantity, (kept rows, joints) in this order; None without columns."""
    of_joint: dict[str, Column] = {}
    for column in columns:
        if column.quantity == quantity and of_joint.setdefault(column.joint, column) != column:
            raise ValueError(f"columns: {quantity} of {column.joint!r} occurs twice")
    if not of_joint:
        return None
    lacking = [joint for joint in order if joint not in of_joint]
    if lacking:
        raise ValueError(f"columns: there is no {quantity} of {listed(lacking)}")
    chosen = (of_joint[joint] for joint in order)
    return np.stack(
        [each.factor * numbers(sheet.columns[each.place])[kept] for each in chosen], axis=1
    )


def _is_length(column: Column) -> bool:
    return column.unit is not None and column.unit.partition("/")[0] in LENGTHS


def _require_unit_of_joint(column: Column, heading: str, turns: bool) -> None:
    """Check that angles are those of a revolute joint, and lengths those of a prismatic one."""
    if column.unit is None or column.quantity not in ("q", "qd", "qdd"):
        return
    if _is_length(column) == turns:
        kind, base = ("revolute", "rad") if turns else ("prismatic", "m")
        rate = {"q": "", "qd": "/s", "qdd": "/s^2"}[column.quantity]
        raise ValueError(
            f"column {heading!r}: {column.joint!r} is {kind}: expected {base}{rate} or the like, "
            f"got {column.unit}"
        )


def _torques(currents: FloatArray | None, constants: ArrayLike) -> FloatArray:
    """Return the torques of currents (m, n) by constants (n,), after checks."""
    if currents is None:
        raise ValueError("torque_constants: expected currents, as 'current_elbow', got none")
    n = currents.shape[1]
    factors = real_array("torque_constants", constants, (n,), "one for each joint of the log")
    require("torque_constants", factors != 0, "must not be zero", factors, "joint")
    return currents * factors
