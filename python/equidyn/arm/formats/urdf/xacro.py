"""Expansion of xacro files, which can run code, in a separate interpreter."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryFile

from ....output.extras import require_extra
from ....validation import listed

# more than any robot description needs
_SECONDS = 30
_MEMORY = 4 * 2**30

# most bytes of an error message shown
_SHOWN = 2000

_PROGRAM = Path(__file__).with_name("xacro_program.py")

# elements that define macros
_MACRO = re.compile(r"<xacro:macro\s[^>]*?\bname\s*=\s*[\"']([^\"']+)")


def expanded(path: Path, given: Mapping[str, str], packages: Mapping[str, str], most: int) -> bytes:
    """Return the expansion of a xacro file, truncated to ``most`` bytes.

    Parameters
    ----------
    path : Path
        The file.
    given, packages : mapping
        Arguments, and folders of packages, by their names.
    most : int
        Number of bytes.

    Raises
    ------
    ImportError
        If xacro is not installed.
    ValueError
        If xacro cannot expand the file, or takes too much time or memory.
    """
    require_extra("urdf", "xacro")
    if not sys.executable:
        raise ValueError("xacro could not expand the file: no Python interpreter found")
    # the child's own limit is longer: it only matters if this process dies
    limits = map(str, (_SECONDS + 5, _MEMORY, most))
    program = [sys.executable, str(_PROGRAM), *limits, str(path)]
    command = [*program, json.dumps([given, packages]), *map(str, sys.path)]
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
            raise ValueError(f"xacro could not expand the file within {_SECONDS} s") from None
        output.seek(0)
        if ended.returncode == 0:
            return _with_links(output.read(most), path)
        error = output.read(_SHOWN).decode(errors="replace").strip()
    reason = error or f"its process ended with status {ended.returncode}"
    raise ValueError(f"xacro could not expand the file: {reason}")


def _with_links(document: bytes, path: Path) -> bytes:
    """Return a document; a file that only defines macros expands to nothing."""
    if b"<link" not in document:
        macros = _MACRO.findall(path.read_text(encoding="utf-8", errors="replace"))
        if macros:
            raise ValueError(
                "xacro expands the file to nothing: it only defines the macros "
                f"{listed([repr(x) for x in macros])}; expected the file that calls them"
            )
    return document
