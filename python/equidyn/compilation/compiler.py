"""The C++ compiler of this machine, and the headers that it needs."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from .. import _core
from ..cpp import HEADER_FOLDERS
from ..output.files import StrPath
from .processes import end_tree

# by instruction set: states at a time, and compiler flags (cmake/formulations.cmake)
_LANES = {
    "avx2": (4, ("-mavx2", "-mfma")),
    "avx512": (8, ("-mavx512f", "-mavx512dq", "-mavx512vl", "-mavx512bw", "-mavx2", "-mfma")),
}

# g++ only: do not split copies of registers into halves and quarters
_WHOLE_COPIES = ("-mmove-max=512", "-mstore-max=512")

_USUAL = ("c++", "g++", "clang++")

# LLVM's compiler takes Windows' own libraries from Microsoft's tools
_TO_INSTALL = {
    "win32": "Build Tools for Visual Studio, and clang++ (winget install LLVM.LLVM)",
    "darwin": "Xcode's command line tools (xcode-select --install)",
}.get(sys.platform, "g++ (apt install g++) or clang++")

# places of Eigen in systems and package managers
_PREFIXES = (Path("/usr/local"), Path("/usr"), Path("/opt/homebrew"))

# flags of equidyn's own formulations (cmake/formulations.cmake), for the same bits
_OPTIONS = (
    *("-std=c++20", "-O3", "-DNDEBUG", "-DEIGEN_DONT_VECTORIZE", "-ffp-contract=off"),
    *("-fno-tree-vectorize", "-fno-tree-slp-vectorize", "-w"),
)
# symbols that a separate library takes from the core (of_this_thread.hpp)
_OWN = ("-DEQUIDYN_OWN_FORMULATION",)
_OPTIONS_OF_SYSTEM = () if sys.platform == "win32" else ("-fPIC", "-fvisibility=hidden")


@dataclass(frozen=True)
class Compiler:
    """A C++ compiler.

    Attributes
    ----------
    command : tuple of str
        The program, and options that always follow.
    argument : str
        What has named it: "compiler" or "CXX".
    """

    command: tuple[str, ...]
    argument: str = "compiler"

    @classmethod
    def found(cls, wanted: StrPath | None) -> Compiler:
        """Return the wanted compiler, that of CXX, or a usual one.

        Raises
        ------
        FileNotFoundError
            If there is none.
        ValueError
            If CXX is no command line.
        """
        if not isinstance(wanted, (str, os.PathLike, type(None))):
            kind = type(wanted).__name__
            raise TypeError(f"compiler: expected the name or path of a program, got {kind}")
        by = "compiler"
        if wanted is not None:
            choices = [[argument("compiler", os.fsdecode(wanted))]]
        elif os.environ.get("CXX", "").strip():
            choices, by = [_words(os.environ["CXX"])], "CXX"
        else:
            choices = [[name] for name in _USUAL]
        for program, *options in choices:
            if path := shutil.which(program):
                return cls((path, *options), by)
        raise FileNotFoundError(
            f"compiler: looked for {', '.join(program for program, *_ in choices)}, found none; "
            f"install {_TO_INSTALL}, or name one by compiler= or the environment variable CXX"
        )

    def version(self) -> str:
        """Return what the compiler says of itself."""
        _, said = self._run((self.command[0], "--version"), subprocess.DEVNULL, os.environ)
        return said

    def whole_copies(self) -> tuple[str, ...]:
        """Return the options for copies of whole registers: none where it does not take them."""
        line = (*self.command, *_WHOLE_COPIES, "-E", "-x", "c++", os.devnull)
        status, _ = self._run(line, subprocess.STDOUT, os.environ)
        return _WHOLE_COPIES * (status == 0)

    def compile(self, options: tuple[str, ...], folder: Path) -> tuple[int, str, tuple[str, ...]]:
        """Compile; return the exit status, all that is written, and the command line.

        Temporary files are in the folder. The compiler is stopped, with the programs that it runs,
        if anything is raised meanwhile, as by Ctrl-C.
        """
        headers = (f"-isystem{place}" for place in (header_folder(), eigen_folder()))
        line = (*self.command, *_OPTIONS, *_OWN, *_OPTIONS_OF_SYSTEM, *headers, *options)
        temporary = dict.fromkeys(("TMPDIR", "TMP", "TEMP"), str(folder))
        environment = {**os.environ, "LC_ALL": "C", **temporary}
        return *self._run(line, subprocess.STDOUT, environment), line

    def _run(
        self, line: tuple[str, ...], errors: int, environment: Mapping[str, str]
    ) -> tuple[int, str]:
        """Run a command line; return the exit status, and what is written."""
        try:
            process = subprocess.Popen(
                line,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=errors,
                env=environment,
                start_new_session=True,
            )
        except OSError as error:
            # a limit on processes, or on the length of a command line
            reason = f"compiler: the system does not start it: {error.strerror}"
            raise OSError(error.errno, reason, self.command[0]) from None
        with process:
            try:
                said, _ = process.communicate()
            except BaseException:
                end_tree(process.pid)
                raise
        return process.returncode, said.decode(errors="replace")


def lanes_in_use() -> tuple[int, tuple[str, ...]]:
    """Return how many states are evaluated at a time, and the options for that: none for 1."""
    return _LANES.get(_core.build_info()["instruction_set"], (1, ()))


def argument(name: str, value: str) -> str:
    """Validate a string that becomes an argument of a program."""
    try:
        wrong = b"\0" in os.fsencode(value)
    except UnicodeEncodeError:
        wrong = True
    if wrong:
        raise ValueError(f"{name}: expected characters that a command line can hold, got {value!a}")
    return value


def _words(command: str) -> list[str]:
    try:
        return shlex.split(command)
    except ValueError as error:
        raise ValueError(f"CXX: expected a command line, got {command!r}: {error}") from None


def header_folder() -> Path:
    """Return the folder of equidyn's headers.

    Raises
    ------
    FileNotFoundError
        If they were not installed with the package.
    """
    for folder in HEADER_FOLDERS:
        if (folder / "equidyn").is_dir():
            return folder
    raise FileNotFoundError(f"{HEADER_FOLDERS[0]}: the headers of equidyn are missing")


def eigen_folder() -> Path:
    """Return the folder of Eigen's headers: of the wheel, of the environment, or of the system.

    Raises
    ------
    FileNotFoundError
        If there is none.
    """
    wheels = [Path(place or ".", "cmeel.prefix") for place in sys.path]
    for prefix in (*wheels, Path(sys.prefix), *_PREFIXES):
        for folder in (prefix / "include" / "eigen3", prefix / "include"):
            if (folder / "Eigen" / "Core").is_file():
                return folder
    raise FileNotFoundError(
        "the headers of Eigen 3.4, which formulations need, are missing: "
        'pip install cmeel-eigen, or pip install "equidyn[cpp]"'
    )
