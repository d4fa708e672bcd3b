"""Programs that are ended with all that they have started."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from contextlib import suppress


def end_tree(process: int) -> None:
    """End a process that was started in a session of its own, and all that it has started.

    On Windows, what was started by a process that has ended already is not found.
    """
    with suppress(OSError):  # it may have ended
        if sys.platform == "win32":
            command = ["taskkill", "/F", "/T", "/PID", str(process)]
            subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, check=False)
        else:
            os.killpg(process, signal.SIGKILL)
