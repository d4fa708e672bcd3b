"""The process in which a student's file runs: it returns answers of the functions, no verdict."""

from __future__ import annotations

import json
import os
import select
import signal
import sys
import traceback
import warnings
from contextlib import suppress
from importlib.machinery import SourceFileLoader
from pathlib import Path
from threading import Thread
from types import ModuleType
from typing import Any

import numpy as np

from .. import Arm, ArmWarning
from ..compilation.processes import end_tree
from ..implementations import in_words
from ..studies.grading.grading import task_of
from ..studies.grading.student import Student
from ..studies.grading.tasks import TASKS


def main() -> None:
    """Read orders from the standard input, and write a report, one line of JSON each."""
    orders = json.loads(sys.stdin.buffer.readline())
    _end_with_the_parent(os.dup(0))
    # keep the student's output out of the report, and orders out of the student's input
    report = os.dup(1)
    os.dup2(2, 1)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    # modules of Python come first, so that no file in the student's folder replaces them
    sys.path.append(str(Path(orders["file"]).parent))
    line = json.dumps(_report(**orders)).encode() + b"\n"
    for stream in (sys.stdout, sys.stderr):
        # either may be closed, or replaced by the student
        with suppress(Exception):
            stream.flush()
    with open(report, "wb") as file:
        file.write(line)


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


def _report(
    file: str,
    arm: dict[str, Any] | None,
    function: str | None,
    quantity: str | None,
    **options: Any,
) -> dict[str, Any]:
    """Return the arm and the answers of each function, or the reason why there are none."""
    try:
        module = _loaded(file)
        found = _functions(module, function, quantity)
        robot = _arm(module) if arm is None else _made(arm)
        answers = {of: _answers(function or of, f, of, robot, **options) for of, f in found.items()}
    except SystemExit as end:
        return _fault(f"calls sys.exit({end.code!r})")
    except (_CannotRun, ValueError, TypeError) as error:
        return _fault(str(error), _traceback(file, error.__cause__))
    return {"arm": robot.to_dict(), "answers": answers}


def _fault(said: str, traceback: str = "") -> dict[str, Any]:
    return {"fault": said, "traceback": traceback}


class _CannotRun(Exception):
    """A file that raises an error, which is the cause, or that is not a Python file."""


def _loaded(file: str) -> ModuleType:
    """Run a file as a module with a name that nothing else imports."""
    if Path(file).suffix.lower() != ".py":
        raise _CannotRun("expected a Python file, .py")
    loader = SourceFileLoader("__student__", file)
    module = ModuleType(loader.name)
    module.__file__ = file
    sys.modules[loader.name] = module  # data classes need it
    try:
        loader.exec_module(module)
    except Exception as error:
        raise _CannotRun("cannot be run") from error
    return module


def _functions(module: ModuleType, function: str | None, quantity: str | None) -> dict[str, Any]:
    """Return the function of each quantity to mark."""
    if function is not None:
        if not hasattr(module, function):
            raise ValueError(f"--function: the file defines no {function!r}")
        return {str(quantity): getattr(module, function)}
    names = [quantity] if quantity else list(TASKS)
    found = {name: getattr(module, name) for name in names if hasattr(module, name)}
    if not found:
        raise ValueError(
            f"the file defines none of {', '.join(names)}; name the function with --function"
        )
    return found


def _arm(module: ModuleType) -> Arm:
    """Return the arm that a file defines."""
    arm = getattr(module, "arm", None)
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
        return Student.of(name, f, task).answers().to_plain(task)


def _traceback(file: str, error: BaseException | None) -> str:
    """Return a traceback that begins in the student's file."""
    if error is None:
        return ""
    frame = error.__traceback__
    while frame and frame.tb_frame.f_code.co_filename != file:
        frame = frame.tb_next
    try:
        return "".join(traceback.format_exception(type(error), error, frame))
    except Exception:
        return in_words(error)
