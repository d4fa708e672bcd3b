"""A process of its own for a student's file, which may print, raise, or never end."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from queue import Empty, SimpleQueue
from tempfile import TemporaryDirectory
from threading import TIMEOUT_MAX, Thread
from typing import IO, Any

from ...compilation.processes import end_tree
from ..terminal import complain

# largest number of bytes shown of the output of a file, and read of a report
_MOST_SHOWN = 100_000
_LARGEST_REPORT = 2**28

# the folder in which the package lies
_EQUIDYN = str(Path(__file__).parents[3])

# seconds for the last output of a process that has ended
_LAST_OUTPUT = 2.0

# no file in the student's folder replaces a module of Python
_PROGRAM = (
    "import sys; sys.path[:] = {path!r}; from equidyn.cli.marking.answering import main; main()"
)

# data beside a file, of which the process has copies; bytes of all
_DATA = frozenset((".json", ".urdf", ".xacro", ".csv", ".txt", ".npy", ".npz", ".mat", ".yaml"))
_MOST_DATA = 2**24


class NotMarked(Exception):
    """A file, or a function of it, that cannot be marked."""

    def __init__(self, reason: str, traceback: str = "") -> None:
        super().__init__(reason)
        self.traceback = traceback


class Answering:
    """A process that runs a student's file, and reports its answers: a context manager.

    It runs in a folder of its own, which is removed at the end.

    Parameters
    ----------
    file : Path
        The student's file.
    timeout : float
        Time limit of each report, s; infinite for no limit.
    echo : bool
        Whether to show what the file prints.
    **orders
        As `equidyn.cli.marking.answering` takes them.

    Raises
    ------
    NotMarked
        If the system cannot start the process.
    """

    def __init__(self, file: Path, timeout: float, *, echo: bool, **orders: Any) -> None:
        self._timeout = timeout
        self._lines: SimpleQueue[bytes] = SimpleQueue()
        self._folder = TemporaryDirectory(prefix="equidyn-", ignore_cleanup_errors=True)
        with suppress(OSError):
            _copy_data(file.parent, Path(self._folder.name))
        program = _PROGRAM.format(path=_search_path(file.parent))
        try:
            # a session of its own, so that processes that it starts end with it
            self._process = subprocess.Popen(
                [sys.executable, "-I", "-B", "-c", program],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                cwd=self._folder.name,
                start_new_session=True,
            )
        except OSError as error:
            self._folder.cleanup()
            raise NotMarked(_not_started(error)) from None
        streams = self._process.stdin, self._process.stdout, self._process.stderr
        self._orders, reports, printed = streams
        assert self._orders is not None
        assert reports is not None
        assert printed is not None
        self._threads = [
            Thread(target=_read_lines, args=(reports, self._lines), daemon=True),
            Thread(target=_read_printed, args=(printed, echo), daemon=True),
        ]
        try:
            for thread in self._threads:
                thread.start()
        except RuntimeError as error:
            self._end()
            raise NotMarked(_not_started(error)) from None
        with suppress(BrokenPipeError):
            self._orders.write(json.dumps({"file": str(file), **orders}).encode() + b"\n")
            self._orders.flush()

    def report(self) -> Any:
        """Return the next report.

        Raises
        ------
        NotMarked
            If none comes: no other one will.
        """
        try:
            line = self._lines.get(timeout=min(self._timeout, TIMEOUT_MAX))
        except Empty:
            late = f"stopped after {self._timeout:g} s (--timeout allows more)"
            raise NotMarked(late) from None
        try:
            return json.loads(line)
        except (ValueError, RecursionError):
            raise NotMarked("ended Python before it was marked") from None

    def __enter__(self) -> Answering:
        return self

    def __exit__(self, *_: object) -> None:
        self._end()

    def _end(self) -> None:
        # at once: a thread or an exit handler of the student's may never end
        end_tree(self._process.pid)
        self._process.wait()
        with suppress(OSError):
            assert self._orders is not None
            self._orders.close()
        end = time.monotonic() + _LAST_OUTPUT
        for thread in self._threads:
            if thread.ident is not None:
                thread.join(max(0.0, end - time.monotonic()))
        self._folder.cleanup()


def _copy_data(source: Path, to: Path) -> None:
    """Copy data that lie beside a file, so that it can open them by name."""
    room = _MOST_DATA
    for path in sorted(source.iterdir()):
        if path.suffix.lower() not in _DATA or not path.is_file():
            continue
        room -= path.stat().st_size
        if room >= 0:
            shutil.copy(path, to)


def _search_path(folder: Path) -> list[str]:
    """Return the folders of modules: the current folder and that of the file come last."""
    paths = [os.path.abspath(path) for path in (*sys.path, _EQUIDYN)]
    last = {os.path.realpath(os.curdir), os.path.realpath(folder)}
    return sorted(dict.fromkeys(paths), key=lambda path: os.path.realpath(path) in last)


def _not_started(error: Exception) -> str:
    why = error.strerror if isinstance(error, OSError) else str(error)
    return f"the system cannot start a process to run it ({why}): see the limits of ulimit"


def _read_lines(stream: IO[bytes], lines: SimpleQueue[bytes]) -> None:
    """Read reports; an empty one comes at the end."""
    with stream:
        while line := stream.readline(_LARGEST_REPORT):
            lines.put(line)
    lines.put(b"")


def _read_printed(stream: IO[bytes], echo: bool) -> None:
    """Show the output of a process up to a limit; read the rest, so that it does not block."""
    size = 0 if echo else _MOST_SHOWN
    with stream:
        while chunk := os.read(stream.fileno(), _MOST_SHOWN):
            if size < _MOST_SHOWN and sys.stderr is not None:
                with suppress(OSError):
                    sys.stderr.buffer.write(chunk[: _MOST_SHOWN - size])
                    sys.stderr.flush()
            size += len(chunk)
    if echo and size > _MOST_SHOWN:
        complain(f"the file prints more than {_MOST_SHOWN // 1000} kB; the rest is left out")
