"""A formulation from a C++ header of the user, compiled and added to the registry."""

from __future__ import annotations

import ctypes
import os
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import Any

from .. import __version__, _core
from ..dynamics.registry import Formulation, add_formulation
from ..dynamics.text import Header
from ..output.files import StrPath, naming, read_bytes
from ..validation import several, text
from .compiler import Compiler, argument
from .library import Library
from .structs import formulation_struct

# largest header read, bytes
_LARGEST = 2**20


def compile_formulation(
    path: StrPath,
    *,
    struct: str | None = None,
    compiler: StrPath | None = None,
    flags: Iterable[str] = (),
) -> Formulation:
    """Compile a formulation from a C++ header, and add it to `formulations` of this process.

    The header holds a struct like those of equidyn's own formulations: `info`, ``Workspace<T>`` and
    a ``noexcept`` function ``inverse_dynamics`` over any scalar ``T``. From then on its name is
    accepted in place of names of formulations: by the methods of `Arm`, and by `verify`,
    `count_operations`, `operation_polynomial`, `time_formulations`, `rounding_error`, `report`.

    Parameters
    ----------
    path : str or path_like
        The header.
    struct : str, optional
        The struct, with its namespace, such as "mine::NewtonEuler"; needed where the header has
        several formulations.
    compiler : str or path_like, optional
        A C++20 compiler that takes the options of g++ or clang++. By default that of the
        environment variable CXX, or the first of c++, g++ and clang++.
    flags : iterable of str, optional
        Further options of the compiler, such as "-I/where/my/headers/are"; the later ones win over
        equidyn's -O3.

    Returns
    -------
    Formulation
        Its entry in `formulations`.

    Raises
    ------
    CompilationError
        If the header does not compile, its struct lacks a member, or no shared library comes of it;
        ``log`` has all that the compiler wrote.
    ValueError
        If the header has no struct with an `info`, or several; if its name is that of a formulation
        of equidyn; if CXX or an option cannot stand on a command line.
    FileNotFoundError
        If there is no compiler, or if it does not find the headers of Eigen; if there is no file.
    OSError
        If the system does not start the compiler; if the cache folder cannot be written, belongs to
        another user, or others may write it.
    TypeError
        If an argument has another type.

    Notes
    -----
    Batches are evaluated in the lanes of the instruction set in use, as by equidyn's own
    formulations: the header is compiled for these instructions, too.

    A second call compiles nothing unless the header, a file that it includes, the compiler or its
    version, the options or the version of equidyn have changed; the hundred libraries used last are
    kept in the cache folder of the user, or in the folder of the environment variable
    EQUIDYN_CACHE, which no one else may write. What is edited while it is compiled is not kept. A
    formulation of the same name, compiled before, is replaced. Code runs in this process: it can
    crash it.

    Examples
    --------
    >>> import equidyn
    >>> mine = equidyn.compile_formulation("mine.hpp")  # doctest: +SKIP
    >>> equidyn.verify("puma560", formulations=["mine", "newton_euler"])  # doctest: +SKIP
    """
    with naming(path):
        source = read_bytes(path, _LARGEST).decode(errors="replace")
    header = Path(os.path.abspath(path))
    if struct is not None:
        text("struct", struct)
    options = [
        argument("flags", text("flags", flag)) for flag in several("flags", flags, "options")
    ]
    name = formulation_struct(header.name, source, struct)
    library = Library(header, name, Compiler.found(compiler), options)
    formulation = Formulation(**_added(library), own=Header(header, source))
    add_formulation(formulation)
    return formulation


def _added(library: Library) -> dict[str, Any]:
    """Add the formulation of a library to the core, and return its record."""
    # a complete library that cannot be loaded is compiled again
    with suppress(OSError, AttributeError, RuntimeError):
        if (kept := library.kept()) is not None:
            return _loaded(kept)
    with library.compiled() as made:
        return _loaded(made)


def _loaded(path: Path) -> dict[str, Any]:
    table = ctypes.CDLL(str(path)).equidyn_formulation
    table.restype = ctypes.c_void_p
    return _core.add_formulation(table(), __version__)
