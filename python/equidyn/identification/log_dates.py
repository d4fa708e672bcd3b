"""Dates with a time of day in a log, as ISO 8601 and RFC 3339 write them, in seconds since 1970."""

from __future__ import annotations

import re
from datetime import datetime, timedelta, timezone
from decimal import Decimal

_DATE = re.compile(
    r"(?P<day>\d{4}-\d\d-\d\d)[Tt ](?P<time>\d\d:\d\d:\d\d)(?:[.,](?P<part>\d+))?"
    r" ?(?P<zone>[Zz]|(?P<sign>[+-])(?P<hours>\d\d):?(?P<minutes>\d\d)?)?",
    re.ASCII,
)
_EPOCH = datetime(1970, 1, 1)


def is_date(cell: str) -> bool:
    """Tell whether a cell has the form of a date with a time of day."""
    return _DATE.fullmatch(cell) is not None


def has_zone(cell: str) -> bool:
    """Tell whether a date says its offset from UTC."""
    match = _DATE.fullmatch(cell)
    return match is not None and match["zone"] is not None


def seconds_since_1970(cell: str) -> Decimal | None:
    """Return the time of a date, exactly, in UTC if it has no zone; None if there is no such date.

    Decimals, since those of nanoseconds have more digits than a double.
    """
    match = _DATE.fullmatch(cell)
    if match is None:
        return None
    try:
        moment = datetime.fromisoformat(f"{match['day']} {match['time']}")
        offset = _offset(match)
    except ValueError:
        return None
    whole = (moment - _EPOCH - offset) // timedelta(seconds=1)
    return Decimal(f"{whole}") + Decimal(f"0.{match['part'] or 0}")


def _offset(match: re.Match[str]) -> timedelta:
    if match["sign"] is None:
        return timedelta()
    ahead = timedelta(hours=int(match["hours"]), minutes=int(match["minutes"] or 0))
    # checks that it is less than a day
    timezone(ahead)
    return ahead if match["sign"] == "+" else -ahead
