"""Files of arms that are broken, without end, or programs: an arm, or an error that names it."""

from __future__ import annotations

import json
import os
import tempfile
import warnings
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

import equidyn
from equidyn import Arm, Benchmark, Timings, robots

from .worker import Attack, Turn

# --- broken files and dictionaries --------------------------------------------------------------

_VALUES = (
    *(None, True, [], {}, "", "1.0", -1, 0, 10**400, 1e308, 1e-320, float("nan"), float("inf")),
    *([[]], [1e308] * 3, [[1.0]], "\ud800", "R" * 50, ["R", "P"], [None], {"a": 1}, [10**400]),
)
_TEXTS = (
    "1e999",
    "-1e999",
    "NaN",
    "Infinity",
    "1e-999",
    '"',
    "[",
    "}",
    "\x00",
    "\ufeff",
    "[" * 9999,
)


@lru_cache(maxsize=1)
def _good() -> tuple[dict[str, Any], ...]:
    arms = (robots.planar_2r(), robots.random_arm(3, 1, "RPR", friction=True, motors=True))
    return tuple(arm.to_dict() for arm in arms)


def load_broken(turn: Turn) -> None:
    """Load a broken arm, and compute with it where it is none."""
    random = turn.random
    turn.calls += 1
    data = json.loads(json.dumps(random.choice(_good())))
    if random.random() < 0.4:
        _break(data, random)
        place, make = "from_dict", lambda: Arm.from_dict(data)
    else:
        if random.random() < 0.5:
            _break(data, random)
        text = _broken(json.dumps(data), random)
        place, make = "load", lambda: _loaded(text)
    try:
        arm = make()
    except (ValueError, TypeError) as error:
        if place == "load" and not str(error).startswith(tempfile.gettempdir()):
            turn.found("does not name the file", place, error)
        if type(error) not in (ValueError, TypeError):
            turn.found(f"raises {type(error).__name__}", place, error)
        return
    except BaseException as error:
        turn.found(f"raises {type(error).__name__}", place, error)
        return
    _compute(turn, place, arm)


def _loaded(content: bytes) -> Arm:
    with tempfile.NamedTemporaryFile(suffix=".json") as file:
        Path(file.name).write_bytes(content)
        return Arm.load(file.name)


def _break(data: dict[str, Any], random: Random) -> None:
    """Put something else in one place of the data."""
    key = random.choice(tuple(data))
    kind = random.random()
    if kind < 0.2:
        del data[key]
    elif kind < 0.3:
        data[random.choice(("", "q", "Mass", key * 2))] = data[key]
    elif kind < 0.6 or not isinstance(data[key], list):
        data[key] = random.choice(_VALUES)
    else:
        row = data[key]
        while isinstance(row[0], list) and random.random() < 0.8:
            row = random.choice(row)
        row[random.randrange(len(row))] = random.choice(_VALUES)


def _broken(text: str, random: Random) -> bytes:
    """Cut, replace or repeat a piece of the text."""
    content = text.encode(errors="surrogatepass")
    place, kind = random.randrange(len(content)), random.random()
    if kind < 0.3:
        return content[:place]
    if kind < 0.6:
        return content[:place] + bytes([random.randrange(256)]) + content[place + 1 :]
    if kind < 0.8:
        return content[:place] + random.choice(_TEXTS).encode() + content[place:]
    if kind < 0.9:
        return content.replace(b'"mass"', b'"com"')
    return content.replace(b"0.", random.choice((b"1e999", b"-", b"9e307", b"1e-310")) + b".")


def _compute(turn: Turn, place: str, arm: equidyn.Arm) -> None:
    """Show the arm, and compute with it."""
    q = np.full(arm.n, 0.5)
    try:
        if turn.random.random() < 0.1:
            repr(arm)
            arm.check()
        found = [arm.inverse_dynamics(q, q, q), arm.mass_matrix(q), arm.forward_dynamics(q, q, q)]
    except ValueError:
        return
    except BaseException as error:
        turn.found(f"raises {type(error).__name__}", f"an arm of {place}", error)
        return
    if not all(np.isfinite(each).all() for each in found):
        turn.found("not finite", f"an arm of {place}", arm.to_dict())


# --- devices, pipes, folders, programs ----------------------------------------------------------

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


def read_special(turn: Turn) -> None:
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


ATTACKS = (
    Attack("files", "broken files and dictionaries of arms", load_broken, 0.01, 800, 20_000),
    Attack("special-files", "devices, pipes, folders, programs", read_special, 0.0005, 100, 5000),
)
