"""Errors of a C++ compiler, with the line of the user's header."""

from __future__ import annotations

import re
from pathlib import Path

_ERROR = re.compile(
    r"^(?:(?P<file>.+?):(?P<line>\d+):(?:\d+:)? )?(?:.*?: )?(?:fatal )?error: (?P<message>.*)$",
    re.MULTILINE,
)
# what compilers write before the message of a static assertion
_ASSERTION = re.compile(r"static assertion failed(?: due to requirement '.*?')?: ")
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


def compilation_error(header: Path, log: str, command: tuple[str, ...]) -> CompilationError:
    """Return an error with the first message of a log, and the line of the header it is about."""
    first = _ERROR.search(log)
    said = first["message"] if first else (log.strip().splitlines() or ["no message"])[-1]
    said = _ASSERTION.sub("", said)
    if "Traced" in said:
        said += _SCALAR
    line = _line(header, log, first)
    place = f"{header.name}, line {line}" if line else header.name
    return CompilationError(
        f"path: {place}: {said}{_shown(header, line)}\n(the whole log is the attribute log)",
        log,
        command,
    )


def _line(header: Path, log: str, first: re.Match[str] | None) -> int:
    """Return the line of the header that the first error is in, or comes from; 0 if unknown."""
    if first is None:
        return 0
    if first["file"] == str(header):
        return int(first["line"])
    if "static assertion" in first["message"]:
        return 0
    comes_from = re.compile(
        rf"^{re.escape(str(header))}:(\d+):.*(?:required|requested)", re.MULTILINE
    )
    found = comes_from.search(log)
    return int(found[1]) if found else 0


def _shown(header: Path, line: int) -> str:
    lines = header.read_text(encoding="utf-8", errors="replace").splitlines()
    return f"\n{line:5} | {lines[line - 1].rstrip()}" if 0 < line <= len(lines) else ""
