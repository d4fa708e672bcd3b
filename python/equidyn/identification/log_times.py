"""Times of a log: unit from the heading, or from the numbers."""

from __future__ import annotations

import re
from collections.abc import Collection
from decimal import Decimal
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..arm.checks.findings import warn
from ..validation import FloatArray, unknown
from .log_file import Sheet, listed

TIME = re.compile(r"(?:.*/)?(%?_*(?:t|time|timestamp|stamp|seconds))(?:_(s|ms|us|ns))?", re.I)
UNIT = re.compile(r"(.*?)\s*[\[(]\s*([^\[\]()\d][^\[\]()]*)[\])]")

# parts of a second
PARTS = {"s": 1, "ms": 10**3, "us": 10**6, "µs": 10**6, "ns": 10**9}
_TOLD = ("s", "ms", "us", "ns")

# two columns of a stamp of ROS: whole seconds, and the nanoseconds of the rest
_STAMP = re.compile(r"(?P<of>(?:.*[/._])?stamp)[/._](?P<part>secs?|nanosecs?|nsecs?)", re.I)

# s, the largest magnitude of a time
_LATEST = Decimal(10) ** 15

# s since 1970, the years 2000 to 2100; steps of samples, s, that come with such times
_THIS_CENTURY, _STEPS = (946684800.0, 4102444800.0), (1e-5, 1.0)

# least cosine of changes of position and their prediction by velocities, from which a unit is told;
# largest factor between both in it
_ALIKE, _NEAR = 0.9, 2.0

# median step of samples from which numbers are rather ms than s
_LONG_STEP = 1.0

# headings of a log by libfranka
_LIBFRANKA = {"success_rate", "state.q[0]"}

# faster than any joint in a second, in rad, degrees or m
_IMPOSSIBLE = 1000.0


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


def split(heading: str) -> tuple[str, str | None]:
    """Return a heading without its unit, and the unit."""
    match = UNIT.fullmatch(heading)
    # there are two characters µ: micro and the Greek letter
    return (match[1], match[2].strip().replace("\u03bc", "µ")) if match else (heading, None)


def known_unit(unit: str, units: Collection[str]) -> str:
    """Return a unit as it is spelt among these, if it is so in capitals: MNm is no mNm."""
    alike = [
        each
        for each in units
        if unit in (each.upper(), *([] if each.startswith("m") else [each.capitalize()]))
    ]
    return unit if unit in units or len(alike) != 1 else alike[0]


def time_column(headings: list[str]) -> int:
    """Return the place of the column of time."""
    places = [k for k, heading in enumerate(headings) if TIME.fullmatch(split(heading)[0])]
    if len(places) != 1:
        got = listed([headings[k] for k in places] or headings)
        raise ValueError(f"columns: expected one time column, such as 't' or 'time', got {got}")
    return places[0]


def read_times(sheet: Sheet) -> Times:
    """Return the times of a log, checked, in their own unit."""
    place = time_column(sheet.headings)
    heading = sheet.headings[place]
    name, bracketed = split(heading)
    match = TIME.fullmatch(name)
    assert match is not None
    named = {"%": "ns", "seconds": "s"}.get(match[1][:1] if "%" in match[1] else match[1].lower())
    unit = bracketed or match[2] or named
    unit = unit and known_unit(unit, PARTS)
    if unit is not None and unit not in PARTS:
        raise ValueError(f"column {heading!r}: {unknown(unit, list(PARTS))}")
    largest = _LATEST * PARTS[unit or "ns"]
    times: list[Decimal] = []
    for number, cell in enumerate(sheet.columns[place], start=1):
        time = _decimal(cell)
        if time is None or abs(time) > largest:
            hint = f": write '{heading} [{cell}]' for a unit" if cell in PARTS else ""
            raise ValueError(f"row {number}: expected a time, got {cell!r}{hint}")
        times.append(time)
    # in decimals, since nanoseconds since 1970 have more digits than a double
    t = np.array([float(time - times[0]) for time in times])
    steps = np.diff(t)
    repeats = steps == 0
    # more repeats than increases are times in a unit too coarse
    back = np.flatnonzero(steps <= 0 if 2 * repeats.sum() >= len(t) else steps < 0)
    if len(back):
        number = int(back[0]) + 2
        cell = sheet.columns[place][number - 1]
        raise ValueError(f"row {number}: times must increase, got {cell!r}")
    kept = np.append(True, ~repeats)
    return Times(t[kept], times[0], heading, unit, kept)


def with_stamps(sheet: Sheet) -> Sheet:
    """Return a table whose stamps of ROS, in two columns, are one column of time, if no other is.

    Raises
    ------
    ValueError
        If there are several stamps.
    """
    if any(TIME.fullmatch(split(heading)[0]) for heading in sheet.headings):
        return sheet
    parts: dict[str, dict[bool, int]] = {}
    for place, heading in enumerate(sheet.headings):
        if match := _STAMP.fullmatch(heading):
            parts.setdefault(match["of"], {})[match["part"].lower().startswith("n")] = place
    pairs = {of: places for of, places in parts.items() if len(places) == 2}
    if not pairs:
        return sheet
    if len(pairs) > 1:
        raise ValueError(f"columns: expected one stamp, got {listed(list(pairs))}")
    (places,) = pairs.values()
    headings, columns = list(sheet.headings), list(sheet.columns)
    whole, rest = places[False], places[True]
    headings[whole] = "stamp [s]"
    columns[whole] = tuple(map(_stamp, columns[whole], columns[rest]))
    del headings[rest], columns[rest]
    return sheet._replace(headings=headings, columns=columns)


def _stamp(whole: str, rest: str) -> str:
    """Return the seconds of a stamp; both texts if they are no numbers."""
    seconds, nanoseconds = _decimal(whole), _decimal(rest)
    if seconds is None or nanoseconds is None or not 0 <= nanoseconds < PARTS["ns"]:
        return f"{whole} s and {rest} ns"
    return str(seconds + nanoseconds / PARTS["ns"])


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
    since = _since_1970(times)
    told = since or _by_velocities(times.t, q, qd)
    if told is not None:
        how = "they count since 1970" if since else "so positions change by their velocities"
        return told, f"{times.heading!r} is in {told}: {how}" if told != "s" else ""
    step = float(np.median(np.diff(times.t))) if len(times.t) > 1 else 0.0
    largest = max(abs(float(times.start)), abs(float(times.start) + times.t[-1]))
    if largest > float(_LATEST):
        raise ValueError(
            f"column {times.heading!r}: expected s, got {float(times.start):.6g}: name the unit, "
            f"as '{times.heading} [ns]'"
        )
    if step < _LONG_STEP or _too_fast(times.t, q):
        return "s", ""
    if set(headings) >= _LIBFRANKA:
        return "ms", f"{times.heading!r} is in ms: libfranka writes it so"
    likely = next((unit for unit in _TOLD if step / PARTS[unit] < _LONG_STEP), "ns")
    warn(
        "the times of a log",
        [
            f"column {times.heading!r} has no unit and steps of {step:g}, which are taken for s: "
            f"write '{times.heading} [s]', or '{times.heading} [{likely}]' if they are {likely}"
        ],
    )
    return "s", ""


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


def _too_fast(t: FloatArray, q: FloatArray | None) -> bool:
    """Tell whether joints would move impossibly fast in milliseconds."""
    if q is None:
        return False
    with np.errstate(over="ignore", invalid="ignore"):
        rates = np.abs(np.diff(q, axis=0)) / np.diff(t)[:, np.newaxis] * PARTS["ms"]
    return bool(np.nanmax(rates, initial=0.0) > _IMPOSSIBLE)
