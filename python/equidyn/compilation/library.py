"""Shared libraries of formulations, kept in the cache folder of the user."""

from __future__ import annotations

import json
import os
import re
import sys
import tempfile
from collections.abc import Iterable
from hashlib import sha256
from pathlib import Path

from .. import __version__
from ..output.files import write_json
from .compiler import Compiler, header_folder
from .errors import compilation_error

# the shared library's only function: the table that the core calls (formulation_table.hpp)
_SOURCE = """#include "equidyn/export_formulation.hpp"
extern "C" EQUIDYN_EXPORT const equidyn::FormulationTable* equidyn_formulation() {{
  static constexpr equidyn::FormulationTable table = equidyn::table_of<{struct}>("{version}");
  return &table;
}}
"""


class Library:
    """The library of one formulation by one compiler.

    Its folder has the list of the files that the header includes, and a library for each content of
    these that was compiled.
    """

    def __init__(self, header: Path, struct: str, compiler: Compiler, flags: list[str]) -> None:
        self._header = header
        self._source = _SOURCE.format(struct=struct, version=__version__)
        self._compiler = compiler
        self._flags = flags
        made_by = (*compiler.command, compiler.version(), *flags, os.getcwd() if flags else "")
        key = _digest((str(header), self._source, _headers_of_equidyn(), *made_by))
        self._folder = cache_folder() / "formulations" / key

    def kept(self) -> Path | None:
        """Return the library that was compiled from the present files, if there is one."""
        try:
            included = json.loads((self._folder / "included.json").read_text(encoding="utf-8"))
            path = self._path(included["files"])
        except (OSError, ValueError, KeyError, TypeError):
            return None
        return path if path.is_file() else None

    def compiled(self) -> Path:
        """Compile the library, and keep it.

        Raises
        ------
        CompilationError
            If that fails.
        OSError
            If the cache folder cannot be written.
        """
        self._folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=self._folder, ignore_cleanup_errors=True) as place:
            folder = Path(place)
            source, library, listed = (folder / name for name in ("table.cpp", "library", "files"))
            source.write_text(self._source, encoding="utf-8")
            options = ("-include", str(self._header), str(source), "-o", str(library))
            dependencies = ("-MMD", "-MT", "library", "-MF", str(listed))
            status, log, line = self._compiler.compile(
                (*self._flags, *dependencies, *options), folder
            )
            if status != 0:
                raise compilation_error(self._header, log, line)
            included = _included(listed.read_text(encoding="utf-8"))
            files = sorted({*included, str(self._header)} - {str(source)})
            path = self._path(files)
            # whole or not at all, also where two processes compile the same
            os.replace(library, path)
            write_json(self._folder / "included.json", {"files": files})
        return path

    def _path(self, files: list[str]) -> Path:
        """Path of the library that was compiled from the present content of these files."""
        suffix = ".dll" if sys.platform == "win32" else ".so"
        return self._folder / (_digest(map(_content, map(Path, files))) + suffix)


def cache_folder() -> Path:
    """Return the cache folder of equidyn: that of EQUIDYN_CACHE, or that of the user."""
    if chosen := os.environ.get("EQUIDYN_CACHE"):
        return Path(chosen).absolute()
    if sys.platform == "win32":
        place = os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local"
    elif sys.platform == "darwin":
        place = Path.home() / "Library" / "Caches"
    else:
        place = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(place) / "equidyn"


def _headers_of_equidyn() -> str:
    files = sorted(header_folder().rglob("*.hpp"))
    return _digest(map(_content, files))


def _content(path: Path) -> bytes:
    """Content of a file; that of a missing one is like no other."""
    try:
        return b"file " + path.read_bytes()
    except OSError:
        return b"none"


def _digest(parts: Iterable[str | bytes]) -> str:
    whole = sha256()
    for part in parts:
        data = part.encode(errors="surrogateescape") if isinstance(part, str) else part
        whole.update(b"%d " % len(data) + data)
    return whole.hexdigest()[:32]


def _included(rule: str) -> list[str]:
    """Return the files of a rule of make: blanks, #, $ in names are escaped."""
    names = rule.replace("\\\n", " ").partition(":")[2]
    escaped = (name for name in re.split(r"(?<!\\)\s+", names) if name)
    return [re.sub(r"\\([ #\\])", r"\1", name).replace("$$", "$") for name in escaped]
