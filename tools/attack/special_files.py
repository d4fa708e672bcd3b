"""Devices, pipes, folders, files without end, programs: each read ends, and runs nothing."""

from __future__ import annotations

import os
import tempfile
import warnings
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from random import Random
from typing import Any

import equidyn
from equidyn import Arm, Benchmark, Timings, robots

from .turn import Attack, Turn

_DEVICES = ("/dev/zero", "/dev/full", "/dev/tty", "/dev/random", "/proc/kmsg", "/proc/self/mem")
_SUFFIXES = (".json", ".csv", ".urdf", ".xacro", ".URDF", "")
_READERS: tuple[Callable[[Any], Any], ...] = (
    *(Arm.load, Arm.from_urdf, robots.load, Timings.load, Benchmark.load),
    lambda path: equidyn.count_operations(path, formulation="kane"),
)
# xacro looks for forbidden names in the outermost code of an expression alone
_PROGRAM = """<robot name="r" xmlns:xacro="http://www.ros.org/wiki/xacro">{inside}${{(lambda:
[c for c in ().__class__.__base__.__subclasses__() if c.__name__ == '_wrap_close'][0]
.__init__.__globals__['system']('touch {mark}'))()}}</robot>"""


@lru_cache(maxsize=1)
def _folder() -> tempfile.TemporaryDirectory[str]:
    return tempfile.TemporaryDirectory(prefix="equidyn-attack-")


def attempt(turn: Turn) -> None:
    """Read what has no end, or what is a program."""
    random = turn.random
    turn.calls += 1
    folder = Path(_folder().name)
    mark = folder / "executed"
    kind, make = random.choice(tuple(_SPECIAL.items()))
    path = folder / f"{turn.index}{random.choice(_SUFFIXES)}"
    make(path, mark, random)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            random.choice(_READERS)(path)
        turn.found("takes it for a robot", kind, path.suffix)
    except (ValueError, TypeError, OSError) as error:
        if str(folder) not in str(error) and "path" not in str(error):
            turn.found("does not name the file", kind, error)
    except BaseException as error:
        turn.found(f"raises {type(error).__name__}", kind, error)
    if mark.exists():
        mark.unlink()
        turn.found("runs a program", kind, path.suffix)
    (path.rmdir if path.is_dir() and not path.is_symlink() else path.unlink)()


def _sparse(path: Path, _: Path, random: Random) -> None:
    with path.open("wb") as file:
        file.truncate(2 ** random.choice((29, 33)))


def _xacro(path: Path, mark: Path, random: Random) -> None:
    inside = random.choice(("", "<link name='a'/>", "<xacro:property name='p' value='1'/>"))
    path.write_text(_PROGRAM.format(inside=inside, mark=mark))


_SPECIAL: dict[str, Callable[[Path, Path, Random], Any]] = {
    "device": lambda path, _, random: path.symlink_to(random.choice(_DEVICES)),
    "pipe": lambda path, *_: os.mkfifo(path),
    "folder": lambda path, *_: path.mkdir(),
    "link to itself": lambda path, *_: path.symlink_to(path),
    "file without end": _sparse,
    "program": _xacro,
}

ATTACK = Attack("special-files", "devices, pipes, folders, programs", attempt, 0.0005, 100, 5000)
