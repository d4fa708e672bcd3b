"""Arguments and options shared by commands, and their completion by shells."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Any, get_args

import click
from click.shell_completion import CompletionItem

from ..dynamics.names import QuantityName
from ..output.text import alternatives

Decorator = Callable[[Any], Any]

# formats of results that are tables
RESULTS = (".json", ".csv", ".tex", ".md")


# options of `robots.load` for a URDF, and the value of each in a shell
_READING = {
    "base": "LINK",
    "tip": "LINK",
    "exact": "",
    "xacro": "",
    "packages": "NAME=FOLDER,...",
    "mimic": "lock|independent",
    "locked": "JOINT=POSITION,...",
}


def robot(**options: Any) -> Decorator:
    """Take a robot, a name or a file that is opened later, and options to read a URDF."""
    argument = click.argument(
        "robot", **{"metavar": "ROBOT", "shell_complete": complete_robot, **options}
    )
    return lambda command: argument(reading(command))


def reading(command: Any) -> Any:
    """Take options to read a URDF: one argument, the options of `robots.load` by name."""

    @wraps(command)
    def with_reading(*given: Any, **named: Any) -> Any:
        options = {name: named.pop(name) for name in _READING}
        # arguments of xacro imply xacro
        options["xacro"] = named.pop("xacro_args") or options["xacro"]
        robot = named.get("robot", named.get("arm"))
        asked = [name for name, value in options.items() if value]
        if asked and (robot is None or robot.isdecimal()):
            raise click.UsageError(f"--{asked[0]} is for a robot in a URDF")
        return command(*given, reading=options, **named)

    # shown in reverse order
    for add in (
        click.option(
            "--packages",
            type=_pairs("NAME=FOLDER"),
            metavar=_READING["packages"],
            help="Folders of ROS packages, for xacro.",
        ),
        click.option(
            "--xacro-args",
            type=_pairs("NAME=VALUE"),
            metavar="NAME=VALUE,...",
            help="Arguments of xacro; implies --xacro.",
        ),
        switch("--xacro", "Expand the file with xacro, which can run any command."),
        switch("--exact", "URDF: do not round angles such as 1.57 to π/2."),
        click.option(
            "--mimic",
            type=click.Choice(_READING["mimic"].split("|")),
            metavar=_READING["mimic"],
            help="URDF: lock joints that mimic others, or make them independent.",
        ),
        click.option(
            "--locked",
            type=_positions,
            metavar=_READING["locked"],
            help="URDF: fixed joints, and their positions in rad or m.",
        ),
        click.option("--tip", metavar="LINK", help="URDF: last link of the arm."),
        click.option("--base", metavar="LINK", help="URDF: first link of the arm."),
    ):
        with_reading = add(with_reading)
    return with_reading


def in_shell(error: ValueError, reading: dict[str, Any]) -> ValueError:
    """Return an error of reading a URDF with the option that would help, if any."""
    missing = "|".join(name for name, value in reading.items() if not value)
    # the wrong argument comes first, one that helps later
    pattern = rf"(?:^|: )({missing}): |\b({missing})='"
    named = re.search(pattern, str(error)) if missing else None
    if not named:
        return error
    name = named[1] or named[2]
    return ValueError(f"{error}; in a shell: --{name} {_READING[name]}".rstrip())


def formulations(command: Any) -> Any:
    """Take the names of formulations."""
    return click.option(
        "--formulations",
        type=_words,
        metavar="NAME,NAME,...",
        help="Formulations; all by default.",
        shell_complete=_complete_formulations,
    )(command)


def quantity(command: Any) -> Any:
    """Take the quantity to compute."""
    names = get_args(QuantityName)
    return click.option(
        "--quantity",
        type=click.Choice(names),
        default=names[0],
        metavar="QUANTITY",
        help=f"{', '.join(names)}; the first by default.",
    )(command)


def seed(command: Any) -> Any:
    """Take a seed."""
    return number("--seed", 0, "Seed of the random data.")(command)


def samples(command: Any) -> Any:
    """Take a number of random states."""
    return number("--samples", 100, "Number of random states.")(command)


def timing(command: Any) -> Any:
    """Take the options of all timings."""
    # shown in reverse order
    for add in (
        number("--seconds", 0.001, "Duration of a repetition.", "S"),
        number("--repetitions", 25, "Number of repetitions per formulation."),
        integers("--n", "Joint counts, e.g. 2,6,20."),
    ):
        command = add(command)
    return command


def number(name: str, default: float, purpose: str, metavar: str = "N") -> Decorator:
    """Take a number, of the type of its default."""
    return click.option(name, default=default, show_default=True, metavar=metavar, help=purpose)


def integers(name: str, purpose: str) -> Decorator:
    """Take several integers, in one word."""
    return click.option(name, type=_integers, metavar="N,N,...", help=purpose)


def words(name: str, purpose: str) -> Decorator:
    """Take several names, in one word."""
    return click.option(name, type=_words, metavar="NAME,NAME,...", help=purpose)


def output(
    purpose: str,
    *suffixes: str,
    names: tuple[str, ...] = ("-o", "--output"),
    several: bool = False,
) -> Decorator:
    """Take a file to write to, of one of these suffixes; or several, each after its option."""
    return click.option(
        *names,
        multiple=several,
        type=_file(suffixes),
        metavar="FILE",
        help=f"{purpose}: {', '.join(suffixes)}.",
        shell_complete=lambda *_: [CompletionItem("", type="file")],
    )


def existing(name: str, purpose: str) -> Decorator:
    """Take a file to read, which is opened later."""
    return click.option(
        name,
        type=Path,
        metavar="FILE",
        help=purpose,
        shell_complete=lambda *_: [CompletionItem("", type="file")],
    )


def points(command: Any) -> Any:
    """Take required quantities with their points."""
    return click.option(
        "--require",
        type=_points,
        metavar="QUANTITY[=POINTS],...",
        help="The quantities that a file must have, and their points.",
    )(command)


def plot(command: Any) -> Any:
    """Take a file for a picture."""
    return output("Draw a figure", ".svg", ".pdf", ".png", names=("--plot",))(command)


def switch(name: str, purpose: str) -> Decorator:
    """Take an option without a value."""
    return click.option(name, is_flag=True, help=purpose)


def joints(digits: str) -> int:
    """Parse a number of joints; Python refuses to convert thousands of digits."""
    try:
        return int(digits)
    except ValueError:
        raise click.BadParameter(
            f"expected a number of joints, got {len(digits)} digits", param_hint="ROBOT|N"
        ) from None


def _words(text: str) -> list[str]:
    return [word.strip() for word in text.split(",") if word.strip()]


def _positions(text: str) -> dict[str, float]:
    """Parse positions of joints."""
    expected = "JOINT=POSITION such as finger=0.02"
    found = _pairs(expected)(text)
    try:
        return {name: float(position) for name, position in found.items()}
    except ValueError:
        raise click.BadParameter(f"expected {expected}, got {text!r}") from None


def _points(text: str) -> dict[str, float | None]:
    """Parse quantities with or without points."""
    expected = "QUANTITY or QUANTITY=POINTS, such as inverse_dynamics,gravity_torque=2"
    found: dict[str, float | None] = {}
    for name, equal, number in (word.partition("=") for word in _words(text)):
        try:
            found[name] = float(number) if equal else None
        except ValueError:
            raise click.BadParameter(f"expected {expected}, got {text!r}") from None
    return found


def _pairs(expected: str) -> Callable[[str], dict[str, str]]:
    """Return a parser of names with values."""

    def parsed(text: str) -> dict[str, str]:
        pairs = [word.partition("=") for word in _words(text)]
        if not all(name and equal for name, equal, _ in pairs):
            raise click.BadParameter(f"expected {expected}, got {text!r}")
        return {name: value for name, _, value in pairs}

    return parsed


def _integers(text: str) -> list[int]:
    try:
        return [int(word) for word in _words(text)]
    except ValueError:
        raise click.BadParameter(f"expected integers such as 1,2,5, got {text!r}") from None


def _file(suffixes: tuple[str, ...]) -> Callable[[str], Path]:
    """Return a parser of output files that rejects unwritable ones before the work."""

    def checked(text: str) -> Path:
        path = Path(text)
        if path.suffix.lower() not in suffixes:
            raise click.BadParameter(f"expected {alternatives(suffixes)}, got {text!r}")
        # may also raise OSError: the name may be too long
        try:
            path.stat()
        except FileNotFoundError:
            if not path.parent.is_dir():
                raise click.BadParameter(f"there is no folder {str(path.parent)!r}") from None
            writable = os.access(path.parent, os.W_OK)
        else:
            writable = not path.is_dir() and os.access(path, os.W_OK)
        if not writable:
            raise click.BadParameter(f"{text!r} cannot be written")
        return path

    return checked


def complete_robot(_: click.Context, __: click.Parameter, begun: str) -> list[CompletionItem]:
    """Return the robots whose names begin like this; if none, complete a file."""
    from ..robots import names

    robots = [CompletionItem(name) for name in names() if name.startswith(begun)]
    return robots or [CompletionItem(begun, type="file")]


def complete_cited(_: click.Context, __: click.Parameter, begun: str) -> list[CompletionItem]:
    """Return what can be cited and begins like this."""
    from .citing import names

    return [CompletionItem(name) for name in names() if name.startswith(begun)]


def _complete_formulations(
    context: click.Context, _: click.Parameter, begun: str
) -> list[CompletionItem]:
    from ..dynamics.registry import formulations

    *chosen, last = begun.split(",")
    before = "".join(f"{name}," for name in chosen)
    listed = formulations(context.params.get("quantity") or "inverse_dynamics")
    names = (formulation.name for formulation in listed)
    return [
        CompletionItem(before + name)
        for name in names
        if name.startswith(last) and name not in chosen
    ]
