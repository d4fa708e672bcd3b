"""Marking of a student's file in a process of its own, which may print, raise or never end."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import warnings
from contextlib import suppress
from pathlib import Path
from threading import TIMEOUT_MAX, Thread
from typing import IO, Any

from .. import Arm, ArmWarning
from ..compilation.processes import end_tree
from ..output.text import visible
from ..robots import load
from ..studies.grading import Marking
from ..studies.grading.grading import judged, task_of
from ..studies.grading.student import Answers
from ..studies.grading.tasks import TASKS
from ..validation import choice, count
from .terminal import complain, show

PASSED, FAILED, NOT_RUN = 0, 1, 2

# largest number of bytes shown of the output of a file, and read of a report
_MOST_SHOWN = 100_000
_LARGEST_REPORT = 2**28

# the folder in which the package lies
_EQUIDYN = str(Path(__file__).parents[2])

# seconds for the last output of a process that has ended
_LAST_OUTPUT = 2.0

# no file in the student's folder replaces a module of Python
_PROGRAM = "import sys; sys.path[:] = {path!r}; from equidyn.cli.answering import main; main()"


class _NotMarked(Exception):
    """A file that cannot be marked: the reason, and a traceback."""

    def __init__(self, reason: str, traceback: str = "") -> None:
        super().__init__(reason)
        self.traceback = traceback


def supervise(
    file: Path,
    timeout: float,
    *,
    as_json: bool,
    arm: str | None,
    reading: dict[str, Any],
    function: str | None,
    quantity: str | None,
    **options: Any,
) -> int:
    """Run a file in another process, and mark the answers of its functions.

    Parameters
    ----------
    file : Path
        The student's file.
    timeout : float
        Time limit of the process, s; infinite for no limit.
    as_json : bool
        Whether to print JSON.
    arm, reading
        The robot, if it is not that of the file, as `equidyn.robots.load` takes it.
    function, quantity : str, optional
        The function, and the quantity that it computes.
    **options
        ``friction``, ``motors`` and ``seed``, as `equidyn.grade` takes them.

    Returns
    -------
    int
        0 if everything is right, 1 if something is wrong, 2 if the file cannot be run.
    """
    if not timeout > 0.0:
        raise ValueError(f"--timeout: must be positive (inf: no limit), got {timeout:g}")
    count("--seed", options["seed"], smallest=0)
    if function is not None and quantity is None:
        quantity = function if function in TASKS else "inverse_dynamics"
    if quantity is not None:
        choice("--quantity", quantity, TASKS)
    robot = None if arm is None else load(arm, **reading)
    orders = {"function": function, "quantity": quantity, **options}
    try:
        report = _report(file, timeout, arm=robot and robot.to_dict(), **orders)
        markings = _markings(report, robot, **orders)
    except _NotMarked as reason:
        complain(f"{file}: {reason}")
        print(visible(reason.traceback), end="", file=sys.stderr)
        return NOT_RUN
    _show(markings, as_json)
    return PASSED if all(marking.passed for marking in markings) else FAILED


def _report(file: Path, timeout: float, **orders: Any) -> Any:
    """Return the report of the process of a file, written by `equidyn.cli.answering`."""
    program = _PROGRAM.format(path=_search_path(file.parent))
    reports: list[bytes] = []
    try:
        # a session of its own, so that processes that it starts end with it
        process = subprocess.Popen(
            [sys.executable, "-c", program],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,
        )
    except OSError as error:
        raise _NotMarked(_not_started(error)) from None
    orders_to, reports_of, printed = process.stdin, process.stdout, process.stderr
    assert orders_to is not None
    assert reports_of is not None
    assert printed is not None
    reader = Thread(target=_read_report, args=(reports_of, reports), daemon=True)
    printer = Thread(target=_show_printed, args=(printed,), daemon=True)
    try:
        reader.start()
        printer.start()
        with suppress(BrokenPipeError):
            orders_to.write(json.dumps({"file": str(file), **orders}).encode() + b"\n")
            orders_to.flush()
        reader.join(min(timeout, TIMEOUT_MAX))
        late = reader.is_alive()
    except RuntimeError as error:  # of a thread
        raise _NotMarked(_not_started(error)) from None
    finally:
        # at once: a thread or an exit handler of the student's may never end
        end_tree(process.pid)
        process.wait()
        with suppress(OSError):
            orders_to.close()
    reader.join(_LAST_OUTPUT)
    printer.join(_LAST_OUTPUT)
    if late:
        raise _NotMarked(f"stopped after {timeout:g} s (--timeout allows more)")
    try:
        return json.loads(reports[0])
    except (ValueError, IndexError, RecursionError):
        raise _NotMarked("ended Python before it was marked") from None


def _search_path(folder: Path) -> list[str]:
    """Return the folders of modules: the current folder and that of the file come last."""
    paths = [os.path.abspath(path) for path in (*sys.path, _EQUIDYN)]
    last = {os.path.realpath(os.curdir), str(folder)}
    return sorted(dict.fromkeys(paths), key=lambda path: os.path.realpath(path) in last)


def _not_started(error: Exception) -> str:
    why = error.strerror if isinstance(error, OSError) else str(error)
    return f"the system cannot start a process to run it ({why}): see the limits of ulimit"


def _read_report(stream: IO[bytes], reports: list[bytes]) -> None:
    with stream:
        reports.append(stream.readline(_LARGEST_REPORT))


def _show_printed(stream: IO[bytes]) -> None:
    """Show the output of a process up to a limit; read the rest, so that it does not block."""
    size = 0
    with stream:
        while chunk := os.read(stream.fileno(), _MOST_SHOWN):
            if size < _MOST_SHOWN and sys.stderr is not None:
                with suppress(OSError):
                    sys.stderr.buffer.write(chunk[: _MOST_SHOWN - size])
                    sys.stderr.flush()
            size += len(chunk)
    if size > _MOST_SHOWN:
        complain(f"the file prints more than {_MOST_SHOWN // 1000} kB; the rest is left out")


def _markings(
    report: Any,
    robot: Arm | None,
    function: str | None,
    quantity: str | None,
    **options: Any,
) -> list[Marking]:
    """Return the marking of each function; only the answers of a report are trusted."""
    try:
        if "fault" in report:
            raise _NotMarked(
                str(report["fault"])[:_MOST_SHOWN], str(report["traceback"])[:_MOST_SHOWN]
            )
        if robot is None:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", ArmWarning)  # the file has warned
                robot = Arm.from_dict(report["arm"])
        names = [quantity] if quantity else [name for name in TASKS if name in report["answers"]]
        if not names:
            raise ValueError("no answers")
        tasks = {name: task_of(robot, name, **options) for name in names}
        answers = {name: Answers.of(tasks[name], report["answers"][name]) for name in names}
    except (ValueError, TypeError, LookupError, AttributeError):
        raise _NotMarked("its answers cannot be read") from None
    seed = options["seed"]
    return [judged(tasks[of], answers[of], function or of, of, seed) for of in names]


def _show(markings: list[Marking], as_json: bool) -> None:
    if not as_json:
        for marking in markings:
            show(marking)
        return
    total = {
        "passed": all(marking.passed for marking in markings),
        "points": sum(marking.points for marking in markings),
        "out_of": sum(marking.out_of for marking in markings),
    }
    print(json.dumps({**total, "markings": [marking.to_dict() for marking in markings]}, indent=2))
