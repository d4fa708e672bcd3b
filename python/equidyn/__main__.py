"""`python -m equidyn` and the command `equidyn` are the command line.

Ctrl-C is handled before anything else is imported: loading NumPy and the rest takes a while.
"""

import sys

if __name__ == "__main__" and not getattr(sys.flags, "safe_path", False):
    # the current folder, of which `python -m` would import a random.py for that of Python
    del sys.path[0]

import os
import signal

_INTERRUPTED = 130


def start() -> int:
    """Run the command line as a process with the usual responses to signals.

    Returns
    -------
    int
        Exit status, as of `equidyn.cli.main`.
    """
    if signal.getsignal(signal.SIGINT) is not signal.SIG_IGN:
        signal.signal(signal.SIGINT, _end)
    if hasattr(signal, "SIGPIPE"):
        # end quietly when the pipe is closed: `equidyn list | head -1`
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    from .cli import main
    from .cli.terminal import replace_what_cannot_be_shown

    replace_what_cannot_be_shown()
    return main()


def _end(*_: object) -> None:
    """End at once: some imports swallow exceptions."""
    os.write(2, b"equidyn: interrupted\n")
    os._exit(_INTERRUPTED)


if __name__ == "__main__":
    sys.exit(start())
