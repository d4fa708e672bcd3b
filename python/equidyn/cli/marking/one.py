"""Marking of a single file, with all tables."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from ...output.text import visible
from ..terminal import complain, show
from .assignment import Assignment
from .marks import mark

PASSED, FAILED, NOT_RUN = 0, 1, 2


def mark_one(assignment: Assignment, file: Path, *, as_json: bool) -> int:
    """Mark a file and print everything; return the exit status."""
    marked = mark(assignment, file, echo=True)
    for said in marked.remarks:
        complain(f"{file.name}: {said}")
    for traceback in marked.tracebacks:
        print(visible(traceback), end="", file=sys.stderr)
    if as_json:
        print(json.dumps(marked.to_dict(), indent=2))
    else:
        for marking in marked.markings:
            show(marking)
    if marked.fault:
        return NOT_RUN
    return PASSED if marked.passed else FAILED
