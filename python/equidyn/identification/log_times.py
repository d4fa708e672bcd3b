"""Times of a log: unit from the heading, or from the numbers."""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..arm.checks.findings import warn
from ..validation import FloatArray, unknown
from .log_dates import has_zone, is_date, seconds_since_1970
from .log_file import Sheet, listed
from .log_units import PARTS, known_unit, split

_SECOND = r"(?:milli|micro|nano|[munµ])?sec(?:ond)?s?"
TIME = re.compile(
    rf"(?P<of>.*/)?(?:(?P<name>%?_*(?:t|time|timestamp|stamp|date_?time))(?:_(?P<part>[muµn]?s|{_SECOND}))?"
    rf"|(?P<alone>(?:milli|micro|nano)?seconds))",
    re.IGNORECASE,
)
_TOLD = ("s", "ms", "us", "ns")

# heading of the time of a stamp
_MERGED = "stamp [ns]"

# two columns of one time: whole seconds, and the rest in parts of a second
_STAMP = re.compile(
    rf"(?P<of>(?:.*[/._ ])?(?:(?:time)?stamp|time|t|tv)[/._ ])?(?P<part>{_SECOND})", re.IGNORECASE
)

# s, the largest magnitude of a time
_LATEST = Decimal(10) ** 15

# s since 1970, the years 2010 to 2100; steps of samples, s, that come with such times: longer ones
# are those of a clock that counts from its start, in parts a thousand times smaller
_THIS_CENTURY, _STEPS = (1262304000.0, 4102444800.0), (1e-5, 0.2)

# least cosine of changes of position and their prediction by velocities, from which a unit is told;
# largest factor between both in it
_ALIKE, _NEAR = 0.9, 2.0

# speeds of joints of a robot, rad/s or m/s, and part of the steps that are no outliers; their
# least range in a motion
_SPEEDS, _USUAL, _MOVED = (0.02, 20.0), 0.9, 0.05

# steps from which times may be in ms, and from which they cannot be in s
_SLOW, _LONGEST_STEP = 0.1, 100.0

# s, steps of samples of a motion; longer ones ask for the unit
_SAMPLED = (1e-4, 1.0)

# headings of a log by libfranka
_LIBFRANKA = {"success_rate", "state.q[0]"}

# faster than any joint in a millisecond, in rad, degrees or m
_TOO_FAST = 1.0


class Times(NamedTuple):
    """Times of a log.

    Attributes
    ----------
    t : ndarray, shape (m,)
        Times after the first sample, in the unit.
    start : Decimal
        Time of the first sample, in the unit.
    heading : str
        Heading of their column.
    unit : str or None
        Unit in the heading.
    kept : ndarray of bool, shape (rows,)
        Rows with these times; others repeat the time before them.
    """

    t: FloatArray
    start: Decimal
    heading: str
    unit: str | None
    kept: NDArray[np.bool_]


def read_times(sheet: Sheet, place: int) -> Times:
    """Return the times of a log in a column, checked, in their own unit."""
    heading = sheet.headings[place]
    name, bracketed = split(heading)
    match = TIME.fullmatch(name)
    assert match is not None
    cells = sheet.columns[place]
    named = (match["part"] or match["alone"] or "").lower()
    if not named and match["name"].startswith("%"):
        named = "ns"
    dated = is_date(cells[0])
    # a note such as [UTC] is no unit of dates
    unit = "s" if dated else known_unit(bracketed or named, PARTS) or None
    if unit is not None and unit not in PARTS:
        raise ValueError(f"column {heading!r}: {unknown(unit, list(PARTS))}")
    if dated:
        _require_same_zones(cells)
    largest = _LATEST * PARTS[unit or "ns"]
    times: list[Decimal] = []
    for number, cell in enumerate(cells, start=1):
        time = seconds_since_1970(cell) if dated else _decimal(cell)
        if time is None or abs(time) > largest:
            raise ValueError(f"row {number}: expected a time, got {cell!r}")
        times.append(time)
    # in decimals, since nanoseconds since 1970 have more digits than a double
    t = np.array([float(time - times[0]) for time in times])
    steps = np.diff(t)
    repeats = steps == 0
    # more repeats than increases are times in a unit too coarse
    back = np.flatnonzero(steps <= 0 if 2 * repeats.sum() >= len(t) else steps < 0)
    if len(back):
        number = int(back[0]) + 2
        cell = cells[number - 1]
        raise ValueError(f"row {number}: times must increase, got {cell!r}")
    kept = np.append(True, ~repeats)
    return Times(t[kept], times[0], heading, unit, kept)


def _require_same_zones(cells: Sequence[str]) -> None:
    """Check that all dates have a zone, or none has one."""
    zoned = has_zone(cells[0])
    for number, cell in enumerate(cells, start=1):
        if is_date(cell) and has_zone(cell) != zoned:
            raise ValueError(
                f"row {number}: expected a time {'with' if zoned else 'without'} a zone, as in "
                f"row 1, got {cell!r}"
            )


def with_one_time(sheet: Sheet) -> tuple[Sheet, int]:
    """Return a table with the time of its rows in one column, and the place of that.

    A plain name as "time" comes before a stamp in two columns, and that before a name with a path,
    which is about one message.

    Raises
    ------
    ValueError
        If there is no time, or are several.
    """
    pairs = _pairs(sheet.headings)
    paired = {place for pair in pairs.values() for place in pair.values()}
    single = {
        place: match
        for place, heading in enumerate(sheet.headings)
        if (match := TIME.fullmatch(split(heading)[0])) and place not in paired
    }
    plain = [place for place, match in single.items() if match["of"] is None]
    places = plain or [pair["s"] for pair in pairs.values()] or list(single)
    if len(places) != 1:
        got = listed([sheet.headings[place] for place in places] or sheet.headings)
        raise ValueError(f"columns: expected one time column, such as 't' or 'time', got {got}")
    (place,) = places
    if place not in paired:
        return sheet, place
    (pair,) = pairs.values()
    (unit,) = pair.keys() - {"s"}
    headings, columns = list(sheet.headings), list(sheet.columns)
    headings[place] = _MERGED
    columns[place] = tuple(
        _stamp(whole, rest, unit)
        for whole, rest in zip(columns[place], columns[pair[unit]], strict=True)
    )
    del headings[pair[unit]], columns[pair[unit]]
    return sheet._replace(headings=headings, columns=columns), headings.index(_MERGED)


def _pairs(headings: list[str]) -> dict[str, dict[str, int]]:
    """Return the places of whole seconds and of their parts, by unit, for each stamp of both."""
    parts: dict[str, dict[str, int]] = {}
    for place, heading in enumerate(headings):
        if match := _STAMP.fullmatch(split(heading)[0]):
            unit = known_unit(match["part"].lower(), PARTS)
            parts.setdefault((match["of"] or "").casefold(), {})[unit] = place
    return {of: places for of, places in parts.items() if len(places) == 2 and "s" in places}


def _stamp(whole: str, rest: str, unit: str) -> str:
    """Return the nanoseconds of a stamp; both texts if they are not its whole and its rest."""
    seconds, parts = _decimal(whole), _decimal(rest)
    if seconds is None or parts is None or seconds % 1 or not 0 <= parts < PARTS[unit]:
        return f"{whole} s and {rest} {unit}"
    nanoseconds = PARTS["ns"] * seconds + PARTS["ns"] // PARTS[unit] * parts
    return f"{nanoseconds.normalize():f}"


def _decimal(cell: str) -> Decimal | None:
    """Return a finite number in decimals; None for anything else."""
    if "_" in cell or not cell.isascii():
        return None
    try:
        # a sum refuses an exponent beyond those of decimals
        value = Decimal(cell) + 0
    except ArithmeticError:
        return None
    return value if value.is_finite() else None


def unit_of_times(
    times: Times, headings: list[str], q: FloatArray | None, qd: FloatArray | None
) -> tuple[str, str]:
    """Return the unit of times, and a note if it comes from the numbers, not the heading.

    Parameters
    ----------
    times : Times
        The times.
    headings : list of str
        Headings of all columns.
    q, qd : ndarray, shape (m, n), or None
        Positions, without jumps, and velocities.
    """
    if times.unit is not None:
        return times.unit, ""
    fitting = _by_velocities(times.t, q, qd)
    told = fitting or _since_1970(times)
    if told is not None:
        how = "so positions change by their velocities" if fitting else "they count since 1970"
        return told, f"{times.heading!r} is in {told}: {how}" if told != "s" else ""
    largest = max(abs(float(times.start)), abs(float(times.start) + times.t[-1]))
    if largest > float(_LATEST):
        raise ValueError(
            f"column {times.heading!r}: expected s, got {float(times.start):.6g}: name the unit, "
            f"as '{times.heading} [ns]'"
        )
    if set(headings) >= _LIBFRANKA:
        return "ms", f"{times.heading!r} is in ms: libfranka writes it so"
    unit, doubt = _by_steps(times, q)
    warn("the times of a log", doubt)
    return unit, ""


def _since_1970(times: Times) -> str | None:
    """Return the unit in which times count from 1970 to this century, if only one does."""
    step = float(np.median(np.diff(times.t))) if len(times.t) > 1 else None
    start, (first, last), (least, most) = float(times.start), _THIS_CENTURY, _STEPS
    units = [
        unit
        for unit in _TOLD
        if first <= start / PARTS[unit] <= last
        and (step is None or least <= step / PARTS[unit] <= most)
    ]
    return units[0] if len(units) == 1 else None


def _by_velocities(t: FloatArray, q: FloatArray | None, qd: FloatArray | None) -> str | None:
    """Return the unit in which velocities, by the trapezoidal rule, change positions as they do."""
    if q is None or qd is None or len(t) < 3:
        return None
    with np.errstate(over="ignore", invalid="ignore"):
        moved, expected = np.diff(q, axis=0), (qd[1:] + qd[:-1]) / 2 * np.diff(t)[:, np.newaxis]
        known = np.isfinite(moved) & np.isfinite(expected)
        of_both, of_moved, of_expected = (
            float(np.sum((a * b)[known]))
            for a, b in ((moved, expected), (moved, moved), (expected, expected))
        )
    if not of_both > _ALIKE * np.sqrt(of_moved) * np.sqrt(of_expected) > 0:
        return None
    ratio = of_both / of_expected
    near = (unit for unit in _TOLD if 1 / _NEAR < ratio * PARTS[unit] < _NEAR)
    return next(near, None)


def _by_steps(times: Times, q: FloatArray | None) -> tuple[str, list[str]]:
    """Return the unit that steps and speeds of joints tell, and a sentence if another is possible.

    Speeds of robots differ by less than units do, so that they fit one unit at most.
    """
    step = float(np.median(np.diff(times.t))) if len(times.t) > 1 else 0.0
    speed, moved = _motion(times.t, q)
    if step < _SLOW or (speed > _TOO_FAST and step < _LONGEST_STEP):
        return "s", []
    least, most = _SPEEDS
    likely = [unit for unit in _TOLD[1:] if _SAMPLED[0] <= step / PARTS[unit] < _SAMPLED[1]]
    fits = [unit for unit in likely if least <= speed * PARTS[unit] < most]
    moves = moved > _MOVED
    heading = f"column {times.heading!r}"
    if moves and fits and step >= _SAMPLED[1]:
        taken, why = fits[0], f", since joints move {speed:.2g} in one of them"
    elif step >= _LONGEST_STEP:
        raise ValueError(
            f"{heading}: expected a unit, as '{times.heading} [ms]', got steps of {step:g}"
        )
    elif step >= _SAMPLED[1] or (moves and fits):
        taken, why = "s", ""
    else:
        return "s", []
    other = next((unit for unit in likely if unit != taken), "ms") if taken == "s" else "s"
    return taken, [
        f"{heading} has no unit and steps of {step:g}, which are taken for {taken}{why}: "
        f"write '{times.heading} [{taken}]', or '{times.heading} [{other}]' if they are {other}"
    ]


def _motion(t: FloatArray, q: FloatArray | None) -> tuple[float, float]:
    """Return a large speed of the fastest joint, without outliers, and the longest range."""
    if q is None or len(t) < 2:
        return 0.0, 0.0
    with np.errstate(over="ignore", invalid="ignore"):
        rates = np.abs(np.diff(q, axis=0)) / np.diff(t)[:, np.newaxis]
        ranges = [
            float(np.ptp(angles[~np.isnan(angles)])) for angles in q.T if not np.isnan(angles).all()
        ]
    known = [rate[~np.isnan(rate)] for rate in rates.T]
    speeds = [float(np.quantile(rate, _USUAL)) for rate in known if rate.size]
    return max(speeds, default=0.0), max(ranges, default=0.0)
