"""The process in which a student's file runs: it returns answers of the functions, no verdict."""

from __future__ import annotations

import json
import os
import select
import signal
import sys
import traceback
import warnings
from collections.abc import Callable, Iterator
from contextlib import suppress
from inspect import getattr_static
from pathlib import Path
from threading import Thread
from typing import Any

import numpy as np

from ... import Arm, ArmWarning
from ...compilation.processes import end_tree
from ...implementations import in_words
from ...studies.grading.grading import task_of
from ...studies.grading.student import Student
from .hand_in import CannotRun, loaded
from .replaced import objects, told


def main() -> None:
    """Read orders from the standard input, and write reports, each a line of JSON."""
    orders = json.loads(sys.stdin.buffer.readline())
    _end_with_the_parent(os.dup(0))
    # keep the student's output out of the reports, and orders out of the student's input
    reports = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    _limit_memory(orders.pop("memory"))
    # modules of Python come first, so that no file in the student's folder replaces them
    sys.path.append(str(Path(orders["file"]).parent))
    for report in _reports(**orders):
        for stream in (sys.stdout, sys.stderr):
            # either may be closed, or replaced by the student
            with suppress(Exception):
                stream.flush()
        reports.write(json.dumps(report).encode() + b"\n")
        reports.flush()


def _end_with_the_parent(pipe: int) -> None:
    """End this process and its children when the parent closes a pipe."""

    def wait() -> None:
        os.read(pipe, 1)
        end_tree(os.getpid())
        os._exit(1)

    if sys.platform == "linux":
        import fcntl

        # by a signal of the kernel, because a thread waits during a long step of Python
        with suppress(OSError):
            fcntl.fcntl(pipe, fcntl.F_SETOWN, -os.getpgrp())
            fcntl.fcntl(pipe, fcntl.F_SETSIG, signal.SIGKILL)
            fcntl.fcntl(pipe, fcntl.F_SETFL, os.O_ASYNC)
            if not select.select([pipe], [], [], 0)[0]:
                return
    Thread(target=wait, daemon=True).start()


def _limit_memory(gigabytes: float) -> None:
    """Limit the address space, where the system can."""
    if sys.platform == "win32" or not np.isfinite(gigabytes):
        return
    import resource

    size = int(gigabytes * 2**30)
    with suppress(OSError, ValueError):  # there may be a smaller limit
        resource.setrlimit(resource.RLIMIT_AS, (size, size))


def _reports(
    file: str,
    arm: dict[str, Any] | None,
    functions: dict[str, str],
    without: list[str],
    **options: Any,
) -> Iterator[dict[str, Any]]:
    """Yield what the file defines, then the answers of each function, or why there are none.

    Parameters
    ----------
    file : str
        The student's file.
    arm : dict or None
        The arm; that of the file if None.
    functions : dict
        Names of functions, by the quantity that each computes.
    without : list of str
        Quantities that are not asked for again.
    **options
        As of `task_of`.
    """
    before = objects()
    try:
        module, notes = loaded(Path(file))
        robot = _arm(module) if arm is None else _made(arm)
    except SystemExit as end:
        yield _fault(f"calls sys.exit({end.code!r})")
        return
    except CannotRun as error:
        said = f": {in_words(error.__cause__)}" if error.__cause__ else ""
        yield _fault(f"{error}{said}", _traceback(file, error.__cause__))
        return
    except Exception as error:
        yield _fault(told(before) or str(error))
        return
    if replaced := told(before):
        notes = [*notes, replaced]
    names = [name for name in module if not name.startswith("_")]
    found = {of: name for of, name in functions.items() if name in module}
    yield {"arm": robot.to_dict(), "found": list(found), "names": names, "notes": notes}
    for quantity, name in found.items():
        if quantity in without:
            continue
        try:
            yield _answers(name, module[name], quantity, robot, **options)
        except SystemExit as end:
            yield _fault(f"calls sys.exit({end.code!r})")
        except Exception as error:
            # an error of equidyn, which the file has changed, says nothing to the student
            theirs = error.__cause__ is not None
            known = theirs or isinstance(error, (ValueError, TypeError))
            said = ("" if theirs else told(before)) or (str(error) if known else in_words(error))
            yield _fault(said, _traceback(file, error.__cause__))


def _fault(said: str, traceback: str = "") -> dict[str, Any]:
    return {"fault": said, "traceback": traceback}


def _arm(module: dict[str, Any]) -> Arm:
    """Return the arm that a file defines."""
    arm = module.get("arm")
    if not isinstance(arm, Arm):
        raise ValueError("--arm: expected a robot, since the file defines no `arm`")
    return arm


def _made(data: dict[str, Any]) -> Arm:
    """Return an arm; the parent has already warned about suspect data."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ArmWarning)
        return Arm.from_dict(data)


def _answers(name: str, f: Any, quantity: str, arm: Arm, **options: Any) -> dict[str, Any]:
    """Return the answers of a function in random states, as plain data."""
    task = task_of(arm, quantity, **options)
    with np.errstate(all="ignore"):
        student = Student.of(name, f, task)
        answers = student.answers()
        return {**answers.to_plain(task), "calls": _called(student)}


def _called(student: Student) -> list[str]:
    """Return the methods of the arm that a student's function calls for the first state."""
    called: list[str] = []
    inside = False

    def recorded(name: str, method: Callable[..., Any]) -> Callable[..., Any]:
        def call(*arguments: Any, **options: Any) -> Any:
            nonlocal inside
            if inside:
                return method(*arguments, **options)
            inside = True
            called.append(name)
            try:
                return method(*arguments, **options)
            finally:
                inside = False

        return call

    # what computes is inherited
    names = [x for x in dir(Arm) if x[0] != "_" and x not in vars(Arm)]
    static = {name: getattr_static(Arm, name) for name in names}
    methods = {
        name: getattr(Arm, name)
        for name, found in static.items()
        if callable(found) and not isinstance(found, (classmethod, staticmethod, property))
    }
    first = tuple(operand[:1] for operand in student.task.operands)
    try:
        for name, method in methods.items():
            setattr(Arm, name, recorded(name, method))
        with suppress(Exception):
            student.takes_single_states(student.task.arm, first)
    finally:
        for name in methods:
            delattr(Arm, name)
    return list(dict.fromkeys(called))


def _traceback(file: str, error: BaseException | None) -> str:
    """Return a traceback that begins in the student's file."""
    if error is None:
        return ""
    frame = error.__traceback__
    while frame and not frame.tb_frame.f_code.co_filename.startswith(file):
        frame = frame.tb_next
    try:
        return "".join(traceback.format_exception(type(error), error, frame))
    except Exception:
        return in_words(error)
