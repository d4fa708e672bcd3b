#!/usr/bin/env python3
"""Let clang read the core for Windows and macOS.

Nothing is compiled, linked or run. An error names a call or a type that one of these systems lacks.
The package ziglang brings clang, the headers of both systems and a C++ library. Without `--all`
clang reads only the bindings and calls, which are all that asks the system.
"""

import argparse
import json
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from os import sched_getaffinity
from pathlib import Path

import ziglang

ZIG = Path(ziglang.__file__).parent
HERE = Path(__file__).resolve().parent

# for each system the target, the folder of its headers, and what hides headers of this machine
WINDOWS = ("x86_64-w64-windows-gnu", "any-windows-any", ["-include", HERE / "windows_pyconfig.h"])
SYSTEMS = (
    WINDOWS,
    ("arm64-apple-macos11.0", "any-darwin-any", []),
    ("x86_64-apple-macos11.0", "any-darwin-any", []),
)
# the configuration of the C++ library, which its own build would write into a header
LIBRARY = [
    "ABI_VERSION=1",
    "ABI_NAMESPACE=__1",
    "ASSERTION_SEMANTIC_DEFAULT=_LIBCPP_ASSERTION_SEMANTIC_IGNORE",
    "HARDENING_MODE=_LIBCPP_HARDENING_MODE_NONE",
    *(f"HAS_{it}=1" for it in ("FILESYSTEM", "LOCALIZATION", "MONOTONIC_CLOCK", "THREADS")),
]


def units(folder: str) -> list[dict[str, str]]:
    """Return the translation units of the core as CMake compiles them on this machine."""
    options = ["EQUIDYN_BUILD_TESTS=OFF", "EQUIDYN_LAB=OFF"]
    configure = ["cmake", "-S", HERE.parents[1], "-B", folder, "-G", "Ninja"]
    configure += [f"-D{it}" for it in options]
    subprocess.run(configure, check=True, stdout=subprocess.DEVNULL)
    return json.loads((Path(folder) / "compile_commands.json").read_text())


def kept(command: str) -> Iterator[str]:
    """Yield the options of a unit that every clang takes."""
    words = iter(shlex.split(command))
    for word in words:
        if word == "-isystem":
            yield f"-isystem{next(words)}"
        elif word.startswith(("-D", "-I", "-std=", "-mavx", "-mfma")):
            yield word


def said(target: str, headers: str, first: list, unit: dict[str, str]) -> str:
    """Return what clang says of a unit: nothing where it is in order."""
    folders = ["libcxx/include", "libcxxabi/include", "include", f"libc/include/{headers}"]
    command = [ZIG / "zig", "clang", "-x", "c++", "-target", target, "-fsyntax-only"]
    command += ["-Wall", "-Wextra", "-Werror", "-nostdinc", *(f"-D_LIBCPP_{it}" for it in LIBRARY)]
    command += [*first, *kept(unit["command"])]
    command += [*(f"-isystem{ZIG / 'lib' / it}" for it in folders), unit["file"]]
    run = subprocess.run(command, cwd=unit["directory"], capture_output=True, text=True)
    return run.stderr if run.returncode else ""


def main() -> int:
    """Print what clang says of every unit; exit status 1 where it says anything."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--all", action="store_true", help="formulations and kernels too")
    everything = parser.parse_args().all
    processors = len(sched_getaffinity(0))
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(processors) as pool:
        read = [
            (*system, unit)
            for unit in units(folder)
            for system in SYSTEMS
            if everything or "unity_calls" in unit["file"]
            if system[0].startswith("x86_64") or "-mfma" not in unit["command"]
        ]
        if not read:
            raise SystemExit("expected a unit named unity_calls among those of CMake, got none")
        found = [text for text in pool.map(lambda it: said(*it), read) if text]
    print("\n".join(found) or f"{len(read)} units are in order")
    return int(bool(found))


if __name__ == "__main__":
    sys.exit(main())
