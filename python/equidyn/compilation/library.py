"""Shared libraries of formulations, kept in the cache folder of the user."""

from __future__ import annotations

import os
import re
import shlex
import stat
import sys
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from .. import __version__
from ..output.files import read_bytes, read_json, write_json
from .compiler import Compiler, header_folder, lanes_in_use
from .errors import CompilationError, compilation_error, not_loaded

_SUFFIX = ".dll" if sys.platform == "win32" else ".so"
_INCLUDED = "included.json"
# largest file that is compiled, or made, bytes
_LARGEST = 2**26
# libraries kept
_MOST = 100

# the shared library's only function: the table that the core calls (formulation_table.hpp)
_TABLE = """#include "equidyn/interface/export_formulation.hpp"
extern "C" EQUIDYN_EXPORT const equidyn::FormulationTable* equidyn_formulation() {{
  static constexpr equidyn::FormulationTable table =
      equidyn::table_of<{struct}>("{version}", {lanes}, {make_lane_evaluator});
  return &table;
}}
"""

# the formulation in lanes, compiled for the instructions that this machine has
_IN_LANES = """#include "equidyn/interface/export_lanes.hpp"
equidyn::LaneEvaluator* equidyn::make_own_lane_evaluator(kernels::Task quantity,
                                                         const Arm<double>& arm) {{
  return new_lane_evaluator<{struct}, {lanes}>(quantity, arm);
}}
"""

_NO_LANES = """#include "equidyn/interface/export_formulation.hpp"
equidyn::LaneEvaluator* equidyn::make_own_lane_evaluator(kernels::Task, const Arm<double>&) {
  return nullptr;
}
"""

# a header's functions need not be inline, though two files include it: the first of a name is taken
_LINKED = ("-shared", *(("-Wl,-z,muldefs",) if sys.platform == "linux" else ()))


class Library:
    """The library of one formulation by one compiler.

    Its folder has the list of the files that the header includes, and a library for each content of
    these that was compiled. The name of a library has the digest of that content, and its own.
    """

    def __init__(self, header: Path, struct: str, compiler: Compiler, flags: list[str]) -> None:
        self._header = header
        lanes, self._instructions = lanes_in_use()
        names = {"struct": struct, "version": __version__, "lanes": lanes}
        make = "&equidyn::make_own_lane_evaluator" if self._instructions else "nullptr"
        self._table = _TABLE.format(**names, make_lane_evaluator=make)
        self._in_lanes = _IN_LANES.format(**names)
        self._compiler = compiler
        self._flags = flags
        made_by = (*compiler.command, compiler.version(), *flags, os.getcwd() if flags else "")
        self._of_equidyn = _headers_of_equidyn()
        sources = (self._table, self._in_lanes, *self._instructions)
        key = _digest((str(header), *sources, self._of_equidyn, *made_by))
        cache = cache_folder()
        self._folders = (cache, cache / "formulations", cache / "formulations" / key)
        self._folder = self._folders[-1]

    def kept(self) -> Path | None:
        """Return the library that was compiled from the present files, if there is one, whole."""
        included = self._folder / _INCLUDED
        try:
            if not all(map(_is_own, (*self._folders, included))):
                return None
            content = _digest_of_files(read_json(included)["files"])
            for path in sorted(self._folder.glob(f"{content}-*{_SUFFIX}")):
                if _is_own(path) and path == self._path(content, path):
                    with suppress(OSError):
                        os.utime(path)  # it is used, and not the oldest
                    return path
        except (OSError, ValueError, KeyError, TypeError):
            pass
        return None

    @contextmanager
    def compiled(self) -> Iterator[Path]:
        """Compile the library; keep it once it is loaded, unless a file has changed meanwhile.

        Raises
        ------
        CompilationError
            If that fails, or what was compiled cannot be loaded.
        OSError
            If the cache folder cannot be written, or is not the user's own.
        """
        for made in self._folders:
            _make_own(made)
        with tempfile.TemporaryDirectory(dir=self._folder, ignore_cleanup_errors=True) as place:
            folder = Path(place)
            source, library, listed = (folder / name for name in ("table.cpp", "library", "files"))
            source.write_text(self._table, encoding="utf-8")
            header = ("-include", str(self._header))
            # the files alone, so that their content is known before they are compiled
            listing = (*self._flags, "-MM", "-MT", "library", "-MF", str(listed), *header)
            self._compiler.compile((*listing, str(source)), folder)
            included = self._included(listed, source)
            objects = [self._compile(source, header, folder)]
            if self._instructions:
                objects.append(self._compile_lanes(included, folder))
            line, log = self._run((*_LINKED, *objects, "-o", str(library)), folder)
            if not library.is_file():
                flags = f" with the options {shlex.join(self._flags)}" if self._flags else ""
                raise CompilationError(
                    f"{self._compiler.argument}: expected a compiler that makes a shared library, "
                    f"got no file from {shlex.join(self._compiler.command)}{flags}",
                    log,
                    line,
                )
            try:
                yield library
            except (OSError, AttributeError, RuntimeError) as error:
                reason = str(error).removeprefix(f"{library}: ")
                raise not_loaded(self._header, reason, log, line) from None
            unchanged = _unchanged(included) and _headers_of_equidyn() == self._of_equidyn
            if included is not None and unchanged and library.stat().st_size <= _LARGEST:
                self._keep(library, included)

    def _compile_lanes(self, before: _Included | None, folder: Path) -> str:
        """Compile the formulation in lanes; none where another text than the table's was read."""
        source = folder / "lanes.cpp"
        source.write_text(self._in_lanes, encoding="utf-8")
        options = (*self._instructions, *self._compiler.whole_copies())
        try:
            made = self._compile(source, (*options, "-include", str(self._header)), folder)
            if _unchanged(before):
                return made
        except CompilationError:
            if _unchanged(before):
                raise
        source.write_text(_NO_LANES, encoding="utf-8")
        return self._compile(source, (), folder)

    def _compile(self, source: Path, options: tuple[str, ...], folder: Path) -> str:
        """Compile a file; return the path of what comes of it."""
        made = str(source.with_suffix(".o"))
        self._run((*options, "-c", str(source), "-o", made), folder)
        return made

    def _run(self, options: tuple[str, ...], folder: Path) -> tuple[tuple[str, ...], str]:
        """Run the compiler; return its command line, and what it wrote."""
        status, log, line = self._compiler.compile((*self._flags, *options), folder)
        if status != 0:
            raise compilation_error(self._header, status, log, line)
        return line, log

    def _keep(self, library: Path, included: _Included) -> None:
        library.chmod(0o700)
        with library.open("r+b") as file:
            os.fsync(file.fileno())
        # written atomically, because two processes may compile the same
        os.replace(library, self._path(included.content, library))
        write_json(self._folder / _INCLUDED, {"files": included.files})
        (self._folder / _INCLUDED).chmod(0o600)
        _remove_oldest(self._folder.parent)

    def _path(self, content: str, library: Path) -> Path:
        """Path of a library, compiled from files of this content."""
        return self._folder / f"{content}-{_digest([_read(library)])}{_SUFFIX}"

    def _included(self, listed: Path, source: Path) -> _Included | None:
        """Return the files that a compiler has listed, as they are now; None if that fails."""
        try:
            named = _names(os.fsdecode(_read(listed)))
            listed.unlink()
            return _now(sorted({*named, str(self._header)} - {str(source)}))
        except (OSError, ValueError):
            return None


class _Included(NamedTuple):
    """Files that are compiled, the digest of their content, and when they were written last."""

    files: list[str]
    content: str
    stamps: list[tuple[int, int, int]]


def _now(files: list[str]) -> _Included:
    stamps = [(s.st_ino, s.st_mtime_ns, s.st_ctime_ns) for s in map(os.stat, files)]
    return _Included(files, _digest_of_files(files), stamps)


def _unchanged(before: _Included | None) -> bool:
    """Tell whether files are what they were."""
    try:
        return before is not None and _now(before.files) == before
    except (OSError, ValueError):
        return False


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


def _remove_oldest(folder: Path) -> None:
    """Remove all libraries but those used last, and what is left of their folders."""
    with suppress(OSError):  # in use, or removed by another process
        libraries = folder.glob(f"*/*{_SUFFIX}")
        oldest = sorted(libraries, key=lambda path: path.stat().st_mtime_ns)[:-_MOST]
        for path in oldest:
            path.unlink()
            if not any(path.parent.glob(f"*{_SUFFIX}")):
                (path.parent / _INCLUDED).unlink()
                path.parent.rmdir()


def _headers_of_equidyn() -> str:
    files = sorted(header_folder().rglob("*.hpp"))
    return _digest(map(_read, files))


def _is_own(path: Path) -> bool:
    """Tell whether a file or folder belongs to the user, and only the user may write it."""
    if sys.platform == "win32":
        return True
    found = path.stat()
    return found.st_uid == os.geteuid() and not found.st_mode & (stat.S_IWGRP | stat.S_IWOTH)


def _make_own(folder: Path) -> None:
    """Make a folder of the cache, where there is none, for the user alone."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        own = _is_own(folder)
    except OSError as error:
        reason = f"EQUIDYN_CACHE: there can be no such folder: {error.strerror}"
        raise OSError(error.errno, reason, str(folder)) from None
    if not own:
        raise PermissionError(
            "EQUIDYN_CACHE: expected a folder that only you can write, because its libraries are "
            f"run, got {folder} (if it is yours: chmod go-w)"
        )


def _read(path: Path | str) -> bytes:
    """Return the content of a regular file that is not too large."""
    content = read_bytes(path, _LARGEST + 1)
    if len(content) > _LARGEST:
        raise ValueError(f"{path}: more than {_LARGEST // 2**20} MiB")
    return content


def _digest_of_files(files: list[str]) -> str:
    return _digest(map(_read, files))


def _digest(parts: Iterable[str | bytes]) -> str:
    whole = sha256()
    for part in parts:
        data = os.fsencode(part) if isinstance(part, str) else part
        whole.update(b"%d " % len(data) + data)
    return whole.hexdigest()[:32]


def _names(rule: str) -> list[str]:
    """Return the files of a rule of make: blanks, #, $ in names are escaped."""
    names = rule.replace("\\\n", " ").partition(":")[2]
    escaped = (name for name in re.split(r"(?<!\\)\s+", names) if name)
    return [re.sub(r"\\([ #\\])", r"\1", name).replace("$$", "$") for name in escaped]
