"""Expansion of xacro files, which can run code, in a separate interpreter."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryFile

from ....output.extras import require_extra

# more than any robot description needs
_SECONDS = 30
_MEMORY = 4 * 2**30

# most bytes of an error message shown
_SHOWN = 2000

# arguments: limits of seconds, memory and bytes written, the file, and the module search path;
# writes the document, or the error with exit status 1
_PROGRAM = """
import os, sys
seconds, memory, size = map(int, sys.argv[1:4])
sys.path[:] = sys.argv[5:]
output = os.fdopen(os.dup(1), "wb")
os.dup2(2, 1)
try:
    import resource
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
    resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
except (ImportError, OSError, ValueError):
    pass
import xacro
try:
    text, status = xacro.process_file(sys.argv[4]).toxml().encode(), 0
except Exception as error:
    text, status = (str(error) or type(error).__name__).encode(errors="backslashreplace"), 1
with output:
    output.write(text[:size])
sys.exit(status)
"""


def expanded(path: Path, most: int) -> bytes:
    """Return the expansion of a xacro file, truncated to ``most`` bytes.

    Raises
    ------
    ImportError
        If xacro is not installed.
    ValueError
        If xacro cannot expand the file, or takes too much time or memory.
    """
    require_extra("urdf", "xacro")
    if not sys.executable:
        raise ValueError("xacro could not expand it: there is no interpreter to run it in")
    # the child's own limit is a little longer: it only counts if this process dies
    limits = map(str, (_SECONDS + 5, _MEMORY, most))
    command = [sys.executable, "-c", _PROGRAM, *limits, str(path), *map(str, sys.path)]
    with TemporaryFile() as output:
        try:
            ended = subprocess.run(
                command,
                check=False,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.DEVNULL,
                timeout=_SECONDS,
            )
        except subprocess.TimeoutExpired:
            raise ValueError(f"xacro could not expand it within {_SECONDS} s") from None
        output.seek(0)
        if ended.returncode == 0:
            return output.read(most)
        error = output.read(_SHOWN).decode(errors="replace").strip()
    reason = error or f"its process ended with status {ended.returncode}"
    raise ValueError(f"xacro could not expand it: {reason}")
