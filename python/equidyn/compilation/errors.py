"""Errors of a C++ compiler, with the line of the user's header."""

from __future__ import annotations

import re
import signal
from contextlib import suppress
from pathlib import Path

from ..output.text import in_one_line

_ERROR = re.compile(r"(?:^|(?<=: ))(?:fatal )?error: (?P<message>.*)$", re.MULTILINE)
_PLACE = re.compile(r"(?P<file>.+?):(?P<line>\d+):(?:\d+:)? ")
# text that compilers write before the message of a static assertion
_ASSERTION = re.compile(r"static assertion failed(?: due to requirement '.*?')?: ")
# characters shown of a message or a line
_LONGEST = 300
_SCALAR = "; a formulation computes over any scalar: write T for double, and branch on no value"


class CompilationError(ValueError):
    """A header that does not compile.

    Attributes
    ----------
    log : str
        All that the compiler wrote.
    command : tuple of str
        Its command line.
    """

    def __init__(self, message: str, log: str, command: tuple[str, ...]) -> None:
        super().__init__(message)
        self.log = log
        self.command = command


def compilation_error(
    header: Path, status: int, log: str, command: tuple[str, ...]
) -> CompilationError:
    """Return an error with the first message of a log, and the line of the header it is about."""
    first = _ERROR.search(log)
    said = first["message"] if first else (log.strip().splitlines() or ["no message"])[-1]
    said = _ASSERTION.sub("", _cut(said, 10 * _LONGEST), count=1)
    said = in_one_line(_cut(said, _LONGEST))
    if "Traced" in said or "Pack" in said:
        said += _SCALAR
    if first is None or status < 0:
        said += f" (the compiler ended {_ending(status)})"
    line = _line(header, log, first)
    name = in_one_line(header.name)
    place = f"{name}, line {line}" if line else name
    return CompilationError(
        f"path: {place}: {said}{_shown(header, line)}\n(the whole log is the attribute log)",
        log,
        command,
    )


def not_loaded(header: Path, reason: str, log: str, command: tuple[str, ...]) -> CompilationError:
    """Return an error for what a compiler made without a message, and the system does not load."""
    name, program, said = map(in_one_line, (header.name, command[0], _cut(reason, _LONGEST)))
    message = f"path: {name}: expected a library that can be loaded, got from {program}: {said}"
    return CompilationError(message, log, command)


def _ending(status: int) -> str:
    if status >= 0:
        return f"with status {status}"
    try:
        name = signal.Signals(-status).name
    except ValueError:
        name = f"signal {-status}"
    return f"by {name}" + (", too little memory?" if name == "SIGKILL" else "")


def _cut(text: str, most: int) -> str:
    return text if len(text) <= most else f"{text[:most]}…"


def _line(header: Path, log: str, first: re.Match[str] | None) -> int:
    """Return the line of the header that the first error is in, or comes from; 0 if unknown."""
    if first is None:
        return 0
    place = _PLACE.match(log, log.rfind("\n", 0, first.start()) + 1, first.start())
    if place and place["file"] == str(header):
        return int(place["line"])
    if "static assertion" in first["message"]:
        return 0
    comes_from = re.compile(
        rf"^{re.escape(str(header))}:(\d+):.*(?:required|requested)", re.MULTILINE
    )
    found = comes_from.search(log)
    return int(found[1]) if found else 0


def _shown(header: Path, line: int) -> str:
    lines: list[str] = []
    with suppress(OSError):  # an editor may replace it meanwhile
        lines = header.read_text(encoding="utf-8", errors="replace").split("\n")
    if not 0 < line <= len(lines):
        return ""
    return f"\n{line:5} | {_cut(in_one_line(lines[line - 1].rstrip()), _LONGEST)}"
