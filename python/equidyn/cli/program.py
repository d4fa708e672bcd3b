"""The program `equidyn`: its commands, exit status and errors."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

import click
from click.shell_completion import shell_complete

from .. import __version__
from .commands import COMMANDS
from .terminal import complain, finish_output

BAD_INPUT, INTERRUPTED = 2, 130

_NAME = "equidyn"
_COMPLETION = "_EQUIDYN_COMPLETE"

_EPILOG = f"""\b
Tab completion for commands, robots and formulations:
  bash  eval "$({_COMPLETION}=bash_source {_NAME})"      in ~/.bashrc
  zsh   eval "$({_COMPLETION}=zsh_source {_NAME})"       in ~/.zshrc
  fish  {_COMPLETION}=fish_source {_NAME} | source       in ~/.config/fish/config.fish
"""

_program = click.Group(
    _NAME,
    commands=COMMANDS,
    help="Every classical formulation of serial-arm dynamics: verified, counted and timed.",
    epilog=_EPILOG,
    no_args_is_help=False,
)
click.version_option(__version__, message=f"{_NAME} %(version)s")(_program)


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line.

    Parameters
    ----------
    argv : sequence of str, optional
        Arguments; those of the process by default.

    Returns
    -------
    int
        Exit status: 0, 1 when a verification fails, 2 for bad input, 130 when interrupted.
    """
    if argv is None and _COMPLETION in os.environ:
        return shell_complete(_program, {}, _NAME, _COMPLETION, os.environ[_COMPLETION])
    arguments = sys.argv[1:] if argv is None else list(argv)
    try:
        status = _run(arguments)
        finish_output()
    except click.ClickException as error:
        context = error.ctx if isinstance(error, click.UsageError) else None
        command = context.command_path if context else _NAME
        message = error.format_message().rstrip(".")
        complain(f"{message} (see {command} --help)", command)
        return BAD_INPUT
    except KeyboardInterrupt as interruption:
        complain("; ".join(("interrupted", *interruption.args)))
        return INTERRUPTED
    except OSError as error:
        complain(f"{error.filename}: {error.strerror}" if error.filename else str(error))
        return BAD_INPUT
    except MemoryError as error:
        complain(f"not enough memory: {error}".rstrip(": "))
        return BAD_INPUT
    except (ValueError, TypeError, ImportError) as error:
        complain(str(error))
        return BAD_INPUT
    return status


def _run(arguments: list[str]) -> int:
    try:
        with _program.make_context(_NAME, arguments, obj=arguments) as context:
            status: int = _program.invoke(context)
            return status
    except click.exceptions.Exit as end:  # of --help and --version
        return end.exit_code
