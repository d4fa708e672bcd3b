"""The C++ compiler of this machine, and the headers that it needs."""

from __future__ import annotations

import os
import shlex
import shutil
import signal
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from ..cpp import HEADER_FOLDERS
from ..output.files import StrPath

_USUAL = ("c++", "g++", "clang++")

# where systems and managers of packages have Eigen
_PREFIXES = (Path("/usr/local"), Path("/usr"), Path("/opt/homebrew"))

# as the formulations of equidyn are compiled, with the last bits of their results
_OPTIONS = ("-std=c++20", "-O3", "-DNDEBUG", "-ffp-contract=off", "-w", "-shared")
# what a library of its own takes from the core (of_this_thread.hpp)
_OWN = ("-DEQUIDYN_OWN_FORMULATION",)
_OPTIONS_OF_SYSTEM = () if sys.platform == "win32" else ("-fPIC", "-fvisibility=hidden")


@dataclass(frozen=True)
class Compiler:
    """A C++ compiler.

    Attributes
    ----------
    command : tuple of str
        The program, and options that always follow.
    """

    command: tuple[str, ...]

    @classmethod
    def found(cls, wanted: StrPath | None) -> Compiler:
        """Return the wanted compiler, that of CXX, or a usual one.

        Raises
        ------
        FileNotFoundError
            If there is none.
        """
        if not isinstance(wanted, (str, os.PathLike, type(None))):
            kind = type(wanted).__name__
            raise TypeError(f"compiler: expected the name or path of a program, got {kind}")
        if wanted is not None:
            choices = [[os.fspath(wanted)]]
        elif os.environ.get("CXX", "").strip():
            choices = [shlex.split(os.environ["CXX"])]
        else:
            choices = [[name] for name in _USUAL]
        for program, *options in choices:
            if path := shutil.which(program):
                return cls((path, *options))
        raise FileNotFoundError(
            f"compiler: looked for {', '.join(program for program, *_ in choices)}, found none; "
            "install g++ (apt install g++), Xcode's command line tools or clang, "
            "or name one by compiler= or the environment variable CXX"
        )

    def version(self) -> str:
        """Return what the compiler says of itself."""
        asked = (self.command[0], "--version")
        said = subprocess.run(asked, capture_output=True, stdin=subprocess.DEVNULL, check=False)
        return said.stdout.decode(errors="replace")

    def compile(self, options: tuple[str, ...], folder: Path) -> tuple[int, str, tuple[str, ...]]:
        """Compile; return the exit status, all that is written, and the command line.

        Temporary files are in the folder. The compiler is stopped, with the programs that it runs,
        if anything is raised meanwhile, as by Ctrl-C.
        """
        headers = (f"-isystem{place}" for place in (header_folder(), eigen_folder()))
        line = (*self.command, *_OPTIONS, *_OWN, *_OPTIONS_OF_SYSTEM, *headers, *options)
        temporary = dict.fromkeys(("TMPDIR", "TMP", "TEMP"), str(folder))
        with subprocess.Popen(
            line,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            env={**os.environ, "LC_ALL": "C", **temporary},
            start_new_session=True,
        ) as process:
            try:
                log, _ = process.communicate()
            except BaseException:
                _kill(process)
                raise
        return process.returncode, log.decode(errors="replace"), line


def _kill(process: subprocess.Popen[bytes]) -> None:
    """End a compiler, and what it has started."""
    if sys.platform == "win32":
        process.kill()
    else:
        os.killpg(process.pid, signal.SIGKILL)


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
    raise FileNotFoundError(f"{HEADER_FOLDERS[0]}: the headers of equidyn are not there")


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
        "the headers of Eigen 3.4, which formulations are compiled with, are not there: "
        'pip install cmeel-eigen, or pip install "equidyn[cpp]"'
    )
