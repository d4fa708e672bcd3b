"""Output of the command line to a terminal, a pipe or an old encoding."""

from __future__ import annotations

import codecs
import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from ..output.interrupted import Interrupted
from ..output.text import visible

# replacements for encodings that lack these characters
_PLAIN = {"─": "-", "µ": "u", "π": "pi", "·": "*", "×": "x", "≥": ">=", "−": "-", "…": "..."}
_PLAIN |= {"²": "^2", "³": "^3", "⁴": "^4", "⁵": "^5", "ᵗ": "^t"}
_PLAIN |= {"τ": "tau", "θ": "theta", "α": "alpha"}


def replace_what_cannot_be_shown() -> None:
    """Replace characters that the encoding of the output lacks."""
    codecs.register_error("equidyn", _replaced)
    for stream in (sys.stdout, sys.stderr):
        if stream is not None and hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="equidyn")


def _replaced(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    characters = error.object[error.start : error.end]
    return "".join(_PLAIN.get(character, "?") for character in characters), error.end


# file names are shorter; other arguments may be longer
_LONGEST_WORD = 512


def in_terminal() -> bool:
    """Return whether output goes to a terminal."""
    return sys.stdout is not None and sys.stdout.isatty()


def show(item: Any) -> None:
    """Print in colour, folded to the width of the terminal; elsewhere plain and unfolded."""
    if not in_terminal():
        print(item, end="\n\n")
        return
    from rich.console import Console

    Console().print(item, "")


def complain(message: str, command: str = "equidyn") -> None:
    """Print one line to stderr, without the middle of its longest words."""
    line = " ".join(map(_abridged, message.split()))
    print(f"{command}: {visible(line)}", file=sys.stderr)


def _abridged(word: str) -> str:
    if len(word) <= _LONGEST_WORD:
        return word
    half = _LONGEST_WORD // 2
    return f"{word[:half]}...{word[-half:]}"


def finish_output() -> None:
    """Flush the output, so that a full disk is an error like any other.

    Raises
    ------
    OSError
        If it cannot be written. It is then discarded, so that Python does not try again on exit.
    """
    if sys.stdout is None:
        return
    try:
        sys.stdout.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise


@contextmanager
def keeping(output: Path | None = None) -> Iterator[None]:
    """Run long work; on Ctrl-C write the results so far, or show them without a file.

    Raises
    ------
    KeyboardInterrupt
        When interrupted; its argument names the file of the result.
    """
    previous = signal.getsignal(signal.SIGINT)
    if previous is not signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        yield
    except Interrupted as interrupted:
        if output is None:
            show(interrupted.so_far)
            raise
        interrupted.so_far.save(output)
        raise KeyboardInterrupt(f"the results so far are in {output}") from None
    finally:
        signal.signal(signal.SIGINT, previous)
