"""Python programs of a few lines, in processes of their own that are limited or disturbed."""

from __future__ import annotations

import os
import resource
import signal
import subprocess
import sys
from collections.abc import Callable, Mapping
from typing import Any

from .turn import Turn
from .watch import Watch

_PATIENCE = 60.0  # seconds
_LOOK = 0.5


def run_script(
    script: str,
    environment: Mapping[str, str] | None = None,
    disturb: Callable[[subprocess.Popen[str]], Any] = lambda _: None,
) -> tuple[int | None, str, str]:
    """Return exit status (None where it hangs), output and errors of a program."""
    with subprocess.Popen(
        [sys.executable, "-X", "faulthandler", "-c", script],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        errors="backslashreplace",
        env={**os.environ, **(environment or {})},
        preexec_fn=_prepare,
    ) as process:
        disturb(process)
        watch = Watch(process.pid, _PATIENCE)
        while True:
            try:
                out, errors = process.communicate(timeout=_LOOK)
            except subprocess.TimeoutExpired:
                if not watch.hangs():
                    continue
                process.kill()
                return None, "", "".join(process.communicate())
            return process.returncode, out, errors


def _prepare() -> None:
    # the attack ignores Ctrl-C, which its programs must hear; their crashes leave no files
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def judge_script(
    turn: Turn, place: str, status: int | None, errors: str, accepted: tuple[str, ...]
) -> None:
    """Note a program that neither ends well nor with one of the accepted errors."""
    turn.calls += 1
    last = errors.strip().rpartition("\n")[2]
    if status is None:
        turn.found("hangs", place, errors[-300:])
    elif status < 0 or status > 2:
        turn.found(f"dies with status {status}", place, errors[:300])
    elif status != 0 and not last.startswith(accepted):
        turn.found("ends with another error", place, errors[-300:])
