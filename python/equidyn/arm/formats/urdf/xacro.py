"""Expansion of xacro, which is a program, in an interpreter of its own."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryFile

from ....output.extras import require_extra

# no description of a robot needs more
_SECONDS = 30
_MEMORY = 4 * 2**30

# of an error message, so many bytes are shown
_SHOWN = 2000

# arguments: limits of seconds, memory and bytes written, the file, and where modules are found;
# writes the document, or what is wrong with it and ends with status 1
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
    """Return the document that a file of xacro expands to, and of a large one so many bytes.

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
    # a little more time, so that it is this process that ends it; the limit stays if this one dies
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
