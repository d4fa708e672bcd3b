"""A student's file, marked in a process of its own, which may print, raise or never end."""

from __future__ import annotations

import importlib.util
import json
import os
import signal
import subprocess
import sys
import tempfile
import traceback
from contextlib import suppress
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

from .terminal import complain, show

if TYPE_CHECKING:
    from ..lab.mark import Marking

PASSED, FAILED, NOT_RUN = 0, 1, 2


def supervise(file: Path, timeout: float, **options: Any) -> int:
    """Mark a file in another process, and end that after a time.

    Parameters
    ----------
    file : Path
        The student's file.
    timeout : float
        Seconds after which the process is ended.
    **options
        As `_mark_all` takes them.

    Returns
    -------
    int
        0 where everything is right, 1 where something is wrong, 2 where it cannot be run.
    """
    with tempfile.TemporaryDirectory() as folder:
        verdict = Path(folder) / "verdict"
        orders = json.dumps({"file": str(file), "verdict": str(verdict), **options})
        # a session of its own, so that processes that it starts end with it
        process = subprocess.Popen(
            [sys.executable, "-m", __name__, orders],
            start_new_session=True,
            stdin=subprocess.DEVNULL,
        )
        try:
            process.wait(timeout)
        except subprocess.TimeoutExpired:
            complain(f"{file}: not done after {timeout:g} s, ended (--timeout allows more)")
            return NOT_RUN
        finally:
            _end(process)
        if not verdict.exists():
            complain(f"{file}: ended Python before it was marked")
            return NOT_RUN
        return int(verdict.read_text())


def _end(process: subprocess.Popen[bytes]) -> None:
    """End a process, and all that it has started."""
    if hasattr(os, "killpg"):
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
    else:
        process.kill()
    process.wait()


def _mark(
    file: str, verdict: str, as_json: bool, arm: str | None, function: str | None, **options: Any
) -> None:
    """Mark a file, show the markings, and write the exit status."""
    shown = os.dup(1)
    os.dup2(2, 1)  # what the student prints is no result
    markings = _markings(Path(file), arm, function, **options)
    sys.stdout.flush()
    os.dup2(shown, 1)
    if markings is None:
        status = NOT_RUN
    else:
        status = PASSED if all(marking.passed for marking in markings) else FAILED
        _show(markings, as_json)
    sys.stdout.flush()
    Path(verdict).write_text(str(status))


def _markings(
    file: Path,
    arm: str | None,
    function: str | None,
    quantity: str | None,
    reading: dict[str, Any],
    **options: Any,
) -> list[Marking] | None:
    """Return a marking of each function, or None, the reason told, where one cannot be run."""
    from .. import mark
    from ..lab.mark.student import Unmarkable
    from ..robots import load

    module = _loaded(file)
    if module is None:
        return None
    try:
        functions = _functions(module, function, quantity)
        robot = _arm(module) if arm is None else load(arm, **reading)
        return [mark(f, robot, quantity=of, name=name, **options) for name, f, of in functions]
    except Unmarkable as error:
        complain(str(error))
        if error.__cause__:
            _show_error(file, error.__cause__)
    except (ValueError, TypeError, OSError) as error:
        complain(str(error))
    return None


def _loaded(file: Path) -> ModuleType | None:
    """Run a file as a module; tell an error as its own."""
    spec = importlib.util.spec_from_file_location("homework", file)
    if spec is None or spec.loader is None:
        complain(f"{file}: expected a file of Python, .py")
        return None
    module = importlib.util.module_from_spec(spec)
    sys.path.insert(0, str(file.parent))
    try:
        spec.loader.exec_module(module)
    except SystemExit as end:
        complain(f"{file}: calls sys.exit({end.code!r})")
    except Exception as error:
        complain(f"{file}: cannot be run")
        _show_error(file, error)
    else:
        return module
    return None


def _functions(
    module: ModuleType, function: str | None, quantity: str | None
) -> list[tuple[str, Any, str]]:
    """Return name, function and quantity of each function to mark."""
    from ..lab.mark.tasks import TASKS

    if function is not None:
        if not hasattr(module, function):
            raise ValueError(f"--function: the file defines no {function!r}")
        of = quantity or (function if function in TASKS else "inverse_dynamics")
        return [(function, getattr(module, function), of)]
    names = [quantity] if quantity else list(TASKS)
    found = [(name, getattr(module, name), name) for name in names if hasattr(module, name)]
    if not found:
        raise ValueError(
            f"the file defines none of {', '.join(names)}; say which function by --function"
        )
    return found


def _arm(module: ModuleType) -> Any:
    """Return the arm that a file defines."""
    from .. import Arm

    arm = getattr(module, "arm", None)
    if not isinstance(arm, Arm):
        raise ValueError("--arm: expected a robot, since the file defines no `arm`")
    return arm


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


def _show_error(file: Path, error: BaseException) -> None:
    """Print a traceback from the first line of the student's file on."""
    frame = error.__traceback__
    while frame and Path(frame.tb_frame.f_code.co_filename) != file:
        frame = frame.tb_next
    traceback.print_exception(type(error), error, frame)


if __name__ == "__main__":
    _mark(**json.loads(sys.argv[1]))
